//! The calls about saved views. They are their user's own, and may be shared with whoever may see their screen.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::body::Json;
use super::class::Class;
use super::destinations::known_fields;
use super::first_view::is_open;
use super::own::{Actor, removed, valid, written};
use super::route::{Answer, Route};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::metrics::filter::FilterParams;
use crate::screens::pages::page_of;
use crate::store::views::{SavedView, View};

/// The longest name and route, in characters, and the longest filters and choices, in bytes.
const LONGEST_NAME: usize = 100;
const LONGEST_SCREEN: usize = 100;
const LONGEST_FILTERS: usize = 8000;
const LONGEST_BLOCKS: usize = 4000;

/// A view to save.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewView {
    /// 1 to 100 characters.
    pub name: String,
    /// The route of the screen, such as user-dashboard/logins-breakdown.
    pub screen: String,
    /// A filter as JSON text, as the page has it in its address; at most 8,000 bytes. Other fields of it are kept.
    #[serde(default = "no_filters")]
    pub filters: String,
    /// The choices in the blocks of the screen, as the page has them in its address; at most 4,000 bytes.
    #[serde(default)]
    pub blocks: String,
    /// Whether others see it who may see the screen. It needs a role that may change the module of the screen.
    #[serde(default)]
    pub shared: bool,
}

fn no_filters() -> String {
    "{}".to_owned()
}

/// The saved views of a user, and those that are shared whose screens are open to the user, by name.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct ViewList {
    pub views: Vec<ViewAnswer>,
}

/// A saved view.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewAnswer {
    #[ts(type = "number")]
    pub id: i64,
    pub name: String,
    pub screen: String,
    pub filters: String,
    pub blocks: String,
    pub shared: bool,
    /// The login of whose it is.
    pub login: String,
    pub is_own: bool,
    /// Whether it opens after the user has signed in.
    pub is_first: bool,
}

/// The handlers check the module of a view's screen.
pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/views", Class::Own, list)
            .says("Your saved views, and those that are shared of screens that are open to you.")
            .answers::<ViewList>(),
        Route::post("/api/v1/views", Class::Own, add).says("Saves a view.").takes::<NewView>().answers::<ViewAnswer>(),
        Route::put("/api/v1/views/{id}", Class::Own, change)
            .says("Saves one of your views in place of what it was.")
            .takes::<NewView>()
            .answers::<ViewAnswer>(),
        Route::delete("/api/v1/views/{id}", Class::Own, remove).says("Removes a view."),
        Route::put("/api/v1/views/{id}/first", Class::Own, open_first)
            .says("Lets a view open after you have signed in, in place of the one before."),
        Route::delete("/api/v1/views/{id}/first", Class::Own, not_first)
            .says("Lets the Program Monitor open after you have signed in, no longer this view."),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    let own = user.session().user_id;
    let seen = app.store.views(own)?.into_iter().filter(|saved| is_seen(&user, saved));
    Ok(HttpResponse::Ok().json(ViewList { views: seen.map(|saved| answer(own, saved)).collect() }))
}

async fn add(app: web::Data<App>, user: SignedIn, body: Json<NewView>, request: HttpRequest) -> Answer {
    let view = checked(body.0, user.permissions())?;
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    let id = written(move || store.add_view(own, &view, actor.by())).await?;
    saved(&app, own, id)
}

async fn change(
    app: web::Data<App>,
    user: SignedIn,
    id: web::Path<i64>,
    body: Json<NewView>,
    request: HttpRequest,
) -> Answer {
    let view = checked(body.0, user.permissions())?;
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    let id = id.into_inner();
    if !written(move || store.change_view(own, id, &view, actor.by())).await? {
        return Err(no_view(id));
    }
    saved(&app, own, id)
}

