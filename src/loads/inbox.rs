//! The inbox: a folder that another system writes feeds to.
//!
//! A subfolder is taken when it has a file `READY`, an archive or a compressed file when it is whole. Its own `mapping.toml` counts for its
//! files, else the saved mapping that a file `mapping` names, else that of the setting `inbox_mapping`. It moves to
//! `taken/`, and to `done/` or `refused/`, beside its report, when its load has ended.
//!
//! Whoever writes to the inbox may be another user, whom Bond does not read for: it follows no link there.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::files::{Incoming, IncomingError, Packed};
use super::mappings::{self, MappingError};
use super::{LoadOptions, Loads, NewRequest};
use crate::shared_folder::{Access, Entry, LONGEST_MOVED, SharedFolder, safe_name};
use crate::store::loads::{Kind, Load, Origin, State};
use crate::store::{Store, StoreError};
use crate::warehouse::counted::rows;
use crate::warehouse::load::MappingFile;
use crate::warehouse::mapping::FILE_NAME;

/// The file that says that a subfolder is complete.
pub const READY: &str = "READY";
/// The file that names a saved mapping.
const MAPPING: &str = "mapping";
const TAKEN: &str = "taken";
const DONE: &str = "done";
const REFUSED: &str = "refused";
/// The folder, in [`TAKEN`], of the entry whose load is not acknowledged yet.
const TAKING: &str = ".taking";

/// An inbox and what its entries are doing.
pub struct Inbox<'a> {
    folder: PathBuf,
    loads: &'a Loads,
    store: &'a Store,
    /// The name of the mapping of entries that have none.
    mapping: Option<&'a str>,
    /// The size of each archive at the last look, to see whether it still grows.
    sizes: Vec<(OsString, u64)>,
    /// The entries that cannot be taken or put away, which is said once.
    stuck: HashSet<OsString>,
    /// Whether what an earlier process left was put back.
    is_begun: bool,
}

/// The folders, open.
struct Folders {
    inbox: SharedFolder,
    taken: SharedFolder,
    taking: SharedFolder,
    done: SharedFolder,
    refused: SharedFolder,
}

/// Why the inbox could not be looked through.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    #[error("there is no folder {}: make it, or correct the setting inbox", .0.display())]
    Missing(PathBuf),
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

/// The most bytes of an entry's name in Bond's folders, without the number before it.
const LONGEST_NAME: usize = 180;

/// The most bytes of the file that names a mapping.
const LONGEST_LINE: u64 = 200;

/// Opens the folders of an inbox, and makes those that Bond makes.
///
/// # Errors
/// There is no inbox, or one of the folders is a link or of somebody else.
fn open(path: &Path) -> Result<Folders, InboxError> {
    let failed = |path: PathBuf| move |source| InboxError::Io { path, source };
    let inbox = SharedFolder::open(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => InboxError::Missing(path.to_owned()),
        _ => InboxError::Io { path: path.to_owned(), source },
    })?;
    // Whoever could write to what is taken could ask for the report of any load.
    let own = |name, access| inbox.own_folder(name, access).map_err(failed(path.join(name)));
    let (taken, done, refused) = (own(TAKEN, Access::Nobody)?, own(DONE, Access::Group)?, own(REFUSED, Access::Group)?);
    let taking = taken.own_folder(TAKING, Access::Nobody).map_err(failed(taken.path().join(TAKING)))?;
    Ok(Folders { inbox, taken, taking, done, refused })
}

