//! Tables whose rows can be checked later: each says the number of what was answered, and Bond keeps that.

use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::error::ApiError;
use crate::features::saved_screen;
use crate::figures::filter::{FilterParams, iso};
use crate::figures::period::{Period, Window};
use crate::i18n::language::Language;
use crate::render::csv::{Separator, Style};
use crate::render::flat::{self, Flat};
use crate::render::{Compared, Screen, ScreenCall, gather};
use crate::scope::Scope;
use crate::screens::receipts::digest;
use crate::store::api_tokens::ShownTable;

/// What a number begins with.
pub const PREFIX: &str = "R-";
/// The hexadecimal digits behind it.
pub const DIGITS: usize = 16;
/// The most rows that are kept of a table.
const MOST_ROWS: usize = 1000;

/// A table that was answered, with all that is needed to answer it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quotable {
    pub shown: ShownTable,
    /// The days of its filter: yyyy-mm-dd.
    pub start: String,
    pub end: String,
    /// A digest of the members that it shows: whoever sees others is told nothing of it.
    pub scope: String,
    pub data_version: i32,
    pub table: Flat,
}

/// A digest of the members that a scope shows.
pub fn scope_digest(scope: &Scope) -> Result<String, serde_json::Error> {
    match scope {
        Scope::All => digest(&"all"),
        Scope::Some { any_of, without_members } => digest(&json!([any_of, without_members])),
    }
}

impl Quotable {
    /// Its number: the same for the same answer.
    ///
    /// # Errors
    /// None in practice.
    pub fn number(&self) -> Result<String, ApiError> {
        let digest = digest(self).map_err(|error| ApiError::internal(&error))?;
        Ok(format!("{PREFIX}{}", digest.get(..DIGITS).unwrap_or_default()))
    }

    /// How it is written as CSV.
    pub fn style<'a>(&self, currency: &'a str) -> Style<'a> {
        style(currency, language(&self.shown))
    }

    /// What is kept of it.
    pub fn kept(mut self) -> Quotable {
        self.table.rows.truncate(MOST_ROWS);
        self
    }

    /// The same table of the same days as it is now, for whoever sees its members.
    ///
    /// # Errors
    /// As the calls that answer figures; None where this release has no such table.
    pub async fn again(&self, app: &App, (user_id, scope): (i64, &Scope)) -> Result<Option<Flat>, ApiError> {
        let read = (Screen::of_path(&self.shown.screen), saved_screen::saved(&self.shown.filters));
        let (Some(screen), Ok(filter)) = read else { return Ok(None) };
        let dates = FilterParams {
            period: Some(Period::SelectedDate),
            start_date: Some(self.start.clone()),
            end_date: Some(self.end.clone()),
            ..filter
        };
        match table(app, (user_id, scope), &self.shown, &screen, &dates).await {
            Ok(again) => Ok(Some(again.table)),
            // A group, an offer or a block that is no longer there.
            Err(error) if error.body().status == StatusCode::BAD_REQUEST.as_u16() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn language(shown: &ShownTable) -> Language {
    Language::of_code(&shown.language).unwrap_or(Language::En)
}

fn style(currency: &str, language: Language) -> Style<'_> {
    Style { separator: Separator::Comma, byte_order_mark: true, currency, language }
}

/// Answers a table for a user who sees the members of a scope: as files do, in a place of theirs and with their figures.
///
/// # Errors
/// As the calls that answer figures.
pub async fn table(
    app: &App,
    (user_id, scope): (i64, &Scope),
    shown: &ShownTable,
    screen: &Screen,
    filter: &FilterParams,
) -> Result<Quotable, ApiError> {
    // It is taken before the first call, as for files.
    let place = app.limited.files.place(Some(user_id)).await?;
    let part = part(screen, shown.block.as_deref())?;
    let language = language(shown);
    let answers = app.answers(scope, language);
    let resolved = answers.filter_of(filter).map_err(|errors| ApiError::faults(errors.0))?;
    let window = resolved.window;
    let (_, compared) = saved_screen::without_compared(shown.filters.clone());
    let compared = Compared::of(screen, &compared, &resolved).unwrap_or_default();
    let data_version = answers.data_version().await?;
    // Without targets, so that its columns stay the same.
    let gathered = gather(&answers, &[part], filter, &compared, &[], &|| ()).await?;
    let (currency, block) = (app.settings().currency.clone(), shown.block.clone());
    let write =
        move |client: &_| flat::of(gathered.for_client(client), block.as_deref(), window, style(&currency, language));
    let table = place.block(write).await??;
    let scope = scope_digest(scope).map_err(|error| ApiError::internal(&error))?;
    let Window { start, end } = window;
    Ok(Quotable { shown: shown.clone(), start: iso(start), end: iso(end), scope, data_version, table })
}

/// The call of a block of a screen, or of its cards.
///
/// # Errors
/// 400 where the screen has no such table.
pub fn part(screen: &Screen, block: Option<&str>) -> Result<ScreenCall, ApiError> {
    let expected = |which: String| ApiError::field("block", format!("expected {which}"));
    let blocks = || screen.blocks().collect::<Vec<&str>>().join(", ");
    match block {
        Some(id) => screen.block(id).ok_or_else(|| match blocks() {
            none if none.is_empty() => expected("nothing: this screen has cards alone".to_owned()),
            blocks => expected(format!("one of {blocks}")),
        }),
        None => match screen.parts(false).first() {
            Some(first @ (ScreenCall::Cards(_) | ScreenCall::Polls | ScreenCall::Schedule)) => Ok(*first),
            _ => Err(expected(format!("one of {}", blocks()))),
        },
    }
}
