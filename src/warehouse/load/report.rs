//! The options, the report and the errors of a load.

use crate::warehouse::mapping::FILE_NAME;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use serde::{Deserialize, Serialize, Serializer};
use time::Date;

use crate::groupings::Grouping;
use crate::warehouse::counted::{counted, rows};
use crate::warehouse::day::FactDays;
use crate::warehouse::erased::ErasedMembers;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::mapping::time::TimeZone;
use crate::warehouse::mapping::{Mapping, MappingFault, MemberKey};
use crate::warehouse::path::file_name;
use crate::warehouse::query::QueryLimits;
use crate::warehouse::read::left_out::LINES;
use crate::warehouse::read::{Decoder, Fault, Faults, LeftOut};

/// The options of a load.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The first and last day that the load covers: its days without a row are emptied, and a row of another day is an
    /// error. By default a load covers the days that it has rows for.
    pub days: Option<(Date, Date)>,
    /// Lets a day lose more than half of its rows.
    pub allow_shrink: bool,
    /// Lets days be loaded in another time zone than those before.
    pub new_time_zone: bool,
    /// Does everything but publish: the report says what would change.
    pub check: bool,
    /// The number of the load in the ledger; the batch keeps it, so that ledger and warehouse can be compared.
    pub load: Option<i64>,
    /// An existing folder that receives a compressed copy of each file.
    pub keep_in: Option<PathBuf>,
    /// The day from which members have the groups of the load; by default the last day with logins.
    pub effective: Option<Date>,
    /// The mapping of all files. By default a folder's own, `mapping.toml`, counts for its files.
    pub mapping: Option<MappingFile>,
    /// The system that reports the rows of files for which no mapping names one.
    pub source: Option<String>,
    /// The days that facts may have.
    pub fact_days: FactDays,
    /// The program's time zone, in which mapped times are stored.
    pub zone: TimeZone,
    /// The installation's key for ids that a mapping hashes.
    pub member_key: Option<MemberKey>,
    /// What decodes files that are not text.
    pub decoder: Decoder,
    /// What a query of a mapping may take.
    pub query_limits: QueryLimits,
    /// The members whose rows are left out.
    pub erased: ErasedMembers,
}

impl Default for ImportOptions {
    /// Accepts every day, and times are those of UTC. A running Bond has `App::import_options`.
    fn default() -> ImportOptions {
        ImportOptions {
            days: None,
            allow_shrink: false,
            new_time_zone: false,
            check: false,
            load: None,
            keep_in: None,
            effective: None,
            mapping: None,
            source: None,
            fact_days: FactDays::default(),
            zone: TimeZone::UTC,
            member_key: None,
            decoder: Decoder::default(),
            query_limits: QueryLimits::default(),
            erased: ErasedMembers::none(),
        }
    }
}

/// The text of a mapping, and a name for messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappingFile {
    pub name: String,
    pub text: String,
}

impl MappingFile {
    /// The mapping of a folder of files, or of files that are sent.
    pub fn of_folder(text: impl Into<String>) -> MappingFile {
        MappingFile { name: FILE_NAME.to_owned(), text: text.into() }
    }

    /// The largest file that is read as a mapping, in bytes.
    pub const LARGEST: u64 = 1 << 20;

    /// Reads a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if it is too large or not UTF-8.
    pub fn read(path: &Path) -> io::Result<MappingFile> {
        let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut text = Vec::new();
        File::open(path)?.take(Self::LARGEST + 1).read_to_end(&mut text)?;
        if text.len() as u64 > Self::LARGEST {
            return Err(invalid(format!("a mapping has at most {} bytes", Self::LARGEST)));
        }
        let text = String::from_utf8(text).map_err(|_| invalid("the bytes are not UTF-8".to_owned()))?;
        Ok(MappingFile { name: file_name(path), text })
    }

