//! For any window, the sum of its reads equals what its rows give. Each read is computed here by its definition.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::super::subset::Subset;
use super::*;
use crate::figures::filter::Choice;
use crate::figures::membership::AsTheyWere;
use crate::figures::resident::ResidentRows;
use crate::figures::{Source, content, members, offers, website};
use crate::warehouse::aggregate::Key;
use crate::warehouse::{Column, Rows};

const LAST: i32 = 500;

/// A row: its day, and the day of the member's row before it.
type Row = (i32, i32);

/// Rows, and what is kept of them.
#[derive(Clone, Debug)]
struct World {
    rows: Vec<Row>,
    summaries: Summaries,
}

fn resident(days: &[i32]) -> ResidentRows {
    let columns = [days.iter().map(|day| i64::from(*day)).collect(), vec![1; days.len()], vec![1; days.len()]];
    ResidentRows::new(&[], Rows { len: days.len(), columns: columns.map(Column::Int).into() })
}

/// The checkpoints: those of these days that are before the last day with rows, and that day.
fn kept(days: &BTreeSet<i32>, through: i32) -> Vec<i32> {
    days.iter().copied().filter(|day| *day < through).chain([through]).collect()
}

prop_compose! {
    fn world()(
        rows in vec((1..=LAST, 1..=120_i32), 1..60),
        [by_day, more_by_month, by_item, by_latest] in [btree_set(1..=LAST, 0..12), btree_set(1..=LAST, 0..12),
            btree_set(1..=LAST, 0..8), btree_set(1..=LAST, 0..20)],
        (resident_days, resident_months) in (0..3_usize, 0..30_usize),
        since in prop_oneof![Just(i32::MIN), Just(i32::MAX), (1..=17_i32).prop_map(|month| month_of(month * 30))],
    ) -> World {
        // Nothing is before the first day that a fact can have.
        let before = |day: i32, days: i32| if day > days { day - days } else { i32::MIN };
        let rows: Vec<Row> = rows.into_iter().map(|(day, days)| (day, before(day, days))).collect();
        let through = rows.iter().map(|(day, _)| *day).max().unwrap_or(1);
        let by_month = kept(&by_day.union(&more_by_month).copied().collect(), through);
        let by_day = kept(&by_day, through);
        let last = |days: &[i32], most: usize| resident(&days[days.len().saturating_sub(most)..]);
        let profiles = CheckpointDays {
            days: last(&by_day, resident_days),
            months: last(&by_month, resident_months),
            by_item_month: by_item.into_iter().filter(|day| *day <= through).collect(),
            by_latest_day: kept(&by_latest, through),
            by_day,
            by_month,
        };
        let mut sums = ResidentSums::default();
        (sums.since, sums.through) = (since, through);
        World { rows, summaries: Summaries { profiles, sums, ..Summaries::default() } }
    }
}

/// Windows in order of their first days: they may overlap, begin on the first day of all and end after all rows.
fn windows() -> impl Strategy<Value = Vec<Span>> {
    let first = prop_oneof![1 => Just(1), 4 => 1..=LAST, 2 => (1..=LAST).prop_map(|day| month_of(day).max(1))];
    let length = prop_oneof![3 => 0..30, 2 => 0..100, 2 => 0..=LAST];
    let window = (first, length, any::<bool>()).prop_map(|(first, length, to_month_end)| {
        let last = first + length;
        Span { first, last: if to_month_end { whole_months::next_month_of(last) - 1 } else { last } }
    });
    vec(window, 1..5).prop_map(|mut windows| {
        windows.sort_by_key(|window| window.first);
        windows
    })
}

fn query(source: &'static Source, spans: Vec<Span>, subset: Subset, by: Option<Key>) -> SourceQuery {
    SourceQuery { source, spans, items: Choice::All, by, subset, newcomers: None, were: None }
}

impl World {
    fn count(&self, has: impl Fn(&Row) -> bool) -> i64 {
        self.rows.iter().filter(|row| has(row)).count() as i64
    }

    /// The members with a row from `first` to `last`, each once: a row counts if the one before it is earlier.
    fn members(&self, first: i32, last: i32) -> i64 {
        self.count(|(day, before)| (first..=last).contains(day) && *before < first)
    }

