//! Collects the plan of an answer: what each of its queries reads.

use std::cell::RefCell;

use serde::Serialize;

use super::{Read, ReadFrom};
use crate::figures::filter::Choice;
use crate::figures::source_query::SourceQuery;
use crate::warehouse::aggregate::Key;
use crate::warehouse::day::Day;
use crate::warehouse::feed::{Each, ProfileKind};
use crate::warehouse::question::{OfProfile, Relation, Span};

tokio::task_local! {
    static QUERIES: RefCell<Vec<PlannedQuery>>;
}

/// A query of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedQuery {
    /// The source, such as `session`.
    pub source: String,
    /// The column that rows are grouped by besides the segment; null without one.
    pub by: Option<String>,
    /// How many offers or campaigns are chosen; null for all.
    pub items: Option<u32>,
    /// Whether its rows were cached, so that nothing was read.
    pub is_cached: bool,
    pub windows: Vec<PlannedWindow>,
}

/// A window of a query. The figures of the window are the sum of its reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedWindow {
    pub start: String,
    pub end: String,
    pub reads: Vec<PlannedRead>,
}

/// Days of a window, and what they are read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedRead {
    pub start: String,
    pub end: String,
    /// What is read, and why.
    pub from: String,
    /// Whether no statement is needed.
    pub in_memory: bool,
}

/// Does some work, and collects the queries that it makes.
pub async fn planned<T>(work: impl Future<Output = T>) -> (T, Vec<PlannedQuery>) {
    QUERIES.scope(RefCell::default(), async { (work.await, QUERIES.with(RefCell::take)) }).await
}

/// Whether somebody collects the queries of this work.
pub(in crate::figures) fn is_wanted() -> bool {
    QUERIES.try_with(|_| ()).is_ok()
}

/// Notes a query of this work with its reads.
pub(in crate::figures) fn note(query: &SourceQuery, reads: &[Read], is_cached: bool) {
    let of_window = |(window, days): (i64, &Span)| {
        let own = reads.iter().filter(|read| [window, super::gap_before(window)].contains(&read.window));
        PlannedWindow {
            start: date(days.first),
            end: date(days.last),
            reads: own.map(|read| said(query, read)).collect(),
        }
    };
    let planned = PlannedQuery {
        source: query.source.id.to_owned(),
        by: query.by.map(columns),
        items: match &query.items {
            Choice::All => None,
            Choice::Only(ids) => Some(ids.len() as u32),
        },
        is_cached,
        windows: (0..).zip(&query.spans).map(of_window).collect(),
    };
    // If nobody collects them, there is nothing to do.
    let _ = QUERIES.try_with(|queries| queries.borrow_mut().push(planned));
}

fn said(query: &SourceQuery, read: &Read) -> PlannedRead {
    let from = match read.from {
        ReadFrom::Rows(Relation::Reference) => "rows of the reference table".to_owned(),
        ReadFrom::Rows(Relation::Sums) => "sums by day, of days that are not in memory".to_owned(),
        ReadFrom::Rows(Relation::Rows) => "rows: no sums that are kept have these days".to_owned(),
        ReadFrom::Months => "sums by month".to_owned(),
        ReadFrom::ResidentSums if query.row_sums(Each::Month).is_some() => "sums by month".to_owned(),
        ReadFrom::ResidentSums => "sums by day".to_owned(),
        ReadFrom::MemberSets => "sets of members by month".to_owned(),
        ReadFrom::Profile { table, day, .. } => {
            let of_table = match table {
                OfProfile::Table(ProfileKind::Days) => "days of the profile",
                OfProfile::Table(ProfileKind::Months) => "months of the profile",
                OfProfile::Table(ProfileKind::LatestDays) => "latest days of the profile",
                OfProfile::Table(ProfileKind::ItemMonths) => "months by item of the profile",
                OfProfile::ItemDays => "rows of the days before the first month by item of the profile",
            };
            format!("{of_table} of {}, the nearest day that is kept", date(day))
        }
        ReadFrom::MovedSums { moved, .. } => {
            format!("sums of members who moved on days up to {}", date(moved.days.last))
        }
        ReadFrom::Moved { at, is_resident: true, .. } => {
            format!("logins of members who were in other groups on {}", date(at))
        }
        ReadFrom::Moved { at, is_resident: false, .. } => {
            format!("rows of members who were in other groups on {}", date(at))
        }
        ReadFrom::Changes { subtracts: true, .. } => {
            "rows after the window, which the profile includes: they are subtracted".to_owned()
        }
        ReadFrom::Changes { subtracts: false, .. } => {
            "rows that the profile does not include: they are added".to_owned()
        }
    };
    let in_memory = matches!(
        read.from,
        ReadFrom::ResidentSums
            | ReadFrom::Profile { is_resident: true, .. }
            | ReadFrom::MovedSums { is_resident: true, .. }
            | ReadFrom::Moved { is_resident: true, .. }
    );
    PlannedRead { start: date(read.days.first), end: date(read.days.last), from, in_memory }
}

/// The columns of a key.
fn columns(by: Key) -> String {
    match by {
        Key::Id(column) | Key::Text(column) | Key::LowerCase(column) => column.to_owned(),
        Key::Ids(one, other) | Key::Texts(one, other) => format!("{one}, {other}"),
    }
}

/// A day as yyyy-mm-dd; days of reference tables may lie before the first that a fact can have.
fn date(number: i32) -> String {
    let day = Day::from_number(number.clamp(1, i32::from(i16::MAX)) as i16).unwrap_or(Day::FIRST);
    day.to_date().to_string()
}
