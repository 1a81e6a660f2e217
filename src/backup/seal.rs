//! The end of an archive: the SHA-256 of all that is before it. So every changed byte and every cut is found, also in
//! the few places that the check sum of zstd does not cover.
//!
//! For zstd it is a skippable frame, which other programs pass over: `tar --zstd -xf` unpacks a backup.

use std::io::{self, Read, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};

/// The magic number of a skippable frame, and the length of its content.
const HEAD: [u8; 8] = [0x5B, 0x2A, 0x4D, 0x18, 32, 0, 0, 0];
/// The length of the end in bytes.
const LENGTH: usize = HEAD.len() + 32;
const CHUNK: usize = 64 * 1024;

/// Whether a file ends as a sealed one does. Its bytes are not compared with the SHA-256.
pub(super) fn is_sealed(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? < LENGTH as u64 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-(LENGTH as i64)))?;
    let mut head = [0; HEAD.len()];
    file.read_exact(&mut head)?;
    Ok(head == HEAD)
}

/// Writes to `inner` and hashes what it writes.
pub(super) struct Sealing<W> {
    inner: W,
    digest: Sha256,
}

impl<W: Write> Sealing<W> {
    pub(super) fn new(inner: W) -> Sealing<W> {
        Sealing { inner, digest: Sha256::new() }
    }

    /// Writes the end.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.inner.write_all(&HEAD)?;
        self.inner.write_all(&self.digest.finalize())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads what is before the end.
pub(super) struct Unsealing<R> {
    inner: R,
    digest: Sha256,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl<R: Read> Unsealing<R> {
    pub(super) fn new(inner: R) -> Unsealing<R> {
        Unsealing { inner, digest: Sha256::new(), buffer: vec![0; CHUNK + LENGTH], start: 0, end: 0 }
    }

    /// Reads to the end and says whether it is there and right.
    pub(super) fn check_end(mut self) -> io::Result<bool> {
        io::copy(&mut self, &mut io::sink())?;
        let end = &self.buffer[self.start..self.end];
        Ok(end.len() == LENGTH && end[..HEAD.len()] == HEAD && end[HEAD.len()..] == self.digest.finalize()[..])
    }
}

impl<R: Read> Read for Unsealing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.end - self.start <= LENGTH {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => return Ok(0),
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let count = into.len().min(self.end - self.start - LENGTH);
        into[..count].copy_from_slice(&self.buffer[self.start..self.start + count]);
        self.digest.update(&into[..count]);
        self.start += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_read_back_and_every_change_is_found() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + LENGTH, 3 * CHUNK + 7] {
            let text: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let mut sealing = Sealing::new(Vec::new());
            sealing.write_all(&text).expect("written");
            let sealed = sealing.finish().expect("finished");
            assert_eq!(sealed.len(), length + LENGTH);
            let mut unsealing = Unsealing::new(&sealed[..]);
            let mut read = Vec::new();
            unsealing.read_to_end(&mut read).expect("read");
            assert!(read == text && unsealing.check_end().expect("read"), "{length}");
            let has_end = |bytes: &[u8]| is_sealed(&mut io::Cursor::new(bytes)).expect("read");
            assert!(has_end(&sealed) && !has_end(&sealed[..sealed.len() - 1]) && !has_end(&sealed[..length]));
            let is_intact = |bytes: &[u8]| Unsealing::new(bytes).check_end().expect("read");
            for place in [0, length / 2, length, sealed.len() - 1] {
                let mut changed = sealed.clone();
                changed[place] ^= 1;
                assert!(!is_intact(&changed), "{length} at {place}");
            }
            assert!(!is_intact(&sealed[..sealed.len() - 1]) && !is_intact(&sealed[..length / 2]));
            assert!(!is_intact(&[&sealed[..], &[0]].concat()));
        }
    }
}
