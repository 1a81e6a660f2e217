//! Views that users saved. The store does not read their filters and choices, which are as the page has them in its address.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::audit::{self, By, Entry};
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const VIEWS: OwnTable =
    OwnTable { name: "saved_view", most: 100, things: "saved views", advice: "delete one that you no longer open" };

/// What a view shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub name: String,
    /// The route of the screen, such as `user-dashboard`.
    pub screen: String,
    /// JSON.
    pub filters: String,
    pub blocks: String,
    /// Whether everybody sees it who may see the screen.
    pub shared: bool,
}

/// A view with whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    /// Whether it is the one that opens after signing in, of the user who asks.
    pub is_first: bool,
    pub view: View,
}

/// The views that the user ?1 sees: its own and those that are shared.
const SELECT: &str = "select saved_view.id, saved_view.user_id, login, name, screen, filters, blocks, shared,
                             first_view.view_id is not null
                      from saved_view join user on user.id = saved_view.user_id
                        left join first_view on first_view.view_id = saved_view.id and first_view.user_id = ?1
                      where (saved_view.user_id = ?1 or shared)";

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedView> {
    Ok(SavedView { id: row.get(0)?, user_id: row.get(1)?, login: row.get(2)?, is_first: row.get(8)?, view: view(row)? })
}

/// What a view says, from five columns.
fn view(row: &Row<'_>) -> rusqlite::Result<View> {
    Ok(View {
        name: row.get("name")?,
        screen: row.get("screen")?,
        filters: row.get("filters")?,
        blocks: row.get("blocks")?,
        shared: row.get("shared")?,
    })
}

/// Records what concerns others: that a view is shared, or no longer.
fn record(transaction: &Transaction<'_>, event: &str, view: &View, by: By<'_>) -> Result<(), StoreError> {
    let entry = Entry { subject: Some(&view.name), detail: Some(&view.screen), ..by.entry(event) };
    audit::append(transaction, &entry)
}