    /// The sum of these days in the profile by day of the checkpoint `kept`.
    fn profile(&self, kept: i32, days: Span) -> i64 {
        self.members(days.first, kept) - self.members(days.last + 1, kept)
    }

    /// The members that a read of a source with profiles counts.
    fn distinct(&self, read: &Read) -> i64 {
        let Summaries { profiles, .. } = &self.summaries;
        let days = read.days;
        match read.from {
            ReadFrom::Profile { table, day, is_resident } => {
                let kept = match table {
                    OfProfile::Table(ProfileKind::Days) => &profiles.by_day,
                    OfProfile::Table(ProfileKind::Months) => &profiles.by_month,
                    OfProfile::Table(ProfileKind::LatestDays) => &profiles.by_latest_day,
                    OfProfile::Table(ProfileKind::ItemMonths) | OfProfile::ItemDays => &profiles.by_item_month,
                };
                assert!(kept.contains(&day), "{read:?} is not kept");
                match table {
                    OfProfile::Table(ProfileKind::Months) => assert!(!is_resident || profiles.months.has(day)),
                    OfProfile::Table(ProfileKind::Days) => assert!(!is_resident || profiles.days.has(day)),
                    _ => assert!(!is_resident),
                }
                match table {
                    OfProfile::Table(ProfileKind::LatestDays) => {
                        assert!(
                            days.first > day - i32::from(ProfileKind::LATEST_DAYS),
                            "{read:?} has not so many days"
                        );
                        self.profile(day, days)
                    }
                    OfProfile::Table(ProfileKind::Months | ProfileKind::ItemMonths) => self.profile(
                        day,
                        Span { first: month_of(days.first), last: whole_months::next_month_of(days.last) - 1 },
                    ),
                    OfProfile::Table(ProfileKind::Days) | OfProfile::ItemDays => self.profile(day, days),
                }
            }
            ReadFrom::Changes { since, subtracts } => {
                let changed = self.count(|(day, before)| (days.first..=days.last).contains(day) && *before < since);
                if subtracts { -changed } else { changed }
            }
            ReadFrom::Months => {
                months_of(days).map(|month| self.members(month, whole_months::next_month_of(month) - 1)).sum()
            }
            ReadFrom::Rows(_)
            | ReadFrom::ResidentSums
            | ReadFrom::MemberSets
            | ReadFrom::MovedSums { .. }
            | ReadFrom::Moved { .. } => {
                panic!("{read:?} has no members")
            }
        }
    }

    /// The rows that an additive read counts: for sums by month, the rows of whole months.
    fn rows_of(&self, read: &Read, is_by_month: bool) -> Vec<usize> {
        let is_resident = read.from == ReadFrom::ResidentSums;
        assert!(!is_resident || read.days.first >= self.summaries.sums.since, "{read:?} is not in memory");
        let by_month = matches!(read.from, ReadFrom::Months | ReadFrom::MemberSets) || is_resident && is_by_month;
        let days = read.days;
        let has = |day: i32| match by_month {
            true => months_of(days).any(|month| month == month_of(day)),
            false => (days.first..=days.last).contains(&day),
        };
        (0..self.rows.len()).filter(|row| has(self.rows[*row].0)).collect()
    }

    fn window(&self, days: Span) -> Vec<usize> {
        (0..self.rows.len()).filter(|row| (days.first..=days.last).contains(&self.rows[*row].0)).collect()
    }
}

/// The rows of all reads of a window, in order.
fn rows_of(world: &World, reads: &[Read], window: i64, is_by_month: bool) -> Vec<usize> {
    let of_window = reads.iter().filter(|read| read.window == window);
    let mut rows: Vec<usize> = of_window.flat_map(|read| world.rows_of(read, is_by_month)).collect();
    rows.sort_unstable();
    rows
}

