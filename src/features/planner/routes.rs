//! The calls of the planner: what it would take, who is close to a threshold, and the lists of these members.

use actix_web::{HttpRequest, HttpResponse, web};

use crate::app::App;
use crate::figures::filter::FilterParams;
use crate::figures::planner::PlannerAnswer;
use crate::figures::planner::Wish;
use crate::figures::planner::forecast::ForecastAnswer;
use crate::http::asked::Filters;
use crate::http::body::JsonWith;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::csv;
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::planner::{CloseAnswer, MemberListParams};
use crate::screens::planner::{MemberList, PlannerParams};

pub fn routes() -> Vec<Route> {
    let reads = Class::reads(Module::Recommendations);
    let of_people = Class::InPerson { modules: &[Module::Recommendations, Module::People] };
    vec![
        Route::post("/api/v1/planner", reads, plan)
            .says("What it would take to reach a score or a value of one of its parts, and the score that changes would give.")
            .takes_only::<PlannerParams>()
            .answers::<PlannerAnswer>(),
        Route::post("/api/v1/planner/forecast", reads, forecast)
            .says("Where the score would be in 30, 60 and 90 days if members go on logging in as they did, and how well such forecasts did before.")
            .filtered()
            .answers::<ForecastAnswer>(),
        Route::post("/api/v1/planner/close", reads, close)
            .says("How many members are one qualifying session from active or engaged, or soon dormant, by group.")
            .filtered()
            .answers::<CloseAnswer>(),
        Route::post("/api/v1/planner/close/members", of_people, members)
            .says("The ids of these members. It is recorded in the audit log.")
            .takes_only::<MemberListParams>()
            .replies(Reply::Csv),
    ]
}

async fn plan(app: web::Data<App>, user: SignedIn, body: JsonWith<FilterParams, Wish>) -> Answer {
    let JsonWith(filter, wish) = body;
    let body = PlannerParams { filter, wish };
    Ok(HttpResponse::Ok().json(user.answers(&app).planner(&body).await?))
}

async fn forecast(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).forecast(&filters.0).await?))
}

async fn close(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).close(&filters.0).await?))
}

/// CSV. That it was taken is a line of the audit log, with how many members it has.
async fn members(
    app: web::Data<App>,
    user: SignedIn,
    body: JsonWith<FilterParams, MemberList>,
    request: HttpRequest,
) -> Answer {
    let JsonWith(filter, MemberList { close_to }) = body;
    let ids = user.answers(&app).members_close_to(&filter, close_to).await?;
    let detail = format!("{} members: {}", ids.len(), close_to.name());
    // The list is not given away before the line is written.
    recorded(&app, Actor::of(&app, &user, &request), "members_listed", None, Some(detail)).await?;
    let mut text = format!("{}member_id\r\n", csv::START);
    ids.iter().for_each(|id| text.extend([&csv::cell(id), "\r\n"]));
    Ok(csv::file(&format!("bond-{}.csv", close_to.name()), text))
}
