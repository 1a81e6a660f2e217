//! What people say about the files of a proposal, and how sure the proposal is.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::source::Source;
use crate::warehouse::feed::TABLES;
use crate::warehouse::load::MappingFile;

/// The table name that leaves a file out.
pub const IGNORE: &str = "ignore";

/// How sure a part of a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Sure {
    /// There is little else that it can be.
    Sure,
    /// The evidence points there; look at it.
    Likely,
    /// Something fits, but nothing says that this is it.
    Guess,
}

/// What people say about the files of a proposal.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The table of a file: its name, or that of a sheet as `FILE/SHEET`, or nothing for all files; the table, or
    /// [`IGNORE`].
    pub tables: Vec<(Option<String>, String)>,
    /// Mappings that know files by their headers, as recipes do.
    pub saved: Vec<MappingFile>,
}

impl Asked {
    /// Reads `FILE=TABLE`, `FILE/SHEET=TABLE` or `TABLE`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn say(&mut self, text: &str) -> Result<(), String> {
        let (file, table) = text.rsplit_once('=').map_or((None, text), |(file, table)| (Some(file), table));
        let table = table.trim();
        if table != IGNORE && !TABLES.iter().any(|known| known.name == table) {
            let known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
            return Err(format!("there is no table {table:?}; the tables are {}, or {IGNORE}", known.join(", ")));
        }
        self.tables.push((file.map(str::trim).map(str::to_owned), table.to_owned()));
        Ok(())
    }

    pub(super) fn table_of(&self, source: &Source) -> Option<&str> {
        let means = |file: &Option<String>| match file {
            None => true,
            Some(file) => *file == source.file || *file == source.name(),
        };
        self.tables.iter().rev().find(|(file, _)| means(file)).map(|(_, table)| table.as_str())
    }

    /// What is said of files that there are not.
    pub(super) fn unmet(&self, sources: &[Source]) -> Option<String> {
        let met = |file: &String| sources.iter().any(|source| *file == source.file || *file == source.name());
        self.tables.iter().filter_map(|(file, _)| file.as_ref()).find(|file| !met(file)).cloned()
    }
}
