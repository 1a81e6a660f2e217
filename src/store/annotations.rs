//! What users noted at days of charts.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::audit::{self, By, Entry};
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const ANNOTATIONS: OwnTable =
    OwnTable { name: "annotation", most: 200, things: "annotations", advice: "delete one that is no longer needed" };

/// A day or a range of days with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The first day and the last: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    pub text: String,
    /// The id of a figure; None for all charts.
    pub metric: Option<String>,
    /// Whether everybody sees it who may see the figure.
    pub shared: bool,
}

/// An annotation with whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAnnotation {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    pub annotation: Annotation,
}

/// The annotations that the user ?1 sees: its own and those that are shared.
const SELECT: &str = "select annotation.id, user_id, login, starts, ends, text, metric, shared
                      from annotation join user on user.id = user_id where (user_id = ?1 or shared)";

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedAnnotation> {
    Ok(SavedAnnotation { id: row.get(0)?, user_id: row.get(1)?, login: row.get(2)?, annotation: said(row)? })
}

/// What an annotation says, from five columns.
fn said(row: &Row<'_>) -> rusqlite::Result<Annotation> {
    Ok(Annotation {
        starts: row.get("starts")?,
        ends: row.get("ends")?,
        text: row.get("text")?,
        metric: row.get("metric")?,
        shared: row.get("shared")?,
    })
}

/// Records what others see.
fn record(transaction: &Transaction<'_>, event: &str, said: &Annotation, by: By<'_>) -> Result<(), StoreError> {
    let Annotation { starts, ends, text, metric, .. } = said;
    let detail = format!("{starts} to {ends}, {}", metric.as_deref().unwrap_or("all charts"));
    audit::append(transaction, &Entry { subject: Some(text), detail: Some(&detail), ..by.entry(event) })
}

impl Store {
    /// Saves an annotation of a user, and returns its number.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_annotation(&self, user_id: i64, said: &Annotation, by: By<'_>) -> Result<i64, StoreError> {
        let Annotation { starts, ends, text, metric, shared } = said;
        self.write(|transaction| {
            ANNOTATIONS.require_room(transaction, user_id)?;
            transaction.execute(
                "insert into annotation (user_id, saved_at, starts, ends, text, metric, shared)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![user_id, by.at, starts, ends, text, metric, shared],
            )?;
            let id = transaction.last_insert_rowid();
            if *shared {
                record(transaction, "annotation_saved", said, by)?;
            }
            Ok(id)
        })
    }

    /// The annotations that a user sees, in order of days.
    pub fn annotations(&self, user_id: i64) -> Result<Vec<SavedAnnotation>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} order by starts, ends, annotation.id"))?;
        let annotations = statement.query_map(params![user_id], from_row)?;
        Ok(annotations.collect::<Result<_, _>>()?)
    }

    /// An annotation that a user sees.
    pub fn annotation(&self, user_id: i64, id: i64) -> Result<Option<SavedAnnotation>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} and annotation.id = ?2"))?;
        Ok(statement.query_row(params![user_id, id], from_row).optional()?)
    }

    /// Removes an annotation of a user, or with `any_shared` a shared one of another. Returns whether there was one.
    pub fn remove_annotation(&self, user_id: i64, id: i64, any_shared: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = ANNOTATIONS.remove(transaction, (user_id, id), Others::shared(any_shared), said)?;
            if let Some(said) = removed.as_ref().filter(|said| said.shared) {
                record(transaction, "annotation_removed", said, by)?;
            }
            Ok(removed.is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::users::NewUser;

    struct Users {
        _dir: tempfile::TempDir,
        store: Store,
        ann: i64,
        bob: i64,
    }

    fn users() -> Users {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let [ann, bob] = ["ann", "bob"].map(|login| {
            let user = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&user, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        });
        Users { _dir: dir, store, ann, bob }
    }

    fn on(day: &str, text: &str, shared: bool) -> Annotation {
        let (starts, ends) = (day.to_owned(), day.to_owned());
        Annotation { starts, ends, text: text.to_owned(), metric: Some("logins.totalLogins".to_owned()), shared }
    }

    fn texts(store: &Store, user: i64) -> Vec<String> {
        store.annotations(user).expect("read").into_iter().map(|saved| saved.annotation.text).collect()
    }

    #[test]
    fn annotations_are_private_unless_they_are_shared() {
        let Users { store, ann, bob, .. } = &users();
        let private = store.add_annotation(*ann, &on("2026-02-13", "mine", false), By::from(2)).expect("saved");
        let shared = store.add_annotation(*ann, &on("2026-02-12", "ours", true), By::from(3)).expect("saved");
        assert_eq!((texts(store, *ann), texts(store, *bob)), (vec!["ours".into(), "mine".into()], vec!["ours".into()]));
        assert_eq!(store.annotation(*bob, private).expect("read"), None);
        assert_eq!(store.annotation(*bob, shared).expect("read").map(|saved| saved.login), Some("ann".into()));
        for (user, id, any_shared, removed) in [
            (bob, private, true, false),
            (bob, shared, false, false),
            (bob, shared, true, true),
            (ann, private, false, true),
        ] {
            assert_eq!(store.remove_annotation(*user, id, any_shared, By::from(4)).expect("asked"), removed);
        }
        let lines = store.last_audit_lines(9).expect("read");
        let lines: Vec<(&str, Option<&str>)> = lines
            .iter()
            .filter(|line| line.event.starts_with("annotation_"))
            .map(|line| (line.event.as_str(), line.detail.as_deref()))
            .collect();
        let detail = Some("2026-02-12 to 2026-02-12, logins.totalLogins");
        assert_eq!(lines, [("annotation_removed", detail), ("annotation_saved", detail)]);
    }

    #[test]
    fn a_user_has_so_many_annotations_and_none_when_it_is_deleted() {
        let Users { store, ann, bob, .. } = &users();
        let add = || store.add_annotation(*ann, &on("2026-02-12", "ours", true), By::from(2));
        for _ in 0..ANNOTATIONS.most {
            add().expect("saved");
        }
        let refused = add().expect_err("too many").to_string();
        assert!(refused.contains("200 annotations"), "{refused}");
        store.delete_user(*ann, By::from(3)).expect("deleted");
        assert!(texts(store, *bob).is_empty());
    }
}
