//! Times every declared screen without HTTP, cold and warm.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::figures::Engine;
use bond::figures::calendar::Calendar;
use bond::figures::filter::{FilterParams, GroupsAsOf};
use bond::figures::score::BOND_1;
use bond::scope::Scope;
use bond::screens::declared::emails::SCHEDULE_PATH;
use bond::screens::declared::polls;
use bond::screens::{AnswerCache, AnswerError, Answers, BREAKDOWNS, Call, LIST_CALLS, TOTALS};
use bond::telemetry::{Work, collected};
use bond::warehouse::{Principals, Warehouse};

use crate::{Outcome, YESTERDAY, median, milliseconds};

const COLD_RUNS: usize = 3;
const WARM_RUNS: usize = 10;

/// How many calls are printed when not all of them are.
pub const NAMED: usize = 5;

/// Times dashboard cards, breakdowns, filter lists, polls and the schedule separately: first with the page's default
/// filters, then with more demanding ones.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    println!("this year to yesterday");
    print(&measure(warehouse, &FilterParams::default(), COLD_RUNS).await?, usize::MAX);

    println!("three years to yesterday, month by month; the slowest:");
    print(&measure(warehouse, &three_years()?, COLD_RUNS).await?, NAMED);

    let chosen = FilterParams { offers: half(), campaigns: half(), ..FilterParams::default() };
    println!("this year, with half of the offers and campaigns chosen; the slowest:");
    print(&measure(warehouse, &chosen, COLD_RUNS).await?, NAMED);
    Ok(())
}

/// Three years to yesterday, month by month.
pub fn three_years() -> Outcome<FilterParams> {
    let start = YESTERDAY.replace_year(YESTERDAY.year() - 3)?.next_day().ok_or("there is a day after")?;
    Ok(FilterParams {
        start_date: Some(start.to_string()),
        end_date: Some(YESTERDAY.to_string()),
        ..FilterParams::default()
    })
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
    work: Work,
}

/// The times of a call. Waiting, planning, scanning and counting are added up over queries that run side by side; `rest`
/// is the time without a query: the roll-up and the JSON.
pub const TIMES: [&str; 7] = ["cold", "waiting", "planning", "scanning", "counting", "rest", "warm"];

impl Measured {
    /// In the order of [`TIMES`].
    pub fn times(&self) -> [Duration; 7] {
        let Timed { total, work } = self.cold;
        let rest = total.saturating_sub(work.database);
        let stages = work.stages;
        [total, stages.waiting, stages.planning, stages.scanning, stages.counting, rest, self.warm]
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

fn aligned(columns: [String; 7]) -> String {
    columns.map(|column| format!("{column:>9}")).join(" ")
}

/// An engine with an empty cache, which has read the catalogue.
pub struct Cold {
    engine: Engine,
    kept: AnswerCache,
}

impl Cold {
    pub async fn new(warehouse: &Arc<Warehouse>) -> Outcome<Cold> {
        let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90).protecting(crate::number("BOND_BENCH_MINIMUM", 0));
        engine.catalogue().await?;
        Ok(Cold { engine, kept: AnswerCache::new(1 << 26) })
    }

    pub fn answers(&self) -> Outcome<Answers<'_>> {
        Ok(Answers {
            engine: &self.engine,
            kept: &self.kept,
            today: YESTERDAY.next_day().ok_or("there is a tomorrow")?,
            calendar: Calendar::default(),
            groups_as_of: GroupsAsOf::Now,
            scope: &Scope::All,
            method: Arc::new(BOND_1.clone()),
            currency: "USD".to_owned(),
            language: bond::i18n::language::Language::En,
        })
    }
}

/// Times every call, with so many new engines each.
pub async fn measure(warehouse: &Arc<Warehouse>, filter: &FilterParams, cold_runs: usize) -> Outcome<Vec<Measured>> {
    let mut measured = Vec::new();
    for call in calls() {
        measured.push(measure_call(warehouse, (call, path(call)), filter, cold_runs).await?);
    }
    Ok(measured)
}

