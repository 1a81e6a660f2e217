//! Finds the files to load, and whether they are loaded already.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use duckdb::Connection;
use sha2::{Digest, Sha256};

use super::copies::{self, KeptCopy};
use super::queried::{self, Made, Queried};
use super::report::{ImportError, MappingFile};
use time::Date;

use crate::warehouse::day::Day;
use crate::warehouse::feed::{TABLES, Table};
use crate::warehouse::mapping::{self, MappedFile, MappedTable, Mapping, Named, matches_name};
use crate::warehouse::path::file_name;
use crate::warehouse::progress::Progress;
use crate::warehouse::read::{ENDS, Fault, Faults, Format, excerpt};

/// A file to load into a table. A mapping may name several tables for one file.
pub(super) struct FeedFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) table: &'static Table,
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
    /// In hexadecimal; known once [`digest`] has read the file.
    pub(super) sha256: String,
    /// The system that reports its rows; empty where none is named, and for reference tables.
    pub(super) source: String,
    /// None for a feed file.
    pub(super) mapped: Option<Mapped>,
    /// The rows, where a query makes them; known once it has run.
    pub(super) made: Option<Arc<Made>>,
}

/// How a foreign file becomes rows of its table.
pub(super) struct Mapped {
    pub(super) mapping: Arc<Mapping>,
    /// The indices of the file and of its table in the mapping.
    pub(super) at: (usize, usize),
}

impl Mapped {
    pub(super) fn file(&self) -> &MappedFile {
        &self.mapping.files[self.at.0]
    }

    pub(super) fn table(&self) -> &MappedTable {
        &self.file().tables[self.at.1]
    }
}

impl FeedFile {
    /// The columns of the file that fill these columns of the table, for messages.
    pub(super) fn label(&self, columns: &str) -> String {
        let Some(mapped) = &self.mapped else { return columns.to_owned() };
        let labels = columns.split(", ").map(|column| mapped.table().label(&mapped.mapping.name, column));
        labels.collect::<Vec<_>>().join(", ")
    }
}

/// The files of a load, by table in declared order and by name within a table, and what is wrong with their mappings.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) files: Vec<FeedFile>,
    /// The files that queries read.
    pub(super) queried: Vec<Queried>,
    /// The mappings, each once.
    pub(super) mappings: Vec<Arc<Mapping>>,
    pub(super) faults: Faults,
}

/// Finds the files. `given` is a mapping for all of them; without one a folder's own counts for its files. `source` is the
/// system that reports the rows of files for which no mapping names one.
pub(super) fn collect(
    inputs: &[PathBuf],
    given: Option<&MappingFile>,
    source: Option<&str>,
) -> Result<Collected, ImportError> {
    let mut found = Collected::default();
    let given = given.and_then(|file| found.parse(file));
    let mut paths = Vec::new();
    for input in inputs {
        if std::fs::metadata(input).map_err(io(input))?.is_dir() {
            let own = input.join(mapping::FILE_NAME);
            let mapping = match &given {
                Some(given) => Some(Arc::clone(given)),
                None if own.is_file() => match MappingFile::read(&own) {
                    // The copies of a load's files are in one folder, and so are its mappings.
                    Ok(file) if found.mappings.iter().any(|other| other.text != file.text) => {
                        return Err(ImportError::NotAFeedFile { path: own, why: OTHER_MAPPING.to_owned() });
                    }
                    Ok(file) => found.parse(&file),
                    Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                        let (file, what) = (mapping::FILE_NAME.to_owned(), error.to_string());
                        found.faults.push(Fault { file, line: None, column: None, what });
                        None
                    }
                    Err(error) => return Err(io(&own)(error)),
                },
                None => None,
            };
            let in_folder = data_files(input, mapping.as_deref())?;
            if in_folder.is_empty() && found.faults.count == 0 {
                return Err(ImportError::NoFiles(input.clone()));
            }
            paths.extend(in_folder.into_iter().map(|path| (path, mapping.clone())));
        } else {
            paths.push((input.clone(), given.clone()));
        }
    }
    if found.faults.count > 0 {
        return Ok(found);
    }
    let mut files = Vec::new();
    let mut refused: Option<(PathBuf, String, Vec<String>)> = None;
    for (path, mapping) in paths {
        let entries = mapping.as_ref().map(|mapping| found.entries(mapping, &path)).unwrap_or_default();
        let is_read = mapping.as_ref().is_some_and(|mapping| mapping.reads(&file_name(&path)));
        if is_read {
            found.add_queried(&path)?;
        }
        if let Some(mapping) = mapping.as_ref().filter(|_| !entries.is_empty()) {
            for entry in entries {
                files.extend(mapped_files(&path, mapping, entry)?);
            }
            continue;
        }
        if is_read {
            continue;
        }
        let file = feed_file(path, mapping.as_deref());
        match (file, &mut refused) {
            (Ok(file), _) => files.push(file),
            (Err(ImportError::NotAFeedFile { path, .. }), Some((_, _, others))) => others.push(file_name(&path)),
            (Err(ImportError::NotAFeedFile { path, why }), first) => *first = Some((path, why, Vec::new())),
            (Err(error), _) => return Err(error),
        }
    }
    if let Some((path, mut why, others)) = refused {
        others.iter().take(MOST_REFUSED).for_each(|other| why += &format!("\n{other} is not a feed file either"));
        if others.len() > MOST_REFUSED {
            why += &format!("\n{} more files are no feed files", others.len() - MOST_REFUSED);
        }
        return Err(ImportError::NotAFeedFile { path, why: why + DESCRIBE });
    }
    for mapping in found.mappings.clone() {
        files.extend(found.query_files(&mapping));
    }
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    files.dedup_by(|(one, _), (other, _)| one == other);
    if files.is_empty() && found.faults.count == 0 {
        return Err(ImportError::NoFiles(PathBuf::from(".")));
    }
    let mut names: HashMap<&str, &Path> = HashMap::new();
    let own = files.iter().map(|(_, file)| (&file.name, &file.path));
    for (name, path) in own.chain(found.queried.iter().map(|file| (&file.name, &file.path))) {
        let other = names.insert(name, path).filter(|other| other != path);
        if let Some(other) = other {
            // Not the whole path: whoever uploads files is not told where the server keeps them.
            let parts: PathBuf = other.iter().skip(other.iter().count().saturating_sub(2)).collect();
            let why = format!("the load has {} too; rename one of the two", parts.display());
            return Err(ImportError::NotAFeedFile { path: path.clone(), why });
        }
    }
    found.files = files.into_iter().map(|(_, file)| file).collect();
    for file in found.files.iter_mut().filter(|file| file.table.has_sources() && file.source.is_empty()) {
        file.source = source.unwrap_or_default().to_owned();
    }
    Ok(found)
}

