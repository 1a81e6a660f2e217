//! The calls about mappings that are saved by name, for administrators.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::error::{ApiError, FieldFault};
use crate::http::body::Json;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::loads::mappings::{self, MappingError};
use crate::modules::Module;
use crate::store::mappings::SavedMapping;

/// The saved mappings.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct MappingList {
    /// By name.
    pub mappings: Vec<SavedMapping>,
}

/// A saved mapping with its text.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct MappingDetails {
    #[serde(flatten)]
    pub mapping: SavedMapping,
    /// TOML.
    pub text: String,
}

/// A mapping to save.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMapping {
    /// TOML; at most 128 KiB.
    pub text: String,
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Data), Class::changes(Module::Data));
    let path = "/api/v1/admin/mappings/{name}";
    let name = || json!({ "type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$" });
    vec![
        Route::get("/api/v1/admin/mappings", reads, list).says("The saved mappings.").answers::<MappingList>(),
        Route::get(path, reads, one).says("A saved mapping.").with("name", name()).answers::<MappingDetails>(),
        Route::put(path, changes, save)
            .says("Checks a mapping and saves it, in the place of the one with this name.")
            .with("name", name())
            .takes::<NewMapping>()
            .answers::<SavedMapping>(),
        Route::delete(path, changes, remove)
            .says("Removes a saved mapping. Loads that used it keep its text.")
            .with("name", name()),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(MappingList { mappings: app.store.mappings()? }))
}

async fn one(app: web::Data<App>, _admin: Admin, name: web::Path<String>) -> Answer {
    let found = app.store.mapping(&name)?;
    let (mapping, text) = found.ok_or_else(|| MappingError::Unknown(name.into_inner()))?;
    Ok(HttpResponse::Ok().json(MappingDetails { mapping, text }))
}

async fn save(app: web::Data<App>, admin: Admin, name: web::Path<String>, body: Json<NewMapping>) -> Answer {
    let login = admin.0.actor().to_owned();
    let text = body.0.text;
    let saved = web::block(move || mappings::save(&app.store, &name, &text, Some(&login), app.clock.now()));
    Ok(HttpResponse::Ok().json(saved.await.map_err(|error| ApiError::internal(&error))??))
}

async fn remove(app: web::Data<App>, admin: Admin, name: web::Path<String>) -> Answer {
    let login = admin.0.actor().to_owned();
    let removed = web::block(move || mappings::remove(&app.store, &name, Some(&login), app.clock.now()));
    removed.await.map_err(|error| ApiError::internal(&error))??;
    Ok(HttpResponse::NoContent().finish())
}

impl From<MappingError> for ApiError {
    fn from(error: MappingError) -> ApiError {
        match error {
            MappingError::Unknown(name) => ApiError::not_found(format!("There is no mapping {name:?}.")),
            MappingError::Faults(faults) => {
                ApiError::faults(faults.listed().iter().map(|fault| FieldFault::whole(fault.to_string())).collect())
            }
            MappingError::Name(_) | MappingError::TooLong => ApiError::fault(error.to_string()),
            MappingError::Store(error) => ApiError::internal(&error),
        }
    }
}
