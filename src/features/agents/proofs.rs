//! Whether an answer is genuine.

use super::asked::{Asking, Refused};
use super::figures::{described, named, shown_by};
use super::said::Said;
use crate::features::receipts::numbers::{judged, numbers_in, sees};
use crate::http::changes::written;
use crate::screens::receipts::{Finding, Receipt};

/// `verify`
pub async fn verify(asking: &Asking<'_>) -> Result<Said, Refused> {
    let text = asking.required("text")?;
    let numbers = numbers_in(text);
    if numbers.is_empty() {
        return Err(Refused("There is no receipt number in it. One looks like 3F9A-1C07-BE42.".to_owned()));
    }
    let mut said = Said::default();
    for number in numbers {
        let (app, wanted) = (asking.app.clone(), number.clone());
        let receipt = written(move || app.numbered(&wanted)).await?;
        // Of a figure that is not open to the user, nothing is said.
        let is_open = |receipt: &Receipt| {
            let subject = named(&receipt.metric.id)?;
            let user = asking.user(shown_by(subject)).ok()?;
            sees(user.scope(), receipt).then_some(subject)
        };
        let Some((receipt, subject)) = receipt.and_then(|receipt| is_open(&receipt).map(|subject| (receipt, subject)))
        else {
            said.note(format!("{number}: unknown. No such receipt was issued here, or it is not open to you."));
            continue;
        };
        // It is computed again without regard to small groups: what it is now may be hidden, and so may be that it changed.
        let finding = match asking.app.settings().minimum_members {
            0 => asking.app.check_receipt(&receipt).await?,
            _ => Finding::not_reproducible("small groups are protected here. Ask for the figure again."),
        };
        let judged = judged(&number, &receipt, text, finding);
        said.figure = Some(described(subject, &asking.app.settings().currency));
        said.notes.extend(judged.lines);
        said.receipt = Some(number);
    }
    Ok(said)
}
