//! The calls about saved views. They are their user's own, and may be shared with whoever may see their screen.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ts_rs::TS;

use super::first::is_open;
use super::stored::View;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::features::saved_screen::{self, LONGEST_NAME, check_blocks, page_of_route};
use crate::http::changes::{valid, written};
use crate::http::class::Class;
use crate::http::resource::{Shown, add, change, list, remove};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::screens::pages::page_of;
use crate::store::saved::{OfUser, Saved};

/// A view to save.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewView {
    /// 1 to 100 characters.
    pub name: String,
    /// The route of the screen, such as user-dashboard/logins-breakdown.
    pub screen: String,
    /// A filter as JSON text, as the page has it in its address; at most 8,000 bytes.
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
    /// The login of the owner.
    pub login: String,
    pub is_own: bool,
    /// Whether it opens after the user has signed in.
    pub is_first: bool,
}

/// The handlers check the module of a view's screen.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/views", Class::Own, list::<View>)
            .says("Your saved views, and those that are shared of screens that are open to you.")
            .answers::<ViewList>(),
        Route::post("/api/v1/views", Class::Own, add::<View>)
            .says("Saves a view.")
            .takes_only::<NewView>()
            .answers::<ViewAnswer>(),
        Route::put("/api/v1/views/{id}", Class::Own, change::<View>)
            .says("Saves one of your views in place of what it was.")
            .takes_only::<NewView>()
            .answers::<ViewAnswer>(),
        Route::delete("/api/v1/views/{id}", Class::Own, remove::<View>).says("Removes a view."),
        Route::put("/api/v1/views/{id}/first", Class::Own, open_first)
            .says("Makes a view the one that opens after you have signed in."),
        Route::delete("/api/v1/views/{id}/first", Class::Own, not_first)
            .says("Lets the Program Monitor open after you have signed in, in place of this view."),
    ]
}

impl Shown for View {
    const GONE: &'static str = "The view was removed meanwhile.";
    type New = NewView;
    type Answer = ViewAnswer;
    type List = ViewList;

    async fn checked(app: &App, user: &SignedIn, new: NewView) -> Result<View, ApiError> {
        checked(app, new, user.permissions())
    }

    fn state(&self, _: &App, _: Option<&Saved<View>>) {}

    /// Their own always, a shared one if its screen is open to them.
    fn sees(user: &SignedIn, saved: &Saved<View>) -> bool {
        saved.is_of(user.id()) || (saved.item.shared && is_open(user.permissions(), &saved.item.screen))
    }

    async fn answers(app: &App, user: &SignedIn, all: Vec<Saved<View>>) -> Result<Vec<ViewAnswer>, ApiError> {
        let first = app.store.first_view(user.id())?.map(|saved| saved.id);
        let answer = |saved: Saved<View>| {
            let (is_own, is_first) = (saved.is_of(user.id()), first == Some(saved.id));
            let Saved { id, owner: OfUser { login, .. }, item: View { name, screen, filters, blocks, shared }, .. } =
                saved;
            let filters = saved_screen::shown(app, filters);
            ViewAnswer { id, name, screen, filters, blocks, shared, login, is_own, is_first }
        };
        Ok(all.into_iter().map(answer).collect())
    }

    async fn list(_: &web::Data<App>, _: &SignedIn, views: Vec<ViewAnswer>) -> Result<ViewList, ApiError> {
        Ok(ViewList { views })
    }

    fn may_remove(user: &SignedIn, saved: &Saved<View>) -> bool {
        let may_write = page_of(&saved.item.screen).is_some_and(|page| user.permissions().may_write(page.module));
        may_write && View::sees(user, saved)
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("You have no view {id}."))
    }
}

async fn open_first(app: web::Data<App>, user: SignedIn, id: web::Path<i64>) -> Answer {
    let (own, id) = (user.id(), id.into_inner());
    if !app.store.seen::<View>(own, id)?.is_some_and(|saved| View::sees(&user, &saved)) {
        return Err(View::not_found(id));
    }
    let store = app.store.clone();
    if !written(move || store.set_first_view(own, id)).await? {
        return Err(View::not_found(id));
    }
    Ok(HttpResponse::NoContent().finish())
}

async fn not_first(app: web::Data<App>, user: SignedIn, id: web::Path<i64>) -> Answer {
    let (store, own, id) = (app.store.clone(), user.id(), id.into_inner());
    if !written(move || store.unset_first_view(own, id)).await? {
        return Err(ApiError::not_found(format!("The view {id} is not the one that opens first.")));
    }
    Ok(HttpResponse::NoContent().finish())
}

/// A view to save, by a user with these permissions.
fn checked(app: &App, view: NewView, permissions: &Permissions) -> Result<View, ApiError> {
    let NewView { name, screen, filters, blocks, shared } = view;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let Some(page) = page_of_route(&screen) else {
        return Err(ApiError::field("screen", "expected the route of a screen with filters, such as user-dashboard"));
    };
    let (_, filters) = saved_screen::filters(app, filters)?;
    check_blocks(&blocks)?;
    let code = page.module.code();
    if !permissions.opens(page.module, page.has_members) {
        return Err(ApiError::forbidden(format!("Your roles give no access to the screens of the module {code}.")));
    }
    if shared && !permissions.may_write(page.module) {
        return Err(ApiError::forbidden(format!(
            "Your roles may read the module {code} but not change it: save the view for yourself."
        )));
    }
    Ok(View { name, screen, filters, blocks, shared })
}
