//! Free space, asked for before anything is written.

use std::io;
use std::path::Path;

use super::error::BackupError;
use crate::platform::files;
pub use crate::platform::files::free_space;

/// Says how many bytes are free on the file system of a folder. Tests give another one.
pub type FreeSpace = fn(&Path) -> io::Result<u64>;

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
    let device = |folder: &Path| files::identity(folder).map(|(device, _)| device).ok();
    device(one) == device(other)
}
