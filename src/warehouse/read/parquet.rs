//! Parquet files, decoded by a child process ([`decode`](super::decode)). Every value is read as text, so that the
//! checks are those of CSV. Errors name the number of the row instead of a line.

use std::io::{self, BufReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::decode::{COLUMNS, END, FAULT, LONGEST, LONGEST_NAME, MOST_COLUMNS, ROW};
use super::row::{ReadError, Rows, Sink};
use super::stored::Stored;

/// How long the child may be silent.
const SILENCE: Timespec = Timespec { tv_sec: 60, tv_nsec: 0 };

/// How much text a file may become: so many bytes, and so many for each of its own.
const UNPACKED: (u64, u64) = (64 << 20, 500);

/// The argument with which the executable decodes a file to its standard output.
const COMMAND: &str = "decode-parquet";

/// What decodes Parquet files.
#[derive(Clone, Debug, Default)]
pub enum Decoder {
    /// This executable, called with `decode-parquet`.
    #[cfg_attr(not(test), default)]
    This,
    /// Another executable of Bond, for processes that are not one.
    Executable(PathBuf),
    /// A thread, without limits.
    #[cfg(test)]
    #[default]
    Thread,
}

/// What the child wrote that it may not.
const NONSENSE: &str = "the decoder wrote nonsense";

/// Reads a file: the columns' names and types, then every row.
pub(super) fn read(path: &Path, decoder: &Decoder, rows: &mut impl Rows, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    if path.to_str().is_none_or(|text| text.contains(['*', '?', '[', ']', '{', '}'])) {
        let what = "the path of a Parquet file must be UTF-8 without * ? [ ] { }; rename the file or its folder";
        rows.fault(None, None, what.to_owned());
        return Ok(());
    }
    let len = std::fs::File::open(path)?.metadata()?.len();
    let most = UNPACKED.0.saturating_add(len.saturating_mul(UNPACKED.1));
    match decoder {
        #[cfg(test)]
        Decoder::Thread => {
            let (output, input) = io::pipe()?;
            std::thread::scope(|scope| {
                scope.spawn(|| super::decode::decode_parquet(path, input));
                let mut frames = Frames { input: BufReader::new(Timed(output)), left: most, row: 0 };
                frames.read(rows, sink).map(|ended| match ended {
                    Ended::Well => {}
                    Ended::Badly(row, what) => rows.fault(row, None, what),
                })
            })
        }
        Decoder::This => read_child(&own_executable()?, path, most, rows, sink),
        Decoder::Executable(executable) => read_child(executable, path, most, rows, sink),
    }
}

/// This executable, also after an upgrade has replaced its file.
fn own_executable() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() }
}

fn read_child(
    executable: &Path,
    path: &Path,
    most: u64,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let mut command = Command::new(executable);
    // See `child::command`.
    command.process_group(0);
    command.arg(COMMAND).arg(path.canonicalize()?).env_clear();
    // Where DuckDB is not part of the executable.
    if let Some(libraries) = std::env::var_os("LD_LIBRARY_PATH") {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut child = Killed(child);
    let output = child.0.stdout.take().ok_or_else(|| io::Error::other("the decoder has no output"))?;
    let mut frames = Frames { input: BufReader::with_capacity(64 * 1024, Timed(output)), left: most, row: 0 };
    match frames.read(rows, sink)? {
        Ended::Well => {}
        Ended::Badly(row, what) if what.is_empty() => {
            let status = child.0.wait()?;
            rows.fault(row, None, format!("the file is not readable as Parquet; write it again: {}", reason(status)));
        }
        Ended::Badly(row, what) => rows.fault(row, None, what),
    }
    Ok(())
}

/// Why a child ended before the file did.
fn reason(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        // SIGXCPU and SIGKILL are sent at the limits of time.
        Some(24 | 9) => "decoding it took too long".to_owned(),
        Some(signal) => format!("decoding it crashed with signal {signal}"),
        None => format!("decoding it failed ({status})"),
    }
}

/// A child that does not outlive its reader.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Fails where nothing comes for too long.
struct Timed<R>(R);

impl<R: Read + AsFd> Read for Timed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        match poll(&mut fds, Some(&SILENCE)) {
            Ok(0) => Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => self.0.read(into),
            Err(error) => Err(error.into()),
        }
    }
}

/// How the output of a child ended: a fault of the file has the row and what is wrong. An empty text means that the
/// output broke off.
enum Ended {
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
            _ => Broken::Io(error),
        }
    }
}

/// The output of a child.
struct Frames<R> {
    input: BufReader<R>,
    /// How many bytes of text may still come.
    left: u64,
    row: u64,
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

    fn read(&mut self, rows: &mut impl Rows, sink: &mut Sink<'_>) -> Result<Ended, ReadError> {
        let ended = match self.columns() {
            Ok(Ok(columns)) => {
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
            Ok(Err(fault)) => Ok(Some(fault)),
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

    /// The names and types of the columns, or the fault of a file that has none.
    fn columns(&mut self) -> Result<Result<Vec<(String, String)>, String>, Broken> {
        match self.byte()? {
            COLUMNS => {}
            FAULT => return Ok(Err(self.string()?)),
            _ => return Err(Broken::Nonsense),
        }
        let count = self.number(MOST_COLUMNS)?;
        (0..count).map(|_| Ok((self.string()?, self.string()?))).collect::<Result<_, _>>().map(Ok)
    }

    /// Passes on every row, and returns the fault that the child found.
    fn rows(
        &mut self,
        columns: usize,
        rows: &mut impl Rows,
        sink: &mut Sink<'_>,
    ) -> Result<Result<Option<String>, Broken>, ReadError> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        loop {
            match self.next(columns, &mut bytes, &mut ends) {
                Ok(None) => {}
                Ok(Some(END)) => return Ok(Ok(None)),
                Ok(Some(_)) => return Ok(self.string().map(Some)),
                Err(broken) => return Ok(Err(broken)),
            }
            self.row += 1;
            let Ok(text) = std::str::from_utf8(&bytes) else { return Ok(Err(Broken::Nonsense)) };
            let mut fields = Vec::with_capacity(columns);
            let mut start = 0;
            for end in &ends {
                let Some(field) = text.get(start..*end) else { return Ok(Err(Broken::Nonsense)) };
                fields.push(field);
                start = *end;
            }
            match fields.iter().position(|field| field.contains('\0')) {
                Some(index) => {
                    let shown = rows.shown(&fields[index..=index]).unwrap_or_else(|| "the value".to_owned());
                    rows.fault(Some(self.row), Some(index), format!("{shown} contains a NUL byte; remove it"));
                }
                None => rows.row(self.row, &fields, sink)?,
            }
        }
    }

    /// Reads a row; returns the byte that begins something else.
    fn next(&mut self, columns: usize, bytes: &mut Vec<u8>, ends: &mut Vec<usize>) -> Result<Option<u8>, Broken> {
        bytes.clear();
        ends.clear();
        match self.byte()? {
            ROW => {}
            other @ (END | FAULT) => return Ok(Some(other)),
            _ => return Err(Broken::Nonsense),
        }
        for _ in 0..columns {
            self.text(LONGEST, bytes)?;
            ends.push(bytes.len());
        }
        Ok(None)
    }
}
