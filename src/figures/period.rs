//! Windows of time: what a filter's period means, what it is compared with, and how it is cut into periods.
//!
//! Everything here is a pure function of dates; "today" is handed in. The rules are docs/metrics.md, "Windows".

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, Month};
use ts_rs::TS;

use super::calendar::{Calendar, first_of_month, last_of_month, months_between, shifted_months};

/// The period chosen in the filter bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Period {
    /// From startDate to endDate.
    #[default]
    SelectedDate,
    #[serde(rename = "LAST_7DAYS")]
    Last7Days,
    #[serde(rename = "LAST_30DAYS")]
    Last30Days,
    #[serde(rename = "LAST_90DAYS")]
    Last90Days,
    #[serde(rename = "LAST_12MONTHS")]
    Last12Months,
    PreviousYear,
    ThisYear,
    /// The last week that ended before today.
    LastFullWeek,
    /// The last month that ended before today.
    LastFullMonth,
    /// The last quarter of the program's years that ended before today.
    LastFullQuarter,
}

/// What the figures of a window are compared with. The BOND Score is always compared with a month earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Comparison {
    /// As many months or days just before.
    #[default]
    PreviousPeriod,
    SameDatesLastYear,
    /// The days 52 weeks before, so that each is compared with the same weekday.
    SameWeekdaysLastYear,
    /// The whole month, quarter or year of the program before the one that the window begins. Otherwise the previous period.
    PreviousFullPeriod,
    /// The dates that the filter names for it.
    SelectedDates,
    None,
}

/// The length of the periods of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[ts(rename = "TimeScale")]
pub enum Grain {
    #[default]
    #[serde(rename = "BY_MONTHS")]
    Month,
    #[serde(rename = "BY_QUARTERS")]
    Quarter,
    #[serde(rename = "BY_YEARS")]
    Year,
}

/// Days from start to end, both included; start is never after end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    pub start: Date,
    pub end: Date,
}

/// One period on the time axis of a chart or sparkline: its label and its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub label: String,
    pub window: Window,
}

impl Window {
    /// None if end is before start.
    pub fn new(start: Date, end: Date) -> Option<Window> {
        (start <= end).then_some(Window { start, end })
    }

    /// How many days it has.
    pub fn days(self) -> i64 {
        (self.end - self.start).whole_days() + 1
    }

    /// The days the two have in common.
    pub fn clipped(self, start: Date, end: Date) -> Option<Window> {
        Window::new(self.start.max(start), self.end.min(end))
    }

    /// The last `days` days up to the window's end, whatever its length.
    pub fn trailing(self, days: u16) -> Window {
        let start = self.end.checked_sub(Duration::days(i64::from(days) - 1)).unwrap_or(Date::MIN);
        Window { start, end: self.end }
    }

    /// The period before: the same number of calendar months just before if the window is whole calendar months,
    /// otherwise the same number of days. None before the calendar begins.
    pub fn period_before(self) -> Option<Window> {
        if self.is_whole_months() {
            let months = months_between(self.start, self.end) + 1;
            let start = shifted_months(self.start, -months)?;
            return Window::new(start, self.start.previous_day()?);
        }
        self.earlier_by(self.days())
    }

    /// The window of the same length `days` days earlier, or later if negative. None before the calendar begins and
    /// after it ends.
    pub fn earlier_by(self, days: i64) -> Option<Window> {
        let earlier = |day: Date| day.checked_sub(Duration::days(days));
        Window::new(earlier(self.start)?, earlier(self.end)?)
    }

    /// The same dates a year earlier; 29 February becomes the 28th, and whole months stay whole.
    pub fn year_before(self) -> Option<Window> {
        let start = shifted_months(self.start, -12)?;
        let mut end = shifted_months(self.end, -12)?;
        if self.is_whole_months() {
            end = last_of_month(end);
        }
        Window::new(start, end)
    }

    /// The whole calendar month, quarter or year of the program before the one that holds the window and begins with it
    /// (the shortest if several do): for a year to date the year before. Otherwise the period before.
    pub fn full_period_before(self, calendar: Calendar) -> Option<Window> {
        let start = self.start;
        let begins = |first: Option<Date>| first == Some(start);
        let periods = [
            (start.day() == 1, 1),
            (begins(calendar.first_of_quarter(start)), 3),
            (begins(calendar.first_of_year(start)), 12),
        ];
        let ends = |months| shifted_months(start, months)?.previous_day();
        let holds = |months| ends(months).is_some_and(|end| self.end <= end);
        match periods.into_iter().find(|(begins, months)| *begins && holds(*months)) {
            Some((_, months)) => Window::new(shifted_months(start, -months)?, start.previous_day()?),
            None => self.period_before(),
        }
    }

