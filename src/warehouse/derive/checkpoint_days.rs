//! The checkpoints that the tables of a profile keep.

use duckdb::Connection;
use time::{Date, Duration, Month};

use crate::warehouse::day::Day;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Each, Profile, ProfileKind, ProfileTable};

/// A table of a profile may have so many rows whatever the number of rows it counts.
const FEW_ROWS: i64 = 200_000;

/// A table's counts up to a day are in memory while it is written: at most so many numbers of 8 bytes.
const MOST_NUMBERS: i64 = 1 << 26;

/// The days that a table keeps.
pub(super) type CheckpointDays = Vec<i16>;

/// The rows that a profile counts.
#[derive(Clone, Copy)]
pub(super) struct ProfileRows {
    pub(super) first: Day,
    pub(super) last: Day,
    pub(super) rows: i64,
    segments: i64,
    items: i64,
}

impl ProfileRows {
    /// Those of a derived table; None if it is empty.
    pub(super) fn read(
        connection: &Connection,
        name: &str,
        profile: &Profile,
    ) -> Result<Option<ProfileRows>, WarehouseError> {
        let items = profile.of_items.map_or("1".to_owned(), |of| format!("(select count(*) from feed.{})", of.items));
        let sql = format!(
            "select coalesce(min(day), 0)::smallint, coalesce(max(day), 0)::smallint, count(*)::bigint,
               (select count(*) from derived.segment)::bigint, {items}::bigint
             from derived.{name}"
        );
        let read = |row: &duckdb::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        let (first, last, rows, segments, items) = connection.query_row(&sql, [], read)?;
        let days = Day::from_number(first).zip(Day::from_number(last));
        Ok(days.map(|(first, last)| ProfileRows { first, last, rows, segments, items }))
    }

    /// The days that a table keeps.
    pub(super) fn kept(self, table: &ProfileTable) -> CheckpointDays {
        let kind = table.kind;
        let ProfileRows { first, last, rows, segments, items } = self;
        let days_until = |day: i16| i64::from(day - first.number()) + 1;
        let all_days = days_until(last.number());
        // A checkpoint has at most a row for each segment, item and day or month until then. The table by month answers
        // most questions, and has few rows in any case but that of very many segments. Few members of a segment use all
        // items: the table by item has a third of the rows that it may have, so it may have nearly as many as it counts. The
        // one of the latest days spares more rows than the others, for it has most of the days on which short windows end.
        let [at_most, most]: [i64; 2] = match kind {
            ProfileKind::Days => [segments, rows / 4],
            ProfileKind::Months => [segments, rows / 16],
            ProfileKind::LatestDays => [segments, rows],
            ProfileKind::ItemMonths => [segments * items, rows - rows / 8],
        };
        let parts = |days: i64| if kind.each() == Each::Day { days } else { days / 30 + 1 };
        let numbers = at_most.min(rows) * parts(all_days) * table.counts.len() as i64;
        if numbers > MOST_NUMBERS {
            return Vec::new();
        }
        let size = |day: &i16| {
            let days = days_until(*day).min(i64::from(*day) - i64::from(kind.after(*day)));
            (parts(days) * at_most).min(rows * days / all_days)
        };
        let most = most.max(FEW_ROWS);
        let fits = |kept: &CheckpointDays| kept.iter().map(size).sum::<i64>() <= most;
        let before_last = last.number() - 1 - (last.number() - 1) % DAYS_TO_NEXT;
        let step = |(is_kept, last_days): (IsKept, LastDays)| -> CheckpointDays {
            let is_last = |day: i16| match last_days {
                LastDays::ForNextLoad => day == last.number() || day == before_last,
                LastDays::Alone => day == last.number(),
                LastDays::Each(days) => day > last.number() - days,
                LastDays::MonthEnds(months) => Day::from_number(day).is_some_and(|day| {
                    ends_month(day.to_date()) && (1..=months).contains(&(months_of(last) - months_of(day)))
                }),
            };
            (first.number()..=last.number())
                .filter(|day| is_last(*day) || Day::from_number(*day).is_some_and(|day| is_kept(day.to_date())))
                .collect()
        };
        let steps = match kind {
            ProfileKind::Days | ProfileKind::Months => OF_SEGMENTS,
            ProfileKind::LatestDays => OF_LATEST_DAYS,
            ProfileKind::ItemMonths => OF_ITEMS,
        };
        steps.iter().copied().map(step).find(fits).unwrap_or_default()
    }
}

/// The last days that are kept besides those that the calendar names.
#[derive(Clone, Copy)]
enum LastDays {
    /// The last day and one before it, with which the next load begins.
    ForNextLoad,
    Alone,
    /// So many, up to the last one.
    Each(i16),
    /// The ends of so many months before the last day's.
    MonthEnds(i32),
}

type IsKept = fn(Date) -> bool;

/// A day that is added changes the sessions of the day before, so that the next load cannot begin with the last day. The
/// day that it begins with changes once in so many days: to write another one takes longer than to read a few days.
const DAYS_TO_NEXT: i16 = 4;

const OF_SEGMENTS: &[(IsKept, LastDays)] = &[
    (|date| date.day() == 15 || ends_month(date), LastDays::ForNextLoad),
    (ends_month, LastDays::ForNextLoad),
    (ends_quarter, LastDays::ForNextLoad),
    (ends_year, LastDays::ForNextLoad),
    (|_| false, LastDays::ForNextLoad),
    (|_| false, LastDays::Alone),
];