const DESCRIBE: &str =
    "\nother files need a mapping; Bond proposes one on the page Data, or with: bond import --suggest FILE";

/// How many more files are named that cannot be loaded.
const MOST_REFUSED: usize = 20;

const OTHER_MAPPING: &str =
    "another folder of this load has another mapping; load the folders one after another, or give one with --mapping";

impl Collected {
    fn parse(&mut self, file: &MappingFile) -> Option<Arc<Mapping>> {
        if let Some(known) = self.mappings.iter().find(|known| known.text == file.text) {
            return Some(Arc::clone(known));
        }
        match file.parse() {
            Ok(mapping) => {
                let mapping = Arc::new(mapping);
                self.mappings.push(Arc::clone(&mapping));
                Some(mapping)
            }
            Err(faults) => {
                faults.listed().into_iter().for_each(|fault| self.faults.push(fault));
                None
            }
        }
    }

    /// Adds a file that queries read, once.
    fn add_queried(&mut self, path: &Path) -> Result<(), ImportError> {
        if self.queried.iter().all(|file| file.path != path) {
            let (name, metadata) = (file_name(path), regular(path)?);
            let (len, modified) = (metadata.len(), metadata.modified().ok());
            self.queried.push(Queried { path: path.to_owned(), name, len, modified, sha256: String::new() });
            self.queried.sort_by(|one, other| one.name.cmp(&other.name));
        }
        Ok(())
    }

    /// One for each table that a query fills, where the load has its files.
    fn query_files(&mut self, mapping: &Arc<Mapping>) -> Vec<(Order, FeedFile)> {
        let mut files = Vec::new();
        for (entry, query) in queried::of(mapping) {
            let missing = queried::missing(query, &self.queried);
            if missing.len() == query.tables.len() {
                continue;
            }
            for Named { file, line, .. } in missing {
                let called = query.called();
                let what = format!("{called}: the load has no file {file}; add it to the load");
                self.fault(&mapping.name, query.line(*line), what);
            }
            let path = PathBuf::from(query.called());
            for (at, mapped) in mapping.files[entry].tables.iter().enumerate() {
                let order = order(mapping, (entry, at), &path);
                let (table, mapped) = (mapped.table, Some(Mapped { mapping: Arc::clone(mapping), at: (entry, at) }));
                let (name, sha256) = (query.called(), String::new());
                let source = source_of(Some(mapping), Some(entry), table);
                let (path, made) = (path.clone(), None);
                let file = FeedFile { path, name, table, len: 0, modified: None, sha256, source, mapped, made };
                files.push((order, file));
            }
        }
        files
    }