    /// Whether it goes from the first day of a month to the last day of a month.
    pub fn is_whole_months(self) -> bool {
        self.start.day() == 1 && self.end == last_of_month(self.end)
    }

    /// How many calendar months it has days in.
    pub fn months_touched(self) -> i32 {
        months_between(self.start, self.end) + 1
    }

    /// The window cut into calendar periods, the first and last clipped to it, oldest first.
    pub fn buckets(self, grain: Grain) -> Vec<Bucket> {
        let mut buckets = Vec::new();
        let mut start = self.start;
        loop {
            let last = grain.last_day(start);
            let window = Window { start, end: last.min(self.end) };
            buckets.push(Bucket { label: grain.label(start), window });
            match last.next_day() {
                Some(next) if next <= self.end => start = next,
                _ => return buckets,
            }
        }
    }

    /// The windows of its length that end with it, at most `count`, oldest first, each labelled by its last day; with
    /// the year if two of them end on the same day of a year.
    pub fn windows_up_to(self, count: usize) -> Vec<Bucket> {
        let mut windows = vec![self];
        while let (true, Some(before)) =
            (windows.len() < count, windows.last().and_then(|window| window.period_before()))
        {
            windows.push(before);
        }
        windows.reverse();
        let day = |last: Date| format!("{} {}", month_name(last.month()), last.day());
        let days: HashSet<String> = windows.iter().map(|window| day(window.end)).collect();
        let is_repeated = days.len() < windows.len();
        let label = |last| if is_repeated { format!("{}, {}", day(last), last.year()) } else { day(last) };
        windows.into_iter().map(|window| Bucket { label: label(window.end), window }).collect()
    }
}

impl Comparison {
    /// The window that `window` is compared with, by the program's calendar. None without a comparison, with dates that only the filter knows, and before the calendar begins.
    pub fn window(self, window: Window, calendar: Calendar) -> Option<Window> {
        match self {
            Comparison::PreviousPeriod => window.period_before(),
            Comparison::SameDatesLastYear => window.year_before(),
            Comparison::SameWeekdaysLastYear => window.earlier_by(52 * 7),
            Comparison::PreviousFullPeriod => window.full_period_before(calendar),
            Comparison::SelectedDates | Comparison::None => None,
        }
    }
}

impl Grain {
    /// First day of the calendar period that holds `date`.
    pub fn first_day(self, date: Date) -> Date {
        let month = u8::from(date.month());
        let first_month = match self {
            Grain::Month => month,
            Grain::Quarter => (month - 1) / 3 * 3 + 1,
            Grain::Year => 1,
        };
        let month = Month::try_from(first_month).unwrap_or(Month::January);
        Date::from_calendar_date(date.year(), month, 1).unwrap_or(Date::MIN)
    }

    /// Last day of the calendar period that holds `date`.
    pub fn last_day(self, date: Date) -> Date {
        let month = u8::from(date.month());
        let last_month = match self {
            Grain::Month => month,
            Grain::Quarter => (month - 1) / 3 * 3 + 3,
            Grain::Year => 12,
        };
        let month = Month::try_from(last_month).unwrap_or(Month::December);
        Date::from_calendar_date(date.year(), month, month.length(date.year())).unwrap_or(Date::MAX)
    }

    /// `Jan 2026`, `Q1 2026` or `2026`.
    fn label(self, date: Date) -> String {
        match self {
            Grain::Month => format!("{} {}", month_name(date.month()), date.year()),
            Grain::Quarter => format!("Q{} {}", u8::from(date.month()).div_ceil(3), date.year()),
            Grain::Year => date.year().to_string(),
        }
    }
}

