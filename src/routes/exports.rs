//! The calls that answer files of what is shown.

use std::rc::Rc;
use std::sync::Arc;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Semaphore;
use ts_rs::TS;

use super::body::JsonWith;
use super::data::Answer;
use super::guard::admitted_to;
use super::own::{Actor, written};
use super::signed_in::SignedIn;
use super::table::Class;
use crate::app::App;
use crate::error::ApiError;
use crate::exports::csv::table_of;
use crate::exports::{About, ExportError, Gathered, Part, Screen, Separator, Style, XLSX, archive, gather, workbook};
use crate::metrics::filter::FilterParams;
use crate::store::audit::Entry;

/// As many files are written at once. The others wait: writing takes memory and a processor.
static WRITERS: Semaphore = Semaphore::const_new(2);

/// The content type of archives.
pub const ZIP: &str = "application/zip";

/// The most characters of the filter in a line of the audit log.
const LONGEST_DETAIL: usize = 300;

/// What a workbook is of.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkbookParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// Whether it has the dashboard of the screen with all its breakdowns.
    #[serde(default)]
    pub whole: bool,
}

/// What a zip of tables is of, and how these are written.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TablesParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// Whether it has the dashboard of the screen with all its breakdowns.
    #[serde(default)]
    pub whole: bool,
    #[serde(default)]
    pub separator: Separator,
    /// Whether each table begins with a byte order mark, without which some spreadsheets misread accented names.
    #[serde(default = "yes")]
    pub bom: bool,
}

/// What a table is of, and how it is written.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableParams {
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// The id of one of its blocks; without it, the figures of the dashboard's cards.
    pub block: Option<String>,
    #[serde(default)]
    pub separator: Separator,
    /// Whether it begins with a byte order mark, without which some spreadsheets misread accented names.
    #[serde(default = "yes")]
    pub bom: bool,
}

// Each body is a filter and one of these, read from the same object.
macro_rules! bodies {
    ($($body:ident $params:ident)*) => {
        $(
            /// A filter, and what a file is of.
            #[derive(JsonSchema)]
            pub struct $body {
                #[serde(flatten)]
                pub filter: FilterParams,
                #[serde(flatten)]
                pub of: $params,
            }
        )*
    };
}

bodies! {
    WorkbookBody WorkbookParams
    TablesBody TablesParams
    TableBody TableParams
}

fn yes() -> bool {
    true
}

/// POST api/v1/export/xlsx
pub async fn xlsx(app: web::Data<App>, body: JsonWith<FilterParams, WorkbookParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, WorkbookParams { screen, whole }) = body;
    let export = Export::begin(app, &screen, filter, &request).await?;
    let parts = export.screen.parts(whole);
    let temp_dir = export.app.data_dir().tmp();
    let file = export.written(&parts, move |gathered, about| workbook(gathered, about, &temp_dir)).await?;
    export.answer(file, Format::Xlsx, whole).await
}

/// POST api/v1/export/zip
pub async fn zip(app: web::Data<App>, body: JsonWith<FilterParams, TablesParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, TablesParams { screen, whole, separator, bom }) = body;
    let export = Export::begin(app, &screen, filter, &request).await?;
    let parts = export.screen.parts(whole);
    let write = move |gathered, about: &About| archive(gathered, about, style(separator, bom, about));
    let file = export.written(&parts, write).await?;
    export.answer(file, Format::Zip, whole).await
}

/// POST api/v1/export/csv
pub async fn csv(app: web::Data<App>, body: JsonWith<FilterParams, TableParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, TableParams { screen, block, separator, bom }) = body;
    let export = Export::begin(app, &screen, filter, &request).await?;
    let part = part(&export.screen, block.as_deref())?;
    let write = move |gathered, about: &About| table_of(gathered, block.as_deref(), style(separator, bom, about));
    let file = export.written(&[part], write).await?;
    export.answer(file, Format::Csv, false).await
}

fn style(separator: Separator, byte_order_mark: bool, about: &About) -> Style<'_> {
    Style { separator, byte_order_mark, currency: &about.currency }
}

