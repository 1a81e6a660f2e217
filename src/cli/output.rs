//! The output of a command: results on standard output, the log on standard error.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::log_file::LogFile;
use crate::config::{Config, LogFormat};

/// The file that takes what a process without a terminal says, if it is one.
static FILE: OnceLock<Mutex<LogFile>> = OnceLock::new();

/// From here on what this process says, and its log, goes to a file.
pub fn say_to(path: &Path) -> io::Result<()> {
    FILE.get_or_init({
        let file = Mutex::new(LogFile::open(path)?);
        || file
    });
    Ok(())
}

/// Standard error, or the file in its place.
struct Errors;

impl Write for Errors {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match FILE.get() {
            Some(file) => file.lock().unwrap_or_else(PoisonError::into_inner).write(bytes),
            None => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a line to standard output. A closed pipe, as `head` leaves it, is not an error.
pub fn say(line: impl fmt::Display) {
    match FILE.get() {
        Some(_) => note(line),
        None => drop(writeln!(io::stdout().lock(), "{line}")),
    }
}

/// Writes a line to standard error. One that cannot be written, because its terminal is closed, ends nothing.
pub fn note(line: impl fmt::Display) {
    // In one piece, between the lines of other threads.
    let _ = Errors.write_all(format!("{line}\n").as_bytes());
}

/// Starts logging to standard error. Other crates are logged from `warn` on, whatever the level.
pub fn start_logging(config: &Config) {
    let filter = Targets::new().with_default(tracing::Level::WARN).with_target("bond", config.log_level);
    let registry = tracing_subscriber::registry().with(filter);
    // What cannot be written is lost; by default, that is printed, which panics where standard error is a closed terminal.
    let layer = tracing_subscriber::fmt::layer().with_writer(|| Errors).log_internal_errors(false);
    // A second call has no effect.
    let _ = match config.log_format {
        LogFormat::Text => {
            let layer = layer
                .with_ansi(FILE.get().is_none() && io::IsTerminal::is_terminal(&io::stderr()))
                .fmt_fields(fields());
            registry.with(layer).try_init()
        }
        LogFormat::Json => registry.with(layer.json().flatten_event(true)).try_init(),
    };
}

/// Writes each field of a log line on that line: what an error quotes may have line breaks, and somebody could write
/// lines of his own into the log with them.
fn fields() -> impl for<'w> FormatFields<'w> {
    debug_fn(|writer, field, value| match field.name() {
        "message" => write!(writer, "{}", one_line(&format!("{value:?}"))),
        name => write!(writer, "{name}={}", one_line(&format!("{value:?}"))),
    })
    .delimited(" ")
}

/// With line breaks and other control characters written as Rust writes them.
pub fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if breaks(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_cause_with_line_breaks_stays_on_its_line() {
        #[derive(Clone, Default)]
        struct Lines(Arc<Mutex<Vec<u8>>>);
        impl Write for Lines {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().expect("whole").write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let lines = Lines::default();
        let written = lines.clone();
        let layer = tracing_subscriber::fmt::layer().with_writer(move || lines.clone()).with_ansi(false);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer.fmt_fields(fields())), || {
            let cause = "no such table: it's \u{e9}\nERROR all is lost\r\u{1b}[31m\u{2028}x";
            let _span = tracing::error_span!("request", id = "0a").entered();
            tracing::error!(%cause, path = "/a\nb", rows = 7, "a request failed");
        });
        let text = String::from_utf8(written.0.lock().expect("whole").clone()).expect("text");
        let (_, line) = text.split_once("ERROR ").expect("the level");
        let cause = "no such table: it's \u{e9}\\nERROR all is lost\\r\\u{1b}[31m\\u{2028}x";
        let end = format!("a request failed cause={cause} path=\"/a\\nb\" rows=7\n");
        assert!(line.starts_with("request{id=\"0a\"}: ") && line.ends_with(&end), "{text}");
    }
}
