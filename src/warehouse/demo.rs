//! The demo: a complete program, drawn inside DuckDB.
//!
//! `data/warehouse/demo_plan.sql` writes the members, the offers, the campaigns and everything else that is small;
//! `demo_slice.sql` then writes what members do, some months at a time ([`draw`]). Every number is drawn from `hash()` of
//! the seed and of its purpose, so the same options ([`plan`]) give the same rows on any number of threads. What happens
//! on a day depends on no later day, so [`extend`] appends exactly the rows of a longer demo.
//!
//! In the last year of a new demo, known causes change some metrics ([`causes`]), unless it is made without.

mod calendar;
mod causes;
mod draw;
mod plan;

use time::Date;

use super::error::WarehouseError;
use super::feed::TABLES;
use super::open::Warehouse;
use super::progress::Progress;
use draw::draw;
use plan::{Plan, generator};

pub use causes::{Direction, Insight, PlantedCause, explain};
pub use draw::DemoReport;
pub use plan::DemoOptions;

/// The causes planted in the demo of this warehouse; None if its data is not a demo.
pub fn explain_loaded(warehouse: &Warehouse) -> Result<Option<Vec<PlantedCause>>, WarehouseError> {
    let plan = Plan::read(&*warehouse.writer()?)?;
    plan.map(|plan| if plan.causes { explain(plan.anchor) } else { Ok(Vec::new()) }).transpose()
}

/// A load that makes a demo.
#[derive(Clone, Copy, Debug)]
pub struct DemoLoad<'a> {
    /// Its number in the ledger.
    pub load: i64,
    /// What drew its rows, or is to draw them: see [`generator_of`].
    pub generator: &'a str,
}

/// What draws the rows of a demo: the same options and the same generator give the same rows.
pub fn generator_of(warehouse: &Warehouse) -> Result<String, WarehouseError> {
    generator(&*warehouse.writer()?)
}

/// Makes a demo that ends on `yesterday`, in an empty warehouse.
///
/// # Errors
/// [`WarehouseError::Invalid`] if an option is out of range, if the warehouse already contains data, if the years
/// reach back before the year 2000, or if another generator drew the rows of the load.
pub fn make(
    warehouse: &Warehouse,
    options: &DemoOptions,
    yesterday: Date,
    load: Option<DemoLoad<'_>>,
    progress: &dyn Progress,
) -> Result<DemoReport, WarehouseError> {
    let plan = Plan::new(options, yesterday)?;
    let writer = warehouse.writer()?;
    let own = generator(&writer)?;
    if load.is_some_and(|load| load.generator != own) {
        return Err(WarehouseError::Invalid(
            "another release of Bond draws this demo otherwise; make a new one".into(),
        ));
    }
    // Rows, not loads: what was loaded first may have been taken back.
    let rows: Vec<String> = TABLES.iter().map(|table| format!("exists (select 1 from feed.{})", table.name)).collect();
    let has_rows: bool = writer.query_row(&format!("select {}", rows.join(" or ")), [], |row| row.get(0))?;
    if has_rows {
        return Err(WarehouseError::Invalid(
            "the data directory already contains data; choose an empty one for the demo with --data-dir".into(),
        ));
    }
    draw(&writer, plan, yesterday, ("demo", load.map(|load| load.load)), progress)
}

/// Extends a demo to `yesterday`, from the same seed; None if there is nothing to do.
///
/// There is nothing to do if the data is not a demo, if the demo reaches `yesterday`, if files were loaded into it and,
/// with a warning, if it was made by a release that draws other rows.
pub fn extend(
    warehouse: &Warehouse,
    yesterday: Date,
    progress: &dyn Progress,
) -> Result<Option<DemoReport>, WarehouseError> {
    let writer = warehouse.writer()?;
    let Some(plan) = Plan::read(&writer)? else { return Ok(None) };
    if plan.through.is_none_or(|through| through >= yesterday) {
        return Ok(None);
    }
    let others: i64 = writer.query_row(
        "select count(*) from main.batch where origin not in ('demo', 'demo-extend') \
         and batch_id > (select max(batch_id) from main.batch where origin = 'demo')",
        [],
        |row| row.get(0),
    )?;
    if others > 0 {
        return Ok(None);
    }
    let drawn_by: String =
        writer.query_row("select value from main.setting where name = 'demo.generator'", [], |row| row.get(0))?;
    if drawn_by != generator(&writer)? {
        tracing::warn!("the demo was made by another release and is not extended; make it again with `bond demo`");
        return Ok(None);
    }
    draw(&writer, plan, yesterday, ("demo-extend", None), progress).map(Some)
}

#[cfg(test)]
mod tests;
