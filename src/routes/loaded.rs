//! The call about what is loaded, for administrators.

use actix_web::{HttpResponse, web};

use super::data::Answer;
use super::signed_in::Admin;
use crate::app::App;

/// Its path.
pub const PATH: &str = "/api/v1/admin/data";

/// GET api/v1/admin/data
pub async fn data(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(app.loaded().await?))
}
