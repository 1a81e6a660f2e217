//! The file of a backup: a tar archive, compressed with zstd, sealed, and encrypted if asked for.
//!
//! Its first member is the manifest, so that the size of all is known before anything is unpacked.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::BackupError;
use super::manifest::{FORMAT, MANIFEST, Manifest, Member, hexadecimal};
use super::name::BackupName;
use super::protection::{Key, Output, Protection};
use super::seal::{Sealing, Unsealing, is_sealed};
use crate::platform::files;
use crate::warehouse::Progress;

/// How strongly zstd compresses, from 1 to 22: stronger takes several times longer for a few percent.
const COMPRESSION: i32 = 3;
/// The largest manifest that is read, in bytes.
const LARGEST_MANIFEST: u64 = 16 * 1024 * 1024;
const CHUNK: usize = 128 * 1024;

const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
const AGE: &[u8] = b"age-encryption.org/";

/// Writes the members in `folder` and their manifest into a new file that only its owner can read, and waits until it
/// is on the disk. Returns its size and SHA-256.
pub(super) fn pack(
    path: &Path,
    folder: &Path,
    manifest: &Manifest,
    protection: &Protection,
    progress: &dyn Progress,
) -> Result<(u64, [u8; 32]), BackupError> {
    let failed = || BackupError::io("write", path);
    let file = files::private_file().write(true).create_new(true).open(path).map_err(failed())?;
    let output = Output::new(Hashing::new(BufWriter::with_capacity(CHUNK, file)), protection).map_err(failed())?;
    let mut encoder = zstd::Encoder::new(Sealing::new(output), COMPRESSION).map_err(failed())?;
    encoder.include_checksum(true).map_err(failed())?;
    let mut archive = tar::Builder::new(encoder);

    let text = serde_json::to_vec_pretty(manifest).map_err(|error| failed()(error.into()))?;
    let mut append = |name: &str, bytes: u64, from: &mut dyn Read| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime(manifest.made_at.unsigned_abs());
        archive.append_data(&mut header, name, from).map_err(failed())
    };
    append(MANIFEST, text.len() as u64, &mut &text[..])?;
    for member in &manifest.members {
        let from = folder.join(&member.name);
        let opened = File::open(&from).map_err(BackupError::io("read", &from))?;
        let mut hashing = Hashing::new(BufReader::with_capacity(CHUNK, opened));
        append(&member.name, member.bytes, &mut Watched { inner: &mut hashing, progress })?;
        if hexadecimal(&hashing.digest.finalize()) != member.sha256 {
            return Err(BackupError::BadCopy(format!("{} changed while it was packed", member.name)));
        }
    }
    let sealing = archive.into_inner().and_then(zstd::Encoder::finish).map_err(failed())?;
    let hashing = sealing.finish().and_then(Output::finish).map_err(failed())?;
    let file = hashing.inner.into_inner().map_err(|error| failed()(error.into_error()))?;
    file.sync_all().map_err(failed())?;
    Ok((hashing.bytes, hashing.digest.finalize().into()))
}

/// Reads the manifest only. The rest of the file is not checked.
pub(super) fn read_manifest(path: &Path, key: &Key) -> Result<Manifest, BackupError> {
    let mut unsealing = open(path, key)?;
    let mut archive = decompress(&mut unsealing, path)?;
    let mut entries = archive.entries().map_err(|error| damaged(path, &error))?;
    first_member(path, entries.next())
}

/// Looks at both ends of a backup: the manifest at its beginning, which is returned, and whether it was written to its
/// end. An encrypted one cannot be looked at: None.
pub fn glance(path: &Path) -> Result<Option<Manifest>, BackupError> {
    let manifest = match read_manifest(path, &Key::None) {
        Err(BackupError::Encrypted { .. }) => return Ok(None),
        manifest => manifest?,
    };
    let mut file = File::open(path).map_err(BackupError::io("open", path))?;
    if is_sealed(&mut file).map_err(BackupError::io("read", path))? {
        Ok(Some(manifest))
    } else {
        Err(damaged_because(path, "it ends too early"))
    }
}

