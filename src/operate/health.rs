//! Health checks for monitoring.

use actix_web::{HttpResponse, web};

use crate::app::App;
use crate::error::ApiError;
use crate::http::class::Class;
use crate::http::route::{Answer, Reply, Route};
use crate::screens::AnswerError;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/healthz", Class::Public, healthz).says("The process is alive.").replies(Reply::Line("ok\n")),
        Route::get("/readyz", Class::Public, readyz).says("The process can answer.").replies(Reply::Line("ready\n")),
    ]
}

async fn healthz() -> &'static str {
    "ok\n"
}

/// The store and the warehouse can be read, and the server does not stop.
async fn readyz(app: web::Data<App>) -> Answer {
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
