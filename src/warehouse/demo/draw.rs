//! Draws the rows: sets the variables of the demo's SQL and runs it.

use std::fmt;

use duckdb::types::Value;
use duckdb::{Connection, params_from_iter};
use time::Date;

use super::calendar::{first_of, month_number, number, off_the_calendar};
use super::causes::{SUDDEN_TERM, explain};
use super::plan::{Plan, generator};
use crate::warehouse::commit::Writer;
use crate::warehouse::derive;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::TABLES;
use crate::warehouse::progress::{Phase, Progress};

/// The result of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoReport {
    /// First and last day that were written.
    pub first_day: Date,
    pub last_day: Date,
    /// Members and logins of the whole program, not only of these days.
    pub members: u64,
    pub logins: u64,
    /// Feed rows that were added.
    pub rows: u64,
    /// The new data version.
    pub version: i32,
}

pub(super) const PLAN_SQL: &str = include_str!("../../../data/warehouse/demo_plan.sql");
const SLICE_SQL: &str = include_str!("../../../data/warehouse/demo_slice.sql");
const END_SQL: &str = include_str!("../../../data/warehouse/demo_end.sql");

/// The names that the demo uses, each file as the table `demo_csv_<name>`.
pub(super) const NAMES: &[(&str, &str)] = &[
    ("articles", include_str!("../../../data/demo/articles.csv")),
    ("campaign_titles", include_str!("../../../data/demo/campaign_titles.csv")),
    ("hours", include_str!("../../../data/demo/hours.csv")),
    ("links", include_str!("../../../data/demo/links.csv")),
    ("offer_categories", include_str!("../../../data/demo/offer_categories.csv")),
    ("offer_titles", include_str!("../../../data/demo/offer_titles.csv")),
    ("partners", include_str!("../../../data/demo/partners.csv")),
    ("polls", include_str!("../../../data/demo/polls.csv")),
    ("schedule", include_str!("../../../data/demo/schedule.csv")),
    ("search_terms", include_str!("../../../data/demo/search_terms.csv")),
    ("web_mix", include_str!("../../../data/demo/web_mix.csv")),
    ("web_sources", include_str!("../../../data/demo/web_sources.csv")),
];

/// By so many days later, a cause acts after the last day that a demo can have.
const NEVER: i32 = 100_000;

/// About how many logins are drawn at a time: enough to be quick, few enough to sort in little memory.
const LOGINS_AT_A_TIME: u32 = 2_000_000;

/// Draws the days after `plan.through` (all days if there is none) up to `to`, as one batch of this origin and load.
pub(super) fn draw(
    writer: &Writer<'_>,
    plan: Plan,
    to: Date,
    (origin, load): (&str, Option<i64>),
    progress: &dyn Progress,
) -> Result<DemoReport, WarehouseError> {
    writer.execute_batch("begin")?;
    let filled = fill(writer, &plan, to, progress).and_then(|report| {
        let digest: String = writer.query_row(
            "select sha256(?)",
            [format!("{origin} {plan:?} {to} {}", generator(writer)?)],
            |row| row.get(0),
        )?;
        let tables: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        let version = writer.commit_batch(origin, &tables, &digest, report.rows, load)?;
        Ok(DemoReport { version, ..report })
    });
    if filled.is_err() {
        // The first error is the one to report. After a failed COMMIT there is nothing to roll back.
        let _ = writer.execute_batch("rollback");
    }
    filled
}

