//! Calls that answer figures: each takes a filter and returns the answer to a declaration.

use actix_web::http::header::ContentType;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use serde::Serialize;

use super::body::Strict;
use super::class::Class;
use super::route::{Answer, Route};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::error::ApiError;
use crate::figures::filter::FilterParams;
use crate::figures::{PlannedQuery, planned};
use crate::screens::{AnswerError, Call};
use crate::warehouse::WarehouseError;

/// The body of a data call.
pub type Filters = Strict<FilterParams>;

/// What an answer is computed from, for administrators who ask with the header `Bond-Plan`.
#[derive(Debug, Serialize)]
struct Plan {
    queries: Vec<PlannedQuery>,
}

/// The answer to a call, or its plan.
///
/// # Errors
/// As [`Answers::answer`](crate::screens::Answers::answer); 403 for a plan that somebody else asks for.
pub async fn answer(app: &App, user: &SignedIn, call: Call, params: &FilterParams) -> Answer {
    if user.wants_plan()? {
        let (answered, queries) = planned(user.answers(app).answered(call, params)).await;
        answered?;
        return Ok(HttpResponse::Ok().json(Plan { queries }));
    }
    let json = user.answers(app).answer(call, params).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(Bytes::from_owner(json)))
}

/// A route that answers a call of a user with the filter in its body.
pub fn asks(path: impl Into<String>, class: Class, call: impl Fn(&SignedIn) -> Call + Copy + 'static) -> Route {
    let asked = move |app: web::Data<App>, user: SignedIn, filters: Filters| async move {
        answer(&app, &user, call(&user), &filters.0).await
    };
    Route::post(path, class, asked).filtered()
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> ApiError {
        match error {
            AnswerError::NoPoll(_) => ApiError::not_found(error.to_string()),
            AnswerError::Filter(errors) => ApiError::faults(errors.0),
            AnswerError::Opening(error) => ApiError::faults(vec![error]),
            AnswerError::Warehouse(WarehouseError::VersionMoved) => ApiError::busy(1),
            AnswerError::Warehouse(WarehouseError::Busy) => ApiError::busy(5),
            AnswerError::Warehouse(WarehouseError::TooLong(limit)) => ApiError::query_stopped(limit.as_secs()),
            AnswerError::Warehouse(WarehouseError::Unavailable(reason)) => {
                tracing::warn!(%reason, "no answer");
                ApiError::unavailable()
            }
            AnswerError::Warehouse(WarehouseError::Cluster(reason)) => {
                tracing::warn!(%reason, "no answer");
                ApiError::cluster_unavailable()
            }
            AnswerError::Warehouse(error) => ApiError::internal(&error),
            AnswerError::Json(error) => ApiError::internal(&error),
            AnswerError::Keys(error) => ApiError::internal(&error),
        }
    }
}
