//! The call that proposes a mapping for files, or shows what a mapping makes of them.

use std::path::{Path, PathBuf};

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::error::ApiError;
use crate::http::class::Class;
use crate::http::request_language::{language, say};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::i18n::labels::label;
use crate::i18n::language::Language;
use crate::limited::Client;
use crate::loads::mappings::{self, LONGEST_MAPPING};
use crate::modules::Module;
use crate::operate::form::{Form, Limits};
use crate::screens;
use crate::store::loads::LoadFault;
use crate::warehouse::file_name;
use crate::warehouse::load::{Fault, ImportError, ImportOptions, MappingFile};
use crate::warehouse::mapping::FILE_NAME;
use crate::warehouse::suggest::{Asked, Filled, Ignored, Preview, Recognised, Suggestion, Sure, preview, suggest};

/// Bytes that are kept of a text file: far more than the 1,000 rows that count.
const HEAD: u64 = 1024 * 1024;
/// Bytes of any other file, and of all files that come out of a packed one.
const WHOLE: u64 = 16 * 1024 * 1024;

/// What a mapping makes of files.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SuggestAnswer {
    /// TOML: the given mapping, else the proposed one.
    pub mapping: String,
    /// What is wrong with the given mapping, by line and column of its text. There are no previews then.
    pub faults: Vec<LoadFault>,
    /// What the proposal rests on, by file; empty for a given mapping.
    pub files: Vec<RecognisedFile>,
    /// The first twenty rows of each file as rows of each table that it fills.
    pub previews: Vec<PreviewAnswer>,
    /// Why files are no tables: the proposal does not name them. Empty for a given mapping.
    pub refused: Vec<LoadFault>,
    /// Files that the mapping does not name.
    pub unnamed: Vec<String>,
    /// Files and sheets that are proposed to be left out; empty for a given mapping.
    pub ignored: Vec<IgnoredFile>,
    /// Tables that nothing fills, with the figures that stay empty without them; empty for a given mapping.
    pub lacks: Vec<LackingTable>,
    /// What the proposal takes for every row of the program, because no file has it; empty for a given mapping.
    pub program: Vec<ProgramValue>,
}

/// What a file was taken for: one entry for each table that a file, or a sheet of a workbook, fills. The entries of a file
/// are together, and the first is of the table that its rows are.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct RecognisedFile {
    pub file: String,
    /// The sheet of a workbook with several.
    pub sheet: Option<String>,
    /// The table that fits best.
    pub table: &'static str,
    pub sure: Sure,
    /// Why this table, in a sentence.
    pub reason: String,
    /// Other tables that it may be, the likeliest first.
    pub others: Vec<&'static str>,
    /// The recipe or the saved mapping that knows this form of file.
    pub recipe: Option<String>,
    /// The rows that were read: all of the file where it is short enough to be sent whole.
    pub rows: u64,
    pub columns: Vec<RecognisedColumn>,
    /// Columns of the file that fill nothing in any table.
    pub unused: Vec<String>,
}

/// A file, or a sheet of a workbook, that fills nothing.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct IgnoredFile {
    pub file: String,
    pub sheet: Option<String>,
    pub rows: u64,
    /// Why, in a sentence.
    pub reason: String,
    /// Tables that it may be all the same, the likeliest first.
    pub others: Vec<&'static str>,
    /// Its columns.
    pub columns: Vec<String>,
}

/// A table that nothing fills.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LackingTable {
    pub table: &'static str,
    /// The labels of the figures that stay empty.
    pub figures: Vec<String>,
}

/// A value that stands for what no file has.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ProgramValue {
    /// `lob`, `audience`, `tier`, ...
    pub key: String,
    pub value: String,
}

/// A column of a table and what fills it.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecognisedColumn {
    pub column: &'static str,
    /// The column of the file; null if none fits.
    pub from: Option<String>,
    /// The value of every row, where no column fits and one is proposed.
    pub value: Option<String>,
    /// How sure the column or the value is; null if there is none.
    pub sure: Option<Sure>,
    /// What to look at, such as which number is the month; empty if nothing.
    pub note: String,
    /// Whether it may stay empty.
    pub may_be_empty: bool,
}

