//! The call that checks what somebody pastes: a receipt, or figures that are quoted with the number of one.
//!
//! It tells nobody more than they may see: of a table or receipt of other members than theirs it says nothing, and a receipt
//! is not computed again where small groups are hidden.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::numbers::{self, CheckedNumber, checked};
use super::pasted::{Compared, Pasted, Quote, compare, pasted};
use super::tables::{Quotable, scope_digest};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock::second;
use crate::delivery::scope_of;
use crate::error::ApiError;
use crate::http::body::Strict;
use crate::http::changes::scanned;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::render::Screen;
use crate::scope::Scope;
use crate::screens::receipts::{Finding, Outcome, Receipt, Subject, Untrusted, verified};

/// The most numbers of one text that are checked, and figures of each that are answered.
const MOST_QUOTES: usize = 50;
const MOST_FIGURES: usize = 200;

/// What is pasted.
#[derive(Deserialize, TS, JsonSchema)]
pub struct PastedText {
    /// A receipt as JSON, rows of a table with their receipt, or sentences with figures and the number of their receipt.
    pub text: String,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It is what Bond answered, and still is.
    Genuine,
    /// It is what Bond answered, and would be another figure now.
    Outdated,
    /// It is not what Bond answered.
    Altered,
    /// Bond signed it; the figure was not computed again.
    Signed,
    /// Bond has no such receipt, or it is of figures that whoever asks may not see.
    Unknown,
}

/// What was pasted, judged.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct Checked {
    /// One for each receipt, or number with its row; none where the text has neither.
    pub found: Vec<CheckedQuote>,
}

/// A receipt or what is quoted with its number.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedQuote {
    pub verdict: Verdict,
    /// The number of the receipt; null for a receipt as JSON.
    pub number: Option<String>,
    /// What the table or figure is called; null where the verdict is unknown.
    pub title: Option<String>,
    /// The days that it is of: yyyy-mm-dd.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// When it was answered first, in UTC.
    pub answered_at: Option<String>,
    /// The figures that are quoted, or those of the table that are others now; at most 200.
    pub figures: Vec<CheckedFigure>,
    /// What is quoted and is not in the table.
    pub strange: Vec<String>,
    /// Of a receipt as JSON: what `bond verify-receipt` says, in English.
    pub says: Vec<String>,
}

/// A figure that is quoted.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedFigure {
    pub row: String,
    pub column: String,
    /// As it was pasted.
    pub quoted: String,
    /// What Bond answered; null where the figure is hidden now.
    pub was: Option<String>,
    /// What it is now; null where it is hidden or no longer there.
    pub now: Option<String>,
    pub is_same: bool,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/v1/receipts/check", Class::Own, check)
            .says("Checks what is pasted: a receipt, rows of a table with their receipt, or sentences that quote figures with one. Whether it is genuine, altered or outdated, and what differs.")
            .takes_only::<PastedText>()
            .answers::<Checked>(),
    ]
}

async fn check(app: web::Data<App>, user: SignedIn, body: Strict<PastedText>) -> Answer {
    let found = match pasted(&body.0.text) {
        Pasted::Receipt(json) => vec![receipt(&app, &user, &json).await?],
        Pasted::Quotes(quotes) => {
            let mut found = Vec::new();
            for quote in quotes.into_iter().take(MOST_QUOTES) {
                found.push(quoted(&app, &user, quote).await?);
            }
            found.extend(checked(&app, user.permissions(), &body.0.text).await?.into_iter().map(numbered));
            found
        }
    };
    Ok(HttpResponse::Ok().json(Checked { found }))
}

impl CheckedQuote {
    fn unknown(number: Option<String>) -> CheckedQuote {
        CheckedQuote {
            verdict: Verdict::Unknown,
            number,
            title: None,
            first_day: None,
            last_day: None,
            answered_at: None,
            figures: Vec::new(),
            strange: Vec::new(),
            says: Vec::new(),
        }
    }
}

/// What is quoted with the number of a receipt of one figure, as agents are told.
fn numbered(CheckedNumber { number, receipt }: CheckedNumber) -> CheckedQuote {
    let unknown = CheckedQuote::unknown(Some(number));
    let Some((receipt, judged)) = receipt else { return unknown };
    let verdict = match judged.verdict {
        numbers::Verdict::Genuine => Verdict::Genuine,
        numbers::Verdict::Altered => Verdict::Altered,
        numbers::Verdict::Outdated => Verdict::Outdated,
        numbers::Verdict::Unproven => Verdict::Signed,
    };
    CheckedQuote {
        verdict,
        title: Some(receipt.metric.label),
        first_day: Some(receipt.window.start),
        last_day: Some(receipt.window.end),
        answered_at: Some(receipt.issued_at),
        says: judged.lines,
        ..unknown
    }
}

