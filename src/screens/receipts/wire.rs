//! The form of a receipt (docs/receipts.md).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use ts_rs::TS;

use crate::figures::Unit;
use crate::figures::filter::GroupsAsOf;
use crate::figures::score::{PartState, Tenure};

/// The form of the receipts of this version.
pub const FORMAT: &str = "bond-receipt-1";

/// A figure with all that it depends on, signed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The form of this object.
    pub format: String,
    pub metric: ReceiptMetric,
    pub definition: ReceiptDefinition,
    pub filter: ReceiptFilter,
    /// The days that the figure is of.
    pub window: ReceiptWindow,
    pub scope: ReceiptScope,
    pub data: ReceiptData,
    /// Absent for the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub figure: Option<ReceiptFigure>,
    /// The score; absent for other figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<ReceiptScore>,
    /// The name of the program.
    pub program: String,
    /// The version of Bond.
    pub bond_version: String,
    /// Such as `2026-03-15T08:30:00Z`.
    pub issued_at: String,
    /// The id of the install.
    pub install: String,
    /// The public key of the install: 32 bytes in base64.
    pub key: String,
    /// The Ed25519 signature, in base64, over the canonical form (RFC 8785) of this object without this field.
    pub signature: String,
}

/// Which figure it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptMetric {
    pub id: String,
    pub label: String,
    /// Null for the score, which is in points.
    pub unit: Option<Unit>,
}

/// What the figure means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptDefinition {
    pub text: String,
    /// How it is computed, as data.
    #[ts(type = "unknown")]
    pub formula: Value,
    /// The SHA-256, in hexadecimal, of the canonical form of an object with `text` and `formula`.
    pub sha256: String,
}

/// The filter, as far as the figure heeds it. A list that is absent chooses all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptFilter {
    /// yyyy-mm-dd; absent where only the last day matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_date: Option<String>,
    pub end_date: String,
    /// The chosen groups of each grouping of which not all are chosen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<NamedGroups>")]
    pub groups: NamedGroups,
    /// Absent where members count in the groups that they are in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub groups_as_of: Option<GroupsAsOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offers: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offers_categories: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub campaigns: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub campaigns_types: Option<Vec<i32>>,
    /// The days without a login after which a member is dormant, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dormant_days: Option<u16>,
}

/// Groups by the name of their grouping, such as `TIER`.
pub type NamedGroups = BTreeMap<String, Vec<ReceiptGroup>>;

/// A group of members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptGroup {
    pub id: i32,
    /// Null for a group that does not exist, or that whoever asked may not see.
    pub name: Option<String>,
}

/// Days, both included; yyyy-mm-dd.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptWindow {
    pub start: String,
    pub end: String,
}

/// The members that whoever asked may see. No other member is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptScope {
    /// Whether these are all members; then there are no limits.
    pub all: bool,
    /// Each is what one role is limited to: a member must be in a group of each grouping. Members that any of them has are
    /// seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamedGroups>>")]
    pub any_of: Vec<NamedGroups>,
    /// Whether what belongs to no member is counted.
    pub without_members: bool,
}

/// The data that the figure was computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptData {
    /// The data version: it grows by 1 with each load.
    pub version: i32,
    /// The feed tables that the figure reads.
    pub tables: Vec<ReceiptTable>,
}

/// What was loaded of a feed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptTable {
    pub table: String,
    /// The first and last loaded day, yyyy-mm-dd; null for a reference table and where there are no rows.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// The number of loads that changed it.
    pub loads: usize,
    /// The SHA-256, in hexadecimal, of the canonical form of the list of these loads, each a list of data version, origin and
    /// the digest of its files.
    pub sha256: String,
}

/// A figure as it was counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptFigure {
    /// What was counted, before the factors of the formula.
    pub numerator: Whole,
    /// Null for a sum.
    pub denominator: Option<Whole>,
    /// Null for a part of the score whose denominator is 0; other figures are 0 then.
    pub value: Option<ReceiptValue>,
    /// The same by segment: members in the same group of every grouping. Absent where `segmentsLeftOut` says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub segments: Option<Vec<ReceiptSegment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub segments_left_out: Option<SegmentsLeftOut>,
}

/// The value: exactly, and as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptValue {
    pub numerator: Whole,
    /// Above 0.
    pub denominator: Whole,
    /// In the unit of the figure, rounded.
    pub shown: f64,
    /// A number of months in years and months.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tenure: Option<Tenure>,
}

/// What was counted in a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptSegment {
    /// The names of its groups by grouping; without any, what belongs to no member.
    pub groups: BTreeMap<String, Vec<String>>,
    pub numerator: Whole,
    pub denominator: Option<Whole>,
}

/// Why a receipt has no numbers by segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SegmentsLeftOut {
    /// The program protects small groups (`minimum_members`).
    SmallGroups,
    /// What is counted may be the same in two segments.
    NotAdditive,
    /// The figure was issued when its day was closed.
    Issued,
}

/// The score as it was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptScore {
    /// The name of the method.
    pub method: String,
    /// In points; null where it cannot be computed.
    pub score: Option<f64>,
    /// Why there is no score.
    pub missing: Option<String>,
    /// The share of the weight that counts, 0 to 1.
    pub coverage: f64,
    pub parts: Vec<ReceiptPart>,
}

/// A part of the score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ReceiptPart {
    pub key: String,
    pub label: String,
    pub state: PartState,
    /// What was counted; null where the part is hidden or not applicable.
    pub numerator: Option<Whole>,
    pub denominator: Option<Whole>,
    pub value: Option<ReceiptValue>,
    pub floor: f64,
    pub target: f64,
    pub weight: u32,
    /// 0 to 100; null for a part that does not count.
    pub score: Option<f64>,
}

/// A whole number. Beyond 2^53, where not every reader of JSON has each number, it is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(pub i128);

/// The largest number up to which every reader has each.
const EXACT: i128 = (1 << 53) - 1;

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(number) if self.0.abs() <= EXACT => serializer.serialize_i64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Whole, E> {
                value.parse().map(Whole).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl JsonSchema for Whole {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "pattern": "^-?[0-9]+$" })
    }
}

impl TS for Whole {
    type WithoutGenerics = Whole;
    type OptionInnerType = Whole;

    fn name(_: &ts_rs::Config) -> String {
        "number | string".to_owned()
    }

    fn inline(config: &ts_rs::Config) -> String {
        Self::name(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_exact_whatever_its_size() {
        for (number, json) in [
            (0, "0"),
            (-12, "-12"),
            (EXACT, "9007199254740991"),
            (EXACT + 1, "\"9007199254740992\""),
            (-(EXACT + 1), "\"-9007199254740992\""),
            (i128::MAX, "\"170141183460469231731687303715884105727\""),
        ] {
            assert_eq!(serde_json::to_string(&Whole(number)).expect("written"), json);
            assert_eq!(serde_json::from_str::<Whole>(json).expect("read"), Whole(number));
        }
        for wrong in ["1.5", "null", "\"1e3\"", "\"\""] {
            assert!(serde_json::from_str::<Whole>(wrong).is_err(), "{wrong}");
        }
    }
}
