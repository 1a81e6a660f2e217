//! Health checks for monitoring.

use actix_web::{HttpResponse, web};

use crate::app::App;
use crate::error::ApiError;
use crate::screens::AnswerError;

/// GET healthz: the process is alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// GET readyz: the store and the warehouse can be read, and the server does not stop.
pub async fn readyz(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    if app.loads.is_stopping() {
        return Err(ApiError::unavailable());
    }
    app.store.version()?;
    app.engine.catalogue().await.map_err(AnswerError::Warehouse)?;
    if !app.warehouse.is_available() {
        return Err(ApiError::unavailable());
    }
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"))
}