    fn fault(&mut self, name: &str, line: usize, what: String) {
        self.faults.push(Fault { file: name.to_owned(), line: Some(line as u64), column: None, what });
    }

    /// The indices of the `[[file]]` for a file: one, or one for each sheet of a workbook. Others contradict each other.
    fn entries(&mut self, mapping: &Mapping, path: &Path) -> Vec<usize> {
        let name = file_name(path);
        let mut found: Vec<usize> = Vec::new();
        for (index, entry) in mapping.files.iter().enumerate().filter(|(_, file)| matches(file, &name)) {
            let same = |known: &&usize| mapping.files[**known].dialect.sheet == entry.dialect.sheet;
            match found.iter().find(same) {
                Some(known) => {
                    let first = mapping.files[*known].line;
                    let what = format!("{name} is already described on line {first}; change one of the two names");
                    self.fault(&mapping.name, entry.line, what);
                }
                None => found.push(index),
            }
        }
        found
    }
}

fn matches(file: &MappedFile, name: &str) -> bool {
    file.names.iter().any(|pattern| matches_name(pattern, name))
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> ImportError {
    move |source| ImportError::Io { path: path.to_path_buf(), source }
}

/// The files of a folder in a form that is read, and those that its mapping names. It may also contain notes and hidden files.
fn data_files(folder: &Path, mapping: Option<&Mapping>) -> Result<Vec<PathBuf>, ImportError> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io(folder))? {
        let path = entry.map_err(io(folder))?.path();
        let name = file_name(&path);
        let data = Format::stem(&name).is_some();
        let named = mapping.is_some_and(|mapping| mapping.names(&name));
        if (data || named) && !name.starts_with('.') && name != mapping::FILE_NAME {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Orders logins, logins-2, logins-10, logins-b: the table's name alone, then numbers, then words; then mapped files, as the
/// mapping has them, and by name where one of its entries is for several.
type Order = (Option<usize>, bool, Option<u64>, Option<(usize, usize)>, Option<String>, PathBuf);

fn feed_file(path: PathBuf, mapping: Option<&Mapping>) -> Result<(Order, FeedFile), ImportError> {
    let refused = |why: String| ImportError::NotAFeedFile { path: path.clone(), why };
    let name = file_name(&path);
    let unmapped = mapping.map_or(String::new(), |mapping| format!(", and {} does not name it", mapping.name));
    let stem = Format::stem(&name);
    let stem = stem.ok_or_else(|| refused(format!("its name must end in {ENDS}{unmapped}")))?;
    let (table, rest) = stem.split_once('-').map_or((stem, None), |(table, rest)| (table, Some(rest)));
    let index = TABLES.iter().position(|known| known.name == table);
    let table = index.map(|index| &TABLES[index]).ok_or_else(|| {
        let known: Vec<_> = TABLES.iter().map(|table| table.name).collect();
        refused(format!("there is no table {}{unmapped}; the tables are {}", excerpt(table), known.join(", ")))
    })?;
    let number = rest.map(|rest| rest.parse::<u64>().unwrap_or(u64::MAX));
    let order = (index, rest.is_some(), number, None, rest.map(str::to_owned), path.clone());
    Ok((order, described(path, name, table, source_of(mapping, None, table), None)?))
}

/// One for each table that the mapping fills from the file.
fn mapped_files(path: &Path, mapping: &Arc<Mapping>, entry: usize) -> Result<Vec<(Order, FeedFile)>, ImportError> {
    let name = file_name(path);
    let tables = mapping.files[entry].tables.iter().enumerate();
    let file = |(at, mapped): (usize, &MappedTable)| {
        let order = order(mapping, (entry, at), path);
        let mapped_as = Some(Mapped { mapping: Arc::clone(mapping), at: (entry, at) });
        let source = source_of(Some(mapping), Some(entry), mapped.table);
        Ok((order, described(path.to_path_buf(), name.clone(), mapped.table, source, mapped_as)?))
    };
    tables.map(file).collect()
}

/// The place of a mapped file or query.
fn order(mapping: &Mapping, at: (usize, usize), path: &Path) -> Order {
    let table = mapping.files[at.0].tables[at.1].table;
    let index = TABLES.iter().position(|known| known.name == table.name);
    (index, true, Some(u64::MAX), Some(at), Some(file_name(path)), path.to_path_buf())
}

/// That a path is a file, and no folder or device.
fn regular(path: &Path) -> Result<std::fs::Metadata, ImportError> {
    let metadata = std::fs::metadata(path).map_err(io(path))?;
    if metadata.is_file() {
        return Ok(metadata);
    }
    Err(ImportError::NotAFeedFile { path: path.to_owned(), why: "it is not a regular file".into() })
}

/// The source that a mapping names for the rows of a table, maybe of one of its files; reference tables have none.
fn source_of(mapping: Option<&Mapping>, entry: Option<usize>, table: &Table) -> String {
    let of = |mapping: &Mapping| {
        entry.and_then(|entry| mapping.files[entry].source.clone()).or_else(|| mapping.source.clone())
    };
    mapping.filter(|_| table.has_sources()).and_then(of).unwrap_or_default()
}

fn described(
    path: PathBuf,
    name: String,
    table: &'static Table,
    source: String,
    mapped: Option<Mapped>,
) -> Result<FeedFile, ImportError> {
    let metadata = regular(&path)?;
    Ok(FeedFile {
        name,
        table,
        len: metadata.len(),
        modified: metadata.modified().ok(),
        sha256: String::new(),
        path,
        source,
        mapped,
        made: None,
    })
}

/// SHA-256 over the mappings, the names and bytes of the files, the requested days and the given source, in hexadecimal. Fills in the hash
/// of each file and, where wanted, writes a compressed copy of it and of its mapping.
pub(super) fn digest(
    files: &mut [FeedFile],
    queried: &mut [Queried],
    mappings: &[Arc<Mapping>],
    (days, source, effective): (Option<(Day, Day)>, Option<&str>, Option<Date>),
    keep_in: Option<&Path>,
    progress: &dyn Progress,
) -> Result<String, ImportError> {
    let mut all = Sha256::new();
    if let Some((first, last)) = days {
        all.update(format!("days {}..{}\n", first.number(), last.number()).as_bytes());
    }
    if let Some(source) = source {
        all.update(format!("source {source}\n").as_bytes());
    }
    if let Some(day) = effective {
        all.update(format!("effective {day}\n").as_bytes());
    }
    for mapping in mappings {
        all.update(format!("mapping {}\n{}", mapping.text.len(), mapping.text).as_bytes());
        if let Some(folder) = keep_in {
            let mut copy = KeptCopy::create(folder, &mapping.name)?;
            copy.write(mapping.text.as_bytes())?;
            copy.finish()?;
        }
    }
    let mut chunk = vec![0; 256 * 1024];
    let mut hashes: HashMap<PathBuf, String> = HashMap::new();
    let is_query = |file: &&mut FeedFile| file.mapped.as_ref().is_some_and(|mapped| mapped.file().query.is_some());
    let files = files.iter_mut().filter(|file| !is_query(file));
    let files = files.map(|file| (&file.path, &file.name, file.len, &mut file.sha256));
    let queried = queried.iter_mut().map(|file| (&file.path, &file.name, file.len, &mut file.sha256));
    for (path, name, len, sha256) in files.chain(queried) {
        // A file of several tables is read once.
        if let Some(known) = hashes.get(path) {
            sha256.clone_from(known);
            continue;
        }
        all.update(format!("{name}\n{len}\n").as_bytes());
        let mut own = Sha256::new();
        let mut copy = keep_in.map(|folder| KeptCopy::create(folder, name)).transpose()?;
        let mut input = std::fs::File::open(path).map_err(io(path))?;
        loop {
            if progress.is_cancelled() {
                return Err(ImportError::Cancelled);
            }
            let read = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => &chunk[..read],
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(io(path)(error)),
            };
            all.update(read);
            own.update(read);
            if let Some(copy) = &mut copy {
                copy.write(read)?;
            }
        }
        if let Some(copy) = copy {
            copy.finish()?;
        }
        *sha256 = hexadecimal(&own.finalize());
        hashes.insert(path.clone(), sha256.clone());
    }
    if let Some(folder) = keep_in {
        copies::sync(folder)?;
    }
    Ok(hexadecimal(&all.finalize()))
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The data version that already contains these files: that of the last load of any of the tables, if it loaded exactly
/// these tables and bytes.
pub(super) fn already_loaded(
    connection: &Connection,
    tables: &[&str],
    digest: &str,
) -> Result<Option<i32>, ImportError> {
    let mut statement =
        connection.prepare("select batch_id, array_to_string(tables, ','), digest from main.batch order by 1 desc")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let loaded: String = row.get(1)?;
        if loaded == tables.join(",") && row.get::<_, String>(2)? == digest {
            return Ok(Some(row.get(0)?));
        }
        if loaded.split(',').any(|table| tables.contains(&table)) {
            break;
        }
    }
    Ok(None)
}
