//! The operations of targets.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::metrics::filter::FilterParams;
use crate::routes::table::Targets;
use crate::routes::targets::{NewTarget, TargetAnswer, TargetList};
use crate::screens::targets::FittingTargets;

pub fn call(endpoint: Targets, schemas: &mut Schemas) -> Call {
    let id = || json!({ "type": "integer", "minimum": 1 });
    match endpoint {
        Targets::List => Call::get(
            "The targets of figures that are open to you, of members all of whom you see.",
            Answer::Json(schemas.answer::<TargetList>()),
        ),
        Targets::Add => Call::post("Sets a target.", schemas.body::<NewTarget>(), schemas.answer::<TargetAnswer>()),
        Targets::Change => {
            let body = Some(Body::Json(schemas.body::<NewTarget>()));
            let answer = Answer::Json(schemas.answer::<TargetAnswer>());
            Call { body, ..Call::get("Sets a target in place of another.", answer) }.with("id", id())
        }
        Targets::Remove => Call::get("Removes a target.", Answer::Nothing).with("id", id()),
        Targets::Fitting => Call::post(
            "The targets that figures and charts of a filter are compared with.",
            schemas.strict_body::<FilterParams>(),
            schemas.answer::<FittingTargets>(),
        ),
    }
}
