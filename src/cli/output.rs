//! What a command writes: its answer to standard output, its log to standard error.

use std::fmt;
use std::io::{self, Write};

use time::OffsetDateTime;
use time::macros::format_description;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};

/// Writes a line to standard output. A reader that went away, as `head` does, is no fault.
pub fn say(line: impl fmt::Display) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Logs to standard error from here on. Other crates are heard from `warn` on, whatever the level.
pub fn start_logging(config: &Config) {
    let filter = Targets::new().with_default(tracing::Level::WARN).with_target("bond", config.log_level);
    let registry = tracing_subscriber::registry().with(filter);
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // A second start, which tests may make, keeps the first.
    let _ = match config.log_format {
        LogFormat::Text => registry.with(layer.with_ansi(io::IsTerminal::is_terminal(&io::stderr()))).try_init(),
        LogFormat::Json => registry.with(layer.json().flatten_event(true)).try_init(),
    };
}

/// A time in seconds since 1970-01-01 UTC as `2026-03-15 08:30`, in UTC; empty where no calendar has it.
pub fn minute(at: i64) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    OffsetDateTime::from_unix_timestamp(at).ok().and_then(|at| at.format(format).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_to_the_minute() {
        assert_eq!(minute(1_800_000_059), "2027-01-15 08:00");
        assert_eq!(minute(i64::MAX), "");
    }
}
