//! The data directory: made private, owned by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::platform::{Rights, files, process};

/// A data directory this process owns until it drops this.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    // Held open for its lock, which the system releases however the process ends.
    lock: File,
}

impl Drop for DataDir {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process that is being started shares it until it runs its own program.
        let _ = files::unlock(&self.lock);
    }
}

/// Why a data directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process owns it.
    #[error(
        "{} is in use by another Bond process{}; stop that one first, or choose another --data-dir",
        path.display(),
        pid.map(|pid| format!(" (PID {pid})")).unwrap_or_default()
    )]
    InUse {
        /// The directory.
        path: PathBuf,
        /// The owner, where it could be read.
        pid: Option<u32>,
    },
    /// It contains files that are not Bond's, which Bond must not touch.
    #[error("{} is not empty and is not a data directory of Bond; choose another --data-dir", path.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
    },
    /// There is none, and the command does not create one.
    #[error("there is no data directory at {}; `bond demo` or `bond user add` creates one", path.display())]
    Missing {
        /// The directory.
        path: PathBuf,
    },
    /// It is on a network file system.
    #[error(
        "{} is on a network file system ({kind}), which may lose data that it reported as written; choose a local \
         disk, or set allow_network_fs = true",
        path.display()
    )]
    Network {
        /// The directory.
        path: PathBuf,
        /// Its kind.
        kind: &'static str,
    },
    /// A file has its path.
    #[error("{} is not a directory; choose another --data-dir", path.display())]
    NotADirectory {
        /// The path.
        path: PathBuf,
    },
    /// It belongs to another user, who could not use what this process would write.
    #[error(
        "{} belongs to user {owner}, and this is user {own}; run the command as that user, as root with \
         `setpriv --reuid={owner} --regid={group} --clear-groups bond ...`, or choose another --data-dir",
        path.display()
    )]
    NotOwned {
        /// The directory.
        path: PathBuf,
        /// The id of its owner.
        owner: u32,
        /// The id of its group.
        group: u32,
        /// The id of the user of this process.
        own: u32,
    },
    /// An operation of the file system failed.
    #[error("cannot {doing} {}: {source}{}", path.display(), advice(source))]
    Io {
        /// The operation, as a verb that follows "cannot".
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// What to do about an error of the system.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "; the user who runs Bond must own the data directory and all that is in it",
        io::ErrorKind::ReadOnlyFilesystem => "; mount it for writing, or choose another --data-dir",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; free some space, or choose another --data-dir",
        _ => "",
    }
}

/// Files that a directory may contain when Bond first uses it.
const HARMLESS: [&str; 3] = ["bond.toml", ".gitignore", "lost+found"];

impl DataDir {
    /// Creates the directory if it is missing, locks it, creates its folders and empties `tmp/`.
    pub fn open(path: &Path) -> Result<DataDir, DataDirError> {
        prepare(path)?;
        // A running server may be asked to do the work, so that the lock comes first, if there is one to take.
        let is_used = path.join("LOCK").exists();
        if !is_used {
            require_owner(path)?;
        }
        let lock = take_lock(path)?;
        require_owner(path)?;
        let owned = DataDir { path: path.to_owned(), lock };
        let tmp = owned.tmp();
        match files::remove_folder(&tmp) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(DataDirError::Io { doing: "empty", path: tmp, source: error });
            }
            _ => {}
        }
        for folder in [tmp, path.join("spool"), path.join("backups"), path.join("quarantine")] {
            make(&folder, files::make_folders)?;
        }
        Ok(owned)
    }

    /// Locks a directory without changing what is in it.
    pub fn lock(path: &Path) -> Result<DataDir, DataDirError> {
        prepare(path)?;
        Ok(DataDir { path: path.to_owned(), lock: take_lock(path)? })
    }

    /// The directory itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// For files that need not outlive the process; empty at start.
    pub fn tmp(&self) -> PathBuf {
        self.path.join("tmp")
    }
}

