//! The calls about links that show a screen without an account. They are their user's own; administrators see and remove
//! all.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::stored::{Link, SavedLink, Use};
use super::{LinkCall, MOST_CALLS, call_of, expiry, live};
use crate::app::App;
use crate::error::{ApiError, joined};
use crate::features::saved_screen::{self, LONGEST_NAME, check_blocks, page_of_route};
use crate::figures::filter::FilterParams;
use crate::http::body::Json;
use crate::http::changes::{Actor, removed, scanned, valid, written};
use crate::http::class::Class;
use crate::http::confirm::{Confirmation, confirmed, hashed};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::http::visit_paths::PAGE;
use crate::modules::Module;
use crate::random::random_secret;
use crate::render::ScreenCall;
use crate::screens::Call;
use crate::store::StoreError;
use crate::store::saved::Visible;

const DAY: i64 = 24 * 60 * 60;

/// A link to make.
#[derive(Clone, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewLink {
    /// 1 to 100 characters, which visitors see.
    pub name: String,
    /// The route of the screen, such as user-dashboard/logins-breakdown.
    pub route: String,
    /// The path of a dashboard's cards, of a breakdown such as `api/v1/dashboard/users/logins`, of a poll or of the e-mail
    /// schedule.
    pub screen: String,
    /// A filter as JSON text, as the call of the screen takes it; at most 8,000 bytes. Visitors cannot change it.
    pub filters: String,
    /// The choices in the blocks of the screen, as the page has them in its address; at most 4,000 bytes.
    pub blocks: Option<String>,
    /// The calls that the screen makes, 1 to 40: its own, that of its cards, and those of single blocks.
    #[schemars(length(min = 1, max = 40))]
    pub calls: Vec<LinkCall>,
    /// The days after which it expires, 1 to the setting `link_days`.
    #[schemars(range(min = 1, max = 366))]
    pub days: u16,
    /// 12 to 128 characters that visitors are asked for; without it, the link alone opens the screen.
    pub password: Option<String>,
}

/// The links of a user, the newest first, and what may be made. Administrators see those of all users.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkList {
    pub links: Vec<LinkAnswer>,
    /// Whether an administrator allows links. Where not, no link shows anything.
    pub is_allowed: bool,
    /// The most days that a link may last.
    pub most_days: u16,
    /// The origins whose pages may frame what links show.
    pub frame_hosts: Vec<String>,
}

/// Whether a link shows something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LinkState {
    Works,
    Expired,
    /// Its maker has been disabled or may no longer see the screen, or links are not allowed.
    Stopped,
}

/// A link without its secret, which nobody has but who made it.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkAnswer {
    #[ts(type = "number")]
    pub id: i64,
    pub name: String,
    pub route: String,
    /// The login of the owner.
    pub login: String,
    pub is_own: bool,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub made_at: i64,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
    pub has_password: bool,
    pub state: LinkState,
    /// How often it was opened, and when last, in seconds since 1970-01-01 UTC; null before the first time.
    #[ts(type = "number")]
    pub openings: i64,
    #[ts(type = "number | null")]
    pub last_opened_at: Option<i64>,
}

/// A link that was made. Its address is shown once.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct MadeLink {
    pub link: LinkAnswer,
    /// The path of the page with the secret behind `#`, below the address of Bond.
    pub path: String,
}

/// Links are made by whoever may take files along, and removed by whoever sees them; the handlers check the module of a
/// link's screen.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/links", Class::Own, list)
            .says("Your links to screens, and what links may be made. Administrators see those of all users.")
            .answers::<LinkList>(),
        Route::post("/api/v1/links", Class::InPerson { modules: &[Module::Export] }, add)
            .says("Makes a link that shows a screen without an account, with what you may see whenever it is opened.")
            .takes::<NewLink>()
            .answers::<MadeLink>(),
        Route::delete("/api/v1/links/{id}", Class::Own, remove).says("Removes one of your links, which stops at once."),
        Route::post("/api/v1/links/{id}/remove", Class::changes(Module::Admin), remove_any)
            .says("Removes a link of anybody, which stops at once.")
            .takes::<Confirmation>(),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    let own = user.id();
    let seen = if user.permissions().may_read(Module::Admin) { Visible::All } else { Visible::To(own) };
    let looking = app.clone();
    // Whether a link works depends on its maker, who is read for each.
    let scan = move || {
        let all = looking.store.saved(seen)?;
        all.into_iter().map(|saved| link_answer(&looking, own, saved)).collect::<Result<_, _>>()
    };
    let links = scanned(scan).await?;
    let settings = &app.settings().links;
    Ok(HttpResponse::Ok().json(LinkList {
        links,
        is_allowed: settings.allow_links,
        most_days: settings.link_days,
        frame_hosts: settings.link_frame_hosts.clone(),
    }))
}

