//! Writes the sessions: logins with the interactions that belong to them and the days of the member's logins before.
//!
//! Logins and interactions are read by month, and what matters of earlier sessions is in memory by member. Sorting and
//! counting a month takes another thread than reading and writing the months around it. In one statement this takes twice
//! as long: DuckDB sorts all rows three times.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use duckdb::Connection;
use duckdb::arrow::array::{ArrayRef, AsArray, BooleanArray, Int16Array, Int32Array, RecordBatch};
use duckdb::arrow::datatypes::{Int8Type, Int16Type, Int32Type, Int64Type};
use duckdb::arrow::error::ArrowError;

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
    let mut read = |start: i16| -> Result<Vec<Event>, WarehouseError> {
        let mut events = Vec::new();
        for batch in statement.query_arrow([start, end_of(start)])? {
            events.extend(Event::all(&batch));
        }
        Ok(events)
    };
    let mut appender = connection.appender_to_db("session", "derived")?;
    let mut events = read(first)?;
    let mut sessions = None;
    let mut starts = (first..=last).step_by(DAYS_AT_ONCE as usize).peekable();
    while let Some(start) = starts.next() {
        let (computed, next) = thread::scope(|scope| {
            let computing = scope.spawn(|| columns(&members.sessions(&mut events, end_of(start))));
            let mut around = || {
                if let Some(before) = sessions.take() {
                    appender.append_record_batch(before)?;
                }
                starts.peek().map_or(Ok(Vec::new()), |next| read(*next))
            };
            let next = around();
            (computing.join(), next)
        });
        let computed = computed.map_err(|_| not_finished("the thread that computes sessions panicked".to_owned()))?;
        sessions = Some(computed.map_err(|error| not_finished(error.to_string()))?);
        events = next?;
    }
    if let Some(last) = sessions {
        appender.append_record_batch(last)?;
    }
    Ok(appender.flush()?)
}

/// The day after those that are read from a day on.
fn end_of(start: i16) -> i16 {
    start.saturating_add(DAYS_AT_ONCE)
}

fn not_finished(reason: String) -> WarehouseError {
    WarehouseError::Worker(reason)
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

/// The members with new logins: their segments, and what matters of their sessions until then.
struct Members(HashMap<i32, (i32, Before)>);

impl Members {
    fn read(connection: &Connection) -> Result<Members, WarehouseError> {
        let mut members = HashMap::new();
        let mut statement =
            connection.prepare("select member_key, segment_id, days, qualifying_days from earlier_session")?;
        for batch in statement.query_arrow([])? {
            let ids = |index: usize| batch.column(index).as_primitive::<Int32Type>().values();
            let lists = |index: usize| batch.column(index).as_list::<i32>();
            for (row, (member, segment)) in ids(0).iter().zip(ids(1)).enumerate() {
                let days = |index: usize| lists(index).value(row).as_primitive::<Int16Type>().values().to_vec();
                let mut before = Before::default();
                days(2).into_iter().for_each(|day| before.add_login(day));
                days(3).into_iter().for_each(|day| before.add_qualifying(day));
                members.insert(*member, (*segment, before));
            }
        }
        Ok(Members(members))
    }

    /// The sessions that begin before the day `end`, in order of day and segment.
    fn sessions(&mut self, events: &mut [Event], end: i16) -> Vec<Session> {
        let end = i64::from(end) * MICROSECONDS_A_DAY;
        events.sort_unstable();
        let mut sessions = Vec::new();
        for of_member in events.chunk_by(|one, other| one.member == other.member) {
            let Some((segment, before)) = self.0.get_mut(&of_member[0].member) else { continue };
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
