//! What a mapping makes of files before they are loaded: their columns, their first rows, and what is wrong with any of
//! them, without what other files and the loaded data have.

use std::cell::Cell as Changing;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use time::Date;

use super::error::WarehouseError;
use super::feed::Table;
use super::load::{ImportError, ImportOptions, ImportReport, MappingFile, rehearse};
use super::mapping::edit::{Fill, Place};
use super::mapping::{MappedFile, MappedTable, Mapping, MemberKey, Memory, Names, kind_column, matches_name, space};
use super::open::Warehouse;
use super::path::file_name;
use super::progress::Progress;
use super::query::QueryLimits;
use super::read::{
    Cell, Fault, Faults, LeftOut, MappedReading, ReadError, Reading, Sample, count_rows, mapped_sample, read_file,
    sample,
};
use super::suggest::{Preview, of_queries, suggest_rule};

/// Rows that are shown.
const SHOWN: usize = 10;

/// Rows of a file that are read to find faults and days.
pub const MOST_ROWS: u64 = 200_000;

/// A file, or a sheet of one, and a table that the mapping fills from it.
#[derive(Debug)]
pub struct Described {
    pub file: String,
    pub sheet: Option<String>,
    pub place: Place,
    /// Whether the mapping describes other files by the same lines.
    pub is_of_several: bool,
    pub table: &'static Table,
    /// The columns of the file.
    pub names: Vec<String>,
    /// In the order of the table's columns.
    pub fills: Vec<Fill>,
    /// At most [`SHOWN`] with their lines, in the order of the table's columns. Names stand where a load gives them ids.
    pub rows: Vec<(u64, Vec<String>)>,
    pub found: Arc<Found>,
}

/// What is found in the rows of a file.
#[derive(Debug, Default)]
pub struct Found {
    /// The rows of the file, at most [`MOST_ROWS`].
    pub rows: u64,
    /// Those that would be loaded.
    pub taken: u64,
    /// Whether the file has no more than [`MOST_ROWS`].
    pub is_all: bool,
    /// The first and the last day of the rows, for a table with days.
    pub days: Option<(Date, Date)>,
    /// Why rows are left out.
    pub left_out: Vec<LeftOut>,
    pub faults: Faults,
}

/// What was found before, so that a change of one line does not read all files again.
#[derive(Debug, Default)]
pub struct Known {
    found: Mutex<HashMap<String, Arc<Found>>>,
    /// What queries made of the files, with what the mapping said of them.
    queried: Mutex<Option<(String, Arc<Vec<Preview>>)>>,
    /// What a load would find in all files together, for a mapping and a data version.
    rehearsed: Mutex<Option<(String, i32, Arc<Rehearsed>)>>,
}

/// What a load would find in all files together, and with what is loaded.
#[derive(Clone, Debug, Default)]
pub struct Rehearsed {
    pub faults: Faults,
    /// Why else it would be refused.
    pub refused: Option<String>,
    pub warnings: Vec<String>,
    /// Columns of loaded tables that no load has filled then.
    pub unfilled: Vec<String>,
}

/// How many findings are kept.
const MOST_KNOWN: usize = 500;