/// The reads of one window as they were: what is read, its days, and the days on which members moved.
fn moved_reads(source: &'static Source, spans: &[(i32, i32)], kept: &[i32], of: Choice) -> Vec<(i64, String)> {
    let spans = spans.iter().map(|(first, last)| Span { first: *first, last: *last }).collect();
    let mut query = query(source, spans, Subset::ALL, None);
    query.were = Some(AsTheyWere { of, until: 400, between: None, by_pair: false });
    let summaries = Summaries { moved: resident(kept), ..Summaries::default() };
    let said = |Read { window, days, from }: Read| {
        let of_moved = match from {
            ReadFrom::MovedSums { moved, is_resident } => {
                let from = match (moved.each, is_resident) {
                    (Each::Month, true) => "kept",
                    (Each::Month, false) => "sums",
                    (Each::Day, _) => "latest",
                };
                let sign = if moved.subtracts { "-" } else { "+" };
                format!("{sign}{from} {}..{}", moved.days.first, moved.days.last)
            }
            ReadFrom::Moved { at, subtracts, .. } => format!("{}rows at {at}", if subtracts { "-" } else { "+" }),
            _ => return None,
        };
        Some((window, format!("{}..{}: {of_moved}", days.first, days.last)))
    };
    cover(&query, &summaries).into_iter().filter_map(said).collect()
}

#[test]
fn sums_of_members_who_moved_serve_windows_that_begin_with_a_month() {
    let read = |spans: &[(i32, i32)], of| {
        let reads = moved_reads(&members::SESSION, spans, &[30, 59, 90], of);
        reads.into_iter().map(|(_, said)| said).collect::<Vec<_>>()
    };
    assert_eq!(read(&[(31, 59)], Choice::All), ["31..59: +kept 0..59"]);
    assert_eq!(read(&[(31, 70)], Choice::All), ["31..70: +kept 0..59", "31..70: +sums 60..70"]);
    assert_eq!(read(&[(1, 20)], Choice::All), ["1..20: +sums 0..20"], "before the first that is kept");
    assert_eq!(read(&[(32, 59)], Choice::All), ["32..59: +latest 32..59"], "within a month");
    assert_eq!(
        read(&[(61, 151)], Choice::All),
        ["61..151: +latest 61..151"],
        "the latest days before the end of a month"
    );
    assert_eq!(read(&[(59, 151)], Choice::All), ["59..151: +rows at 151"], "too many days");
    assert_eq!(read(&[(61, 150)], Choice::All), ["61..150: +rows at 150"], "another day");
    assert_eq!(read(&[(31, 59)], Choice::Only(vec![1])), ["31..59: +rows at 59"], "of some segments of now");
    assert!(read(&[(31, 401)], Choice::All).is_empty(), "as they are");
}

#[test]
fn rows_that_add_up_are_read_only_of_the_days_before_the_first_whole_month() {
    let read = |source, spans| {
        let reads = moved_reads(source, &[spans], &[30, 59, 90], Choice::All);
        reads.into_iter().map(|(_, said)| said).collect::<Vec<_>>()
    };
    let of_action = ["60..100: +kept 0..90", "60..100: +sums 91..100", "40..59: +rows at 100"];
    assert_eq!(read(&content::ACTION, (40, 100)), of_action);
    assert_eq!(
        read(&content::ACTION, (40, 60)),
        ["60..60: +kept 0..59", "60..60: +sums 60..60", "40..59: +rows at 60"]
    );
    assert_eq!(read(&content::ACTION, (40, 59)), ["40..59: +rows at 59"], "no later month");
    assert_eq!(
        read(&members::SESSION, (40, 140)),
        ["40..140: +rows at 140"],
        "later rows take from what these days have"
    );
}

#[test]
fn stocks_take_back_what_earlier_windows_moved() {
    let read = |spans: &[(i32, i32)]| moved_reads(&members::REGISTRATION, spans, &[30, 59, 90], Choice::All);
    let text = |window, said: &str| (window, said.to_owned());
    let months = [
        text(0, "31..59: +kept 0..59"),
        text(gap_before(0), "1..30: +kept 0..59"),
        text(1, "60..90: +kept 0..90"),
        text(gap_before(1), "1..59: +kept 0..90"),
        text(gap_before(1), "1..59: -kept 0..59"),
    ];
    assert_eq!(read(&[(31, 59), (60, 90)]), months);
    let days = [
        text(0, "40..59: +rows at 59"),
        text(gap_before(0), "1..59: +kept 0..59"),
        text(gap_before(0), "40..59: -rows at 59"),
    ];
    assert_eq!(read(&[(40, 59)]), days);
}

