//! The body of every data call, checked and resolved.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Deserialize;
use time::Date;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use ts_rs::TS;

use super::calendar::Calendar;
use super::period::{Comparison, Grain, Period, Window};
use crate::error::FieldFault;
pub use crate::groupings::GroupsAsOf;
use crate::groupings::{ByGrouping, Grouping, ViewBy, ViewByH2, groupings};

/// The format of dates in bodies and answers: yyyy-mm-dd.
pub const DATE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// The years that dates of a filter and of its comparison may have.
pub const YEARS: RangeInclusive<i32> = 1000..=3000;

/// Writes a date as yyyy-mm-dd.
pub fn iso(date: Date) -> String {
    date.format(DATE).unwrap_or_else(|_| date.to_string())
}

macro_rules! filter_params {
    ($($variant:ident $name:literal { $column:literal, $membership:ident, $ids:ident, $all:ident })*) => {
        /// The body of a data call as it is sent. Every field may be omitted or null; calls refuse unknown ones.
        #[derive(Clone, Debug, Default, Deserialize, TS, JsonSchema)]
        #[serde(rename_all = "camelCase", default)]
        #[ts(optional_fields)]
        pub struct FilterParams {
            pub period: Option<Period>,
            /// yyyy-mm-dd; read only with SELECTED_DATE.
            #[schemars(extend("format" = "date"))]
            pub start_date: Option<String>,
            #[schemars(extend("format" = "date"))]
            pub end_date: Option<String>,
            /// What figures are compared with. The BOND Score is always compared with a month earlier.
            pub comparison: Option<Comparison>,
            /// yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
            #[schemars(extend("format" = "date"))]
            pub comparison_start_date: Option<String>,
            #[schemars(extend("format" = "date"))]
            pub comparison_end_date: Option<String>,
            $(pub $ids: Option<Vec<i32>>,)*
            $(pub $all: Option<bool>,)*
            /// Whether members count in the groups that they are in, or in those that they were in on the last day of each
            /// window; without it as the setting `groups_as_of` says.
            pub groups_as_of: Option<GroupsAsOf>,
            pub campaigns: Option<Vec<i32>>,
            pub campaigns_all: Option<bool>,
            pub campaigns_types: Option<Vec<i32>>,
            pub campaigns_types_all: Option<bool>,
            pub offers: Option<Vec<i32>>,
            pub offers_all: Option<bool>,
            pub offers_categories: Option<Vec<i32>>,
            pub offers_categories_all: Option<bool>,
            pub time_scale: Option<Grain>,
            pub view_by: Option<ViewBy>,
            #[serde(rename = "viewByH1")]
            #[ts(rename = "viewByH1")]
            pub view_by_h1: Option<Grouping>,
            #[serde(rename = "viewByH2")]
            #[ts(rename = "viewByH2")]
            pub view_by_h2: Option<ViewByH2>,
            /// The largest number of rows of a list; 0 for all.
            pub record_count: Option<u32>,
        }

        impl FilterParams {
            fn groups(&self) -> Groups {
                ByGrouping([$(Choice::of(self.$all, self.$ids.as_ref()),)*])
            }
        }
    };
}

groupings!(filter_params);

/// A choice of ids: all of them, or those listed (an empty list chooses nothing).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    #[default]
    All,
    /// Ascending, without repeats.
    Only(Vec<i32>),
}

impl Choice {
    /// A list applies if its All is false or, without All, if the list is given.
    fn of(all: Option<bool>, list: Option<&Vec<i32>>) -> Choice {
        match (all, list) {
            (Some(true), _) | (None, None) => Choice::All,
            (Some(false), None) => Choice::Only(Vec::new()),
            (_, Some(list)) => {
                let mut ids = list.clone();
                ids.sort_unstable();
                ids.dedup();
                Choice::Only(ids)
            }
        }
    }

    /// The size of the list in bytes.
    pub fn bytes(&self) -> usize {
        if let Choice::Only(ids) = self { ids.len() * size_of::<i32>() } else { 0 }
    }

    /// Whether the id is chosen.
    pub fn has(&self, id: i32) -> bool {
        match self {
            Choice::All => true,
            Choice::Only(ids) => ids.binary_search(&id).is_ok(),
        }
    }
}

/// Which members a figure counts: those in a chosen group of every grouping.
pub type Groups = ByGrouping<Choice>;

