//! The operations that answer files of what is shown.

use serde_json::Value;

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::exports::XLSX;
use crate::routes::exports::{TableBody, TablesBody, WorkbookBody, ZIP};
use crate::routes::table::Export;

pub fn call(endpoint: Export, schemas: &mut Schemas) -> Call {
    let file = |summary: &str, body: Value, answer: Answer| Call {
        body: Some(Body::Json(body)),
        ..Call::get(&format!("{summary} It is recorded in the audit log."), answer)
    };
    match endpoint {
        Export::Xlsx => file(
            "A screen, or a dashboard with all its breakdowns, as a workbook: a cover, then a sheet for each block.",
            schemas.body::<WorkbookBody>(),
            Answer::File(XLSX),
        ),
        Export::Zip => file(
            "The tables of a screen, or of a dashboard with all its breakdowns, as a zip of CSV files.",
            schemas.body::<TablesBody>(),
            Answer::File(ZIP),
        ),
        Export::Csv => {
            file("One block, or the cards of a dashboard, as CSV.", schemas.body::<TableBody>(), Answer::Csv)
        }
    }
}
