//! How long figures take to come while many people ask.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::app::App;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};

/// What somebody who waits for figures can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub struct Wait {
    /// About how many seconds a question of the user's that is asked now waits for those before it; 0 where it need not wait.
    pub seconds: u32,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/waiting", Class::Own, waiting)
            .says("How long questions wait at the moment, because others were asked before.")
            .answers::<Wait>(),
    ]
}

async fn waiting(app: web::Data<App>) -> Answer {
    let seconds = app.warehouse.expected_wait().as_secs_f64().round() as u32;
    Ok(HttpResponse::Ok().json(Wait { seconds }))
}
