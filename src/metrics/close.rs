//! Members who are close to a threshold: one qualifying session from active or engaged, or soon dormant.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::catalogue::{Catalogue, Selection};
use super::engine::Engine;
use super::members::{ONE_SESSION_FROM_ACTIVE, ONE_SESSION_FROM_ENGAGED, SESSION, SOON_DORMANT};
use super::model::{Metric, NOTICE_DAYS};
use super::period::Window;
use super::rollup::{Levels, SegmentGroups};
use crate::warehouse::aggregate::Condition;
use crate::warehouse::day::Day;
use crate::warehouse::question::{MembersQuestion, SetsQuestion, Span};
use crate::warehouse::{Column, Value, WarehouseError};

/// A threshold that members are close to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CloseTo {
    /// One more qualifying session in the period makes them active.
    Active,
    /// One more makes them engaged.
    Engaged,
    /// Without a login within 14 days they become dormant.
    Dormant,
}

impl CloseTo {
    /// All of them, in the order of answers.
    pub const ALL: [CloseTo; 3] = [CloseTo::Active, CloseTo::Engaged, CloseTo::Dormant];

    /// The number of these members.
    pub fn metric(self) -> &'static Metric {
        match self {
            CloseTo::Active => &ONE_SESSION_FROM_ACTIVE,
            CloseTo::Engaged => &ONE_SESSION_FROM_ENGAGED,
            CloseTo::Dormant => &SOON_DORMANT,
        }
    }

    /// What a file of them is called.
    pub fn name(self) -> &'static str {
        match self {
            CloseTo::Active => "one-session-from-active",
            CloseTo::Engaged => "one-session-from-engaged",
            CloseTo::Dormant => "soon-dormant",
        }
    }

    /// The members are those of the first of these rows without those of the second: the day a row begins with must lie in
    /// a window, and the condition must hold.
    fn rows(self, window: Window, dormant_days: u16) -> [(Span, Vec<Condition>); 2] {
        let days = |window: Window| {
            let [first, last] = [window.start, window.end].map(|date| i32::from(Day::clamped(date).number()));
            Span { first, last }
        };
        let own = days(window);
        // The row of a qualifying session that has so many before it in the window.
        let after = |column: Option<&'static str>| {
            let since = column.map(|column| Condition::AtLeast(column, i64::from(own.first)));
            (own, [Condition::Is("qualifying")].into_iter().chain(since).collect())
        };
        match self {
            CloseTo::Active => [after(None), after(Some("qprev1"))],
            CloseTo::Engaged => [after(Some("qprev1")), after(Some("qprev2"))],
            CloseTo::Dormant => [dormant_days, dormant_days.saturating_sub(NOTICE_DAYS)]
                .map(|length| (days(window.trailing(length)), vec![Condition::Always])),
        }
    }
}

impl Engine {
    /// The ids of the chosen members who are close to a threshold at the end of a window, in order. They are as many as
    /// [`CloseTo::metric`] counts.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn members_close_to(
        &self,
        catalogue: &Catalogue,
        selection: &Selection,
        window: Window,
        threshold: CloseTo,
    ) -> Result<Vec<String>, WarehouseError> {
        let mut sets: [HashSet<i32>; 2] = Default::default();
        for (set, (days, conditions)) in sets.iter_mut().zip(threshold.rows(window, self.dormant_days())) {
            let of = SetsQuestion { source: SESSION.id, items: None, by: None };
            let (all, windows) = ((1 << conditions.len()) - 1, vec![(0, days)]);
            let question = MembersQuestion { of, kinds: conditions, windows };
            let rows = self.warehouse().members_of_rows(catalogue.version, question).await?;
            let [_, _, kinds, members] = rows.columns.as_slice() else { continue };
            let of_all = kinds.ints().iter().zip(members.lists()).filter(|(kinds, _)| **kinds == all);
            set.extend(of_all.flat_map(|(_, members)| members));
        }
        let [reached, beyond] = sets;
        let groups = SegmentGroups::new(catalogue, &selection.groups, Levels::default());
        let is_counted = groups.counted(&SESSION);
        let is_chosen = |member: &i32| is_counted(catalogue.member_segments.of(member.unsigned_abs()) as i64);
        let members: Vec<i32> = reached.difference(&beyond).copied().filter(is_chosen).collect();
        let sql = "select member_id::varchar from bond.feed.member_keys \
                   where member_key in (select unnest(?::integer[])) order by 1";
        let mut ids = self.warehouse().query(catalogue.version, sql.to_owned(), vec![Value::Ints(members)]).await?;
        Ok(match ids.columns.pop() {
            Some(Column::Text(ids)) => ids,
            _ => Vec::new(),
        })
    }
}
