//! The call that erases members, for administrators.

use std::io::Write;

use actix_web::{HttpRequest, web};
use serde::Deserialize;

use crate::abilities::Ability;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::class::Class;
use crate::http::confirm::confirmed;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::loads::{Incoming, IncomingError, LoadOptions};
use crate::modules::Module;
use crate::operate::form::refused;
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
    pub password: String,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/v1/admin/members/erase", Class::changes(Module::Data), erase)
            .opened_by(&[Ability::EraseMembers])
            .says("Erases members. It cannot be undone.")
            .takes::<EraseMembers>()
            .accepts::<AcceptedLoad>(),
    ]
}

/// The answer is 202 when the ids are on the disk; the erasure is a load of the ledger.
async fn erase(app: web::Data<App>, admin: Admin, body: Json<EraseMembers>, request: HttpRequest) -> Answer {
    let Json(EraseMembers { ids, keep_counts, password }) = body;
    let wrong = |id: &String| id.is_empty() || id.chars().count() > 64 || id.chars().any(char::is_control);
    if let Some(index) = ids.iter().position(wrong) {
        let expected = "expected 1 to 64 characters without control characters";
        return Err(ApiError::field(&format!("ids[{index}]"), expected));
    }
    if ids.is_empty() {
        return Err(ApiError::field("ids", "expected at least one id"));
    }
    confirmed(&app, &admin.0, &password, &request).await?;
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
    let options = LoadOptions { keep_counts, ..LoadOptions::default() };
    enqueue(&app, &admin, Kind::Erase, options, Some(folder)).await
}
