//! The first rows of a query, for a preview.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::detect::READ;
use crate::warehouse::load::ImportOptions;
use crate::warehouse::mapping::{Mapping, Named, Query, matches_name};
use crate::warehouse::query::{Input, QueryLimits, Run};
use crate::warehouse::read::{Fault, Faults, ReadError, Sample, sample_of};

/// How long the queries of a preview may take together.
pub(super) const TIME: Duration = Duration::from_secs(60);

/// How many bytes the result of each may have.
const BYTES: u64 = 1 << 30;

/// Runs a query over files with these names: its first rows, and what is wrong. None where none of its own is among them.
pub(super) fn first(
    mapping: &Mapping,
    query: &Query,
    files: &[(String, PathBuf)],
    options: &ImportOptions,
    until: Instant,
) -> Result<Option<(Sample, Vec<Fault>)>, ReadError> {
    let inputs = |named: &Named| -> Vec<Input<'_>> {
        let own = files.iter().filter(|(name, _)| matches_name(&named.file, name));
        own.map(|(name, path)| Input::of(mapping, named, path, name)).collect()
    };
    let tables: Vec<(&Named, Vec<Input<'_>>)> = query.tables.iter().map(|named| (named, inputs(named))).collect();
    let missing = tables.iter().filter(|(_, inputs)| inputs.is_empty()).map(|(named, _)| *named);
    let missing: Vec<Fault> = missing.map(|named| lacks(mapping, query, named)).collect();
    if missing.len() == tables.len() {
        return Ok(None);
    }
    if !missing.is_empty() {
        return Ok(Some((Sample::default(), missing)));
    }
    let mut faults = Faults::default();
    let time = until.saturating_duration_since(Instant::now());
    let limits = QueryLimits { time, bytes: BYTES, ..options.query_limits };
    let folder = std::env::temp_dir();
    let (decoder, mapping) = (&options.decoder, &*mapping.name);
    let run = Run { mapping, query, tables, decoder, limits, folder: &folder, progress: &() };
    let sample = match run.answer(&mut faults)? {
        Some(answer) => sample_of(&answer, READ)?,
        None => Sample::default(),
    };
    Ok(Some((sample, faults.listed())))
}

/// That there is no file of a table.
fn lacks(mapping: &Mapping, query: &Query, named: &Named) -> Fault {
    let what = format!("{}: the load has no file {}; add it to the load", query.called(), named.file);
    Fault { file: mapping.name.clone(), line: Some(query.line(named.line) as u64), column: None, what }
}