/// Refuses a directory on a network file system, unless that is allowed. Of a directory that is not there yet, its first
/// existing parent counts.
pub fn check_file_system(path: &Path, is_allowed: bool) -> Result<(), DataDirError> {
    match files::network_file_system(path) {
        Some(kind) if !is_allowed => Err(DataDirError::Network { path: path.to_owned(), kind }),
        _ => Ok(()),
    }
}

/// Creates the directory if it is missing and makes it private, without locking it: enough for the account store,
/// which processes may share.
///
/// All files the process creates from here on are private.
pub fn prepare(path: &Path) -> Result<(), DataDirError> {
    files::make_files_private();
    match fs::read_dir(path) {
        Ok(entries) => {
            let mut foreign = false;
            for entry in entries {
                let entry =
                    entry.map_err(|source| DataDirError::Io { doing: "list", path: path.to_owned(), source })?;
                let name = entry.file_name();
                if name == "LOCK" || name == "bond.sqlite" {
                    foreign = false;
                    break;
                }
                foreign |= !HARMLESS.iter().any(|harmless| name == *harmless);
            }
            // tmp/ is emptied at start, so a mistyped directory must never be taken over.
            if foreign {
                return Err(DataDirError::Foreign { path: path.to_owned() });
            }
            if let Err(source) = files::make_private(path) {
                require_owner(path)?;
                return Err(DataDirError::Io { doing: "make private", path: path.to_owned(), source });
            }
            require_usable(path)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path, files::make_root),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let is_other = |path: &&Path| path.exists() && !path.is_dir();
            Err(DataDirError::NotADirectory { path: path.ancestors().find(is_other).unwrap_or(path).to_owned() })
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            require_owner(path)?;
            Err(DataDirError::Io { doing: "open", path: path.to_owned(), source: error })
        }
        Err(source) => Err(DataDirError::Io { doing: "open", path: path.to_owned(), source }),
    }
}

/// Refuses a directory of another user, for root too: its owner, who runs the server, could not read what root writes.
pub fn require_owner(path: &Path) -> Result<(), DataDirError> {
    let data =
        fs::metadata(path).map_err(|source| DataDirError::Io { doing: "open", path: path.to_owned(), source })?;
    let own = process::own_user();
    match files::rights(&data) {
        Some(Rights { owner, group, .. }) if owner != own => {
            Err(DataDirError::NotOwned { path: path.to_owned(), owner, group, own })
        }
        _ => Ok(()),
    }
}

/// Looks for files that another user has left: a database says only that it cannot be opened.
fn require_usable(path: &Path) -> Result<(), DataDirError> {
    for name in ["LOCK", "bond.sqlite", "warehouse.duckdb", "warehouse.duckdb.wal"] {
        let path = path.join(name);
        files::require_usable(&path).map_err(|source| DataDirError::Io { doing: "open", path, source })?;
    }
    Ok(())
}

/// As [`prepare`], for a directory that must exist.
pub fn prepare_existing(path: &Path) -> Result<(), DataDirError> {
    if is_there(path) { prepare(path) } else { Err(DataDirError::Missing { path: path.to_owned() }) }
}

/// Whether this is a data directory that was used: it has accounts, or data that have lost theirs.
pub fn is_there(path: &Path) -> bool {
    ["bond.sqlite", "warehouse.duckdb"].iter().any(|name| path.join(name).is_file())
}

fn make(path: &Path, make: fn(&Path) -> io::Result<()>) -> Result<(), DataDirError> {
    make(path).map_err(|source| DataDirError::Io { doing: "create", path: path.to_owned(), source })
}

/// The process that owns a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Its number, where it could be read.
    pub pid: Option<u32>,
}

/// Which process owns a directory now; None if none does.
pub fn owner(path: &Path) -> Result<Option<Owner>, DataDirError> {
    let path = path.join("LOCK");
    let mut lock = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|source| DataDirError::Io { doing: "open", path: path.clone(), source })?,
    };
    match files::try_lock_shared(&lock) {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => Ok(Some(Owner { pid: pid_in(&mut lock) })),
        Err(TryLockError::Error(source)) => Err(DataDirError::Io { doing: "lock", path, source }),
    }
}