impl Known {
    fn get(&self, key: String, find: impl FnOnce() -> Result<Found, ImportError>) -> Result<Arc<Found>, ImportError> {
        let all = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&key) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(find()?);
        let mut all = all();
        if all.len() >= MOST_KNOWN {
            all.clear();
        }
        all.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// Forgets everything: the files are others.
    pub fn clear(&self) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.queried.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.rehearsed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Bytes of files that are rehearsed whenever somebody looks at them. A check reads any.
const REHEARSED: u64 = 32 << 20;

/// What a load of the files that a mapping names would find. None where they are too large, or a load is at work.
///
/// # Errors
/// [`ImportError::Cancelled`]
pub fn rehearsal(
    warehouse: &Warehouse,
    mapping: &MappingFile,
    files: &[PathBuf],
    options: &ImportOptions,
    known: &Known,
    progress: &dyn Progress,
) -> Result<Option<Arc<Rehearsed>>, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    let named: Vec<PathBuf> = files.iter().filter(|path| parsed.names(&file_name(path))).cloned().collect();
    let bytes: u64 = named.iter().map(|path| std::fs::metadata(path).map_or(0, |data| data.len())).sum();
    if named.is_empty() || bytes > REHEARSED {
        return Ok(None);
    }
    let version = warehouse.data_version();
    let kept = || known.rehearsed.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., rehearsed)) = kept().as_ref().filter(|(text, of, _)| (text, *of) == (&mapping.text, version)) {
        return Ok(Some(Arc::clone(rehearsed)));
    }
    let limits = QueryLimits { time: QUERIES, ..options.query_limits };
    let options = ImportOptions { mapping: Some(mapping.clone()), query_limits: limits, ..options.clone() };
    let rehearsed = match rehearse(warehouse, &named, &options, progress) {
        Ok(None) => return Ok(None),
        Ok(Some(ImportReport { warnings, unfilled, .. })) => Rehearsed { warnings, unfilled, ..Rehearsed::default() },
        Err(ImportError::Faults(faults)) => Rehearsed { faults, ..Rehearsed::default() },
        Err(error) if error.is_input_at_fault() => {
            Rehearsed { refused: Some(error.to_string()), ..Rehearsed::default() }
        }
        Err(ImportError::Cancelled) => return Err(ImportError::Cancelled),
        Err(error) => {
            tracing::warn!(%error, "what a load of a draft would find is not known");
            return Ok(None);
        }
    };
    let rehearsed = Arc::new(rehearsed);
    *kept() = Some((mapping.text.clone(), version, Arc::clone(&rehearsed)));
    Ok(Some(rehearsed))
}

/// How long a query may take in a rehearsal.
const QUERIES: Duration = Duration::from_secs(20);

/// What a mapping makes of files. `is_wanted` is asked before each file, which may be a large one.
///
/// # Errors
/// [`ImportError::Faults`] for a mapping that contradicts itself, [`ImportError::Io`] for a file that cannot be read,
/// [`ImportError::Cancelled`].
pub fn look(
    mapping: &MappingFile,
    files: &[PathBuf],
    options: &ImportOptions,
    known: &Known,
    is_wanted: impl Fn() -> bool,
) -> Result<Vec<Described>, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    let mut all = Vec::new();
    for path in files {
        let name = file_name(path);
        for (file, entry) in parsed.files.iter().enumerate() {
            if !entry.names.iter().any(|pattern| matches_name(pattern, &name)) {
                continue;
            }
            if !is_wanted() {
                return Err(ImportError::Cancelled);
            }
            let head =
                sample(path, &entry.dialect, &options.decoder, SHOWN).map_err(|error| unreadable(path, error))?;
            for (at, table) in entry.tables.iter().enumerate() {
                let one = One { mapping: &parsed, entry, table, path, name: &name, options };
                let key = format!("{name} {:?} {:?} {table:?}", entry.dialect, entry.row());
                all.push(Described {
                    file: name.clone(),
                    sheet: entry.dialect.sheet.clone(),
                    place: Place { file, table: at },
                    is_of_several: !entry.is_of_one(),
                    table: table.table,
                    fills: (0..table.table.columns.len()).map(|index| Fill::of(table, index, &head.names)).collect(),
                    rows: one.first(&head)?,
                    names: head.names.clone(),
                    found: known.get(key, || one.found(&head))?,
                });
            }
        }
    }
    Ok(all)
}

/// What the queries of a mapping make of files.
#[derive(Debug, Default)]
pub struct Queried {
    /// The first rows of each table that a query fills.
    pub previews: Arc<Vec<Preview>>,
    /// The files that queries read.
    pub files: Vec<String>,
}

/// What the queries of a mapping make of files.
///
/// # Errors
/// As [`look`].
pub fn queries(
    mapping: &MappingFile,
    files: &[PathBuf],
    options: &ImportOptions,
    known: &Known,
) -> Result<Queried, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    if parsed.files.iter().all(|entry| entry.query.is_none()) {
        return Ok(Queried::default());
    }
    let read = files.iter().map(|path| file_name(path)).filter(|name| parsed.reads(name)).collect();
    let said = |entry: &MappedFile| {
        let tables = entry.query.as_ref().map(|query| (query, &entry.tables));
        format!("{:?} {:?} {:?} {tables:?}", entry.names, entry.dialect, entry.row())
    };
    let key: String = parsed.files.iter().map(said).collect();
    let kept = || known.queried.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, previews)) = kept().as_ref().filter(|(known, _)| *known == key) {
        return Ok(Queried { previews: Arc::clone(previews), files: read });
    }
    let previews = Arc::new(of_queries(&parsed, files, options, &mut Memory::default())?);
    *kept() = Some((key, Arc::clone(&previews)));
    Ok(Queried { previews, files: read })
}