impl Period {
    /// The days it covers, given the program's today and its calendar; `start` and `end` are read
    /// for the custom period only. None if end is before start.
    pub fn window(self, today: Date, calendar: Calendar, start: Option<Date>, end: Option<Date>) -> Option<Window> {
        let yesterday = today.previous_day()?;
        let back = |days: i64| yesterday.checked_sub(Duration::days(days - 1));
        let new_year = calendar.first_of_year(yesterday);
        match self {
            Period::SelectedDate => Window::new(start.or(new_year)?, end.unwrap_or(yesterday)),
            Period::Last7Days => Window::new(back(7)?, yesterday),
            Period::Last30Days => Window::new(back(30)?, yesterday),
            Period::Last90Days => Window::new(back(90)?, yesterday),
            Period::Last12Months => Window::new(shifted_months(today, -12)?, yesterday),
            Period::PreviousYear => Window::new(shifted_months(new_year?, -12)?, new_year?.previous_day()?),
            Period::ThisYear => Window::new(new_year?, yesterday),
            Period::LastFullWeek => {
                let end = calendar.first_of_week(today)?.previous_day()?;
                Window::new(calendar.first_of_week(end)?, end)
            }
            Period::LastFullMonth => {
                let end = first_of_month(today).previous_day()?;
                Window::new(first_of_month(end), end)
            }
            Period::LastFullQuarter => {
                let end = calendar.first_of_quarter(today)?.previous_day()?;
                Window::new(calendar.first_of_quarter(end)?, end)
            }
        }
    }
}

