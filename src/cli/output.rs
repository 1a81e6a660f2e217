//! The output of a command: results on standard output, the log on standard error.

use std::fmt;
use std::io::{self, Write};

use time::OffsetDateTime;
use time::macros::format_description;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};

/// Writes a line to standard output. A closed pipe, as `head` leaves it, is not an error.
pub fn say(line: impl fmt::Display) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Starts logging to standard error. Other crates are logged from `warn` on, whatever the level.
pub fn start_logging(config: &Config) {
    let filter = Targets::new().with_default(tracing::Level::WARN).with_target("bond", config.log_level);
    let registry = tracing_subscriber::registry().with(filter);
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // A second call has no effect.
    let _ = match config.log_format {
        LogFormat::Text => registry.with(layer.with_ansi(io::IsTerminal::is_terminal(&io::stderr()))).try_init(),
        LogFormat::Json => registry.with(layer.json().flatten_event(true)).try_init(),
    };
}

/// A time in seconds since 1970-01-01 UTC as `2026-03-15 08:30`, in UTC; empty if it is outside the calendar.
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
