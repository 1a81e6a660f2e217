//! Writes the sessions: logins with the interactions that belong to them and the days of the member's logins before.
//!
//! Logins and interactions are read by month, and what matters of earlier sessions is in memory by member. In SQL this
//! takes half as long again: DuckDB sorts all rows three times.

use std::sync::Arc;

use duckdb::Connection;
use duckdb::arrow::array::{ArrayRef, AsArray, BooleanArray, Int16Array, Int32Array, RecordBatch};
use duckdb::arrow::datatypes::{Int8Type, Int16Type, Int32Type, Int64Type};
use duckdb::arrow::error::ArrowError;

use super::parts::in_parts;
use super::statements::run;
use crate::warehouse::error::WarehouseError;

/// The column prevK has the day of the K-th login before, for each of these.
const LOGINS_BEFORE: [usize; 8] = [1, 2, 3, 4, 7, 8, 10, 11];

/// The column qprevK has the day of the K-th qualifying session before, for K from 1 on.
const QUALIFYING_BEFORE: usize = 3;

const MOST_LOGINS_BEFORE: usize = 11;

/// How long interactions belong to a login.
const MICROSECONDS_OF_SESSION: i64 = MICROSECONDS_A_DAY;
const MICROSECONDS_A_DAY: i64 = 86_400_000_000;

/// The days that are read at once.
const DAYS_AT_ONCE: i16 = 31;

/// Writes the sessions from `day` on again, and the first days of members.
///
/// # Errors
/// Errors of DuckDB; the caller then rolls back.
pub(super) fn refresh(connection: &Connection, sql: &str, day: i16) -> Result<(), WarehouseError> {
    run(connection, sql, day)?;
    let mut members = Members::read(connection)?;
    let days: (Option<i16>, Option<i16>) = connection.query_row(
        "select (min(logged_in_at)::date - date '2000-01-01')::smallint, (max(logged_in_at)::date - date '2000-01-01')::smallint
         from feed.logins where logged_in_at >= date '2000-01-01' + ?::integer",
        [day],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if let (Some(first), Some(last)) = days {
        write(connection, &mut members, first, last)?;
    }
    connection.execute_batch("drop table earlier_session; drop view login_or_interaction")?;
    run(connection, include_str!("first_day.sql"), day)
}

/// Writes the sessions from one day to another.
fn write(connection: &Connection, members: &mut Members, first: i16, last: i16) -> Result<(), WarehouseError> {
    // A session may have interactions of the day after, and ends with a login of that day.
    let mut statement = connection.prepare(
        "select member_key, epoch_us(at_time) - epoch_us(timestamp '2000-01-01'), kind, row_no::bigint
         from login_or_interaction
         where at_time >= date '2000-01-01' + ?::integer and at_time < date '2000-01-01' + ?::integer + interval 1 day",
    )?;
    let mut appender = connection.appender_to_db("session", "derived")?;
    in_parts(
        (first..=last).step_by(DAYS_AT_ONCE as usize),
        |start| {
            let end = start.saturating_add(DAYS_AT_ONCE);
            let mut events = Vec::new();
            for batch in statement.query_arrow([start, end])? {
                events.extend(Event::all(&batch));
            }
            Ok((events, end))
        },
        |(events, end)| columns(&members.sessions(events, end)),
        |sessions| Ok(appender.append_record_batch(sessions)?),
    )?;
    Ok(appender.flush()?)
}

/// A login or an interaction. Their order is that in which they happened to members: a login before the interactions at
/// the same time, and of several logins at the same time the last in the file is the last, which gets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    member: i32,
    /// Microseconds since 2000-01-01.
    at: i64,
    kind: Kind,
    /// The row of a login.
    row: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Login,
    View,
    Click,
}

impl Event {
    fn all(batch: &RecordBatch) -> impl Iterator<Item = Event> {
        let members = batch.column(0).as_primitive::<Int32Type>().values();
        let times = batch.column(1).as_primitive::<Int64Type>().values();
        let kinds = batch.column(2).as_primitive::<Int8Type>().values();
        let rows = batch.column(3).as_primitive::<Int64Type>().values();
        members.iter().zip(times).zip(kinds).zip(rows).map(|(((member, at), kind), row)| {
            let kind = match kind {
                0 => Kind::Login,
                1 => Kind::View,
                _ => Kind::Click,
            };
            Event { member: *member, at: *at, kind, row: *row }
        })
    }
}

