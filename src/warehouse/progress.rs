//! Progress of a long step.

use std::fmt;

/// A step of long work. What follows from a step, such as the state of a load, follows from this and never from its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// The digest of a load's files is computed, and copies of them are written.
    Hashing,
    /// The file of this name is read.
    Reading(&'a str),
    /// The query of this name of a mapping is run.
    Querying(&'a str),
    /// References and keys are checked.
    Checking,
    /// Rows are replaced.
    Replacing,
    /// Derived tables are updated.
    Deriving,
    /// The last load is taken back.
    Undoing,
    /// Old facts are dropped.
    Expiring,
    /// Members are erased.
    Erasing,
    /// The warehouse is written anew, without what was erased.
    Compacting,
    /// Members, offers and campaigns of a demo are drawn.
    Drawing,
    /// What members of a demo do is drawn, month by month.
    DrawingMonths,
    /// The derived tables of a demo are filled.
    DerivingDemo,
    /// A backup is copied.
    Copying,
    /// The copy of a backup is checked.
    CheckingCopy,
    /// A backup is compressed and read back.
    Compressing,
    /// A backup is unpacked.
    Unpacking,
    /// What a backup had is checked.
    CheckingBackup,
    /// A step of another process, which sent its text.
    Elsewhere(&'a str),
}

impl fmt::Display for Phase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Hashing => "computing the digest of the files",
            Phase::Reading(name) => return write!(f, "reading {name}"),
            Phase::Querying(name) => return write!(f, "running query {name}"),
            Phase::Checking => "checking references and keys",
            Phase::Replacing => "replacing rows",
            Phase::Deriving => "updating derived tables",
            Phase::Undoing => "taking the last load back",
            Phase::Expiring => "dropping old facts",
            Phase::Erasing => "erasing members",
            Phase::Compacting => "compacting the data",
            Phase::Drawing => "Members, offers and campaigns",
            Phase::DrawingMonths => "Months of activity",
            Phase::DerivingDemo => "Derived tables",
            Phase::Copying => "copying accounts and data",
            Phase::CheckingCopy => "checking the copy",
            Phase::Compressing => "compressing and reading back",
            Phase::Unpacking => "unpacking",
            Phase::CheckingBackup => "checking accounts and data",
            Phase::Elsewhere(text) => text,
        })
    }
}

/// Receives the progress of a long step. `()` ignores it.
pub trait Progress: Sync {
    /// A step begins. `total` is in the units of [`Progress::advance`], where known.
    fn start(&self, phase: Phase<'_>, total: Option<u64>);
    /// `done` more units are complete: rows, unless the step counts something else.
    fn advance(&self, done: u64);
    /// The step ends.
    fn finish(&self);
    /// Whether whoever waits wants the work to stop. It is asked between rows and between steps.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Progress for () {
    fn start(&self, _stage: Phase<'_>, _total: Option<u64>) {}
    fn advance(&self, _done: u64) {}
    fn finish(&self) {}
}
