//! Files that are not text, decoded by a child process ([`decode`](super::decode)). Every value is read as text, so that the
//! checks are those of CSV. Errors name the number of the row instead of a line.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::format::Format;
use super::frames::{
    Block, COLUMNS, END, FAULT, LONGEST, LONGEST_NAME, MOST_COLUMNS, MOST_ROWS, ROW, ROWS, SHEET, SHEETS,
};
use super::row::{ReadError, Rows, Sink};
use super::shape::Shape;
use super::stored::Stored;
use crate::platform::process::Pipe;
use crate::platform::{Ending, files, process};
use crate::warehouse::mapping::Dialect;

/// How long the child may be silent.
const SILENCE: Duration = Duration::from_secs(60);

/// How much text a file may become: so many bytes, and so many for each of its own.
const UNPACKED: (u64, u64) = (64 << 20, 500);

/// The argument with which the executable decodes a file to its standard output.
const COMMAND: &str = "decode";

/// What decodes files that are not text.
#[derive(Clone, Debug, Default)]
pub enum Decoder {
    /// This executable, called with `decode`.
    #[cfg_attr(not(test), default)]
    This,
    /// Another executable of Bond, for processes that are not one.
    Executable(PathBuf),
    /// A thread, without limits.
    #[cfg(test)]
    #[default]
    Thread,
}

impl Decoder {
    /// A command of the executable, to be started.
    pub(in crate::warehouse) fn command(&self, name: &str) -> io::Result<Command> {
        let executable = match self {
            Decoder::This => process::own_executable(),
            Decoder::Executable(executable) => executable.clone(),
            #[cfg(test)]
            Decoder::Thread => return Err(io::Error::other("a thread has no command")),
        };
        let mut command = Command::new(executable);
        process::set_apart(&mut command);
        command.arg(name).env_clear();
        command.envs(process::NEEDED_ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        Ok(command)
    }
}

/// What the child wrote that it may not.
const NONSENSE: &str = "the decoder wrote nonsense";

/// Reads a file: the columns' names and types, then every row.
pub(super) fn read(
    path: &Path,
    dialect: &Dialect,
    decoder: &Decoder,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let format = Format::of(path);
    if format == Format::Parquet && path.to_str().is_none_or(|text| text.contains(['*', '?', '[', ']', '{', '}'])) {
        let what = "the path of a Parquet file must be UTF-8 without * ? [ ] { }; rename the file or its folder";
        rows.fault(None, None, what.to_owned());
        return Ok(());
    }
    let len = std::fs::File::open(path)?.metadata()?.len();
    let left = UNPACKED.0.saturating_add(len.saturating_mul(UNPACKED.1));
    #[cfg(test)]
    if matches!(decoder, Decoder::Thread) {
        let (output, input) = io::pipe()?;
        return std::thread::scope(|scope| {
            scope.spawn(|| super::decode::decode(path, dialect.sheet.as_deref(), input));
            let mut frames = Frames { input: BufReader::new(Timed(output)), left, row: 0 };
            frames.read(dialect, rows, sink).map(|ended| match ended {
                Ended::Well => {}
                Ended::Badly(row, what) => rows.fault(row, None, what),
            })
        });
    }
    read_child(decoder.command(COMMAND)?, path, dialect, left, rows, sink)
}

fn read_child(
    mut command: Command,
    path: &Path,
    dialect: &Dialect,
    left: u64,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    command.arg(files::canonical(path)?);
    if let Some(sheet) = &dialect.sheet {
        command.arg(format!("--sheet={sheet}"));
    }
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut child = Killed(child);
    let output = child.0.stdout.take().ok_or_else(|| io::Error::other("the decoder has no output"))?;
    let mut frames = Frames { input: BufReader::with_capacity(64 * 1024, Timed(output)), left, row: 0 };
    match frames.read(dialect, rows, sink)? {
        Ended::Well => {}
        Ended::Badly(row, what) if what.is_empty() => {
            let status = child.0.wait()?;
            rows.fault(row, None, format!("{}: {}", Format::of(path).unreadable(), reason(status)));
        }
        Ended::Badly(row, what) => rows.fault(row, None, what),
    }
    Ok(())
}

/// Why a child ended before the file did.
fn reason(status: ExitStatus) -> String {
    match process::ending(status) {
        Ending::Time => "decoding it took too long".to_owned(),
        Ending::Memory => "decoding it takes too much memory".to_owned(),
        Ending::Crash(how) => format!("decoding it crashed with {how}"),
        Ending::Failed => format!("decoding it failed ({status})"),
    }
}

/// A child that does not outlive its reader.
pub(in crate::warehouse) struct Killed(pub(in crate::warehouse) Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Fails where nothing comes for too long.
struct Timed<R>(R);

impl<R: Read + Pipe> Read for Timed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if process::wait_readable(&self.0, SILENCE)? { self.0.read(into) } else { Err(io::ErrorKind::TimedOut.into()) }
    }
}

