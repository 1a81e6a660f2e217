//! Loads a published load again, from its copies in the spool.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::files::{kept_folder, remove};
use super::{Kind, Load, LoadContext, LoadOptions};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::warehouse::counted::rows;
use crate::warehouse::day::FactDays;
use crate::warehouse::load::{self, AS_FEED, ImportError, ImportOptions, ImportReport};
use crate::warehouse::mapping::time::TimeZone;

/// Why a load could not be run again.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Runs a load again that the warehouse lacks. The ledger has it as published already.
///
/// # Errors
/// The files are gone or damaged, or the load before it is missing too.
pub fn reload(parts: LoadContext<'_>, load: &Load) -> Result<(), ReloadError> {
    let base = parts.import_options(load.id)?;
    let complete = base.fact_days.yesterday();
    let report = match load.kind {
        Kind::Undo => load::undo(parts.warehouse, Some(load.id), complete, &())?,
        // The rows' bytes, and texts, follow once all loads are there.
        Kind::Erase => load::erase(parts.warehouse, &base.erased, complete, Some(load.id), &())?,
        Kind::Expire => {
            let before = LoadOptions::of(load)?.before.unwrap_or(FactDays::default().first);
            load::expire(parts.warehouse, before, complete, Some(load.id), &())?
        }
        Kind::Demo => match LoadOptions::of(load)?.demo {
            Some(demo) => demo.make(parts.warehouse, load.id, &())?,
            None => return Err(ImportError::Unfinished("no demo is given".to_owned()).into()),
        },
        Kind::Import | Kind::Check => {
            let zone = zone_of(parts, load)?.unwrap_or_else(|| base.zone.clone());
            from_copies(parts, load, ImportOptions { zone, ..base })?
        }
    };
    let detail = format!("{}, data version {}", rows(report.rows), report.data_version);
    let subject = format!("load {}", load.id);
    let entry = Entry {
        at: parts.clock.now(),
        event: "load_recovered",
        subject: Some(&subject),
        detail: Some(&detail),
        ..Entry::default()
    };
    Ok(parts.store.record(&entry)?)
}

/// The time zone by which the times of a load were read; None for a load without days and for those of older releases.
fn zone_of(parts: LoadContext<'_>, load: &Load) -> Result<Option<TimeZone>, StoreError> {
    let report = parts.store.load_report(load.id)?.unwrap_or_default();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap_or_default();
    Ok(report["timeZone"].as_str().and_then(|name| TimeZone::get(name).ok()))
}

fn from_copies(parts: LoadContext<'_>, load: &Load, base: ImportOptions) -> Result<ImportReport, ImportError> {
    let kept = kept_folder(parts.data_dir, load.id);
    let folder = parts.data_dir.join("tmp").join(format!("reload-{}", load.id));
    unpack(&kept, &folder)?;
    let LoadOptions { days, mapping, source, effective, .. } = LoadOptions::of(load)?;
    let options = ImportOptions {
        days: days.map(|days| (days.0, days.1)),
        // It was accepted once.
        allow_shrink: true,
        new_time_zone: true,
        fact_days: FactDays { ahead: u16::MAX, first: FactDays::default().first, ..base.fact_days },
        load: Some(load.id),
        mapping: mapping.filter(|_| !kept.join(AS_FEED).exists()),
        source,
        effective,
        ..base
    };
    let report = load::import(parts.warehouse, std::slice::from_ref(&folder), &options, &());
    remove(&folder);
    report
}

fn unpack(from: &Path, to: &Path) -> Result<(), ImportError> {
    let io = |path: &Path| {
        let path: PathBuf = path.to_owned();
        move |source| ImportError::Io { path, source }
    };
    remove(to);
    fs::create_dir_all(to).map_err(io(to))?;
    for entry in fs::read_dir(from).map_err(io(from))? {
        let path = entry.map_err(io(from))?.path();
        if path.file_name().is_some_and(|name| name == AS_FEED) {
            continue;
        }
        let name = path.file_stem().unwrap_or_default();
        let mut output = File::create(to.join(name)).map_err(io(to))?;
        let input = File::open(&path).map_err(io(&path))?;
        zstd::stream::copy_decode(input, &mut output).map_err(io(&path))?;
    }
    Ok(())
}
