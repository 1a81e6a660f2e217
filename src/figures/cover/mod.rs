//! Decides what each window of a query is read from: rows, sums by day or month, profiles, sets of members; from memory or
//! by a statement. Nothing else decides it.
//!
//! [`cover`] lists the reads of each window. Its figures are the sum of these reads; some of them subtract. `memory` sums
//! what is in memory, `query` asks the warehouse for the rest, and `member_sets` counts members of sets.

mod checkpoint;
pub(super) mod plan;
mod whole_months;

use checkpoint::WindowReads;
use whole_months::{WholeMonths, begins_month, next_month_of};
pub(super) use whole_months::{month_of, months_of};

use super::model::{Newcomers, Scan};
use super::resident::{CheckpointDays, ResidentSums, Summaries};
use super::source_query::{MOST_WINDOWS, SourceQuery};
use crate::warehouse::day::Day;
use crate::warehouse::feed::{Each, ProfileKind};
use crate::warehouse::question::{MovedOn, OfProfile, Relation, Span};

/// Days of a window, and what they are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// The index of the window in the query; see [`gap_before`].
    pub window: i64,
    /// The days. For a profile, the days that it sums, up to its checkpoint.
    pub days: Span,
    pub from: ReadFrom,
}

/// The kind of data that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadFrom {
    /// Rows, or sums by day.
    Rows(Relation),
    /// Sums by month.
    Months,
    /// Sums by day or month, in memory.
    ResidentSums,
    /// The sums that a profile has for the checkpoint `day`.
    Profile { table: OfProfile, day: i32, is_resident: bool },
    /// What rows change between a checkpoint and the end of the window, which begins on `since`. They subtract if the
    /// window ends before the checkpoint.
    Changes { since: i32, subtracts: bool },
    /// Sets of members by month.
    MemberSets,
    /// Sums of members who moved on some days: what they add to the segments they came to, and take from those they left.
    MovedSums { moved: MovedOn, is_resident: bool },
    /// Rows of members who were in another segment on the day `at`: they are taken from the segments of now. The window
    /// begins on `since`.
    Moved { since: i32, at: i32, subtracts: bool, is_resident: bool },
}

/// The period number of the days between a span and the one before it (all earlier days, for the first), in
/// answers of [`Scan::History`] sources. Below 0, and its own inverse.
pub(super) const fn gap_before(period: i64) -> i64 {
    -1 - period
}

/// The reads of each window of a query.
pub(super) fn cover(query: &SourceQuery, summaries: &Summaries) -> Vec<Read> {
    let mut reads = as_they_are(query, summaries);
    // Sets of members are counted by the segments of each window.
    if query.member_sets().is_none()
        && query.source.scan != Scan::Moves
        && let Some(were) = &query.were
    {
        reads.extend(moved(query, summaries, were.until));
    }
    reads
}

/// What members who moved add to the segments of each window's last day and take from those of now, for each window that
/// ends before the last loaded day.
fn moved(query: &SourceQuery, summaries: &Summaries, until: i32) -> Vec<Read> {
    let (has_sums, has_latest) =
        (query.moved_sums().is_some(), query.moved_sums().is_some_and(|sums| sums.has_latest_days));
    let is_resident = summaries.has_moved_logins && query.counts_logins();
    let sums = |window, days: Span, at: i32, subtracts| {
        let resident = summaries.moved.latest(at);
        let read = |first: i32, last: i32, is_resident| {
            let moved = MovedOn { days: Span { first, last }, each: Each::Month, subtracts };
            (first <= last).then_some(Read { window, days, from: ReadFrom::MovedSums { moved, is_resident } })
        };
        let from_start = resident.and_then(|kept| read(0, kept, true));
        from_start.into_iter().chain(read(resident.map_or(0, |kept| kept + 1), at, false))
    };
    let read = |window, days: Span, at, subtracts| -> Vec<Read> {
        if days.first > days.last || at > until {
            return Vec::new();
        }
        if has_sums && begins_month(days.first) {
            return sums(window, days, at, subtracts).collect();
        }
        if has_latest && next_month_of(at) == at + 1 && days.first > at - i32::from(ProfileKind::LATEST_DAYS) {
            // Who moved before the window has no rows in it that go on that day.
            let moved = MovedOn { days: Span { first: days.first, last: at }, each: Each::Day, subtracts };
            return vec![Read { window, days, from: ReadFrom::MovedSums { moved, is_resident: false } }];
        }
        let rows =
            |days: Span| Read { window, days, from: ReadFrom::Moved { since: days.first, at, subtracts, is_resident } };
        // What a day has of a profile, later rows take away: all rows of the window are read.
        let month = next_month_of(days.first);
        if has_sums && !query.reads_profiles() && month <= days.last {
            let before = rows(Span { last: month - 1, ..days });
            return sums(window, Span { first: month, ..days }, at, subtracts).chain([before]).collect();
        }
        vec![rows(days)]
    };
    if query.source.scan != Scan::History || query.newcomers.is_some() {
        return of_rows(query).flat_map(|(window, days)| read(window, days, days.last, false)).collect();
    }
    // What is known as of a window's end is the sum of its days and all earlier ones. The days before the window have the
    // segments of its last day, and what earlier windows moved is taken back.
    let first = i32::from(Day::FIRST.number());
    let mut reads = Vec::new();
    let mut before: Option<i32> = None;
    for (window, days) in numbered(query) {
        let gap = gap_before(window);
        reads.extend(read(window, days, days.last, false));
        if has_sums && !begins_month(days.first) {
            // Sums have whole months: all days up to the window's end without its own.
            reads.extend(read(gap, Span { first, ..days }, days.last, false));
            reads.extend(read(gap, days, days.last, true));
        } else {
            reads.extend(read(gap, Span { first, last: days.first - 1 }, days.last, false));
        }
        reads.extend(before.into_iter().flat_map(|last| read(gap, Span { first, last }, last, true)));
        before = Some(days.last);
    }
    reads
}

