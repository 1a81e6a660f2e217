//! Times what another method would make of the score, and issued figures computed again after a load that may have changed
//! all of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::metrics::period::Window;
use bond::metrics::score::BOND_1;
use bond::screens::issued::{Closed, HEADLINES, Kept};
use bond::screens::receipts::{Issuer, Receipt, Subject};
use bond::warehouse::Warehouse;

use crate::screens::{Cold, for_a_user};
use crate::{Outcome, YESTERDAY, median, milliseconds};

const RUNS: usize = 3;

/// So many days of each figure were issued.
const ISSUED_DAYS: u16 = 90;

/// Times each with new engines.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        times.push(for_a_user(effect(warehouse)).await?);
    }
    println!("{:>9}  a draft's effect", milliseconds(median(times)));

    let days = Window { start: YESTERDAY, end: YESTERDAY }.trailing(ISSUED_DAYS);
    let mut times: Vec<(Duration, &str)> = Vec::new();
    for subject in HEADLINES.iter().copied() {
        let kept = Kept { receipts: issued(warehouse, subject, days).await?, ..Kept::default() };
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            let cold = Cold::new(warehouse).await?;
            let (answers, begun) = (cold.answers()?, Instant::now());
            for_a_user(answers.issued(warehouse, subject, days, &kept)).await?;
            runs.push(begun.elapsed());
        }
        times.push((median(runs), subject.id()));
    }
    times.sort_unstable();
    for (time, id) in times.iter().rev() {
        println!("{:>9}  issued/{id}, {ISSUED_DAYS} days that may differ", milliseconds(*time));
    }
    Ok(())
}

async fn effect(warehouse: &Arc<Warehouse>) -> Outcome<Duration> {
    let cold = Cold::new(warehouse).await?;
    let mut drafted = BOND_1.clone();
    drafted.parts[0].weight += 5;
    let (answers, begun) = (cold.answers()?, Instant::now());
    answers.method_effect(&drafted).await?;
    Ok(begun.elapsed())
}

/// The receipts of a subject on some days, as if every load had come after them.
async fn issued(warehouse: &Arc<Warehouse>, subject: Subject, days: Window) -> Outcome<Vec<Receipt>> {
    let cold = Cold::new(warehouse).await?;
    let answers = cold.answers()?;
    let issuer = Issuer { program: String::new(), install: String::new(), at: 0 };
    let mut receipts = Vec::new();
    let mut day = days.start;
    while day <= days.end {
        if let Some(mut receipt) = answers.issue(warehouse, Closed { subject, day }, &issuer).await? {
            receipt.data.version = 0;
            receipts.push(receipt);
        }
        day = day.next_day().ok_or("there is a day after")?;
    }
    Ok(receipts)
}
