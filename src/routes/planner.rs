//! The calls of the planner: what it would take, who is close to a threshold, and the lists of these members.

use actix_web::{HttpRequest, HttpResponse, web};

use super::body::JsonWith;
use super::csv;
use super::data::{Answer, Filters};
use super::own::{Actor, written};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::metrics::filter::FilterParams;
use crate::metrics::planner::Wish;
use crate::screens::planner::{MemberList, PlannerParams};
use crate::store::audit::Entry;

/// The path of the planner; its other calls are below it.
pub const PATH: &str = "/api/v1/planner";

/// POST api/v1/planner
pub async fn plan(app: web::Data<App>, user: SignedIn, body: JsonWith<FilterParams, Wish>) -> Answer {
    let JsonWith(filter, wish) = body;
    let body = PlannerParams { filter, wish };
    Ok(HttpResponse::Ok().json(user.answers(&app).planner(&body).await?))
}

/// POST api/v1/planner/forecast
pub async fn forecast(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).forecast(&filters.0).await?))
}

/// POST api/v1/planner/close
pub async fn close(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).close(&filters.0).await?))
}

/// POST api/v1/planner/close/members: CSV. That it was taken is a line of the audit log, with how many members it has.
pub async fn members(
    app: web::Data<App>,
    user: SignedIn,
    body: JsonWith<FilterParams, MemberList>,
    request: HttpRequest,
) -> Answer {
    let JsonWith(filter, MemberList { close_to }) = body;
    let ids = user.answers(&app).members_close_to(&filter, close_to).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let detail = format!("{} members: {}", ids.len(), close_to.name());
    // The list is not given away before the line is written.
    written(move || store.record(&Entry { detail: Some(&detail), ..actor.by().entry("members_listed") })).await?;
    let mut text = format!("{}member_id\r\n", csv::START);
    ids.iter().for_each(|id| text.extend([&csv::cell(id), "\r\n"]));
    Ok(csv::file(&format!("bond-{}.csv", close_to.name()), text))
}
