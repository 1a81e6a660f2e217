//! The rows that a query made: kept compressed in a file without a name, and read again for each table that they fill.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use super::decoder::{Ended, Frames};
use super::frames::{self, Block, END, Stop};
use super::row::{ReadError, Rows, Sink};
use super::stored::Stored;
use crate::platform::files;
use crate::random::random_bytes;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::mapping::Dialect;

/// How much a query may make: rows, and bytes of their text.
#[derive(Clone, Copy, Debug)]
pub(in crate::warehouse) struct Most {
    pub(in crate::warehouse) rows: u64,
    pub(in crate::warehouse) bytes: u64,
}

/// The rows that a query made.
#[derive(Debug)]
pub(in crate::warehouse) struct Answer {
    file: File,
}

/// Where a row of an answer comes from: a line, and the name of its file if the answer has it.
pub(in crate::warehouse) type Origin = (String, Option<String>);

impl Answer {
    /// Keeps what a child writes, in a folder. What is wrong otherwise; nothing where its output broke off.
    pub(in crate::warehouse) fn keep(
        output: impl Read,
        most: Most,
        folder: &Path,
    ) -> Result<Result<Answer, Option<String>>, ReadError> {
        let name: String = random_bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
        let file = files::unnamed_file(&folder.join(format!(".{name}.rows")))?;
        let encoder = zstd::Encoder::new(file, 1)?;
        let mut keeper =
            Keeper { encoder, block: Block::default(), most, names: Vec::new(), rows: 0, bytes: 0, fault: None };
        // The limits are the keeper's.
        let mut frames = Frames { input: BufReader::with_capacity(64 * 1024, output), left: u64::MAX, row: 0 };
        let ended = frames.read(&Dialect::FEED, &mut keeper, &mut |_, _| Ok(()));
        if let Some(fault) = keeper.fault {
            return Ok(Err(Some(fault)));
        }
        match ended? {
            Ended::Well => {}
            Ended::Badly(_, what) => return Ok(Err(Some(what).filter(|what| !what.is_empty()))),
        }
        let Keeper { mut encoder, mut block, .. } = keeper;
        let written = block.write(&mut encoder).and_then(|()| encoder.write_all(&[END]));
        let file = written.and_then(|()| encoder.finish()).map_err(|error| not_kept(&error))?;
        Ok(Ok(Answer { file }))
    }

    /// Reads every row; their lines are their numbers from 1.
    pub(super) fn read(&self, rows: &mut impl Rows, sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let input = BufReader::new(zstd::Decoder::new(Whole { file: &self.file, at: 0 })?);
        match (Frames { input, left: u64::MAX, row: 0 }).read(&Dialect::FEED, rows, sink)? {
            Ended::Well => Ok(()),
            Ended::Badly(..) => Err(io::Error::other("the rows of a query cannot be read again").into()),
        }
    }

    /// Where rows came from, by their numbers: what their columns `#line` and `#file` have.
    pub(in crate::warehouse) fn origins(&self, wanted: &BTreeSet<u64>) -> Result<BTreeMap<u64, Origin>, ReadError> {
        let mut origins = Origins { wanted, line: None, file: None, found: BTreeMap::new() };
        self.read(&mut origins, &mut |_, _| Ok(()))?;
        Ok(origins.found)
    }
}

/// A file from its start, also where others read it.
struct Whole<'a> {
    file: &'a File,
    at: u64,
}

impl Read for Whole<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = files::read_at(self.file, into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// Writes rows down.
struct Keeper {
    encoder: zstd::Encoder<'static, File>,
    block: Block,
    most: Most,
    names: Vec<String>,
    rows: u64,
    bytes: u64,
    fault: Option<String>,
}

impl Keeper {
    fn stop(&mut self, what: String) -> WarehouseError {
        self.fault.get_or_insert(what);
        WarehouseError::Worker("the rows of a query are not kept".to_owned())
    }
}

/// That rows could not be written down.
fn not_kept(error: &io::Error) -> WarehouseError {
    WarehouseError::Invalid(format!("the rows of a query cannot be kept: {error}; make room on the disk"))
}

impl Rows for Keeper {
    fn header(&mut self, _line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        self.names = names.iter().map(|name| (*name).to_owned()).collect();
        let named: Vec<(&str, &str)> = names.iter().map(|name| (*name, "VARCHAR")).collect();
        match frames::columns(&mut self.encoder, &named) {
            Ok(()) => Ok(true),
            Err(Stop::Gone(error)) => Err(not_kept(&error)),
            Err(Stop::Fault(what)) => Err(self.stop(what)),
        }
    }

    fn row(&mut self, _line: u64, fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        self.rows += 1;
        self.bytes += fields.iter().map(|field| field.len() as u64 + 1).sum::<u64>();
        if self.rows > self.most.rows || self.bytes > self.most.bytes {
            let Most { rows, bytes } = self.most;
            return Err(
                self.stop(format!("it gives more than {rows} rows or {bytes} bytes; does a join lack a column?"))
            );
        }
        self.block.add(fields);
        self.block.write_if_full(&mut self.encoder).map_err(|error| not_kept(&error))
    }

    fn stored(&self, _index: usize, stored: Stored<'_>) -> Result<(), &'static str> {
        // A column of nothing but NULL has a type of that name.
        if stored.as_text("").is_some() || stored.0.trim_matches('"') == "NULL" {
            Ok(())
        } else {
            Err("text, a number, a date or a timestamp")
        }
    }

    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String) {
        let column = index.and_then(|index| self.names.get(index));
        let what = match (column, line) {
            (Some(column), Some(line)) => format!("row {line} of its result, column {column}: {what}"),
            (Some(column), None) => format!("column {column} of its result: {what}"),
            (None, _) => what,
        };
        self.fault.get_or_insert(what);
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}

/// Looks up where rows came from.
struct Origins<'a> {
    wanted: &'a BTreeSet<u64>,
    line: Option<usize>,
    file: Option<usize>,
    found: BTreeMap<u64, Origin>,
}

impl Rows for Origins<'_> {
    fn header(&mut self, _line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        let place = |wanted: &str| names.iter().position(|name| *name == wanted);
        (self.line, self.file) = (place("#line"), place("#file"));
        Ok(self.line.is_some())
    }

    fn row(&mut self, line: u64, fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        let field = |index: Option<usize>| Some(fields[index?].to_owned()).filter(|field| !field.is_empty());
        if self.wanted.contains(&line)
            && let Some(of_file) = field(self.line)
        {
            self.found.insert(line, (of_file, field(self.file)));
        }
        Ok(())
    }

    fn stored(&self, _index: usize, _stored: Stored<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn fault(&mut self, _line: Option<u64>, _index: Option<usize>, _what: String) {}

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}
