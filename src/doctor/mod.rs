//! Checks of a data directory and of the server on it, for `bond doctor`. They change nothing, and a server may run.
//!
//! `CHECKS` lists them, and what administrators are told of what some find (`features::notices`). Each gathers what it needs from a [`Subject`] and has a pure function that judges it.

mod backups;
mod certificate;
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
mod syslog;

use serde::Serialize;

pub use finding::{Finding, Level};
pub use subject::{Subject, Wanted};

use crate::i18n::{NoticeText, Notices};
use crate::modules::Module;

/// One check: a line of the report.
struct Check {
    name: &'static str,
    run: fn(&Subject) -> Finding,
    /// None if it is not what administrators are told.
    tells: Option<Tells>,
}

/// What administrators are told where a check finds something.
#[derive(Clone, Copy, Debug)]
pub struct Tells {
    /// Whether the finding is such.
    when: fn(&Subject, Level) -> bool,
    /// Who may see it, and the route of the page where it is mended.
    pub module: Module,
    pub route: &'static str,
    pub says: fn(&Notices) -> NoticeText,
}

impl Check {
    const fn new(name: &'static str, run: fn(&Subject) -> Finding) -> Check {
        Check { name, run, tells: None }
    }

    const fn tells(self, module: Module, route: &'static str, says: fn(&Notices) -> NoticeText) -> Check {
        Check { tells: Some(Tells { when: |_, level| level == Level::Problem, module, route, says }), ..self }
    }

    /// Of other findings than problems.
    const fn when(self, when: fn(&Subject, Level) -> bool) -> Check {
        match self.tells {
            Some(tells) => Check { tells: Some(Tells { when, ..tells }), ..self },
            None => self,
        }
    }
}

const DATA: &str = "admin/data";
const SYSTEM: &str = "admin/system";

/// Every check, in the order of the report.
const CHECKS: &[Check] = &[
    Check::new("settings", process::settings),
    Check::new("permissions", place::permissions),
    Check::new("file system", place::file_system),
    Check::new("space", place::space).tells(Module::Admin, SYSTEM, |texts| texts.space),
    Check::new("server", process::server),
    Check::new("versions", process::versions),
    Check::new("clock", process::clock),
    Check::new("descriptors", process::descriptors),
    Check::new("memory", process::memory),
    Check::new("certificate", certificate::certificate).tells(Module::Admin, SYSTEM, |texts| texts.certificate),
    Check::new("accounts", data::accounts),
    Check::new("single sign-on", sign_on::single_sign_on),
    Check::new("sign-ins", sign_on::sign_ins).tells(Module::Admin, "admin/audit", |texts| texts.sign_ins),
    Check::new("audit log", data::audit_log),
    Check::new("syslog", syslog::syslog).tells(Module::Admin, SYSTEM, |texts| texts.syslog),
    // A server that is busy cannot say how the data do, either.
    Check::new("warehouse", data::warehouse)
        .tells(Module::Admin, SYSTEM, |texts| texts.warehouse)
        .when(|subject, _| subject.has_met_damage()),
    Check::new("cluster", cluster::cluster),
    Check::new("mail", mail::mail),
    Check::new("freshness", data::freshness).tells(Module::Data, DATA, |texts| texts.freshness),
    // A note of a server's is of a load that was refused or has failed.
    Check::new("loads", data::loads).tells(Module::Data, DATA, |texts| texts.loads).when(|_, level| level > Level::Ok),
    Check::new("pulls", pulls::pulls)
        .tells(Module::Data, DATA, |texts| texts.pulls)
        .when(|subject, level| level == Level::Problem && pulls::is_for_good(subject)),
    Check::new("quarantine", data::quarantine)
        .tells(Module::Admin, SYSTEM, |texts| texts.quarantine)
        .when(|_, level| level > Level::Ok),
    // Who sets no time makes them otherwise.
    Check::new("backups", backups::backups)
        .tells(Module::Admin, "admin/backups", |texts| texts.backups)
        .when(|subject, level| level == Level::Problem && subject.config().backup_at.is_some()),
    Check::new("copies", copies::copies).tells(Module::Admin, "admin/backups", |texts| texts.copies),
    Check::new("retention", folders::retention),
    Check::new("inbox", folders::inbox),
    Check::new("reports", folders::reports),
];

/// What administrators are told by a check.
pub fn tells(check: &str) -> Option<&'static Tells> {
    CHECKS.iter().find(|known| known.name == check)?.tells.as_ref()
}

/// The names of the checks that tell administrators what they find.
pub fn conditions() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().filter(|check| check.tells.is_some()).map(|check| check.name)
}

/// Runs the checks of which administrators are told, and returns those that found such a thing.
pub fn to_tell(subject: &Subject) -> Vec<Line> {
    let found = |check: &Check| {
        let (tells, finding) = (check.tells?, (check.run)(subject));
        (tells.when)(subject, finding.level).then_some(Line { check: check.name, finding })
    };
    CHECKS.iter().filter_map(found).collect()
}

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
