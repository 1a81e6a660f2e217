//! Plans that users saved. The store does not read their parts and groups, which are JSON.

use rusqlite::{Row, params};

use super::audit::{self, By, Entry};
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const PLANS: OwnTable = OwnTable { name: "plan", most: 20, things: "plans", advice: "remove one that is over" };

/// What a plan says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub name: String,
    /// The day whose score it begins with, and the one by which the target is to be reached: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    /// Tenths of a point.
    pub target: i64,
    /// JSON.
    pub parts: String,
    pub members: String,
    /// Whether everybody sees it who may see plans.
    pub shared: bool,
}

/// A plan with whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPlan {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    pub plan: Plan,
}

const SELECT: &str = "select plan.id, user_id, login, name, starts, ends, target, parts, members, shared
                      from plan join user on user.id = user_id";

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedPlan> {
    let plan = Plan {
        name: row.get(3)?,
        starts: row.get(4)?,
        ends: row.get(5)?,
        target: row.get(6)?,
        parts: row.get(7)?,
        members: row.get(8)?,
        shared: row.get(9)?,
    };
    Ok(SavedPlan { id: row.get(0)?, user_id: row.get(1)?, login: row.get(2)?, plan })
}

impl Store {
    /// Saves a plan of a user, and returns its number.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_plan(&self, user_id: i64, plan: &Plan, by: By<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            PLANS.require_room(transaction, user_id)?;
            let Plan { name, starts, ends, target, parts, members, shared } = plan;
            transaction.execute(
                "insert into plan (user_id, name, saved_at, starts, ends, target, parts, members, shared)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![user_id, name, by.at, starts, ends, target, parts, members, shared],
            )?;
            let id = transaction.last_insert_rowid();
            let kind = if *shared { "shared" } else { "private" };
            let detail = format!("{kind}: {} to {:.1} by {ends}", starts, *target as f64 / 10.0);
            audit::append(
                transaction,
                &Entry { subject: Some(name), detail: Some(&detail), ..by.entry("plan_saved") },
            )?;
            Ok(id)
        })
    }

    /// The plans that a user sees: its own and those that are shared, the latest first.
    pub fn plans(&self, user_id: i64) -> Result<Vec<SavedPlan>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached(&format!("{SELECT} where user_id = ?1 or shared order by plan.id desc"))?;
        let plans = statement.query_map(params![user_id], from_row)?;
        Ok(plans.collect::<Result<_, _>>()?)
    }

    /// Removes a plan of a user, or with `any_shared` a shared one of another. Returns whether there was one.
    pub fn remove_plan(&self, user_id: i64, id: i64, any_shared: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed: Option<String> =
                PLANS.remove(transaction, (user_id, id), Others::shared(any_shared), |row| row.get("name"))?;
            if let Some(name) = &removed {
                audit::append(transaction, &Entry { subject: Some(name), ..by.entry("plan_removed") })?;
            }
            Ok(removed.is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::users::NewUser;

    fn plan(name: &str, shared: bool) -> Plan {
        Plan {
            name: name.to_owned(),
            starts: "2026-01-31".to_owned(),
            ends: "2026-06-30".to_owned(),
            target: 655,
            parts: "[]".to_owned(),
            members: "[]".to_owned(),
            shared,
        }
    }

    #[test]
    fn plans_are_private_unless_they_are_shared() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let user = |login| {
            let new = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&new, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        };
        let (ann, bob) = (user("ann"), user("bob"));
        let private = store.add_plan(ann, &plan("mine", false), By::from(2)).expect("saved");
        let shared = store.add_plan(ann, &plan("ours", true), By::from(3)).expect("saved");
        let names = |user| -> Vec<String> {
            store.plans(user).expect("read").into_iter().map(|saved| saved.plan.name).collect()
        };
        assert_eq!((names(ann), names(bob)), (vec!["ours".to_owned(), "mine".to_owned()], vec!["ours".to_owned()]));
        assert_eq!(store.plans(bob).expect("read")[0].login, "ann");
        for (user, id, any_shared, removed) in [
            (bob, private, true, false),
            (bob, shared, false, false),
            (bob, shared, true, true),
            (ann, private, false, true),
        ] {
            assert_eq!(store.remove_plan(user, id, any_shared, By::from(4)).expect("asked"), removed);
        }
        let lines = store.last_audit_lines(9).expect("read");
        let events: Vec<&str> = lines.iter().map(|line| line.event.as_str()).take(4).collect();
        assert_eq!(events, ["plan_removed", "plan_removed", "plan_saved", "plan_saved"]);
        assert_eq!(lines[2].detail.as_deref(), Some("shared: 2026-01-31 to 65.5 by 2026-06-30"));
    }

    #[test]
    fn a_user_has_so_many_plans_and_none_when_it_is_deleted() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let new = NewUser { login: "ann", first_name: "Ann", password_hash: "x", roles: &[] };
        store.add_user(&new, 1).expect("added");
        let ann = store.user_by_login("ann").expect("read").expect("added").id;
        for _ in 0..PLANS.most {
            store.add_plan(ann, &plan("ours", true), By::from(2)).expect("saved");
        }
        let refused = store.add_plan(ann, &plan("ours", true), By::from(2)).expect_err("too many").to_string();
        assert!(refused.contains("20 plans"), "{refused}");
        store.delete_user(ann, By::from(3)).expect("deleted");
        assert!(store.plans(ann).expect("read").is_empty());
    }
}
