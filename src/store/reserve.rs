//! Disk space set aside for the account store, so that people can sign in while the disk is full.
//!
//! `reserve.bin` in the data directory is given up a piece at a time: whatever filled the disk would take all of it at
//! once. It is made again when three times its size is free, so that it does not compete with what needs the room.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::platform::files;
use crate::random::random_bytes;

/// The file's name in a data directory.
pub const FILE: &str = "reserve.bin";

/// What is given up at a time. SQLite's log takes 4 MB before it uses its pages again.
pub(super) const PIECE: u64 = 1 << 20;
/// What a start needs: folders, the control socket, SQLite's shared memory.
const START: u64 = 4 << 20;

/// The reserve of a data directory that this process owns.
#[derive(Debug)]
pub struct Reserve {
    path: PathBuf,
    /// Its full size; 0 for none.
    bytes: u64,
    is_whole: bool,
}

/// What has happened to the reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// SQLite needed room.
    GivenUp {
        /// Bytes that are left of it.
        left: u64,
    },
    /// There is room again.
    Made {
        /// Its size.
        bytes: u64,
    },
}

impl Reserve {
    /// The reserve as it is; `bytes` is its full size, 0 for none.
    pub fn new(data_dir: &Path, bytes: u64) -> Reserve {
        let path = data_dir.join(FILE);
        let is_whole = length(&path) >= bytes;
        Reserve { path, bytes, is_whole }
    }

    /// Whether it has its full size.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Makes it where there is room, `free` bytes at the moment, and says what has changed since the last call.
    pub fn tend(&mut self, free: u64) -> Option<Change> {
        let left = length(&self.path);
        if left > self.bytes {
            let shortened =
                if self.bytes == 0 { fs::remove_file(&self.path) } else { set_length(&self.path, self.bytes) };
            if let Err(error) = shortened {
                tracing::warn!(%error, "the disk reserve cannot be shortened");
            }
        }
        let was_whole = std::mem::replace(&mut self.is_whole, left >= self.bytes);
        if self.is_whole {
            return None;
        }
        // Twice its size stays free.
        if free >= (self.bytes - left).saturating_add(2 * self.bytes) {
            match make(&self.path, left, self.bytes) {
                Ok(()) => {
                    self.is_whole = true;
                    return Some(Change::Made { bytes: self.bytes });
                }
                Err(error) => tracing::warn!(%error, "the disk reserve cannot be made"),
            }
        }
        was_whole.then_some(Change::GivenUp { left })
    }
}

/// Gives up a part of the reserve where the disk is too full to start.
pub fn make_room_to_start(data_dir: &Path, free: u64) {
    if free < START {
        give_up(&data_dir.join(FILE), START);
    }
}

/// Gives up some bytes of a reserve. Returns whether there were any.
pub(super) fn give_up(path: &Path, bytes: u64) -> bool {
    let left = length(path);
    if left == 0 {
        return false;
    }
    let given_up = if left <= bytes { fs::remove_file(path) } else { set_length(path, left - bytes) };
    match given_up {
        Ok(()) => {
            tracing::error!(left = left.saturating_sub(bytes), "the disk is full; a part of the reserve is given up");
            true
        }
        Err(error) => {
            tracing::error!(%error, "the disk is full, and the reserve cannot be given up");
            false
        }
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

fn set_length(path: &Path, bytes: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(bytes)
}

/// Lengthens the file, with space that the file system has really set aside.
fn make(path: &Path, from: u64, to: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    let made = match files::set_space_aside(&file, to) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => fill(&mut file, from, to),
        made => made,
    };
    if made.is_err() {
        let _ = file.set_len(from);
    }
    made.and_then(|()| file.sync_all())
}

/// Random bytes, because file systems without fallocate are often those that compress.
fn fill(file: &mut File, from: u64, to: u64) -> io::Result<()> {
    const BLOCK: usize = 64 << 10;
    file.seek(SeekFrom::Start(from))?;
    let mut missing = to - from;
    while missing > 0 {
        let block = random_bytes::<BLOCK>();
        let bytes = missing.min(BLOCK as u64);
        file.write_all(&block[..bytes as usize])?;
        missing -= bytes;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn it_is_made_where_there_is_room_given_up_in_pieces_and_made_again_with_a_margin() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join(FILE);
        let mut reserve = Reserve::new(dir.path(), 3 * MB);
        assert_eq!((reserve.tend(9 * MB - 1), path.exists()), (None, false), "it was not there and cannot be made");
        assert_eq!(reserve.tend(9 * MB), Some(Change::Made { bytes: 3 * MB }));
        let data = fs::metadata(&path).expect("there");
        assert!(data.len() == 3 * MB && data.blocks() * 512 >= 3 * MB, "{data:?}");
        assert_eq!(reserve.tend(0), None);

        assert!(give_up(&path, PIECE));
        assert_eq!(reserve.tend(7 * MB - 1), Some(Change::GivenUp { left: 2 * MB }));
        assert!(give_up(&path, PIECE));
        assert_eq!(reserve.tend(0), None, "it is said once");
        assert!(give_up(&path, PIECE) && !path.exists() && !give_up(&path, PIECE));
        assert_eq!(reserve.tend(9 * MB), Some(Change::Made { bytes: 3 * MB }));

        make_room_to_start(dir.path(), START);
        assert_eq!(length(&path), 3 * MB);
        make_room_to_start(dir.path(), START - 1);
        assert_eq!(length(&path), 0);
    }

    #[test]
    fn another_size_in_the_settings_is_followed() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join(FILE);
        Reserve::new(dir.path(), 2 * MB).tend(u64::MAX);
        assert_eq!(Reserve::new(dir.path(), MB).tend(0), None);
        assert_eq!(length(&path), MB);
        Reserve::new(dir.path(), 0).tend(u64::MAX);
        assert!(!path.exists());
    }

    #[test]
    fn where_space_cannot_be_allocated_it_is_written() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join(FILE);
        let mut file = File::create(&path).expect("a file");
        fill(&mut file, MB, MB + 100_000).expect("filled");
        assert_eq!(length(&path), MB + 100_000);
        assert!(fs::read(&path).expect("read")[MB as usize..].iter().any(|byte| *byte != 0));
    }
}