fn month_name(month: Month) -> &'static str {
    const NAMES: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    NAMES[usize::from(u8::from(month)) - 1]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Weekday;
    use time::macros::date;

    use super::*;

    fn window(start: Date, end: Date) -> Window {
        Window::new(start, end).expect("start is before end")
    }

    /// A line of the file that holds the page to the same windows (`ui/src/figures/filters/periods.test.ts`).
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Vector {
        today: String,
        /// January without one.
        year_start: Option<u8>,
        /// Sunday without one.
        first_weekday: Option<u8>,
        period: Period,
        start: Option<String>,
        end: Option<String>,
        window: (String, String),
        length: (i64, String),
        before: (String, String),
        year_before: (String, String),
        full_before: (String, String),
    }

    #[test]
    fn windows_are_those_of_the_shared_vectors() {
        let vectors: Vec<Vector> = serde_json::from_str(include_str!("period_vectors.json")).expect("vectors");
        assert!(vectors.len() > 150);
        let iso = time::macros::format_description!("[year]-[month]-[day]");
        let day = |text: &str| Date::parse(text, &iso).expect("a day");
        let days = |(start, end): &(String, String)| window(day(start), day(end));
        for vector in vectors {
            let (start, end) = (vector.start.as_deref().map(day), vector.end.as_deref().map(day));
            let year_start = Month::try_from(vector.year_start.unwrap_or(1)).expect("a month");
            let first_weekday = Weekday::Sunday.nth_next(vector.first_weekday.unwrap_or(0));
            let calendar = Calendar { year_start, first_weekday };
            let found = vector.period.window(day(&vector.today), calendar, start, end).expect("a window");
            let case = format!(
                "{:?} of {} in years from {year_start}, from {start:?} to {end:?}",
                vector.period, vector.today
            );
            assert_eq!(found, days(&vector.window), "{case}");
            assert_eq!(found.period_before(), Some(days(&vector.before)), "{case}, the period before");
            assert_eq!(found.year_before(), Some(days(&vector.year_before)), "{case}, the year before");
            assert_eq!(
                found.full_period_before(calendar),
                Some(days(&vector.full_before)),
                "{case}, the full period before"
            );
            let whole = found.is_whole_months();
            let length = if whole { i64::from(found.months_touched()) } else { found.days() };
            assert_eq!((length, if whole { "month" } else { "day" }), (vector.length.0, &*vector.length.1), "{case}");
        }
    }

    #[test]
    fn the_periods_of_a_day_in_november() {
        let today = date!(2026 - 11 - 20);
        let of = |period: Period| period.window(today, Calendar::default(), None, None).expect("a window");
        assert_eq!(of(Period::SelectedDate), window(date!(2026 - 01 - 01), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::Last7Days), window(date!(2026 - 11 - 13), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::Last30Days), window(date!(2026 - 10 - 21), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::Last90Days), window(date!(2026 - 08 - 22), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::Last12Months), window(date!(2025 - 11 - 20), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::PreviousYear), window(date!(2025 - 01 - 01), date!(2025 - 12 - 31)));
        assert_eq!(of(Period::ThisYear), window(date!(2026 - 01 - 01), date!(2026 - 11 - 19)));
        assert_eq!(of(Period::LastFullWeek), window(date!(2026 - 11 - 08), date!(2026 - 11 - 14)));
        assert_eq!(of(Period::LastFullMonth), window(date!(2026 - 10 - 01), date!(2026 - 10 - 31)));
        assert_eq!(of(Period::LastFullQuarter), window(date!(2026 - 07 - 01), date!(2026 - 09 - 30)));
    }

    #[test]
    fn on_new_years_day_the_year_is_yesterdays() {
        let today = date!(2026 - 01 - 01);
        let of = |period: Period| period.window(today, Calendar::default(), None, None).expect("a window");
        assert_eq!(of(Period::ThisYear), window(date!(2025 - 01 - 01), date!(2025 - 12 - 31)));
        assert_eq!(of(Period::PreviousYear), window(date!(2024 - 01 - 01), date!(2024 - 12 - 31)));
        assert_eq!(of(Period::SelectedDate), window(date!(2025 - 01 - 01), date!(2025 - 12 - 31)));
    }

    #[test]
    fn twelve_months_back_from_a_leap_day() {
        let of = Period::Last12Months.window(date!(2024 - 02 - 29), Calendar::default(), None, None);
        assert_eq!(of, Window::new(date!(2023 - 02 - 28), date!(2024 - 02 - 28)));
    }

    #[test]
    fn a_custom_period_that_ends_before_it_starts_is_none() {
        let period = Period::SelectedDate;
        assert_eq!(
            period.window(
                date!(2026 - 11 - 20),
                Calendar::default(),
                Some(date!(2026 - 05 - 02)),
                Some(date!(2026 - 05 - 01))
            ),
            None
        );
    }

    #[test]
    fn whole_months_are_compared_with_whole_months() {
        let february = window(date!(2024 - 02 - 01), date!(2024 - 02 - 29));
        assert_eq!(february.period_before(), Window::new(date!(2024 - 01 - 01), date!(2024 - 01 - 31)));
        assert_eq!(february.year_before(), Window::new(date!(2023 - 02 - 01), date!(2023 - 02 - 28)));
        let back = window(date!(2023 - 02 - 01), date!(2023 - 02 - 28));
        assert_eq!(
            window(date!(2025 - 02 - 01), date!(2025 - 02 - 28)).year_before().map(|w| w.end),
            Some(date!(2024 - 02 - 29))
        );
        assert_eq!(back.period_before(), Window::new(date!(2023 - 01 - 01), date!(2023 - 01 - 31)));
        let quarter = window(date!(2026 - 01 - 01), date!(2026 - 03 - 31));
        assert_eq!(quarter.period_before(), Window::new(date!(2025 - 10 - 01), date!(2025 - 12 - 31)));
    }

    #[test]
    fn other_windows_are_compared_with_as_many_days() {
        let so_far = window(date!(2026 - 01 - 01), date!(2026 - 11 - 19));
        assert_eq!(so_far.period_before(), Window::new(date!(2025 - 02 - 12), date!(2025 - 12 - 31)));
        assert_eq!(so_far.year_before(), Window::new(date!(2025 - 01 - 01), date!(2025 - 11 - 19)));
        let leap = window(date!(2024 - 02 - 29), date!(2024 - 02 - 29));
        assert_eq!(leap.year_before(), Window::new(date!(2023 - 02 - 28), date!(2023 - 02 - 28)));
    }

    #[test]
    fn the_full_period_before_is_that_of_the_shortest_period_that_the_window_begins() {
        let before = |start, end| window(start, end).full_period_before(Calendar::default());
        // A year, a quarter and a month to date.
        let last_year = Window::new(date!(2025 - 01 - 01), date!(2025 - 12 - 31));
        assert_eq!(before(date!(2026 - 01 - 01), date!(2026 - 11 - 19)), last_year);
        let first_quarter = Window::new(date!(2024 - 01 - 01), date!(2024 - 03 - 31));
        assert_eq!(before(date!(2024 - 04 - 01), date!(2024 - 05 - 02)), first_quarter);
        let leap_february = Window::new(date!(2024 - 02 - 01), date!(2024 - 02 - 29));
        assert_eq!(before(date!(2024 - 03 - 01), date!(2024 - 03 - 01)), leap_february);
        // 1 January begins a month, a quarter and a year.
        assert_eq!(
            before(date!(2026 - 01 - 01), date!(2026 - 01 - 31)),
            Window::new(date!(2025 - 12 - 01), date!(2025 - 12 - 31))
        );
        assert_eq!(
            before(date!(2026 - 01 - 01), date!(2026 - 02 - 01)),
            Window::new(date!(2025 - 10 - 01), date!(2025 - 12 - 31))
        );
        // Windows that begin within a period, or go beyond a year.
        for (start, end) in
            [(date!(2026 - 11 - 02), date!(2026 - 11 - 19)), (date!(2025 - 01 - 01), date!(2026 - 11 - 19))]
        {
            assert_eq!(before(start, end), window(start, end).period_before());
        }
    }

    #[test]
    fn buckets_are_clipped_and_labelled() {
        let buckets = window(date!(2025 - 11 - 15), date!(2026 - 02 - 03)).buckets(Grain::Month);
        let labels: Vec<&str> = buckets.iter().map(|bucket| bucket.label.as_str()).collect();
        assert_eq!(labels, ["Nov 2025", "Dec 2025", "Jan 2026", "Feb 2026"]);
        assert_eq!(buckets[0].window, window(date!(2025 - 11 - 15), date!(2025 - 11 - 30)));
        assert_eq!(buckets[3].window, window(date!(2026 - 02 - 01), date!(2026 - 02 - 03)));
        let quarters = window(date!(2025 - 11 - 15), date!(2026 - 02 - 03)).buckets(Grain::Quarter);
        assert_eq!(quarters.iter().map(|bucket| bucket.label.as_str()).collect::<Vec<_>>(), ["Q4 2025", "Q1 2026"]);
        let years = window(date!(2025 - 11 - 15), date!(2026 - 02 - 03)).buckets(Grain::Year);
        assert_eq!(years.iter().map(|bucket| bucket.label.as_str()).collect::<Vec<_>>(), ["2025", "2026"]);
    }

    #[test]
    fn the_windows_of_a_short_sparkline_have_the_length_of_the_window() {
        let line = window(date!(2026 - 11 - 13), date!(2026 - 11 - 19)).windows_up_to(8);
        assert_eq!(line.len(), 8);
        assert_eq!(line[0].window, window(date!(2026 - 09 - 25), date!(2026 - 10 - 01)));
        assert_eq!(line[7].label, "Nov 19");
        let quarters = window(date!(2025 - 10 - 01), date!(2025 - 12 - 31)).windows_up_to(8);
        assert_eq!((quarters[3].label.as_str(), quarters[7].label.as_str()), ("Dec 31, 2024", "Dec 31, 2025"));
        // The calendar of Rust's dates begins somewhere, too.
        assert_eq!(Window { start: Date::MIN, end: date!(2026 - 11 - 19) }.windows_up_to(8).len(), 1);
    }

    proptest! {
        /// Whatever month they begin with, years follow each other without a gap and have 365 or 366 days.
        #[test]
        fn years_of_the_program_cover_every_day_once(today in 0i64..60_000, first_month in 1u8..=12) {
            let today = date!(1950 - 01 - 02) + Duration::days(today);
            let year_start = Month::try_from(first_month).expect("a month");
            let calendar = Calendar { year_start, ..Calendar::default() };
            let of = |period: Period| period.window(today, calendar, None, None).expect("a window");
            let (this, previous) = (of(Period::ThisYear), of(Period::PreviousYear));
            for start in [this.start, previous.start] {
                prop_assert_eq!((start.day(), start.month()), (1, year_start));
            }
            prop_assert_eq!(Some(this.end), today.previous_day());
            prop_assert_eq!(previous.end.next_day(), Some(this.start));
            prop_assert!((1..=366).contains(&this.days()) && (365..=366).contains(&previous.days()));
            prop_assert_eq!(of(Period::SelectedDate), this);
            prop_assert_eq!(this.full_period_before(calendar).map(|before| before.end), Some(previous.end));
        }

        #[test]
        fn buckets_cover_the_window_once(start in 0i64..20_000, length in 0i64..2_000, grain in 0..3) {
            let start = date!(2000 - 01 - 02) + Duration::days(start);
            let whole = window(start, start + Duration::days(length));
            let grain = [Grain::Month, Grain::Quarter, Grain::Year][grain as usize];
            let buckets = whole.buckets(grain);
            prop_assert_eq!(buckets.first().map(|s| s.window.start), Some(whole.start));
            prop_assert_eq!(buckets.last().map(|s| s.window.end), Some(whole.end));
            for pair in buckets.windows(2) {
                prop_assert_eq!(pair[0].window.end.next_day(), Some(pair[1].window.start));
                prop_assert!(pair[0].label != pair[1].label);
            }
        }

        #[test]
        fn the_period_before_touches_the_window_and_is_as_long(start in 400i64..20_000, length in 0i64..900) {
            let start = date!(2000 - 01 - 02) + Duration::days(start);
            let now = window(start, start + Duration::days(length));
            let before = now.period_before().expect("the calendar goes further back");
            prop_assert_eq!(before.end.next_day(), Some(now.start));
            prop_assert_eq!(before.is_whole_months(), now.is_whole_months() || before.is_whole_months());
            if !now.is_whole_months() {
                prop_assert_eq!(before.days(), now.days());
            }
        }
    }
}
