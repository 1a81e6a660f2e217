//! Why a backup could not be made, checked or restored.

use std::io;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;

use crate::data_dir::DataDirError;
use crate::store::StoreError;
use crate::warehouse::{Progress, WarehouseError};

/// Why a backup could not be made, checked or restored. The texts are for the administrator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is not enough free space.
    #[error(
        "there is not enough room for {what}: {} must be free on the file system of {}, {} is; free some space or \
         choose another folder",
        size(*needed), path.display(), size(*free)
    )]
    NoRoom {
        /// What the space is for.
        what: &'static str,
        /// A folder on the file system.
        path: PathBuf,
        /// Bytes.
        needed: u64,
        /// Bytes.
        free: u64,
    },
    /// Another backup of this data directory is being made.
    #[error("another backup of this data directory is being made; try again when it is done")]
    Running,
    /// The server ends, or opens its data anew.
    #[error("it was stopped, because the server stops or opens its data anew")]
    Stopped,
    /// The file is not a backup at all.
    #[error("{} is not a backup of Bond; its name would be like bond-20260315T013000Z-v7.tar.zst", .0.display())]
    NotABackup(PathBuf),
    /// There is no such file.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// A folder has no backups.
    #[error("there are no backups in {}", .0.display())]
    NoneIn(PathBuf),
    /// The bytes are not those that were written.
    #[error("{} is damaged: {what}; use another backup", path.display())]
    Damaged {
        /// The backup.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// It is encrypted, and no key was given.
    #[error(
        "{} is encrypted; give {}", path.display(),
        if *passphrase { "its passphrase in a file with --passphrase-file" } else { "the key with --identity-file" }
    )]
    Encrypted {
        /// The backup.
        path: PathBuf,
        /// With a passphrase, not to a recipient.
        passphrase: bool,
    },
    /// The given key does not open it.
    #[error(
        "{} cannot be opened with this {}; give the one it was made with (if you are sure that it is, the beginning of \
         the file is damaged)",
        path.display(), if *passphrase { "passphrase" } else { "key" }
    )]
    WrongKey {
        /// The backup.
        path: PathBuf,
        /// With a passphrase, not to a recipient.
        passphrase: bool,
    },
    /// A newer release made it.
    #[error("{} was made by Bond {bond}, which is newer than this one ({}); use that version", path.display(), env!("CARGO_PKG_VERSION"))]
    Newer {
        /// The backup.
        path: PathBuf,
        /// The version that made it.
        bond: String,
    },
    /// It has the data of another install.
    #[error("{} is a backup of another install of Bond; use one of this data directory", path.display())]
    OtherInstall {
        /// The backup.
        path: PathBuf,
    },
    /// A passphrase, recipient or identity cannot be used.
    #[error("{0}")]
    Key(String),
    /// A restore would replace data.
    #[error("{} is not empty; --replace moves it aside and restores in its place", .0.display())]
    NotEmpty(PathBuf),
    /// A restore cannot rename its folder to this one.
    #[error("{} is a mount point, which cannot be replaced as a whole; restore into a new folder in it", .0.display())]
    MountPoint(PathBuf),
    /// A copy is not what it was made of.
    #[error("the copy was checked and is not right: {0}; nothing was kept of it")]
    BadCopy(String),
    /// The backup before a migration could not be made.
    #[error(
        "this version of Bond would migrate the data and makes a backup first, but that failed: {0} (nothing was changed)"
    )]
    BeforeMigration(Box<BackupError>),
    /// The data directory was last used by a newer release.
    #[error("{} was last used by a newer version of Bond ({what}); start that version{hint}", path.display())]
    NewerData {
        /// The data directory.
        path: PathBuf,
        /// Which file, and its schema.
        what: String,
        /// The backup that this version could restore instead.
        hint: String,
    },
    /// The data directory cannot be used.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The account store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The warehouse failed.
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    /// An operation of the file system failed.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The operation, as a verb that follows "cannot".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl BackupError {
    /// The error of a step, which failed in whatever way because whoever waits wanted it to stop.
    pub(super) fn or_stopped(self, progress: &dyn Progress) -> BackupError {
        if progress.is_cancelled() { BackupError::Stopped } else { self }
    }

    /// The error of an operation on a file.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> BackupError {
        let path = path.to_owned();
        move |source| BackupError::Io { doing, path, source }
    }
}

/// In units of a thousand, as disks have them.
fn size(bytes: u64) -> impl std::fmt::Display {
    ByteSize(bytes).display().si()
}
