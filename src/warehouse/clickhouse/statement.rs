//! Writes questions about the rows of members in ClickHouse's SQL, as of release 18.16.
//!
//! Every name comes from the declarations, and every value is a number: so they are written into the text, which old
//! releases need. Columns have no aliases, because ClickHouse would take an alias for the column of that name.

use std::collections::BTreeSet;

use super::editions::{Range, condition};
use super::row_binary::Answered;
use crate::warehouse::aggregate::{Aggregate, Key};
use crate::warehouse::dialect::Dialect;
use crate::warehouse::feed::{Count, Derived, LookUp, Since};
use crate::warehouse::question::{
    Changed, Items, MembersQuestion, OfProfile, Piece, ProfileRange, Question, Relation, RowExpression, SetsQuestion,
    Span,
};

const CLICKHOUSE: Dialect = Dialect::ClickHouse;

/// A statement, and what its answer's columns have.
#[derive(Debug)]
pub(super) struct Written {
    pub sql: String,
    pub columns: Vec<Answered>,
}

/// The rows that a question is about.
#[derive(Clone, Copy)]
pub(super) struct Stored<'a> {
    pub derived: &'static Derived,
    /// Which of them are read.
    pub ranges: &'a [Range],
    /// Pairs of an id and what is looked up for it, where the question is by that.
    pub looked_up: &'a [(i32, i32)],
}

/// Whether a part is read from rows of members; other parts are read from sums, profiles and reference tables.
pub(super) fn is_of_rows(part: &Piece) -> bool {
    match part {
        Piece::Rows { relation, .. } | Piece::RowsOfEach { relation, .. } => *relation == Relation::Rows,
        // The servers do not know in which segments members were.
        Piece::Months(_) | Piece::Moved { .. } | Piece::MovedSums { .. } => false,
        Piece::Profile { table, .. } => *table == OfProfile::ItemDays,
        Piece::Changes(_) => true,
    }
}

/// The statement for a question whose parts are all read from rows.
pub(super) fn write(question: &Question, stored: Stored<'_>) -> Written {
    let statement = Statement { question, stored };
    let parts: Vec<String> = question.parts.iter().flat_map(|part| statement.part(part)).collect();
    let value = question.by.as_ref().map(answered);
    let numbers = question.columns.iter().map(|_| Answered::Int);
    let columns = [Answered::Int; 2].into_iter().chain(value).chain(numbers).collect();
    Written { sql: parts.join("\nunion all\n"), columns }
}

/// The statement for the members of rows.
pub(super) fn write_members(question: &MembersQuestion, stored: Stored<'_>) -> Written {
    let MembersQuestion { of: SetsQuestion { items, by, .. }, only, kinds, windows } = question;
    let only: Vec<String> = only.iter().map(|only| CLICKHOUSE.condition(only)).collect();
    let only = if only.is_empty() { String::new() } else { format!("where {}\n", only.join(" and ")) };
    let kinds: Vec<String> =
        (0..).zip(kinds).map(|(bit, kind)| format!("({}) * {}", CLICKHOUSE.condition(kind), 1 << bit)).collect();
    let key = by.as_ref().map_or_else(|| "toInt64(0)".to_owned(), |by| CLICKHOUSE.key(by));
    let kinds = CLICKHOUSE.bigint(&kinds.join(" + "));
    let part = |(window, days): &(i64, Span)| {
        format!(
            "select toInt64({window}), {key} as item, {kinds} as kinds, groupArray(member_key)\n\
             from {}\n{only}group by item, kinds",
            rows(stored, *by, items.as_ref(), *days, None)
        )
    };
    let value = by.as_ref().map_or(Answered::Int, answered);
    let columns = vec![Answered::Int, value, Answered::Int, Answered::Ints];
    Written { sql: windows.iter().map(part).collect::<Vec<_>>().join("\nunion all\n"), columns }
}

fn answered(key: &Key) -> Answered {
    match key {
        Key::Id(_) | Key::Ids(..) => Answered::Int,
        Key::Text(_) | Key::LowerCase(_) | Key::Texts(..) => Answered::Text,
    }
}

