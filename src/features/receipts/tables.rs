//! Answers that can be checked later: each says its number, and Bond keeps it as a table under that.

use actix_web::http::StatusCode;
use actix_web::web;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::delivery::scope_of;
use crate::error::ApiError;
use crate::features::questions;
use crate::features::questions::asked::Asking;
use crate::features::questions::said::{Again, Said};
use crate::features::saved_screen;
use crate::figures::filter::{FilterParams, iso};
use crate::figures::period::{Period, Window};
use crate::http::changes::written;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::render::csv::{Separator, Style};
use crate::render::flat::{self, Flat};
use crate::render::{Compared, Screen, ScreenCall, gather};
use crate::scope::{Limits, Scope};
use crate::screens::receipts::digest;
use crate::store::StoreError;
use crate::store::api_tokens::ShownTable;
use crate::store::roles::{Permission, PermissionModule, Role};

/// The hexadecimal digits of a number.
pub const DIGITS: usize = 16;
/// The most rows that are kept of a table.
const MOST_ROWS: usize = 1000;

/// Whoever has something checked.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    pub user: Option<i64>,
    /// None for an operator, who sees everything.
    pub permissions: Option<&'a Permissions>,
}

impl Viewer<'_> {
    pub const OPERATOR: Viewer<'static> = Viewer { user: None, permissions: None };
}

/// What was answered, with all that is needed to answer it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quotable {
    #[serde(flatten)]
    pub source: Source,
    /// The days of its filter: yyyy-mm-dd.
    pub start: String,
    pub end: String,
    /// The members that it shows: whoever sees others is told nothing of it.
    pub scope: Members,
    /// The modules that were open to whoever asked, as far as the answer depends on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<Module>,
    pub data_version: i32,
    pub table: Flat,
    /// Sentences that were said beside it, whose numbers are no figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<String>,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// A table of a screen.
    Shown(ShownTable),
    /// A question of an agent.
    Asked(Question),
}

impl Source {
    /// The name of its kind, as it is stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::Shown(_) => "shown",
            Source::Asked(_) => "asked",
        }
    }
}

/// A question, by the name of its tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub tool: String,
    pub title: String,
    pub arguments: Map<String, Value>,
}

/// The members of a scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Members {
    Of(Scope),
    /// A digest of it, as it was kept at first.
    Digest(String),
}

impl Members {
    fn are(&self, scope: &Scope) -> bool {
        match (self, scope) {
            (Members::Of(own), scope) => own == scope,
            (Members::Digest(own), Scope::All) => digest(&"all").is_ok_and(|digest| digest == *own),
            (Members::Digest(own), Scope::Some { any_of, without_members }) => {
                digest(&json!([any_of, without_members])).is_ok_and(|digest| digest == *own)
            }
        }
    }
}

/// Keeps what a user is answered. It is given away only then.
///
/// # Errors
/// If the store fails.
pub async fn keep(app: &web::Data<App>, answer: Quotable, user: i64) -> Result<String, ApiError> {
    let (app, number) = (app.clone(), answer.number()?);
    written(move || app.store.keep_answer(&number, &answer.kept(), user, app.clock.now()).map(|()| number)).await
}

