//! The operations of the planner.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::metrics::filter::FilterParams;
use crate::metrics::planner::PlannerAnswer;
use crate::metrics::planner::forecast::ForecastAnswer;
use crate::routes::plans::{NewPlan, PlanAnswer, PlanList};
use crate::routes::table::Planner;
use crate::screens::planner::{CloseAnswer, MemberListParams, PlannerParams};

pub fn call(endpoint: Planner, schemas: &mut Schemas) -> Call {
    match endpoint {
        Planner::Plan => Call::post(
            "What it would take to reach a score or a value of one of its parts, and the score that changes would give.",
            schemas.strict_body::<PlannerParams>(),
            schemas.answer::<PlannerAnswer>(),
        ),
        Planner::Forecast => Call::post(
            "Where the score would be in 30, 60 and 90 days if members go on logging in as they did, and how well such forecasts did before.",
            schemas.strict_body::<FilterParams>(),
            schemas.answer::<ForecastAnswer>(),
        ),
        Planner::Close => Call::post(
            "How many members are one qualifying session from active or engaged, or soon dormant, by group.",
            schemas.strict_body::<FilterParams>(),
            schemas.answer::<CloseAnswer>(),
        ),
        Planner::CloseMembers => Call {
            body: Some(Body::Json(schemas.strict_body::<MemberListParams>())),
            ..Call::get("The ids of these members. It is recorded in the audit log.", Answer::Csv)
        },
        Planner::Plans => Call::get(
            "Your saved plans and those that are shared, and how they go.",
            Answer::Json(schemas.answer::<PlanList>()),
        ),
        Planner::AddPlan => Call::post("Saves a plan.", schemas.body::<NewPlan>(), schemas.answer::<PlanAnswer>()),
        Planner::RemovePlan => {
            Call::get("Removes a plan.", Answer::Nothing).with("id", json!({ "type": "integer", "minimum": 1 }))
        }
    }
}

/// Why a call may be refused with 409.
pub fn conflict(endpoint: Planner) -> Option<&'static str> {
    (endpoint == Planner::AddPlan).then_some("There is no score to begin with.")
}