/// Each of the last 92 days, a quarter, is kept. Insights compares up to 13 weeks, each with the one before, and all of
/// them end on these days; so does the period before the last 90 days.
const OF_LATEST_DAYS: &[(IsKept, LastDays)] =
    &[(ends_month, LastDays::Each(92)), (ends_month, LastDays::Each(35)), (ends_month, LastDays::ForNextLoad)];

/// The last days themselves are not kept: a load of one more day leaves this table as it is, and the rows since the last
/// month are few. With 13 months, the same window of the year before has no more rows to read.
const OF_ITEMS: &[(IsKept, LastDays)] = &[
    (ends_quarter, LastDays::MonthEnds(13)),
    (ends_year, LastDays::MonthEnds(13)),
    (ends_quarter, LastDays::MonthEnds(1)),
    (ends_year, LastDays::MonthEnds(1)),
    (|_| false, LastDays::MonthEnds(1)),
];

/// The months until a day's, of all years.
fn months_of(day: Day) -> i32 {
    let date = day.to_date();
    date.year() * 12 + i32::from(u8::from(date.month()))
}

fn ends_month(date: Date) -> bool {
    (date + Duration::DAY).day() == 1
}

fn ends_quarter(date: Date) -> bool {
    ends_month(date) && u8::from(date.month()).is_multiple_of(3)
}

fn ends_year(date: Date) -> bool {
    ends_month(date) && date.month() == Month::December
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::warehouse::feed::registry::profiles;

    fn day(date: Date) -> Day {
        Day::from_date(date).expect("a day")
    }

    /// A table of the profile of interactions.
    fn table(kind: ProfileKind) -> ProfileTable {
        let (_, profile) = profiles().find(|(_, profile)| profile.of_items.is_some()).expect("a profile of items");
        profile.tables().find(|table| table.kind == kind).expect("a table")
    }

    /// Rows of so many members' groups and items over nearly three years.
    fn counted(rows: i64, segments: i64, items: i64) -> ProfileRows {
        let (first, last) = (day(date!(2024 - 01 - 10)), day(date!(2026 - 11 - 20)));
        ProfileRows { first, last, rows, segments, items }
    }

    #[test]
    fn the_density_of_kept_days_follows_from_rows_and_segments() {
        let kept = |rows, segments| {
            [ProfileKind::Days, ProfileKind::Months].map(|kind| counted(rows, segments, 1).kept(&table(kind)).len())
        };
        assert_eq!(kept(20_000_000, 40), [71, 71], "half months, the last day and one before it");
        assert_eq!(kept(8_000_000, 80), [36, 71], "months and half months");
        assert_eq!(kept(8_000_000, 160), [13, 71], "quarters and half months");
        assert_eq!(kept(8_000_000, 800), [2, 13], "years and quarters");
        assert_eq!(kept(8_000_000, 1_900), [1, 4], "the last day and years");
        assert_eq!(kept(8_000_000, 10_000), [0, 1], "a table as large as what it counts");
        assert_eq!(kept(200_000_000, 20_000), [0, 13], "more numbers than may be in memory");
        assert_eq!(kept(1_000, 10_000), [71, 71], "few rows");
    }

    #[test]
    fn each_of_the_last_days_is_kept_with_the_latest_days_before_it() {
        let kept = |rows, segments| counted(rows, segments, 1).kept(&table(ProfileKind::LatestDays));
        let many = kept(20_000_000, 40);
        // 21 August to 20 November 2026, and the ends of 31 months before that.
        assert_eq!(many.len(), 92 + 31);
        assert!(many.ends_with(&(9729..=9820).collect::<Vec<i16>>()));
        assert_eq!(kept(2_000_000, 160).len(), 92 + 31);
        assert_eq!(kept(1_200_000, 160).len(), 35 + 33, "October ends within the last days");
        assert_eq!(kept(600_000, 160).len(), 34 + 2, "ends of months, the last day and one before it");
        assert_eq!(kept(400_000, 800), [0; 0]);
    }

    #[test]
    fn the_density_of_kept_days_of_items_follows_from_their_number() {
        let kept = |rows, segments, items| counted(rows, segments, items).kept(&table(ProfileKind::ItemMonths)).len();
        assert_eq!(kept(28_000_000, 160, 300), 20, "quarters and 13 months");
        assert_eq!(kept(28_000_000, 160, 350), 14, "years and 13 months");
        assert_eq!(kept(28_000_000, 160, 500), 12, "quarters and October");
        assert_eq!(kept(28_000_000, 160, 800), 3, "years and October");
        assert_eq!(kept(28_000_000, 160, 2_000), 3);
        assert_eq!(kept(28_000_000, 160, 2_800), 1, "October");
        assert_eq!(kept(28_000_000, 1_000, 10_000), 0, "a table as large as what it counts");
    }

    #[test]
    fn the_last_days_are_kept_and_the_others_end_half_months() {
        let counted = ProfileRows {
            first: day(date!(2024 - 02 - 15)),
            last: day(date!(2024 - 04 - 02)),
            rows: 100,
            segments: 2,
            items: 3,
        };
        let dates = |kind| -> Vec<Date> {
            let kept = counted.kept(&table(kind));
            kept.into_iter().filter_map(Day::from_number).map(Day::to_date).collect()
        };
        let expected = [date!(2024 - 02 - 15), date!(2024 - 02 - 29), date!(2024 - 03 - 15), date!(2024 - 03 - 31)];
        // 31 March is also the day with which a load of 3 April begins.
        let last = [date!(2024 - 04 - 02)];
        assert_eq!(dates(ProfileKind::Days), [&expected[..], &last].concat());
        assert_eq!(dates(ProfileKind::ItemMonths), [date!(2024 - 02 - 29), date!(2024 - 03 - 31)]);
    }
}
