//! A folder of this machine, or one that the system has mounted.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::system::{Found, HasFiles, plain, unfinished};
use crate::platform::files;

pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Folder, String> {
        let is_folder = fs::metadata(path).map_err(|error| fault(path, &error))?.is_dir();
        if is_folder { Ok(Folder(path.to_owned())) } else { Err(format!("{} is no folder", path.display())) }
    }
}

fn fault(path: &Path, error: &io::Error) -> String {
    format!("{}: {}; the user who runs Bond must be able to read it", path.display(), plain(&error.to_string()))
}

impl HasFiles for Folder {
    fn list(&mut self) -> Result<Vec<Found>, String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(|error| fault(&self.0, &error))? {
            let entry = entry.map_err(|error| fault(&self.0, &error))?;
            // A link is not followed: it could lead to a file that only Bond may read, and messages quote rows.
            let metadata = entry.metadata().map_err(|error| fault(&entry.path(), &error))?;
            if !metadata.is_file() {
                continue;
            }
            let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let version = format!("{} {}", metadata.len(), modified.map_or(0, |at| at.as_nanos()));
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push(Found { name, bytes: metadata.len(), version });
        }
        Ok(found)
    }

    fn get(&mut self, name: &str, to: &mut dyn Write) -> Result<(), String> {
        let path = self.0.join(name);
        let mut file = File::open(&path).map_err(|error| fault(&path, &error))?;
        io::copy(&mut file, to).map(drop).map_err(|error| fault(&path, &error))
    }

    fn put(&mut self, name: &str, from: &mut dyn Read, bytes: u64) -> Result<(), String> {
        let (path, unfinished) = (self.0.join(name), self.0.join(unfinished(name)));
        let mut written = || -> io::Result<()> {
            let mut file = files::private_file().write(true).create_new(true).open(&unfinished)?;
            let copied = io::copy(from, &mut file)?;
            if copied != bytes {
                return Err(io::Error::other(format!("{copied} of {bytes} bytes were read")));
            }
            file.sync_all()?;
            files::rename(&unfinished, &path)?;
            files::sync_folder(&self.0)
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            format!(
                "{}: {}; the user who runs Bond must be able to write there",
                path.display(),
                plain(&error.to_string())
            )
        })
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        let path = self.0.join(name);
        fs::remove_file(&path).map_err(|error| fault(&path, &error))
    }
}
