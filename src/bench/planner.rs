//! Times the calls of the planner, and what a scan would take in place of the profile's count of members with a
//! qualifying session.

use std::sync::Arc;
use std::time::Instant;

use bond::figures::close::CloseTo;
use bond::figures::filter::FilterParams;
use bond::figures::planner::{Target, Wish};
use bond::screens::Answers;
use bond::screens::planner::PlannerParams;
use bond::warehouse::{Value, Warehouse};

use crate::screens::{for_a_user, measure_asked, print, three_years};
use crate::{Outcome, YESTERDAY, median, milliseconds};

const RUNS: usize = 3;

/// Times every call with new engines, for this year and for three years.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let mut measured = Vec::new();
    for (name, filter) in [("this year", FilterParams::default()), ("three years", three_years()?)] {
        let wish = Wish { target: Some(Target { part: None, value: 90.0 }), changes: None };
        let params = PlannerParams { filter: filter.clone(), wish };
        let plan = async |answers: &Answers<'_>| answers.planner(&params).await.map(drop);
        measured.push(measure_asked(warehouse, format!("planner, {name}"), RUNS, plan).await?);
        let forecast = async |answers: &Answers<'_>| answers.forecast(&filter).await.map(drop);
        measured.push(measure_asked(warehouse, format!("planner/forecast, {name}"), RUNS, forecast).await?);
        let close = async |answers: &Answers<'_>| answers.close(&filter).await.map(drop);
        measured.push(measure_asked(warehouse, format!("planner/close, {name}"), RUNS, close).await?);
        let ids = async |answers: &Answers<'_>| answers.members_close_to(&filter, CloseTo::Active).await.map(drop);
        measured.push(measure_asked(warehouse, format!("its ids, {name}"), RUNS, ids).await?);
    }
    print(&measured, usize::MAX);
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
