//! The groupings of members: tier, line of business, audience.
//!
//! Each grouping is one entry of [`groupings!`]. The filter's fields, the wire names, the columns of the warehouse,
//! the roll-up and the page's table follow from it. A new one also needs a migration that adds its column
//! (CONTRIBUTING.md, "Add a grouping").

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Calls a macro with the entries:
/// `Variant "WIRE_NAME" { column, one | many, ids field, all field }`, in the order of answers and files.
///
/// - `WIRE_NAME` is the `type` of `user_groups` in the feed and the name in the calls.
/// - `column` holds a member's group in the feed and in the warehouse: an id (`one`) or a list of ids (`many`).
/// - The fields are those of a filter: the chosen ids, and whether all are chosen.
macro_rules! groupings {
    ($callback:ident) => {
        $callback! {
            Tier "TIER" { "tier_id", one, user_group_tiers, user_groups_tiers_all }
            Lob "LOB" { "lob_id", one, user_group_lobs, user_groups_lobs_all }
            Audience "AUDIENCE" { "audience_ids", many, user_group_audiences, user_groups_audiences_all }
        }
    };
}
pub(crate) use groupings;

/// How many groups of one grouping a member is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// Exactly one.
    One,
    /// One or more.
    Many,
}

/// The day whose groups of members count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
pub enum GroupsAsOf {
    /// The last loaded day, for every window.
    #[default]
    #[serde(rename = "NOW")]
    Now,
    /// The last day of each window.
    #[serde(rename = "WINDOW")]
    Window,
}

/// A grouping as it is stored in the feed and the warehouse.
#[derive(Debug)]
pub struct GroupingInfo {
    pub grouping: Grouping,
    /// The `type` of `user_groups`, and the name in calls.
    pub name: &'static str,
    /// The column of `members` and of the warehouse's segments.
    pub column: &'static str,
    pub membership: Membership,
    /// The filter's field with the chosen ids.
    pub ids_field: &'static str,
    /// The filter's field that says whether all are chosen.
    pub all_field: &'static str,
}

macro_rules! define {
    ($($variant:ident $name:literal { $column:literal, $membership:ident, $ids:ident, $all:ident })*) => {
        /// What members can be grouped by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
        #[ts(rename = "GroupType")]
        pub enum Grouping {
            $(#[serde(rename = $name)] $variant,)*
        }

        /// What a chart is split by.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
        pub enum ViewBy {
            #[default]
            #[serde(rename = "TOTALS")]
            Totals,
            $(#[serde(rename = $name)] $variant,)*
        }

        /// The second grouping of a table.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
        pub enum ViewByH2 {
            #[default]
            #[serde(rename = "NONE")]
            None,
            $(#[serde(rename = $name)] $variant,)*
        }

        impl ViewBy {
            /// None for totals.
            pub fn grouping(self) -> Option<Grouping> {
                match self {
                    ViewBy::Totals => None,
                    $(ViewBy::$variant => Some(Grouping::$variant),)*
                }
            }
        }

        impl ViewByH2 {
            /// None for a table of one level.
            pub fn grouping(self) -> Option<Grouping> {
                match self {
                    ViewByH2::None => None,
                    $(ViewByH2::$variant => Some(Grouping::$variant),)*
                }
            }
        }

        /// Every grouping, in the order of answers and files.
        pub static GROUPINGS: [GroupingInfo; GROUPING_COUNT] = [
            $(GroupingInfo {
                grouping: Grouping::$variant,
                name: $name,
                column: $column,
                membership: membership!($membership),
                ids_field: stringify!($ids),
                all_field: stringify!($all),
            },)*
        ];

        /// How many groupings there are.
        pub const GROUPING_COUNT: usize = [$($name),*].len();
    };
}

macro_rules! membership {
    (one) => {
        Membership::One
    };
    (many) => {
        Membership::Many
    };
}

groupings!(define);

impl Grouping {
    /// Every grouping, in the order of [`GROUPINGS`].
    pub fn all() -> impl Iterator<Item = Grouping> {
        GROUPINGS.iter().map(|info| info.grouping)
    }

    /// The grouping's entry.
    pub fn info(self) -> &'static GroupingInfo {
        &GROUPINGS[self as usize]
    }

    /// The grouping with a `type` of `user_groups`.
    pub fn named(name: &str) -> Option<Grouping> {
        GROUPINGS.iter().find(|info| info.name == name).map(|info| info.grouping)
    }
}

/// A value for each grouping.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByGrouping<T>(pub [T; GROUPING_COUNT]);

impl<T> std::ops::Index<Grouping> for ByGrouping<T> {
    type Output = T;

    fn index(&self, grouping: Grouping) -> &T {
        &self.0[grouping as usize]
    }
}

impl<T> std::ops::IndexMut<Grouping> for ByGrouping<T> {
    fn index_mut(&mut self, grouping: Grouping) -> &mut T {
        &mut self.0[grouping as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grouping_is_at_its_index_and_is_found_by_name() {
        for (index, info) in GROUPINGS.iter().enumerate() {
            assert_eq!(info.grouping as usize, index);
            assert_eq!(Grouping::named(info.name), Some(info.grouping));
            assert_eq!(serde_json::to_value(info.grouping).expect("a name"), info.name);
        }
        assert_eq!(Grouping::named("REGION"), None);
    }
}
