//! The data calls: each takes a filter and returns the answer to a declaration.

use actix_web::{HttpResponse, web};

use super::body::Json;
use super::signed_in::SignedIn;
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::filter::FilterParams;
use crate::screens::declared::polls;
use crate::screens::{AnswerError, Breakdown, ListCall, TRENDS, Totals};
use crate::warehouse::WarehouseError;

/// What a handler here answers.
pub type Answer = Result<HttpResponse, ApiError>;

/// The body of a data call.
pub type Filters = Json<FilterParams>;

/// GET api/v1/program
pub async fn program(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(app.program(user.scope()).await?))
}

/// GET api/v1/dashboard/users/userGroups
pub async fn user_groups(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).user_groups().await?))
}

/// POST api/v1/bond/score
pub async fn score(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).score(&filters.0).await?))
}

/// POST api/v1/program/monitor/getIndicatorList
pub async fn indicators(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).indicators(&filters.0).await?))
}

/// POST api/v1/trends/{type}
pub async fn trends(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    let trend = TRENDS
        .iter()
        .find(|trend| trend.id == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There are no trends {:?}.", id.as_str())))?;
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).trends(trend, &filters.0).await?))
}

/// POST of a declared totals call.
pub async fn totals(app: web::Data<App>, user: SignedIn, totals: &'static Totals, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).totals(totals, None, &filters.0).await?))
}

/// POST of a declared totals call for one card.
pub async fn totals_of_type(
    app: web::Data<App>,
    user: SignedIn,
    totals: &'static Totals,
    id: web::Path<String>,
    filters: Filters,
) -> Answer {
    let (_, card) = totals
        .types()
        .find(|(name, _)| *name == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There is no type {:?} here.", id.as_str())))?;
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).totals(totals, Some(card), &filters.0).await?))
}

/// POST of a declared breakdown: all its blocks.
pub async fn breakdowns(
    app: web::Data<App>,
    user: SignedIn,
    breakdown: &'static Breakdown,
    filters: Filters,
) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).breakdown(breakdown, &filters.0).await?))
}

/// POST of one block of a declared breakdown.
pub async fn breakdown(
    app: web::Data<App>,
    user: SignedIn,
    breakdown: &'static Breakdown,
    id: web::Path<String>,
    filters: Filters,
) -> Answer {
    let block = breakdown
        .blocks
        .iter()
        .find(|block| block.id == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There is no block {:?} here.", id.as_str())))?;
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).block(block, &filters.0).await?))
}

/// POST of a declared list of rows.
pub async fn rows(app: web::Data<App>, user: SignedIn, rows: &'static ListCall, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).list(rows, &filters.0).await?))
}

/// GET of a declared list of rows.
pub async fn all_rows(app: web::Data<App>, user: SignedIn, rows: &'static ListCall) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).list(rows, &FilterParams::default()).await?))
}

/// POST api/v1/emails/dashboard/schedules
pub async fn schedules(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).schedules(&filters.0).await?))
}

/// POST api/v1/content/dashboard/polls/breakdown/info
pub async fn polls(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(app.answers(user.scope()).polls(&filters.0).await?))
}

/// POST api/v1/content/dashboard/polls/breakdown/{id}/answerInfos
pub async fn poll(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    let answer = app.answers(user.scope()).poll(poll_id(&id)?, &filters.0).await?;
    Ok(HttpResponse::Ok().json(answer.ok_or_else(|| no_poll(&id))?))
}

/// POST api/v1/content/dashboard/polls/breakdown/{id}/{type}
pub async fn poll_block(
    app: web::Data<App>,
    user: SignedIn,
    path: web::Path<(String, String)>,
    filters: Filters,
) -> Answer {
    let (id, block) = path.into_inner();
    let poll = poll_id(&id)?;
    if block != polls::BLOCK {
        return Err(ApiError::not_found(format!("There is no block {block:?} here.")));
    }
    let answer = app.answers(user.scope()).poll_table(poll, &filters.0).await?;
    Ok(HttpResponse::Ok().json(answer.ok_or_else(|| no_poll(&id))?))
}

/// Parses a poll's id. An id that is too large is not found.
fn poll_id(text: &str) -> Result<i32, ApiError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0');
    if !is_number {
        return Err(ApiError::invalid_fields(vec!["The poll's id must be a whole number above 0.".to_owned()]));
    }
    text.parse().map_err(|_| no_poll(text))
}

fn no_poll(id: &str) -> ApiError {
    ApiError::not_found(format!("There is no poll {id}."))
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> ApiError {
        match error {
            AnswerError::Filter(errors) => ApiError::invalid_fields(errors.0),
            AnswerError::Warehouse(WarehouseError::VersionMoved) => ApiError::busy(1),
            AnswerError::Warehouse(WarehouseError::Busy) => ApiError::busy(5),
            AnswerError::Warehouse(WarehouseError::TooLong(limit)) => ApiError::query_stopped(limit.as_secs()),
            AnswerError::Warehouse(WarehouseError::Unavailable(reason)) => {
                tracing::warn!(%reason, "no answer");
                ApiError::unavailable()
            }
            AnswerError::Warehouse(error) => ApiError::internal(&error),
            AnswerError::Json(error) => ApiError::internal(&error),
        }
    }
}
