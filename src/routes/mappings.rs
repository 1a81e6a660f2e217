//! The calls about mappings that are saved by name, for administrators.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};

use super::body::Json;
use super::signed_in::Admin;
use crate::app::App;
use crate::error::ApiError;
use crate::loads::mappings::{self, MappingError};
use crate::store::mappings::SavedMapping;

/// The path of the mappings; each is below it by name.
pub const PATH: &str = "/api/v1/admin/mappings";

type Answer = Result<HttpResponse, ApiError>;

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
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMapping {
    /// TOML; at most 128 KiB.
    pub text: String,
}

/// GET api/v1/admin/mappings
pub async fn list(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(MappingList { mappings: app.store.mappings()? }))
}

/// GET api/v1/admin/mappings/{name}
pub async fn one(app: web::Data<App>, _admin: Admin, name: web::Path<String>) -> Answer {
    let found = app.store.mapping(&name)?;
    let (mapping, text) = found.ok_or_else(|| MappingError::Unknown(name.into_inner()))?;
    Ok(HttpResponse::Ok().json(MappingDetails { mapping, text }))
}

/// PUT api/v1/admin/mappings/{name}: checks the mapping and saves it, in the place of the one with this name.
pub async fn save(app: web::Data<App>, admin: Admin, name: web::Path<String>, body: Json<NewMapping>) -> Answer {
    let login = admin.0.session().login.clone();
    let text = body.0.text;
    let saved = web::block(move || mappings::save(&app.store, &name, &text, Some(&login), app.clock.now()));
    Ok(HttpResponse::Ok().json(saved.await.map_err(|error| ApiError::internal(&error))??))
}

/// DELETE api/v1/admin/mappings/{name}
pub async fn remove(app: web::Data<App>, admin: Admin, name: web::Path<String>) -> Answer {
    let login = admin.0.session().login.clone();
    let removed = web::block(move || mappings::remove(&app.store, &name, Some(&login), app.clock.now()));
    removed.await.map_err(|error| ApiError::internal(&error))??;
    Ok(HttpResponse::NoContent().finish())
}

impl From<MappingError> for ApiError {
    fn from(error: MappingError) -> ApiError {
        match error {
            MappingError::Unknown(name) => ApiError::not_found(format!("There is no mapping {name:?}.")),
            MappingError::Faults(faults) => {
                ApiError::invalid_fields(faults.first.iter().map(ToString::to_string).collect())
            }
            MappingError::Name(_) | MappingError::TooLong => ApiError::invalid_fields(vec![error.to_string()]),
            MappingError::Store(error) => ApiError::internal(&error),
        }
    }
}
