//! Runs the queries of a load's mapping, and says where their rows came from.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::collect::{FeedFile, Mapped};
use super::queried::{Made, Queried, files_of};
use super::report::{ImportError, ImportOptions};
use crate::warehouse::mapping::{Mapping, Named, Query};
use crate::warehouse::progress::Progress;
use crate::warehouse::query::{Input, Run};
use crate::warehouse::read::{Faults, ReadError};

/// Runs each query of the files once. What is wrong is added to `faults`.
pub(super) fn run(
    files: &mut [FeedFile],
    queried: &[Queried],
    options: &ImportOptions,
    faults: &mut Faults,
    progress: &dyn Progress,
) -> Result<(), ImportError> {
    let mut made: Vec<(usize, Option<Arc<Made>>)> = Vec::new();
    for file in files {
        let Some(Mapped { mapping, at: (entry, _) }) = &file.mapped else { continue };
        let Some(query) = &mapping.files[*entry].query else { continue };
        let known = made.iter().find(|(known, _)| known == entry).map(|(_, made)| made.clone());
        let own = match known {
            Some(known) => known,
            None => {
                let own = run_one(query, mapping, queried, options, faults, progress)?.map(Arc::new);
                made.push((*entry, own.clone()));
                own
            }
        };
        let read = || query.tables.iter().flat_map(|named| files_of(named, queried));
        let mut hash = Sha256::new_with_prefix(&query.sql);
        read().for_each(|file| hash.update(&file.sha256));
        file.sha256 = super::collect::hexadecimal(&hash.finalize());
        file.len = read().map(|file| file.len).sum();
        file.made = own;
    }
    Ok(())
}

fn run_one(
    query: &Query,
    mapping: &Mapping,
    queried: &[Queried],
    options: &ImportOptions,
    faults: &mut Faults,
    progress: &dyn Progress,
) -> Result<Option<Made>, ImportError> {
    let input = |named: &Named| -> Vec<Input<'_>> {
        files_of(named, queried).into_iter().map(|file| Input::of(mapping, named, &file.path, &file.name)).collect()
    };
    let folder = options.keep_in.clone().unwrap_or_else(std::env::temp_dir);
    let run = Run {
        mapping: &mapping.name,
        query,
        tables: query.tables.iter().map(|named| (named, input(named))).collect(),
        decoder: &options.decoder,
        limits: options.query_limits,
        folder: &folder,
        progress,
    };
    let answer = run.answer(faults).map_err(|error| match error {
        ReadError::Io(source) => ImportError::Io { path: PathBuf::from(query.called()), source },
        ReadError::Warehouse(error) => error.into(),
    })?;
    for file in query.tables.iter().flat_map(|named| files_of(named, queried)) {
        let now = std::fs::metadata(&file.path);
        if !now.is_ok_and(|now| now.len() == file.len && now.modified().ok() == file.modified) {
            return Err(ImportError::Changed(file.path.clone()));
        }
    }
    let files: BTreeSet<&str> = run.tables.iter().flat_map(|(_, inputs)| inputs).map(|input| input.name).collect();
    let only = files.first().filter(|_| files.len() == 1).map(|name| (*name).to_owned());
    Ok(answer.map(|answer| Made { answer, only }))
}

/// Says of the faults of rows that queries made where these came from, if their columns `#line` and `#file` tell.
pub(super) fn add_origins(faults: &mut Faults, files: &[FeedFile]) {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for (file, made) in files.iter().filter_map(|file| Some((file, file.made.as_ref()?))) {
        // A query of several tables is one.
        if !named.insert(&file.name) {
            continue;
        }
        let mut wanted = BTreeSet::new();
        faults.each(|fault| wanted.extend(fault.line.filter(|_| fault.file == file.name)));
        if wanted.is_empty() {
            continue;
        }
        // Without them the fault is as true.
        let Ok(origins) = made.answer.origins(&wanted) else { continue };
        faults.each(|fault| {
            let row = fault.line.filter(|_| fault.file == file.name);
            let Some((line, of)) = row.and_then(|row| origins.get(&row)) else { return };
            if let Some(of) = of.as_ref().or(made.only.as_ref()) {
                fault.what += &format!("; the row comes from line {line} of {of}");
            }
        });
    }
}
