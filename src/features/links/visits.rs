//! The calls of a visitor: somebody who opened a link that was shared, and has no account.
//!
//! [`open`] takes the secret of a link, and its password if it has one, and begins a visit. [`answer`] takes the number of
//! one of the link's calls and nothing of a filter. A link that does not work says the same whatever the reason.

use std::rc::Rc;

use actix_web::http::header::ContentType;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, dev, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::json;
use ts_rs::TS;

use crate::app::App;
use crate::auth::link_password::{LinkLock, LinkPasswordError};
use crate::auth::sign_in::SignInError;
use crate::auth::visits::NoVisit;
use crate::error::ApiError;
use crate::features::links::{LinkCall, Live, call_of, live};
use crate::features::saved_screen;
use crate::figures::filter::Choice;
use crate::groupings::Grouping;
use crate::http::body::{Json, StillAdmitted};
use crate::http::changes::{refused, written};
use crate::http::class::Class;
use crate::http::client::{address, app_of, bearer_token};
use crate::http::request_language::language;
use crate::http::route::{Answer, Route};
use crate::http::schemas::Schemas;
use crate::http::visit_paths::{ANSWER_PATH, OPEN_PATH};
use crate::i18n::language::Language;
use crate::render::poll_name;
use crate::screens::Call;
use crate::screens::declared::emails;
use crate::screens::wire::IndicatorRow;
use crate::screens::wire::form::row;
use crate::screens::wire::schema::list;
use crate::screens::wire::{ProgramInfo, UserGroup};
use crate::screens::{BREAKDOWNS, DASHBOARDS};
use crate::store::audit::By;
use crate::store::saved::Saved;
use crate::warehouse::Principals;

/// A link to open.
#[derive(Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkToOpen {
    /// What is behind the `#` of the link.
    pub secret: String,
    /// Where the link has one.
    pub password: Option<String>,
}

/// A screen that is shown without an account.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedScreen {
    /// For the calls of this visit, as a bearer token.
    pub visit: String,
    /// When the visit ends, in seconds since 1970-01-01 UTC. The link may be opened again.
    #[ts(type = "number")]
    pub visit_ends_at: i64,
    pub name: String,
    /// The route of the screen, such as user-dashboard/logins-breakdown.
    pub route: String,
    /// The filter as JSON text.
    pub filters: String,
    /// The choices in the blocks, as the page has them in its address.
    pub blocks: String,
    /// Which poll it is, where it is one.
    pub poll: Option<SharedPoll>,
    /// The calls that are answered, by their numbers from 0.
    pub calls: Vec<LinkCall>,
    /// The first name of who made the link.
    pub shared_by: String,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
    /// Without what concerns the program's own people: whom to write to, late data, modules.
    pub program: ProgramInfo,
    /// The groups that the filter chooses.
    pub groups: Vec<UserGroup>,
}

/// The poll that a link shows.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct SharedPoll {
    pub id: i32,
    /// Its question.
    pub name: String,
}

/// A call of a visitor.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkQuestion {
    /// The number of one of the link's calls, from 0.
    pub call: usize,
    /// With `allRows`, the one of the call's blocks to answer.
    pub block: Option<String>,
    /// Whether lists have all their rows, not only the first.
    pub all_rows: Option<bool>,
}

/// What a visitor may see: a handler that takes it before the body answers nobody else.
pub struct Visitor(Live);

impl FromRequest for Visitor {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Visitor, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        std::future::ready(visit(request).map(|live| {
            let again = |request: &HttpRequest| visit(request).map(|_| ());
            request.extensions_mut().insert(StillAdmitted(Rc::new(again)));
            Visitor(live)
        }))
    }
}

/// What a visitor may call, and all of it.
pub fn routes() -> Vec<Route> {
    vec![
        Route::post(OPEN_PATH, Class::Public, open)
            .says(
                "Opens a link, for somebody without an account: what it shows, and a bearer for its calls. 403 has \
                 error_description: the password is missing, wrong or blocked.",
            )
            .takes::<LinkToOpen>()
            .answers::<SharedScreen>()
            .refuses_first("404", "The link is no longer available."),
        Route::post(ANSWER_PATH, Class::Link, answer)
            .says("Answers one of the calls of an opened link, with the filter of the link.")
            .takes::<LinkQuestion>()
            .answers_as(any_of_a_screen),
    ]
}

/// What the calls answer that a link may have.
fn any_of_a_screen(schemas: &mut Schemas) -> Value {
    let mut any = vec![
        list(schemas.answer::<IndicatorRow>()),
        list(row(&emails::SCHEDULE)),
        schemas.poll(),
        schemas.poll_block(),
    ];
    for totals in DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_totals()) {
        any.push(schemas.totals(totals, totals.cards).schema());
    }
    for breakdown in BREAKDOWNS.iter() {
        any.push(schemas.breakdown(breakdown));
        if !breakdown.unwrapped {
            any.extend(breakdown.blocks.iter().map(|block| schemas.block(block.id, &block.shape)));
        }
    }
    json!({ "anyOf": any })
}

