//! Saved plans in the store, which does not read their parts and groups.

use crate::store::saved::{OfUser, Resource, StoredTable, stored};

/// A score to reach by a day.
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

stored!(Plan { name, starts, ends, target, parts, members, shared });

impl Resource for Plan {
    const TABLE: StoredTable = StoredTable {
        name: "plan",
        order: "id desc",
        time_column: "saved_at",
        may_be_shared: true,
        most: 20,
        things: "plans",
        advice: "remove one that is over",
        added: "plan_saved",
        changed: "plan_saved",
        removed: "plan_removed",
    };
    type Owner = OfUser;
    type State = ();

    fn audited(&self) -> (&str, String) {
        let Plan { name, starts, ends, target, shared, .. } = self;
        let kind = if *shared { "shared" } else { "private" };
        (name, format!("{kind}: {starts} to {:.1} by {ends}", *target as f64 / 10.0))
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn is_recorded(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::audit::By;
    use crate::store::saved::tests::{Users, lines, lives, users};

    #[test]
    fn plans_are_kept_and_all_are_recorded() {
        let plan = |shared: bool| Plan {
            name: "Summer".to_owned(),
            starts: "2026-01-31".to_owned(),
            ends: "2026-06-30".to_owned(),
            target: 655,
            parts: "[]".to_owned(),
            members: "[]".to_owned(),
            shared,
        };
        lives(|_| (plan(false), ()));
        lives(|_| (plan(true), ()));
        let Users { store, ann, .. } = &users();
        store.add_saved(*ann, &plan(false), &(), By::from(2)).expect("saved");
        let detail = "private: 2026-01-31 to 65.5 by 2026-06-30".to_owned();
        assert_eq!(lines::<Plan>(store), [("plan_saved".to_owned(), detail)]);
    }
}