/// Which campaigns or offers a figure counts. An item passes if its own list and that of its type or category allow
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Items {
    pub own: Choice,
    pub kind: Choice,
}

/// A block's own filter, with its defaults filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BlockFilter")]
pub struct BlockFilter {
    pub time_scale: Grain,
    pub view_by: ViewBy,
    #[serde(rename = "viewByH1")]
    #[ts(rename = "viewByH1")]
    pub view_by_h1: Grouping,
    #[serde(rename = "viewByH2")]
    #[ts(rename = "viewByH2")]
    pub view_by_h2: ViewByH2,
    pub record_count: Option<u32>,
}

/// A checked filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    pub window: Window,
    pub comparison: Comparison,
    /// The dates of [`Comparison::SelectedDates`].
    pub compared_dates: Option<Window>,
    pub calendar: Calendar,
    pub groups: Groups,
    pub groups_as_of: GroupsAsOf,
    pub offers: Items,
    pub campaigns: Items,
    pub time_scale: Grain,
    pub view_by: ViewBy,
    /// None if each block uses its own default.
    view_by_h1: Option<Grouping>,
    view_by_h2: ViewByH2,
    /// The largest number of rows of a list; None and 0 for all.
    pub record_count: Option<u32>,
}

impl Filter {
    /// The size of its lists in bytes.
    pub fn bytes(&self) -> usize {
        let items = [&self.offers, &self.campaigns].map(|items| items.own.bytes() + items.kind.bytes());
        let groups = Grouping::all().map(|grouping| self.groups[grouping].bytes());
        items.into_iter().chain(groups).sum()
    }

    /// The window that the filter's is compared with, by its own comparison or another. None without a comparison, and
    /// before the calendar begins.
    pub fn compared_with(&self, comparison: Comparison) -> Option<Window> {
        match comparison {
            Comparison::SelectedDates => self.compared_dates,
            comparison => comparison.window(self.window, self.calendar),
        }
    }

    /// The filter of a block; `first_grouping` is the block's default of viewByH1.
    pub fn block(&self, first_grouping: Grouping) -> BlockFilter {
        BlockFilter {
            time_scale: self.time_scale,
            view_by: self.view_by,
            view_by_h1: self.view_by_h1.unwrap_or(first_grouping),
            view_by_h2: self.view_by_h2,
            record_count: self.record_count,
        }
    }
}

/// The faults of a filter: one message per field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterErrors(pub Vec<FieldFault>);

impl FilterParams {
    /// Checks the body and fills in the defaults: `groups_as_of` is the program's. `first_groupings` are the defaults of viewByH1 of the blocks that the call answers: viewByH2 must differ from each.
    ///
    /// # Errors
    /// A message for every field that is wrong.
    pub fn resolve(
        &self,
        today: Date,
        calendar: Calendar,
        groups_as_of: GroupsAsOf,
        first_groupings: &[Grouping],
    ) -> Result<Filter, FilterErrors> {
        let mut errors = Vec::new();
        let period = self.period.unwrap_or_default();
        let mut dates = (None, None);
        if period == Period::SelectedDate {
            dates = (
                date("startDate", self.start_date.as_deref(), &mut errors),
                date("endDate", self.end_date.as_deref(), &mut errors),
            );
        }
        let comparison = self.comparison.unwrap_or_default();
        let compared_dates = self.compared_dates(comparison, &mut errors);
        let view_by_h2 = self.view_by_h2.unwrap_or_default();
        let is_first = |h2| first_groupings.iter().any(|first| self.view_by_h1.unwrap_or(*first) == h2);
        if view_by_h2.grouping().is_some_and(is_first) {
            errors.push(FieldFault::about("viewByH2", "viewByH2 must differ from viewByH1"));
        }
        let window = period.window(today, calendar, dates.0, dates.1);
        if window.is_none() && errors.is_empty() {
            errors.push(FieldFault::about("endDate", "endDate must not be before startDate"));
        }
        let (Some(window), true) = (window, errors.is_empty()) else {
            return Err(FilterErrors(errors));
        };
        Ok(Filter {
            window,
            comparison,
            compared_dates,
            calendar,
            groups: self.groups(),
            groups_as_of: self.groups_as_of.unwrap_or(groups_as_of),
            offers: Items {
                own: Choice::of(self.offers_all, self.offers.as_ref()),
                kind: Choice::of(self.offers_categories_all, self.offers_categories.as_ref()),
            },
            campaigns: Items {
                own: Choice::of(self.campaigns_all, self.campaigns.as_ref()),
                kind: Choice::of(self.campaigns_types_all, self.campaigns_types.as_ref()),
            },
            time_scale: self.time_scale.unwrap_or_default().within(window, calendar),
            view_by: self.view_by.unwrap_or_default(),
            view_by_h1: self.view_by_h1,
            view_by_h2,
            record_count: self.record_count,
        })
    }

