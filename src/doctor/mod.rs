//! Checks of a data directory and of the server on it, for `bond doctor`. They change nothing, and a server may run.
//!
//! [`CHECKS`] lists them. Each gathers what it needs from a [`Subject`] and has a pure function that judges it.

mod backups;
mod cluster;
mod copies;
mod data;
mod finding;
mod folders;
mod mail;
mod place;
mod process;
mod pulls;
mod sign_on;
mod subject;

use serde::Serialize;

pub use finding::{Finding, Level};
pub use subject::{Subject, Wanted};

/// One check: a line of the report.
struct Check {
    name: &'static str,
    run: fn(&Subject) -> Finding,
}

/// Every check, in the order of the report. The dates of certificates get a line here when Bond speaks TLS itself.
const CHECKS: &[Check] = &[
    Check { name: "settings", run: process::settings },
    Check { name: "permissions", run: place::permissions },
    Check { name: "file system", run: place::file_system },
    Check { name: "space", run: place::space },
    Check { name: "server", run: process::server },
    Check { name: "versions", run: process::versions },
    Check { name: "clock", run: process::clock },
    Check { name: "descriptors", run: process::descriptors },
    Check { name: "memory", run: process::memory },
    Check { name: "accounts", run: data::accounts },
    Check { name: "single sign-on", run: sign_on::single_sign_on },
    Check { name: "audit log", run: data::audit_log },
    Check { name: "warehouse", run: data::warehouse },
    Check { name: "cluster", run: cluster::cluster },
    Check { name: "mail", run: mail::mail },
    Check { name: "freshness", run: data::freshness },
    Check { name: "loads", run: data::loads },
    Check { name: "pulls", run: pulls::pulls },
    Check { name: "quarantine", run: data::quarantine },
    Check { name: "backups", run: backups::backups },
    Check { name: "copies", run: copies::copies },
    Check { name: "retention", run: folders::retention },
    Check { name: "inbox", run: folders::inbox },
    Check { name: "reports", run: folders::reports },
];

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The name of the check.
    pub check: &'static str,
    /// What it found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// Runs every check.
pub fn run(subject: &Subject) -> Vec<Line> {
    lines(subject).collect()
}

/// As [`run`], one check after the other.
pub fn lines(subject: &Subject) -> impl Iterator<Item = Line> {
    CHECKS.iter().map(|check| Line { check: check.name, finding: (check.run)(subject) })
}