async fn add(app: web::Data<App>, user: SignedIn, body: Json<NewLink>, request: HttpRequest) -> Answer {
    if !app.settings().links.allow_links {
        return Err(ApiError::forbidden(
            "Links without an account are not allowed. An administrator can change that (setting allow_links).",
        ));
    }
    let mut body = body.0;
    let password = body.password.take();
    let mut link = checked(&app, body, &user).await?;
    if let Some(password) = password {
        link.password_hash = Some(hashed(&app, password, "").await?);
    }
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.id());
    let secret = random_secret();
    let path = format!("{PAGE}#{secret}");
    let id = written(move || store.add_saved(own, &link, &Use::of_secret(&secret), actor.by())).await?;
    let saved = app.store.one_saved(id)?.ok_or_else(|| ApiError::not_found("The link was removed meanwhile."))?;
    Ok(HttpResponse::Ok().json(MadeLink { link: link_answer(&app, own, saved)?, path }))
}

async fn remove(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (store, actor, own, id) = (app.store.clone(), Actor::of(&app, &user, &request), user.id(), id.into_inner());
    let may = move |saved: &SavedLink| saved.is_of(own);
    let none = || ApiError::not_found(format!("You have no link {id}."));
    removed(move || store.remove_saved(id, may, actor.by()), none).await
}

async fn remove_any(
    app: web::Data<App>,
    user: SignedIn,
    id: web::Path<i64>,
    body: Json<Confirmation>,
    request: HttpRequest,
) -> Answer {
    confirmed(&app, &user, &body.0.password, &request).await?;
    let (store, actor, id) = (app.store.clone(), Actor::of(&app, &user, &request), id.into_inner());
    let none = || ApiError::not_found(format!("There is no link {id}."));
    removed(move || store.remove_saved::<Link>(id, |_| true, actor.by()), none).await
}

fn link_answer(app: &App, own: i64, saved: SavedLink) -> Result<LinkAnswer, StoreError> {
    let expires_at = expiry(&app.settings(), &saved);
    let is_own = saved.is_of(own);
    let SavedLink { id, owner, saved_at: made_at, item, state: Use { openings, last_opened_at, .. } } = saved.clone();
    let state = if app.clock.now() >= expires_at {
        LinkState::Expired
    } else if live(app, saved)?.is_some() {
        LinkState::Works
    } else {
        LinkState::Stopped
    };
    Ok(LinkAnswer {
        id,
        name: item.name,
        route: item.route,
        login: owner.login,
        is_own,
        made_at,
        expires_at,
        has_password: item.password_hash.is_some(),
        state,
        openings: openings + app.openings.pending(id),
        last_opened_at,
    })
}

/// A link to make, by a user who must be able to take files of its screen along.
async fn checked(app: &App, link: NewLink, user: &SignedIn) -> Result<Link, ApiError> {
    let NewLink { name, route, screen, filters, blocks, calls, days, password: _ } = link;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let (shown, scope) = saved_screen::screen_for(user.permissions(), &screen)?;
    if matches!(shown.parts(false)[..], [ScreenCall::Polls]) {
        return Err(ApiError::field("screen", "choose a poll, such as api/v1/content/dashboard/polls/breakdown/7"));
    }
    let page = page_of_route(&route);
    if page.is_none_or(|page| page.module != shown.dashboard.module) {
        return Err(ApiError::field(
            "route",
            "expected the route of the screen, such as user-dashboard/logins-breakdown",
        ));
    }
    let (params, filters) = saved_screen::filters(app, filters)?;
    let answers = app.answers(&scope, user.language());
    let checked = |params: &FilterParams| answers.filter_of(params).map_err(|errors| joined(&errors.0));
    checked(&params).map_err(|errors| ApiError::field("filters", &errors))?;
    let blocks = blocks.unwrap_or_default();
    check_blocks(&blocks)?;
    if calls.is_empty() || calls.len() > MOST_CALLS {
        return Err(ApiError::field("calls", format!("expected 1 to {MOST_CALLS} calls")));
    }
    for (at, call) in calls.iter().enumerate() {
        let field = format!("calls[{at}]");
        if call_of(&shown, &call.path, None).is_none() {
            return Err(ApiError::field(&format!("{field}.path"), "expected the path of a call of the screen"));
        }
        checked(&call.filter(&params)).map_err(|errors| ApiError::field(&field, &errors))?;
    }
    let longest = app.settings().links.link_days;
    if !(1..=longest).contains(&days) {
        return Err(ApiError::field(
            "days",
            format!("expected 1 to {longest} days; an administrator can change that (setting link_days)"),
        ));
    }
    let expires_at = app.clock.now() + i64::from(days) * DAY;
    if let Some(poll) = shown.poll() {
        // Says so where there is no such poll.
        answers.answer(Call::Poll(poll), &params).await?;
    }
    let calls = serde_json::to_string(&calls).map_err(|error| ApiError::internal(&error))?;
    Ok(Link { name, expires_at, password_hash: None, route, screen, filters, blocks, calls })
}
