//! The options, the report and the errors of a load.

use std::fmt;
use std::path::PathBuf;

use time::Date;

use crate::warehouse::day::FactDays;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::mapping::time::TimeZone;
use crate::warehouse::read::{Decoder, Faults};

/// The options of a load.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The first and last day that the load covers: its days without a row are emptied, and a row of another day is an
    /// error. By default a load covers the days that it has rows for.
    pub days: Option<(Date, Date)>,
    /// Lets a day lose more than half of its rows.
    pub allow_shrink: bool,
    /// The mapping of all files. By default a folder's own, `mapping.toml`, counts for its files.
    pub mapping: Option<MappingFile>,
    /// The days that facts may have.
    pub fact_days: FactDays,
    /// The program's time zone, in which mapped times are stored.
    pub zone: TimeZone,
    /// The installation's key for ids that a mapping hashes.
    pub member_key: Option<MemberKey>,
    /// What decodes Parquet files.
    pub decoder: Decoder,
}

impl Default for ImportOptions {
    /// Accepts every day, and times are those of UTC. A running Bond has `App::import_options`.
    fn default() -> ImportOptions {
        ImportOptions {
            days: None,
            allow_shrink: false,
            mapping: None,
            fact_days: FactDays::default(),
            zone: TimeZone::UTC,
            member_key: None,
            decoder: Decoder::default(),
        }
    }
}

/// The text of a mapping, and a name for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingFile {
    pub name: String,
    pub text: String,
}

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Rows read in all.
    pub rows: u64,
    /// For the operator.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    pub file: String,
    pub table: &'static str,
    pub rows: u64,
    /// Rows that the file's mapping leaves out; None for a feed file.
    pub left_out: Option<u64>,
}

/// Rows of a reference table that are new, changed and unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceReport {
    pub table: &'static str,
    pub added: u64,
    pub changed: u64,
    pub same: u64,
}

/// A day of a fact table with its rows before and after; no day for a table that is replaced whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub table: &'static str,
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
        write!(f, ": {} {} before, {} after", self.before, if self.before == 1 { "row" } else { "rows" }, self.after)
    }
}

/// Why nothing was loaded.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{} contains no feed file; name the files after their tables, as docs/feed.md says (logins.csv, members.parquet, ...)", .0.display())]
    NoFiles(PathBuf),
    #[error("{} is not a feed file: {why}", path.display())]
    NotAFeedFile { path: PathBuf, why: String },
    #[error("{} cannot be read: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{} changed while it was read; load it again when it is complete", .0.display())]
    Changed(PathBuf),
    #[error("the days {0} are not a range from 2000-01-02 to 2089-09-17; write FROM..TO with FROM not after TO")]
    Days(String),
    #[error("{0} hashes ids, but this load has no key for them")]
    NoKey(String),
    #[error("{0}")]
    Faults(Faults),
    #[error("{}", shrinking(.0))]
    Shrink(Vec<Replaced>),
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
}

impl From<duckdb::Error> for ImportError {
    fn from(error: duckdb::Error) -> Self {
        ImportError::Warehouse(error.into())
    }
}

fn shrinking(days: &[Replaced]) -> String {
    let mut text = String::from("these days would lose more than half of their rows:\n");
    for day in days.iter().take(Faults::SHOWN) {
        text += &format!("{day}\n");
    }
    text + "nothing was loaded; load whole days, or use --allow-shrink if this is right"
}
