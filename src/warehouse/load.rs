//! Loading feed files: all or nothing, in one transaction.
//!
//! [`collect`] finds the files, [`stage`] reads them into temporary tables and checks every value, [`check`] checks
//! references and keys, which needs all files, and [`publish`] replaces rows and updates the derived tables in one
//! transaction. Readers see the data before the load or after it, never a part of it.

mod check;
mod collect;
mod headlines;
mod publish;
mod report;
mod stage;
mod stored;
mod undo;

use std::path::PathBuf;

use super::day::Day;
use super::feed::Table;
use super::open::Warehouse;
use super::progress::Progress;
use collect::{FeedFile, already_loaded, collect, digest};
use headlines::{compare, headlines};
use stage::Staging;

pub use super::read::{Fault, Faults};
pub use report::{
    DERIVING, FileReport, Headline, ImportError, ImportOptions, ImportReport, REPLACING, ReferenceReport, Replaced,
};
pub use undo::undo;

/// Loads the given feed files and those in the given folders.
///
/// # Errors
/// Nothing is loaded then. The error names file, line and column of every fault, up to [`Faults::SHOWN`] of them.
pub fn import(
    warehouse: &Warehouse,
    inputs: &[PathBuf],
    options: &ImportOptions,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let days = match options.days {
        None => None,
        Some((from, to)) => match (Day::from_date(from), Day::from_date(to)) {
            (Some(first), Some(last)) if first <= last => Some((first, last)),
            _ => return Err(ImportError::Days(format!("{from}..{to}"))),
        },
    };
    let mut files = collect(inputs)?;
    let mut tables: Vec<&'static Table> = files.iter().map(|file| file.table).collect();
    tables.dedup_by_key(|table| table.name);
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
    progress.start("computing the digest of the files", None);
    let digest = digest(&mut files, days, options.keep_in.as_deref(), progress)?;
    progress.finish();
    let files = files;

    let writer = warehouse.writer()?;
    if let Some(data_version) = already_loaded(&writer, &names, &digest)? {
        return Ok(ImportReport { already_loaded: true, data_version, ..ImportReport::default() });
    }
    let staging = Staging { connection: &writer, files: &files, tables: &tables, days };
    let mut faults = Faults::default();
    let mut report = ImportReport { files: staging.read(&mut faults, progress)?, ..ImportReport::default() };
    report.rows = report.files.iter().map(|file| file.rows).sum();
    // One bad row of a reference table would otherwise cause a fault in every row that refers to it.
    refuse_if_any(&mut faults, &files)?;
    progress.start("checking references and keys", None);
    check::check(&staging, &mut faults)?;
    progress.finish();
    refuse_if_any(&mut faults, &files)?;
    if progress.is_cancelled() {
        return Err(ImportError::Cancelled);
    }

    let before = if options.check { headlines(&writer)? } else { Vec::new() };
    writer.execute_batch("begin")?;
    let published = publish::publish(&staging, options.allow_shrink, &mut report, progress).and_then(|()| {
        if options.check {
            report.headlines = compare(before, headlines(&writer)?);
            writer.roll_back();
        } else {
            report.data_version = writer.commit_batch("import", &names, &digest, report.rows, options.load)?;
        }
        Ok(())
    });
    if let Err(error) = published {
        writer.roll_back();
        return Err(error);
    }
    Ok(report)
}

/// The faults, if there are any, ordered by file and line.
fn refuse_if_any(faults: &mut Faults, files: &[FeedFile]) -> Result<(), ImportError> {
    if faults.count == 0 {
        return Ok(());
    }
    let index = |fault: &Fault| files.iter().position(|file| file.name == fault.file);
    let mut faults = std::mem::take(faults);
    faults.first.sort_by_key(|fault| (index(fault), fault.line));
    Err(ImportError::Faults(faults))
}

#[cfg(test)]
mod tests;
