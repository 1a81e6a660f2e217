//! Saved views in the store, and the one that opens after signing in. The store does not read filters and choices, which are
//! as the page has them in its address.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::saved::{OfUser, Resource, Saved, StoredTable, stored};
use crate::store::{Store, StoreError};

/// A screen with its filters and the choices in its blocks.
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

stored!(View { name, screen, filters, blocks, shared });

impl Resource for View {
    const TABLE: StoredTable = StoredTable {
        name: "saved_view",
        order: "lower(name), id",
        time_column: "saved_at",
        may_be_shared: true,
        most: 100,
        things: "saved views",
        advice: "delete one that you no longer open",
        added: "view_saved",
        changed: "view_saved",
        removed: "view_removed",
    };
    type Owner = OfUser;
    type State = ();

    fn audited(&self) -> (&str, String) {
        (&self.name, self.screen.clone())
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn hide(transaction: &Transaction<'_>, saved: &Saved<View>) -> Result<(), StoreError> {
        let delete = "delete from first_view where view_id = ?1 and user_id <> ?2";
        transaction.execute(delete, params![saved.id, saved.owner.user_id])?;
        Ok(())
    }
}

impl Store {
    /// The view that opens after a user has signed in.
    ///
    /// # Errors
    /// If the store fails.
    pub fn first_view(&self, user_id: i64) -> Result<Option<Saved<View>>, StoreError> {
        let select = "select view_id from first_view where user_id = ?1";
        let id: Option<i64> =
            self.reader().prepare_cached(select)?.query_row([user_id], |row| row.get(0)).optional()?;
        id.map_or(Ok(None), |id| self.seen(user_id, id))
    }

    /// Makes a view the one that opens after the user has signed in. Returns whether the user sees it.
    ///
    /// # Errors
    /// If the store fails.
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
    ///
    /// # Errors
    /// If the store fails.
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
    use crate::store::audit::By;
    use crate::store::saved::Visible;
    use crate::store::saved::tests::{Users, lines, lives, users};

    fn view(name: &str, shared: bool) -> View {
        View {
            name: name.to_owned(),
            screen: "user-dashboard".to_owned(),
            filters: "{}".to_owned(),
            blocks: String::new(),
            shared,
        }
    }

    fn add(store: &Store, user: i64, name: &str, shared: bool) -> i64 {
        store.add_saved(user, &view(name, shared), &(), By::from(2)).expect("saved")
    }

    fn share(store: &Store, id: i64, shared: bool) -> bool {
        store.change_saved(id, &view("ours", shared), |_| true, |_| (), By::from(4)).expect("asked")
    }

    #[test]
    fn views_are_kept() {
        lives(|_| (view("mine", false), ()));
        lives(|_| (view("ours", true), ()));
    }

    #[test]
    fn users_see_their_own_views_and_shared_ones_and_the_audit_log_says_what_others_see() {
        let Users { store, ann, bob, .. } = &users();
        add(store, *ann, "mine", false);
        let shared = add(store, *ann, "Ours", true);
        let names = |user: i64| -> Vec<String> {
            let all = store.saved::<View>(Visible::To(user)).expect("read");
            all.into_iter().map(|saved| saved.item.name).collect()
        };
        assert_eq!((names(*ann), names(*bob)), (vec!["mine".into(), "Ours".into()], vec!["Ours".into()]));
        assert!(share(store, shared, false) && names(*bob).is_empty());
        let screen = "user-dashboard".to_owned();
        assert_eq!(
            lines::<View>(store),
            [("view_removed".to_owned(), screen.clone()), ("view_saved".to_owned(), screen)],
            "what is private is recorded nowhere"
        );
    }

    #[test]
    fn one_view_opens_first_for_as_long_as_its_user_sees_it() {
        let Users { store, ann, bob, .. } = &users();
        let first = |user: &i64| store.first_view(*user).expect("read").map(|saved| saved.item.name);
        let private = add(store, *ann, "mine", false);
        let shared = add(store, *ann, "ours", true);
        assert_eq!((store.set_first_view(*bob, private).expect("asked"), first(bob)), (false, None));
        for user in [ann, bob] {
            assert!(store.set_first_view(*user, shared).expect("set"));
            assert_eq!(first(user).as_deref(), Some("ours"));
        }
        assert!(store.set_first_view(*ann, private).expect("set"));
        assert_eq!(first(ann).as_deref(), Some("mine"));
        assert!(!store.unset_first_view(*ann, shared).expect("asked"), "another one is");
        assert!(store.unset_first_view(*ann, private).expect("asked"));
        assert_eq!((first(ann), first(bob).as_deref()), (None, Some("ours")));
        // Bob sees it no longer, and Ann still does.
        assert!(store.set_first_view(*ann, shared).expect("set"));
        assert!(share(store, shared, false) && share(store, shared, true));
        assert_eq!((first(ann).as_deref(), first(bob)), (Some("ours"), None));
        assert!(store.remove_saved::<View>(shared, |_| true, By::from(6)).expect("removed"));
        assert_eq!(first(ann), None);
    }
}
