//! Finds the files to load, and whether they are loaded already.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use duckdb::Connection;
use sha2::{Digest, Sha256};

use super::report::ImportError;
use crate::warehouse::day::Day;
use crate::warehouse::feed::{TABLES, Table};
use crate::warehouse::progress::Progress;
use crate::warehouse::read::excerpt;

/// A file to load.
pub(super) struct FeedFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) table: &'static Table,
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
    /// In hexadecimal; known once [`digest`] has read the file.
    pub(super) sha256: String,
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
    Ok((
        order,
        FeedFile { name, table, len: metadata.len(), modified: metadata.modified().ok(), sha256: String::new(), path },
    ))
}

/// SHA-256 over the names and bytes of the files and the requested days, in hexadecimal. Fills in the hash of each file
/// and, where wanted, writes a compressed copy of it.
pub(super) fn digest(
    files: &mut [FeedFile],
    days: Option<(Day, Day)>,
    keep_in: Option<&Path>,
    progress: &dyn Progress,
) -> Result<String, ImportError> {
    let mut all = Sha256::new();
    if let Some((first, last)) = days {
        all.update(format!("days {}..{}\n", first.number(), last.number()).as_bytes());
    }
    let mut chunk = vec![0; 256 * 1024];
    for file in files {
        all.update(format!("{}\n{}\n", file.name, file.len).as_bytes());
        let mut own = Sha256::new();
        let mut copy = keep_in.map(|folder| KeptCopy::create(folder, &file.name)).transpose()?;
        let mut input = std::fs::File::open(&file.path).map_err(io(&file.path))?;
        loop {
            if progress.is_cancelled() {
                return Err(ImportError::Cancelled);
            }
            let read = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => &chunk[..read],
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(io(&file.path)(error)),
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
        file.sha256 = hexadecimal(&own.finalize());
    }
    if let Some(folder) = keep_in {
        std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io(folder))?;
    }
    Ok(hexadecimal(&all.finalize()))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A compressed copy that is being written.
struct KeptCopy {
    path: PathBuf,
    encoder: zstd::Encoder<'static, std::fs::File>,
}

impl KeptCopy {
    /// Fast, and a third of the size of most feeds.
    const LEVEL: i32 = 3;

    fn create(folder: &Path, name: &str) -> Result<KeptCopy, ImportError> {
        let path = folder.join(format!("{name}.zst"));
        let encoder = std::fs::File::create(&path).and_then(|file| zstd::Encoder::new(file, Self::LEVEL));
        Ok(KeptCopy { encoder: encoder.map_err(io(&path))?, path })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        self.encoder.write_all(bytes).map_err(io(&self.path))
    }

    /// The copy is on the disk when this returns.
    fn finish(self) -> Result<(), ImportError> {
        self.encoder.finish().and_then(|file| file.sync_all()).map_err(io(&self.path))
    }
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
