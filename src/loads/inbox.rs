//! The inbox: a folder that another system writes feeds to.
//!
//! A subfolder is taken when it has a file `READY`, a zip archive when it is whole. Its own `mapping.toml` counts for its
//! files, else the saved mapping that a file `mapping` names, else that of the setting `inbox_mapping`. It moves to
//! `taken/`, and to `done/` or `refused/`, beside its report, when its load has ended.
//!
//! Whoever writes to the inbox may be another user, whom Bond does not read for: it follows no link there.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::{Incoming, IncomingError};
use super::mappings::{self, MappingError};
use super::{LoadOptions, Loads, NewRequest};
use crate::store::loads::{Kind, Origin, State};
use crate::store::{Store, StoreError};
use crate::warehouse::load::MappingFile;
use crate::warehouse::mapping::FILE_NAME;

/// The file that says that a subfolder is complete.
pub const READY: &str = "READY";
/// The file that names a saved mapping.
const MAPPING: &str = "mapping";
const TAKEN: &str = "taken";
const DONE: &str = "done";
const REFUSED: &str = "refused";
/// The folder of the entry whose load is not acknowledged yet.
const TAKING: &str = "taken/.taking";

/// An inbox and what its entries are doing.
pub struct Inbox<'a> {
    folder: PathBuf,
    loads: &'a Loads,
    store: &'a Store,
    /// The name of the mapping of entries that have none.
    mapping: Option<&'a str>,
    /// The size of each archive at the last look, to see whether it still grows.
    sizes: Vec<(PathBuf, u64)>,
    /// The entries that cannot be moved, which is said once.
    stuck: HashSet<PathBuf>,
}