    /// The window from comparisonStartDate to comparisonEndDate, if the comparison needs it. A text that is no day is
    /// an error with every comparison.
    fn compared_dates(&self, comparison: Comparison, errors: &mut Vec<FieldFault>) -> Option<Window> {
        let is_needed = comparison == Comparison::SelectedDates;
        let fields = [
            ("comparisonStartDate", self.comparison_start_date.as_deref()),
            ("comparisonEndDate", self.comparison_end_date.as_deref()),
        ];
        let [start, end] = fields.map(|(field, text)| {
            if text.is_none() && is_needed {
                errors.push(FieldFault::about(field, format!("{field} is needed where comparison is SELECTED_DATES")));
            }
            date(field, text, errors)
        });
        let (start, end) = start.zip(end).filter(|_| is_needed)?;
        let window = Window::new(start, end);
        if window.is_none() {
            errors.push(FieldFault::about(
                "comparisonEndDate",
                "comparisonEndDate must not be before comparisonStartDate",
            ));
        }
        window
    }
}

/// The day of a field; none where the field has no text, or with an error where the text is no day of the years that Bond
/// knows.
pub fn date(field: &str, text: Option<&str>, errors: &mut Vec<FieldFault>) -> Option<Date> {
    let text = text?;
    let shape = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    let parsed = if shape { Date::parse(text, DATE).ok() } else { None };
    match parsed.filter(|date| YEARS.contains(&date.year())) {
        Some(date) => Some(date),
        None => {
            let shown: String = text.chars().take(30).collect();
            let sentence = format!("{field} must be a valid day as yyyy-mm-dd, year 1000 to 3000, not \"{shown}\"");
            errors.push(FieldFault::about(field, sentence));
            None
        }
    }
}

/// Which members and items a figure counts.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub groups: Groups,
    pub offers: Items,
    pub campaigns: Items,
}

impl From<&Filter> for Selection {
    fn from(filter: &Filter) -> Selection {
        Selection { groups: filter.groups.clone(), offers: filter.offers.clone(), campaigns: filter.campaigns.clone() }
    }
}

#[cfg(test)]
mod tests {
    use crate::error::texts;
    use time::macros::date;

    use super::*;

    fn resolve(json: &str) -> Result<Filter, FilterErrors> {
        let params: FilterParams = serde_json::from_str(json).expect("the body parses");
        params.resolve(date!(2026 - 11 - 20), Calendar::default(), GroupsAsOf::Now, &[Grouping::Lob])
    }