/// The call of a block, or of the cards.
fn part(screen: &Screen, block: Option<&str>) -> Result<Part, ApiError> {
    let expected = |which: String| ApiError::invalid_fields(vec![format!("block: expected {which}")]);
    let blocks = || screen.blocks().collect::<Vec<&str>>().join(", ");
    match block {
        Some(id) => screen.block(id).ok_or_else(|| match blocks() {
            none if none.is_empty() => expected("nothing: this screen has cards alone".to_owned()),
            blocks => expected(format!("one of {blocks}")),
        }),
        None => match screen.parts(false).first() {
            Some(cards @ Part::Cards(_)) => Ok(*cards),
            _ => Err(expected(format!("one of {}", blocks()))),
        },
    }
}

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Xlsx,
    Zip,
    Csv,
}

impl Format {
    /// The ending of a file name.
    fn ending(self) -> &'static str {
        match self {
            Format::Xlsx => "xlsx",
            Format::Zip => "zip",
            Format::Csv => "csv",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Format::Xlsx => XLSX,
            Format::Zip => ZIP,
            Format::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// A file in the making.
struct Export {
    app: web::Data<App>,
    user: Rc<SignedIn>,
    actor: Actor,
    screen: Screen,
    filter: FilterParams,
    about: Arc<About>,
}

impl Export {
    /// Finds the screen, which must be open to the user.
    async fn begin(
        app: web::Data<App>,
        path: &str,
        filter: FilterParams,
        request: &HttpRequest,
    ) -> Result<Export, ApiError> {
        let screen = Screen::of_path(path).ok_or_else(|| {
            let example = Screen::all().next().map_or("", |screen| screen.path());
            let expected = "expected the path of a dashboard's cards or of a breakdown, such as";
            ApiError::invalid_fields(vec![format!("screen: {expected} {example}")])
        })?;
        let user = admitted_to(Class::Export, screen.dashboard, request)?;
        let about = {
            let answers = app.answers(user.scope());
            let resolved = answers.filter_of(&filter).map_err(|errors| ApiError::invalid_fields(errors.0))?;
            let (program, groups) = (app.program(user.scope()).await?, answers.user_groups().await?);
            About::new(program, screen.title(), &resolved, &groups)
        };
        let about = Arc::new(about.by(&user.session().login, app.clock.local().to_string()));
        let actor = Actor::of(&app, &user, request);
        Ok(Export { app, user, actor, screen, filter, about })
    }

    /// Makes the calls, and writes their answers off the threads that serve requests.
    async fn written(
        &self,
        parts: &[Part],
        write: impl FnOnce(Gathered, &About) -> Result<Vec<u8>, ExportError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let gathered = gather(&self.app.answers(self.user.scope()), parts, &self.filter).await?;
        let _permit = WRITERS.acquire().await.map_err(|error| ApiError::internal(&error))?;
        let about = Arc::clone(&self.about);
        let file = web::block(move || write(gathered, &about)).await.map_err(|error| ApiError::internal(&error))?;
        Ok(file?)
    }

    /// The file, once it is a line of the audit log.
    async fn answer(self, file: Vec<u8>, format: Format, whole: bool) -> Answer {
        let Export { app, actor, screen, about, .. } = self;
        let filter: Vec<String> = about.filter.iter().map(|(label, value)| format!("{label} {value}")).collect();
        let whole = if whole { ", whole dashboard" } else { "" };
        let detail = format!("{}{whole}: {}", format.ending(), filter.join(", "));
        let detail: String = detail.chars().take(LONGEST_DETAIL).collect();
        let store = app.store.clone();
        let record = move || {
            let entry = actor.by().entry("exported");
            store.record(&Entry { subject: Some(screen.path()), detail: Some(&detail), ..entry })
        };
        written(record).await?;
        let name = screen.path().rsplit('/').next().unwrap_or_default();
        let disposition = format!("attachment; filename=\"bond-{name}.{}\"", format.ending());
        let mut answer = HttpResponse::Ok();
        answer.content_type(format.content_type()).insert_header((header::CONTENT_DISPOSITION, disposition));
        if format != Format::Csv {
            // They are compressed already.
            answer.insert_header(ContentEncoding::Identity);
        }
        Ok(answer.body(file))
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> ApiError {
        match error {
            ExportError::Answer(error) => error.into(),
            error => ApiError::internal(&error),
        }
    }
}