/// A row of derived.session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Session {
    day: i16,
    segment: i32,
    member: i32,
    qualifying: bool,
    before: Before,
}

/// The days of earlier sessions, latest first, with 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Before {
    logins: [i16; MOST_LOGINS_BEFORE],
    qualifying: [i16; QUALIFYING_BEFORE],
}

impl Before {
    fn add_login(&mut self, day: i16) {
        self.logins.rotate_right(1);
        self.logins[0] = day;
    }

    fn add_qualifying(&mut self, day: i16) {
        self.qualifying.rotate_right(1);
        self.qualifying[0] = day;
    }
}

/// The members with new logins, in order.
struct Members(Vec<Member>);

/// A member's segment, and what matters of the sessions until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    key: i32,
    segment: i32,
    before: Before,
}

impl Members {
    fn read(connection: &Connection) -> Result<Members, WarehouseError> {
        let mut members = Vec::new();
        let mut statement = connection
            .prepare("select member_key, segment_id, days, qualifying_days from earlier_session order by member_key")?;
        for batch in statement.query_arrow([])? {
            let ids = |index: usize| batch.column(index).as_primitive::<Int32Type>().values();
            let lists = |index: usize| batch.column(index).as_list::<i32>();
            for (row, (key, segment)) in ids(0).iter().zip(ids(1)).enumerate() {
                let days = |index: usize| lists(index).value(row).as_primitive::<Int16Type>().values().to_vec();
                let mut before = Before::default();
                days(2).into_iter().for_each(|day| before.add_login(day));
                days(3).into_iter().for_each(|day| before.add_qualifying(day));
                members.push(Member { key: *key, segment: *segment, before });
            }
        }
        Ok(Members(members))
    }

    /// The sessions that begin before the day `end`, in order of day and segment.
    fn sessions(&mut self, mut events: Vec<Event>, end: i16) -> Vec<Session> {
        let end = i64::from(end) * MICROSECONDS_A_DAY;
        events.sort_unstable();
        let mut sessions = Vec::new();
        let mut members = self.0.iter_mut().peekable();
        for of_member in events.chunk_by(|one, other| one.member == other.member) {
            let key = of_member[0].member;
            while members.next_if(|member| member.key < key).is_some() {}
            let Some(Member { segment, before, .. }) = members.next_if(|member| member.key == key) else { continue };
            // Interactions before the first login belong to an earlier one.
            let first = of_member.iter().position(|event| event.kind == Kind::Login).unwrap_or(of_member.len());
            for session in of_member[first..].chunk_by(|_, next| next.kind != Kind::Login) {
                let Event { member, at, .. } = session[0];
                if at >= end {
                    break;
                }
                let day = at.div_euclid(MICROSECONDS_A_DAY) as i16;
                let lasts = |event: &&Event| event.at <= at + MICROSECONDS_OF_SESSION;
                let count = |kind| session.iter().take_while(lasts).filter(|event| event.kind == kind).count();
                let qualifying = count(Kind::Click) >= 1 || count(Kind::View) >= 2;
                sessions.push(Session { day, segment: *segment, member, qualifying, before: *before });
                before.add_login(day);
                if qualifying {
                    before.add_qualifying(day);
                }
            }
        }
        sessions.sort_by_key(|session| (session.day, session.segment));
        sessions
    }
}