/// The first rows of a file as rows of a table.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct PreviewAnswer {
    pub file: String,
    pub table: &'static str,
    pub columns: Vec<&'static str>,
    /// At most 20, in the order of the columns.
    pub rows: Vec<Vec<String>>,
    /// What is wrong with these rows, by line and column of the file, or missing in the mapping.
    pub faults: Vec<LoadFault>,
}

impl PreviewAnswer {
    /// The name of a query, and the texts of faults.
    pub fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        std::iter::once(&mut self.file).chain(texts_of(&mut self.faults))
    }
}

/// It changes nothing, but works on files that are sent.
pub fn route() -> Route {
    let mapping = "a mapping to check, as TOML or by the name of a saved one; without it one is proposed";
    let tables = "what files are, one in each line: FILE=TABLE, or FILE/SHEET=TABLE; `ignore` leaves it out";
    Route::post("/api/v1/admin/loads/suggest", Class::changes(Module::Data), answer)
        .says("Proposes a mapping for files, or shows what a mapping makes of them. Loads nothing.")
        .takes_files(&[
            ("mapping", json!({ "type": "string", "description": mapping })),
            ("as", json!({ "type": "string", "description": tables })),
        ])
        .answers::<SuggestAnswer>()
}

/// A form with files or a zip archive, and optionally a `mapping`. The first rows of each file are enough.
async fn answer(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    let limits = Limits { files: app.config.upload_bytes, field: LONGEST_MAPPING, head: HEAD, whole: WHOLE };
    let form = Form::receive(&app, &request, form, limits).await?;
    let (mut given, mut asked) = (None, Asked::default());
    for (name, value) in &form.fields {
        match name.as_str() {
            "mapping" if mappings::is_name(value) => given = Some(mappings::named(&app.store, value)?),
            "mapping" => given = Some(MappingFile::of_folder(value.clone())),
            "as" => {
                let lines = value.lines().filter(|line| !line.trim().is_empty());
                for line in lines {
                    asked.say(line).map_err(|what| ApiError::field("as", what))?;
                }
            }
            _ => return Err(ApiError::field(name, "there is no such field; the fields are mapping, as and files")),
        }
    }
    if given.is_none() {
        asked.saved = mappings::known(&app.store)?;
    }
    // The preview shows hashes, but not those of members.
    let options = ImportOptions { member_key: None, ..app.load_parts().import_options(i64::MAX)? };
    let work = move |_: &Client| work(&form.incoming, given, &asked, &options);
    let answer = app.limited.previews.block(admin.0.session().user_id, work).await?;
    let spoken = language(&request);
    let mut answer = answer.map_err(|error| match error {
        error if error.is_input_at_fault() => ApiError::fault(error.to_string()),
        error => ApiError::internal(&error),
    })?;
    say(&request, texts_of(answer.faults.iter_mut().chain(&mut answer.refused)));
    answer.previews.iter_mut().for_each(|preview| say(&request, preview.texts()));
    let notes = answer.files.iter_mut().flat_map(|file| {
        let of_columns = file.columns.iter_mut().map(|column| &mut column.note);
        std::iter::once(&mut file.reason).chain(of_columns)
    });
    say(&request, notes.chain(answer.ignored.iter_mut().map(|file| &mut file.reason)));
    say_figures(spoken, &mut answer.lacks);
    Ok(HttpResponse::Ok().json(answer))
}

/// Gives the figures that are lacking their labels in a language.
pub fn say_figures(language: Language, lacks: &mut [LackingTable]) {
    for figure in lacks.iter_mut().flat_map(|lacking| &mut lacking.figures) {
        *figure = label(language, figure).to_owned();
    }
}

