//! Receipts that are handed out by their number alone: beside an answer, where a whole receipt has no room. Bond keeps the
//! receipt, so that whoever has the number, or a text with it, can ask whether the figure is genuine.
//!
//! The number is that of what a receipt says, not of when: the same figure, filter and data have the same number.

use actix_web::web;

use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::figures::filter::FilterParams;
use crate::http::changes::written;
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::receipts::{
    Finding, NoReceipt, Outcome, Receipt, SegmentsLeftOut, Subject, digest, read_scope, verified,
};
use crate::store::StoreError;

/// The digits of a number, and how many stand together.
const DIGITS: usize = 12;
const TOGETHER: usize = 4;
/// The most numbers of one text that are checked.
const MOST_NUMBERS: usize = 20;

/// What is to be said of a receipt and a text that has its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Genuine,
    /// The text does not say what the receipt says.
    Altered,
    /// It was so, and loads have changed it since.
    Outdated,
    /// It was so, and cannot be computed again.
    Unproven,
}

/// A verdict with sentences that say why.
#[derive(Clone, Debug)]
pub struct Judged {
    pub verdict: Verdict,
    pub lines: Vec<String>,
}

/// A number in a text, with its receipt and the verdict; without these where no such receipt was handed out, or it is of
/// figures that whoever asks does not see.
#[derive(Clone, Debug)]
pub struct CheckedNumber {
    pub number: String,
    pub receipt: Option<(Receipt, Judged)>,
}

/// The number of a receipt.
pub fn number_of(receipt: &Receipt) -> Result<String, serde_json::Error> {
    let mut said = serde_json::to_value(receipt)?;
    if let Some(fields) = said.as_object_mut() {
        fields.retain(|name, _| !["issuedAt", "key", "signature", "bondVersion"].contains(&name.as_str()));
    }
    let digest = digest(&said)?.to_uppercase();
    let parts: Vec<&str> =
        (0..DIGITS / TOGETHER).filter_map(|at| digest.get(at * TOGETHER..(at + 1) * TOGETHER)).collect();
    Ok(parts.join("-"))
}

/// The numbers in a text, each once.
pub fn numbers_in(text: &str) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
        let parts: Vec<&str> = word.split('-').collect();
        let is_part = |part: &&str| part.len() == TOGETHER && part.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = word.to_uppercase();
        if parts.len() == DIGITS / TOGETHER && parts.iter().all(is_part) && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}

/// Whether somebody may see the figure of a receipt: its dashboard is open, and its members are theirs.
fn sees(permissions: &Permissions, receipt: &Receipt) -> bool {
    let (module, has_members) = match Subject::named(&receipt.metric.id) {
        Some(Subject::Figure(figure) | Subject::Part(figure, _)) => {
            (figure.dashboard.module, figure.dashboard.has_members)
        }
        Some(Subject::Score) => (Module::Monitor, true),
        None => return false,
    };
    let scope = permissions.scope(module);
    let is_of = |scope: &Scope| *scope == Scope::All || read_scope(&receipt.scope).is_some_and(|of| of == *scope);
    permissions.opens(module, has_members) && is_of(&scope)
}

/// What is to be said of the numbers in a text to somebody with these permissions.
///
/// # Errors
/// As the calls that answer figures.
pub async fn checked(
    app: &web::Data<App>,
    permissions: &Permissions,
    text: &str,
) -> Result<Vec<CheckedNumber>, ApiError> {
    let mut all = Vec::new();
    for number in numbers_in(text).into_iter().take(MOST_NUMBERS) {
        let (own, wanted) = (app.clone(), number.clone());
        let kept = written(move || own.numbered(&wanted)).await?;
        let receipt = match kept.filter(|receipt| sees(permissions, receipt)) {
            None => None,
            Some(receipt) => {
                // It is computed again without regard to small groups: what it is now may be hidden, and so may be that it
                // changed.
                let finding = match app.settings().minimum_members {
                    0 => app.check_receipt(&receipt).await?,
                    _ => Finding::not_reproducible("small groups are protected here. Ask for the figure again."),
                };
                let judged = judged(&number, &receipt, text, finding);
                Some((receipt, judged))
            }
        };
        all.push(CheckedNumber { number, receipt });
    }
    Ok(all)
}

/// The figure of a receipt as it is shown.
fn value_of(receipt: &Receipt) -> Option<f64> {
    match (&receipt.figure, &receipt.score) {
        (Some(figure), _) => figure.value.as_ref().map(|value| value.shown),
        (None, score) => score.as_ref()?.score,
    }
}

/// Whether a text says a figure: exactly, or rounded to fewer decimals. Thousands may be separated, by whatever the reader's
/// language has.
fn says(text: &str, value: f64) -> bool {
    let separators = [',', '.', ' ', '\'', '\u{a0}', '\u{202f}', '’'];
    let rounded = |decimals: usize| format!("{:.decimals$}", value.abs());
    let wanted: Vec<String> = (0..=6).map(rounded).collect();
    // Where the text has only zeros behind the point, or none, that is a rounding, too.
    let is_it = |found: &str| {
        let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
        let decimals = found.rfind(['.', ',']).map_or(0, |at| found.len() - at - 1);
        let as_decimal = wanted.get(decimals).is_some_and(|wanted| digits(wanted) == digits(found));
        as_decimal || digits(&wanted[0]) == digits(found) && (decimals == 0 || decimals == 3)
    };
    // The tokens of digits and separators, without those at their ends.
    let mut tokens: Vec<String> = vec![String::new()];
    for letter in text.chars() {
        match tokens.last_mut() {
            Some(token) if letter.is_ascii_digit() || separators.contains(&letter) && !token.is_empty() => {
                token.push(letter);
            }
            _ => tokens.push(String::new()),
        }
    }
    tokens.iter().any(|token| {
        let token = token.trim_end_matches(separators);
        // Spaces separate thousands, and words: both readings count.
        is_it(token) || token.split([' ', '\u{a0}', '\u{202f}']).any(|part| is_it(part.trim_end_matches(separators)))
    })
}

