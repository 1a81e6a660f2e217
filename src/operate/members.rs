//! The calls that erase members and say what is held about one, for administrators.

use std::io::Write;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use crate::abilities::Ability;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, written};
use crate::http::class::Class;
use crate::http::confirm::{confirmed, confirmed_person};
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::Admin;
use crate::loads::held::Held;
use crate::loads::{Incoming, IncomingError, LoadOptions};
use crate::modules::Module;
use crate::operate::form::refused;
use crate::operate::held_file::archive;
use crate::operate::loads::AcceptedLoad;
use crate::operate::loads::enqueue;
use crate::store::loads::Kind;

/// The members to erase.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EraseMembers {
    /// Their ids as the feed has them.
    pub ids: Vec<String>,
    /// Keep their facts under another id that leads to nobody.
    #[serde(default)]
    pub keep_counts: bool,
    /// The password of the administrator who asks; an API token needs none.
    #[serde(default)]
    #[ts(type = "string")]
    pub password: Option<String>,
}

/// The member who asks what is held.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowMember {
    /// The id as the feed has it.
    pub id: String,
    /// The password of the administrator who asks.
    pub password: String,
}

pub fn routes() -> Vec<Route> {
    let changes = Class::changes(Module::Data);
    vec![
        Route::post("/api/v1/admin/members/erase", changes, erase)
            .opened_by(&[Ability::EraseMembers])
            .says("Erases members. It cannot be undone.")
            .takes::<EraseMembers>()
            .accepts::<AcceptedLoad>(),
        Route::post("/api/v1/admin/members/show", changes, show)
            .says("All that is held about a member: what an erasure would remove. The audit log has each look.")
            .takes::<ShowMember>()
            .answers::<Held>()
            .refuses("404", NOTHING_HELD),
        Route::post("/api/v1/admin/members/show/file", changes, show_file)
            .says("The same as a zip of CSV files, for whoever asked.")
            .takes::<ShowMember>()
            .replies(Reply::File("application/zip"))
            .refuses("404", NOTHING_HELD),
    ]
}

const NOTHING_HELD: &str = "Nothing is held about this member, or it is not among those that your roles show.";

async fn show(app: web::Data<App>, admin: Admin, body: Json<ShowMember>, request: HttpRequest) -> Answer {
    Ok(HttpResponse::Ok().json(held(&app, &admin, body.0, &request).await?))
}

async fn show_file(app: web::Data<App>, admin: Admin, body: Json<ShowMember>, request: HttpRequest) -> Answer {
    let held = held(&app, &admin, body.0, &request).await?;
    let zip = web::block(move || archive(&held)).await.map_err(|error| ApiError::internal(&error))?;
    let zip = zip.map_err(|error| ApiError::internal(&error))?;
    let disposition = (header::CONTENT_DISPOSITION, "attachment; filename=\"member.zip\"");
    Ok(HttpResponse::Ok().content_type("application/zip").insert_header(disposition).body(zip))
}

/// It shows what roles hide elsewhere, so it asks for the right to erase and for the password, and no API token opens it.
async fn held(app: &web::Data<App>, admin: &Admin, of: ShowMember, request: &HttpRequest) -> Result<Held, ApiError> {
    let ShowMember { id, password } = of;
    if is_wrong(&id) {
        return Err(ApiError::field("id", AN_ID));
    }
    confirmed(app, &admin.0, &password, request).await?;
    let permissions = admin.0.permissions();
    let mut scope = permissions.scope(Module::Data);
    // A permission on ADMIN includes DATA.
    scope.join(&permissions.scope(Module::Admin));
    let found = app.held(&id, &scope).await.map_err(|error| ApiError::internal(&error))?;
    // Any word is somewhere in a text: what is no member is not looked for.
    let mut found = found.filter(|held| held.erased || !held.members.is_empty());
    if !permissions.may_read(Module::Admin) {
        let of_audit = found.iter_mut().flat_map(|held| &mut held.mentions).filter(|mention| mention.place == "audit");
        of_audit.for_each(|mention| mention.texts.clear());
    }
    let (of_store, actor, is_found) = (app.clone(), Actor::of(app, &admin.0, request), found.is_some());
    written(move || of_store.record_look(&id, is_found, actor.by())).await?;
    found.ok_or_else(|| ApiError::not_found(NOTHING_HELD))
}

/// What an id is.
pub const AN_ID: &str = "expected 1 to 64 characters without control characters";

/// Whether a text is no id.
pub fn is_wrong(id: &str) -> bool {
    id.is_empty() || id.chars().count() > 64 || id.chars().any(char::is_control)
}

/// The answer is 202 when the ids are on the disk; the erasure is a load of the ledger.
async fn erase(app: web::Data<App>, admin: Admin, body: Json<EraseMembers>, request: HttpRequest) -> Answer {
    let Json(EraseMembers { ids, keep_counts, password }) = body;
    if let Some(index) = ids.iter().position(|id| is_wrong(id)) {
        return Err(ApiError::field(&format!("ids[{index}]"), AN_ID));
    }
    if ids.is_empty() {
        return Err(ApiError::field("ids", "expected at least one id"));
    }
    confirmed_person(&app, &admin.0, password.as_deref(), &request).await?;
    let data_dir = app.data_dir().path().to_owned();
    let keep = web::block(move || -> Result<String, IncomingError> {
        let incoming = Incoming::create(&data_dir)?;
        let mut file = incoming.file("ids.txt")?;
        // An id may be what a title would be.
        let text = format!("member_id\n{}\n", ids.join("\n"));
        file.write_all(text.as_bytes()).map_err(|source| IncomingError::Write { path: "ids.txt".into(), source })?;
        incoming.keep()
    });
    let folder = keep.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    let options = LoadOptions { keep_counts, only_loaded: admin.0.is_by_token(), ..LoadOptions::default() };
    enqueue(&app, &admin, Kind::Erase, options, Some(folder)).await
}
