//! Where the value of a setting came from, and why one is refused.

use std::fmt;
use std::path::PathBuf;

/// Where a setting's value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Its flag on the command line.
    Flag,
    /// Its environment variable.
    Environment,
    /// The file, at this line (from 1).
    File(PathBuf, usize),
    /// The default: it was not set.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag => f.write_str("flag"),
            Origin::Environment => f.write_str("environment"),
            Origin::File(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// Why clap refused a value, without the command line around it.
pub(super) fn reason(error: &clap::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}