impl App {
    /// The receipt that was handed out by a number.
    ///
    /// # Errors
    /// If the store fails.
    pub fn numbered(&self, number: &str) -> Result<Option<Receipt>, StoreError> {
        let kept = self.store.numbered_receipt(number)?;
        Ok(kept.and_then(|kept| verified(kept.as_bytes(), None).ok()))
    }
}

/// What is to be said of a text that has the number of a receipt, by what came of computing its figure again. A text without
/// any other number says nothing of its own.
pub fn judged(number: &str, receipt: &Receipt, text: &str, finding: Finding) -> Judged {
    let value = value_of(receipt);
    let shown = value.map_or_else(|| "no value".to_owned(), |value| value.to_string());
    let groups: Vec<String> =
        receipt.filter.groups.iter().map(|(grouping, groups)| format!("{} of {grouping}", groups.len())).collect();
    let of_groups =
        if groups.is_empty() { String::new() } else { format!(", of chosen groups ({})", groups.join(", ")) };
    let (metric, window) = (&receipt.metric, &receipt.window);
    let mut lines = vec![format!(
        "{number}: {} ({}), {} to {}{of_groups}: {shown}. Issued {}, data version {}.",
        metric.label, metric.id, window.start, window.end, receipt.issued_at, receipt.data.version
    )];
    let rest = numbers_in(text).iter().fold(text.to_uppercase(), |rest, number| rest.replace(number, ""));
    let is_said =
        !rest.contains(|letter: char| letter.is_ascii_digit()) || value.is_none_or(|value| says(&rest, value));
    let (verdict, first) = match finding.outcome {
        _ if !is_said => (Verdict::Altered, format!("Altered: the text does not have the figure {shown}.")),
        Outcome::Untrusted => (Verdict::Altered, "Altered: the receipt is not one of this install's.".to_owned()),
        Outcome::Equal => (Verdict::Genuine, "Genuine: computed again, the figure is the same.".to_owned()),
        Outcome::Restated => (Verdict::Outdated, "Outdated: it was so when it was issued.".to_owned()),
        Outcome::NotReproducible => (Verdict::Unproven, "Genuine as issued; it was not computed again.".to_owned()),
    };
    lines.push(first);
    if finding.outcome != Outcome::Equal {
        lines.extend(finding.lines);
    }
    Judged { verdict, lines }
}

/// The number of a figure's receipt, which is kept.
///
/// # Errors
/// As the calls that answer figures.
pub async fn numbered_receipt(
    app: &web::Data<App>,
    user: &SignedIn,
    subject: Subject,
    filter: &FilterParams,
) -> Result<Result<String, NoReceipt>, ApiError> {
    let at = app.clock.now();
    let mut receipt = match app.unsigned_receipt(user.scope(), subject, filter, at).await? {
        Ok(receipt) => receipt,
        Err(reason) => return Ok(Err(reason)),
    };
    // A receipt lists every combination of groups, and a program may have thousands.
    if let Some(figure) = receipt.figure.as_mut().filter(|figure| figure.segments.is_some()) {
        figure.segments = None;
        figure.segments_left_out = Some(SegmentsLeftOut::Numbered);
    }
    let app = app.clone();
    let kept = written(move || {
        let kept = app.sign_receipt(&mut receipt, at)?.and_then(|_| {
            let number = number_of(&receipt)?;
            Ok((number, serde_json::to_string(&receipt)?))
        });
        match kept {
            Ok((number, json)) => app.store.keep_receipt(&number, &json, at).map(|()| Ok(number)),
            Err(error) => Ok(Err(error)),
        }
    });
    Ok(Ok(kept.await?.map_err(|error| ApiError::internal(&error))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_any_text() {
        let text =
            "Logins were 1,234 (receipt 3f9a-1c07-be42, 2026-03-01). Receipt: 3F9A-1C07-BE42; other: 0000-0000-0001.";
        assert_eq!(numbers_in(text), ["3F9A-1C07-BE42", "0000-0000-0001"]);
        assert_eq!(numbers_in("2026-03-01 3F9A-1C07 3F9A-1C07-BE42-0000 3F9A-1C07-BEGG"), Vec::<String>::new());
    }

    #[test]
    fn a_text_says_a_figure_in_any_notation_or_rounded() {
        for (text, value) in [
            ("Logins: 12345.", 12_345.0),
            ("12,345 logins", 12_345.0),
            ("12.345 Logins", 12_345.0),
            ("12 345 connexions", 12_345.0),
            ("1'234'567", 1_234_567.0),
            ("45.23 %", 45.23),
            ("45,23 %", 45.23),
            ("about 45.2 %", 45.23),
            ("45 percent of 3 tiers", 45.23),
            ("fell by -3.5 points", -3.5),
            ("{\"now\":12345}", 12_345.0),
            ("in 2 months 12 345 logins", 12_345.0),
        ] {
            assert!(says(text, value), "{text} {value}");
        }
        for (text, value) in [
            ("12346", 12_345.0),
            ("45.24", 45.23),
            ("123450", 12_345.0),
            ("46 %", 45.23),
            ("no figure", 1.0),
            ("1.2345", 12_345.0),
        ] {
            assert!(!says(text, value), "{text} {value}");
        }
    }
}
