//! Targets in the store.

use rusqlite::Row;

use crate::groupings::Grouping;
use crate::store::StoreError;
use crate::store::saved::{Columns, OfProgram, Resource, Saved, Stored, StoredTable, value};

/// A target as somebody entered it.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetEntry {
    /// The id of a figure of a card, or `score`.
    pub metric: String,
    /// Whether it is of a year and not of a month.
    pub yearly: bool,
    /// yyyy-mm of a month. yyyy of a year: the calendar year that the program's year begins in.
    pub starts: String,
    /// Whether it is also of each month or year after it.
    pub repeats: bool,
    pub value: f64,
    /// The grouping and the id of one group; None for all members.
    pub group: Option<(Grouping, i32)>,
    pub note: String,
}

pub type SavedTarget = Saved<TargetEntry>;

const YEAR: &str = "YEAR";
const MONTH: &str = "MONTH";

impl Stored for TargetEntry {
    fn columns(&self) -> rusqlite::Result<Columns> {
        let grouping = self.group.map(|(grouping, _)| grouping.info().name);
        Ok(vec![
            ("metric", value(&self.metric)?),
            ("grain", value(&if self.yearly { YEAR } else { MONTH })?),
            ("starts", value(&self.starts)?),
            ("repeats", value(&self.repeats)?),
            ("value", value(&self.value)?),
            ("grouping", value(&grouping)?),
            ("group_id", value(&self.group.map(|(_, id)| id))?),
            ("note", value(&self.note)?),
        ])
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<TargetEntry> {
        let (grouping, id): (Option<String>, Option<i32>) = (row.get("grouping")?, row.get("group_id")?);
        Ok(TargetEntry {
            metric: row.get("metric")?,
            yearly: row.get::<_, String>("grain")? == YEAR,
            starts: row.get("starts")?,
            repeats: row.get("repeats")?,
            value: row.get("value")?,
            group: grouping.as_deref().and_then(Grouping::named).zip(id),
            note: row.get("note")?,
        })
    }
}

impl Resource for TargetEntry {
    const TABLE: StoredTable = StoredTable {
        name: "target",
        order: "metric, grain, starts, id",
        time_column: "set_at",
        may_be_shared: false,
        most: 2000,
        things: "targets",
        advice: "delete those that are no longer needed",
        added: "target_set",
        changed: "target_changed",
        removed: "target_removed",
    };
    type Owner = OfProgram;
    type State = ();

    fn audited(&self) -> (&str, String) {
        let TargetEntry { metric, yearly, starts, repeats, value, group, .. } = self;
        let (each, from) = if *repeats { ("each ", " from") } else { ("", "") };
        let of = group.map_or("all members".to_owned(), |(grouping, id)| format!("{} {id}", grouping.info().name));
        let grain = if *yearly { "year" } else { "month" };
        (metric, format!("{each}{grain}{from} {starts}, {of}: {value}"))
    }

    fn taken() -> Option<StoreError> {
        Some(StoreError::TargetTaken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::audit::By;
    use crate::store::saved::Visible;
    use crate::store::saved::tests::{Users, lines, users};

    fn logins(starts: &str, group: Option<(Grouping, i32)>) -> TargetEntry {
        TargetEntry {
            metric: "logins.totalLogins".to_owned(),
            yearly: starts.len() == 4,
            starts: starts.to_owned(),
            repeats: false,
            value: 1200.0,
            group,
            note: "Plan".to_owned(),
        }
    }

    #[test]
    fn a_target_is_set_once_for_a_figure_a_period_and_members_and_each_change_is_recorded() {
        let Users { store, .. } = &users();
        let by = By { actor: Some("ann"), address: None, at: 5 };
        let add = |target: TargetEntry| store.add_saved(0, &target, &(), by);
        let change = |id, target: TargetEntry, by| store.change_saved(id, &target, |_| true, |_| (), by);
        let gold = Some((Grouping::Tier, 1));
        let all = add(logins("2026-03", None)).expect("set");
        for other in [logins("2026-03", gold), logins("2026-04", None), logins("2026", None)] {
            add(other).expect("of other months or members");
        }
        let each = TargetEntry { repeats: true, ..logins("2026-03", None) };
        add(each).expect("one month and each from it are two targets");
        assert!(matches!(add(logins("2026-03", None)), Err(StoreError::TargetTaken)));
        let moved = TargetEntry { value: 1300.0, ..logins("2026-05", gold) };
        assert!(change(all, moved.clone(), By { at: 7, actor: Some("bob"), ..by }).expect("changed"));
        let known = store.one_saved::<TargetEntry>(all).expect("read").expect("there");
        assert_eq!((known.item, known.saved_at, known.owner.set_by.as_deref()), (moved, 7, Some("bob")));
        assert!(matches!(change(all, logins("2026-04", None), by), Err(StoreError::TargetTaken)));
        // Whatever else the table refuses is not another target.
        let unreal = add(TargetEntry { value: -1.0, ..logins("2027-01", None) });
        assert!(matches!(unreal, Err(StoreError::Sqlite(_))), "{unreal:?}");
        let remove = || store.remove_saved::<TargetEntry>(all, |_| true, by).expect("asked");
        assert!(remove() && !remove());
        assert!(!change(all, logins("2026-09", None), by).expect("asked"));
        assert_eq!(store.saved::<TargetEntry>(Visible::To(0)).expect("read").len(), 4);
        let lines = lines::<TargetEntry>(store);
        let detail = |event: &str| lines.iter().find(|(of, _)| of == event).map(|(_, detail)| detail.as_str());
        assert_eq!(detail("target_removed"), Some("month 2026-05, TIER 1: 1300"));
        assert_eq!(detail("target_set"), Some("each month from 2026-03, all members: 1200"));
    }
}