async fn open(app: web::Data<App>, body: Json<LinkToOpen>, request: HttpRequest) -> Answer {
    let LinkToOpen { secret, password } = body.0;
    let now = app.clock.now();
    let found = app.store.link_of(&secret)?.map(|saved| live(&app, saved)).transpose()?.flatten();
    // Before the password: a link that does not work makes the server hash nothing.
    let shown = found.ok_or_else(gone)?;
    let address = address(&request);
    let Saved { id, item, .. } = &shown.saved;
    let lock = LinkLock { id: *id, name: &item.name, password_hash: item.password_hash.as_deref() };
    let checked = app.auth.check_link_password(lock, password.as_deref(), address, now).await;
    checked.map_err(|error| match error {
        LinkPasswordError::Missing => ApiError::link_password("missing", "password: this link asks for a password"),
        LinkPasswordError::Wrong => ApiError::link_password("wrong", "password: it is wrong"),
        LinkPasswordError::Blocked => {
            ApiError::link_password("blocked", "Too many wrong passwords. Please try again in a few minutes.")
        }
        LinkPasswordError::Failed(SignInError::Busy(_)) => ApiError::busy(5),
        LinkPasswordError::Failed(error) => ApiError::internal(&error),
    })?;
    let About { program, groups, poll } = about(&app, &shown, language(&request)).await?;
    let (store, id, address) = (app.store.clone(), shown.saved.id, address.to_string());
    if app.openings.add(id, &address, now) {
        let by = move || store.link_opened(id, 1, By { actor: None, address: Some(&address), at: now });
        if !written(by).await? {
            return Err(gone());
        }
    }
    let (visit, visit_ends_at) = app.auth.visits.begin(id, shown.expires_at, now);
    let Live { saved, first_name, calls, expires_at, .. } = shown;
    let link = saved.item;
    Ok(HttpResponse::Ok().json(SharedScreen {
        visit,
        visit_ends_at,
        name: link.name,
        route: link.route,
        filters: saved_screen::shown(&app, link.filters),
        blocks: link.blocks,
        poll,
        calls,
        shared_by: first_name,
        expires_at,
        program,
        groups,
    }))
}

/// What a visitor sees about a screen: the program and the chosen groups as far as they concern a visitor.
struct About {
    program: ProgramInfo,
    groups: Vec<UserGroup>,
    poll: Option<SharedPoll>,
}

async fn about(app: &App, shown: &Live, language: Language) -> Result<About, ApiError> {
    Principals::note_link(shown.saved.id);
    let answers = app.answers(&shown.scope, language);
    let resolved = answers.filter_of(&shown.filter).map_err(|_| gone())?;
    let program = app.program(&shown.scope).await?;
    let program = ProgramInfo { late_tables: Vec::new(), modules: Vec::new(), account_manager: None, ..program };
    let is_chosen = |grouping: Grouping, id: i32| match &resolved.groups[grouping] {
        Choice::All => false,
        chosen @ Choice::Only(_) => chosen.has(id),
    };
    let groups = answers.user_groups().await?.into_iter().filter(|group| is_chosen(group.r#type, group.id));
    let groups = groups.collect();
    let poll = match shown.screen.poll() {
        Some(id) => Some(SharedPoll { id, name: poll_name(&answers, id, &shown.filter).await? }),
        None => None,
    };
    Ok(About { program, groups, poll })
}

async fn answer(app: web::Data<App>, visitor: Visitor, body: Json<LinkQuestion>, request: HttpRequest) -> Answer {
    let Visitor(live) = visitor;
    let LinkQuestion { call, block, all_rows } = body.0;
    let count = live.calls.len();
    let asked = live.calls.get(call).ok_or_else(|| {
        ApiError::field("call", format!("expected the number of one of the {count} calls of this link, from 0"))
    })?;
    let all_rows = all_rows.unwrap_or(false);
    if block.is_some() && !all_rows {
        return Err(ApiError::field("block", "expected only with allRows"));
    }
    let mut params = asked.filter(&live.filter);
    if all_rows {
        params.record_count = None;
    }
    let known = call_of(&live.screen, &asked.path, live.insights).ok_or_else(gone)?;
    let known = match (known, block) {
        (known, None) => known,
        (Call::Breakdown(breakdown), Some(id)) if !breakdown.unwrapped => {
            let found = breakdown.blocks.iter().find(|block| block.id == id);
            Call::Block(
                breakdown,
                found.ok_or_else(|| ApiError::field("block", format!("this call has no block {id:?}")))?,
            )
        }
        (_, Some(_)) => return Err(ApiError::field("block", "this call has no blocks of its own")),
    };
    // All visitors of a link take turns as one: whoever made it does not wait for them.
    Principals::note_link(live.saved.id);
    let json = app.answers(&live.scope, language(&request)).answer(known, &params).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(Bytes::from_owner(json)))
}

/// The link of a request with the bearer of a visit, if it still works.
///
/// # Errors
/// 401 without a visit that lasts, 404 where the link no longer works.
fn visit(request: &HttpRequest) -> Result<Live, ApiError> {
    let app = app_of(request)?;
    let bearer = bearer_token(request.headers());
    let bearer =
        bearer.ok_or_else(|| ApiError::unauthorized("no_token", "Open a link first: this call has no visit."))?;
    let id = app.auth.visits.link(bearer, app.clock.now()).map_err(|fault| match fault {
        NoVisit::Invalid => ApiError::unauthorized("token_invalid", "This is not a visit of a link."),
        NoVisit::Over => ApiError::unauthorized("session_expired", "The visit is over. Open the link again."),
    })?;
    app.store.one_saved(id).map_err(refused)?.map(|saved| live(app, saved)).transpose()?.flatten().ok_or_else(gone)
}

/// It is all that is said of a link that does not work.
fn gone() -> ApiError {
    ApiError::not_found("This link is no longer available.")
}
