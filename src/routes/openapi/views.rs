//! The operations of saved views.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::routes::table::Views;
use crate::routes::views::{NewView, ViewAnswer, ViewList};

pub fn call(endpoint: Views, schemas: &mut Schemas) -> Call {
    let id = || json!({ "type": "integer", "minimum": 1 });
    match endpoint {
        Views::List => Call::get(
            "Your saved views, and those that are shared of screens that are open to you.",
            Answer::Json(schemas.answer::<ViewList>()),
        ),
        Views::Add => Call::post("Saves a view.", schemas.body::<NewView>(), schemas.answer::<ViewAnswer>()),
        Views::Change => {
            let body = Some(Body::Json(schemas.body::<NewView>()));
            let answer = Answer::Json(schemas.answer::<ViewAnswer>());
            Call { body, ..Call::get("Saves one of your views in place of what it was.", answer) }.with("id", id())
        }
        Views::Remove => Call::get("Removes a view.", Answer::Nothing).with("id", id()),
        Views::OpenFirst => {
            Call::get("Lets a view open after you have signed in, in place of the one before.", Answer::Nothing)
                .with("id", id())
        }
        Views::NotFirst => {
            Call::get("Lets the Program Monitor open after you have signed in, no longer this view.", Answer::Nothing)
                .with("id", id())
        }
    }
}
