//! Every declared screen, without HTTP: first without kept answers, then with them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::Engine;
use bond::metrics::filter::FilterParams;
use bond::screens::{Answers, BREAKDOWNS, ROWS, TOTALS};
use bond::warehouse::Warehouse;

use crate::{Outcome, YESTERDAY, median, milliseconds};

const COLD_RUNS: usize = 3;
const WARM_RUNS: usize = 10;

/// The dashboards' cards, the breakdowns, the lists of the filters, polls and the schedule, each by itself.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let mut slowest = (Duration::ZERO, Duration::ZERO);
    let mut measured = 0;
    println!("{:>10} {:>10}  call", "cold", "warm");
    for call in calls() {
        let (mut cold, mut warm) = (Vec::new(), Vec::new());
        for _ in 0..COLD_RUNS {
            // A new engine keeps no answer of the run before.
            let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
            let answers = Answers { engine: &engine, today: YESTERDAY.next_day().ok_or("there is a tomorrow")? };
            engine.catalogue().await?;
            cold.push(time(&answers, &call).await?);
            for _ in 0..WARM_RUNS {
                warm.push(time(&answers, &call).await?);
            }
        }
        let worst_warm = warm.iter().max().copied().unwrap_or_default();
        let (cold, warm) = (median(cold), median(warm));
        println!("{:>10} {:>10}  {}", milliseconds(cold), milliseconds(warm), call.name());
        slowest = (slowest.0.max(cold), slowest.1.max(worst_warm));
        measured += 1;
    }
    println!("slowest of {measured}: cold {}, warm {}", milliseconds(slowest.0), milliseconds(slowest.1));
    Ok(())
}

enum Call {
    Totals(&'static bond::screens::Totals),
    Breakdown(&'static bond::screens::Breakdown),
    Rows(&'static bond::screens::Rows),
    Polls,
    Poll,
    Schedules,
}

fn calls() -> Vec<Call> {
    let totals = TOTALS.iter().map(|totals| Call::Totals(totals));
    let breakdowns = BREAKDOWNS.iter().map(|breakdown| Call::Breakdown(breakdown));
    let rows = ROWS.iter().map(|rows| Call::Rows(rows));
    totals.chain(breakdowns).chain(rows).chain([Call::Polls, Call::Poll, Call::Schedules]).collect()
}

impl Call {
    fn name(&self) -> String {
        match self {
            Call::Totals(totals) => totals.path.to_owned(),
            Call::Breakdown(breakdown) => format!("{}/breakdowns", breakdown.path),
            Call::Rows(rows) => rows.path.to_owned(),
            Call::Polls => format!("{}/info", bond::screens::polls::PATH),
            Call::Poll => format!("{}/{{id}}/answerInfos", bond::screens::polls::PATH),
            Call::Schedules => bond::screens::schedule::PATH.to_owned(),
        }
    }
}

async fn time(answers: &Answers<'_>, call: &Call) -> Outcome<Duration> {
    let filter = FilterParams::default();
    let begun = Instant::now();
    match call {
        Call::Totals(totals) => drop(answers.totals(totals, None, &filter).await?),
        Call::Breakdown(breakdown) => drop(answers.breakdown(breakdown, &filter).await?),
        Call::Rows(rows) => drop(answers.rows(rows, &filter).await?),
        Call::Polls => drop(answers.polls(&filter).await?),
        Call::Poll => drop(answers.poll(1, &filter).await?),
        Call::Schedules => drop(answers.schedules(&filter).await?),
    }
    Ok(begun.elapsed())
}