/// The rows of chosen items with a day in a span, with the column `since` for a window's first day.
fn rows(stored: Stored<'_>, by: Option<Key>, items: Option<&Items>, days: Span, since: Option<i32>) -> String {
    let since = since.map_or_else(String::new, |since| format!(", toInt16({since}) as since"));
    let looked_up = stored.derived.looks_up.filter(|look_up| by == Some(Key::Id(look_up.column)));
    let looked_up =
        looked_up.map_or_else(String::new, |look_up| format!(", {}", look_up_by(&look_up, stored.looked_up)));
    let items = items.map_or_else(String::new, |Items { column, ids }| {
        // An empty list is a syntax error, and no id is 0.
        let ids: Vec<String> = if ids.is_empty() { vec!["0".to_owned()] } else { texts(ids.iter()) };
        format!(" and {column} in ({})", ids.join(", "))
    });
    format!(
        "(select *{looked_up}{since} from {table} where {are_read}{items})",
        table = stored.derived.name,
        are_read = condition(stored.ranges, stored.derived.name, days),
    )
}

fn look_up_by(LookUp { column, by, .. }: &LookUp, pairs: &[(i32, i32)]) -> String {
    if pairs.is_empty() {
        return format!("toInt32(0) as {column}");
    }
    let ids = texts(pairs.iter().map(|(id, _)| id)).join(", ");
    let values = texts(pairs.iter().map(|(_, value)| value)).join(", ");
    format!("transform({by}, [{ids}], [{values}], 0) as {column}")
}

fn texts<'a>(numbers: impl Iterator<Item = &'a i32>) -> Vec<String> {
    numbers.map(i32::to_string).collect()
}

struct Statement<'a> {
    question: &'a Question,
    stored: Stored<'a>,
}

