//! Where a client puts what it gets: files in a folder of the spool, no more than the disk has room for.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::PullError;
use crate::loads::{Incoming, IncomingError, Packed};
use crate::store::pulls::TakenFile;

/// After how many bytes it is looked whether there is room for more.
const STEP: u64 = 16 << 20;

/// What a client gets.
pub struct Basket<'a> {
    incoming: Incoming,
    /// The versions of the files that are loaded already, by name.
    known: BTreeMap<String, String>,
    files: Vec<TakenFile>,
    bytes: u64,
    is_stopping: &'a (dyn Fn() -> bool + Sync),
    /// Why writing failed, which the client only knows as a fault of its own.
    failed: Option<PullError>,
}

impl<'a> Basket<'a> {
    pub(super) fn new(
        data_dir: &Path,
        known: BTreeMap<String, String>,
        is_stopping: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Basket<'a>, PullError> {
        let incoming = Incoming::create(data_dir)?;
        Ok(Basket { incoming, known, files: Vec::new(), bytes: 0, is_stopping, failed: None })
    }

    /// Whether this version of a file is loaded already.
    pub(super) fn knows(&self, name: &str, version: &str) -> bool {
        self.known.get(name).is_some_and(|known| known == version)
    }

    /// Whether the pull should end.
    pub(super) fn is_stopping(&self) -> bool {
        (self.is_stopping)()
    }

    /// Begins a file. What is packed is unpacked at its end.
    pub(super) fn file(&mut self, name: &str, version: &str) -> Result<Sink<'_, 'a>, String> {
        let file = match self.incoming.file(name) {
            Ok(file) => file,
            Err(error) => return Err(self.fail(error.into())),
        };
        let taken = TakenFile { name: name.to_owned(), version: version.to_owned() };
        Ok(Sink { basket: self, file: BufWriter::with_capacity(1 << 16, file), taken, unlooked: STEP })
    }

    fn fail(&mut self, error: PullError) -> String {
        let text = error.to_string();
        self.failed = Some(error);
        text
    }

    /// Why the client failed: what its fault says, unless the basket or a stop was the reason.
    pub(super) fn reason(&mut self, fault: String) -> PullError {
        let of_client = if self.is_stopping() { PullError::Stopped } else { PullError::Remote(fault) };
        self.failed.take().unwrap_or(of_client)
    }

    pub(super) fn into_parts(self) -> (Incoming, Vec<TakenFile>, u64) {
        (self.incoming, self.files, self.bytes)
    }
}

/// A file that is being written.
pub(super) struct Sink<'b, 'a> {
    basket: &'b mut Basket<'a>,
    file: BufWriter<File>,
    taken: TakenFile,
    /// Bytes written since it was last looked whether there is room.
    unlooked: u64,
}

impl Sink<'_, '_> {
    /// Whether the pull should end.
    pub(super) fn is_stopping(&self) -> bool {
        self.basket.is_stopping()
    }

    /// The file is whole.
    pub(super) fn end(self) -> Result<(), String> {
        let Sink { basket, mut file, taken, .. } = self;
        let name = taken.name.clone();
        if let Err(source) = file.flush() {
            return Err(basket.fail(IncomingError::Write { path: name.into(), source }.into()));
        }
        drop(file);
        if let Some(packed) = Packed::of(&name)
            && let Err(error) = basket.incoming.unpack_own(packed, &name, u64::MAX)
        {
            return Err(basket.fail(error.into()));
        }
        basket.files.push(taken);
        Ok(())
    }
}

impl Write for Sink<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.basket.is_stopping() {
            return Err(io::Error::other(self.basket.fail(PullError::Stopped)));
        }
        if self.unlooked >= STEP {
            if let Err(error) = self.basket.incoming.require_room(&self.taken.name, STEP) {
                return Err(io::Error::other(self.basket.fail(error.into())));
            }
            self.unlooked = 0;
        }
        match self.file.write(bytes) {
            Ok(written) => {
                self.unlooked += written as u64;
                self.basket.bytes += written as u64;
                Ok(written)
            }
            Err(source) => {
                let path = self.taken.name.clone().into();
                Err(io::Error::other(self.basket.fail(IncomingError::Write { path, source }.into())))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
