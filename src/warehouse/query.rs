//! Queries of a mapping: SQL over the files of a load, run by a child process that can open nothing.
//!
//! The parent reads the files as it reads all others ([`send`]) and writes their rows to the child. The [`child`] has them as
//! tables, runs the SQL and writes the rows of the result. The parent keeps these ([`Answer`]) and checks them like the rows
//! of a file. It ends a child that takes too long or writes too much.

mod asked;
mod child;
mod send;

use std::io::{self, BufWriter, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::error::WarehouseError;
use super::progress::{Phase, Progress};
use super::read::{Answer, Fault, Faults, Killed, Most, ReadError};
use crate::platform::process::Pipe;
use crate::platform::{Ending, process};
pub use asked::QueryLimits;
pub(super) use asked::{Input, Run};
pub use child::answer;

/// The argument with which the executable runs a query.
const COMMAND: &str = "query";

impl Run<'_> {
    /// The rows that the query gives; None where faults were added, of its files or of itself.
    pub(in crate::warehouse) fn answer(&self, faults: &mut Faults) -> Result<Option<Answer>, ReadError> {
        #[cfg(test)]
        if matches!(self.decoder, super::read::Decoder::Thread) {
            return self.in_thread(faults);
        }
        let seconds = self.limits.time.as_secs() + self.bytes() / BYTES_A_SECOND;
        let mut command = self.decoder.command(COMMAND)?;
        command.arg(format!("--memory={}", self.limits.memory)).arg(format!("--seconds={seconds}"));
        // Not a folder of the data, should anything be written where the child runs.
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = Killed(command.spawn()?);
        let none = || io::Error::other("the child of a query has no input or no output");
        let input = child.0.stdin.take().ok_or_else(none)?;
        let output = child.0.stdout.take().ok_or_else(none)?;
        let broken = match self.exchange(input, output, faults)? {
            Given::Answer(answer) => return Ok(Some(answer)),
            Given::Faults => return Ok(None),
            Given::Broken => reason(child.0.wait()?),
        };
        self.fault(0, &broken, faults);
        Ok(None)
    }

    /// As [`Self::answer`], where there is no executable: without limits of the process.
    #[cfg(test)]
    fn in_thread(&self, faults: &mut Faults) -> Result<Option<Answer>, ReadError> {
        let ((input, to_child), (from_child, output)) = (io::pipe()?, io::pipe()?);
        let memory = self.limits.memory;
        std::thread::scope(|scope| {
            scope.spawn(move || answer(input, output, memory, || Ok(())));
            match self.exchange(to_child, from_child, faults)? {
                Given::Answer(answer) => Ok(Some(answer)),
                Given::Faults => Ok(None),
                Given::Broken => Err(io::Error::other("the thread of a query ended").into()),
            }
        })
    }

    /// The bytes of its files.
    fn bytes(&self) -> u64 {
        let len = |input: &Input<'_>| std::fs::metadata(input.path).map_or(0, |data| data.len());
        self.tables.iter().flat_map(|(_, inputs)| inputs).map(len).sum()
    }

    fn exchange(&self, input: impl Write, output: impl Read + Pipe, faults: &mut Faults) -> Result<Given, ReadError> {
        let before = faults.count;
        let mut input = BufWriter::with_capacity(64 * 1024, input);
        let sent = send::send(self, &mut input, faults).and_then(|()| Ok(input.flush()?));
        // The child reads on where its input is open.
        drop(input);
        match sent {
            // The child has ended, and wrote why.
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
            sent => sent?,
        }
        if faults.count > before {
            return Ok(Given::Faults);
        }
        self.progress.start(Phase::Querying(&self.query.name), None);
        let until = Instant::now() + self.limits.time;
        let mut stopped = None;
        let output = Awaited { output, until, progress: self.progress, stopped: &mut stopped };
        let most = Most { rows: self.limits.rows, bytes: self.limits.bytes };
        let kept = Answer::keep(output, most, self.folder);
        self.progress.finish();
        match (stopped, kept) {
            (Some(Stopped::Cancelled), _) => Err(WarehouseError::Cancelled.into()),
            (Some(Stopped::Late), _) => {
                let seconds = self.limits.time.as_secs();
                let what =
                    format!("it takes more than {seconds} seconds; does a join lack a column, or a recursion its end?");
                self.fault(0, &what, faults);
                Ok(Given::Faults)
            }
            (None, kept) => match kept? {
                Ok(answer) => Ok(Given::Answer(answer)),
                Err(None) => Ok(Given::Broken),
                Err(Some(what)) => {
                    let (line, what) = child::place(&what);
                    self.fault(line, what, faults);
                    Ok(Given::Faults)
                }
            },
        }
    }

    /// Adds what is wrong with the query, on a line of its SQL from 1, or 0 for all of it.
    fn fault(&self, line: usize, what: &str, faults: &mut Faults) {
        let line = Some(self.query.line(line) as u64);
        let what = format!("{}: {what}", self.query.called());
        faults.push(Fault { file: self.mapping.to_owned(), line, column: None, what });
    }
}

/// What became of a query.
enum Given {
    Answer(Answer),
    /// Faults were added.
    Faults,
    /// The output broke off.
    Broken,
}

/// So many bytes of files get another second of processor time, to become tables.
const BYTES_A_SECOND: u64 = 1 << 20;

/// Why a child ended before its output did.
fn reason(status: ExitStatus) -> String {
    match process::ending(status) {
        Ending::Time => "it takes too much processor time; does a join lack a column?".to_owned(),
        Ending::Memory => "it takes too much memory; join fewer rows, or load the files in parts".to_owned(),
        Ending::Crash(how) => format!("it crashed with {how}; write it in a simpler way"),
        Ending::Failed => format!("it failed ({status}); write it in a simpler way"),
    }
}

/// Why a parent waits no longer.
enum Stopped {
    Cancelled,
    Late,
}

/// The output of a child, until it is too late or nobody wants it.
struct Awaited<'a, R> {
    output: R,
    until: Instant,
    progress: &'a dyn Progress,
    stopped: &'a mut Option<Stopped>,
}

impl<R> Awaited<'_, R> {
    fn stop(&mut self, why: Stopped) -> io::Result<usize> {
        *self.stopped = Some(why);
        Err(io::Error::other("the output of a query is not awaited any longer"))
    }
}

impl<R: Read + Pipe> Read for Awaited<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        const STEP: Duration = Duration::from_millis(200);
        loop {
            if self.progress.is_cancelled() {
                return self.stop(Stopped::Cancelled);
            }
            if Instant::now() >= self.until {
                return self.stop(Stopped::Late);
            }
            match process::wait_readable(&self.output, STEP) {
                Ok(false) => {}
                Ok(true) => return self.output.read(into),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests;