/// The rows of derived.session.
fn columns(sessions: &[Session]) -> Result<RecordBatch, ArrowError> {
    let days =
        |of: &dyn Fn(&Session) -> i16| Arc::new(Int16Array::from_iter_values(sessions.iter().map(of))) as ArrayRef;
    let ids =
        |of: &dyn Fn(&Session) -> i32| Arc::new(Int32Array::from_iter_values(sessions.iter().map(of))) as ArrayRef;
    let flags = |of: &dyn Fn(&Session) -> bool| {
        Arc::new(BooleanArray::from(sessions.iter().map(of).collect::<Vec<bool>>())) as ArrayRef
    };
    let is_first = |session: &Session| session.before.logins[0] == 0;
    let mut columns = vec![
        days(&|session| session.day),
        ids(&|session| session.segment),
        ids(&|session| session.member),
        flags(&|session| session.qualifying),
        days(&|session| if is_first(session) { 0 } else { session.day - session.before.logins[0] }),
        flags(&is_first),
    ];
    columns.extend(LOGINS_BEFORE.map(|k| days(&|session| session.before.logins[k - 1])));
    columns.extend((0..QUALIFYING_BEFORE).map(|k| days(&|session| session.before.qualifying[k])));
    let names = (0..columns.len()).map(|index| index.to_string());
    RecordBatch::try_from_iter(names.zip(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000_000;

    /// Something that member 1 did so many hours after the start of a day.
    fn event(day: i64, hours: i64, kind: Kind) -> Event {
        Event { member: 1, at: day * MICROSECONDS_A_DAY + hours * HOUR, kind, row: 0 }
    }

    /// The days of the sessions of member 1 that begin before a day, with whether they qualify.
    fn sessions(members: &mut Members, events: &[Event], end: i16) -> Vec<(i16, bool)> {
        let sessions = members.sessions(events.to_vec(), end);
        sessions.iter().map(|session| (session.day, session.qualifying)).collect()
    }

    fn new_member() -> Members {
        Members(vec![Member { key: 1, segment: 7, before: Before::default() }])
    }

    #[test]
    fn a_session_qualifies_with_a_click_or_two_views_until_24_hours_later() {
        use Kind::{Click, Login, View};
        for (events, expected) in [
            (vec![], false),
            (vec![(10, 1, View)], false),
            (vec![(10, 1, View), (10, 2, View)], true),
            (vec![(10, 1, View), (11, 0, View)], true),
            (vec![(11, 0, Click)], true),
            (vec![(10, 0, Click)], true),
            (vec![(9, 23, Click), (11, 1, Click)], false),
        ] {
            let events: Vec<Event> = events.into_iter().map(|(day, hours, kind)| event(day, hours, kind)).collect();
            let events = [&events[..], &[event(10, 0, Login)]].concat();
            assert_eq!(sessions(&mut new_member(), &events, 31), [(10, expected)], "{events:?}");
        }
    }

    #[test]
    fn interactions_belong_to_the_latest_login_and_of_several_at_once_to_the_last_in_the_file() {
        let login = |hours, row| Event { row, ..event(10, hours, Kind::Login) };
        let click = event(10, 9, Kind::Click);
        assert_eq!(sessions(&mut new_member(), &[click, login(8, 1), login(9, 2)], 31), [(10, false), (10, true)]);
        let mut members = new_member();
        let found = members.sessions(vec![login(9, 5), click, login(9, 4)], 31);
        let before: Vec<(bool, i16, i16)> = found
            .iter()
            .map(|session| (session.qualifying, session.before.logins[0], session.before.qualifying[0]))
            .collect();
        assert_eq!(before, [(false, 0, 0), (true, 10, 0)]);
        let Member { segment, before, .. } = members.0[0];
        assert_eq!((segment, before.logins[..3].to_vec(), before.qualifying), (7, vec![10, 10, 0], [10, 0, 0]));
    }

    #[test]
    fn a_part_ends_before_a_day_that_the_next_one_begins_with() {
        let all: Vec<Event> = (1..=30)
            .flat_map(|day| {
                [event(day, 20, Kind::Login), event(day + 1, 3, Kind::Click), event(day + 1, 21, Kind::View)]
            })
            .collect();
        let mut at_once = new_member();
        let expected = sessions(&mut at_once, &all, 31);
        assert_eq!(expected.len(), 30);
        let mut members = new_member();
        let mut found = Vec::new();
        for (start, end) in [(1, 11), (11, 12), (12, 31)] {
            let day = |event: &&Event| event.at / MICROSECONDS_A_DAY;
            // With the day after, as it is read.
            let part: Vec<Event> = all.iter().filter(|event| (start..=end).contains(&day(event))).copied().collect();
            found.extend(sessions(&mut members, &part, end as i16));
        }
        assert_eq!(found, expected);
        assert_eq!(members.0, at_once.0);
    }

    #[test]
    fn sessions_are_in_order_of_day_and_segment_and_unknown_members_have_none() {
        let mut members =
            Members([1, 2, 3].map(|key| Member { key, segment: 4 - key, before: Before::default() }).to_vec());
        let login = |member, day| Event { member, ..event(day, 8, Kind::Login) };
        let events = vec![login(1, 12), login(2, 11), login(3, 12), login(4, 11), login(1, 11)];
        let found: Vec<_> =
            members.sessions(events, 31).iter().map(|session| (session.day, session.segment, session.member)).collect();
        assert_eq!(found, [(11, 2, 2), (11, 3, 1), (12, 1, 3), (12, 3, 1)]);
    }
}
