//! The calls about things that people save ([`crate::store::saved`]): each kind says what it takes and answers
//! ([`Shown`]), and [`list`], [`add`], [`change`] and [`remove`] are handlers for any of them.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::body::Strict;
use super::changes::{Actor, removed, scanned, written};
use super::route::Answer;
use super::signed_in::SignedIn;
use crate::app::App;
use crate::error::ApiError;
use crate::store::saved::{Resource, Saved, Visible};

/// A kind of things as calls take and answer them.
pub trait Shown: Resource {
    /// The message when one is removed while it is saved.
    const GONE: &'static str;
    /// The body of a call that saves one.
    type New: DeserializeOwned + 'static;
    /// One as a user sees it.
    type Answer: Serialize;
    /// All that a user sees.
    type List: Serialize;

    /// Checks a body, and the user's right to save it.
    ///
    /// # Errors
    /// 400 with the name of the field, 403.
    fn checked(app: &App, user: &SignedIn, new: Self::New) -> impl Future<Output = Result<Self, ApiError>>;

    /// The state of one that is saved, in place of another or anew.
    fn state(&self, app: &App, before: Option<&Saved<Self>>) -> Self::State;

    /// Whether a user sees one that the store lists: their own, a shared one or, if [`Shown::lists_all`], anybody's. The store
    /// knows no roles. A shared thing may belong to a screen that the user's roles do not open, so each kind must decide.
    fn sees(user: &SignedIn, saved: &Saved<Self>) -> bool;

    /// The answers, in their order. What cannot be answered any more is left out.
    ///
    /// # Errors
    /// If figures that belong to them cannot be computed.
    fn answers(
        app: &App,
        user: &SignedIn,
        all: Vec<Saved<Self>>,
    ) -> impl Future<Output = Result<Vec<Self::Answer>, ApiError>>;

    /// The list, with what belongs to it.
    ///
    /// # Errors
    /// If that cannot be read.
    fn list(
        app: &web::Data<App>,
        user: &SignedIn,
        all: Vec<Self::Answer>,
    ) -> impl Future<Output = Result<Self::List, ApiError>>;

    /// Whether the list has those of all users.
    fn lists_all(_user: &SignedIn) -> bool {
        false
    }

    /// Whether a user may change one of somebody else, or of the program.
    fn may_change(_user: &SignedIn, _saved: &Saved<Self>) -> bool {
        false
    }

    /// Whether a user may remove one of somebody else, or of the program.
    fn may_remove(_user: &SignedIn, _saved: &Saved<Self>) -> bool {
        false
    }

    /// Says why a user may not change or remove one, if 404 is not the answer.
    ///
    /// # Errors
    /// 403 or 404.
    fn require(_app: &App, _user: &SignedIn, _id: i64) -> impl Future<Output = Result<(), ApiError>> {
        std::future::ready(Ok(()))
    }

    /// The 404 for an id that is not one of the user's.
    fn not_found(id: i64) -> ApiError;
}

/// Answers all that the user sees.
pub async fn list<T: Shown>(app: web::Data<App>, user: SignedIn) -> Answer {
    let seen = if T::lists_all(&user) { Visible::All } else { Visible::To(user.id()) };
    let store = app.store.clone();
    let mut all = scanned(move || store.saved::<T>(seen)).await?;
    all.retain(|saved| T::sees(&user, saved));
    let answers = T::answers(&app, &user, all).await?;
    Ok(HttpResponse::Ok().json(T::list(&app, &user, answers).await?))
}

/// Saves one and answers it.
pub async fn add<T: Shown>(app: web::Data<App>, user: SignedIn, body: Strict<T::New>, request: HttpRequest) -> Answer {
    let item = T::checked(&app, &user, body.0).await?;
    let state = item.state(&app, None);
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.id());
    let id = written(move || store.add_saved(own, &item, &state, actor.by())).await?;
    answered::<T>(&app, &user, id).await
}

/// Saves one in place of one of the user's, and answers it.
pub async fn change<T: Shown>(
    app: web::Data<App>,
    user: SignedIn,
    id: web::Path<i64>,
    body: Strict<T::New>,
    request: HttpRequest,
) -> Answer {
    let id = id.into_inner();
    T::require(&app, &user, id).await?;
    let item = T::checked(&app, &user, body.0).await?;
    let (working, changer, actor) = (app.clone(), user.clone(), Actor::of(&app, &user, &request));
    let change = move || {
        let may = |saved: &Saved<T>| saved.is_of(changer.id()) || T::may_change(&changer, saved);
        let next = |before: &Saved<T>| item.state(&working, Some(before));
        working.store.change_saved(id, &item, may, next, actor.by())
    };
    if !written(change).await? {
        return Err(T::not_found(id));
    }
    answered::<T>(&app, &user, id).await
}

/// Removes one of the user's, or another that the user may remove.
pub async fn remove<T: Shown>(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let id = id.into_inner();
    T::require(&app, &user, id).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let may = move |saved: &Saved<T>| saved.is_of(user.id()) || T::may_remove(&user, saved);
    removed(move || store.remove_saved(id, &may, actor.by()), || T::not_found(id)).await
}

/// Answers one that was saved just now.
pub async fn answered<T: Shown>(app: &App, user: &SignedIn, id: i64) -> Answer {
    let answer = match app.store.one_saved::<T>(id)?.filter(|saved| T::sees(user, saved)) {
        Some(saved) => T::answers(app, user, vec![saved]).await?.pop(),
        None => None,
    };
    let answer = answer.ok_or_else(|| ApiError::not_found(T::GONE))?;
    Ok(HttpResponse::Ok().json(answer))
}
