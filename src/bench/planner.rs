//! Times the calls of the planner, and what a scan would take in place of the profile's count of members with a
//! qualifying session.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::close::CloseTo;
use bond::metrics::filter::FilterParams;
use bond::metrics::planner::{Target, Wish};
use bond::screens::planner::PlannerParams;
use bond::warehouse::{Value, Warehouse};

use crate::screens::{Cold, for_a_user, three_years};
use crate::{Outcome, YESTERDAY, median, milliseconds};

const RUNS: usize = 3;

/// A call of the planner.
#[derive(Clone, Copy)]
enum Asked {
    Plan,
    Forecast,
    Close,
    Members,
}

/// Times every call with new engines, for this year and for three years.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    for (name, filter) in [("this year", FilterParams::default()), ("three years", three_years()?)] {
        let calls = [
            ("planner", Asked::Plan),
            ("planner/forecast", Asked::Forecast),
            ("planner/close", Asked::Close),
            ("its ids", Asked::Members),
        ];
        for (call, asked) in calls {
            let mut times = Vec::new();
            for _ in 0..RUNS {
                times.push(for_a_user(time(warehouse, &filter, asked)).await?);
            }
            println!("{:>9}  {call}, {name}", milliseconds(median(times)));
        }
    }
    let sql = "select count_if(n = 1)::bigint from (select count(*) as n from bond.derived.session \
               where qualifying and day between ? and ? group by member_key)";
    let last = (YESTERDAY - time::macros::date!(2000 - 01 - 01)).whole_days();
    for (name, days) in [("90 days", 90), ("three years", 1095)] {
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let (begun, version) = (Instant::now(), warehouse.data_version());
            let values = vec![Value::Int(last - days + 1), Value::Int(last)];
            for_a_user(warehouse.query(version, sql.to_owned(), values)).await?;
            times.push(begun.elapsed());
        }
        println!("{:>9}  a scan for members with one qualifying session in {name}", milliseconds(median(times)));
    }
    Ok(())
}

async fn time(warehouse: &Arc<Warehouse>, filter: &FilterParams, asked: Asked) -> Outcome<Duration> {
    let cold = Cold::new(warehouse).await?;
    let answers = cold.answers()?;
    let begun = Instant::now();
    match asked {
        Asked::Plan => {
            let target = Some(Target { part: None, value: 90.0 });
            let wish = Wish { target, changes: None };
            answers.planner(&PlannerParams { filter: filter.clone(), wish }).await.map(drop)?;
        }
        Asked::Forecast => answers.forecast(filter).await.map(drop)?,
        Asked::Close => answers.close(filter).await.map(drop)?,
        Asked::Members => answers.members_close_to(filter, CloseTo::Active).await.map(drop)?,
    }
    Ok(begun.elapsed())
}
