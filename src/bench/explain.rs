//! Times why each figure and the score moved.

use std::sync::Arc;

use bond::figures::filter::FilterParams;
use bond::figures::period::{Comparison, Period};
use bond::screens::explain::ExplainParams;
use bond::screens::{Answers, FIGURES};
use bond::warehouse::Warehouse;

use crate::screens::{NAMED, measure_asked, print};
use crate::{Outcome, milliseconds};

const RUNS: usize = 3;

/// Times every explanation with new engines, for this year against the period before, and for twelve months against the same
/// dates of the year before: nothing loaded precedes longer periods.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let months = FilterParams {
        period: Some(Period::Last12Months),
        comparison: Some(Comparison::SameDatesLastYear),
        ..FilterParams::default()
    };
    for (name, filter) in [("this year", FilterParams::default()), ("twelve months", months)] {
        let mut measured = Vec::new();
        for figure in FIGURES.iter().map(Some).chain([None]) {
            let path = format!("explain/{}", figure.map_or("score", |figure| figure.id.as_str()));
            let ask = async |answers: &Answers<'_>| match figure {
                Some(figure) => answers.explain(figure, &filter, &ExplainParams::default()).await.map(drop),
                None => answers.explain_score(&filter, &ExplainParams::default()).await.map(drop),
            };
            measured.push(measure_asked(warehouse, path, RUNS, ask).await?);
        }
        measured.sort_by_key(|one| one.cold.total);
        println!(
            "{name}: median of {} {}; the slowest:",
            measured.len(),
            milliseconds(measured[measured.len() / 2].cold.total)
        );
        print(&measured, NAMED);
    }
    Ok(())
}