/// How the output of a child ended: a fault of the file has the row and what is wrong. An empty text means that the
/// output broke off.
pub(super) enum Ended {
    Well,
    Badly(Option<u64>, String),
}

/// Why reading the output stopped.
enum Broken {
    Off,
    Nonsense,
    Silent,
    TooMuch,
    Io(io::Error),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Broken::Off,
            io::ErrorKind::TimedOut => Broken::Silent,
            io::ErrorKind::InvalidData => Broken::Nonsense,
            io::ErrorKind::FileTooLarge => Broken::TooMuch,
            _ => Broken::Io(error),
        }
    }
}

/// The output of a child.
pub(super) struct Frames<R> {
    pub(super) input: BufReader<R>,
    /// How many bytes of text may still come.
    pub(super) left: u64,
    pub(super) row: u64,
}

impl<R: Read> Frames<R> {
    fn byte(&mut self) -> Result<u8, Broken> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn number(&mut self, most: usize) -> Result<usize, Broken> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes)?;
        let number = u32::from_le_bytes(bytes) as usize;
        if number > most { Err(Broken::Nonsense) } else { Ok(number) }
    }

    /// Appends a text to `into`.
    fn text(&mut self, longest: usize, into: &mut Vec<u8>) -> Result<(), Broken> {
        let len = self.number(longest)?;
        // Each field costs its length as well.
        self.left = self.left.checked_sub(len as u64 + 4).ok_or(Broken::TooMuch)?;
        let start = into.len();
        into.resize(start + len, 0);
        self.input.read_exact(&mut into[start..])?;
        Ok(())
    }

    fn string(&mut self) -> Result<String, Broken> {
        let mut bytes = Vec::new();
        // Four bytes for each character of a fault.
        self.text(4 * LONGEST_NAME, &mut bytes)?;
        String::from_utf8(bytes).map_err(|_| Broken::Nonsense)
    }

    pub(super) fn read(
        &mut self,
        dialect: &Dialect,
        rows: &mut impl Rows,
        sink: &mut Sink<'_>,
    ) -> Result<Ended, ReadError> {
        let ended = match self.start() {
            Ok(Start::Columns(columns)) => {
                let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
                if !rows.header(None, &names)? {
                    return Ok(Ended::Well);
                }
                let misfits: Vec<(usize, &str)> = columns
                    .iter()
                    .enumerate()
                    .filter_map(|(index, (_, stored))| Some((index, rows.stored(index, Stored(stored)).err()?)))
                    .collect();
                for (index, wanted) in &misfits {
                    let stored = &columns[*index].1;
                    rows.fault(None, Some(*index), format!("the column has type {stored}; write it as {wanted}"));
                }
                if !misfits.is_empty() {
                    return Ok(Ended::Well);
                }
                self.rows(columns.len(), rows, sink)?
            }
            Ok(Start::Sheet) => match self.sheet(dialect, rows, sink)? {
                Some(ended) => ended,
                None => return Ok(Ended::Well),
            },
            Ok(Start::Sheets(names)) => {
                rows.sheets(&names);
                return Ok(Ended::Well);
            }
            Ok(Start::Fault(fault)) => Ok(Some(fault)),
            Err(broken) => Err(broken),
        };
        let row = (self.row > 0).then_some(self.row + 1);
        match ended {
            Ok(None) => Ok(Ended::Well),
            Ok(Some(fault)) => Ok(Ended::Badly(row, fault)),
            Err(Broken::Off) => Ok(Ended::Badly(row, String::new())),
            Err(Broken::Nonsense) => Ok(Ended::Badly(row, NONSENSE.to_owned())),
            Err(Broken::Silent) => Ok(Ended::Badly(row, "decoding the file took too long; write it again".to_owned())),
            Err(Broken::TooMuch) => {
                Ok(Ended::Badly(row, format!("the file unpacks to more than {} times its size", UNPACKED.1)))
            }
            Err(Broken::Io(error)) => Err(error.into()),
        }
    }

    fn start(&mut self) -> Result<Start, Broken> {
        match self.byte()? {
            COLUMNS => {}
            SHEET => return Ok(Start::Sheet),
            SHEETS => {
                let count = self.number(MOST_COLUMNS)?;
                return (0..count).map(|_| self.string()).collect::<Result<_, _>>().map(Start::Sheets);
            }
            FAULT => return self.string().map(Start::Fault),
            _ => return Err(Broken::Nonsense),
        }
        let count = self.number(MOST_COLUMNS)?;
        let columns: Result<_, Broken> = (0..count).map(|_| Ok((self.string()?, self.string()?))).collect();
        columns.map(Start::Columns)
    }

    /// Passes on every row, and returns the fault that the child found.
    fn rows(
        &mut self,
        columns: usize,
        rows: &mut impl Rows,
        sink: &mut Sink<'_>,
    ) -> Result<Result<Option<String>, Broken>, ReadError> {
        let mut block = Block::default();
        loop {
            match self.next(columns, &mut block) {
                Ok(None) => {}
                Ok(Some(END)) => return Ok(Ok(None)),
                Ok(Some(_)) => return Ok(self.string().map(Some)),
                Err(broken) => return Ok(Err(broken)),
            }
            let has_nul = block.has_nul();
            let passed_on = block.each(|fields| {
                self.row += 1;
                match has_nul.then(|| nul(fields, rows)).flatten() {
                    Some((index, what)) => {
                        rows.fault(Some(self.row), Some(index), what);
                        Ok(())
                    }
                    None => rows.row(self.row, fields, sink),
                }
            });
            match passed_on {
                Some(done) => done?,
                None => return Ok(Err(Broken::Nonsense)),
            }
        }
    }

    /// Passes on the rows of a sheet, which have the header among them. Nothing where no more of them are wanted.
    fn sheet(
        &mut self,
        dialect: &Dialect,
        rows: &mut impl Rows,
        sink: &mut Sink<'_>,
    ) -> Result<Option<Result<Option<String>, Broken>>, ReadError> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        rows.is_of_a_sheet();
        let mut shape = Shape::new(dialect, true, rows);
        if !shape.begin()? {
            return Ok(None);
        }
        loop {
            let row = match self.next_of_sheet(&mut bytes, &mut ends) {
                Ok(Next::Row(row)) => row,
                Ok(Next::Other(END)) => {
                    shape.end();
                    return Ok(Some(Ok(None)));
                }
                Ok(Next::Other(_)) => return Ok(Some(self.string().map(Some))),
                Err(broken) => return Ok(Some(Err(broken))),
            };
            let Some(fields) = fields(&bytes, &ends) else { return Ok(Some(Err(Broken::Nonsense))) };
            // A row without any cell is not written down.
            let is_after_gap = row > self.row + 1;
            self.row = row;
            if row <= u64::from(dialect.skip_lines) {
                continue;
            }
            if is_after_gap && !shape.record(row - 1, &[""], sink)? {
                return Ok(None);
            }
            match nul(&fields, shape.rows) {
                Some((_, what)) => shape.rows.fault(Some(row), None, what),
                None if shape.record(row, &fields, sink)? => {}
                None => return Ok(None),
            }
        }
    }

    /// Reads a row of a sheet: its number, and as many fields as it has.
    fn next_of_sheet(&mut self, bytes: &mut Vec<u8>, ends: &mut Vec<usize>) -> Result<Next, Broken> {
        match self.byte()? {
            ROW => {}
            other @ (END | FAULT) => return Ok(Next::Other(other)),
            _ => return Err(Broken::Nonsense),
        }
        let (row, columns) = (self.number(MOST_ROWS)?, self.number(MOST_COLUMNS)?);
        self.texts(columns, bytes, ends)?;
        Ok(Next::Row(row as u64))
    }

    fn texts(&mut self, count: usize, bytes: &mut Vec<u8>, ends: &mut Vec<usize>) -> Result<(), Broken> {
        bytes.clear();
        ends.clear();
        for _ in 0..count {
            self.text(LONGEST, bytes)?;
            ends.push(bytes.len());
        }
        Ok(())
    }

    /// Reads rows; returns the byte that begins something else.
    fn next(&mut self, columns: usize, block: &mut Block) -> Result<Option<u8>, Broken> {
        match self.byte()? {
            ROWS => {}
            other @ (END | FAULT) => return Ok(Some(other)),
            _ => return Err(Broken::Nonsense),
        }
        block.read(&mut self.input, columns, &mut self.left)?;
        Ok(None)
    }
}

/// What a file begins with.
enum Start {
    /// The names and types of its columns.
    Columns(Vec<(String, String)>),
    /// Rows of a sheet.
    Sheet,
    /// The names of sheets of which one has to be named.
    Sheets(Vec<String>),
    /// It has neither, and this is why.
    Fault(String),
}

/// What comes next of a sheet.
enum Next {
    /// A row of this number, from 1.
    Row(u64),
    Other(u8),
}

/// The fields of a row, unless they are no text.
fn fields<'b>(bytes: &'b [u8], ends: &[usize]) -> Option<Vec<&'b str>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut start = 0;
    ends.iter().map(|end| text.get(std::mem::replace(&mut start, *end)..*end)).collect()
}

/// The index of a field that contains a NUL byte, and what is wrong.
fn nul(fields: &[&str], rows: &impl Rows) -> Option<(usize, String)> {
    let index = fields.iter().position(|field| field.contains('\0'))?;
    let shown = rows.shown(&fields[index..=index]).unwrap_or_else(|| "the value".to_owned());
    Some((index, format!("{shown} contains a NUL byte; remove it")))
}
