//! The calls about drafts of loads: files that are sent once, described step by step, and checked or loaded.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::error::ApiError;
use crate::figures::filter::iso;
use crate::http::body::Strict;
use crate::http::changes::{Actor, written};
use crate::http::class::Class;
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::limited::Client;
use crate::loads::drafts::{Draft, DraftError, require_small};
use crate::loads::mappings::{self, LONGEST_MAPPING, MappingError};
use crate::loads::{Incoming, LoadOptions};
use crate::modules::Module;
use crate::operate::form::{Form, Limits, refused};
use crate::operate::loads::{AcceptedLoad, enqueue, require_room};
use crate::operate::suggest::load_fault;
use crate::screens::AnswerError;
use crate::screens::outlook::{ScreenOutlook, outlook};
use crate::store::audit::Entry;
use crate::store::loads::{Kind, LoadFault};
use crate::warehouse::feed::{Table, table};
use crate::warehouse::load::{Faults, ImportError, ImportOptions, MappingFile};
use crate::warehouse::look::{self, Described};
use crate::warehouse::mapping::FILE_NAME;
use crate::warehouse::mapping::edit::{self, EditError, Fill, Place};
use crate::warehouse::suggest::{suggest, suggest_as};

const PATH: &str = "/api/v1/admin/loads/drafts";

/// Faults of a file that an answer has.
const FAULTS: usize = 100;

/// After how many seconds an upload is tried again where too many drafts are kept.
const FULL_RETRY: u32 = 600;

/// Files that were sent.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SentDraft {
    /// It is kept until it is removed, or until nobody has used it for two hours, or until the next start.
    pub id: String,
    /// All its files, by name.
    pub files: Vec<String>,
}

/// What to look at.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(default)]
#[ts(optional_fields)]
pub struct LookAtDraft {
    /// The text of the mapping, as TOML. Without it, and without `saved`, it is the one that was looked at last, or a proposed one.
    pub mapping: Option<String>,
    /// The name of a saved mapping, in the place of a text. What it does not name is proposed.
    pub saved: Option<String>,
    /// Names of files for which the text gets what is proposed, where it does not name them.
    pub propose: Option<Vec<String>>,
    /// Proposes a mapping anew.
    pub anew: Option<bool>,
    /// What to change in the text.
    pub change: Option<MappingChange>,
}

/// A change of a mapping.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MappingChange {
    /// A table is filled in the place of another one. What fills its columns is proposed.
    Table { place: Place, file: String, table: String },
    /// A file fills a table, or a sheet of it does.
    Describe { file: String, sheet: Option<String>, table: String },
    /// A table is not filled.
    Ignore { place: Place },
    /// A column is filled from a column of the file.
    Column { place: Place, column: String, from: String },
    /// A column has the same value in each row.
    Value { place: Place, column: String, value: String },
    /// Nothing fills a column.
    Nothing { place: Place, column: String },
}

/// What a mapping makes of the files of a draft.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct DraftAnswer {
    /// The text of the mapping, as TOML, with the change.
    pub mapping: String,
    /// What is wrong with the text, by its lines. There are only cards without a table then.
    pub faults: Vec<LoadFault>,
    /// By file: one for each table that it fills, or one without a table.
    pub cards: Vec<DraftCard>,
    /// What the dashboards can show once the files are loaded.
    pub screens: Vec<ScreenOutlook>,
}

/// A file, or a sheet of one, and the table that it fills.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftCard {
    pub file: String,
    pub sheet: Option<String>,
    /// Null for a file that the mapping does not name: it is not loaded.
    pub filled: Option<FilledTable>,
    /// The columns of the file.
    pub names: Vec<String>,
    /// Why the file cannot be read.
    pub refused: Option<String>,
}

/// What a mapping makes of a file.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilledTable {
    pub place: CardPlace,
    pub table: &'static str,
    /// Whether the lines of the mapping that say so are about other files, too.
    pub of_several: bool,
    /// In the order of the table.
    pub columns: Vec<FilledColumn>,
    /// The first rows of the table.
    pub rows: Vec<FirstRow>,
    /// The rows of the file; see `isAll`.
    pub file_rows: u64,
    /// The rows that would be loaded, without what other files and the loaded data have.
    pub taken_rows: u64,
    /// False if the file has more rows than were read. A check reads all.
    pub is_all: bool,
    /// yyyy-mm-dd; null for a table without days.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// The first 100.
    pub faults: Vec<LoadFault>,
    pub fault_count: u64,
}