/// How a column of a table is filled from a column of the file that a mapping fills it from, as TOML writes it. None if there is
/// no such file or column.
///
/// # Errors
/// As [`look`].
pub fn rule_from(
    mapping: &MappingFile,
    files: &[PathBuf],
    place: Place,
    column: &str,
    from: &str,
    options: &ImportOptions,
) -> Result<Option<String>, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    let Some(entry) = parsed.files.get(place.file) else { return Ok(None) };
    let Some(table) = entry.tables.get(place.table) else { return Ok(None) };
    let is_it = |path: &&PathBuf| entry.names.iter().any(|pattern| matches_name(pattern, &file_name(path)));
    let column = table.table.columns.iter().find(|known| known.name == column);
    let (Some(path), Some(column)) = (files.iter().find(is_it), column) else { return Ok(None) };
    suggest_rule(path, &entry.dialect, column, from, options)
}

/// One table of one file.
struct One<'a> {
    mapping: &'a Mapping,
    entry: &'a MappedFile,
    table: &'a MappedTable,
    path: &'a Path,
    name: &'a str,
    options: &'a ImportOptions,
}

impl One<'_> {
    fn reading<'r>(&'r self, key: &'r MemberKey, memory: &'r mut Memory) -> MappedReading<'r> {
        let One { mapping, entry: file, table, options, .. } = self;
        MappedReading { mapping: &mapping.name, file, table, zone: &options.zone, key: Some(key), memory }
    }

    /// The key of the hashes that are shown: not the one by which a load would store them.
    fn key(&self) -> MemberKey {
        self.options.member_key.clone().unwrap_or(MemberKey([0; 32]))
    }

    fn first(&self, head: &Sample) -> Result<Vec<(u64, Vec<String>)>, ImportError> {
        let (key, mut memory, mut faults) = (self.key(), Memory::default(), Faults::default());
        let reading = self.reading(&key, &mut memory);
        let mut rows = mapped_sample(self.name, head, reading, self.options.fact_days, SHOWN, &mut faults)?;
        rows.iter_mut().for_each(|(_, cells)| self.say_names(cells, &memory.names));
        Ok(rows)
    }

    /// Puts names in the place of the ids that were given to them here: a load may give others.
    fn say_names(&self, cells: &mut [String], names: &Names) {
        let columns = self.table.table.columns;
        let kind = kind_column(self.table.table).map(|index| cells[index].clone());
        for (index, column) in columns.iter().enumerate() {
            let rule = self.table.rules[index].as_ref().or(self.table.common[index].as_ref());
            let space = space(self.table.table, column, kind.as_deref().unwrap_or_default());
            let Some(space) = space.filter(|_| rule.is_some_and(|rule| rule.ids)) else { continue };
            let name = |id: &str| id.parse().ok().and_then(|id| names.name(&space, id)).unwrap_or(id).to_owned();
            cells[index] = cells[index].split('|').map(name).collect::<Vec<_>>().join(", ");
        }
    }

    fn found(&self, head: &Sample) -> Result<Found, ImportError> {
        let mut found = Found { is_all: true, ..Found::default() };
        let failed = |error| unreadable(self.path, error);
        (found.rows, found.is_all) =
            count_rows(self.path, &self.entry.dialect, &self.options.decoder, MOST_ROWS).map_err(failed)?;
        if head.names.is_empty() {
            for what in &head.faults {
                let (file, what) = (self.name.to_owned(), what.clone());
                found.faults.push(Fault { file, line: None, column: None, what });
            }
            return Ok(found);
        }
        let day = self.table.table.day_column();
        let day = self.table.table.columns.iter().position(|column| Some(column.name) == day);
        let (taken, days) = (Changing::new(0), Changing::new(None));
        let mut sink = |_line: u64, cells: &[Cell<'_>]| {
            if taken.get() == MOST_ROWS {
                return Err(WarehouseError::Worker("enough rows".into()));
            }
            taken.set(taken.get() + 1);
            if let Some(day) = day.and_then(|index| cells[index].day()) {
                let (first, last) = days.get().unwrap_or((day, day));
                days.set(Some((day.min(first), day.max(last))));
            }
            Ok(())
        };
        let (key, mut memory) = (self.key(), Memory::default());
        let mapped = Some(self.reading(&key, &mut memory));
        let (path, days_of, decoder) = (self.path, self.options.fact_days, &self.options.decoder);
        let reading = Reading { path, answer: None, table: self.table.table, mapped, days: days_of, decoder };
        match read_file(reading, &mut found.faults, &mut sink) {
            Err(ReadError::Warehouse(_)) if taken.get() == MOST_ROWS => {}
            read => found.left_out = read.map_err(failed)?,
        }
        // One row takes the place of another where it is earlier.
        (found.taken, found.days) = (taken.get() - memory.replaced, days.get());
        Ok(found)
    }
}

