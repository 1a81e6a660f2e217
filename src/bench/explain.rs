//! Times why each figure and the score moved.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::filter::FilterParams;
use bond::screens::FIGURES;
use bond::screens::explain::ExplainParams;
use bond::warehouse::Warehouse;

use crate::screens::{Cold, NAMED, for_a_user, three_years};
use crate::{Outcome, median, milliseconds};

const RUNS: usize = 3;

/// Times every explanation with new engines, for this year and for three years.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    for (name, filter) in [("this year", FilterParams::default()), ("three years", three_years()?)] {
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