fn work(
    incoming: &crate::loads::Incoming,
    given: Option<MappingFile>,
    asked: &Asked,
    options: &ImportOptions,
) -> Result<SuggestAnswer, ImportError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| ImportError::Io { path, source }
    };
    let (mut files, mut own) = (Vec::new(), None);
    for entry in std::fs::read_dir(incoming.path()).map_err(io(incoming.path()))? {
        let path = entry.map_err(io(incoming.path()))?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        if path.file_name().is_some_and(|name| name == FILE_NAME) {
            let text = std::fs::read_to_string(&path).map_err(io(&path))?;
            own = Some(MappingFile::of_folder(text));
        } else {
            cut_to_lines(&path).map_err(io(&path))?;
            files.push(path);
        }
    }
    files.sort();
    let Some(mapping) = given.or(own) else {
        let suggestion = suggest(&files, asked, options)?;
        let lacks = lacking(&suggestion.filled());
        let Suggestion { mapping, recognised, previews, refused, ignored, program } = suggestion;
        let files = recognised.into_iter().map(recognised_file).collect();
        let previews = previews.into_iter().map(preview_answer).collect();
        let refused = refused.into_iter().map(load_fault).collect();
        return Ok(SuggestAnswer {
            mapping,
            faults: Vec::new(),
            files,
            previews,
            refused,
            unnamed: Vec::new(),
            ignored: ignored.into_iter().map(ignored_file).collect(),
            lacks,
            program: program.into_iter().map(|(key, value)| ProgramValue { key, value }).collect(),
        });
    };
    let (previews, faults) = match preview(&mapping, &files, options) {
        Ok(previews) => (previews, Vec::new()),
        Err(ImportError::Faults(faults)) => (Vec::new(), faults.listed().into_iter().map(load_fault).collect()),
        Err(error) => return Err(error),
    };
    let name = |path: &PathBuf| file_name(path);
    let parsed = mapping.parse().ok();
    let is_named = |name: &String| parsed.as_ref().is_some_and(|parsed| parsed.names(name));
    let unnamed =
        if faults.is_empty() { files.iter().map(name).filter(|name| !is_named(name)).collect() } else { vec![] };
    let previews = previews.into_iter().map(preview_answer).collect();
    Ok(SuggestAnswer {
        mapping: mapping.text,
        faults,
        files: Vec::new(),
        previews,
        refused: Vec::new(),
        unnamed,
        ignored: Vec::new(),
        lacks: Vec::new(),
        program: Vec::new(),
    })
}

/// Removes the last line of a head, which may be a part of one.
fn cut_to_lines(path: &Path) -> std::io::Result<()> {
    if std::fs::metadata(path)?.len() != HEAD {
        return Ok(());
    }
    let bytes = std::fs::read(path)?;
    let mut end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    // In UTF-16 with the low byte first, the line ends one byte later.
    if bytes.starts_with(&[0xff, 0xfe]) && end % 2 == 1 {
        end = (end + 1).min(bytes.len());
    }
    std::fs::File::options().write(true).open(path)?.set_len(end as u64)
}

pub fn recognised_file(recognised: Recognised) -> RecognisedFile {
    let Recognised { file, sheet, table, sure, reason, others, recipe, rows, columns, unused } = recognised;
    let column = |(column, filled): (&crate::warehouse::feed::Column, Filled)| RecognisedColumn {
        column: column.name,
        from: filled.from,
        value: filled.value,
        sure: filled.sure,
        note: filled.note,
        may_be_empty: column.may_be_empty,
    };
    let columns = table.columns.iter().zip(columns).map(column).collect();
    RecognisedFile { file, sheet, table: table.name, sure, reason, others, recipe, rows, columns, unused }
}

pub fn ignored_file(ignored: Ignored) -> IgnoredFile {
    let Ignored { file, sheet, rows, reason, others, columns } = ignored;
    IgnoredFile { file, sheet, rows, reason, others, columns }
}

/// The tables that nothing fills, with the figures that need them.
pub fn lacking(filled: &[&str]) -> Vec<LackingTable> {
    let table = |(table, figures): (&'static str, Vec<&'static str>)| LackingTable {
        table,
        figures: figures.into_iter().map(str::to_owned).collect(),
    };
    screens::lacking(filled).into_iter().map(table).collect()
}

pub fn preview_answer(preview: Preview) -> PreviewAnswer {
    let Preview { file, table, columns, rows, faults } = preview;
    PreviewAnswer { file, table, columns, rows, faults: faults.into_iter().map(load_fault).collect() }
}

pub fn load_fault(fault: Fault) -> LoadFault {
    let Fault { file, line, column, what } = fault;
    LoadFault { file, line: line.and_then(|line| i64::try_from(line).ok()), column, text: what }
}

/// The texts of faults, with what they are of: a query is called so in words.
pub fn texts_of<'f>(faults: impl IntoIterator<Item = &'f mut LoadFault>) -> impl Iterator<Item = &'f mut String> {
    faults.into_iter().flat_map(|fault| [&mut fault.file, &mut fault.text])
}