    #[test]
    fn an_empty_body_is_this_year_for_all() {
        let filter = resolve("{}").expect("defaults are valid");
        assert_eq!(Some(filter.window), Window::new(date!(2026 - 01 - 01), date!(2026 - 11 - 19)));
        assert_eq!(filter.groups, Groups::default());
        assert_eq!(
            filter,
            resolve(r#"{"period": null, "offersAll": null, "unknown": 1}"#).expect("nulls are defaults")
        );
    }

    #[test]
    fn a_filter_that_names_no_reading_of_groups_has_that_of_the_program() {
        let of = |json: &str, program: GroupsAsOf| {
            let params: FilterParams = serde_json::from_str(json).expect("the body parses");
            params.resolve(date!(2026 - 11 - 20), Calendar::default(), program, &[]).expect("valid").groups_as_of
        };
        for program in [GroupsAsOf::Now, GroupsAsOf::Window] {
            assert_eq!(of("{}", program), program);
            assert_eq!(of(r#"{"groupsAsOf": null}"#, program), program);
            assert_eq!(of(r#"{"groupsAsOf": "NOW"}"#, program), GroupsAsOf::Now);
            assert_eq!(of(r#"{"groupsAsOf": "WINDOW"}"#, program), GroupsAsOf::Window);
        }
    }

    #[test]
    fn dates_to_compare_with_are_read_where_they_are_chosen() {
        let chosen = |rest: &str| resolve(&format!(r#"{{"comparison": "SELECTED_DATES"{rest}}}"#));
        let filter =
            chosen(r#", "comparisonStartDate": "2026-12-01", "comparisonEndDate": "2026-12-07""#).expect("valid");
        let dates = Window::new(date!(2026 - 12 - 01), date!(2026 - 12 - 07));
        assert_eq!(filter.compared_with(filter.comparison), dates);
        assert_eq!(filter.compared_with(Comparison::SameDatesLastYear), filter.window.year_before());
        let unread = resolve(r#"{"comparisonStartDate": "2026-02-02", "comparisonEndDate": "2026-02-01"}"#);
        assert_eq!(unread.expect("not read"), resolve("{}").expect("valid"));
        let wrong = texts(&resolve(r#"{"comparisonStartDate": "never"}"#).expect_err("no day").0);
        assert!(wrong[0].starts_with("comparisonStartDate must be a valid day"), "{wrong:?}");
        let refused = |rest: &str| texts(&chosen(rest).expect_err("wrong").0);
        assert_eq!(
            refused(r#", "comparisonEndDate": "2026-02-30""#),
            [
                "comparisonStartDate is needed where comparison is SELECTED_DATES",
                "comparisonEndDate must be a valid day as yyyy-mm-dd, year 1000 to 3000, not \"2026-02-30\"",
            ]
        );
        assert_eq!(
            refused(r#", "comparisonStartDate": "2026-02-02", "comparisonEndDate": "2026-02-01""#),
            ["comparisonEndDate must not be before comparisonStartDate"]
        );
    }

    #[test]
    fn a_list_applies_only_where_its_all_is_false() {
        let ignored = resolve(r#"{"userGroupTiers": [2], "userGroupsTiersAll": true}"#).expect("valid");
        assert_eq!(ignored.groups[Grouping::Tier], Choice::All);
        let given = resolve(r#"{"userGroupTiers": [2, 1, 2], "userGroupsTiersAll": false}"#).expect("valid");
        assert_eq!(given.groups[Grouping::Tier], Choice::Only(vec![1, 2]));
        let alone = resolve(r#"{"userGroupTiers": [2]}"#).expect("valid");
        assert_eq!(alone.groups[Grouping::Tier], Choice::Only(vec![2]));
        let nothing = resolve(r#"{"userGroupTiers": [], "userGroupsTiersAll": false}"#).expect("valid");
        assert_eq!(nothing.groups[Grouping::Tier], Choice::Only(vec![]));
        assert!(!nothing.groups[Grouping::Tier].has(1));
    }

    #[test]
    fn dates_are_strict_and_every_fault_is_named() {
        for bad in ["2026-2-01", "2026-02-30", "0999-01-01", "3001-01-01", "+026-01-01", "2026-01-01T00:00", ""] {
            let errors = texts(&resolve(&format!(r#"{{"startDate": "{bad}", "endDate": "nope"}}"#)).expect_err(bad).0);
            assert_eq!(errors.len(), 2, "{errors:?}");
            assert!(errors[0].starts_with("startDate must be"), "{errors:?}");
        }
        let errors =
            texts(&resolve(r#"{"startDate": "2026-02-02", "endDate": "2026-02-01"}"#).expect_err("reversed").0);
        assert_eq!(errors, ["endDate must not be before startDate"]);
        assert!(resolve(r#"{"startDate": "2024-02-29", "endDate": "2024-02-29"}"#).is_ok());
        assert!(
            resolve(r#"{"period": "LAST_7DAYS", "startDate": "nonsense"}"#).is_ok(),
            "ignored off the custom period"
        );
    }

    #[test]
    fn the_second_grouping_differs_from_the_first_after_defaults() {
        assert!(resolve(r#"{"viewByH2": "LOB"}"#).is_err());
        assert!(resolve(r#"{"viewByH1": "TIER", "viewByH2": "LOB"}"#).is_ok());
        assert!(resolve(r#"{"viewByH2": "NONE"}"#).is_ok());
    }

    #[test]
    fn record_count_is_a_whole_number() {
        assert!(serde_json::from_str::<FilterParams>(r#"{"recordCount": 6}"#).is_ok());
        for bad in ["-1", "1.5", "\"6\"", "5e9"] {
            assert!(serde_json::from_str::<FilterParams>(&format!(r#"{{"recordCount": {bad}}}"#)).is_err(), "{bad}");
        }
    }
}
