//! Free space, asked for before anything is written.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::error::BackupError;

/// Says how many bytes are free on the file system of a folder. Tests give another one.
pub type FreeSpace = fn(&Path) -> io::Result<u64>;

/// The free space of the system, for users without special rights.
pub fn free_space(folder: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Refuses if `needed` bytes are not free.
pub(super) fn require(what: &'static str, folder: &Path, needed: u64, free: FreeSpace) -> Result<(), BackupError> {
    let free = free(folder).map_err(BackupError::io("read the free space of", folder))?;
    if free < needed {
        return Err(BackupError::NoRoom { what, path: folder.to_owned(), needed, free });
    }
    Ok(())
}

/// Whether two existing folders are on one file system.
pub(super) fn share_file_system(one: &Path, other: &Path) -> bool {
    let device = |folder: &Path| std::fs::metadata(folder).map(|data| data.dev()).ok();
    device(one) == device(other)
}
