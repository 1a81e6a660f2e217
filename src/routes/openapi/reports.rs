//! The operations of reports.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::routes::reports::{NewReport, ReportAnswer, ReportList, Reports};

pub fn call(endpoint: Reports, schemas: &mut Schemas) -> Call {
    let id = || json!({ "type": "integer", "minimum": 1 });
    match endpoint {
        Reports::List => Call::get(
            "Your reports, how they go, and where reports may be sent. Administrators see those of all users.",
            Answer::Json(schemas.answer::<ReportList>()),
        ),
        Reports::Add => Call::post(
            "Saves a report that is sent on a schedule, with what you may see at that time.",
            schemas.body::<NewReport>(),
            schemas.answer::<ReportAnswer>(),
        ),
        Reports::Change => {
            let body = Some(Body::Json(schemas.body::<NewReport>()));
            let answer = Answer::Json(schemas.answer::<ReportAnswer>());
            Call { body, ..Call::get("Saves one of your reports in place of what it was.", answer) }.with("id", id())
        }
        Reports::Remove => {
            Call::get("Removes one of your reports; administrators remove those of others too.", Answer::Nothing)
                .with("id", id())
        }
        Reports::Send => {
            let answer = Answer::Json(schemas.answer::<ReportAnswer>());
            Call::get("Sends one of your reports now. The answer says how that went.", answer).with("id", id())
        }
    }
}