    /// Reads the mapping.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line and column of its text.
    pub fn parse(&self) -> Result<Mapping, Faults> {
        Mapping::parse(&self.name, &self.text).map_err(|faults| {
            let mut all = Faults::default();
            for MappingFault { line, column, what } in faults {
                let (line, column) = (Some(line as u64), Some(column.to_string()));
                all.push(Fault { file: self.name.clone(), line, column, what });
            }
            all
        })
    }
}

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The files are those of the last load of the same tables, so nothing was done.
    pub already_loaded: bool,
    /// The data version that contains the files.
    pub data_version: i32,
    /// In the order in which they were read.
    pub files: Vec<FileReport>,
    /// One per reference table of the load.
    pub references: Vec<ReferenceReport>,
    /// One per replaced day of a fact table.
    pub replaced: Vec<Replaced>,
    /// How many members moved from one group to another.
    pub moves: Vec<GroupMove>,
    /// How many members have other groups before the last loaded day than they had before the load; none without a file
    /// of memberships.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_pasts: Option<u64>,
    /// What turned foreign files into the feed, as it was then.
    pub mappings: Vec<MappingFile>,
    /// Rows read in all.
    pub rows: u64,
    /// The time zone of the loaded days, for those who load them again; none where nothing of a day is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Columns of loaded tables that no load has filled, such as `email_messages.opened_at`; none for a load of the feed alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unfilled: Vec<String>,
    /// For the operator.
    pub warnings: Vec<String>,
    /// Headline figures before and after, for a check.
    pub headlines: Vec<Headline>,
    /// The members of an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erased: Option<Erased>,
}

/// The members of an erasure that were loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
    /// Removed with all their rows.
    pub removed: u64,
    /// Whose rows stay under another id.
    pub anonymous: u64,
}

/// A figure of the whole program before and after a load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Headline {
    pub what: &'static str,
    pub before: String,
    pub after: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileReport {
    pub file: String,
    pub table: &'static str,
    /// The system that reports its rows; empty where none is named, and for reference tables.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    pub rows: u64,
    /// Rows that the file's mapping leaves out; None for a feed file.
    pub left_out: Option<u64>,
    /// Why they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out_by: Vec<LeftOut>,
    pub bytes: u64,
    /// SHA-256 of the bytes, in hexadecimal.
    pub sha256: String,
}

impl FileReport {
    /// Takes rows out that were read.
    pub(super) fn leave_out(&mut self, left_out: LeftOut) {
        self.rows -= left_out.rows;
        self.left_out = Some(self.left_out.unwrap_or_default() + left_out.rows);
        match self.left_out_by.iter_mut().find(|known| known.why == left_out.why) {
            Some(known) => {
                known.rows += left_out.rows;
                known.lines.extend(left_out.lines);
                known.lines.sort_unstable();
                known.lines.truncate(LINES);
            }
            None => self.left_out_by.push(left_out),
        }
    }
}

/// Rows of a reference table that are new, changed and unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReferenceReport {
    pub table: &'static str,
    pub added: u64,
    pub changed: u64,
    pub same: u64,
}

/// Members who were in one group and are in another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupMove {
    pub grouping: Grouping,
    /// None where they were in no group that they left.
    pub from: Option<String>,
    /// None where they joined no other group.
    pub to: Option<String>,
    pub members: u64,
}

impl fmt::Display for GroupMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members = counted(self.members, ["member", "members"]);
        match (&self.from, &self.to) {
            (Some(from), Some(to)) => write!(f, "{members} moved from {from} to {to}"),
            (Some(from), None) => write!(f, "{members} left {from}"),
            (None, Some(to)) => write!(f, "{members} joined {to}"),
            (None, None) => write!(f, "{members} moved"),
        }
    }
}

