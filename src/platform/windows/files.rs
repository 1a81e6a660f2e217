//! Files and folders. What is in a folder has the folder's list of access (ACL), so that only the folder of all data and
//! what stands for itself get a list of their own: the system, administrators and the user who runs Bond.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{Component, Path, PathBuf, Prefix};
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, GENERIC_READ, GENERIC_WRITE};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, DELETE, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_DELETE_ON_CLOSE, GetDiskFreeSpaceExW,
    GetDriveTypeW, GetFileInformationByHandle, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
    UnlockFileEx,
};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};

use super::{security, wide};
use crate::platform::Rights;

/// Whether a folder can be renamed while files in it are open.
pub const RENAMES_FOLDERS_IN_USE: bool = false;

/// Makes a folder that is not there yet, with the list of access of the one above it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// As [`make_folder`], and those above it, as far as they are missing.
pub fn make_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Makes the folder of all data, or one that stands for itself, with a list of its own; and those above it, as far as they
/// are missing.
pub fn make_root(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    security::make_private_folder(path)
}

/// Gives a folder a list of its own where its present one lets a group in that all users are in. A list that an
/// administrator made narrower stays.
pub fn make_private(path: &Path) -> io::Result<()> {
    if security::is_wide(path)? { security::make_private(path) } else { Ok(()) }
}

/// Nothing: a new file has the list of access of its folder.
pub fn make_files_private() {}

/// Gives a folder another name, also that of an empty folder, which is removed before.
pub fn rename_folder(from: &Path, to: &Path) -> io::Result<()> {
    // One that is not empty stays, and is in the way.
    let _ = fs::remove_dir(to);
    fs::rename(from, to)
}

/// How to open a file; a new one has the list of access of its folder.
pub fn private_file() -> OpenOptions {
    OpenOptions::new()
}

/// A new file to write and read that is gone when it is closed. `path` is one that nothing has.
pub fn unnamed_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .access_mode(GENERIC_READ | GENERIC_WRITE | DELETE)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .create_new(true)
        .open(path)
}

/// None: no mode says who may use a file.
pub fn rights(_data: &Metadata) -> Option<Rights> {
    None
}

/// Whether others may use a folder: its list lets a group in that all users are in.
pub fn is_open_to_others(path: &Path) -> bool {
    security::is_wide(path).unwrap_or(false)
}

/// Whether everybody on this machine can read a file.
pub fn is_readable_by_all(path: &Path) -> bool {
    security::is_wide(path).unwrap_or(false)
}

/// Whether this process may read and write a file. One that is not there, or that another process has open, is fine.
pub fn require_usable(path: &Path) -> io::Result<()> {
    let is_in_use = |error: &io::Error| error.raw_os_error() == Some(ERROR_SHARING_VIOLATION.cast_signed());
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound && !is_in_use(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Nothing: see [`make_like`].
pub fn give(_path: &Path, _rights: &Rights) -> io::Result<()> {
    Ok(())
}

/// Lets those use a folder who may use another one.
pub fn make_like(path: &Path, other: &Path) -> io::Result<()> {
    security::make_like(path, other)
}

/// The byte that is locked, far behind the end of every file: what is locked here, others cannot read.
fn locked() -> OVERLAPPED {
    let place = OVERLAPPED_0_0 { Offset: 0, OffsetHigh: 1 << 30 };
    OVERLAPPED { Internal: 0, InternalHigh: 0, Anonymous: OVERLAPPED_0 { Anonymous: place }, hEvent: null_mut() }
}

fn lock(file: &File, flags: u32) -> Result<(), TryLockError> {
    let flags = flags | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the handle is the file's, which is not asynchronous: the call is over when it returns.
    if unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &mut locked()) } != 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    if error.raw_os_error() == Some(ERROR_LOCK_VIOLATION.cast_signed()) {
        Err(TryLockError::WouldBlock)
    } else {
        Err(TryLockError::Error(error))
    }
}

/// Locks a file for this process alone until it is closed, also where the process is killed.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    lock(file, LOCKFILE_EXCLUSIVE_LOCK)
}

/// As [`try_lock`], beside others who lock it like this.
pub fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
    lock(file, 0)
}

/// Ends a lock.
pub fn unlock(file: &File) -> io::Result<()> {
    // SAFETY: as in `lock`.
    let done = unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &mut locked()) };
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Waits until a file is on the disk. The system wants one that is open for writing.
pub fn sync_file(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Nothing: NTFS has names in its journal, in order, and nothing waits for them.
pub fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The free space of the disk of a folder, for this user.
pub fn free_space(folder: &Path) -> io::Result<u64> {
    let mut free = 0;
    // SAFETY: the path ends with a zero, and `free` is written.
    let done = unsafe { GetDiskFreeSpaceExW(wide::path(folder)?.as_ptr(), &mut free, null_mut(), null_mut()) };
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(free) }
}

/// What tells a file or folder from all others while it exists: its disk, and its number there.
pub fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let file = OpenOptions::new().access_mode(0).custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(path)?;
    let mut found = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is the file's, and `found` is written.
    if unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut found) } == 0 {
        return Err(io::Error::last_os_error());
    }
    let number = u64::from(found.nFileIndexHigh) << 32 | u64::from(found.nFileIndexLow);
    Ok((u64::from(found.dwVolumeSerialNumber), number))
}

/// Makes a file so long: NTFS sets the space aside, unless the folder is compressed.
pub fn set_space_aside(file: &File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)
}

/// Reads from a place of a file that others may read at the same time.
pub fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek_read(into, at)
}

/// The path without links, as programs take it: without the `\\?\` that the system puts before it.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = fs::canonicalize(path)?;
    let Some(text) = path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) else { return Ok(path) };
    Ok(text.strip_prefix(r"UNC\").map_or_else(|| PathBuf::from(text), |share| PathBuf::from(format!(r"\\{share}"))))
}

/// Whether a plain name can be a file's: it has no sign that means something in paths, does not end with a dot or a space,
/// and is no device.
pub fn is_file_name(name: &str) -> bool {
    const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let is_numbered = numbered.is_some_and(|rest| rest.chars().count() == 1 && rest.contains(NUMBERS));
    !name.contains(|sign: char| sign.is_control() || r#"<>:"/\|?*"#.contains(sign))
        && !name.ends_with(['.', ' '])
        && !DEVICES.contains(&stem.as_str())
        && !is_numbered
}

/// What the names of ports end with.
const NUMBERS: [char; 13] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '¹', '²', '³'];

/// The kind of network file system that a path is on. None for a local one.
pub fn network_file_system(path: &Path) -> Option<&'static str> {
    const REMOTE: u32 = 4;
    const KIND: &str = "a network drive";
    let path = std::path::absolute(path).ok()?;
    let Some(Component::Prefix(prefix)) = path.components().next() else { return None };
    match prefix.kind() {
        Prefix::UNC(..) | Prefix::VerbatimUNC(..) => Some(KIND),
        Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
            let root = [u16::from(letter), u16::from(b':'), u16::from(b'\\'), 0];
            // SAFETY: the text ends with a zero.
            (unsafe { GetDriveTypeW(root.as_ptr()) } == REMOTE).then_some(KIND)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_windows_forbids_are_refused() {
        for name in ["a:b.csv", "con", "NUL.csv", "com1", "LPT².txt", "a.", "a ", "a?", "a|b"] {
            assert!(!is_file_name(name), "{name}");
        }
        for name in ["logins.csv", "console.csv", "com.csv", "com10", "ümläut 1.csv"] {
            assert!(is_file_name(name), "{name}");
        }
    }
}