impl Quotable {
    /// What an agent was answered; None of what has no figures.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn of_answer(app: &App, tool: &str, said: &Said) -> Result<Option<Quotable>, ApiError> {
        let (Some(Again { arguments, modules, scope }), Some(days)) = (said.again.clone(), &said.days) else {
            return Ok(None);
        };
        let data_version = app.answers(&scope, Language::En).data_version().await?;
        let title = said.figure.as_ref().map_or_else(|| tool.replace('_', " "), |figure| figure.label.clone());
        Ok(Some(Quotable {
            source: Source::Asked(Question { tool: tool.to_owned(), title, arguments }),
            start: days.from.clone(),
            end: days.to.clone(),
            scope: Members::Of(scope),
            modules,
            data_version,
            table: said.flat(),
            sentences: said.sentences(),
        }))
    }

    /// Its number: the same for the same answer.
    ///
    /// # Errors
    /// None in practice.
    pub fn number(&self) -> Result<String, ApiError> {
        let digest = digest(self).map_err(|error| ApiError::internal(&error))?;
        Ok(format!("R-{}", digest.get(..DIGITS).unwrap_or_default()))
    }

    pub fn title(&self) -> &str {
        match &self.source {
            Source::Shown(shown) => &shown.title,
            Source::Asked(question) => &question.title,
        }
    }

    /// What is kept of it.
    pub fn kept(mut self) -> Quotable {
        self.table.rows.truncate(MOST_ROWS);
        self
    }

    /// The same table of the same days as it is now, None where this release has no such table; nothing for whoever does not
    /// see just its members.
    ///
    /// # Errors
    /// As the calls that answer figures.
    pub async fn again(&self, app: &App, viewer: Viewer<'_>) -> Result<Option<Option<Flat>>, ApiError> {
        match &self.source {
            Source::Shown(shown) => {
                let Some((screen, scope)) = self.screen(app, shown, viewer)? else { return Ok(None) };
                let Ok(filter) = saved_screen::saved(&shown.filters) else { return Ok(Some(None)) };
                let dates = FilterParams {
                    period: Some(Period::SelectedDate),
                    start_date: Some(self.start.clone()),
                    end_date: Some(self.end.clone()),
                    ..filter
                };
                match table(app, (viewer.user, &scope), shown, &screen, &dates).await {
                    Ok(again) => Ok(Some(Some(again.table))),
                    // A group, an offer or a block that is no longer there.
                    Err(error) if error.body().status == StatusCode::BAD_REQUEST.as_u16() => Ok(Some(None)),
                    Err(error) => Err(error),
                }
            }
            Source::Asked(Question { tool, arguments, .. }) => {
                let own;
                let permissions = match viewer.permissions {
                    Some(permissions) => permissions,
                    None => {
                        own = self.permissions();
                        &own
                    }
                };
                let asking = Asking { app, user: viewer.user, permissions, base: String::new(), arguments };
                match questions::again(tool, &asking).await {
                    Ok(said) => {
                        let is_its = |again: &Again| {
                            self.scope.are(&again.scope) && (self.modules.is_empty() || self.modules == again.modules)
                        };
                        Ok(said.again.as_ref().is_some_and(is_its).then(|| Some(said.flat())))
                    }
                    Err(error) if [400, 403, 404].contains(&error.body().status) => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// The screen of a table and its members, if whoever asks sees just those of it, on the page or in files.
    fn screen(&self, app: &App, shown: &ShownTable, viewer: Viewer<'_>) -> Result<Option<(Screen, Scope)>, StoreError> {
        let Some(screen) = Screen::of_path(&shown.screen) else { return Ok(None) };
        let (module, has_members) = screen.opened_by();
        let scopes_of = |permissions: &Permissions| {
            let on_page = permissions.opens(module, has_members).then(|| permissions.scope(module));
            [on_page, scope_of(permissions, (module, has_members)).ok()]
        };
        let scopes = match (viewer.permissions, self.named()) {
            (Some(permissions), _) => scopes_of(permissions).to_vec(),
            (None, Some(named)) => vec![Some(named)],
            // A digest does not tell its members: they are all, or those that somebody sees.
            (None, None) => {
                let users = app.store.users()?;
                let all = users.iter().flat_map(|user| scopes_of(&Permissions::of(&user.roles, Module::ALL)));
                all.chain([Some(Scope::All)]).collect()
            }
        };
        let scope = scopes.into_iter().flatten().find(|scope| self.scope.are(scope));
        Ok(scope.map(|scope| (screen, scope)))
    }

    fn named(&self) -> Option<Scope> {
        match &self.scope {
            Members::Of(scope) => Some(scope.clone()),
            Members::Digest(_) => None,
        }
    }

    /// Those of whoever asked, for an operator, who sees everything.
    fn permissions(&self) -> Permissions {
        let limits = match self.named() {
            Some(Scope::Some { any_of, without_members }) => {
                any_of.into_iter().map(|groups| Limits { groups, without_members }).collect()
            }
            _ => vec![Limits::default()],
        };
        let modules = if self.modules.is_empty() { Module::ALL } else { &self.modules };
        let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
        let permissions: Vec<Permission> = modules.iter().map(permission).collect();
        let role = |limits| Role { name: String::new(), permissions: permissions.clone(), limits };
        Permissions::of(&limits.into_iter().map(role).collect::<Vec<_>>(), Module::ALL)
    }
}

/// How a table is written as CSV.
pub fn csv_style<'a>(shown: &ShownTable, currency: &'a str) -> Style<'a> {
    style(currency, language(shown))
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
    (user_id, scope): (Option<i64>, &Scope),
    shown: &ShownTable,
    screen: &Screen,
    filter: &FilterParams,
) -> Result<Quotable, ApiError> {
    // It is taken before the first call, as for files.
    let place = app.limited.files.place(user_id).await?;
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
    let Window { start, end } = window;
    Ok(Quotable {
        source: Source::Shown(shown.clone()),
        start: iso(start),
        end: iso(end),
        scope: Members::Of(scope.clone()),
        modules: Vec::new(),
        data_version,
        table,
        sentences: Vec::new(),
    })
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
