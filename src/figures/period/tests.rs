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
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("../period_vectors.json")).expect("vectors");
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
        let case =
            format!("{:?} of {} in years from {year_start}, from {start:?} to {end:?}", vector.period, vector.today);
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
    assert_eq!(of(Period::Yesterday), window(date!(2026 - 11 - 19), date!(2026 - 11 - 19)));
    assert_eq!(of(Period::MonthToDate), window(date!(2026 - 11 - 01), date!(2026 - 11 - 19)));
    assert_eq!(of(Period::QuarterToDate), window(date!(2026 - 10 - 01), date!(2026 - 11 - 19)));
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
    for (start, end) in [(date!(2026 - 11 - 02), date!(2026 - 11 - 19)), (date!(2025 - 01 - 01), date!(2026 - 11 - 19))]
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
fn days_and_weeks_are_for_short_windows() {
    let short = window(date!(2026 - 02 - 26), date!(2026 - 03 - 09));
    let labels = |grain: Grain| short.buckets(grain).into_iter().map(|bucket| bucket.label).collect::<Vec<_>>();
    assert_eq!(labels(Grain::Day).len(), 12);
    assert_eq!(labels(Grain::Day)[..4], ["Feb 26, 2026", "Feb 27, 2026", "Feb 28, 2026", "Mar 1, 2026"]);
    // 1 March 2026 is a Sunday. The label of a week is its first day, wherever the window begins.
    assert_eq!(labels(Grain::Week), ["Feb 22, 2026", "Mar 1, 2026", "Mar 8, 2026"]);
    assert_eq!(labels(Grain::MondayWeek), ["Feb 23, 2026", "Mar 2, 2026", "Mar 9, 2026"]);
    assert_eq!(short.buckets(Grain::Week)[0].window, window(date!(2026 - 02 - 26), date!(2026 - 02 - 28)));
    let (sunday, monday) = (Calendar::default(), Calendar { first_weekday: Weekday::Monday, ..Calendar::default() });
    assert_eq!(Grain::Week.within(short, sunday), Grain::Week);
    assert_eq!(Grain::Week.within(short, monday), Grain::MondayWeek);
    let most = window(date!(2026 - 01 - 01), date!(2026 - 04 - 02));
    assert_eq!((most.days(), Grain::Day.within(most, sunday)), (92, Grain::Day));
    let longer = window(date!(2026 - 01 - 01), date!(2026 - 04 - 03));
    for grain in [Grain::Day, Grain::Week, Grain::Month] {
        assert_eq!(grain.within(longer, monday), Grain::Month);
    }
    assert_eq!(Grain::Quarter.within(longer, monday), Grain::Quarter);
    let written = [Grain::Day, Grain::Week, Grain::MondayWeek].map(|grain| serde_json::to_value(grain).expect("JSON"));
    assert_eq!(written, ["BY_DAYS", "BY_WEEKS", "BY_WEEKS"]);
    assert_eq!(serde_json::from_str::<Grain>("\"BY_WEEKS\"").expect("a scale"), Grain::Week);
    assert_eq!(Grain::Week.first_day(Date::MIN), Date::MIN);
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
    fn buckets_cover_the_window_once(start in 0i64..20_000, length in 0i64..2_000, grain in 0..6) {
        let start = date!(2000 - 01 - 02) + Duration::days(start);
        let whole = window(start, start + Duration::days(length));
        let grains = [Grain::Month, Grain::Quarter, Grain::Year, Grain::Day, Grain::Week, Grain::MondayWeek];
        let grain = grains[grain as usize];
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
