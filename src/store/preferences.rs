//! What users have set for themselves, as JSON. Its shape is checked where it comes in.

use rusqlite::{OptionalExtension, params};
use serde::Deserialize;

use super::{Store, StoreError};
use crate::i18n::language::Language;

impl Store {
    /// The language that a user has chosen; None if it has chosen none that this release has.
    pub fn language(&self, user_id: i64) -> Result<Option<Language>, StoreError> {
        #[derive(Deserialize)]
        struct Chosen {
            language: Option<Language>,
        }
        let document = self.preferences(user_id)?;
        Ok(document.and_then(|text| serde_json::from_str::<Chosen>(&text).ok()?.language))
    }

    /// The preferences of a user; None if it has set none.
    pub fn preferences(&self, user_id: i64) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select document from preferences where user_id = ?1")?;
        Ok(statement.query_row(params![user_id], |row| row.get(0)).optional()?)
    }

    /// Sets the preferences of a user.
    pub fn set_preferences(&self, user_id: i64, document: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into preferences (user_id, document) values (?1, ?2)
                 on conflict (user_id) do update set document = excluded.document",
                params![user_id, document],
            )?;
            Ok(())
        })
    }
}
