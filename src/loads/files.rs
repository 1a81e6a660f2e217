//! Where the files of loads are: `spool/incoming/<folder>` until they are loaded, `spool/loads/<number>` afterwards,
//! compressed, until a backup has their rows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::random::random_bytes;

/// The folder of files that wait to be loaded.
pub fn incoming_folder(data_dir: &Path, name: &str) -> PathBuf {
    data_dir.join("spool/incoming").join(name)
}

/// The folder of the folders of published loads.
pub(super) fn kept_root(data_dir: &Path) -> PathBuf {
    data_dir.join("spool/loads")
}

/// The folder of the compressed files of a published load.
pub fn kept_folder(data_dir: &Path, load: i64) -> PathBuf {
    kept_root(data_dir).join(load.to_string())
}

/// As [`kept_folder`], until the load is published.
pub(super) fn partial_folder(data_dir: &Path, load: i64) -> PathBuf {
    kept_root(data_dir).join(format!("{load}.partial"))
}

/// Why files could not be taken in.
#[derive(Debug, thiserror::Error)]
pub enum IncomingError {
    #[error("{} cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} cannot be written: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("two files are called {0}; rename one of them (logins.csv, logins-2.csv, ...)")]
    Twice(String),
    #[error("{name} is not a feed: {why}; send a zip archive of feed files")]
    Archive { name: String, why: String },
    #[error("{0:?} is not a file name")]
    Name(String),
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
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&path);
        made.map_err(|source| IncomingError::Write { path: path.clone(), source })?;
        Ok(Incoming { name, path, is_kept: false })
    }

    /// A new file in it. The name comes from outside: it must be a plain name.
    pub fn file(&self, name: &str) -> Result<File, IncomingError> {
        let plain = Path::new(name).file_name().is_some_and(|plain| plain == name)
            && !name.starts_with('.')
            && !name.contains(|c: char| c.is_control() || c == '\\')
            && name.len() <= 200;
        if !plain {
            return Err(IncomingError::Name(name.chars().take(80).collect()));
        }
        let path = self.path.join(name);
        OpenOptions::new().write(true).create_new(true).open(&path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => IncomingError::Twice(name.to_owned()),
            _ => IncomingError::Write { path, source },
        })
    }

    /// Copies files, and the files in folders that a load would take.
    pub fn copy(&self, inputs: &[PathBuf]) -> Result<(), IncomingError> {
        self.copy_but(inputs, |_| false)
    }

    /// As [`Incoming::copy`], without the files of folders whose name is left out.
    pub(super) fn copy_but(&self, inputs: &[PathBuf], is_left_out: impl Fn(&str) -> bool) -> Result<(), IncomingError> {
        for input in inputs {
            let read = |source| IncomingError::Read { path: input.clone(), source };
            if fs::metadata(input).map_err(read)?.is_dir() {
                for entry in fs::read_dir(input).map_err(read)? {
                    let path = entry.map_err(read)?.path();
                    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                    if path.is_file() && !name.starts_with('.') && !is_left_out(&name) {
                        self.copy_file(&path, &name)?;
                    }
                }
            } else {
                let name = input.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                self.copy_file(input, &name)?;
            }
        }
        Ok(())
    }

    fn copy_file(&self, from: &Path, name: &str) -> Result<(), IncomingError> {
        let mut input = File::open(from).map_err(|source| IncomingError::Read { path: from.to_owned(), source })?;
        let mut output = self.file(name)?;
        let written = io::copy(&mut input, &mut output).and_then(|_| output.flush());
        written.map_err(|source| IncomingError::Write { path: self.path.join(name), source })
    }

    /// Unpacks a zip archive that was written into the folder, in its place.
    pub fn unpack_own(&self, name: &str) -> Result<(), IncomingError> {
        let path = self.path.join(name);
        self.unpack(&path)?;
        fs::remove_file(&path).map_err(|source| IncomingError::Write { path, source })
    }

    /// Syncs the files and the folder, and leaves them for the load. Returns the folder's name.
    pub fn keep(mut self) -> Result<String, IncomingError> {
        let sync = || -> io::Result<()> {
            for entry in fs::read_dir(&self.path)? {
                File::open(entry?.path())?.sync_all()?;
            }
            File::open(&self.path)?.sync_all()?;
            self.path.parent().map_or(Ok(()), |parent| File::open(parent)?.sync_all())
        };
        sync().map_err(|source| IncomingError::Write { path: self.path.clone(), source })?;
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
