//! Figures, each beside the plain SQL for the same question.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::filter::FilterParams;
use bond::metrics::period::{Grain, Window};
use bond::metrics::{Engine, Levels, Metric, Selection, members};
use bond::screens::{Answers, TRENDS, monitor};
use bond::warehouse::Warehouse;
use bond::warehouse::day::Day;
use time::macros::date;

use crate::{Outcome, YESTERDAY, median, milliseconds};

/// The login metrics, in the order of the plain statement's columns.
static LOGIN_METRICS: [&Metric; 9] = [
    &members::TOTAL_LOGINS,
    &members::UNIQUE_LOGINS,
    &members::UNIQUE_RETURN_LOGINS,
    &members::RETURN_LOGINS_2_MORE,
    &members::LOGINS_4_7,
    &members::LOGINS_8_10,
    &members::LOGINS_10,
    &members::ACTIVE_MEMBERS,
    &members::ENGAGED_MEMBERS,
];

const RUNS: usize = 5;

/// All login metrics of 12 months, and by month of 36, against the GROUP BY per member.
pub async fn ratios(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let year = Window { start: date!(2025 - 11 - 21), end: YESTERDAY };
    let three = Window { start: date!(2023 - 12 - 01), end: YESTERDAY };
    compare(warehouse, "all login metrics, 12 months", &[year]).await?;
    let months: Vec<Window> = three.slices(Grain::Month).into_iter().map(|slice| slice.window).collect();
    compare(warehouse, &format!("all login metrics, {} monthly points", months.len()), &months).await
}

async fn compare(warehouse: &Arc<Warehouse>, what: &str, windows: &[Window]) -> Outcome<()> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut figures, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        // A new engine keeps no answer of the run before.
        let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
        let catalogue = engine.catalogue().await?;
        let begun = Instant::now();
        let answer =
            engine.figures(&catalogue, &LOGIN_METRICS, windows, &Selection::default(), Levels::default()).await?;
        ours.push(begun.elapsed());
        figures = (0..windows.len())
            .map(|period| LOGIN_METRICS.map(|metric| answer.value(metric, 0, period).rounded(0) as i64))
            .collect();

        let begun = Instant::now();
        plain = grouped_by_member(warehouse, windows).await?;
        theirs.push(begun.elapsed());
    }
    if figures != plain {
        return Err(format!("{what}: the answers differ\n{figures:?}\n{plain:?}").into());
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{what}: {} against {}: {:.1} times faster, same answers",
        milliseconds(ours),
        milliseconds(theirs),
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
    Ok(())
}

/// The same figures the plain way: count each member's rows, then count the members.
async fn grouped_by_member(warehouse: &Arc<Warehouse>, windows: &[Window]) -> Outcome<Vec<[i64; 9]>> {
    let day = |date| Day::clamped(date).number();
    let first = windows.first().map_or(1, |window| day(window.start));
    let last = windows.last().map_or(1, |window| day(window.end));
    let (month, by_month) = if windows.len() > 1 {
        ("date_trunc('month', date '2000-01-01' + day::integer)", ", month")
    } else {
        ("null", "")
    };
    let sql = format!(
        "with per_member as (
           select segment_id, member_key, {month} as month, count(*) as logins, max(is_first::integer) as new,
                  sum(qualifying::integer) as qualifying
           from bond.derived.session where day between {first} and {last} group by segment_id, member_key{by_month}),
         by_segment as (
           select segment_id, month, sum(logins) as total, count(*) as members,
                  sum((logins - new >= 1)::integer) as returned, sum((logins - new > 2)::integer) as returned_more,
                  sum((logins between 4 and 7)::integer) as b4_7, sum((logins between 8 and 10)::integer) as b8_10,
                  sum((logins > 10)::integer) as b10, sum((qualifying >= 2)::integer) as active,
                  sum((qualifying >= 3)::integer) as engaged
           from per_member group by segment_id, month)
         select sum(total)::bigint, sum(members)::bigint, sum(returned)::bigint, sum(returned_more)::bigint,
                sum(b4_7)::bigint, sum(b8_10)::bigint, sum(b10)::bigint, sum(active)::bigint, sum(engaged)::bigint
         from by_segment group by month order by month"
    );
    let rows = warehouse.query(warehouse.data_version(), sql, Vec::new()).await?;
    let row = |at: usize| std::array::from_fn(|column| rows.columns[column].ints()[at]);
    Ok((0..rows.len).map(row).collect())
}

/// Everything the Program Monitor asks for, without and with kept answers.
pub async fn monitor(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let filter: FilterParams = serde_json::from_str("{}")?;
    let trend = TRENDS.iter().find(|trend| trend.id == "U_LOGINS").ok_or("the trends of logins are declared")?;
    let mut cold = Vec::new();
    let mut warm: [Vec<Duration>; 4] = Default::default();
    for _ in 0..RUNS {
        let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
        let answers = Answers { engine: &engine, today: YESTERDAY.next_day().ok_or("there is a tomorrow")? };
        engine.catalogue().await?;
        for round in 0..20 {
            let mut times = [Duration::ZERO; 4];
            let begun = Instant::now();
            answers.totals(&monitor::INFO, None, &filter).await?;
            times[0] = begun.elapsed();
            answers.indicators(&filter).await?;
            times[1] = begun.elapsed() - times[0];
            answers.score(&filter).await?;
            times[2] = begun.elapsed() - times[0] - times[1];
            answers.trends(trend, &filter).await?;
            times[3] = begun.elapsed() - times[0] - times[1] - times[2];
            if round == 0 {
                cold.push(begun.elapsed());
            } else {
                for (all, time) in warm.iter_mut().zip(times) {
                    all.push(time);
                }
            }
        }
    }
    println!("info, indicators, score and one trend, cold: {}", milliseconds(median(cold)));
    for (name, times) in ["info", "indicators", "score", "trends"].iter().zip(warm) {
        let worst = times.iter().max().copied().unwrap_or_default();
        println!("{name}, warm: {} (worst {})", milliseconds(median(times)), milliseconds(worst));
    }
    Ok(())
}