/// Why the inbox could not be looked through.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why an entry was not taken.
#[derive(Debug, thiserror::Error)]
enum EntryError {
    #[error(transparent)]
    Files(#[from] IncomingError),
    #[error("{whence} names no saved mapping: {source}")]
    Mapping { whence: &'static str, source: MappingError },
}

/// The most bytes of the file that names a mapping.
const LONGEST_LINE: u64 = 200;

fn io(path: &Path) -> impl Fn(io::Error) -> InboxError {
    move |source| InboxError::Io { path: path.to_owned(), source }
}

impl<'a> Inbox<'a> {
    /// Makes the folders that the inbox lacks.
    pub fn open(
        folder: &Path,
        loads: &'a Loads,
        store: &'a Store,
        mapping: Option<&'a str>,
    ) -> Result<Inbox<'a>, InboxError> {
        for name in ["", TAKEN, TAKING, DONE, REFUSED] {
            let path = folder.join(name);
            fs::create_dir_all(&path).map_err(io(&path))?;
        }
        let inbox =
            Inbox { folder: folder.to_owned(), loads, store, mapping, sizes: Vec::new(), stuck: HashSet::new() };
        inbox.put_back()?;
        Ok(inbox)
    }

    /// Puts back what a process that ended was about to take. If its load was acknowledged, the next one finds that its
    /// files are loaded already.
    fn put_back(&self) -> Result<(), InboxError> {
        for (name, path) in entries(&self.folder.join(TAKING))? {
            fs::rename(&path, self.folder.join(name)).map_err(io(&path))?;
        }
        Ok(())
    }

    /// Puts away what has ended and takes what is complete, oldest name first.
    pub fn look(&mut self, now: i64) -> Result<(), InboxError> {
        self.put_away(now)?;
        let mut sizes = Vec::new();
        for (name, path) in entries(&self.folder)? {
            // What is gone by now has been taken back.
            let Ok(data) = fs::symlink_metadata(&path) else { continue };
            let is_complete = if data.is_dir() {
                ![TAKEN, DONE, REFUSED].contains(&name.as_str()) && path.join(READY).is_file()
            } else if name.ends_with(".zip") && data.is_file() {
                let size = data.len();
                let is_still = self.sizes.contains(&(path.clone(), size));
                sizes.push((path.clone(), size));
                is_still
            } else {
                false
            };
            if is_complete {
                self.take(&name, &path, now)?;
            }
        }
        self.sizes = sizes;
        Ok(())
    }

    /// Copies an entry to the spool and queues it; what cannot be copied is refused at once.
    fn take(&mut self, name: &str, path: &Path, now: i64) -> Result<(), InboxError> {
        // Moved first: an entry that stays where it is would be loaded again and again.
        let taking = self.folder.join(TAKING).join(name);
        if let Err(error) = fs::rename(path, &taking) {
            if self.stuck.insert(path.to_owned()) {
                tracing::error!(%error, entry = name, "an entry of the inbox cannot be moved, so it is not loaded; \
                    the user who runs Bond must be able to write to it");
            }
            return Ok(());
        }
        self.stuck.remove(path);
        let path = taking.as_path();
        let received = || -> Result<(String, LoadOptions), EntryError> {
            let incoming = Incoming::create(self.loads.data_dir())?;
            if path.is_dir() {
                incoming.copy_foreign(path, |name| name == READY)?;
            } else {
                incoming.unpack(path, u64::MAX)?;
            }
            let mapping = self.mapping_of(&incoming)?;
            Ok((incoming.keep()?, LoadOptions { mapping, ..LoadOptions::default() }))
        };
        match received() {
            Ok((folder, options)) => {
                let (origin, folder) = (Origin::Inbox, Some(folder.as_str()));
                let request = NewRequest { kind: Kind::Import, origin, actor: None, options: &options, folder };
                let (id, _) = self.loads.enqueue(&request, now)?;
                let taken = self.folder.join(TAKEN).join(format!("{id}-{name}"));
                fs::rename(path, &taken).map_err(io(path))
            }
            Err(error) => {
                tracing::warn!(%error, entry = name, "an entry of the inbox is refused");
                self.move_to(REFUSED, &format!("{now}-{name}"), path, &format!("{error}\n"))
            }
        }
    }

    /// The saved mapping for an entry; None if it has its own, or needs none.
    fn mapping_of(&self, incoming: &Incoming) -> Result<Option<MappingFile>, EntryError> {
        let named = incoming.take_text(MAPPING, LONGEST_LINE)?;
        if incoming.has(FILE_NAME) {
            return Ok(None);
        }
        let (name, whence) = match (&named, self.mapping) {
            (Some(named), _) => (named.trim(), "the file mapping"),
            (None, Some(name)) => (name, "the setting inbox_mapping"),
            (None, None) => return Ok(None),
        };
        mappings::named(self.store, name).map(Some).map_err(|source| EntryError::Mapping { whence, source })
    }

    fn put_away(&self, now: i64) -> Result<(), InboxError> {
        for (name, path) in entries(&self.folder.join(TAKEN))? {
            let id = name.split_once('-').and_then(|(id, _)| id.parse().ok());
            let Some(load) = id.map(|id| self.store.load(id)).transpose()?.flatten() else {
                self.move_to(REFUSED, &format!("{now}-{name}"), &path, "the ledger has no such load\n")?;
                continue;
            };
            if !load.state.is_final() {
                continue;
            }
            let mut report = format!("load {}: {}\n", load.id, load.state.text());
            for file in self.store.load_files(load.id)? {
                report += &format!("{}: {} rows\n", file.name, file.rows);
            }
            report += &load.message.map(|message| message + "\n").unwrap_or_default();
            for fault in self.store.load_faults(load.id)? {
                let line = fault.line.map(|line| format!("{line}:")).unwrap_or_default();
                let column = fault.column.map(|column| format!("{column}:")).unwrap_or_default();
                report += &format!("{}:{line}{column} {}\n", fault.file, fault.text);
            }
            self.move_to(if load.state == State::Published { DONE } else { REFUSED }, &name, &path, &report)?;
        }
        Ok(())
    }

    fn move_to(&self, folder: &str, name: &str, path: &Path, report: &str) -> Result<(), InboxError> {
        let to = self.folder.join(folder).join(name);
        let report_path = self.folder.join(folder).join(format!("{name}.report.txt"));
        fs::write(&report_path, report).map_err(io(&report_path))?;
        fs::rename(path, &to).map_err(io(path))
    }
}

/// The entries of a folder by name, without hidden ones.
fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, InboxError> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(io(folder))? {
        let entry = entry.map_err(io(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            all.push((name, entry.path()));
        }
    }
    all.sort();
    Ok(all)
}
