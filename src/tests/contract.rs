//! What the specification says about the calls: `contract.json`, written by hand and never generated. The browser
//! tests read the same file. The brute-force test has a separate contract that states how each figure is counted.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contract {
    /// Calls without a body, below `api/v1/`.
    pub gets: Vec<String>,
    /// Calls with a filter other than totals and breakdowns.
    pub posts: Vec<String>,
    /// The cards of the member dashboard that can be requested individually.
    pub member_cards: Vec<String>,
    /// Call -> card -> fields.
    totals: Map<String, Value>,
    /// Trend -> metrics.
    trends: Map<String, Value>,
    /// Call -> block -> data.
    breakdowns: Map<String, Value>,
}

/// The structure of a block's data.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Data {
    /// One row per group with these figures, the total last.
    Table(Vec<String>),
    /// One row per period with these figures; the page has a selector for groups.
    Periods(Vec<String>),
    /// The same without the selector.
    PeriodsOfTotals(Vec<String>),
    /// Lines, each with a name and records.
    Lines,
    /// A name and a value.
    Bars,
    /// Rows with these fields.
    List(Vec<String>),
    /// Lists under these keys, whose rows have these fields.
    Lists { keys: [String; 2], fields: Vec<String> },
    /// One row per month with these fields.
    Months(Vec<String>),
}

static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| serde_json::from_str(include_str!("contract.json")).expect("contract.json"));

pub fn contract() -> &'static Contract {
    &CONTRACT
}

/// The entries of an object, in order.
fn entries<T: for<'a> Deserialize<'a>>(object: &Map<String, Value>) -> Vec<(String, T)> {
    let entry = |(name, value): (&String, &Value)| {
        let value = T::deserialize(value).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name.clone(), value)
    };
    object.iter().map(entry).collect()
}

impl Contract {
    /// The cards of a totals call and their fields.
    pub fn cards(&self, call: &str) -> Vec<(String, Vec<String>)> {
        entries(self.totals[call].as_object().expect("cards"))
    }

    /// The metrics of each trend.
    pub fn trends(&self) -> Vec<(String, Vec<String>)> {
        entries(&self.trends)
    }

    /// Every breakdown that returns blocks, with its blocks.
    pub fn breakdowns(&self) -> Vec<(String, Vec<(String, Data)>)> {
        let blocks = |(call, blocks): (String, Map<String, Value>)| (call, entries(&blocks));
        entries(&self.breakdowns).into_iter().map(blocks).collect()
    }

    /// Every call with a filter.
    pub fn filtered_calls(&self) -> impl Iterator<Item = String> {
        let breakdowns = self
            .breakdowns
            .keys()
            .flat_map(|call| ["breakdowns", "breakdown/{type}"].map(|last| format!("{call}/{last}")));
        self.posts.iter().chain(self.totals.keys()).cloned().chain(breakdowns)
    }
}
