//! Times what another method would make of the score, and issued figures computed again after a load that may have changed
//! all of them.

use std::sync::Arc;

use bond::figures::period::Window;
use bond::figures::score::BOND_1;
use bond::screens::Answers;
use bond::screens::issued::{Closed, HEADLINES, IssuedReceipts};
use bond::screens::receipts::{Issuer, Receipt, Subject};
use bond::warehouse::Warehouse;

use crate::screens::{Cold, measure_asked, print};
use crate::{Outcome, YESTERDAY};

const RUNS: usize = 3;

/// So many days of each figure were issued.
const ISSUED_DAYS: u16 = 90;

/// Times each with new engines.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let mut drafted = BOND_1.clone();
    drafted.parts[0].weight += 5;
    let effect = async |answers: &Answers<'_>| answers.method_effect(&drafted).await.map(drop);
    let mut measured = vec![measure_asked(warehouse, "a draft's effect".to_owned(), RUNS, effect).await?];

    let days = Window { start: YESTERDAY, end: YESTERDAY }.trailing(ISSUED_DAYS);
    for subject in HEADLINES.iter().copied() {
        let kept = IssuedReceipts { receipts: issued(warehouse, subject, days).await?, ..IssuedReceipts::default() };
        let path = format!("issued/{}, {ISSUED_DAYS} days that may differ", subject.id());
        let ask = async |answers: &Answers<'_>| answers.issued(warehouse, subject, days, &kept).await.map(drop);
        measured.push(measure_asked(warehouse, path, RUNS, ask).await?);
    }
    print(&measured, usize::MAX);
    Ok(())
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
