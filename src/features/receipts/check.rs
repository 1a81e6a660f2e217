//! The call that checks what somebody pastes: a receipt, or figures that are quoted with the number of one.
//!
//! It tells nobody more than they may see: of a table or receipt of other members than theirs it says nothing, and a receipt
//! is not computed again where small groups are hidden.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::pasted::{Compared, Comparison, Pasted, Quote, compare, pasted, whole};
use super::stored::Dropped;
use super::tables::Viewer;
use crate::app::App;
use crate::clock::second;
use crate::error::ApiError;
use crate::http::body::Strict;
use crate::http::changes::scanned;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::i18n::messages::translated;
use crate::modules::Module;
use crate::screens::receipts::{Finding, Outcome, Receipt, Subject, Untrusted, verified};

/// The most numbers of one text that are checked, figures of each that are answered, and of these that are named in a text.
const MOST_NUMBERS: usize = 50;
const MOST_FIGURES: usize = 200;
const MOST_NAMED: usize = 20;
/// The most figures and cells of a text.
const MOST_QUOTED: usize = 10_000;

/// What is said of a text whose number is all that was found in it.
const NO_FIGURE: &str = "No figure was found in the text: its number alone was checked.";

/// What is pasted.
#[derive(Deserialize, TS, JsonSchema)]
pub struct PastedText {
    /// A receipt as JSON, rows of a table with their receipt, or sentences with figures and the number of their receipt.
    pub text: String,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
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
    /// Bond answered whoever asks under this number, and no longer keeps what.
    NotKept,
    /// Bond has no such receipt, or it is of figures that whoever asks may not see.
    Unknown,
}

/// What was pasted, judged.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct Checked {
    /// One for each receipt or number; none where the text has neither.
    pub found: Vec<CheckedQuote>,
}

/// A receipt or what is quoted with its number.
#[derive(Clone, Debug, Serialize, Deserialize, TS, JsonSchema)]
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
    /// Of a receipt as JSON: what `bond verify-receipt` says, in the language of whoever asks.
    pub says: Vec<String>,
}

/// A figure that is quoted.
#[derive(Clone, Debug, Serialize, Deserialize, TS, JsonSchema)]
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
    let viewer = Viewer { user: Some(user.id()), permissions: Some(user.permissions()) };
    let mut found = checked(&app, viewer, &body.0.text).await?;
    found.iter_mut().flat_map(|quote| &mut quote.says).for_each(|line| *line = translated(line, user.language()));
    Ok(HttpResponse::Ok().json(Checked { found }))
}

/// What is to be said of a text to somebody.
///
/// # Errors
/// As the calls that answer figures.
pub async fn checked(app: &App, viewer: Viewer<'_>, text: &str) -> Result<Vec<CheckedQuote>, ApiError> {
    let mut by_number: Vec<(String, Vec<Quote>)> = Vec::new();
    match pasted(text) {
        Pasted::Receipt(json) => return Ok(vec![receipt(app, viewer, &json).await?]),
        Pasted::Quotes(quotes) if quotes.iter().map(Quote::size).sum::<usize>() > MOST_QUOTED => {
            return Err(ApiError::invalid("The text has too many figures: paste a part of it."));
        }
        Pasted::Quotes(quotes) => {
            for quote in quotes {
                match by_number.iter_mut().find(|(number, _)| *number == quote.number) {
                    Some((_, known)) => known.push(quote),
                    None => by_number.push((quote.number.clone(), vec![quote])),
                }
            }
        }
    }
    let mut found = Vec::new();
    for (number, quotes) in by_number.into_iter().take(MOST_NUMBERS) {
        found.push(quoted(app, viewer, number, quotes).await?);
    }
    Ok(found)
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

    /// The same with what a receipt says and what is said of it.
    fn of(self, receipt: Receipt, verdict: Verdict, says: Vec<String>) -> CheckedQuote {
        CheckedQuote {
            verdict,
            title: Some(receipt.metric.label),
            first_day: Some(receipt.window.start),
            last_day: Some(receipt.window.end),
            // As times are written elsewhere.
            answered_at: Some(receipt.issued_at.trim_end_matches('Z').replace('T', " ")),
            says,
            ..self
        }
    }
}

impl CheckedQuote {
    /// The same for a reader of a text, in English; `name` writes what comes from the data.
    pub fn lines(&self, name: impl Fn(&str) -> String) -> Vec<String> {
        let nothing = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
        let number = self.number.as_deref().unwrap_or("The receipt");
        let mut lines = Vec::new();
        if let (Some(title), Some(first), Some(last), Some(at)) =
            (&self.title, &self.first_day, &self.last_day, &self.answered_at)
        {
            lines.push(format!("{number}: {}, {first} to {last}, answered {at} UTC.", name(title)));
        }
        lines.push(match self.verdict {
            Verdict::Genuine => "Genuine: Bond answered this, and the figures are the same now.".to_owned(),
            Verdict::Outdated => "Outdated: Bond answered this, and the figures are others now.".to_owned(),
            Verdict::Altered => "Altered: this is not what Bond answered.".to_owned(),
            Verdict::Signed => "Signed by Bond; the figure is not computed again for you.".to_owned(),
            Verdict::NotKept => format!(
                "{number}: no longer kept. Bond answered this{}, and cannot say whether the figures are those.",
                self.answered_at.as_ref().map(|at| format!(" at {at} UTC")).unwrap_or_default()
            ),
            Verdict::Unknown => format!(
                "{number}: unknown. No such receipt was issued here, it is no longer kept, or it is not open to you."
            ),
        });
        let differs = |figure: &&CheckedFigure| !figure.is_same || figure.now != figure.was;
        for CheckedFigure { row, column, quoted, was, now, .. } in self.figures.iter().filter(differs).take(MOST_NAMED)
        {
            let (row, column) = (name(row), name(column));
            let (was, now) = (nothing(was), nothing(now));
            lines.push(format!("{row}, {column}: quoted {quoted:?}, answered {was}, now {now}."));
        }
        if !self.strange.is_empty() {
            let strange: Vec<String> = self.strange.iter().take(MOST_NAMED).map(|text| name(text)).collect();
            lines.push(format!("Not in the answer: {}.", strange.join("; ")));
        }
        lines.extend(self.says.iter().cloned());
        lines
    }
}

