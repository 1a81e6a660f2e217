//! Loading feed files: all or nothing, in one transaction.
//!
//! [`collect`] finds the files, [`stage`] reads them into temporary tables and checks every value, [`check`] checks
//! references and keys, which needs all files, and [`publish`] replaces rows and updates the derived tables in one
//! transaction. Readers see the data before the load or after it, never a part of it.

mod as_feed;
mod batch;
mod changed;
mod check;
mod collect;
mod copies;
mod dated;
mod erased;
mod expire;
mod headlines;
mod memberships;
mod misread;
mod named;
mod names;
mod program;
mod publish;
mod queried;
mod queries;
mod report;
mod rows;
mod settings;
mod stage;
mod stored;
mod undo;
mod unfilled;
mod zone;

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use super::commit::Writer;
use super::counted::counted;
use super::day::Day;
use super::mapping::{Mapping, Memory, matches_name};
use super::open::Warehouse;
use super::progress::{Phase, Progress};
use collect::{Collected, FeedFile, already_loaded, collect, digest};
use headlines::{compare, headlines};
use queried::Queried;
use stage::Staging;

pub use super::read::{Decoder, Fault, Faults, LeftOut};
pub use as_feed::AS_FEED;
pub use changed::ChangedDays;
pub use erased::{erase, tables_of_members};
pub use expire::{Expired, count_expired, expire, last_day};
pub use report::{
    Erased, FileReport, GroupMove, Headline, ImportError, ImportOptions, ImportReport, MappingFile, ReferenceReport,
    Replaced,
};
pub use undo::{forget_undo, has_old_undo, undo};
pub use unfilled::UNFILLED;
pub use zone::TIME_ZONE;

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
    work(warehouse, None, inputs, options, progress)
}

/// Reads the files and checks all that a load checks before it replaces rows, and changes nothing. None while somebody writes
/// to the warehouse.
///
/// # Errors
/// Those of [`import`].
pub fn rehearse(
    warehouse: &Warehouse,
    inputs: &[PathBuf],
    options: &ImportOptions,
    progress: &dyn Progress,
) -> Result<Option<ImportReport>, ImportError> {
    let Some(writer) = warehouse.free_writer()? else { return Ok(None) };
    work(warehouse, Some(writer), inputs, options, progress).map(Some)
}