impl Statement<'_> {
    fn part(&self, part: &Piece) -> Vec<String> {
        match part {
            Piece::Rows { window, days, .. } => vec![self.rows(*window, *days)],
            Piece::RowsOfEach { windows, .. } => {
                windows.iter().map(|(window, days)| self.rows(*window, *days)).collect()
            }
            Piece::Changes(changes) => changes.iter().map(|changed| self.changes(changed)).collect(),
            Piece::Profile { windows, .. } => windows.iter().flat_map(|kept| self.item_days(kept)).collect(),
            Piece::Months(_) | Piece::Moved { .. } | Piece::MovedSums { .. } => Vec::new(),
        }
    }

    fn rows(&self, window: i64, days: Span) -> String {
        let rows = self.of_days(days, Some(days.first));
        let members: Vec<String> = (0..)
            .zip(&self.question.columns)
            .filter_map(|(index, column)| match column.output?.rows {
                RowExpression::Members(condition) => {
                    Some(format!("max({}) as is_{index}", CLICKHOUSE.condition(&condition)))
                }
                RowExpression::Aggregate(_) => None,
            })
            .collect();
        let columns =
            (0..).zip(&self.question.columns).map(|(index, column)| match column.output.map(|output| output.rows) {
                None => zero(),
                Some(RowExpression::Aggregate(aggregate)) => total(&aggregate),
                Some(RowExpression::Members(_)) => CLICKHOUSE.bigint(&format!("sum(is_{index})")),
            });
        if members.is_empty() {
            return self.select(window, self.value(), columns, &rows);
        }
        let value = self.value();
        let each = [Some("segment_id".to_owned()), value.clone()].into_iter().flatten().chain(members);
        let each = each.collect::<Vec<_>>().join(", ");
        let by = if value.is_some() { ", item" } else { "" };
        let rows = format!("(select {each}\n  from {rows}\n  group by segment_id, member_key{by})");
        self.select(window, value.map(|_| "item".to_owned()), columns, &rows)
    }

    /// What rows change in a profile.
    fn changes(&self, Changed { window, days, since, subtracts }: &Changed) -> String {
        let sign = if *subtracts { "-" } else { "" };
        let columns = self.counts().map(|count| {
            let Some(count) = count else { return zero() };
            let is_in =
                |Since { day, rows }: Since| format!("toInt64({} and {day} >= {since})", CLICKHOUSE.condition(&rows));
            let change = match count.leaves_on {
                Some(takes) => format!("({} - {})", is_in(count.enters_on), is_in(takes)),
                None => is_in(count.enters_on),
            };
            format!("{sign}sum({} * {change})", CLICKHOUSE.amount(count.amount))
        });
        self.select(*window, self.value(), columns, &self.of_days(*days, None))
    }

    /// What a profile by item and day would have: the rows up to a checkpoint, as each adds and takes on its days.
    fn item_days(&self, ProfileRange { window, day: kept, days }: &ProfileRange) -> Vec<String> {
        let counts: Vec<Option<&Count>> = self.counts().collect();
        let of_counts = counts.iter().flatten().flat_map(|count| count.changes()).map(|(since, _)| since.day);
        let of_day = |day: &str| {
            let columns = counts.iter().map(|count| {
                let Some(count) = count else { return zero() };
                let changes = count.changes().filter(|(since, _)| since.day == day);
                let changes: Vec<String> = changes
                    .map(|(since, factor)| format!("{factor} * toInt64({})", CLICKHOUSE.condition(&since.rows)))
                    .collect();
                if changes.is_empty() {
                    return zero();
                }
                format!("sum({} * ({}))", CLICKHOUSE.amount(count.amount), changes.join(" + "))
            });
            // No row's day is before the days of the rows before it.
            let rows = self.of_days(Span { first: days.first, last: *kept }, None);
            let rows = format!("(select * from {rows} where {day} between {} and {})", days.first, days.last);
            self.select(*window, self.value(), columns, &rows)
        };
        of_counts.collect::<BTreeSet<_>>().into_iter().map(of_day).collect()
    }

    fn select(&self, window: i64, value: Option<String>, columns: impl Iterator<Item = String>, rows: &str) -> String {
        let by = if value.is_some() { ", item" } else { "" };
        let columns: Vec<String> = value.into_iter().chain(columns).collect();
        format!(
            "select toInt64(segment_id), toInt64({window}), {}\nfrom {rows}\ngroup by segment_id{by}",
            columns.join(", ")
        )
    }

    fn of_days(&self, days: Span, since: Option<i32>) -> String {
        let Question { items, by, .. } = self.question;
        rows(self.stored, *by, items.as_ref(), days, since)
    }

    /// The value that rows are by.
    fn value(&self) -> Option<String> {
        self.question.by.as_ref().map(|by| format!("{} as item", CLICKHOUSE.key(by)))
    }

    /// What a profile counts for each column.
    fn counts(&self) -> impl Iterator<Item = Option<&'static Count>> {
        let counts = self.stored.derived.profile.map_or(&[][..], |profile| profile.counts);
        let counted = move |name: &str| counts.iter().find(|count| count.name == name);
        self.question.columns.iter().map(move |column| counted(column.output?.column))
    }
}

fn zero() -> String {
    "toInt64(0)".to_owned()
}

fn total(aggregate: &Aggregate) -> String {
    CLICKHOUSE.bigint(&CLICKHOUSE.aggregate(aggregate))
}

/// The statement for a question about a table of which all rows have edition 1, for tests of what questions become.
#[cfg(test)]
pub(crate) fn written(question: &Question) -> Option<String> {
    let is_there = |part: &&Piece| is_of_rows(part) && !question.is_sampled;
    let parts: Vec<Piece> = question.parts.iter().filter(is_there).cloned().collect();
    let derived = super::tables::table_of(question.source).filter(|_| !parts.is_empty())?;
    let days = Span { first: 0, last: i32::from(i16::MAX) };
    let ranges = [Range { table: derived.name.to_owned(), days, edition: 1 }];
    let stored = Stored { derived, ranges: &ranges, looked_up: &[(1, 7), (2, 8)] };
    Some(write(&Question { parts, ..question.clone() }, stored).sql)
}
