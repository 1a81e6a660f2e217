//! A folder of this machine, or one that the system has mounted.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::system::{Found, HasFiles, plain, unfinished};
use crate::platform::files;
use crate::shared_folder::SharedFolder;

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
        if name.contains(char::REPLACEMENT_CHARACTER) {
            return Err(format!("{}: its name is no text in UTF-8; rename it", path.display()));
        }
        // It may be a link by now, which is followed as little as one of the list.
        let opened = fs::canonicalize(&self.0).and_then(|folder| SharedFolder::open(&folder)?.file(name.as_ref()));
        io::copy(&mut opened.map_err(|error| fault(&path, &error))?, to).map(drop).map_err(|error| fault(&path, &error))
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

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_file_is_not_followed() {
        use super::*;
        use std::os::unix::fs::symlink;

        let dir = tempfile::tempdir().expect("a directory");
        let (secret, drop, link) = (dir.path().join("secret"), dir.path().join("drop"), dir.path().join("link"));
        fs::write(&secret, "hushed").expect("written");
        fs::create_dir(&drop).expect("made");
        fs::write(drop.join("logins.csv"), "whole").expect("written");
        let mut folder = Folder::open(&drop).expect("opened");
        assert_eq!(folder.list().expect("listed").len(), 1);
        // After it was listed.
        fs::remove_file(drop.join("logins.csv")).expect("removed");
        symlink(&secret, drop.join("logins.csv")).expect("linked");
        let mut taken = Vec::new();
        assert!(folder.get("logins.csv", &mut taken).is_err());
        assert!(taken.is_empty() && folder.list().expect("listed").is_empty());
        // The folder itself may be reached by a link: the settings name it.
        symlink(&drop, &link).expect("linked");
        fs::write(drop.join("other.csv"), "whole").expect("written");
        Folder::open(&link).expect("opened").get("other.csv", &mut taken).expect("taken");
        assert_eq!(taken, b"whole");
    }
}
