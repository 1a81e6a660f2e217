//! Mappings that are kept by name, for loads to choose.
//!
//! A load takes the text when it is asked for, and the ledger keeps it: recovery uses the same, whatever becomes of the
//! name.

use serde::Deserialize;

use crate::store::audit::Entry;
use crate::store::loads::Kind;
use crate::store::mappings::SavedMapping;
use crate::store::{Store, StoreError};
use crate::warehouse::load::{Faults, MappingFile};
use crate::warehouse::suggest::OF_LOAD;

/// The longest text of a mapping, in bytes.
pub const LONGEST_MAPPING: usize = 128 * 1024;
/// The longest name.
const LONGEST_NAME: usize = 64;

/// Why a mapping could not be saved or chosen.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    #[error(
        "{0:?} is not a name of a mapping; take 1 to {LONGEST_NAME} small letters, digits, hyphens and underscores, such as \
         points-ledger"
    )]
    Name(String),
    #[error("the mapping is longer than {LONGEST_MAPPING} bytes")]
    TooLong,
    /// By line and column of the text.
    #[error("{}", .0.listed().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Faults),
    #[error("there is no mapping {0:?}; `bond mapping list` shows them")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a text may name a mapping.
pub fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(plain) && !text.starts_with(['-', '_'])
}

/// The mapping of this name as a file, for a load and for messages.
fn file(name: &str, text: String) -> MappingFile {
    MappingFile { name: format!("{name}.toml"), text }
}

/// Checks a mapping and saves it, in the place of the one with this name. `actor` is the login of the user; None for the
/// command line.
pub fn save(store: &Store, name: &str, text: &str, actor: Option<&str>, at: i64) -> Result<SavedMapping, MappingError> {
    if !is_name(name) {
        return Err(MappingError::Name(name.chars().take(80).collect()));
    }
    if text.len() > LONGEST_MAPPING {
        return Err(MappingError::TooLong);
    }
    file(name, text.to_owned()).parse().map_err(MappingError::Faults)?;
    let mapping = SavedMapping { name: name.to_owned(), saved_at: at, saved_by: actor.map(str::to_owned) };
    let subject = format!("mapping {name}");
    let entry = Entry { at, event: "mapping_saved", actor, subject: Some(&subject), ..Entry::default() };
    store.save_mapping(&mapping, text, &entry)?;
    Ok(mapping)
}

/// Removes a mapping. Loads that used it keep its text.
pub fn remove(store: &Store, name: &str, actor: Option<&str>, at: i64) -> Result<(), MappingError> {
    let subject = format!("mapping {name}");
    let entry = Entry { at, event: "mapping_removed", actor, subject: Some(&subject), ..Entry::default() };
    if store.remove_mapping(name, &entry)? { Ok(()) } else { Err(MappingError::Unknown(name.to_owned())) }
}

/// The mapping of this name, for a load.
pub fn named(store: &Store, name: &str) -> Result<MappingFile, MappingError> {
    let (_, text) = store.mapping(name)?.ok_or_else(|| MappingError::Unknown(name.chars().take(80).collect()))?;
    Ok(file(name, text))
}

/// How many of the latest loads are remembered by a proposal.
const REMEMBERED: usize = 50;

/// The part of a load's report with its mappings.
#[derive(Default, Deserialize)]
struct Report {
    #[serde(default)]
    mappings: Vec<MappingFile>,
}

/// The mappings by which a proposal knows files by their headers: those of the latest loads, the earliest first, and every
/// saved one.
pub fn known(store: &Store) -> Result<Vec<MappingFile>, MappingError> {
    let mut files = Vec::new();
    for load in store.published_loads()?.iter().rev().filter(|load| load.kind == Kind::Import).take(REMEMBERED) {
        let report = store.load_report(load.id)?.and_then(|report| serde_json::from_str::<Report>(&report).ok());
        let of_load = report.unwrap_or_default().mappings.into_iter();
        files.extend(of_load.map(|mapping| MappingFile { name: format!("{OF_LOAD}{}", load.id), ..mapping }));
    }
    files.reverse();
    for saved in store.mappings()? {
        files.extend(store.mapping(&saved.name)?.map(|(_, text)| file(&saved.name, text)));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_words() {
        for name in ["a", "points-ledger", "2026_email"] {
            assert!(is_name(name), "{name}");
        }
        for wrong in ["", "-a", "_", "A", "a b", "a/b", "a.toml", "ä", &"a".repeat(65)] {
            assert!(!is_name(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_mapping_with_faults_is_not_saved_and_each_fault_has_line_and_column() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let text = "[[file]]\nname = \"a.csv\"\n\n[[file.table]]\nname = \"nothing\"\n";
        let error = save(&store, "ledger", text, None, 1).expect_err("no such table").to_string();
        assert!(error.starts_with("ledger.toml:5:8: there is no table \"nothing\""), "{error}");
        let error = save(&store, "ledger", "[[file]\n", None, 1).expect_err("no TOML").to_string();
        assert!(error.starts_with("ledger.toml:1:"), "{error}");
        assert!(matches!(save(&store, "Ledger", text, None, 1), Err(MappingError::Name(_))));
        let long = "#".repeat(LONGEST_MAPPING + 1);
        assert!(matches!(save(&store, "ledger", &long, None, 1), Err(MappingError::TooLong)));
        assert_eq!(store.mappings().expect("read"), []);
        assert_eq!(store.last_audit_lines(9).expect("read"), []);
    }
}