/// The place of a `[[file.table]]` in the text of the mapping, as changes name it.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct CardPlace {
    pub file: usize,
    pub table: usize,
}

/// What fills a column: one of `from`, `value` and `template`, or nothing.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilledColumn {
    pub column: &'static str,
    pub may_be_empty: bool,
    /// A column of the file.
    pub from: Option<String>,
    /// The same in each row.
    pub value: Option<String>,
    /// Text and columns.
    pub template: Option<String>,
}

/// A row as Bond reads it.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct FirstRow {
    /// Of the file.
    pub line: u64,
    /// In the order of the columns.
    pub cells: Vec<String>,
}

/// A load of a draft.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadDraft {
    /// The text of the mapping, as TOML. The files that it names are loaded.
    pub mapping: String,
    /// Checks the files and loads nothing.
    pub check: bool,
    /// Lets a day lose more than half of its rows.
    #[serde(default)]
    #[ts(optional)]
    pub allow_shrink: Option<bool>,
    /// FROM..TO: the days that the files replace. By default the days that they have.
    #[serde(default)]
    #[ts(optional)]
    pub days: Option<String>,
}

pub fn routes() -> Vec<Route> {
    let changes = Class::changes(Module::Data);
    let one = |rest: &str| format!("{PATH}/{{draft}}{rest}");
    let id = || json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" });
    vec![
        Route::post(PATH, changes, send)
            .says("Sends files to describe and to load. They are kept for two hours after their last use, and loaded only by another call.")
            .takes_files(&[])
            .answers::<SentDraft>()
            .refuses_first("507", "The disk of the server has no room for the load."),
        Route::post(one("/files"), changes, add)
            .says("Sends more files. One with the name of a file of the draft takes its place.")
            .with("draft", id())
            .takes_files(&[])
            .answers::<SentDraft>()
            .refuses_first("507", "The disk of the server has no room for the load."),
        Route::post(one("/look"), changes, look)
            .says("Says what a mapping makes of the files; proposes it, or changes it at one place. Loads nothing.")
            .with("draft", id())
            .takes_only::<LookAtDraft>()
            .answers::<DraftAnswer>(),
        Route::post(one("/load"), changes, load)
            .says("Checks or loads the files that a mapping names. The draft stays.")
            .with("draft", id())
            .takes_only::<LoadDraft>()
            .accepts::<AcceptedLoad>(),
        Route::delete(one(""), changes, remove).says("Removes a draft with its files.").with("draft", id()),
    ]
}

/// Files, or zip archives of them.
async fn send(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    let incoming = received(&app, &request, form).await?;
    let paths = incoming.paths().map_err(refused)?;
    let most = most_bytes(&app);
    require_small(&paths.iter().collect::<Vec<_>>(), most).map_err(not_taken)?;
    let names = paths.iter().map(|path| name_of(path)).collect();
    let id = app.drafts.add(admin.0.id(), incoming, app.clock.now()).map_err(not_taken)?;
    sent(&app, &admin, &request, id, names).await
}

/// More files, or mended ones.
async fn add(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<String>,
    request: HttpRequest,
    form: Multipart,
) -> Answer {
    let draft = of(&app, &admin, &id)?;
    let incoming = received(&app, &request, form).await?;
    let most = most_bytes(&app);
    draft.take(&incoming, most).map_err(not_taken)?;
    let names = draft.paths().map_err(refused)?.iter().map(|path| name_of(path)).collect();
    sent(&app, &admin, &request, id.into_inner(), names).await
}

/// What is packed may become larger, as it may in a load.
fn most_bytes(app: &App) -> u64 {
    app.config.upload_bytes.saturating_mul(10)
}

async fn received(app: &App, request: &HttpRequest, form: Multipart) -> Result<Incoming, ApiError> {
    require_room(app, request)?;
    let limits = Limits { files: app.config.upload_bytes, field: 0, head: u64::MAX, whole: u64::MAX };
    let Form { incoming, fields } = Form::receive(app, request, form, limits).await?;
    match fields.first() {
        Some((name, _)) => Err(ApiError::field(name, "there is no such field; the field is files")),
        None => Ok(incoming),
    }
}

async fn sent(app: &web::Data<App>, admin: &Admin, request: &HttpRequest, id: String, files: Vec<String>) -> Answer {
    record(app, admin, request, "draft_sent", &id, Some(files.join(", "))).await?;
    Ok(HttpResponse::Ok().json(SentDraft { id, files }))
}

