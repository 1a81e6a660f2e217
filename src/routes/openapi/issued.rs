//! The operations about issued figures.

use serde_json::{Value, json};

use super::answers::Schemas;
use super::call::{Answer, Call};
use crate::metrics::filter::FilterParams;
use crate::routes::table::Issued;
use crate::screens::issued::{HEADLINES, IssuedAnswer};
use crate::screens::receipts::{Receipt, Subject};

pub fn call(endpoint: Issued, schemas: &mut Schemas) -> Call {
    let figures = || HEADLINES.iter().filter(|subject| !matches!(subject, Subject::Score));
    let ids = || -> Value { json!({ "enum": figures().map(|subject| subject.id()).collect::<Vec<_>>() }) };
    let day = || json!({ "type": "string", "format": "date" });
    match endpoint {
        Issued::Figure => Call::post(
            "A figure of the whole program as it was issued on each day of the period, and as it is now. Groups and items do \
             not matter.",
            schemas.strict_body::<FilterParams>(),
            schemas.answer::<IssuedAnswer>(),
        )
        .with("metric", ids()),
        Issued::Score => Call::post(
            "The BOND Score of the whole program as it was issued on each day of the period, and as it is now.",
            schemas.strict_body::<FilterParams>(),
            schemas.answer::<IssuedAnswer>(),
        ),
        Issued::Receipt => {
            let answer = Answer::Json(schemas.answer::<Receipt>());
            Call::get("The receipt with which a figure was issued.", answer).with("metric", ids()).with("day", day())
        }
        Issued::ScoreReceipt => {
            let answer = Answer::Json(schemas.answer::<Receipt>());
            Call::get("The receipt with which the BOND Score was issued.", answer).with("day", day())
        }
    }
}

/// Why a call may be refused with 409.
pub fn conflict(endpoint: Issued) -> Option<&'static str> {
    let is_receipt = matches!(endpoint, Issued::Receipt | Issued::ScoreReceipt);
    is_receipt.then_some("The program protects small groups.")
}