fn fill(connection: &Connection, plan: &Plan, to: Date, progress: &dyn Progress) -> Result<DemoReport, WarehouseError> {
    let first_day = match plan.through {
        Some(through) => through.next_day().ok_or_else(off_the_calendar)?,
        None => plan.start,
    };
    let from = number(first_day)?;
    let rows_before = rows(connection)?;

    progress.start(Phase::Drawing, None);
    for (name, csv) in NAMES {
        load_names(connection, name, csv)?;
    }
    set(connection, "seed", plan.seed)?;
    set(connection, "members", plan.members)?;
    set(connection, "start", number(plan.start)?)?;
    set(connection, "anchor", number(plan.anchor)?)?;
    for cause in explain(plan.anchor)? {
        let day = |date: Date| number(date).map(|day| i32::from(day) + if plan.causes { 0 } else { NEVER });
        set(connection, &format!("{}_from", cause.key), day(cause.from)?)?;
        set(connection, &format!("{}_to", cause.key), day(cause.to)?)?;
        for (name, figure) in cause.figures {
            // Members of a drive register in it alone.
            let is_drawn = plan.causes || cause.key != "drive";
            set(connection, &format!("{}_{name}", cause.key), if is_drawn { figure } else { 0 })?;
        }
    }
    set(connection, "term_text", format!("'{SUDDEN_TERM}'"))?;
    set(connection, "from", from)?;
    set(connection, "to", number(to)?)?;
    connection.execute_batch(PLAN_SQL)?;
    progress.finish();

    let last_month = month_number(to);
    let mut month = month_number(first_day);
    // Half of all members log in about once a month.
    let months_at_a_time = (LOGINS_AT_A_TIME / (plan.members / 2).max(1)).clamp(1, 120) as i32;
    progress.start(Phase::DrawingMonths, u64::try_from(last_month - month + 1).ok());
    while month <= last_month {
        if progress.is_cancelled() {
            return Err(WarehouseError::Cancelled);
        }
        let upto = (month + months_at_a_time - 1).min(last_month);
        set(connection, "month_from", month)?;
        set(connection, "month_to", upto)?;
        set(connection, "from", number(first_day.max(first_of(month)?))?)?;
        set(connection, "to", number(to.min(first_of(upto + 1)?.previous_day().ok_or_else(off_the_calendar)?))?)?;
        connection.execute_batch(SLICE_SQL)?;
        progress.advance(u64::from(month.abs_diff(upto)) + 1);
        month = upto + 1;
    }
    connection.execute_batch(END_SQL)?;
    for (name, _) in NAMES {
        connection.execute_batch(&format!("drop table demo_csv_{name}"))?;
    }
    progress.finish();

    progress.start(Phase::DerivingDemo, None);
    derive::refresh_loaded(connection, None)?;
    derive::derive_from(connection, plan.through.map(|_| from - 1))?;
    plan.write(connection, to)?;
    progress.finish();

    let count = |table: &str| -> Result<u64, WarehouseError> {
        let count: i64 = connection.query_row(&format!("select count(*) from feed.{table}"), [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    };
    Ok(DemoReport {
        first_day,
        last_day: to,
        members: count("members")?,
        logins: count("logins")?,
        rows: rows(connection)? - rows_before,
        version: 0,
    })
}

/// The rows of all feed tables.
fn rows(connection: &Connection) -> Result<u64, WarehouseError> {
    let counts: Vec<String> =
        TABLES.iter().map(|table| format!("(select count(*) from feed.{})", table.name)).collect();
    let count: i64 = connection.query_row(&format!("select {}", counts.join(" + ")), [], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

/// Sets a variable of the demo's SQL. The value is a number or a constant of the program, never input.
fn set(connection: &Connection, name: &str, value: impl fmt::Display) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch(&format!("set variable demo_{name} = {value}"))?)
}

/// Creates the temporary table `demo_csv_<name>`: the lines of an embedded file as text, numbered from 1 as `no`.
fn load_names(connection: &Connection, name: &str, csv: &str) -> Result<(), WarehouseError> {
    let broken = |error: csv::Error| WarehouseError::Invalid(format!("the demo's {name}.csv is broken: {error}"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<String> =
        reader.headers().map_err(broken)?.iter().map(|column| format!("{column} varchar")).collect();
    connection
        .execute_batch(&format!("create or replace temp table demo_csv_{name} (no integer, {})", columns.join(", ")))?;
    let mut insert =
        connection.prepare(&format!("insert into demo_csv_{name} values (?{})", ", ?".repeat(columns.len())))?;
    for (no, record) in (1..).zip(reader.records()) {
        let record = record.map_err(broken)?;
        let texts = record.iter().map(|text| Value::Text(text.to_owned()));
        insert.execute(params_from_iter(std::iter::once(Value::Int(no)).chain(texts)))?;
    }
    Ok(())
}