async fn record(
    app: &web::Data<App>,
    admin: &Admin,
    request: &HttpRequest,
    event: &'static str,
    id: &str,
    detail: Option<String>,
) -> Result<(), ApiError> {
    let (app, actor, subject) = (app.clone(), Actor::of(app, &admin.0, request), format!("draft {id}"));
    let write = move || {
        let by = actor.by();
        let entry = Entry { at: by.at, event, actor: by.actor, address: by.address, ..Entry::default() };
        app.store.record(&Entry { subject: Some(&subject), detail: detail.as_deref(), ..entry })
    };
    written(write).await
}

/// What is looked at and answered.
struct Looked {
    mapping: String,
    faults: Vec<LoadFault>,
    cards: Vec<DraftCard>,
}

async fn look(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<String>,
    body: Strict<LookAtDraft>,
    request: HttpRequest,
) -> Answer {
    let draft = of(&app, &admin, &id)?;
    let LookAtDraft { mapping, saved, propose, anew, change } = body.0;
    require_short(mapping.as_deref())?;
    let saved = saved.map(|name| mappings::named(&app.store, &name)).transpose().map_err(|error| match error {
        MappingError::Unknown(name) => ApiError::field("saved", format!("there is no mapping {name:?}")),
        error => error.into(),
    })?;
    let completes = if saved.is_some() { Some(Completed::All) } else { propose.map(Completed::Named) };
    let anew = anew == Some(true);
    let text = mapping.or(saved.map(|file| file.text)).or_else(|| draft.mapping().filter(|_| !anew));
    // What is shown are hashes, but not those of members.
    let options = ImportOptions { member_key: None, ..app.load_parts().import_options(i64::MAX)? };
    let (kept, is_new) = (Arc::clone(&draft), text.is_none() || anew);
    let work = move |client: &Client| {
        let draft = Look { draft: &kept, options: &options, client, completes };
        draft.at(text, change)
    };
    let looked = app.limited.previews.block(admin.0.id(), work).await?;
    let Looked { mapping, mut faults, mut cards } = looked.map_err(|error| match error {
        LookError::Edit(error) => ApiError::fault(error.to_string()),
        LookError::Table(name) => ApiError::field("table", format!("there is no table {name:?}")),
        LookError::File(name) => ApiError::field("file", format!("the draft has no file {name:?}")),
        LookError::Load(ImportError::Cancelled) => ApiError::busy(1),
        LookError::Load(error) if error.is_input_at_fault() => ApiError::fault(error.to_string()),
        LookError::Load(error) => ApiError::internal(&error),
    })?;
    if is_new || faults.is_empty() {
        draft.set_mapping(mapping.clone());
    }
    let of_cards = cards.iter_mut().filter_map(|card| card.filled.as_mut()).flat_map(|filled| &mut filled.faults);
    say(&request, faults.iter_mut().chain(of_cards).map(|fault| &mut fault.text));
    say(&request, cards.iter_mut().filter_map(|card| card.refused.as_mut()));
    let catalogue = app.engine.catalogue().await.map_err(AnswerError::from)?;
    let filled = cards.iter().filter_map(|card| card.filled.as_ref()).map(|filled| filled.table);
    let present: BTreeSet<&str> = catalogue.loaded.keys().map(|table| &**table).chain(filled).collect();
    let screens = outlook(&present);
    Ok(HttpResponse::Ok().json(DraftAnswer { mapping, faults, cards, screens }))
}

fn require_short(mapping: Option<&str>) -> Result<(), ApiError> {
    if mapping.is_some_and(|text| text.len() > LONGEST_MAPPING) {
        return Err(ApiError::field("mapping", format!("the mapping is longer than {LONGEST_MAPPING} bytes")));
    }
    Ok(())
}

/// Why a draft cannot be looked at.
enum LookError {
    Load(ImportError),
    Edit(EditError),
    Table(String),
    File(String),
}

impl From<ImportError> for LookError {
    fn from(error: ImportError) -> LookError {
        LookError::Load(error)
    }
}

impl From<EditError> for LookError {
    fn from(error: EditError) -> LookError {
        LookError::Edit(error)
    }
}

/// Files of which a mapping gets what it lacks.
enum Completed {
    All,
    Named(Vec<String>),
}

/// The work of looking at a draft.
struct Look<'a> {
    draft: &'a Draft,
    options: &'a ImportOptions,
    client: &'a Client,
    /// What is proposed of that which a given text lacks.
    completes: Option<Completed>,
}

