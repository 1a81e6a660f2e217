//! The call about what is loaded, for administrators.

use actix_web::{HttpResponse, web};

use crate::app::App;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::modules::Module;
use crate::screens::loaded::LoadedData;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/admin/data", Class::reads(Module::Data), data)
            .says("What is loaded of each feed table by day, and what is late.")
            .answers::<LoadedData>(),
    ]
}

async fn data(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(app.loaded().await?))
}