/// A day of a source in a fact table with its rows before and after; no day for a table that is replaced whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replaced {
    pub table: &'static str,
    /// Whose rows are replaced; empty where no system is named.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(serialize_with = "iso")]
    pub day: Option<Date>,
    pub before: u64,
    pub after: u64,
}

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table)?;
        if let Some(day) = self.day {
            write!(f, " {day}")?;
        }
        if !self.source.is_empty() {
            write!(f, ", source {}", self.source)?;
        }
        write!(f, ": {} before, {} after", rows(self.before), HumanCount(self.after))
    }
}

/// Why nothing was loaded.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    // Messages name files and not the folders that they lie in: whoever uploads files is not told where the server keeps them.
    #[error(
        "none of the files can be loaded as they are: name CSV and Parquet files after their tables (logins.csv, members.parquet, ...), let Bond propose a mapping for others, and export documents as CSV or as a workbook"
    )]
    NoFiles(PathBuf),
    #[error("{} is not a feed file: {why}", name_of(path))]
    NotAFeedFile { path: PathBuf, why: String },
    #[error("{} cannot be read: {source}", name_of(path))]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{} changed while it was read; load it again when it is complete", name_of(.0))]
    Changed(PathBuf),
    #[error("the days {0} are not a range from 2000-01-02 to 2089-09-17; write FROM..TO with FROM not after TO")]
    Days(String),
    #[error("{0} hashes ids, but this load has no key for them")]
    NoKey(String),
    #[error(
        "the loaded days are those of {data}, and time_zone is now that of {now}: a login could count on two days or on none; set time_zone to {data}, load all days again in one load, or go on with --new-time-zone, by which days that are loaded from now on are those of {now}"
    )]
    TimeZone { data: String, now: String },
    #[error(
        "the load needs about {} of free space in the data directory and there is {}; free some, or move backups elsewhere",
        megabytes(*needed), megabytes(*free)
    )]
    NoRoom { needed: u64, free: u64 },
    #[error("the load was cancelled; nothing was changed")]
    Cancelled,
    #[error("{0}")]
    Unfinished(String),
    #[error("there is nothing to undo: {0}")]
    NothingToUndo(&'static str),
    #[error("{0}")]
    Faults(Faults),
    #[error("{}", shrinking(.0))]
    Shrink(Vec<Replaced>),
    #[error(transparent)]
    Warehouse(WarehouseError),
}

impl From<WarehouseError> for ImportError {
    fn from(error: WarehouseError) -> Self {
        match error {
            WarehouseError::Cancelled => ImportError::Cancelled,
            error => ImportError::Warehouse(error),
        }
    }
}

impl ImportError {
    /// Whether the files or the options are at fault, rather than Bond or the machine.
    pub fn is_input_at_fault(&self) -> bool {
        match self {
            ImportError::NoFiles(_)
            | ImportError::NotAFeedFile { .. }
            | ImportError::Days(_)
            | ImportError::NoKey(_)
            | ImportError::TimeZone { .. }
            | ImportError::NothingToUndo(_)
            | ImportError::Faults(_)
            | ImportError::Shrink(_) => true,
            ImportError::Warehouse(error) => matches!(error, WarehouseError::Invalid(_)),
            ImportError::Io { .. }
            | ImportError::Changed(_)
            | ImportError::NoRoom { .. }
            | ImportError::Unfinished(_)
            | ImportError::Cancelled => false,
        }
    }
}

impl From<duckdb::Error> for ImportError {
    fn from(error: duckdb::Error) -> Self {
        WarehouseError::from(error).into()
    }
}

fn iso<S: Serializer>(day: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    day.map(|day| day.to_string()).serialize(serializer)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

fn shrinking(days: &[Replaced]) -> String {
    let mut text = String::from("these days would lose more than half of their rows:\n");
    for day in days.iter().take(Faults::SHOWN) {
        text += &format!("{day}\n");
    }
    text + "nothing was loaded; load whole days, or allow it if this is right (--allow-shrink; on the page: Replace even if more than half of a day's rows disappear)"
}