impl Look<'_> {
    fn at(&self, text: Option<String>, change: Option<MappingChange>) -> Result<Looked, LookError> {
        let (mut files, mut own) = (Vec::new(), None);
        for path in self.draft.paths().map_err(unreadable)? {
            if path.file_name().is_some_and(|name| name == FILE_NAME) {
                let io = |source| ImportError::Io { path: path.clone(), source };
                own = Some(std::fs::read_to_string(&path).map_err(io)?);
            } else {
                files.push(path);
            }
        }
        let completes = if text.is_none() { Some(&Completed::All) } else { self.completes.as_ref() };
        let mut text = text.or(own).unwrap_or_default();
        if let Some(which) = completes {
            text = self.completed(text, &files, which)?;
        }
        if let Some(change) = change {
            text = self.changed(&text, &files, change)?;
        }
        let (described, faults) = match self.described(&text, &files) {
            Ok(described) => (described, Vec::new()),
            Err(ImportError::Faults(faults)) => (Vec::new(), first(&faults)),
            Err(error) => return Err(error.into()),
        };
        let mut cards = Vec::new();
        for path in &files {
            let name = name_of(path);
            let before = cards.len();
            cards.extend(described.iter().filter(|one| one.file == name).map(filled_card));
            if cards.len() == before {
                cards.push(self.plain_card(path)?);
            }
        }
        Ok(Looked { mapping: text, faults, cards })
    }

    fn described(&self, text: &str, files: &[PathBuf]) -> Result<Vec<Described>, ImportError> {
        // A mapping that names no file is no fault here.
        if edit::is_empty(text) {
            return Ok(Vec::new());
        }
        look::look(&file(text), files, self.options, &self.draft.known, || !self.client.is_gone())
    }

    /// Proposes what a mapping lacks.
    fn completed(&self, text: String, files: &[PathBuf], which: &Completed) -> Result<String, LookError> {
        let named: Vec<String> = match self.described(&text, files) {
            Ok(described) => described.into_iter().map(|one| one.file).collect(),
            // Its faults are shown first.
            Err(ImportError::Faults(_)) => return Ok(text),
            Err(error) => return Err(error.into()),
        };
        let is_wanted = |name: &String| match which {
            Completed::All => true,
            Completed::Named(names) => names.contains(name),
        };
        let lacks =
            |path: &&PathBuf| Some(name_of(path)).is_some_and(|name| !named.contains(&name) && is_wanted(&name));
        let others: Vec<PathBuf> = files.iter().filter(lacks).cloned().collect();
        if others.is_empty() {
            return Ok(text);
        }
        match suggest(&others, self.options) {
            Ok(suggestion) => Ok(edit::append(&text, &suggestion.mapping)?),
            Err(ImportError::Faults(_)) => Ok(text),
            Err(error) => Err(error.into()),
        }
    }

    fn changed(&self, text: &str, files: &[PathBuf], change: MappingChange) -> Result<String, LookError> {
        let proposed = |file: &str, sheet: Option<&str>, name: &str| {
            let table: &'static Table = table(name).ok_or_else(|| LookError::Table(name.to_owned()))?;
            let path = files.iter().find(|path| name_of(path) == file);
            let path = path.ok_or_else(|| LookError::File(file.to_owned()))?;
            let proposed = suggest_as(path, sheet, table, self.options)?;
            proposed.ok_or_else(|| LookError::File(file.to_owned()))
        };
        Ok(match change {
            MappingChange::Table { place, file, table } => {
                let described = self.described(text, files)?;
                let sheet = described.iter().find(|one| one.place == place).and_then(|one| one.sheet.as_deref());
                edit::replace(text, place, &proposed(&file, sheet, &table)?)?
            }
            MappingChange::Describe { file, sheet, table } => {
                edit::append(text, &proposed(&file, sheet.as_deref(), &table)?)?
            }
            MappingChange::Ignore { place } => edit::remove(text, place)?,
            MappingChange::Column { place, column, from } => {
                match look::rule_from(&self::file(text), files, place, &column, &from, self.options)? {
                    Some(rule) => edit::rule(text, place, &column, &rule)?,
                    None => edit::fill(text, place, &column, &Fill::Column(from))?,
                }
            }
            MappingChange::Value { place, column, value } => edit::fill(text, place, &column, &Fill::Value(value))?,
            MappingChange::Nothing { place, column } => edit::fill(text, place, &column, &Fill::Nothing)?,
        })
    }

    /// A file that the mapping does not name.
    fn plain_card(&self, path: &Path) -> Result<DraftCard, ImportError> {
        let (names, refused) = match look::names(path, self.options)? {
            Ok(names) => (names, None),
            Err(faults) => (Vec::new(), Some(faults.join("; "))),
        };
        Ok(DraftCard { file: name_of(path), sheet: None, filled: None, names, refused })
    }
}

