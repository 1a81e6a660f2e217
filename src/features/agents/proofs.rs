//! Whether an answer is genuine.

use super::asked::{Asking, Refused};
use super::figures::{described, named};
use super::said::Said;
use crate::features::receipts::numbers::{CheckedNumber, checked};

/// `verify`
pub async fn verify(asking: &Asking<'_>) -> Result<Said, Refused> {
    let text = asking.required("text")?;
    let found = checked(asking.app, asking.permissions, text).await?;
    if found.is_empty() {
        return Err(Refused("There is no receipt number in it. One looks like 3F9A-1C07-BE42.".to_owned()));
    }
    let mut said = Said::default();
    for CheckedNumber { number, receipt } in found {
        let Some((receipt, judged)) = receipt else {
            said.note(format!("{number}: unknown. No such receipt was issued here, or it is not open to you."));
            continue;
        };
        said.figure = named(&receipt.metric.id).map(|subject| described(subject, &asking.app.settings().currency));
        said.notes.extend(judged.lines);
        said.receipt = Some(number);
    }
    Ok(said)
}