/// What is quoted with the number of a table.
async fn quoted(app: &web::Data<App>, user: &SignedIn, quote: Quote) -> Result<CheckedQuote, ApiError> {
    let (store, number) = (app.store.clone(), quote.number.clone());
    let unknown = CheckedQuote::unknown(Some(quote.number.clone()));
    let Some((kept, at)) = scanned(move || store.quotable(&number)).await? else { return Ok(unknown) };
    let Some(scope) = seen(&kept, user.permissions()) else { return Ok(unknown) };
    let now = kept.again(app, (user.id(), &scope)).await?;
    let found = compare(&quote, &kept.table, now.as_ref());
    let is_altered = found.is_altered();
    let verdict = match (is_altered, found.is_outdated()) {
        (true, _) => Verdict::Altered,
        (false, true) => Verdict::Outdated,
        (false, false) => Verdict::Genuine,
    };
    // Of a whole table only what differs.
    let is_whole = quote.cells.is_empty();
    let figures = found.figures.into_iter().filter(|figure| !is_whole || figure.now.as_ref() != Some(&figure.then));
    let figures = figures.take(MOST_FIGURES).map(figure).collect();
    Ok(CheckedQuote {
        verdict,
        title: Some(kept.shown.title),
        first_day: Some(kept.start),
        last_day: Some(kept.end),
        answered_at: Some(second(at)),
        figures,
        strange: found.strange,
        ..unknown
    })
}

/// A figure as it is answered. What is hidden now is told of no earlier time.
fn figure(Compared { row, column, quoted, then, now, is_same }: Compared) -> CheckedFigure {
    let text = |text: String| (!text.is_empty()).then_some(text);
    let now = now.and_then(text);
    let was = text(then).filter(|_| is_same || now.is_some());
    CheckedFigure { row, column, quoted, was, now, is_same }
}

/// The members of a table, if whoever asks sees just those of its screen, on the page or in files.
fn seen(kept: &Quotable, permissions: &Permissions) -> Option<Scope> {
    let (module, has_members) = Screen::of_path(&kept.shown.screen)?.opened_by();
    let on_page = permissions.opens(module, has_members).then(|| permissions.scope(module));
    let in_files = scope_of(permissions, (module, has_members)).ok();
    let is_its = |scope: &Scope| scope_digest(scope).is_ok_and(|digest| digest == kept.scope);
    [on_page, in_files].into_iter().flatten().find(is_its)
}

/// A signed receipt.
async fn receipt(app: &web::Data<App>, user: &SignedIn, json: &str) -> Result<CheckedQuote, ApiError> {
    let unknown = CheckedQuote::unknown(None);
    let receipt = match verified(json.as_bytes(), None) {
        Ok(receipt) => receipt,
        Err(error) => {
            let verdict = if error == Untrusted::Changed { Verdict::Altered } else { Verdict::Unknown };
            return Ok(CheckedQuote { verdict, says: vec![error.to_string()], ..unknown });
        }
    };
    let finding = match app.check_signer(&receipt)? {
        Some(finding) => Some(finding),
        None if may_be_told(app, user, &receipt) => Some(app.check_receipt(&receipt).await?),
        None => None,
    };
    let verdict = match finding.as_ref().map(|Finding { outcome, .. }| outcome) {
        None => Verdict::Signed,
        Some(Outcome::Equal) => Verdict::Genuine,
        Some(Outcome::Restated) => Verdict::Outdated,
        Some(Outcome::NotReproducible) => Verdict::Unknown,
        Some(Outcome::Untrusted) => Verdict::Altered,
    };
    Ok(CheckedQuote {
        verdict,
        title: Some(receipt.metric.label),
        first_day: Some(receipt.window.start),
        last_day: Some(receipt.window.end),
        // As times are written elsewhere.
        answered_at: Some(receipt.issued_at.trim_end_matches('Z').replace('T', " ")),
        says: finding.map_or_else(Vec::new, |finding| finding.lines),
        ..unknown
    })
}

/// Whether somebody may be told what the figure of a receipt is now: its members are theirs, its dashboard is open, and no
/// small group is hidden, as it is computed without regard to them.
fn may_be_told(app: &App, user: &SignedIn, receipt: &Receipt) -> bool {
    let (module, has_members) = match Subject::named(&receipt.metric.id) {
        Some(Subject::Figure(figure) | Subject::Part(figure, _)) => {
            (figure.dashboard.module, figure.dashboard.has_members)
        }
        Some(Subject::Score) => (Module::Monitor, true),
        None => return false,
    };
    let permissions = user.permissions();
    app.settings().minimum_members == 0
        && permissions.opens(module, has_members)
        && receipt.members().as_ref() == Some(&permissions.scope(module))
}