impl<'a> Inbox<'a> {
    /// An inbox at which nobody has looked yet.
    pub fn new(folder: &Path, loads: &'a Loads, store: &'a Store, mapping: Option<&'a str>) -> Inbox<'a> {
        let (sizes, stuck) = (Vec::new(), HashSet::new());
        Inbox { folder: folder.to_owned(), loads, store, mapping, sizes, stuck, is_begun: false }
    }

    /// Puts away what has ended and takes what is complete, oldest name first. What goes wrong with an entry is logged once,
    /// and does not keep it from the others.
    ///
    /// # Errors
    /// The folders cannot be used.
    pub fn look(&mut self, now: i64) -> Result<(), InboxError> {
        let folders = open(&self.folder)?;
        if !self.is_begun {
            self.put_back(&folders)?;
            self.is_begun = true;
        }
        self.put_away(&folders, now)?;
        let mut sizes = Vec::new();
        for name in names(&folders.inbox)? {
            // What is gone by now has been taken back.
            let Ok(entry) = folders.inbox.entry(&name) else { continue };
            let is_complete = match entry {
                Entry::Folder => ![TAKEN, DONE, REFUSED].iter().any(|own| name == *own) && is_ready(&folders, &name),
                Entry::File(size) if Packed::of(&name.to_string_lossy()).is_some() => {
                    let is_still = self.sizes.contains(&(name.clone(), size));
                    sizes.push((name.clone(), size));
                    is_still
                }
                _ => false,
            };
            if is_complete {
                // They stay where they are until there is room in the queue.
                if self.loads.is_full()? {
                    break;
                }
                self.take(&folders, &name, now)?;
            }
        }
        self.sizes = sizes;
        Ok(())
    }

    /// Puts back what a process that ended was about to take. If its load was acknowledged, the next one finds that its
    /// files are loaded already.
    fn put_back(&mut self, folders: &Folders) -> Result<(), InboxError> {
        for name in names(&folders.taking)? {
            let moved = folders.taking.move_to(&name, &folders.inbox, &safe_name(&name, LONGEST_NAME));
            self.moved(&name, moved);
        }
        Ok(())
    }

    /// Whether something could be moved. That it could not is said once.
    fn moved(&mut self, name: &OsStr, moved: io::Result<String>) -> Option<String> {
        match moved {
            Ok(to) => {
                self.stuck.remove(name);
                Some(to)
            }
            Err(error) => {
                if self.stuck.insert(name.to_owned()) {
                    tracing::error!(%error, entry = ?name, "an entry of the inbox cannot be moved, so it stays where it \
                        is; the user who runs Bond must be able to write to it");
                }
                None
            }
        }
    }

    /// Copies an entry to the spool and queues it; what cannot be copied is refused at once.
    fn take(&mut self, folders: &Folders, name: &OsStr, now: i64) -> Result<(), InboxError> {
        // Moved first: an entry that stays where it is would be loaded again and again.
        let moved = folders.inbox.move_to(name, &folders.taking, &safe_name(name, LONGEST_NAME));
        let Some(own) = self.moved(name, moved) else { return Ok(()) };
        match self.received(&folders.taking, own.as_ref(), &name.to_string_lossy()) {
            Ok((folder, options)) => {
                let (origin, folder) = (Origin::Inbox, Some(folder.as_str()));
                let request = NewRequest { kind: Kind::Import, origin, actor: None, options: &options, folder };
                let (id, _) = self.loads.enqueue(&request, now)?;
                let moved = folders.taking.move_to(own.as_ref(), &folders.taken, &format!("{id}-{own}"));
                self.moved(own.as_ref(), moved);
            }
            Err(error) => {
                tracing::warn!(%error, entry = ?name, "an entry of the inbox is refused");
                let text = format!("{error}\n");
                self.put(&folders.taking, own.as_ref(), &folders.refused, &format!("{now}-{own}"), &text);
            }
        }
        Ok(())
    }

    /// Copies an entry to the spool. A compressed file has the name that it had when it was delivered, which says its table.
    fn received(
        &self,
        taking: &SharedFolder,
        name: &OsStr,
        delivered: &str,
    ) -> Result<(String, LoadOptions), EntryError> {
        let unreadable = |source| IncomingError::Read { path: name.into(), source };
        let incoming = Incoming::create(self.loads.data_dir())?;
        if taking.entry(name).map_err(unreadable)? == Entry::Folder {
            incoming.copy_foreign(&taking.folder(name).map_err(unreadable)?, |name| name == READY)?;
        } else {
            let archive = taking.file(name).map_err(unreadable)?;
            let packed = Packed::of(delivered).unwrap_or(Packed::Zip);
            incoming.take_packed(packed, archive, delivered, u64::MAX)?;
        }
        let mapping = self.mapping_of(&incoming)?;
        Ok((incoming.keep()?, LoadOptions { mapping, ..LoadOptions::default() }))
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

    /// Puts away the entries whose loads have ended.
    fn put_away(&mut self, folders: &Folders, now: i64) -> Result<(), InboxError> {
        for name in names(&folders.taken)? {
            let text = name.to_string_lossy();
            let id = text.split_once('-').and_then(|(id, _)| id.parse().ok());
            let Some(load) = id.map(|id| self.store.load(id)).transpose()?.flatten() else {
                let why = "the ledger has no such load\n";
                self.put(
                    &folders.taken,
                    &name,
                    &folders.refused,
                    &format!("{now}-{}", safe_name(&name, LONGEST_NAME)),
                    why,
                );
                continue;
            };
            if !load.state.is_final() {
                continue;
            }
            let to = if load.state == State::Published { &folders.done } else { &folders.refused };
            let report = self.report(&load)?;
            self.put(&folders.taken, &name, to, &safe_name(&name, LONGEST_MOVED), &report);
        }
        Ok(())
    }

    /// What came of a load, for whoever delivered it.
    fn report(&self, load: &Load) -> Result<String, InboxError> {
        let mut report = format!("load {}: {}\n", load.id, load.state.text());
        for file in self.store.load_files(load.id)? {
            report += &format!("{}: {}\n", file.name, rows(file.rows.unsigned_abs()));
        }
        for warning in self.warnings(load.id)? {
            report += &format!("warning: {warning}\n");
        }
        report += &load.message.as_ref().map(|message| format!("{message}\n")).unwrap_or_default();
        for fault in self.store.load_faults(load.id)? {
            let line = fault.line.map(|line| format!("{line}:")).unwrap_or_default();
            let column = fault.column.map(|column| format!("{column}:")).unwrap_or_default();
            report += &format!("{}:{line}{column} {}\n", fault.file, fault.text);
        }
        Ok(report)
    }

    /// The warnings of a load that has ended.
    fn warnings(&self, load: i64) -> Result<Vec<String>, InboxError> {
        #[derive(Default, serde::Deserialize)]
        struct Report {
            #[serde(default)]
            warnings: Vec<String>,
        }
        let report = self.store.load_report(load)?.and_then(|text| serde_json::from_str::<Report>(&text).ok());
        Ok(report.unwrap_or_default().warnings)
    }

    /// Moves an entry to where whoever delivered it finds it, with a report beside it.
    fn put(&mut self, from: &SharedFolder, name: &OsStr, folder: &SharedFolder, to: &str, report: &str) {
        let moved = from.move_to(name, folder, to);
        let Some(to) = self.moved(name, moved) else { return };
        if let Err(error) = folder.write(&format!("{to}.report.txt"), report.as_bytes(), Access::Group) {
            tracing::error!(%error, entry = to, folder = %folder.path().display(), "a report of the inbox is not written");
        }
    }
}

/// Whether a subfolder has the file that says that it is complete.
fn is_ready(folders: &Folders, name: &OsStr) -> bool {
    let ready = folders.inbox.folder(name).and_then(|folder| folder.entry(READY.as_ref()));
    matches!(ready, Ok(Entry::File(_)))
}

/// The names in a folder.
fn names(folder: &SharedFolder) -> Result<Vec<OsString>, InboxError> {
    folder.names().map_err(|source| InboxError::Io { path: folder.path().to_owned(), source })
}
