//! What users looked at in Insights, and their notes: for everybody or for themselves. The store does not read the keys.

use rusqlite::params;

use crate::store::audit::{self, By, Entry};
use crate::store::{Store, StoreError};

/// The most notes for everybody, and of a user alone; the oldest go first.
pub const MOST_SHARED: i64 = 2_000;
pub const MOST_OWN: i64 = 500;

/// What is said of a move or of something unusual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub key: String,
    pub dismissed: bool,
    pub note: String,
    /// Whether everybody sees it; otherwise only who said it.
    pub shared: bool,
}

/// A note, with who said it last and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedNote {
    /// The login of the user.
    pub login: String,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    pub note: Note,
}

impl Store {
    /// Keeps what a user says in place of what was said of the same before, by anybody if everybody sees it; with nothing to
    /// say, keeps nothing.
    pub fn note_insight(&self, user_id: i64, said: &Note, by: By<'_>) -> Result<(), StoreError> {
        let Note { key, dismissed, note, shared } = said;
        self.write(|transaction| {
            transaction.execute(
                "delete from insight_note where key = ?1 and shared = ?2 and (shared or user_id = ?3)",
                params![key, shared, user_id],
            )?;
            if *dismissed || !note.is_empty() {
                transaction.execute(
                    "insert into insight_note (key, shared, user_id, at, dismissed, note)
                     values (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![key, shared, user_id, by.at, dismissed, note],
                )?;
                transaction.execute(
                    "delete from insight_note where id in
                       (select id from insight_note where shared = ?1 and (shared or user_id = ?2)
                        order by at desc, id desc limit -1 offset ?3)",
                    params![shared, user_id, if *shared { MOST_SHARED } else { MOST_OWN }],
                )?;
            }
            let event = match (*dismissed, note.as_str()) {
                (true, _) => "insight_dismissed",
                (false, "") => "insight_restored",
                (false, _) => "insight_noted",
            };
            let detail = Some(if *shared { "for everybody" } else { "for its user" });
            audit::append(transaction, &Entry { subject: Some(key), detail, ..by.entry(event) })?;
            Ok(())
        })
    }

    /// The notes that a user sees: their own and those for everybody, the latest first.
    pub fn insight_notes(&self, user_id: i64) -> Result<Vec<SavedNote>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select key, dismissed, note, shared, login, at from insight_note join user on user.id = user_id
             where shared or user_id = ?1 order by at desc, insight_note.id desc",
        )?;
        let notes = statement.query_map(params![user_id], |row| {
            let note = Note { key: row.get(0)?, dismissed: row.get(1)?, note: row.get(2)?, shared: row.get(3)? };
            Ok(SavedNote { login: row.get(4)?, at: row.get(5)?, note })
        })?;
        Ok(notes.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::saved::tests::{Users, users};

    fn note(key: &str, dismissed: bool, note: &str, shared: bool) -> Note {
        Note { key: key.into(), dismissed, note: note.into(), shared }
    }

    /// Each with who said it: the key, what was noted, and whether all see it.
    fn seen(store: &Store, user: i64) -> Vec<(String, String, String, bool)> {
        let notes = store.insight_notes(user).expect("read");
        notes.into_iter().map(|saved| (saved.login, saved.note.key, saved.note.note, saved.note.shared)).collect()
    }

    #[test]
    fn of_notes_for_everybody_the_latest_counts_and_goes_with_its_user() {
        let Users { store, ann, bob, .. } = &users();
        let say = |user, said: &Note, at| store.note_insight(user, said, By::from(at)).expect("noted");
        say(*ann, &note("a", false, "why?", true), 10);
        say(*ann, &note("b", true, "", true), 11);
        say(*bob, &note("a", true, "a sale", true), 12);
        let first = store.insight_notes(*ann).expect("read").remove(0);
        assert_eq!(first, SavedNote { login: "bob".into(), at: 12, note: note("a", true, "a sale", true) });
        assert_eq!(seen(store, *ann).iter().map(|(_, key, ..)| key.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        say(*bob, &note("b", false, "", true), 13);
        assert_eq!(seen(store, *ann), [("bob".into(), "a".into(), "a sale".into(), true)]);
        let lines = store.last_audit_lines(4).expect("read");
        let events: Vec<&str> = lines.iter().map(|line| line.event.as_str()).collect();
        assert_eq!(events, ["insight_restored", "insight_dismissed", "insight_dismissed", "insight_noted"]);
        assert!(lines.iter().all(|line| line.detail.as_deref() == Some("for everybody")));
        store.delete_user(*bob, By::from(14)).expect("deleted");
        assert!(seen(store, *ann).is_empty());
    }

    #[test]
    fn an_own_note_is_beside_that_for_everybody_and_nobody_else_sees_it() {
        let Users { store, ann, bob, .. } = &users();
        let say = |user, said: &Note, at| store.note_insight(user, said, By::from(at)).expect("noted");
        say(*ann, &note("a", false, "a sale", true), 10);
        say(*bob, &note("a", true, "mine", false), 11);
        say(*ann, &note("a", true, "", false), 12);
        let of_all = ("ann".to_owned(), "a".to_owned(), "a sale".to_owned(), true);
        assert_eq!(seen(store, *bob), [("bob".into(), "a".into(), "mine".into(), false), of_all.clone()]);
        assert_eq!(seen(store, *ann), [("ann".into(), "a".into(), String::new(), false), of_all.clone()]);
        assert_eq!(store.last_audit_lines(1).expect("read")[0].detail.as_deref(), Some("for its user"));
        // What a user takes back for itself stays for all, and the other way round.
        say(*ann, &note("a", false, "", false), 13);
        assert_eq!(seen(store, *ann), [of_all]);
        say(*ann, &note("a", false, "", true), 14);
        assert_eq!(seen(store, *bob), [("bob".into(), "a".into(), "mine".into(), false)]);
        assert!(seen(store, *ann).is_empty());
    }

    #[test]
    fn the_oldest_notes_of_a_user_go_and_those_of_others_stay() {
        let Users { store, ann, bob, .. } = &users();
        let say = |user, said: &Note, at| store.note_insight(user, said, By::from(at)).expect("noted");
        say(*bob, &note("b", true, "", false), 1);
        say(*bob, &note("b", true, "", true), 1);
        for at in 0..MOST_OWN + 2 {
            say(*ann, &note(&format!("a{at}"), true, "", false), 2 + at);
        }
        let of_ann = seen(store, *ann);
        assert_eq!(of_ann.len() as i64, MOST_OWN + 1, "with the one for everybody");
        assert!(of_ann.iter().all(|(_, key, ..)| key != "a0" && key != "a1"));
        assert_eq!(seen(store, *bob).len(), 2);
    }
}
