//! Makes the ledger agree with the warehouse when a process starts.

use std::collections::HashSet;
use std::fs;

use super::execute::{Outcome, event, keep, not_kept};
use super::files::{incoming_folder, kept_root, remove};
use super::{Kind, Load, LoadContext};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::loads::{Ending, State};
use crate::warehouse::{WarehouseError, counted};

/// Why the ledger could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReconcileError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
}

/// Decides about every load that an earlier process left unfinished: one with a batch in the warehouse is published;
/// one whose files are in the spool is queued again; any other has failed. Removes folders that belong to no load.
pub fn reconcile(parts: LoadContext<'_>) -> Result<(), ReconcileError> {
    let LoadContext { store, clock, data_dir, .. } = parts;
    let mut waiting = HashSet::new();
    for load in store.unfinished_loads()? {
        if settle(parts, &load)?.is_some() {
            continue;
        }
        let folder = load.folder.as_deref();
        if !load.kind.needs_files() || folder.is_some_and(|name| incoming_folder(data_dir, name).is_dir()) {
            store.set_load_state(load.id, State::Queued, clock.now())?;
            waiting.extend(folder.map(str::to_owned));
        } else {
            let message = match load.kind {
                Kind::Erase => "the process ended before the erasure was complete: erase the members again",
                _ => "the process ended before the load was published; nothing was changed: load the files again",
            };
            let ending = Ending { message: Some(message.to_owned()), ..Ending::default() };
            end(parts, &load, State::Failed, &ending, message)?;
        }
    }
    let is_known = |name: &str| waiting.contains(name);
    remove_others(&incoming_folder(data_dir, ""), is_known);
    let mut published = HashSet::new();
    for id in partial_ids(data_dir) {
        if store.load(id)?.is_some_and(|load| load.state == State::Published) {
            // It was complete when the load was published.
            if let Err(error) = keep(data_dir, id) {
                not_kept(id, &error);
            }
            published.insert(format!("{id}.partial"));
        }
    }
    remove_others(&kept_root(data_dir), |name| !name.ends_with(".partial") || published.contains(name));
    Ok(())
}

/// The loads whose copies are not marked as complete.
fn partial_ids(data_dir: &std::path::Path) -> Vec<i64> {
    let entries = fs::read_dir(kept_root(data_dir)).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".partial")?.parse().ok()).collect()
}

/// Writes an unfinished load down as published if the warehouse has its batch, and returns the outcome; None if it has
/// none.
pub fn settle(parts: LoadContext<'_>, load: &Load) -> Result<Option<Outcome>, ReconcileError> {
    let LoadContext { warehouse, data_dir, .. } = parts;
    if load.kind == Kind::Erase {
        // More follows on its batch.
        return Ok(None);
    }
    let Some((version, rows)) = warehouse.batch_of_load(load.id)? else {
        return Ok(None);
    };
    let mut text =
        format!("{}, data version {version}: published, and written down later", counted::rows(rows.unsigned_abs()));
    let ending = Ending { data_version: Some(version), rows: Some(rows), ..Ending::default() };
    end(parts, load, State::Published, &ending, &text)?;
    if let Err(error) = keep(data_dir, load.id) {
        text += &format!("\nwarning: {}", not_kept(load.id, &error));
    }
    if let Some(folder) = &load.folder {
        remove(&incoming_folder(data_dir, folder));
    }
    Ok(Some(Outcome { state: State::Published, text, is_input_at_fault: false }))
}

fn end(parts: LoadContext<'_>, load: &Load, state: State, ending: &Ending, detail: &str) -> Result<(), StoreError> {
    let subject = format!("load {}", load.id);
    let entry = Entry {
        at: parts.clock.now(),
        event: event(load.kind, state),
        actor: load.actor.as_deref(),
        subject: Some(&subject),
        detail: Some(detail),
        ..Entry::default()
    };
    parts.store.end_load(load.id, state, ending, &entry)
}

/// Removes the folders whose name is not wanted.
fn remove_others(folder: &std::path::Path, is_wanted: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_wanted(&entry.file_name().to_string_lossy()) {
            remove(&entry.path());
        }
    }
}