/// What is quoted with a number.
async fn quoted(app: &App, viewer: Viewer<'_>, number: String, quotes: Vec<Quote>) -> Result<CheckedQuote, ApiError> {
    let (store, wanted) = (app.store.clone(), number.clone());
    let unknown = CheckedQuote::unknown(Some(number));
    let read = move || Ok((store.kept_answer(&wanted)?, store.dropped_answer(&wanted)?));
    let (kept, dropped) = scanned(read).await?;
    let Some((kept, at)) = kept else {
        // Others would learn from it which answer was given: the number is made of the figures.
        let is_told = |dropped: &Dropped| viewer.permissions.is_none() || dropped.user == viewer.user;
        return Ok(match dropped.filter(is_told) {
            Some(Dropped { at, .. }) => {
                CheckedQuote { verdict: Verdict::NotKept, answered_at: Some(second(at)), ..unknown }
            }
            None => unknown,
        });
    };
    let Some(now) = kept.again(app, viewer).await? else { return Ok(unknown) };
    let has_words = |quote: &Quote| quote.sentences.as_ref().is_some_and(|text| text.contains(char::is_alphanumeric));
    let is_text = quotes.iter().any(has_words);
    let place = app.limited.files.place(viewer.user).await?;
    let compared = move |_: &_| {
        let mut found = Comparison::default();
        for quote in quotes {
            let Comparison { figures, strange } = compare(&quote, &kept.table, &kept.sentences, now.as_ref());
            found.figures.extend(figures);
            found.strange.extend(strange);
        }
        let is_whole = found.figures.is_empty() && found.strange.is_empty();
        if is_whole {
            found.figures = whole(&kept.table, now.as_ref());
        }
        (kept, found, is_whole)
    };
    let (kept, mut found, is_whole) = place.block(compared).await?;
    let verdict = match (found.is_altered(), found.is_outdated()) {
        (true, _) => Verdict::Altered,
        (false, true) => Verdict::Outdated,
        (false, false) => Verdict::Genuine,
    };
    // What differs comes first; of a whole table there is nothing else.
    let differs = |figure: &Compared| !figure.is_same || figure.now.as_ref() != Some(&figure.then);
    found.figures.sort_by_key(|figure| !differs(figure));
    let figures = found.figures.into_iter().filter(|figure| !is_whole || differs(figure));
    let figures = figures.take(MOST_FIGURES).map(figure).collect();
    Ok(CheckedQuote {
        verdict,
        title: Some(kept.title().to_owned()),
        first_day: Some(kept.start),
        last_day: Some(kept.end),
        answered_at: Some(second(at)),
        figures,
        strange: found.strange,
        says: if is_whole && is_text { vec![NO_FIGURE.to_owned()] } else { Vec::new() },
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

/// A signed receipt.
async fn receipt(app: &App, viewer: Viewer<'_>, json: &str) -> Result<CheckedQuote, ApiError> {
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
        None if may_be_told(app, viewer, &receipt) => Some(app.check_receipt(&receipt).await?),
        None => None,
    };
    let verdict = match finding.as_ref().map(|Finding { outcome, .. }| outcome) {
        None => Verdict::Signed,
        Some(Outcome::Equal) => Verdict::Genuine,
        Some(Outcome::Restated) => Verdict::Outdated,
        Some(Outcome::NotReproducible) => Verdict::Unknown,
        Some(Outcome::Untrusted) => Verdict::Altered,
    };
    Ok(unknown.of(receipt, verdict, finding.map_or_else(Vec::new, |finding| finding.lines)))
}

/// Whether somebody may be told what the figure of a receipt is now: its members are theirs, its dashboard is open, and no
/// small group is hidden, as it is computed without regard to them.
fn may_be_told(app: &App, viewer: Viewer<'_>, receipt: &Receipt) -> bool {
    let Some(permissions) = viewer.permissions else { return true };
    let (module, has_members) = match Subject::named(&receipt.metric.id) {
        Some(Subject::Figure(figure) | Subject::Part(figure, _)) => {
            (figure.dashboard.module, figure.dashboard.has_members)
        }
        Some(Subject::Score) => (Module::Monitor, true),
        None => return false,
    };
    app.settings().minimum_members == 0
        && permissions.opens(module, has_members)
        && receipt.members().as_ref() == Some(&permissions.scope(module))
}
