//! Proposes a mapping for foreign files, and shows what a mapping makes of their first rows.
//!
//! [`detect`] finds out how a file is written and what its columns contain, [`guess`] finds the table and the columns
//! that they fit, and [`write`] writes the mapping.

mod chosen;
mod detect;
mod guess;
mod write;

use std::path::{Path, PathBuf};

use super::feed::Table;
use super::load::{ImportError, ImportOptions, MappingFile};
use super::mapping::{Dialect, MemberKey, Memory, matches_name};
use super::read::{Fault, Faults, MappedReading, ReadError, Sample, mapped_sample, sample};
pub use chosen::suggest_as;
pub(super) use chosen::suggest_rule;
use detect::{Detected, READ};
use guess::Guess;

/// Rows that a preview shows.
pub const SHOWN: usize = 20;

/// A proposed mapping.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// `mapping.toml`, with comments.
    pub mapping: String,
    /// What each file was taken for.
    pub recognised: Vec<Recognised>,
    /// What the mapping makes of the first rows.
    pub previews: Vec<Preview>,
    /// Why files are no tables. The mapping does not name them.
    pub refused: Vec<Fault>,
}

/// What a file was taken for.
#[derive(Clone, Debug)]
pub struct Recognised {
    pub file: String,
    pub table: &'static Table,
    /// For each column of the table, the column of the file that fills it.
    pub columns: Vec<Option<String>>,
    /// The columns of the file that fill none.
    pub unused: Vec<String>,
}

impl Recognised {
    fn of(file: &str, guess: &Guess, detected: &Detected) -> Recognised {
        let name = |index: usize| detected.columns.get(index).map(|column| column.name.clone()).unwrap_or_default();
        let unused = (0..detected.columns.len()).filter(|index| !guess.fills.contains(&Some(*index))).map(name);
        Recognised {
            file: file.to_owned(),
            table: guess.table,
            columns: guess.fills.iter().map(|fill| fill.map(name)).collect(),
            unused: unused.collect(),
        }
    }
}

/// The first rows of a file as rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub file: String,
    pub table: &'static str,
    pub columns: Vec<&'static str>,
    /// At most [`SHOWN`], in the order of the columns.
    pub rows: Vec<Vec<String>>,
    /// What is wrong with these rows, or missing in the mapping.
    pub faults: Vec<Fault>,
}

/// Proposes a mapping for files from their headers and first 1,000 rows. Nothing is loaded, and only `options.zone`,
/// `options.fact_days` and `options.decoder` count.
///
/// # Errors
/// [`ImportError::Faults`] where no file is a table, [`ImportError::Io`] for a file that cannot be read.
pub fn suggest(files: &[PathBuf], options: &ImportOptions) -> Result<Suggestion, ImportError> {
    let (mut guesses, mut faults) = (Vec::new(), Faults::default());
    for path in files {
        match Detected::of(path, &options.decoder).map_err(|error| unreadable(path, error))? {
            Ok(tables) => {
                // A sheet says what it is as the name of a file does.
                let named = |detected: &Detected| {
                    format!("{} {}", name_of(path), detected.dialect.sheet.as_deref().unwrap_or_default())
                };
                guesses
                    .extend(tables.into_iter().map(|table| (name_of(path), Guess::of(&named(&table), &table), table)));
            }
            Err(whats) => {
                let fault = |what| Fault { file: name_of(path), line: None, column: None, what };
                whats.into_iter().map(fault).for_each(|fault| faults.push(fault));
            }
        }
    }
    if guesses.is_empty() {
        return Err(ImportError::Faults(faults));
    }
    let mapping = write::mapping(&guesses);
    let recognised = guesses.iter().map(|(file, guess, detected)| Recognised::of(file, guess, detected)).collect();
    let file = MappingFile { name: "mapping.toml".to_owned(), text: mapping };
    let previews = preview(&file, files, options)?;
    Ok(Suggestion { mapping: file.text, recognised, previews, refused: faults.first })
}

/// What a mapping makes of the first [`SHOWN`] rows of each file that it names.
///
/// # Errors
/// [`ImportError::Faults`] for a mapping that contradicts itself, [`ImportError::Io`] for a file that cannot be read.
pub fn preview(mapping: &MappingFile, files: &[PathBuf], options: &ImportOptions) -> Result<Vec<Preview>, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    // A preview shows hashes, but not those that a load would store.
    let key = options.member_key.clone().unwrap_or(MemberKey([0; 32]));
    let mut memory = Memory::default();
    let mut previews = Vec::new();
    for path in files {
        let name = name_of(path);
        let matches = |pattern: &String| matches_name(pattern, &name);
        for entry in parsed.files.iter().filter(|entry| entry.names.iter().any(matches)) {
            let sample = read(path, &entry.dialect, options).map_err(|error| unreadable(path, error))?;
            for table in &entry.tables {
                let mut faults = Faults::default();
                for what in &sample.faults {
                    faults.push(Fault { file: name.clone(), line: None, column: None, what: what.clone() });
                }
                let reading = MappedReading {
                    mapping: &mapping.name,
                    file: entry,
                    table,
                    zone: &options.zone,
                    key: Some(&key),
                    memory: &mut memory,
                };
                let rows = mapped_sample(&name, &sample, reading, options.fact_days, SHOWN, &mut faults)?;
                let columns = table.table.columns.iter().map(|column| column.name).collect();
                previews.push(Preview {
                    file: name.clone(),
                    table: table.table.name,
                    columns,
                    rows: rows.into_iter().map(|(_, row)| row).collect(),
                    faults: faults.first,
                });
            }
        }
    }
    Ok(previews)
}

fn read(path: &Path, dialect: &Dialect, options: &ImportOptions) -> Result<Sample, ReadError> {
    sample(path, dialect, &options.decoder, READ)
}

fn unreadable(path: &Path, error: ReadError) -> ImportError {
    match error {
        ReadError::Io(source) => ImportError::Io { path: path.to_path_buf(), source },
        ReadError::Warehouse(error) => error.into(),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests;