/// Reads a whole backup and checks every byte of it. `accept` may refuse it by its manifest; then its members are
/// written into `folder`, if there is one.
pub(super) fn unpack(
    path: &Path,
    key: &Key,
    folder: Option<&Path>,
    accept: impl FnOnce(&Manifest) -> Result<(), BackupError>,
    progress: &dyn Progress,
) -> Result<Manifest, BackupError> {
    let mut unsealing = open(path, key)?;
    let mut archive = decompress(&mut unsealing, path)?;
    let mut entries = archive.entries().map_err(|error| damaged(path, &error))?;
    let manifest = first_member(path, entries.next())?;
    accept(&manifest)?;
    for member in &manifest.members {
        let entry = entry(path, entries.next(), &member.name)?;
        let mut entry = Watched { inner: entry, progress };
        if entry.inner.size() != member.bytes {
            return Err(damaged_because(path, &format!("{} has another size than the manifest says", member.name)));
        }
        let digest = match folder {
            None => copy(&mut entry, &mut io::sink(), path, path)?,
            Some(folder) => {
                let target = folder.join(&member.name);
                let failed = || BackupError::io("write", &target);
                let new = files::private_file().write(true).create_new(true).open(&target);
                let mut file = new.map_err(failed())?;
                let digest = copy(&mut entry, &mut file, path, &target)?;
                file.sync_all().map_err(failed())?;
                digest
            }
        };
        if digest != member.sha256 {
            return Err(damaged_because(path, &format!("{} has another SHA-256 than the manifest says", member.name)));
        }
    }
    if entries.next().is_some() {
        return Err(damaged_because(path, "it has more members than its manifest lists"));
    }
    // The end of the archive and the check sum of zstd, which nothing above needed to read.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(|error| damaged(path, &error))?;
    match unsealing.check_end() {
        Ok(true) => Ok(manifest),
        Ok(false) => Err(damaged_because(path, "its bytes do not have the SHA-256 at its end")),
        Err(error) => Err(damaged(path, &error)),
    }
}

/// The size and SHA-256 of a file, read from the disk.
pub(super) fn digest_of(path: &Path, progress: &dyn Progress) -> Result<(u64, [u8; 32]), BackupError> {
    let file = File::open(path).map_err(BackupError::io("read", path))?;
    let mut hashing = Hashing::new(Watched { inner: file, progress });
    io::copy(&mut hashing, &mut io::sink()).map_err(BackupError::io("read", path))?;
    Ok((hashing.bytes, hashing.digest.finalize().into()))
}

/// A file that is to be packed, as the manifest describes it.
pub(super) fn member(folder: &Path, name: &str) -> Result<Member, BackupError> {
    let (bytes, digest) = digest_of(&folder.join(name), &())?;
    Ok(Member { name: name.to_owned(), bytes, sha256: hexadecimal(&digest) })
}

type Input = Unsealing<Box<dyn Read>>;

/// Opens a backup up to its compressed content.
fn open(path: &Path, key: &Key) -> Result<Input, BackupError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(BackupError::Missing(path.to_owned())),
        opened => opened.map_err(BackupError::io("open", path))?,
    };
    if !file.metadata().map_err(BackupError::io("open", path))?.is_file() {
        return Err(BackupError::NotABackup(path.to_owned()));
    }
    let mut input = BufReader::with_capacity(CHUNK, file);
    let mut head = Vec::new();
    input.by_ref().take(AGE.len() as u64).read_to_end(&mut head).map_err(BackupError::io("read", path))?;
    let is_named = path.file_name().and_then(|name| name.to_str()).and_then(BackupName::parse).is_some();
    let input = io::Cursor::new(head.clone()).chain(input);
    if head == AGE {
        Ok(Unsealing::new(key.decrypt(input, path)?))
    } else if head.starts_with(ZSTD) {
        Ok(Unsealing::new(Box::new(input)))
    } else if is_named {
        Err(damaged_because(path, "its first bytes are not those of a backup"))
    } else {
        Err(BackupError::NotABackup(path.to_owned()))
    }
}

type Archive<'a> = tar::Archive<zstd::Decoder<'static, BufReader<&'a mut Input>>>;