/// Times a call, given with the name that it has in lists, with so many new engines.
pub async fn measure_call(
    warehouse: &Arc<Warehouse>,
    (call, path): (Call, String),
    filter: &FilterParams,
    cold_runs: usize,
) -> Outcome<Measured> {
    measure_asked(warehouse, path, cold_runs, async |answers| answers.answer(call, filter).await.map(drop)).await
}

/// Times what `ask` asks, under this name in lists, with so many new engines.
pub async fn measure_asked(
    warehouse: &Arc<Warehouse>,
    path: String,
    cold_runs: usize,
    ask: impl AsyncFn(&Answers<'_>) -> Result<(), AnswerError>,
) -> Outcome<Measured> {
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..cold_runs {
        let fresh = Cold::new(warehouse).await?;
        let answers = fresh.answers()?;
        // Boxed, because the types of all futures of an answer together are too deep for the compiler.
        cold.push(time(Box::pin(ask(&answers))).await?);
        for _ in 0..WARM_RUNS {
            warm.push(time(Box::pin(ask(&answers))).await?.total);
        }
    }
    cold.sort_by_key(|timed: &Timed| timed.total);
    let worst_warm = warm.iter().max().copied().unwrap_or_default();
    Ok(Measured { path, cold: cold[cold.len() / 2], warm: median(warm), worst_warm })
}

/// Prints at most `most` calls, the slowest if there are more.
pub fn print(measured: &[Measured], most: usize) {
    let mut shown: Vec<&Measured> = measured.iter().collect();
    if shown.len() > most {
        shown.sort_by_key(|one| std::cmp::Reverse(one.cold.total));
    }
    println!("{}  call", heads());
    for one in shown.iter().take(most) {
        println!("{}  {}", one.line(), one.path);
    }
    let cold = measured.iter().map(|one| one.cold.total).max().unwrap_or_default();
    let warm = measured.iter().map(|one| one.worst_warm).max().unwrap_or_default();
    println!("slowest of {}: cold {}, warm {}", measured.len(), milliseconds(cold), milliseconds(warm));
}

/// Every call of figures.
pub fn calls() -> Vec<Call> {
    let totals = TOTALS.iter().map(|totals| Call::Totals(totals, None));
    let breakdowns = BREAKDOWNS.iter().map(|breakdown| Call::Breakdown(breakdown));
    let rows = LIST_CALLS.iter().map(|rows| Call::List(rows));
    totals.chain(breakdowns).chain(rows).chain([Call::Polls, Call::Poll(1), Call::Schedules]).collect()
}

/// Its path, as far as it is the same for all.
pub fn path(call: Call) -> String {
    match call {
        Call::Totals(totals, _) => totals.path.to_owned(),
        Call::Breakdown(breakdown) => format!("{}/breakdowns", breakdown.path),
        Call::List(rows) => rows.path.to_owned(),
        Call::Polls => format!("{}/info", polls::PATH),
        Call::Poll(_) => format!("{}/{{id}}/{}", polls::PATH, polls::OPTIONS),
        Call::Schedules => SCHEDULE_PATH.to_owned(),
        other => format!("{other:?}"),
    }
}

/// Works as for a signed-in user, for whom several queries run at the same time; Bond's own run one after another.
pub async fn for_a_user<T>(work: impl Future<Output = T>) -> T {
    let noted = async {
        Principals::note_user(1);
        work.await
    };
    Arc::<Principals>::default().ask(noted).await
}

/// Times an answer, of a screen's call up to its JSON.
async fn time(asked: impl Future<Output = Result<(), AnswerError>>) -> Outcome<Timed> {
    let begun = Instant::now();
    let (answer, work) = collected(for_a_user(asked)).await;
    answer?;
    Ok(Timed { total: begun.elapsed(), work })
}
