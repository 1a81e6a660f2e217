//! Files that come packed: in a zip archive, or compressed by gzip or zstd.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::files::{Incoming, IncomingError, Packed};

/// The most entries of an archive.
const MOST_ENTRIES: usize = 1_000;
/// The most bytes of all its files, unpacked.
const MOST_BYTES: u64 = 16 * 1024 * 1024 * 1024;
/// How much larger than the archive its files may be. A feed shrinks to a tenth.
const MOST_EXPANSION: u64 = 200;
/// What a file may become however small it is.
const SMALL: u64 = 1 << 20;

/// The file of a folder that says from which archive its files are. No name from outside begins with a dot.
const ARCHIVES: &str = ".archives";

/// The archives that the files of a folder are from, by the names of the files.
pub(super) fn archives(folder: &Path) -> HashMap<String, String> {
    let notes = std::fs::read_to_string(folder.join(ARCHIVES)).unwrap_or_default();
    let noted = notes.lines().filter_map(|line| line.split_once('\t'));
    noted.map(|(file, archive)| (file.to_owned(), archive.to_owned())).collect()
}

/// The name of a compressed file without its end.
fn without_end(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

impl Incoming {
    /// Takes in what is packed, as the files that are in it: at most so many bytes.
    ///
    /// # Errors
    /// As [`Incoming::unpack`].
    pub(super) fn take_packed(&self, packed: Packed, input: File, name: &str, most: u64) -> Result<(), IncomingError> {
        if packed == Packed::Zip {
            return self.unpack(input, name, most);
        }
        let read = |source| IncomingError::Read { path: Path::new(name).to_owned(), source };
        let expanded = input.metadata().map_err(read)?.len().saturating_mul(MOST_EXPANSION);
        let mut left = Left::new(self, name, expanded.clamp(SMALL, MOST_BYTES).min(most))?;
        self.expand(packed, input, without_end(name), &mut left)
    }

    /// Writes a compressed file under its own name.
    fn expand(&self, packed: Packed, input: impl Read, name: &str, left: &mut Left<'_>) -> Result<(), IncomingError> {
        match packed {
            Packed::Gzip => left.copy(&mut MultiGzDecoder::new(input), name, self.file(name)?),
            Packed::Zstd => {
                let decoder = zstd::Decoder::new(input);
                let mut decoder = decoder.map_err(|error| left.fault(format!("{name}: {error}")))?;
                left.copy(&mut decoder, name, self.file(name)?)
            }
            Packed::Zip => Err(left.fault(format!("{name}.zip is an archive within the archive"))),
        }
    }

    /// Unpacks the files of an archive, at most so many bytes. They may be in one folder. Whoever sent it knows it by its
    /// name.
    ///
    /// # Errors
    /// [`IncomingError::Packed`] if it is no zip archive, is too large when unpacked, or has a name that leads
    /// elsewhere; [`IncomingError::NoRoom`].
    pub fn unpack(&self, archive: File, name: &str, most: u64) -> Result<(), IncomingError> {
        let read = |source| IncomingError::Read { path: Path::new(name).to_owned(), source };
        let expanded = archive.metadata().map_err(read)?.len().saturating_mul(MOST_EXPANSION);
        self.unpack_from(archive, name, expanded.min(MOST_BYTES).min(most))
    }

    /// As [`Incoming::unpack`], from anything that can be read.
    fn unpack_from(&self, archive: impl Read + Seek, name: &str, most: u64) -> Result<(), IncomingError> {
        let fault = |why: String| IncomingError::Packed { name: name.to_owned(), why };
        let mut archive = zip::ZipArchive::new(archive).map_err(|error| fault(error.to_string()))?;
        if archive.len() > MOST_ENTRIES {
            return Err(fault(format!("it has more than {MOST_ENTRIES} entries")));
        }
        // What it says of itself may be a lie, and is no more than it may have.
        let stated = archive.decompressed_size().and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(u64::MAX);
        self.require_room(name, stated.min(most))?;
        let mut left = Left::new(self, name, most)?;
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
            let unpacked: &str = match Packed::of(&plain) {
                Some(packed) => {
                    self.expand(packed, &mut entry, without_end(&plain), &mut left)?;
                    without_end(&plain)
                }
                None => {
                    left.copy(&mut entry, &plain, self.file(&plain)?)?;
                    &plain
                }
            };
            self.note_archive(unpacked, name)?;
        }
        Ok(())
    }

    /// Writes down from which archive a file is, for messages about it.
    fn note_archive(&self, file: &str, archive: &str) -> Result<(), IncomingError> {
        let archive = archive.replace(char::is_control, " ");
        let notes = OpenOptions::new().create(true).append(true).open(self.path().join(ARCHIVES));
        let written = notes.and_then(|mut notes| notes.write_all(format!("{file}\t{archive}\n").as_bytes()));
        written.map_err(|source| IncomingError::Write { path: ARCHIVES.into(), source })
    }
}

