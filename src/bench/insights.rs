//! Times the calls of Insights.

use std::sync::Arc;

use bond::figures::filter::FilterParams;
use bond::figures::period::{Comparison, Period};
use bond::screens::{Call, OpenDashboards};
use bond::warehouse::Warehouse;

use crate::Outcome;
use crate::screens::{measure_call, print};

const RUNS: usize = 5;

/// Times every call with new engines.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let open = OpenDashboards::of(|_, _| true);
    let last = |period| FilterParams { period: Some(period), ..FilterParams::default() };
    let days = |first: &str, last: &str| FilterParams {
        start_date: Some(first.to_owned()),
        end_date: Some(last.to_owned()),
        ..FilterParams::default()
    };
    let a_year_before = |filter| FilterParams { comparison: Some(Comparison::SameDatesLastYear), ..filter };
    let mut measured = Vec::new();
    for (call, filter, name) in [
        (Call::Moves(open), last(Period::Last7Days), "moves, 7 days"),
        (Call::Moves(open), last(Period::Last30Days), "moves, 30 days"),
        (Call::Moves(open), a_year_before(last(Period::Last30Days)), "moves, 30 days, against the year before"),
        (Call::Moves(open), last(Period::Last90Days), "moves, 90 days"),
        (Call::Moves(open), days("2026-10-01", "2026-10-31"), "moves, a month"),
        (Call::Unusual(open), last(Period::Last30Days), "unusual"),
        (Call::Cohorts, last(Period::Last30Days), "cohorts"),
        (Call::Expiring(open), last(Period::Last30Days), "expiring"),
    ] {
        measured.push(measure_call(warehouse, (call, format!("insights/{name}")), &filter, RUNS).await?);
    }
    print(&measured, usize::MAX);
    Ok(())
}