fn decompress<'a>(unsealing: &'a mut Input, path: &Path) -> Result<Archive<'a>, BackupError> {
    zstd::Decoder::new(unsealing).map(tar::Archive::new).map_err(|error| damaged(path, &error))
}

fn first_member<R: Read>(path: &Path, entry: Option<io::Result<tar::Entry<'_, R>>>) -> Result<Manifest, BackupError> {
    let mut entry = match self::entry(path, entry, MANIFEST) {
        // Only a file that is compressed like a backup but is not one.
        Err(_) if path.file_name().and_then(|name| name.to_str()).and_then(BackupName::parse).is_none() => {
            return Err(BackupError::NotABackup(path.to_owned()));
        }
        entry => entry?,
    };
    if entry.size() > LARGEST_MANIFEST {
        return Err(damaged_because(path, "its manifest is too large"));
    }
    let mut text = Vec::new();
    entry.read_to_end(&mut text).map_err(|error| damaged(path, &error))?;
    let unreadable =
        |error: serde_json::Error| damaged_because(path, &format!("its manifest cannot be read ({error})"));
    // A newer form may have other fields, so this much is read first.
    let value: serde_json::Value = serde_json::from_slice(&text).map_err(unreadable)?;
    if value["format"].as_u64().is_some_and(|format| format > u64::from(FORMAT)) {
        let bond = value["bond"].as_str().unwrap_or("of a later version").to_owned();
        return Err(BackupError::Newer { path: path.to_owned(), bond });
    }
    let manifest: Manifest = serde_json::from_value(value).map_err(unreadable)?;
    let is_plain = |name: &str| !name.is_empty() && !name.contains('/') && name != ".." && name != ".";
    if manifest.members.iter().any(|member| !is_plain(&member.name)) {
        return Err(damaged_because(path, "its manifest names a file outside of the data directory"));
    }
    Ok(manifest)
}

fn entry<'a, R: Read>(
    path: &Path,
    entry: Option<io::Result<tar::Entry<'a, R>>>,
    name: &str,
) -> Result<tar::Entry<'a, R>, BackupError> {
    let entry = entry.ok_or_else(|| damaged_because(path, &format!("{name} is missing from it")))?;
    let entry = entry.map_err(|error| damaged(path, &error))?;
    let is_it = entry.path_bytes().as_ref() == name.as_bytes() && entry.header().entry_type().is_file();
    if is_it { Ok(entry) } else { Err(damaged_because(path, &format!("it has something else in the place of {name}"))) }
}

/// Copies a member and returns its SHA-256. Errors of reading are the backup's, errors of writing the target's.
fn copy(from: &mut impl Read, to: &mut dyn Write, path: &Path, target: &Path) -> Result<String, BackupError> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(hexadecimal(&digest.finalize())),
            Ok(read) => {
                digest.update(&buffer[..read]);
                to.write_all(&buffer[..read]).map_err(BackupError::io("write", target))?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(damaged(path, &error)),
        }
    }
}

fn damaged_because(path: &Path, what: &str) -> BackupError {
    BackupError::Damaged { path: path.to_owned(), what: what.to_owned() }
}

/// The error of reading: of the system, or of what the bytes say.
fn damaged(path: &Path, error: &io::Error) -> BackupError {
    if let Some(code) = error.raw_os_error() {
        let source = io::Error::from_raw_os_error(code);
        return BackupError::Io { doing: "read", path: path.to_owned(), source };
    }
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged_because(path, "it ends too early, as if it was not copied to its end"),
        _ => damaged_because(path, &error.to_string()),
    }
}

/// Reads until whoever waits wants the work to stop.
struct Watched<'p, R> {
    inner: R,
    progress: &'p dyn Progress,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_cancelled() {
            return Err(io::Error::other(BackupError::Stopped));
        }
        self.inner.read(buffer)
    }
}

/// Hashes and counts what passes through it.
struct Hashing<T> {
    inner: T,
    digest: Sha256,
    bytes: u64,
}

impl<T> Hashing<T> {
    fn new(inner: T) -> Hashing<T> {
        Hashing { inner, digest: Sha256::new(), bytes: 0 }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.count(&into[..read]);
        Ok(read)
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
