//! What a check found.

use bytesize::ByteSize;
use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As it should be.
    Ok,
    /// Worth knowing; nothing is wrong.
    Note,
    /// Something is wrong, or soon will be.
    Problem,
}

impl Level {
    /// As it is shown.
    pub fn text(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Problem => "problem",
        }
    }
}

/// What a check found, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub level: Level,
    /// What is so.
    pub text: String,
    /// What to do about it; empty if nothing.
    pub todo: String,
}

impl Finding {
    pub(super) fn ok(text: impl Into<String>) -> Finding {
        Finding { level: Level::Ok, text: text.into(), todo: String::new() }
    }

    pub(super) fn note(text: impl Into<String>, todo: impl Into<String>) -> Finding {
        Finding { level: Level::Note, text: text.into(), todo: todo.into() }
    }

    pub(super) fn problem(text: impl Into<String>, todo: impl Into<String>) -> Finding {
        Finding { level: Level::Problem, text: text.into(), todo: todo.into() }
    }
}

/// In units of a thousand, as disks have them.
pub(super) fn size(bytes: u64) -> String {
    ByteSize(bytes).display().si().to_string()
}

/// A number with its noun: `1 load`, `2 loads`.
pub(super) fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A time span in words: `3 days`, `5 hours`, `1 minute`.
pub(super) fn span(seconds: i64) -> String {
    let (number, unit) = match seconds.max(0) {
        days @ 172_800.. => (days / 86_400, "day"),
        hours @ 7_200.. => (hours / 3_600, "hour"),
        minutes @ 120.. => (minutes / 60, "minute"),
        seconds => (seconds, "second"),
    };
    count(usize::try_from(number).unwrap_or_default(), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_with_their_units() {
        assert_eq!((span(1), span(119), span(120)), ("1 second".into(), "119 seconds".into(), "2 minutes".into()));
        assert_eq!((span(7_199), span(7_200)), ("119 minutes".into(), "2 hours".into()));
        assert_eq!((span(172_799), span(172_800)), ("47 hours".into(), "2 days".into()));
        assert_eq!((count(0, "load"), count(1, "load")), ("0 loads".into(), "1 load".into()));
        assert_eq!(size(1_500_000_000), "1.5 GB");
    }
}
