//! The calls about what administrators are told.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use ts_rs::TS;

use super::message::text;
use crate::app::App;
use crate::doctor::{conditions, tells};
use crate::error::ApiError;
use crate::http::changes::{Actor, scanned, written};
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::i18n::NoticeText;
use crate::modules::Module;
use crate::store::told::Told;

/// What administrators are told and holds now, the last that began first: what the user may see of it and has not dismissed.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct NoticeList {
    pub notices: Vec<Notice>,
}

/// Something that needs an administrator.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct Notice {
    /// The name of the check of `bond doctor`.
    pub condition: String,
    /// What is so, and what to do.
    pub text: String,
    pub todo: String,
    /// When it began, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub since: i64,
    /// The route of the page where it is mended.
    pub route: String,
}

pub fn routes() -> Vec<Route> {
    let sees = Class::InPerson { modules: &[Module::Data] };
    vec![
        Route::get("/api/v1/admin/notices", sees, list)
            .says("What administrators are told: loads that were refused, backups that failed and the like, as the last look found them.")
            .answers::<NoticeList>(),
        Route::put("/api/v1/admin/notices/{condition}/dismissed", sees, dismiss)
            .says("Hides one from you, until it begins anew.")
            .with("condition", json!({ "type": "string", "enum": conditions().collect::<Vec<_>>() })),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    let (store, own) = (app.store.clone(), user.id());
    let (told, dismissed) = scanned(move || Ok((store.told()?, store.dismissed(own)?))).await?;
    let seen = told.into_iter().filter(|told| !dismissed.contains(&told.condition));
    Ok(HttpResponse::Ok().json(NoticeList { notices: seen.filter_map(|told| notice(&user, told)).collect() }))
}

/// None of what the user may not see.
fn notice(user: &SignedIn, Told { condition, since }: Told) -> Option<Notice> {
    let tells = tells(&condition).filter(|tells| user.permissions().may_read(tells.module))?;
    let NoticeText { title, todo } = text(&condition, user.language())?;
    Some(Notice { text: title.to_owned(), todo: todo.to_owned(), route: tells.route.to_owned(), condition, since })
}

async fn dismiss(app: web::Data<App>, user: SignedIn, condition: web::Path<String>, request: HttpRequest) -> Answer {
    let condition = condition.into_inner();
    let missing = || ApiError::not_found(format!("Nothing is told of {condition}."));
    tells(&condition).filter(|tells| user.permissions().may_read(tells.module)).ok_or_else(missing)?;
    let (actor, store, own, of) = (Actor::of(&app, &user, &request), app.store.clone(), user.id(), condition.clone());
    match written(move || store.dismiss(&of, own, actor.by())).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(missing()),
    }
}