impl Store {
    /// Saves a view of a user, and returns its number.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_view(&self, user_id: i64, view: &View, by: By<'_>) -> Result<i64, StoreError> {
        let View { name, screen, filters, blocks, shared } = view;
        self.write(|transaction| {
            VIEWS.require_room(transaction, user_id)?;
            transaction.execute(
                "insert into saved_view (user_id, name, saved_at, screen, filters, blocks, shared)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![user_id, name, by.at, screen, filters, blocks, shared],
            )?;
            let id = transaction.last_insert_rowid();
            if *shared {
                record(transaction, "view_saved", view, by)?;
            }
            Ok(id)
        })
    }

    /// Saves a view of a user in place of what it was. Returns whether there was one.
    pub fn change_view(&self, user_id: i64, id: i64, view: &View, by: By<'_>) -> Result<bool, StoreError> {
        let View { name, screen, filters, blocks, shared } = view;
        self.write(|transaction| {
            let was_shared: Option<bool> = transaction
                .query_row(
                    "select shared from saved_view where id = ?1 and user_id = ?2",
                    params![id, user_id],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(was_shared) = was_shared else { return Ok(false) };
            transaction.execute(
                "update saved_view set name = ?2, saved_at = ?3, screen = ?4, filters = ?5, blocks = ?6, shared = ?7
                 where id = ?1",
                params![id, name, by.at, screen, filters, blocks, shared],
            )?;
            if *shared {
                record(transaction, "view_saved", view, by)?;
            } else if was_shared {
                // Others no longer see it.
                transaction
                    .execute("delete from first_view where view_id = ?1 and user_id <> ?2", params![id, user_id])?;
                record(transaction, "view_removed", view, by)?;
            }
            Ok(true)
        })
    }

    /// Removes a view of a user, or with `any_shared` a shared one of another. Returns whether there was one.
    pub fn remove_view(&self, user_id: i64, id: i64, any_shared: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = VIEWS.remove(transaction, (user_id, id), Others::shared(any_shared), view)?;
            if let Some(view) = removed.as_ref().filter(|view| view.shared) {
                record(transaction, "view_removed", view, by)?;
            }
            Ok(removed.is_some())
        })
    }

    /// The views that a user sees, by name.
    pub fn views(&self, user_id: i64) -> Result<Vec<SavedView>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} order by lower(name), saved_view.id"))?;
        let views = statement.query_map(params![user_id], from_row)?;
        Ok(views.collect::<Result<_, _>>()?)
    }

    /// A view that a user sees.
    pub fn view(&self, user_id: i64, id: i64) -> Result<Option<SavedView>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} and saved_view.id = ?2"))?;
        Ok(statement.query_row(params![user_id, id], from_row).optional()?)
    }

    /// The view that opens after a user has signed in.
    pub fn first_view(&self, user_id: i64) -> Result<Option<SavedView>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{SELECT} and first_view.view_id is not null"))?;
        Ok(statement.query_row(params![user_id], from_row).optional()?)
    }

    /// Makes a view the one that opens after the user has signed in. Returns whether the user sees it.
    pub fn set_first_view(&self, user_id: i64, id: i64) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let set = transaction.execute(
                "insert into first_view (user_id, view_id)
                 select ?1, id from saved_view where id = ?2 and (user_id = ?1 or shared)
                 on conflict (user_id) do update set view_id = excluded.view_id",
                params![user_id, id],
            )?;
            Ok(set > 0)
        })
    }

    /// Lets no view open after the user has signed in, if it is this one. Returns whether it was.
    pub fn unset_first_view(&self, user_id: i64, id: i64) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let unset = transaction
                .execute("delete from first_view where user_id = ?1 and view_id = ?2", params![user_id, id])?;
            Ok(unset > 0)
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

    fn view(name: &str, shared: bool) -> View {
        View {
            name: name.to_owned(),
            screen: "user-dashboard".to_owned(),
            filters: "{}".to_owned(),
            blocks: String::new(),
            shared,
        }
    }

    fn names(store: &Store, user: i64) -> Vec<String> {
        store.views(user).expect("read").into_iter().map(|saved| saved.view.name).collect()
    }

    #[test]
    fn views_are_private_unless_they_are_shared_and_are_changed_by_their_user() {
        let Users { store, ann, bob, .. } = &users();
        let private = store.add_view(*ann, &view("mine", false), By::from(2)).expect("saved");
        let shared = store.add_view(*ann, &view("Ours", true), By::from(3)).expect("saved");
        assert_eq!((names(store, *ann), names(store, *bob)), (vec!["mine".into(), "Ours".into()], vec!["Ours".into()]));
        assert_eq!(store.view(*bob, private).expect("read"), None);
        assert_eq!(store.view(*bob, shared).expect("read").map(|saved| saved.login), Some("ann".into()));
        for (user, id, changed) in [(bob, shared, false), (ann, shared, true), (ann, 99, false)] {
            assert_eq!(store.change_view(*user, id, &view("other", true), By::from(4)).expect("asked"), changed);
        }
        for (user, id, any_shared, removed) in [
            (bob, private, true, false),
            (bob, shared, false, false),
            (bob, shared, true, true),
            (ann, private, false, true),
        ] {
            assert_eq!(store.remove_view(*user, id, any_shared, By::from(5)).expect("asked"), removed);
        }
        // What is private is recorded nowhere.
        let lines = store.last_audit_lines(9).expect("read");
        let lines: Vec<(&str, Option<&str>)> = lines
            .iter()
            .filter(|line| line.event.starts_with("view_"))
            .map(|line| (line.event.as_str(), line.subject.as_deref()))
            .collect();
        assert_eq!(
            lines,
            [("view_removed", Some("other")), ("view_saved", Some("other")), ("view_saved", Some("Ours"))]
        );
    }

    #[test]
    fn one_view_opens_first_for_as_long_as_its_user_sees_it() {
        let Users { store, ann, bob, .. } = &users();
        let first = |user: &i64| store.first_view(*user).expect("read").map(|saved| saved.view.name);
        let private = store.add_view(*ann, &view("mine", false), By::from(2)).expect("saved");
        let shared = store.add_view(*ann, &view("ours", true), By::from(3)).expect("saved");
        assert_eq!((store.set_first_view(*bob, private).expect("asked"), first(bob)), (false, None));
        for user in [ann, bob] {
            assert!(store.set_first_view(*user, shared).expect("set"));
            assert_eq!(first(user).as_deref(), Some("ours"));
        }
        assert!(store.set_first_view(*ann, private).expect("set"));
        let of_ann: Vec<bool> = store.views(*ann).expect("read").iter().map(|saved| saved.is_first).collect();
        assert_eq!(of_ann, [true, false]);
        assert!(!store.unset_first_view(*ann, shared).expect("asked"), "another one is");
        assert!(store.unset_first_view(*ann, private).expect("asked"));
        assert_eq!((first(ann), first(bob).as_deref()), (None, Some("ours")));
        // Bob sees it no longer, and Ann still does.
        assert!(store.set_first_view(*ann, shared).expect("set"));
        assert!(store.change_view(*ann, shared, &view("ours", false), By::from(4)).expect("changed"));
        assert!(store.change_view(*ann, shared, &view("ours", true), By::from(5)).expect("changed"));
        assert_eq!((first(ann).as_deref(), first(bob)), (Some("ours"), None));
        assert!(store.remove_view(*ann, shared, false, By::from(6)).expect("removed"));
        assert_eq!(first(ann), None);
    }

    #[test]
    fn a_user_has_so_many_views_and_none_when_it_is_deleted() {
        let Users { store, ann, bob, .. } = &users();
        let add = || store.add_view(*ann, &view("ours", true), By::from(2));
        let all: Vec<_> = (0..VIEWS.most).map(|_| add().expect("saved")).collect();
        let last = *all.last().expect("some");
        let refused = add().expect_err("too many").to_string();
        assert!(refused.contains("100 saved views"), "{refused}");
        assert!(store.set_first_view(*bob, last).expect("set"));
        store.delete_user(*ann, By::from(3)).expect("deleted");
        assert!(names(store, *bob).is_empty() && store.first_view(*bob).expect("read").is_none());
    }
}
