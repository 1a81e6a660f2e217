//! What the calls about drafts take and answer.

use serde::{Deserialize, Serialize};

use crate::figures::filter::iso;
use crate::operate::suggest::{IgnoredFile, LackingTable, PreviewAnswer, ProgramValue, RecognisedFile, load_fault};
use crate::screens::outlook::ScreenOutlook;
use crate::store::loads::LoadFault;
use crate::warehouse::load::{Faults, LeftOut};
use crate::warehouse::look::{Described, Rehearsed};
use crate::warehouse::mapping::edit::{Fill, Place, UnknownMembers};

/// Faults of a file that an answer has.
const FAULTS: usize = 100;

/// Files that were sent.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SentDraft {
    /// It is kept until it is removed, or until nobody has used it for two hours, or until the next start.
    pub id: String,
    /// All its files, by name.
    pub files: Vec<String>,
}

/// Drafts that are kept.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct DraftList {
    pub drafts: Vec<KeptDraft>,
}

/// A draft that is kept.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptDraft {
    pub id: String,
    /// Its files, by name.
    pub files: Vec<String>,
    /// Until when it is kept if nobody uses it, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub kept_until: i64,
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
    /// What to change in the text: one of the changes by its name, with its fields. Generators of clients do not manage
    /// objects within alternatives.
    #[schemars(
        with = "Option<std::collections::BTreeMap<String, std::collections::BTreeMap<String, serde_json::Value>>>"
    )]
    pub change: Option<MappingChange>,
}

/// A change of a mapping.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
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
    /// Nothing fills a column, unless all rows of the program have a value.
    Nothing { place: Place, column: String },
    /// All rows of the program have a value, where nothing else fills the column: `lob`, `audience`, `tier`, ... An empty one
    /// takes it away.
    Program { key: String, value: String },
    /// What becomes of rows of members that nobody loads.
    UnknownMembers { members: UnknownMembers },
}

/// What a mapping makes of the files of a draft.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftAnswer {
    /// The text of the mapping, as TOML, with the change.
    pub mapping: String,
    /// What is wrong with the text, by its lines. There are only cards without a table then.
    pub faults: Vec<LoadFault>,
    /// By file: one for each table that it fills, or one without a table.
    pub cards: Vec<DraftCard>,
    /// The first rows of each table that a query of the mapping fills.
    pub queries: Vec<PreviewAnswer>,
    /// What the dashboards can show once the files are loaded.
    pub screens: Vec<ScreenOutlook>,
    /// What a load would find in all files together and with what is loaded, besides the faults of the cards. Null where the
    /// files are too large for that, where a load is at work, and while the mapping has faults: a check says it then.
    pub check: Option<DraftCheck>,
    /// Tables with days that neither a file nor the loaded data fill, with the figures that stay empty without them.
    pub lacks: Vec<LackingTable>,
    /// What all rows of the program have in common.
    pub program: Vec<ProgramValue>,
    /// What becomes of rows of members that nobody loads.
    pub unknown_members: UnknownMembers,
}

/// What a load of all files would find.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftCheck {
    /// The first 100, such as rows whose member nobody has loaded.
    pub faults: Vec<LoadFault>,
    /// All of them, with those of the cards.
    pub fault_count: u64,
    /// Why else it would be refused.
    pub refused: Option<String>,
    /// What a load would say, and load all the same.
    pub warnings: Vec<String>,
    /// Columns of tables that no load has filled then, such as `email_messages.opened_at`.
    pub unfilled: Vec<String>,
}

/// Rows that the mapping leaves out for one reason.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct RowsLeftOut {
    /// A part of a sentence, such as `"Card" has no value`.
    pub why: String,
    pub rows: u64,
    /// The first three.
    pub lines: Vec<u64>,
}

/// A file, or a sheet of one, and the table that it fills.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftCard {
    pub file: String,
    pub sheet: Option<String>,
    /// Null for a file that fills no table by itself: unless a query reads it, it is not loaded.
    pub filled: Option<FilledTable>,
    /// Whether a query of the mapping reads the file.
    pub is_queried: bool,
    /// The columns of the file.
    pub names: Vec<String>,
    /// Its first rows as they are, for a file that fills no table. Without a header the columns are numbered.
    pub first_rows: Vec<Vec<String>>,
    /// Why the file cannot be read.
    pub refused: Option<String>,
    /// What was proposed: for the table that is filled, else for the rows of the file.
    pub proposed: Option<RecognisedFile>,
    /// Why it was proposed to leave the file out.
    pub ignored: Option<IgnoredFile>,
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
    /// Why others would not.
    pub left_out: Vec<RowsLeftOut>,
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

/// What fills a column: one of `from`, `value`, `common` and `template`, or nothing.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilledColumn {
    pub column: &'static str,
    pub may_be_empty: bool,
    /// A column of the file.
    pub from: Option<String>,
    /// The same in each row.
    pub value: Option<String>,
    /// The same in each row of the program.
    pub common: Option<String>,
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
    /// Lets days be loaded in another time zone than those before.
    #[serde(default)]
    #[ts(optional)]
    pub new_time_zone: Option<bool>,
    /// FROM..TO: the days that the files replace. By default the days that they have.
    #[serde(default)]
    #[ts(optional)]
    pub days: Option<String>,
    /// The system that reports the rows: its rows replace only its own.
    #[serde(default)]
    #[ts(optional)]
    pub source: Option<String>,
}

/// The card of a table that a mapping fills.
pub(super) fn filled_card(one: &Described) -> DraftCard {
    let found = &one.found;
    let columns = one.table.columns.iter().zip(&one.fills).map(|(column, fill)| {
        let empty = FilledColumn {
            column: column.name,
            may_be_empty: column.may_be_empty,
            from: None,
            value: None,
            common: None,
            template: None,
        };
        match fill.clone() {
            Fill::Nothing => empty,
            Fill::Column(from) => FilledColumn { from: Some(from), ..empty },
            Fill::Value(value) => FilledColumn { value: Some(value), ..empty },
            Fill::Common(value) => FilledColumn { common: Some(value), ..empty },
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
        left_out: found.left_out.iter().map(rows_left_out).collect(),
        is_all: found.is_all,
        first_day: found.days.map(|(first, _)| iso(first)),
        last_day: found.days.map(|(_, last)| iso(last)),
        faults: first(&found.faults),
        fault_count: found.faults.count,
    };
    let (file, sheet, names) = (one.file.clone(), one.sheet.clone(), one.names.clone());
    let (is_queried, first_rows, refused, proposed, ignored) = (false, Vec::new(), None, None, None);
    DraftCard { file, sheet, filled: Some(filled), is_queried, names, first_rows, refused, proposed, ignored }
}

fn rows_left_out(left_out: &LeftOut) -> RowsLeftOut {
    let LeftOut { why, rows, lines } = left_out.clone();
    RowsLeftOut { why, rows, lines }
}

/// What a load would find, without the faults that the cards have.
pub(super) fn draft_check(found: &Rehearsed, said: &[LoadFault]) -> DraftCheck {
    let is_said = |fault: &LoadFault| said.contains(fault);
    let faults = found.faults.listed().into_iter().map(load_fault).filter(|fault| !is_said(fault)).take(FAULTS);
    DraftCheck {
        faults: faults.collect(),
        fault_count: found.faults.count,
        refused: found.refused.clone(),
        warnings: found.warnings.clone(),
        unfilled: found.unfilled.clone(),
    }
}

/// The first faults.
pub(super) fn first(faults: &Faults) -> Vec<LoadFault> {
    faults.listed().into_iter().take(FAULTS).map(load_fault).collect()
}
