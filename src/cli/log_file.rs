//! The log of a process that has no terminal, such as a Windows service: a file that is begun anew when it is large, with
//! some older ones beside it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How large a file becomes, in bytes.
const LARGEST: u64 = 16 << 20;

/// How many older files are kept.
const OLDER: u32 = 4;

pub struct LogFile {
    path: PathBuf,
    largest: u64,
    size: u64,
    file: File,
}

impl LogFile {
    /// Goes on with the file, or begins it.
    pub fn open(path: &Path) -> io::Result<LogFile> {
        LogFile::with(path, LARGEST)
    }

    fn with(path: &Path, largest: u64) -> io::Result<LogFile> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(LogFile { path: path.to_owned(), largest, size: file.metadata()?.len(), file })
    }

    /// The path of an older file: 1 is the newest of them.
    fn older(&self, number: u32) -> PathBuf {
        self.path.with_extension(format!("{number}.log"))
    }

    /// Moves each file one further, and begins a new one.
    fn begin_anew(&mut self) -> io::Result<()> {
        for number in (1..OLDER).rev() {
            let _ = fs::rename(self.older(number), self.older(number + 1));
        }
        fs::rename(&self.path, self.older(1))?;
        *self = LogFile::with(&self.path, self.largest)?;
        Ok(())
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A file that cannot be moved grows: what is written matters more.
        if self.size >= self.largest && self.begin_anew().is_err() {
            self.size = 0;
        }
        let written = self.file.write(bytes)?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_begun_anew_and_some_older_ones_are_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("bond.log");
        let mut log = LogFile::with(&path, 10).expect("opened");
        for line in 0..8 {
            log.write_all(format!("line {line:05}\n").as_bytes()).expect("written");
        }
        drop(log);
        let mut log = LogFile::with(&path, 10).expect("opened again");
        log.write_all(b"last\n").expect("written");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("read");
        assert_eq!((read("bond.log"), read("bond.1.log")), ("last\n".to_owned(), "line 00007\n".to_owned()));
        assert_eq!(read("bond.4.log"), "line 00004\n");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 5);
    }
}
