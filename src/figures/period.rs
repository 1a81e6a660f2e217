//! Windows of time: what a filter's period means, what it is compared with, and how it is cut into periods.
//!
//! Everything here is a pure function of dates; "today" is handed in. The rules are docs/metrics.md, "Windows".

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, Month, Weekday};
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
    Yesterday,
    /// The month of yesterday, up to yesterday.
    MonthToDate,
    /// The quarter of yesterday in the program's years, up to yesterday.
    QuarterToDate,
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

/// The most days of a window that a chart cuts into days or weeks; a longer one has months instead.
pub const MOST_DAYS: i64 = 92;

/// The length of the periods of a chart. Days and weeks are for windows of at most 92 days; longer ones have months instead.
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
    #[serde(rename = "BY_DAYS")]
    Day,
    /// Weeks that begin with Sunday.
    #[serde(rename = "BY_WEEKS")]
    Week,
    /// Weeks that begin with Monday: a filter has them where the program's weeks do.
    #[serde(rename = "BY_WEEKS", skip_deserializing)]
    #[ts(skip)]
    #[schemars(skip)]
    MondayWeek,
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
    /// What a chart of a window has where this is asked for: the program's own weeks, and months in a long window.
    pub fn within(self, window: Window, calendar: Calendar) -> Grain {
        match self {
            Grain::Day | Grain::Week | Grain::MondayWeek if window.days() > MOST_DAYS => Grain::Month,
            Grain::Week if calendar.first_weekday == Weekday::Monday => Grain::MondayWeek,
            grain => grain,
        }
    }

    /// The day with which its weeks begin; None if it has none.
    fn first_weekday(self) -> Option<Weekday> {
        match self {
            Grain::Week => Some(Weekday::Sunday),
            Grain::MondayWeek => Some(Weekday::Monday),
            _ => None,
        }
    }

    /// First day of the calendar period that holds `date`.
    pub fn first_day(self, date: Date) -> Date {
        let month = u8::from(date.month());
        let first_month = match self {
            Grain::Day => return date,
            Grain::Week | Grain::MondayWeek => {
                let weeks = self.first_weekday().map(|first_weekday| Calendar { first_weekday, ..Calendar::default() });
                return weeks.and_then(|weeks| weeks.first_of_week(date)).unwrap_or(Date::MIN);
            }
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
            Grain::Day => return date,
            Grain::Week | Grain::MondayWeek => {
                return self.first_day(date).checked_add(Duration::days(6)).unwrap_or(Date::MAX);
            }
            Grain::Month => month,
            Grain::Quarter => (month - 1) / 3 * 3 + 3,
            Grain::Year => 12,
        };
        let month = Month::try_from(last_month).unwrap_or(Month::December);
        Date::from_calendar_date(date.year(), month, month.length(date.year())).unwrap_or(Date::MAX)
    }

    /// `Jan 2026`, `Q1 2026` or `2026`; `Jan 5, 2026` of a day, and of the first day of a week.
    fn label(self, date: Date) -> String {
        match self {
            Grain::Day | Grain::Week | Grain::MondayWeek => {
                let first = self.first_day(date);
                format!("{} {}, {}", month_name(first.month()), first.day(), first.year())
            }
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
            Period::Yesterday => Window::new(yesterday, yesterday),
            Period::MonthToDate => Window::new(first_of_month(yesterday), yesterday),
            Period::QuarterToDate => Window::new(calendar.first_of_quarter(yesterday)?, yesterday),
        }
    }
}

fn month_name(month: Month) -> &'static str {
    const NAMES: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    NAMES[usize::from(u8::from(month)) - 1]
}

#[cfg(test)]
mod tests;
