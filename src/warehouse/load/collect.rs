//! Finds the files to load, and whether they are loaded already.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use duckdb::Connection;
use sha2::{Digest, Sha256};

use super::report::ImportError;
use crate::warehouse::day::Day;
use crate::warehouse::feed::{TABLES, Table};
use crate::warehouse::read::excerpt;

/// A file to load.
pub(super) struct FeedFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) table: &'static Table,
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
}

/// The files of a load: by table in declared order, and by name within a table.
pub(super) fn collect(inputs: &[PathBuf]) -> Result<Vec<FeedFile>, ImportError> {
    let mut paths = Vec::new();
    for input in inputs {
        if std::fs::metadata(input).map_err(io(input))?.is_dir() {
            let in_folder = data_files(input)?;
            if in_folder.is_empty() {
                return Err(ImportError::NoFiles(input.clone()));
            }
            paths.extend(in_folder);
        } else {
            paths.push(input.clone());
        }
    }
    let mut files = Vec::new();
    for path in paths {
        files.push(feed_file(path)?);
    }
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    files.dedup_by(|(one, _), (other, _)| one == other);
    if files.is_empty() {
        return Err(ImportError::NoFiles(PathBuf::from(".")));
    }
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> ImportError {
    move |source| ImportError::Io { path: path.to_path_buf(), source }
}

/// The CSV and Parquet files of a folder. It may also contain notes and hidden files.
fn data_files(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io(folder))? {
        let path = entry.map_err(io(folder))?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let data = path.extension().is_some_and(|extension| {
            extension.eq_ignore_ascii_case("csv") || extension.eq_ignore_ascii_case("parquet")
        });
        if data && !hidden {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Orders logins, logins-2, logins-10, logins-b: the table's name alone, then numbers, then words.
type Order = (Option<usize>, bool, Option<u64>, Option<String>, PathBuf);

fn feed_file(path: PathBuf) -> Result<(Order, FeedFile), ImportError> {
    let refused = |why: String| ImportError::NotAFeedFile { path: path.clone(), why };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(".csv").or_else(|| name.strip_suffix(".parquet"));
    let stem = stem.ok_or_else(|| refused("its name must end in .csv or .parquet".into()))?;
    let (table, rest) = stem.split_once('-').map_or((stem, None), |(table, rest)| (table, Some(rest)));
    let index = TABLES.iter().position(|known| known.name == table);
    let table = index.map(|index| &TABLES[index]).ok_or_else(|| {
        let known: Vec<_> = TABLES.iter().map(|table| table.name).collect();
        refused(format!("there is no table {}; the tables are {}", excerpt(table), known.join(", ")))
    })?;
    let metadata = std::fs::metadata(&path).map_err(io(&path))?;
    if !metadata.is_file() {
        return Err(refused("it is not a regular file".into()));
    }
    let number = rest.map(|rest| rest.parse::<u64>().unwrap_or(u64::MAX));
    let order = (index, rest.is_some(), number, rest.map(str::to_owned), path.clone());
    Ok((order, FeedFile { name, table, len: metadata.len(), modified: metadata.modified().ok(), path }))
}

/// SHA-256 over the names and bytes of the files and the requested days, in hexadecimal.
pub(super) fn digest(files: &[FeedFile], days: Option<(Day, Day)>) -> Result<String, ImportError> {
    let mut context = Sha256::new();
    if let Some((first, last)) = days {
        context.update(format!("days {}..{}\n", first.number(), last.number()).as_bytes());
    }
    let mut chunk = vec![0; 256 * 1024];
    for file in files {
        context.update(format!("{}\n{}\n", file.name, file.len).as_bytes());
        let mut input = std::fs::File::open(&file.path).map_err(io(&file.path))?;
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => context.update(&chunk[..read]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(io(&file.path)(error)),
            }
        }
    }
    Ok(context.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
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
