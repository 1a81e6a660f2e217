//! Times every declared screen without HTTP, cold and warm.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::Engine;
use bond::metrics::filter::FilterParams;
use bond::scope::Scope;
use bond::screens::{Answers, BREAKDOWNS, LIST_CALLS, TOTALS};
use bond::telemetry::{Work, collected};
use bond::warehouse::{Askers, Warehouse};
use serde::Serialize;
use time::Month;

use crate::{Outcome, YESTERDAY, median, milliseconds};

const COLD_RUNS: usize = 3;
const WARM_RUNS: usize = 10;

/// How many calls are printed when not all of them are.
const NAMED: usize = 5;

/// Times dashboard cards, breakdowns, filter lists, polls and the schedule separately: first with the page's default
/// filters, then with more demanding ones.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    println!("this year to yesterday");
    print(measure(warehouse, &FilterParams::default(), COLD_RUNS).await?, usize::MAX);

    let start = YESTERDAY.replace_year(YESTERDAY.year() - 3)?.next_day().ok_or("there is a day after")?;
    let three_years = FilterParams {
        start_date: Some(start.to_string()),
        end_date: Some(YESTERDAY.to_string()),
        ..FilterParams::default()
    };
    println!("three years to yesterday, month by month; the slowest:");
    print(measure(warehouse, &three_years, COLD_RUNS).await?, NAMED);

    let chosen = FilterParams { offers: half(), campaigns: half(), ..FilterParams::default() };
    println!("this year, with half of the offers and campaigns chosen; the slowest:");
    print(measure(warehouse, &chosen, COLD_RUNS).await?, NAMED);
    Ok(())
}

/// The ids of half of the offers or campaigns: every other one. Ids in the demo start at 1.
pub fn half() -> Option<Vec<i32>> {
    Some((1..10_000).step_by(2).collect())
}

/// A call with its times.
pub struct Measured {
    pub path: String,
    /// The median over new engines with an empty cache.
    pub cold: Timed,
    pub warm: Duration,
    worst_warm: Duration,
}

/// How long an answer took, and what of that was spent where.
#[derive(Clone, Copy)]
pub struct Timed {
    pub total: Duration,
    json: Duration,
    work: Work,
}

/// The times of a call. Waiting, planning, scanning and counting are added up over queries that run side by side; `rest`
/// is the time without a query: the roll-up.
pub const TIMES: [&str; 8] = ["cold", "waiting", "planning", "scanning", "counting", "rest", "json", "warm"];

impl Measured {
    /// In the order of [`TIMES`].
    pub fn times(&self) -> [Duration; 8] {
        let Timed { total, json, work } = self.cold;
        let rest = total.saturating_sub(work.database + json);
        let stages = work.stages;
        [total, stages.waiting, stages.planning, stages.scanning, stages.counting, rest, json, self.warm]
    }

    /// Its times in a line of a table.
    pub fn line(&self) -> String {
        aligned(self.times().map(milliseconds))
    }
}

/// The heads of the columns of [`Measured::line`].
pub fn heads() -> String {
    aligned(TIMES.map(str::to_owned))
}

fn aligned(columns: [String; 8]) -> String {
    columns.map(|column| format!("{column:>9}")).join(" ")
}

/// Times every call, with so many new engines each.
pub async fn measure(warehouse: &Arc<Warehouse>, filter: &FilterParams, cold_runs: usize) -> Outcome<Vec<Measured>> {
    let mut measured = Vec::new();
    for call in calls() {
        let (mut cold, mut warm) = (Vec::new(), Vec::new());
        for _ in 0..cold_runs {
            let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
            let answers = Answers {
                engine: &engine,
                today: YESTERDAY.next_day().ok_or("there is a tomorrow")?,
                year_start: Month::January,
                scope: &Scope::All,
            };
            engine.catalogue().await?;
            cold.push(time(&answers, &call, filter).await?);
            for _ in 0..WARM_RUNS {
                warm.push(time(&answers, &call, filter).await?.total);
            }
        }
        cold.sort_by_key(|timed: &Timed| timed.total);
        let worst_warm = warm.iter().max().copied().unwrap_or_default();
        let cold = cold[cold.len() / 2];
        measured.push(Measured { path: call.path(), cold, warm: median(warm), worst_warm });
    }
    Ok(measured)
}

/// Prints at most `most` calls, the slowest if there are more.
fn print(mut measured: Vec<Measured>, most: usize) {
    if measured.len() > most {
        measured.sort_by_key(|one| std::cmp::Reverse(one.cold.total));
    }
    println!("{}  call", heads());
    for one in measured.iter().take(most) {
        println!("{}  {}", one.line(), one.path);
    }
    let cold = measured.iter().map(|one| one.cold.total).max().unwrap_or_default();
    let warm = measured.iter().map(|one| one.worst_warm).max().unwrap_or_default();
    println!("slowest of {}: cold {}, warm {}", measured.len(), milliseconds(cold), milliseconds(warm));
}

enum Call {
    Totals(&'static bond::screens::Totals),
    Breakdown(&'static bond::screens::Breakdown),
    List(&'static bond::screens::ListCall),
    Polls,
    Poll,
    Schedules,
}

fn calls() -> Vec<Call> {
    let totals = TOTALS.iter().map(|totals| Call::Totals(totals));
    let breakdowns = BREAKDOWNS.iter().map(|breakdown| Call::Breakdown(breakdown));
    let rows = LIST_CALLS.iter().map(|rows| Call::List(rows));
    totals.chain(breakdowns).chain(rows).chain([Call::Polls, Call::Poll, Call::Schedules]).collect()
}

impl Call {
    fn path(&self) -> String {
        match self {
            Call::Totals(totals) => totals.path.to_owned(),
            Call::Breakdown(breakdown) => format!("{}/breakdowns", breakdown.path),
            Call::List(rows) => rows.path.to_owned(),
            Call::Polls => format!("{}/info", bond::screens::declared::polls::PATH),
            Call::Poll => format!("{}/{{id}}/answerInfos", bond::screens::declared::polls::PATH),
            Call::Schedules => bond::screens::declared::emails::SCHEDULE_PATH.to_owned(),
        }
    }
}

/// Works as for a signed-in user, for whom several queries run at the same time; Bond's own run one after another.
pub async fn for_a_user<T>(work: impl Future<Output = T>) -> T {
    let noted = async {
        Askers::note_user(1);
        work.await
    };
    Arc::<Askers>::default().ask(noted).await
}

/// Times a call up to its JSON.
async fn time(answers: &Answers<'_>, call: &Call, filter: &FilterParams) -> Outcome<Timed> {
    let begun = Instant::now();
    let (json, work) = collected(for_a_user(async {
        Ok::<_, Box<dyn std::error::Error>>(match call {
            Call::Totals(totals) => written(&answers.totals(totals, None, filter).await?)?,
            Call::Breakdown(breakdown) => written(&answers.breakdown(breakdown, filter).await?)?,
            Call::List(rows) => written(&answers.list(rows, filter).await?)?,
            Call::Polls => written(&answers.polls(filter).await?)?,
            Call::Poll => written(&answers.poll(1, filter).await?)?,
            Call::Schedules => written(&answers.schedules(filter).await?)?,
        })
    }))
    .await;
    let json = json?;
    Ok(Timed { total: begun.elapsed(), json, work })
}

/// How long it takes to write an answer as JSON.
fn written(answer: &impl Serialize) -> Outcome<Duration> {
    let begun = Instant::now();
    serde_json::to_vec(answer)?;
    Ok(begun.elapsed())
}
