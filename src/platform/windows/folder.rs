//! A folder that is open. The system lets nobody rename or remove it, or a folder above it, while it is: what is done in it
//! goes by its path, and no link can take its place.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ADD_FILE, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_SHARE_READ, FILE_SHARE_WRITE,
};

use super::files;
use crate::platform::{Entry, Rights};

/// A folder that is open. The caller sees to it that names are plain.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    // Without FILE_SHARE_DELETE.
    _open: File,
}

impl Folder {
    /// Opens a folder that is no link.
    pub fn open(path: &Path) -> io::Result<Folder> {
        let path = std::path::absolute(path)?;
        let folder = OpenOptions::new()
            .read(true)
            .share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE)
            .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
            .open(&path)?;
        let kind = folder.metadata()?.file_type();
        if kind.is_symlink() {
            return Err(io::Error::other("it is a link, which is not followed"));
        }
        if !kind.is_dir() {
            return Err(io::Error::other("it is no folder"));
        }
        Ok(Folder { path, _open: folder })
    }

    /// Opens a folder in this one.
    pub fn folder(&self, name: &OsStr) -> io::Result<Folder> {
        Folder::open(&self.path.join(name))
    }

    /// Makes a folder in this one. False if the name is taken.
    pub fn make(&self, name: &OsStr) -> io::Result<bool> {
        match fs::create_dir(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            made => made.map(|()| true),
        }
    }

    /// What a name stands for.
    pub fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        let found = fs::symlink_metadata(self.path.join(name))?;
        let kind = found.file_type();
        Ok(match (kind.is_symlink(), kind.is_dir(), kind.is_file()) {
            (true, ..) => Entry::Link,
            (_, true, _) => Entry::Folder,
            (_, _, true) => Entry::File(found.len()),
            _ => Entry::Other,
        })
    }

    /// The names in it. They may be no text.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Opens a file to read it. Anything else is refused.
    pub fn file(&self, name: &OsStr) -> io::Result<File> {
        let file =
            OpenOptions::new().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(self.path.join(name))?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no file")) }
    }

    /// Makes a file, to write it.
    pub fn create(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.path.join(name))
    }

    /// Moves something to a name in a folder, in the place of a file that has it.
    pub fn rename(&self, name: &OsStr, folder: &Folder, to: &OsStr) -> io::Result<()> {
        files::rename(&self.path.join(name), &folder.path.join(to))
    }

    /// Removes a file.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// Whether this process may write to it.
    pub fn is_writable(&self) -> bool {
        let opened =
            OpenOptions::new().access_mode(FILE_ADD_FILE).custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(&self.path);
        opened.is_ok()
    }

    /// None: no mode says who may use it.
    pub fn rights(&self) -> io::Result<Option<Rights>> {
        Ok(None)
    }

    /// Nothing: a new folder has the list of access of this one.
    pub fn share_folder(&self, _new: &Folder) -> io::Result<()> {
        Ok(())
    }

    /// Nothing: a new file has the list of access of this folder.
    pub fn share_file(&self, _new: &File) -> io::Result<()> {
        Ok(())
    }
}
