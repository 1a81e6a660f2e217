//! The operations of links that show a screen without an account.

use serde_json::{Value, json};

use super::answers::{Schemas, row};
use super::call::{Answer, Body, Call};
use super::schema::list;
use crate::routes::links::{LinkList, MadeLink, NewLink};
use crate::routes::table::Links;
use crate::routes::users::Confirmation;
use crate::routes::visits::{LinkQuestion, LinkToOpen, SharedScreen};
use crate::screens::declared::emails;
use crate::screens::wire::IndicatorRow;
use crate::screens::{BREAKDOWNS, DASHBOARDS};

pub fn call(endpoint: Links, schemas: &mut Schemas) -> Call {
    match endpoint {
        Links::List => Call::get(
            "Your links to screens, and what links may be made. Administrators see those of all users.",
            Answer::Json(schemas.answer::<LinkList>()),
        ),
        Links::Add => Call::post(
            "Makes a link that shows a screen without an account, with what you may see whenever it is opened.",
            schemas.body::<NewLink>(),
            schemas.answer::<MadeLink>(),
        ),
        Links::Remove => Call::get("Removes one of your links, which stops at once.", Answer::Nothing)
            .with("id", json!({ "type": "integer", "minimum": 1 })),
        Links::RemoveAny => Call {
            body: Some(Body::Json(schemas.body::<Confirmation>())),
            ..Call::get("Removes a link of anybody, which stops at once.", Answer::Nothing)
        }
        .with("id", json!({ "type": "integer", "minimum": 1 })),
        Links::Open => Call::post(
            "Opens a link, for somebody without an account: what it shows, and a bearer for its calls. 403 has \
             error_description: the password is missing, wrong or blocked.",
            schemas.body::<LinkToOpen>(),
            schemas.answer::<SharedScreen>(),
        ),
        Links::Answer => Call::post(
            "Answers one of the calls of an opened link, with the filter of the link.",
            schemas.body::<LinkQuestion>(),
            any_of_a_screen(schemas),
        ),
    }
}

/// What the calls answer that a link may have.
fn any_of_a_screen(schemas: &mut Schemas) -> Value {
    let mut any = vec![
        list(schemas.answer::<IndicatorRow>()),
        list(row(&emails::SCHEDULE)),
        schemas.poll(),
        schemas.poll_block(),
    ];
    for totals in DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_totals()) {
        any.push(schemas.totals(totals, totals.cards).schema());
    }
    for breakdown in BREAKDOWNS.iter() {
        any.push(schemas.breakdown(breakdown));
        if !breakdown.unwrapped {
            any.extend(breakdown.blocks.iter().map(|block| schemas.block(block.id, &block.shape)));
        }
    }
    json!({ "anyOf": any })
}
