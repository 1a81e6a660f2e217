//! Mappings that are kept by name. The store does not read them: `loads` checks what it saves.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::{Store, StoreError, audit};

/// A mapping without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedMapping {
    pub name: String,
    /// Seconds since 1970-01-01 UTC.
    pub saved_at: i64,
    /// The login of the user; null for the command line.
    pub saved_by: Option<String>,
}

fn saved(row: &Row<'_>) -> rusqlite::Result<SavedMapping> {
    Ok(SavedMapping { name: row.get(0)?, saved_at: row.get(1)?, saved_by: row.get(2)? })
}

impl Store {
    /// The mappings, by name.
    pub fn mappings(&self) -> Result<Vec<SavedMapping>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select name, saved_at, saved_by from mapping order by name")?;
        let mappings = statement.query_map([], saved)?;
        Ok(mappings.collect::<Result<_, _>>()?)
    }

    /// A mapping and its text.
    pub fn mapping(&self, name: &str) -> Result<Option<(SavedMapping, String)>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select name, saved_at, saved_by, text from mapping where name = ?1")?;
        Ok(statement.query_row([name], |row| Ok((saved(row)?, row.get(3)?))).optional()?)
    }

    /// Saves a mapping in the place of the one with this name, and appends the line to the audit log.
    pub fn save_mapping(&self, mapping: &SavedMapping, text: &str, entry: &audit::Entry<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into mapping (name, text, saved_at, saved_by) values (?1, ?2, ?3, ?4)
                 on conflict (name) do update set text = excluded.text, saved_at = excluded.saved_at,
                   saved_by = excluded.saved_by",
                params![mapping.name, text, mapping.saved_at, mapping.saved_by],
            )?;
            audit::append(transaction, entry)
        })
    }

    /// Removes a mapping, and appends the line to the audit log. Returns whether there was one.
    pub fn remove_mapping(&self, name: &str, entry: &audit::Entry<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            if transaction.execute("delete from mapping where name = ?1", [name])? == 0 {
                return Ok(false);
            }
            audit::append(transaction, entry)?;
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_saved_replaced_and_removed() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let entry = |event| audit::Entry { at: 5, event, subject: Some("ledger"), ..audit::Entry::default() };
        let mapping = |at, by: Option<&str>| SavedMapping {
            name: "ledger".to_owned(),
            saved_at: at,
            saved_by: by.map(str::to_owned),
        };
        store.save_mapping(&mapping(5, Some("ann")), "one", &entry("mapping_saved")).expect("saved");
        store.save_mapping(&mapping(7, None), "two", &entry("mapping_saved")).expect("replaced");
        assert_eq!(store.mappings().expect("read"), [mapping(7, None)]);
        assert_eq!(store.mapping("ledger").expect("read"), Some((mapping(7, None), "two".to_owned())));
        assert!(store.remove_mapping("ledger", &entry("mapping_removed")).expect("removed"));
        assert!(!store.remove_mapping("ledger", &entry("mapping_removed")).expect("nothing to remove"));
        assert_eq!(store.mapping("ledger").expect("read"), None);
        let events: Vec<String> = store.last_audit_lines(9).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(events, ["mapping_removed", "mapping_saved", "mapping_saved"]);
    }
}
