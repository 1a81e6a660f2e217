//! The data calls: each takes a filter and returns the answer to a declaration.

use actix_web::http::header::ContentType;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};

use super::body::{JsonWith, Strict};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::filter::FilterParams;
use crate::screens::declared::polls;
use crate::screens::explain::ExplainParams;
use crate::screens::{AnswerError, Breakdown, Call, ListCall, TRENDS, Totals, figure};
use crate::warehouse::WarehouseError;

/// What a handler here answers.
pub type Answer = Result<HttpResponse, ApiError>;

/// The body of a data call.
pub type Filters = Strict<FilterParams>;

pub(super) async fn answer(app: &App, user: &SignedIn, call: Call, params: &FilterParams) -> Answer {
    let json = user.answers(app).answer(call, params).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(Bytes::from_owner(json)))
}

/// GET api/v1/program
pub async fn program(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(app.program(user.scope()).await?))
}

/// GET api/v1/dashboard/users/userGroups
pub async fn user_groups(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).user_groups().await?))
}

/// POST api/v1/bond/score
pub async fn score(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    answer(&app, &user, Call::Score, &filters.0).await
}

/// POST api/v1/program/monitor/getIndicatorList
pub async fn indicators(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    answer(&app, &user, Call::Indicators, &filters.0).await
}

/// POST api/v1/trends/{type}
pub async fn trends(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    let trend = TRENDS
        .iter()
        .find(|trend| trend.id == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There are no trends {:?}.", id.as_str())))?;
    answer(&app, &user, Call::Trends(trend), &filters.0).await
}

/// The body of a call that explains a change: a filter, and which causes are opened.
pub type Explained = JsonWith<FilterParams, ExplainParams>;

/// POST api/v1/explain/score
pub async fn explain_score(app: web::Data<App>, user: SignedIn, body: Explained) -> Answer {
    let answer = user.answers(&app).explain_score(&body.0, &body.1).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// POST api/v1/explain/{metric}
pub async fn explain(app: web::Data<App>, user: SignedIn, id: web::Path<String>, body: Explained) -> Answer {
    let figure = figure(&id).ok_or_else(|| ApiError::not_found(format!("There is no figure {:?}.", id.as_str())))?;
    let answer = user.answers(&app).explain(figure, &body.0, &body.1).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// POST of a declared totals call.
pub async fn totals(app: web::Data<App>, user: SignedIn, totals: &'static Totals, filters: Filters) -> Answer {
    answer(&app, &user, Call::Totals(totals, None), &filters.0).await
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
    answer(&app, &user, Call::Totals(totals, Some(card)), &filters.0).await
}

/// POST of a declared breakdown: all its blocks.
pub async fn breakdowns(
    app: web::Data<App>,
    user: SignedIn,
    breakdown: &'static Breakdown,
    filters: Filters,
) -> Answer {
    answer(&app, &user, Call::Breakdown(breakdown), &filters.0).await
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
    answer(&app, &user, Call::Block(breakdown, block), &filters.0).await
}

/// POST of a declared list of rows.
pub async fn rows(app: web::Data<App>, user: SignedIn, rows: &'static ListCall, filters: Filters) -> Answer {
    answer(&app, &user, Call::List(rows), &filters.0).await
}

/// GET of a declared list of rows.
pub async fn all_rows(app: web::Data<App>, user: SignedIn, rows: &'static ListCall) -> Answer {
    answer(&app, &user, Call::List(rows), &FilterParams::default()).await
}

/// POST api/v1/emails/dashboard/schedules
pub async fn schedules(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    answer(&app, &user, Call::Schedules, &filters.0).await
}

/// POST api/v1/content/dashboard/polls/breakdown/info
pub async fn polls(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    answer(&app, &user, Call::Polls, &filters.0).await
}

/// POST api/v1/content/dashboard/polls/breakdown/{id}/answerInfos
pub async fn poll(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    answer(&app, &user, Call::Poll(poll_id(&id)?), &filters.0).await
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
    answer(&app, &user, Call::PollTable(poll), &filters.0).await
}

/// Parses a poll's id. An id that is too large is not found.
fn poll_id(text: &str) -> Result<i32, ApiError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0');
    if !is_number {
        return Err(ApiError::invalid_fields(vec!["The poll's id must be a whole number above 0.".to_owned()]));
    }
    text.parse().map_err(|_| ApiError::not_found(format!("There is no poll {text}.")))
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> ApiError {
        match error {
            AnswerError::NoPoll(_) => ApiError::not_found(error.to_string()),
            AnswerError::Filter(errors) => ApiError::invalid_fields(errors.0),
            AnswerError::Opening(error) => ApiError::invalid_fields(vec![error]),
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
