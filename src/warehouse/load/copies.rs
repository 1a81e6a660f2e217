//! Copies of a load's files, for the spool.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::report::ImportError;
use crate::platform::files;

/// A compressed copy that is being written.
pub(super) struct KeptCopy {
    path: PathBuf,
    encoder: zstd::Encoder<'static, File>,
}

impl KeptCopy {
    /// Fast, and a third of the size of most feeds.
    const LEVEL: i32 = 3;

    pub(super) fn create(folder: &Path, name: &str) -> Result<KeptCopy, ImportError> {
        let path = folder.join(format!("{name}.zst"));
        let encoder = File::create(&path).and_then(|file| zstd::Encoder::new(file, Self::LEVEL));
        Ok(KeptCopy { encoder: encoder.map_err(io(&path))?, path })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        self.encoder.write_all(bytes).map_err(io(&self.path))
    }

    /// The copy is on the disk when this returns.
    pub(super) fn finish(self) -> Result<(), ImportError> {
        self.encoder.finish().and_then(|file| file.sync_all()).map_err(io(&self.path))
    }
}

pub(super) fn io(path: &Path) -> impl Fn(std::io::Error) -> ImportError {
    move |source| ImportError::Io { path: path.to_owned(), source }
}

/// Waits until the names of the copies are on the disk.
pub(super) fn sync(folder: &Path) -> Result<(), ImportError> {
    files::sync_folder(folder).map_err(io(folder))
}