/// A load, or its rehearsal by a writer that was free.
fn work(
    warehouse: &Warehouse,
    free: Option<Writer<'_>>,
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
    let Collected { mut files, mut queried, mappings, mut faults } =
        collect(inputs, options.mapping.as_ref(), options.source.as_deref())?;
    refuse_if_any(&mut faults, &files)?;
    if let Some(mapping) = mappings.iter().find(|mapping| mapping.hashes() && options.member_key.is_none()) {
        return Err(ImportError::NoKey(mapping.name.clone()));
    }
    // A load has one mapping.
    let mapping = mappings.first().map(Arc::as_ref);
    let tables = program::tables(&files, mapping);
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
    progress.start(Phase::Hashing, None);
    let of = (days, options.source.as_deref(), options.effective);
    let digest = digest(&mut files, &mut queried, &mappings, of, options.keep_in.as_deref(), progress)?;
    progress.finish();

    let rehearses = free.is_some();
    let writer = free.map_or_else(|| warehouse.writer(), Ok)?;
    // In another zone, the same files may have other days.
    if let Some(data_version) = already_loaded(&writer, &names, &digest)?
        && zone::makes_no_difference(&writer, &tables, &options.zone)?
    {
        return Ok(ImportReport { already_loaded: true, data_version, ..ImportReport::default() });
    }
    queries::run(&mut files, &queried, options, &mut faults, progress)?;
    refuse_if_any(&mut faults, &files)?;
    let files = files;
    let memory = RefCell::new(Memory::default());
    if !mappings.is_empty() {
        memory.borrow_mut().names = names::known(&writer)?;
    }
    let staging =
        Staging { connection: &writer, files: &files, tables: &tables, days, options, memory: &memory, mapping };
    let mut report = ImportReport { files: staging.read(&mut faults, progress)?, ..ImportReport::default() };
    report.time_zone = zone::of(&staging);
    report.warnings = unused(&mappings, &files, &queried);
    let alike = memory.borrow().alike();
    if alike > 0 {
        report.warnings.push(counted(
            alike as u64,
            [
                "hashed member id differs from another in capitals only; if they are the same member, add case = \"lower\"",
                "hashed member ids differ from another in capitals only; if they are the same members, add case = \"lower\"",
            ],
        ));
    }
    report.warnings.extend(misread::warnings(&files));
    let used = |mapping: &Arc<Mapping>| MappingFile { name: mapping.name.clone(), text: mapping.text.clone() };
    report.mappings = mappings.iter().map(used).collect();
    report.rows = report.files.iter().map(|file| file.rows).sum();
    // One bad row of a reference table would otherwise cause a fault in every row that refers to it.
    refuse_if_any(&mut faults, &files)?;
    let left_out = erased::leave_out(&staging, &options.erased)?;
    if left_out > 0 {
        let texts = ["row of erased members was left out", "rows of erased members were left out"];
        report.warnings.push(counted(left_out, texts));
    }
    report.warnings.extend(program::settle(&staging, &mut report.files, &mut faults)?);
    report.rows = report.files.iter().map(|file| file.rows).sum();
    refuse_if_any(&mut faults, &files)?;
    // Files of another form may name them in rows and columns that the mapping does not use.
    let may_name_them = !mappings.is_empty() && !options.erased.is_empty();
    if (left_out > 0 || may_name_them)
        && let Some(folder) = &options.keep_in
    {
        as_feed::replace(&staging, folder)?;
    }
    report.warnings.extend(check::doubtful(&staging)?);
    progress.start(Phase::Checking, None);
    check::check(&staging, &mut faults)?;
    progress.finish();
    refuse_if_any(&mut faults, &files)?;
    zone::require(&staging)?;
    if progress.is_cancelled() {
        return Err(ImportError::Cancelled);
    }
    report.unfilled = unfilled::of(&staging)?;
    if rehearses {
        publish::require_rows(&staging)?;
        return Ok(report);
    }

    let before = if options.check { headlines(&writer)? } else { Vec::new() };
    writer.execute_batch("begin")?;
    let published = publish::publish(&staging, &mut report, progress).and_then(|()| {
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

/// What the mappings describe and no file is named.
fn unused(mappings: &[Arc<Mapping>], files: &[FeedFile], queried: &[Queried]) -> Vec<String> {
    let mut warnings = Vec::new();
    for mapping in mappings {
        for described in mapping.files.iter().filter(|file| !file.ignore) {
            let line = described.line;
            let is_used = |file: &FeedFile| {
                let mapped = file.mapped.as_ref().filter(|mapped| Arc::ptr_eq(&mapped.mapping, mapping));
                mapped.is_some_and(|mapped| mapped.file().line == line)
            };
            let is_read = |name: &String| queried.iter().any(|file| matches_name(name, &file.name));
            if files.iter().any(is_used) || described.names.iter().any(is_read) {
                continue;
            }
            if let Some(query) = &described.query {
                let called = query.called();
                warnings.push(format!("{}:{line}: {called} is left out; the load has none of its files", mapping.name));
            } else {
                let names = described.names.join(" or ");
                warnings.push(format!("{}:{line}: there is no file {names}", mapping.name));
            }
        }
    }
    warnings
}

/// The faults, if there are any, ordered by file and line.
fn refuse_if_any(faults: &mut Faults, files: &[FeedFile]) -> Result<(), ImportError> {
    if faults.count == 0 {
        return Ok(());
    }
    // The name of a workbook stands before that of its sheet.
    let index = |fault: &Fault| files.iter().position(|file| fault.file.starts_with(&file.name));
    let mut faults = std::mem::take(faults);
    queries::add_origins(&mut faults, files);
    faults.sort_by_key(|fault| (index(fault), fault.line));
    Err(ImportError::Faults(faults))
}

#[cfg(test)]
mod tests;
