//! Times why each figure and the score moved.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::filter::FilterParams;
use bond::metrics::period::{Comparison, Period};
use bond::screens::FIGURES;
use bond::screens::explain::ExplainParams;
use bond::warehouse::Warehouse;

use crate::screens::{Cold, NAMED, for_a_user};
use crate::{Outcome, median, milliseconds};

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
        let mut times: Vec<(Duration, &str)> = Vec::new();
        for figure in FIGURES.iter().map(Some).chain([None]) {
            let mut runs = Vec::new();
            for _ in 0..RUNS {
                let cold = Cold::new(warehouse).await?;
                let (answers, asked) = (cold.answers()?, ExplainParams::default());
                let begun = Instant::now();
                for_a_user(async {
                    match figure {
                        Some(figure) => answers.explain(figure, &filter, &asked).await.map(drop),
                        None => answers.explain_score(&filter, &asked).await.map(drop),
                    }
                })
                .await?;
                runs.push(begun.elapsed());
            }
            times.push((median(runs), figure.map_or("score", |figure| figure.id.as_str())));
        }
        times.sort_unstable();
        println!("{name}: median of {} {}; the slowest:", times.len(), milliseconds(times[times.len() / 2].0));
        for (time, id) in times.iter().rev().take(NAMED) {
            println!("{:>9}  explain/{id}", milliseconds(*time));
        }
    }
    Ok(())
}