fn unreadable(path: &Path, error: ReadError) -> ImportError {
    match error {
        ReadError::Io(source) => ImportError::Io { path: path.to_path_buf(), source },
        ReadError::Warehouse(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn looked(files: &[(&str, &str)], mapping: &str) -> Result<Vec<Described>, ImportError> {
        let dir = tempfile::tempdir().expect("a directory");
        let write = |(name, text): &(&str, &str)| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let paths: Vec<PathBuf> = files.iter().map(write).collect();
        let mapping = MappingFile { name: "mapping.toml".into(), text: mapping.into() };
        look(&mapping, &paths, &ImportOptions::default(), &Known::default(), || true)
    }

    const LOGINS: &str = "[[file]]\nname = \"visits-*.csv\"\n[[file.table]]\nname = \"logins\"\n\
        where_not = { Kind = \"test\" }\n[file.table.columns]\nmember_id = \"Card\"\n";

    #[test]
    fn rows_days_and_faults_are_those_of_the_whole_file() {
        let mut text = "Card,logged_in_at,Kind\n".to_owned();
        for day in 1..=20 {
            text += &format!("M{day},2026-03-{day:02} 10:00:00,\n");
        }
        text += "M1,2026-03-31 10:00:00,test\nM1,31.03.2026,\n";
        let all = looked(&[("visits-1.csv", &text), ("other.csv", "a\n1\n")], LOGINS).expect("looked at");
        let [one] = &all[..] else { panic!("{all:?}") };
        assert_eq!((one.found.rows, one.found.taken, one.found.is_all), (22, 20, true));
        assert_eq!(one.found.days, Some((date!(2026 - 03 - 01), date!(2026 - 03 - 20))));
        assert_eq!(one.found.faults.listed().iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(23)]);
        assert_eq!((one.rows.len(), &one.rows[0]), (SHOWN, &(2, vec!["M1".into(), "2026-03-01 10:00:00".into()])));
        assert_eq!(one.fills[0], Fill::Column("Card".into()));
        assert_eq!(one.fills[1], Fill::Column("logged_in_at".into()));
        assert!(one.is_of_several);
    }

    #[test]
    fn names_stand_for_the_ids_that_they_get() {
        let mapping = "[program]\nlob = \"Shops\"\n[[file]]\nname = \"people.csv\"\n[[file.table]]\nname = \"members\"\n\
            [file.table.columns]\nmember_id = \"Card\"\ntier_id = { column = \"Level\", ids = true }\n\
            audience_ids = { column = \"Groups\", list = \",\", ids = true }\neligible_on = { value = \"2026-01-01\" }\n\
            source = { value = \"Till\" }\n";
        let text = "Card,Level,Groups\nM1,Gold,\"Young,North\"\nM2,Silver,North\n";
        let all = looked(&[("people.csv", text)], mapping).expect("looked at");
        let rows: Vec<String> = all[0].rows.iter().map(|(_, cells)| cells.join(";")).collect();
        assert_eq!(rows, ["M1;Gold;Shops;Young, North;2026-01-01;Till", "M2;Silver;Shops;North;2026-01-01;Till"]);
    }

    #[test]
    fn a_column_that_is_missing_is_one_fault_and_the_rows_are_counted_all_the_same() {
        let all = looked(&[("visits-1.csv", "Card,Kind\nM1,\nM2,\n")], LOGINS).expect("looked at");
        assert_eq!((all[0].found.rows, all[0].found.taken), (2, 0));
        assert_eq!(all[0].found.faults.count, 1);
        assert_eq!(all[0].fills[1], Fill::Nothing);
    }
}