fn as_they_are(query: &SourceQuery, summaries: &Summaries) -> Vec<Read> {
    if query.source.scan == Scan::Moves {
        return Vec::new();
    }
    if query.newcomers.is_some() {
        return if matches!(query.source.newcomers, Newcomers::Unknown) { Vec::new() } else { rows_alone(query) };
    }
    if query.member_sets().is_some() {
        return of_member_sets(query, summaries.through());
    }
    if query.source.scan == Scan::History {
        return of_history(query, &summaries.sums);
    }
    if query.reads_profiles() {
        return of_profiles(query, &summaries.profiles);
    }
    of_months(query, &summaries.sums).unwrap_or_else(|| of_days(query, &summaries.sums))
}

/// Reads only rows, because only rows know their members. With profiles, it reads what rows change in the sums.
pub(super) fn rows_alone(query: &SourceQuery) -> Vec<Read> {
    let from = |days: Span| match query.reads_profiles() {
        true => ReadFrom::Changes { since: days.first, subtracts: false },
        false => ReadFrom::Rows(Relation::Rows),
    };
    of_rows(query).map(|(window, days)| Read { window, days, from: from(days) }).collect()
}

/// The days of each window. What is known of newcomers as of its last day is of the days on which they are new.
fn of_rows(query: &SourceQuery) -> impl Iterator<Item = (i64, Span)> {
    let newcomers = query.newcomers.filter(|_| query.source.scan == Scan::History);
    let days = newcomers.map_or_else(|| numbered(query).collect(), |_| history(&query.spans));
    let of_newcomers = move |days: Span| {
        newcomers.map_or(days, |new| Span { first: days.first.max(new.first), last: days.last.min(new.last) })
    };
    let days = days.into_iter().map(move |(window, days)| (window, of_newcomers(days)));
    days.filter(|(_, days)| days.first <= days.last)
}

/// Whole months from sets, the days around them from rows.
fn of_member_sets(query: &SourceQuery, through: i32) -> Vec<Read> {
    let of_window = |(window, days)| {
        let WholeMonths { months, rows } = WholeMonths::of(days, through);
        let read = move |from| move |days| Read { window, days, from };
        months
            .map(read(ReadFrom::MemberSets))
            .into_iter()
            .chain(rows.into_iter().flatten().map(read(ReadFrom::Rows(Relation::Rows))))
    };
    numbered(query).flat_map(of_window).collect()
}

/// Reads all days up to the last window's end. Sums in memory answer only queries without a dimension.
fn of_history(query: &SourceQuery, sums: &ResidentSums) -> Vec<Read> {
    let sums = query.by.is_none().then_some(sums);
    history(&query.spans)
        .into_iter()
        .flat_map(|(window, days)| split(sums, window, days, ReadFrom::Rows(Relation::Rows)))
        .collect()
}