proptest! {
    #[test]
    fn profiles_and_what_rows_change_have_the_members_of_each_window(world in world(), windows in windows()) {
        for (source, subset, by) in [
            (&members::SESSION, Subset::ALL, None),
            (&offers::PARTNER, Subset::ALL, None),
            (&offers::INTERACTION, Subset::ALL, None),
            (&offers::INTERACTION, Subset::ADDITIVE, offers::BY_OFFER.column),
        ] {
            let query = query(source, windows.clone(), subset, by);
            prop_assert!(query.reads_profiles());
            let reads = cover(&query, &world.summaries);
            for (window, days) in (0..).zip(&windows) {
                let of_window: Vec<&Read> = reads.iter().filter(|read| read.window == window).collect();
                let sum: i64 = of_window.iter().map(|read| world.distinct(read)).sum();
                prop_assert_eq!(sum, world.members(days.first, days.last), "{} {:?}: {:?}", source.id, days, of_window);
            }
        }
    }

    #[test]
    fn rows_and_sums_have_each_row_of_a_window_once(world in world(), windows in windows()) {
        for (source, subset, by) in [
            (&website::WEB, Subset::ALL, None),
            (&website::WEB, Subset::ADDITIVE, website::BY_DEVICE.column),
            (&content::ACTION, Subset::ALL, None),
            (&content::ARTICLE, Subset::ALL, None),
            (&content::ARTICLE, Subset::ADDITIVE, content::BY_ARTICLE.column),
            (&content::ARTICLE, Subset::Contributors, None),
            (&offers::INTERACTION, Subset::Members, None),
            (&offers::PARTNER, Subset::ADDITIVE, offers::BY_PARTNER.column),
        ] {
            let query = query(source, windows.clone(), subset, by);
            let reads = cover(&query, &world.summaries);
            let is_by_month = query.row_sums(Each::Month).is_some();
            for (window, days) in (0..).zip(&windows) {
                let found = rows_of(&world, &reads, window, is_by_month);
                prop_assert_eq!(found, world.window(*days), "{} {:?}: {:?}", source.id, days, &reads);
            }
        }
    }

    #[test]
    fn sums_of_all_history_have_each_day_up_to_the_last_once(world in world(), windows in windows()) {
        let mut windows = windows;
        let mut last = 0;
        windows.retain_mut(|window| {
            window.first = window.first.max(last + 1);
            let is_some = window.first <= window.last;
            last = if is_some { window.last } else { last };
            is_some
        });
        for by in [None, members::REGISTRATION_CHANNEL.column] {
            let query = query(&members::REGISTRATION, windows.clone(), Subset::ALL, by);
            let reads = cover(&query, &world.summaries);
            let mut found = Vec::new();
            for (window, days) in (0..).zip(&windows) {
                prop_assert_eq!(rows_of(&world, &reads, window, false), world.window(*days));
                found.extend(rows_of(&world, &reads, gap_before(window), false));
                found.extend(rows_of(&world, &reads, window, false));
            }
            found.sort_unstable();
            prop_assert_eq!(found, world.window(Span { first: 1, last }));
        }
    }
}

#[test]
fn newcomers_are_read_from_rows_alone() {
    let spans = vec![Span { first: 40, last: 90 }];
    let summaries = Summaries::default();
    for source in [&members::SESSION, &offers::INTERACTION, &content::ARTICLE] {
        let newcomers = Some(Span { first: 40, last: 50 });
        let reads = cover(&SourceQuery { newcomers, ..query(source, spans.clone(), Subset::ALL, None) }, &summaries);
        let has_rows = !matches!(source.newcomers, Newcomers::Unknown);
        assert_eq!(reads.len(), usize::from(has_rows), "{}", source.id);
        let of_rows = |read: &Read| {
            matches!(read.from, ReadFrom::Rows(Relation::Rows) | ReadFrom::Changes { since: 40, subtracts: false })
        };
        assert!(reads.iter().all(|read| of_rows(read) && read.days == spans[0]), "{reads:?}");
    }
}
