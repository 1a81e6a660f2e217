//! A folder that is open. What is done in it goes by its descriptor and a plain name, so that nobody can put a link in the
//! place of something.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::platform::{Entry, Rights};

/// The bits of a mode that say what the group may do, and the one by which a folder passes its group on.
const GROUP: u32 = 0o070;
const SETGID: u32 = 0o2000;

/// A folder that is open. The caller sees to it that names are plain.
#[derive(Debug)]
pub struct Folder(File);

impl Folder {
    /// Opens a folder that is no link.
    pub fn open(path: &Path) -> io::Result<Folder> {
        Folder::at(rustix::fs::CWD, path.as_os_str())
    }

    /// Opens a folder in this one.
    pub fn folder(&self, name: &OsStr) -> io::Result<Folder> {
        Folder::at(&self.0, name)
    }

    fn at(from: impl AsFd, name: &OsStr) -> io::Result<Folder> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        match rustix::fs::openat(&from, name, flags, Mode::empty()) {
            Ok(folder) => Ok(Folder(folder.into())),
            Err(error @ (Errno::LOOP | Errno::NOTDIR)) => {
                let found = rustix::fs::statat(&from, name, AtFlags::SYMLINK_NOFOLLOW);
                Err(match found.map(|found| entry(&found)) {
                    Ok(Entry::Link) => io::Error::other("it is a link, which is not followed"),
                    Ok(_) => io::Error::other("it is no folder"),
                    Err(_) => error.into(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Makes a private folder in this one. False if the name is taken.
    pub fn make(&self, name: &OsStr) -> io::Result<bool> {
        match rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o700)) {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// What a name stands for.
    pub fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        Ok(entry(&rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// The names in it, with `.` and `..`. They may have any bytes but `/`.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        Dir::read_from(&self.0)?.map(|found| Ok(OsString::from_vec(found?.file_name().to_bytes().to_vec()))).collect()
    }

    /// Opens a file to read it. Anything else is refused, without waiting for it.
    pub fn file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(&self.0, name, flags, Mode::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no file")) }
    }

    /// Makes a private file, to write it.
    pub fn create(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o600))?.into())
    }

    /// Moves something to a name in a folder, in the place of a file that has it.
    pub fn rename(&self, name: &OsStr, folder: &Folder, to: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &folder.0, to)?)
    }

    /// Removes a file.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Whether this process may write to it.
    pub fn is_writable(&self) -> bool {
        let wanted = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
        rustix::fs::accessat(&self.0, ".", wanted, AtFlags::EACCESS).is_ok()
    }

    /// Who may use it, by its mode.
    pub fn rights(&self) -> io::Result<Option<Rights>> {
        let found = self.0.metadata()?;
        Ok(Some(Rights { mode: found.mode() & 0o7777, owner: found.uid(), group: found.gid() }))
    }

    /// Lets the group of this folder use a new folder in it, as far as it may use this one.
    pub fn share_folder(&self, new: &Folder) -> io::Result<()> {
        self.share(&new.0, 0o700)
    }

    /// Lets the group of this folder read a new file in it, if it may read this one.
    pub fn share_file(&self, new: &File) -> io::Result<()> {
        self.share(new, 0o600)
    }

    /// `own` is what the owner may do.
    fn share(&self, new: &File, own: u32) -> io::Result<()> {
        let (folder, found) = (self.0.metadata()?, new.metadata()?);
        // Who is no member of the group cannot give it away. Its own group has nothing to do with the folder.
        if found.gid() != folder.gid() && fchown(new, None, Some(folder.gid())).is_err() {
            return Ok(());
        }
        let mode = match own {
            0o700 => own | folder.mode() & (GROUP | SETGID),
            _ => own | (folder.mode() & 0o040),
        };
        new.set_permissions(Permissions::from_mode(mode))
    }
}

fn entry(found: &Stat) -> Entry {
    match FileType::from_raw_mode(found.st_mode) {
        FileType::Directory => Entry::Folder,
        FileType::RegularFile => Entry::File(u64::try_from(found.st_size).unwrap_or_default()),
        FileType::Symlink => Entry::Link,
        _ => Entry::Other,
    }
}