async fn remove(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (own, id) = (user.session().user_id, id.into_inner());
    let found = app.store.view(own, id)?.filter(|saved| is_seen(&user, saved)).ok_or_else(|| no_view(id))?;
    let any_shared = page_of(&found.view.screen).is_some_and(|page| user.permissions().may_write(page.module));
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    removed(move || store.remove_view(own, id, any_shared, actor.by()), || no_view(id)).await
}

async fn open_first(app: web::Data<App>, user: SignedIn, id: web::Path<i64>) -> Answer {
    let (own, id) = (user.session().user_id, id.into_inner());
    if !app.store.view(own, id)?.is_some_and(|saved| is_seen(&user, &saved)) {
        return Err(no_view(id));
    }
    let store = app.store.clone();
    if !written(move || store.set_first_view(own, id)).await? {
        return Err(no_view(id));
    }
    Ok(HttpResponse::NoContent().finish())
}

async fn not_first(app: web::Data<App>, user: SignedIn, id: web::Path<i64>) -> Answer {
    let (store, own, id) = (app.store.clone(), user.session().user_id, id.into_inner());
    if !written(move || store.unset_first_view(own, id)).await? {
        return Err(ApiError::not_found(format!("The view {id} is not the one that opens first.")));
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Whether a user sees a view: its own always, a shared one if its screen is open.
fn is_seen(user: &SignedIn, saved: &SavedView) -> bool {
    saved.user_id == user.session().user_id || is_open(user.permissions(), &saved.view.screen)
}

fn no_view(id: i64) -> ApiError {
    ApiError::not_found(format!("You have no view {id}."))
}

fn saved(app: &App, own: i64, id: i64) -> Answer {
    let saved = app.store.view(own, id)?;
    let saved = saved.ok_or_else(|| ApiError::not_found("The view was removed meanwhile."))?;
    Ok(HttpResponse::Ok().json(answer(own, saved)))
}

fn answer(own: i64, saved: SavedView) -> ViewAnswer {
    let SavedView { id, user_id, login, is_first, view } = saved;
    let View { name, screen, filters, blocks, shared } = view;
    ViewAnswer { id, name, screen, filters, blocks, shared, login, is_own: user_id == own, is_first }
}

/// A view to save, by a user with these permissions.
fn checked(view: NewView, permissions: &Permissions) -> Result<View, ApiError> {
    let NewView { name, screen, filters, blocks, shared } = view;
    let wrong = |what: String| ApiError::invalid_fields(vec![what]);
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let is_route =
        screen.len() <= LONGEST_SCREEN && screen.chars().all(|sign| sign.is_ascii_lowercase() || "-/".contains(sign));
    let Some(page) = page_of(&screen).filter(|_| is_route) else {
        return Err(wrong("screen: expected the route of a screen with filters, such as user-dashboard".to_owned()));
    };
    if filters.len() > LONGEST_FILTERS {
        return Err(wrong(format!("filters: expected at most {LONGEST_FILTERS} bytes; choose fewer")));
    }
    let read = serde_json::from_str::<Map<String, Value>>(&filters)
        .and_then(|fields| serde_json::from_value::<FilterParams>(Value::Object(fields)));
    if let Err(error) = read {
        return Err(wrong(format!("filters: expected a filter as JSON text: {error}")));
    }
    known_fields(&filters)?;
    if blocks.len() > LONGEST_BLOCKS || blocks.chars().any(char::is_control) {
        return Err(wrong(format!(
            "blocks: expected at most {LONGEST_BLOCKS} bytes without control characters, as in the address of the page"
        )));
    }
    let code = page.module.code();
    if !permissions.opens(page.module, page.has_members) {
        return Err(ApiError::forbidden(format!("Your roles do not open the screens of the module {code}.")));
    }
    if shared && !permissions.may_write(page.module) {
        return Err(ApiError::forbidden(format!(
            "Your roles may read the module {code} but not change it: save the view for yourself."
        )));
    }
    Ok(View { name, screen, filters, blocks, shared })
}