/// Reads the sums of a checkpoint, and what rows change after or before it.
fn of_profiles(query: &SourceQuery, kept: &CheckpointDays) -> Vec<Read> {
    let is_by_item = query.profile_item().is_some();
    // Few ends of months are checkpoints by item, but sums by month have every whole month.
    let has_months = is_by_item && query.has_one_month();
    let is_resident = |rows: bool| !is_by_item && rows;
    let of_window = |(window, span): (i64, Span)| {
        if has_months && WholeMonths::of(span, i32::MAX).is_one_month() {
            return vec![Read { window, days: span, from: ReadFrom::Months }];
        }
        let WindowReads { checkpoint, rows, subtracts } =
            if is_by_item { WindowReads::by_item(span, kept) } else { WindowReads::of(span, kept) };
        let mut reads = Vec::new();
        if let Some(checkpoint) = checkpoint {
            let day = checkpoint.day;
            let [of_months, of_days] = [kept.months.has(day), kept.days.has(day)].map(is_resident);
            let (months, days) = match is_by_item {
                true => (OfProfile::Table(ProfileKind::ItemMonths), OfProfile::ItemDays),
                false => (OfProfile::Table(ProfileKind::Months), OfProfile::Table(ProfileKind::Days)),
            };
            let mut read = |table, days: Option<Span>, is_resident| {
                reads.extend(days.map(|days| Read {
                    window,
                    days,
                    from: ReadFrom::Profile { table, day, is_resident },
                }));
            };
            let of_whole = checkpoint.months_since.map(|first| Span { first, last: day });
            // One scan of days takes less time than one of months and one of the days before them.
            let is_one_scan = query.spans.len() == 1 && !(is_by_item || of_months || of_days);
            if is_one_scan && of_whole.is_some() && checkpoint.days.is_some() {
                read(days, Some(Span { first: span.first, last: day }), false);
            } else {
                read(months, of_whole, of_months);
                read(days, checkpoint.days, of_days);
            }
            read(OfProfile::Table(ProfileKind::LatestDays), checkpoint.latest, false);
        }
        reads.extend(rows.map(|days| Read { window, days, from: ReadFrom::Changes { since: span.first, subtracts } }));
        reads
    };
    numbered(query).flat_map(of_window).collect()
}

/// Whole months from sums by month, the days around them from rows; None without such sums or a whole month, or if the
/// days are in too many places.
fn of_months(query: &SourceQuery, sums: &ResidentSums) -> Option<Vec<Read>> {
    query.row_sums(Each::Month)?;
    let windows: Vec<WholeMonths> = query.spans.iter().map(|span| WholeMonths::of(*span, sums.through)).collect();
    let places = windows.iter().flat_map(|window| window.rows).flatten().count();
    if places > MOST_WINDOWS || windows.iter().all(|window| window.months.is_none()) {
        return None;
    }
    let of_window = |(window, WholeMonths { months, rows }): (i64, WholeMonths)| {
        let rows =
            rows.into_iter().flatten().map(move |days| Read { window, days, from: ReadFrom::Rows(Relation::Rows) });
        months.into_iter().flat_map(move |months| split(Some(sums), window, months, ReadFrom::Months)).chain(rows)
    };
    Some((0..).zip(windows).flat_map(of_window).collect())
}

/// Reads sums by day if there are any, otherwise rows.
fn of_days(query: &SourceQuery, sums: &ResidentSums) -> Vec<Read> {
    let sums = query.row_sums(Each::Day).map(|_| sums);
    let relation = match (query.source.scan, sums) {
        (Scan::Reference, _) => Relation::Reference,
        (_, Some(_)) => Relation::Sums,
        (_, None) => Relation::Rows,
    };
    numbered(query).flat_map(|(window, days)| split(sums, window, days, ReadFrom::Rows(relation))).collect()
}

/// Splits the days of a window into those that sums in memory have, and the earlier ones.
fn split(sums: Option<&ResidentSums>, window: i64, days: Span, from: ReadFrom) -> impl Iterator<Item = Read> + use<> {
    let (rest, resident) = sums.map_or((Some(days), None), |sums| sums.split(days));
    let resident = resident.map(|days| Read { window, days, from: ReadFrom::ResidentSums });
    rest.map(|days| Read { window, days, from }).into_iter().chain(resident)
}

fn numbered(query: &SourceQuery) -> impl Iterator<Item = (i64, Span)> {
    (0..).zip(query.spans.iter().copied())
}

/// The spans with the days that lie before and between them, so that every day up to the last is in exactly one.
///
/// Spans of a history source never overlap, but a year earlier there may be a day between them: 29 February, if a
/// clipped February and the March after it are compared with a leap year.
fn history(spans: &[Span]) -> Vec<(i64, Span)> {
    let mut numbered = Vec::with_capacity(spans.len() + 1);
    let mut next = i32::from(Day::FIRST.number());
    for (period, span) in (0..).zip(spans.iter().copied()) {
        if span.first > next {
            numbered.push((gap_before(period), Span { first: next, last: span.first - 1 }));
        }
        numbered.push((period, span));
        next = span.last + 1;
    }
    numbered
}

#[cfg(test)]
mod tests;
