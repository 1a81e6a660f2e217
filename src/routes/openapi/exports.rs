//! The operations that answer files of what is shown.

use serde_json::{Value, json};

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::exports::{PDF, XLSX};
use crate::routes::exports::{DossierBody, HTML, ScreensBody, TableBody, TablesBody, ZIP};
use crate::routes::making::ExportProgress;
use crate::routes::table::Export;

pub fn call(endpoint: Export, schemas: &mut Schemas) -> Call {
    let file = |summary: &str, body: Value, answer: Answer| Call {
        body: Some(Body::Json(body)),
        ..Call::get(&format!("{summary} It is recorded in the audit log."), answer)
    };
    match endpoint {
        Export::Xlsx => file(
            "A screen, or a dashboard with all its breakdowns, as a workbook: a cover, then a sheet for each block.",
            schemas.strict_body::<ScreensBody>(),
            Answer::File(XLSX),
        ),
        Export::Pdf => file(
            "A screen, or a dashboard with all its breakdowns, as a PDF: a cover, then a chart and a table for each block, then the definitions.",
            schemas.strict_body::<ScreensBody>(),
            Answer::File(PDF),
        ),
        Export::Dossier => file(
            "A screen, a dashboard with all its breakdowns, or all dashboards that are open to the user, as one page that needs no network: charts, tables, definitions and receipts are inside.",
            schemas.strict_body::<DossierBody>(),
            Answer::File(HTML),
        ),
        Export::Zip => file(
            "The tables of a screen, or of a dashboard with all its breakdowns, as a zip of CSV files.",
            schemas.strict_body::<TablesBody>(),
            Answer::File(ZIP),
        ),
        Export::Progress => Call::get(
            "How far a file is that the user is making: the one whose call had this number in its header Bond-Export-Id.",
            Answer::Json(schemas.answer::<ExportProgress>()),
        )
        .with("id", json!({ "type": "integer", "minimum": 0 })),
        Export::Csv => {
            file("One block, or the cards of a dashboard, as CSV.", schemas.strict_body::<TableBody>(), Answer::Csv)
        }
    }
}
