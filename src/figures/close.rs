//! Members who are close to a threshold: one qualifying session from active or engaged, or soon dormant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::catalogue::{Catalogue, Selection};
use super::engine::Engine;
use super::members::{ONE_SESSION_FROM_ACTIVE, ONE_SESSION_FROM_ENGAGED, SESSION, SOON_DORMANT};
use super::model::{Metric, NOTICE_DAYS};
use super::period::Window;
use super::segment_groups::{Levels, SegmentGroups};
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

    /// The name of a file of them.
    pub fn name(self) -> &'static str {
        match self {
            CloseTo::Active => "one-session-from-active",
            CloseTo::Engaged => "one-session-from-engaged",
            CloseTo::Dormant => "soon-dormant",
        }
    }

    fn rows(self, window: Window, dormant_days: u16) -> CloseRows {
        let days = |window: Window| {
            let [first, last] = [window.start, window.end].map(|date| i32::from(Day::clamped(date).number()));
            Span { first, last }
        };
        let own = days(window);
        let qualifying = Condition::Is("qualifying");
        // The rows of qualifying sessions whose earlier session in `column` is in the window, too.
        let after = |column| Condition::AtLeast(column, i64::from(own.first));
        match self {
            CloseTo::Active => CloseRows {
                windows: vec![(0, own)],
                // The first and second of each member.
                only: vec![qualifying, Condition::Below("qprev2", i64::from(own.first))],
                kinds: vec![Condition::Always, after("qprev1")],
                reached: (0, 0b01),
                beyond: (0, 0b11),
            },
            CloseTo::Engaged => CloseRows {
                windows: vec![(0, own)],
                only: vec![qualifying, after("qprev1")],
                kinds: vec![Condition::Always, after("qprev2")],
                reached: (0, 0b01),
                beyond: (0, 0b11),
            },
            CloseTo::Dormant => {
                let lately = dormant_days.saturating_sub(NOTICE_DAYS);
                CloseRows {
                    windows: vec![(0, days(window.trailing(dormant_days))), (1, days(window.trailing(lately)))],
                    only: Vec::new(),
                    kinds: vec![Condition::Always],
                    reached: (0, 1),
                    beyond: (1, 1),
                }
            }
        }
    }
}

/// The rows that say who is close: members with a row of `reached` and none of `beyond`. Both name a window and the
/// kinds (as bits) that its rows have at least.
struct CloseRows {
    windows: Vec<(i64, Span)>,
    only: Vec<Condition>,
    kinds: Vec<Condition>,
    reached: (i64, i64),
    beyond: (i64, i64),
}

const REACHED: u8 = 1;
const BEYOND: u8 = 2;

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
        let CloseRows { windows, only, kinds, reached, beyond } = threshold.rows(window, self.dormant_days());
        let of = SetsQuestion { source: SESSION.id, items: None, by: None };
        let question = MembersQuestion { of, only, kinds, windows };
        let rows = self.warehouse().members_of_rows(catalogue.version, question).await?;
        let mut marks = vec![0_u8; catalogue.member_segments.keys()];
        if let [windows, _, kinds, members] = rows.columns.as_slice() {
            for ((window, kinds), members) in windows.ints().iter().zip(kinds.ints()).zip(members.lists()) {
                let mark = [(reached, REACHED), (beyond, BEYOND)]
                    .into_iter()
                    .filter(|((of, bits), _)| of == window && kinds & bits == *bits)
                    .fold(0, |mark, (_, more)| mark | more);
                for member in members {
                    if let Some(marked) = marks.get_mut(member.unsigned_abs() as usize) {
                        *marked |= mark;
                    }
                }
            }
        }
        let groups = SegmentGroups::new(catalogue, &selection.groups, Levels::default());
        let is_counted = groups.counted(&SESSION);
        let segments = catalogue.segments_on(window.end);
        let is_chosen = |member: &i32| is_counted(segments.of(member.unsigned_abs()) as i64);
        let close = (0..).zip(&marks).filter(|(_, mark)| **mark == REACHED).map(|(member, _)| member);
        let members: Vec<i32> = close.filter(is_chosen).collect();
        let sql = "select member_id::varchar from bond.feed.member_keys \
                   where member_key in (select unnest(?::integer[])) order by 1";
        let mut ids = self.warehouse().query(catalogue.version, sql.to_owned(), vec![Value::Ints(members)]).await?;
        Ok(match ids.columns.pop() {
            Some(Column::Text(ids)) => ids,
            _ => Vec::new(),
        })
    }
}
