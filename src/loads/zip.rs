//! Files from a zip archive.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use super::files::{Incoming, IncomingError};

/// The most entries of an archive.
const MOST_ENTRIES: usize = 1_000;
/// The most bytes of all its files, unpacked.
const MOST_BYTES: u64 = 16 * 1024 * 1024 * 1024;
/// How much larger than the archive its files may be. A feed shrinks to a tenth.
const MOST_EXPANSION: u64 = 200;

impl Incoming {
    /// Unpacks the files of an archive, at most so many bytes. They may be in one folder. Whoever sent it knows it by its
    /// name.
    ///
    /// # Errors
    /// [`IncomingError::Archive`] if it is no zip archive, is too large when unpacked, or has a name that leads
    /// elsewhere; [`IncomingError::NoRoom`].
    pub fn unpack(&self, archive: File, name: &str, most: u64) -> Result<(), IncomingError> {
        let read = |source| IncomingError::Read { path: Path::new(name).to_owned(), source };
        let expanded = archive.metadata().map_err(read)?.len().saturating_mul(MOST_EXPANSION);
        self.unpack_from(archive, name, expanded.min(MOST_BYTES).min(most))
    }

    /// As [`Incoming::unpack`], from anything that can be read.
    fn unpack_from(&self, archive: impl Read + Seek, name: &str, most: u64) -> Result<(), IncomingError> {
        let fault = |why: String| IncomingError::Archive { name: name.to_owned(), why };
        let mut archive = zip::ZipArchive::new(archive).map_err(|error| fault(error.to_string()))?;
        if archive.len() > MOST_ENTRIES {
            return Err(fault(format!("it has more than {MOST_ENTRIES} entries")));
        }
        // What it says of itself may be a lie, and is no more than it may have.
        let stated = archive.decompressed_size().and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(u64::MAX);
        self.require_room(name, stated.min(most))?;
        let room = self.room()?;
        let mut left = most.min(room);
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| fault(error.to_string()))?;
            if entry.is_dir() {
                continue;
            }
            let named = entry.name().map_or_else(|_| format!("entry {}", index + 1), |name| format!("{name:?}"));
            if entry.is_symlink() {
                return Err(fault(format!("{named} is a link")));
            }
            let path = entry.enclosed_name().ok_or_else(|| fault(format!("{named} leads out of it")))?;
            let plain = path.file_name().map(|plain| plain.to_string_lossy().into_owned()).unwrap_or_default();
            // What archivers add for themselves.
            if plain.starts_with('.') || path.starts_with("__MACOSX") {
                continue;
            }
            let mut output = self.file(&plain)?;
            // The size that the archive states may be a lie.
            let mut limited = (&mut entry).take(left + 1);
            let copied = io::copy(&mut limited, &mut output).and_then(|copied| output.flush().map(|()| copied));
            let copied = copied.map_err(|error| fault(format!("{plain}: {error}")))?;
            left = match left.checked_sub(copied) {
                Some(left) => left,
                None if room < most => return Err(IncomingError::NoRoom { name: name.to_owned(), needed: most, room }),
                None => return Err(fault("its files are too large when unpacked".to_owned())),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use zip::write::SimpleFileOptions;

    use super::super::files::incoming_folder;
    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Cursor<Vec<u8>> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("started");
            writer.write_all(bytes).expect("written");
        }
        writer.finish().expect("finished")
    }

    #[test]
    fn files_are_unpacked_from_the_archive_or_its_folder() {
        let dir = tempfile::tempdir().expect("a directory");
        let incoming = Incoming::create(dir.path()).expect("made");
        let files: [(&str, &[u8]); 4] =
            [("feed/logins.csv", b"a"), ("feed/.DS_Store", b"x"), ("__MACOSX/feed/x.csv", b"x"), ("offers.csv", b"b")];
        incoming.unpack_from(archive(&files), "a.zip", 1_000).expect("unpacked");
        let folder = incoming_folder(dir.path(), &incoming.keep().expect("kept"));
        let mut names: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, ["logins.csv", "offers.csv"]);
        assert_eq!(std::fs::read(folder.join("logins.csv")).expect("read"), b"a");
    }

    #[test]
    fn archives_that_lead_out_grow_or_break_are_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let zeros = vec![0; 100_000];
        let whole = archive(&[("logins.csv", b"a")]).into_inner();
        let cases: [(Vec<u8>, &str); 5] = [
            (archive(&[("../logins.csv", b"a")]).into_inner(), "leads out of it"),
            (archive(&[("logins.csv", &zeros)]).into_inner(), "too large when unpacked"),
            (
                archive(&[("a/logins.csv", b"a"), ("b/logins.csv", b"b")]).into_inner(),
                "two files are called logins.csv",
            ),
            (b"member_id,logged_in_at\n".to_vec(), "a.zip"),
            (whole[..whole.len() - 10].to_vec(), "a.zip"),
        ];
        for (bytes, wanted) in cases {
            let incoming = Incoming::create(dir.path()).expect("made");
            let error = incoming.unpack_from(Cursor::new(bytes), "a.zip", 10_000).expect_err(wanted);
            assert!(error.to_string().contains(wanted), "{wanted}: {error}");
        }
    }
}