fn pid_in(lock: &mut File) -> Option<u32> {
    let mut text = String::new();
    lock.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok())
}

fn take_lock(path: &Path) -> Result<File, DataDirError> {
    let lock_path = path.join("LOCK");
    let failed = |doing| {
        let path = lock_path.clone();
        move |source| DataDirError::Io { doing, path, source }
    };
    let mut lock = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&lock_path)
        .map_err(failed("open"))?;
    match files::try_lock(&lock) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(DataDirError::InUse { path: path.to_owned(), pid: pid_in(&mut lock) });
        }
        Err(TryLockError::Error(source)) => return Err(failed("lock")(source)),
    }
    lock.set_len(0).map_err(failed("write"))?;
    lock.seek(SeekFrom::Start(0)).map_err(failed("write"))?;
    writeln!(lock, "{}", std::process::id()).map_err(failed("write"))?;
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_ends_with_its_owner_though_a_child_still_has_the_file() {
        let parent = tempfile::tempdir().expect("a directory");
        let path = parent.path().join("data");
        let owned = DataDir::open(&path).expect("opened");
        let of_the_child = owned.lock.try_clone().expect("shared");
        drop(owned);
        drop(DataDir::open(&path).expect("opened again"));
        drop(of_the_child);
    }

    #[test]
    fn the_directory_is_private_and_complete_and_tmp_is_empty() {
        let parent = tempfile::tempdir().expect("a directory");
        let path = parent.path().join("data");
        drop(DataDir::open(&path).expect("opened"));
        fs::write(path.join("tmp/left-over"), "x").expect("written");
        fs::write(path.join("spool/file"), "x").expect("written");
        let data_dir = DataDir::open(&path).expect("opened again");
        assert!(!data_dir.tmp().join("left-over").exists());
        assert!(path.join("spool/file").exists());
        for folder in [".", "tmp", "spool", "backups", "quarantine"] {
            let rights = files::rights(&fs::metadata(path.join(folder)).expect("there"));
            assert!(rights.is_none_or(|rights| rights.mode & 0o777 == 0o700), "{folder}: {rights:?}");
        }
    }

    #[test]
    fn a_local_file_system_is_accepted() {
        let parent = tempfile::tempdir().expect("a directory");
        check_file_system(&parent.path().join("not/there/yet"), false).expect("a local disk");
        check_file_system(Path::new("bond-data"), false).expect("a local disk");
    }

    #[test]
    fn a_second_owner_is_refused_with_the_pid_of_the_first() {
        let parent = tempfile::tempdir().expect("a directory");
        let path = parent.path().join("data");
        let first = DataDir::open(&path).expect("opened");
        let error = DataDir::open(&path).expect_err("in use");
        assert!(matches!(error, DataDirError::InUse { pid: Some(pid), .. } if pid == std::process::id()), "{error}");
        assert_eq!(owner(&path).expect("read"), Some(Owner { pid: Some(std::process::id()) }));
        drop(first);
        assert_eq!(owner(&path).expect("read"), None);
        DataDir::open(&path).expect("free again");
    }

    #[test]
    fn a_directory_with_other_files_is_left_alone() {
        let parent = tempfile::tempdir().expect("a directory");
        fs::create_dir(parent.path().join("tmp")).expect("made");
        fs::write(parent.path().join("tmp/precious"), "x").expect("written");
        assert!(matches!(DataDir::open(parent.path()), Err(DataDirError::Foreign { .. })));
        assert!(parent.path().join("tmp/precious").exists());
    }

    #[test]
    fn the_directory_may_already_contain_a_settings_file() {
        let parent = tempfile::tempdir().expect("a directory");
        fs::write(parent.path().join("bond.toml"), "").expect("written");
        DataDir::open(parent.path()).expect("opened");
        assert!(matches!(prepare_existing(parent.path()), Err(DataDirError::Missing { .. })));
    }
}