/// How many bytes may still come out of something packed. The sizes that it states may be lies.
struct Left<'a> {
    /// What it is called.
    name: &'a str,
    most: u64,
    room: u64,
    bytes: u64,
}

impl Left<'_> {
    fn new<'a>(incoming: &Incoming, name: &'a str, most: u64) -> Result<Left<'a>, IncomingError> {
        let room = incoming.room()?;
        Ok(Left { name, most, room, bytes: most.min(room) })
    }

    fn fault(&self, why: String) -> IncomingError {
        IncomingError::Packed { name: self.name.to_owned(), why }
    }

    fn copy(&mut self, input: &mut impl Read, name: &str, mut output: File) -> Result<(), IncomingError> {
        let mut limited = input.take(self.bytes + 1);
        let copied = io::copy(&mut limited, &mut output).and_then(|copied| output.flush().map(|()| copied));
        let copied = copied.map_err(|error| self.fault(format!("{name}: {error}")))?;
        match self.bytes.checked_sub(copied) {
            Some(bytes) => self.bytes = bytes,
            None if self.room < self.most => {
                let (name, needed, room) = (self.name.to_owned(), self.most, self.room);
                return Err(IncomingError::NoRoom { name, needed, room });
            }
            None => return Err(self.fault("its files are too large when unpacked".to_owned())),
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
        assert_eq!(names, [ARCHIVES, "logins.csv", "offers.csv"]);
        let of_archive = |file: &str| (file.to_owned(), "a.zip".to_owned());
        assert_eq!(archives(&folder), HashMap::from(["logins.csv", "offers.csv"].map(of_archive)));
        assert_eq!(std::fs::read(folder.join("logins.csv")).expect("read"), b"a");
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).expect("written");
        encoder.finish().expect("finished")
    }

    fn take(dir: &Path, name: &str, bytes: &[u8], most: u64) -> Result<Vec<(String, Vec<u8>)>, IncomingError> {
        let (incoming, sent) = (Incoming::create(dir).expect("made"), dir.join("sent"));
        std::fs::write(&sent, bytes).expect("written");
        let packed = Packed::of(name).expect("packed");
        incoming.take_packed(packed, File::open(&sent).expect("opened"), name, most)?;
        let files = std::fs::read_dir(incoming.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
        let named = |path: std::path::PathBuf| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("read"))
        };
        Ok(files.map(named).filter(|(name, _)| name != ARCHIVES).collect())
    }

    #[test]
    fn compressed_files_are_unpacked_alone_and_in_an_archive() {
        let dir = tempfile::tempdir().expect("a directory");
        let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 3).expect("compressed");
        let wanted = [("logins.csv".to_owned(), b"a,b\n".to_vec())];
        // Two members of gzip one after another are one file.
        let twice = [gzip(b"a,"), gzip(b"b\n")].concat();
        let inside = archive(&[("feed/logins.csv.gz", &twice)]).into_inner();
        for (name, bytes) in [("logins.csv.gz", &twice), ("logins.csv.ZST", &zstd(b"a,b\n")), ("feed.zip", &inside)] {
            assert_eq!(take(dir.path(), name, bytes, 1_000).expect(name), wanted, "{name}");
        }
    }

    #[test]
    fn compressed_files_that_grow_or_break_are_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let zeros = vec![0; 3 << 20];
        let (bomb, whole) = (gzip(&zeros), gzip(b"member_id,logged_in_at\n"));
        let nested = archive(&[("inner.zip", &archive(&[("a.csv", b"a")]).into_inner())]).into_inner();
        let cases: [(&str, Vec<u8>, u64, &str); 6] = [
            ("logins.csv.gz", bomb.clone(), u64::MAX, "too large when unpacked"),
            ("logins.csv.zst", zstd::encode_all(&zeros[..], 3).expect("compressed"), 10_000, "too large when unpacked"),
            ("logins.csv.gz", whole[..whole.len() - 9].to_vec(), u64::MAX, "logins.csv: "),
            ("logins.csv.gz", b"member_id".to_vec(), u64::MAX, "logins.csv: "),
            ("logins.csv.zst", b"member_id".to_vec(), u64::MAX, "logins.csv: "),
            ("feed.zip", nested, u64::MAX, "an archive within the archive"),
        ];
        for (name, bytes, most, wanted) in cases {
            let error = take(dir.path(), name, &bytes, most).expect_err(wanted).to_string();
            assert!(error.starts_with(name) && error.contains(wanted), "{name}, {wanted}: {error}");
        }
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