fn filled_card(one: &Described) -> DraftCard {
    let found = &one.found;
    let columns = one.table.columns.iter().zip(&one.fills).map(|(column, fill)| {
        let empty = FilledColumn {
            column: column.name,
            may_be_empty: column.may_be_empty,
            from: None,
            value: None,
            template: None,
        };
        match fill.clone() {
            Fill::Nothing => empty,
            Fill::Column(from) => FilledColumn { from: Some(from), ..empty },
            Fill::Value(value) => FilledColumn { value: Some(value), ..empty },
            Fill::Template(template) => FilledColumn { template: Some(template), ..empty },
        }
    });
    let filled = FilledTable {
        place: CardPlace { file: one.place.file, table: one.place.table },
        table: one.table.name,
        of_several: one.is_of_several,
        columns: columns.collect(),
        rows: one.rows.iter().map(|(line, cells)| FirstRow { line: *line, cells: cells.clone() }).collect(),
        file_rows: found.rows,
        taken_rows: found.taken,
        is_all: found.is_all,
        first_day: found.days.map(|(first, _)| iso(first)),
        last_day: found.days.map(|(_, last)| iso(last)),
        faults: first(&found.faults),
        fault_count: found.faults.count,
    };
    let (file, sheet, names) = (one.file.clone(), one.sheet.clone(), one.names.clone());
    DraftCard { file, sheet, filled: Some(filled), names, refused: None }
}

fn first(faults: &Faults) -> Vec<LoadFault> {
    faults.first.iter().take(FAULTS).cloned().map(load_fault).collect()
}

fn file(text: &str) -> MappingFile {
    MappingFile { name: FILE_NAME.to_owned(), text: text.to_owned() }
}

async fn load(app: web::Data<App>, admin: Admin, id: web::Path<String>, body: Strict<LoadDraft>) -> Answer {
    let draft = of(&app, &admin, &id)?;
    let LoadDraft { mapping, check, allow_shrink, days } = body.0;
    require_short(Some(&mapping))?;
    if app.loads.is_full()? {
        return Err(ApiError::busy(FULL_RETRY));
    }
    let parsed = file(&mapping).parse().map_err(MappingError::Faults)?;
    let paths = draft.paths().map_err(refused)?;
    let names: Vec<String> = paths.iter().map(|path| name_of(path)).filter(|name| parsed.describes(name)).collect();
    if names.is_empty() {
        return Err(ApiError::field("mapping", "it names none of the files; say which table each of them fills"));
    }
    let days = days.map(|days| days.parse()).transpose().map_err(|why: String| ApiError::field("days", why))?;
    let kind = if check { Kind::Check } else { Kind::Import };
    let options = LoadOptions {
        mapping: Some(file(&mapping)),
        allow_shrink: allow_shrink.unwrap_or_default(),
        days,
        ..LoadOptions::default()
    };
    let data_dir = app.data_dir().path().to_owned();
    let keep = web::block(move || draft.linked(&data_dir, &names)?.keep());
    let folder = keep.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    enqueue(&app, &admin, kind, options, Some(folder)).await
}

async fn remove(app: web::Data<App>, admin: Admin, id: web::Path<String>, request: HttpRequest) -> Answer {
    if !app.drafts.remove(admin.0.id(), &id) {
        return Err(gone());
    }
    record(&app, &admin, &request, "draft_removed", &id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn of(app: &App, admin: &Admin, id: &str) -> Result<Arc<Draft>, ApiError> {
    app.drafts.of(admin.0.id(), id, app.clock.now()).ok_or_else(gone)
}

fn gone() -> ApiError {
    ApiError::not_found(
        "The files are no longer there: they are kept for two hours, and not over a restart. Send them again.",
    )
}

fn not_taken(error: DraftError) -> ApiError {
    match error {
        DraftError::Full => ApiError::busy(FULL_RETRY),
        DraftError::TooManyFiles | DraftError::TooLarge(_) => ApiError::fault(error.to_string()),
        DraftError::Files(error) => refused(error),
    }
}

fn unreadable(error: crate::loads::IncomingError) -> ImportError {
    ImportError::Unfinished(error.to_string())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
