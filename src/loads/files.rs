//! Where the files of loads are: `spool/incoming/<folder>` until they are loaded, `spool/loads/<number>` afterwards,
//! compressed, until a backup has their rows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::backup::free_space;
use crate::platform;
use crate::random::random_bytes;
use crate::shared_folder::{Entry, SharedFolder};
use crate::warehouse::file_name;

/// The bytes that taking in files leaves free, for the loads that run and for everybody else.
const LEFT_FREE: u64 = 64 << 20;

/// The folder of files that wait to be loaded.
pub fn incoming_folder(data_dir: &Path, name: &str) -> PathBuf {
    data_dir.join("spool/incoming").join(name)
}

/// Whether this is a name that [`Incoming::create`] gives. Any other would lead to other folders, the empty one to those
/// of all loads.
pub(super) fn is_incoming_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The folder of the folders of published loads.
pub fn kept_root(data_dir: &Path) -> PathBuf {
    data_dir.join("spool/loads")
}

/// The folder of the compressed files of a published load.
pub fn kept_folder(data_dir: &Path, load: i64) -> PathBuf {
    // Something else may have the name: see `execute::keep`.
    let partial = partial_folder(data_dir, load);
    if partial.is_dir() { partial } else { complete_folder(data_dir, load) }
}

/// The name of [`kept_folder`] once it is marked as complete.
pub(super) fn complete_folder(data_dir: &Path, load: i64) -> PathBuf {
    kept_root(data_dir).join(load.to_string())
}

/// As [`complete_folder`], until the load is published.
pub(super) fn partial_folder(data_dir: &Path, load: i64) -> PathBuf {
    kept_root(data_dir).join(format!("{load}.partial"))
}

/// Where files are taken in, for messages.
const INCOMING: &str = "spool/incoming";

/// Why files could not be taken in. Its paths are those that were given: whoever sends files is not told where the server
/// keeps them.
#[derive(Debug, thiserror::Error)]
pub enum IncomingError {
    #[error("{} cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} cannot be written: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("two files are called {0}; rename one of them (logins.csv, logins-2.csv, ...)")]
    Twice(String),
    #[error("{name} cannot be unpacked: {why}; pack its files again")]
    Packed { name: String, why: String },
    #[error("{0:?} is not a file name that can be taken; rename the file")]
    Name(String),
    #[error("{0:?} is a link, which is not followed; send the file itself")]
    Link(String),
    #[error("{name} needs {needed} bytes, and there is room for {room}; make room for it")]
    NoRoom { name: String, needed: u64, room: u64 },
}

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    Zip,
    Gzip,
    Zstd,
}

impl Packed {
    /// By the end of the name; None where it is not packed.
    pub fn of(name: &str) -> Option<Packed> {
        let (_, end) = name.rsplit_once('.')?;
        match end.to_ascii_lowercase().as_str() {
            "zip" => Some(Packed::Zip),
            "gz" => Some(Packed::Gzip),
            "zst" => Some(Packed::Zstd),
            _ => None,
        }
    }
}

/// A folder in `spool/incoming` that is being filled. Dropping it removes the folder; [`Incoming::keep`] makes it safe.
#[derive(Debug)]
pub struct Incoming {
    name: String,
    path: PathBuf,
    is_kept: bool,
}

impl Incoming {
    /// A new, empty folder.
    pub fn create(data_dir: &Path) -> Result<Incoming, IncomingError> {
        let name: String = random_bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = incoming_folder(data_dir, &name);
        let made = platform::files::make_folders(&path);
        made.map_err(|source| IncomingError::Write { path: INCOMING.into(), source })?;
        Ok(Incoming { name, path, is_kept: false })
    }

