//! The operations of alerts.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::routes::alerts::{AlertAnswer, AlertList, Alerts, NewAlert};

pub fn call(endpoint: Alerts, schemas: &mut Schemas) -> Call {
    let id = || json!({ "type": "integer", "minimum": 1 });
    match endpoint {
        Alerts::List => Call::get(
            "Your alerts, how they stand, where they may go, and what can be watched. Administrators see those of all users.",
            Answer::Json(schemas.answer::<AlertList>()),
        ),
        Alerts::Add => Call::post(
            "Saves an alert, which is checked after each load with what you may see at that time.",
            schemas.body::<NewAlert>(),
            schemas.answer::<AlertAnswer>(),
        ),
        Alerts::Change => {
            let body = Some(Body::Json(schemas.body::<NewAlert>()));
            let answer = Answer::Json(schemas.answer::<AlertAnswer>());
            Call { body, ..Call::get("Saves one of your alerts in place of what it was.", answer) }.with("id", id())
        }
        Alerts::Remove => {
            Call::get("Removes one of your alerts; administrators remove those of others too.", Answer::Nothing)
                .with("id", id())
        }
        Alerts::Send => {
            let answer = Answer::Json(schemas.answer::<AlertAnswer>());
            Call::get("Sends what one of your alerts would say now. The answer says how that went.", answer)
                .with("id", id())
        }
    }
}
