//! The operations of Insights.

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::metrics::filter::FilterParams;
use crate::routes::insights::{InsightNotes, NewInsightNote};
use crate::routes::table::Insights;
use crate::screens::insights::{CohortsAnswer, ExpiringAnswer, MovesAnswer, UnusualAnswer};

pub fn call(endpoint: Insights, schemas: &mut Schemas) -> Call {
    let filter = schemas.strict_body::<FilterParams>();
    match endpoint {
        Insights::Moves => Call::post(
            "What moved in the period by more than chance and habit make it move, of the dashboards that are open to you.",
            filter,
            schemas.answer::<MovesAnswer>(),
        ),
        Insights::Unusual => Call::post(
            "What is unusual on the last loaded day, compared with the same weekdays of the eight weeks before it.",
            filter,
            schemas.answer::<UnusualAnswer>(),
        ),
        Insights::Cohorts => Call::post(
            "Members by month of registration, and the share of them who logged in at each age, in the last 24 whole months.",
            filter,
            schemas.answer::<CohortsAnswer>(),
        ),
        Insights::Expiring => Call::post(
            "Offers that end within 30 days after the last loaded one, and members who are soon dormant.",
            filter,
            schemas.answer::<ExpiringAnswer>(),
        ),
        Insights::Notes => {
            Call::get("What was looked at, and notes about it.", Answer::Json(schemas.answer::<InsightNotes>()))
        }
        Insights::SaveNote => Call {
            body: Some(Body::Json(schemas.body::<NewInsightNote>())),
            ..Call::get("Says that something was looked at, or notes something about it.", Answer::Nothing)
        },
    }
}