    /// A new file in it. The name comes from outside: it must be a plain name.
    pub fn file(&self, name: &str) -> Result<File, IncomingError> {
        let plain = Path::new(name).file_name().is_some_and(|plain| plain == name)
            && !name.starts_with('.')
            && !name.contains(|c: char| c.is_control() || c == '\\')
            && name.len() <= 200
            && platform::files::is_file_name(name);
        if !plain {
            return Err(IncomingError::Name(name.chars().take(80).collect()));
        }
        let path = self.path.join(name);
        OpenOptions::new().write(true).create_new(true).open(&path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => IncomingError::Twice(name.to_owned()),
            _ => IncomingError::Write { path: name.into(), source },
        })
    }

    /// Copies files, and the files in folders that a load would take.
    pub fn copy(&self, inputs: &[PathBuf]) -> Result<(), IncomingError> {
        for input in inputs {
            if fs::metadata(input).map_err(unreadable(input))?.is_dir() {
                for (path, name) in files_in(input)?.into_iter().filter(|(path, _)| path.is_file()) {
                    self.copy_file(File::open(&path).map_err(unreadable(&path))?, &name)?;
                }
            } else {
                let name = file_name(input);
                self.copy_file(File::open(input).map_err(unreadable(input))?, &name)?;
            }
        }
        Ok(())
    }

    /// Copies the files of a folder that another user may write to, but those whose name is left out. Follows no link:
    /// it could lead to a file that only Bond may read, and messages about rows quote them.
    pub(super) fn copy_foreign(
        &self,
        folder: &SharedFolder,
        is_left_out: impl Fn(&str) -> bool,
    ) -> Result<(), IncomingError> {
        let own = folder.path().file_name().unwrap_or_default();
        for name in folder.names().map_err(unreadable(own.as_ref()))? {
            let text = name.to_string_lossy();
            let unreadable = |source| IncomingError::Read { path: name.clone().into(), source };
            match folder.entry(&name).map_err(unreadable)? {
                Entry::Link => return Err(IncomingError::Link(text.into_owned())),
                Entry::File(_) if !is_left_out(&text) => {
                    self.copy_file(folder.file(&name).map_err(unreadable)?, &text)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Copies as much of a file as it has now; unpacks it if it is packed.
    fn copy_file(&self, input: File, name: &str) -> Result<(), IncomingError> {
        if let Some(packed) = Packed::of(name) {
            return self.take_packed(packed, input, name, u64::MAX);
        }
        let bytes = input.metadata().map_err(unreadable(Path::new(name)))?.len();
        self.require_room(name, bytes)?;
        let mut output = self.file(name)?;
        let written = io::copy(&mut input.take(bytes), &mut output).and_then(|_| output.flush());
        written.map_err(|source| IncomingError::Write { path: name.into(), source })
    }

    /// Refuses what would fill the disk. A sparse file has a size of which nothing is on the disk it comes from.
    pub fn require_room(&self, name: &str, needed: u64) -> Result<(), IncomingError> {
        let room = self.room()?;
        if needed <= room { Ok(()) } else { Err(IncomingError::NoRoom { name: name.to_owned(), needed, room }) }
    }

    /// The bytes that may be taken in.
    pub(super) fn room(&self) -> Result<u64, IncomingError> {
        let free = free_space(&self.path).map_err(unreadable(INCOMING.as_ref()))?;
        Ok(free.saturating_sub(LEFT_FREE))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the folder.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The files, by name.
    pub fn paths(&self) -> Result<Vec<PathBuf>, IncomingError> {
        let mut paths: Vec<PathBuf> = files_in(&self.path)?.into_iter().map(|(path, _)| path).collect();
        paths.sort();
        Ok(paths)
    }

    /// Whether the folder has a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).is_file()
    }

    /// Takes a short text out of the folder: the first bytes of a file, which is removed. None if there is none.
    pub(super) fn take_text(&self, name: &str, most: u64) -> Result<Option<String>, IncomingError> {
        if !self.has(name) {
            return Ok(None);
        }
        let path = self.path.join(name);
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        read.and_then(|_| fs::remove_file(&path)).map_err(unreadable(name.as_ref()))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Unpacks what was written into the folder, in its place. Its files have at most so many bytes.
    pub fn unpack_own(&self, packed: Packed, name: &str, most: u64) -> Result<(), IncomingError> {
        let path = self.path.join(name);
        self.take_packed(packed, File::open(&path).map_err(unreadable(name.as_ref()))?, name, most)?;
        fs::remove_file(&path).map_err(|source| IncomingError::Write { path: name.into(), source })
    }

    /// Syncs the files and the folder, and leaves them for the load. Returns the folder's name.
    pub fn keep(mut self) -> Result<String, IncomingError> {
        let sync = || -> io::Result<()> {
            for entry in fs::read_dir(&self.path)? {
                platform::files::sync_file(&entry?.path())?;
            }
            platform::files::sync_folder(&self.path)?;
            self.path.parent().map_or(Ok(()), platform::files::sync_folder)
        };
        sync().map_err(|source| IncomingError::Write { path: INCOMING.into(), source })?;
        self.is_kept = true;
        Ok(self.name.clone())
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.is_kept {
            remove(&self.path);
        }
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> IncomingError {
    move |source| IncomingError::Read { path: path.to_owned(), source }
}

/// What is in a folder, with its name, without what is hidden.
fn files_in(folder: &Path) -> Result<Vec<(PathBuf, String)>, IncomingError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let entry = entry.map_err(unreadable(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            found.push((entry.path(), name));
        }
    }
    Ok(found)
}

/// Removes a folder; one that is not there is fine.
pub(super) fn remove(folder: &Path) {
    if let Err(error) = fs::remove_dir_all(folder)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, folder = %folder.display(), "a folder of a load could not be removed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_outside_stay_in_the_folder() {
        let dir = tempfile::tempdir().expect("a directory");
        let incoming = Incoming::create(dir.path()).expect("made");
        for name in ["", ".", "..", "../x.csv", "a/b.csv", "/etc/passwd", ".hidden", "a\\b.csv", "a\nb.csv"] {
            assert!(matches!(incoming.file(name), Err(IncomingError::Name(_))), "{name:?}");
        }
        incoming.file("logins.csv").expect("a plain name");
        assert!(matches!(incoming.file("logins.csv"), Err(IncomingError::Twice(_))));
        let name = incoming.keep().expect("kept");
        assert!(incoming_folder(dir.path(), &name).join("logins.csv").is_file());
        let dropped = Incoming::create(dir.path()).expect("made");
        let path = dropped.path.clone();
        drop(dropped);
        assert!(!path.exists());
    }

    #[test]
    fn files_of_two_folders_with_one_name_are_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let (a, b) = (dir.path().join("a"), dir.path().join("b"));
        for folder in [&a, &b] {
            fs::create_dir(folder).expect("made");
            fs::write(folder.join("logins.csv"), "x").expect("written");
        }
        let incoming = Incoming::create(dir.path()).expect("made");
        assert!(matches!(incoming.copy(&[a, b]), Err(IncomingError::Twice(name)) if name == "logins.csv"));
    }
}
