//! Which target a figure is compared with: pure functions of dates. The rules are docs/using.md, "Targets".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, Month};
use ts_rs::TS;

use super::calendar::{first_of_year, last_of_month, last_of_year, shifted_months};
use super::model::{Formula, Metric, Term};
use super::period::{Grain, Window};
use super::{content, emails, members, offers, website};

/// The periods that a target can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[ts(rename = "TargetGrain")]
#[schemars(rename = "TargetGrain")]
pub enum TargetGrain {
    Month,
    /// Of the program: it begins with the month of the setting `fiscal_year_start`.
    Year,
}

/// The relation of a longer period's figure to those of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// It adds up: the logins of a quarter are those of its months. So do its targets.
    Sum,
    /// It grows in the course of a period and does not add up: a member who logs in each month is one member of the quarter.
    Count,
    /// It is of a day, whatever the period before: registered members, the score.
    Level,
    /// A rate or a mean, or another figure that does not consist of parts.
    Rate,
}

/// The figures that add up. A test adds the months of each.
static SUMS: &[&Metric] = &[
    &members::NEW_REGISTERED,
    &members::TOTAL_LOGINS,
    &content::ARTICLE_VIEWS,
    &content::POLL_ANSWERS,
    &content::SHARES,
    &content::PRINTS,
    &emails::MESSAGES_SENT,
    &emails::MESSAGES_DELIVERED,
    &emails::MESSAGES_BOUNCED,
    &emails::UNIQUE_OPENS,
    &emails::UNIQUE_CLICKS,
    &emails::REGISTRATIONS,
    &emails::UNSUBSCRIBERS,
    &emails::LINKS_CLICKED,
    &offers::NEW_OFFERS,
    &offers::OFFBOARDED_OFFERS,
    &offers::TOTAL_VIEWS,
    &offers::TOTAL_CLICKS,
    &offers::REDEMPTIONS,
    &offers::SALES,
    &offers::SAVINGS,
    &website::MEMBER_SESSIONS,
    &website::PAGE_VIEWS,
    &website::DIRECT_SESSIONS,
    &website::ORGANIC_SEARCH_SESSIONS,
    &website::EMAIL_SESSIONS,
    &website::NEW_VISITORS,
    &website::RETURNING_VISITORS,
    &website::SEARCHES,
];

impl Course {
    /// The course of a metric.
    pub fn of(metric: &Metric) -> Course {
        let is_of_the_last_day =
            |term: Term| matches!(term, Term::AsOf(_) | Term::Trailing(_) | Term::TrailingToNotice(_));
        let grows = |term: Term| matches!(term, Term::In(_) | Term::Distinct(..));
        if metric.terms().all(is_of_the_last_day) {
            Course::Level
        } else if SUMS.iter().any(|sum| std::ptr::eq(*sum, metric)) {
            Course::Sum
        } else if matches!(metric.formula, Formula::Sum(..)) && metric.terms().all(grows) {
            Course::Count
        } else {
            Course::Rate
        }
    }

    /// Whether a period that is not over has less of it.
    pub fn grows(self) -> bool {
        matches!(self, Course::Sum | Course::Count)
    }
}

/// Whether a rate grows with the length of the period: a share of members as of a day who did something in it.
pub fn is_growing_rate(metric: &Metric) -> bool {
    let is_of_the_period = |(_, term): &(i64, Term)| matches!(term, Term::In(_));
    let is_of_a_day = |(_, term): &(i64, Term)| matches!(term, Term::AsOf(_) | Term::Before(_));
    match metric.formula {
        Formula::Ratio { of, by, .. } => of.iter().all(is_of_the_period) && by.iter().all(is_of_a_day),
        Formula::Sum(..) => false,
    }
}

impl TargetGrain {
    /// The first day of the period that holds a day.
    pub fn first_day(self, day: Date, year_start: Month) -> Option<Date> {
        match self {
            TargetGrain::Month => day.replace_day(1).ok(),
            TargetGrain::Year => first_of_year(day, year_start),
        }
    }

    /// The last day of the period that begins with a day.
    fn last_day(self, first: Date) -> Option<Date> {
        match self {
            TargetGrain::Month => Some(last_of_month(first)),
            TargetGrain::Year => last_of_year(first),
        }
    }
}

/// A target of one figure and one choice of members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned {
    pub grain: TargetGrain,
    /// The first day of its period.
    pub first: Date,
    /// Whether it is also of each period after it.
    pub repeats: bool,
    pub value: f64,
}

/// The target of a period: its own or, where it has none, the latest that repeats.
pub fn planned(targets: &[Planned], grain: TargetGrain, first: Date) -> Option<f64> {
    let of_grain = || targets.iter().filter(move |target| target.grain == grain);
    let own = of_grain().find(|target| !target.repeats && target.first == first);
    let latest = || of_grain().filter(|target| target.repeats && target.first <= first).max_by_key(|one| one.first);
    own.or_else(latest).map(|target| target.value)
}

/// The target that a figure of a window is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitting {
    pub grain: TargetGrain,
    /// The sum of the targets of its periods; of one period, its target.
    pub value: f64,
    /// All days of these periods.
    pub whole: Window,
    pub periods: u32,
    /// How much of these days the figure has counted, in percent; None if it has counted all of them.
    pub counted: Option<f64>,
}

/// The target that the figure of a window is compared with. `through` is the last day that its data reach.
///
/// A window fits the periods that it begins with and that it reaches into: one or, if the figure adds up, several. A
/// figure of a day fits the period of the window's last day. A fit that has counted all days of its periods goes before
/// one that has not; otherwise a year goes before months for a window of more than a month.
pub fn fitting(
    course: Course,
    window: Window,
    through: Option<Date>,
    year_start: Month,
    targets: &[Planned],
) -> Option<Fitting> {
    let is_long = window.start < window.end.replace_day(1).ok()?;
    let grains = [TargetGrain::Month, TargetGrain::Year];
    let fits = grains.into_iter().filter_map(|grain| of_grain(course, window, through, year_start, (grain, targets)));
    let fits: Vec<Fitting> = if is_long { fits.rev().collect() } else { fits.collect() };
    fits.iter().find(|fit| fit.counted.is_none()).or(fits.first()).copied()
}

fn of_grain(
    course: Course,
    window: Window,
    through: Option<Date>,
    year_start: Month,
    (grain, targets): (TargetGrain, &[Planned]),
) -> Option<Fitting> {
    let begins = if course == Course::Level { window.end } else { window.start };
    let start = grain.first_day(begins, year_start)?;
    if course != Course::Level && start != window.start {
        return None;
    }
    let mut fit = Fitting { grain, value: 0.0, whole: Window { start, end: start }, periods: 0, counted: None };
    let mut first = start;
    while first <= window.end {
        if fit.periods == 1 && course != Course::Sum {
            return None;
        }
        fit.value += planned(targets, grain, first)?;
        fit.whole.end = grain.last_day(first)?;
        fit.periods += 1;
        first = fit.whole.end.next_day()?;
    }
    let last = through.map_or(start.previous_day()?, |through| through.min(window.end));
    if last < fit.whole.end {
        let counted = ((last - start).whole_days() + 1).max(0);
        fit.counted = Some(100.0 * counted as f64 / fit.whole.days() as f64);
    }
    Some(fit)
}

/// The target at a point of a chart, whose period begins with the day `start` in the window. Quarters and years have
/// the sum of their months if the figure adds up, and the target of their last month if it is of a day. Years of charts
/// are those of the calendar: if the program's begin with another month, its yearly targets are of none of them. Days and weeks have none.
pub fn at_point(course: Course, start: Date, scale: Grain, year_start: Month, targets: &[Planned]) -> Option<f64> {
    if !matches!(scale, Grain::Month | Grain::Quarter | Grain::Year) {
        return None;
    }
    let first = scale.first_day(start);
    if course != Course::Level && start != first {
        return None;
    }
    let month = |date: Date| planned(targets, TargetGrain::Month, date);
    if scale == Grain::Month {
        return month(first);
    }
    let is_year = scale == Grain::Year && year_start == Month::January;
    let yearly = is_year.then(|| planned(targets, TargetGrain::Year, first)).flatten();
    let months = if scale == Grain::Quarter { 3 } else { 12 };
    let of_months = || match course {
        Course::Sum => (0..months).map(|at| month(shifted_months(first, at)?)).sum::<Option<f64>>(),
        Course::Level => month(scale.last_day(first).replace_day(1).ok()?),
        Course::Count | Course::Rate => None,
    };
    yearly.or_else(of_months)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn window(start: Date, end: Date) -> Window {
        Window::new(start, end).expect("a window")
    }

    fn month(first: Date, value: f64) -> Planned {
        Planned { grain: TargetGrain::Month, first, repeats: false, value }
    }

    fn year(first: Date, value: f64) -> Planned {
        Planned { grain: TargetGrain::Year, ..month(first, value) }
    }

    fn each(planned: Planned) -> Planned {
        Planned { repeats: true, ..planned }
    }

    /// Its value, and how much is counted.
    fn fit(course: Course, days: (Date, Date), through: Date, targets: &[Planned]) -> Option<(f64, Option<f64>)> {
        let fit = fitting(course, window(days.0, days.1), Some(through), Month::January, targets);
        fit.map(|fit| (fit.value, fit.counted))
    }

    const LATE: Date = date!(2099 - 12 - 31);

    #[test]
    fn courses_follow_from_the_formulas() {
        for (metric, course) in [
            (&members::TOTAL_LOGINS, Course::Sum),
            (&members::UNIQUE_LOGINS, Course::Count),
            (&members::AVERAGE_LOGINS, Course::Rate),
            (&members::RETENTION_RATE, Course::Rate),
            (&members::REGISTERED_BEFORE, Course::Rate),
            (&members::TOTAL_REGISTERED, Course::Level),
            (&members::INITIATION_RATE, Course::Level),
            (&members::DORMANT_RATE, Course::Level),
            (&members::AVERAGE_TENURE, Course::Level),
            (&content::ARTICLES_VIEWED, Course::Count),
            (&content::POLLS, Course::Count),
            (&offers::UNIQUE_OFFER_VIEWS, Course::Count),
            (&offers::SALES, Course::Sum),
            (&offers::SAVINGS_PER_MEMBER, Course::Rate),
        ] {
            assert_eq!(Course::of(metric), course, "{}", metric.label);
        }
    }

    #[test]
    fn a_month_is_compared_with_its_target_whatever_its_length() {
        let targets = [each(month(date!(2026 - 01 - 01), 100.0)), month(date!(2026 - 02 - 01), 80.0)];
        for course in [Course::Sum, Course::Count, Course::Level, Course::Rate] {
            let of = |first, last| fit(course, (first, last), LATE, &targets);
            assert_eq!(of(date!(2026 - 01 - 01), date!(2026 - 01 - 31)), Some((100.0, None)));
            assert_eq!(of(date!(2026 - 02 - 01), date!(2026 - 02 - 28)), Some((80.0, None)), "its own goes first");
            assert_eq!(of(date!(2028 - 02 - 01), date!(2028 - 02 - 28)), Some((100.0, Some(2800.0 / 29.0))));
            assert_eq!(of(date!(2025 - 12 - 01), date!(2025 - 12 - 31)), None, "each month from January 2026");
        }
    }

    #[test]
    fn a_later_target_that_repeats_replaces_an_earlier_one() {
        let targets = [each(month(date!(2026 - 01 - 01), 100.0)), each(month(date!(2026 - 06 - 01), 120.0))];
        let of = |first| planned(&targets, TargetGrain::Month, first);
        assert_eq!(of(date!(2026 - 05 - 01)), Some(100.0));
        assert_eq!((of(date!(2026 - 06 - 01)), of(date!(2027 - 01 - 01))), (Some(120.0), Some(120.0)));
        assert_eq!(planned(&targets, TargetGrain::Year, date!(2027 - 01 - 01)), None);
    }

    #[test]
    fn several_months_have_the_sum_of_their_targets_where_the_figure_adds_up() {
        let quarter = (date!(2026 - 01 - 01), date!(2026 - 03 - 31));
        let all = [(1, 100.0), (2, 80.0), (3, 120.0)];
        let of_month = |(number, value)| {
            month(Date::from_calendar_date(2026, Month::try_from(number).expect("a month"), 1).expect("a day"), value)
        };
        let targets = all.map(of_month);
        assert_eq!(fit(Course::Sum, quarter, LATE, &targets), Some((300.0, None)));
        assert_eq!(fit(Course::Sum, quarter, LATE, &targets[1..]), None, "January has none");
        assert_eq!(fit(Course::Count, quarter, LATE, &targets), None);
        assert_eq!(fit(Course::Rate, quarter, LATE, &targets), None);
        // A figure of a day has the target of the last month, wherever the window begins.
        assert_eq!(fit(Course::Level, quarter, LATE, &targets), Some((120.0, None)));
        assert_eq!(
            fit(Course::Level, (date!(2026 - 02 - 17), date!(2026 - 03 - 31)), LATE, &targets),
            Some((120.0, None))
        );
        // Not from the first day on.
        assert_eq!(fit(Course::Sum, (date!(2026 - 01 - 02), date!(2026 - 03 - 31)), LATE, &targets), None);
        // To date: the whole of the last month counts.
        let to_date = fit(Course::Sum, (date!(2026 - 01 - 01), date!(2026 - 03 - 15)), LATE, &targets);
        assert_eq!(to_date, Some((300.0, Some(100.0 * 74.0 / 90.0))));
    }

    #[test]
    fn a_month_or_year_to_date_says_how_much_of_it_is_counted() {
        let targets = [month(date!(2026 - 11 - 01), 30.0), year(date!(2026 - 01 - 01), 365.0)];
        let november = (date!(2026 - 11 - 01), date!(2026 - 11 - 24));
        assert_eq!(fit(Course::Count, november, LATE, &targets), Some((30.0, Some(80.0))));
        // The data may end before the window.
        let whole = (date!(2026 - 11 - 01), date!(2026 - 11 - 30));
        assert_eq!(fit(Course::Sum, whole, date!(2026 - 11 - 15), &targets), Some((30.0, Some(50.0))));
        assert_eq!(fit(Course::Sum, whole, date!(2026 - 10 - 31), &targets), Some((30.0, Some(0.0))));
        let this_year = (date!(2026 - 01 - 01), date!(2026 - 03 - 14));
        assert_eq!(fit(Course::Rate, this_year, LATE, &targets), Some((365.0, Some(20.0))));
        // A year goes before months, and a whole period before one that is not.
        let months = [each(month(date!(2026 - 01 - 01), 10.0)), year(date!(2026 - 01 - 01), 365.0)];
        assert_eq!(fit(Course::Sum, this_year, LATE, &months), Some((365.0, Some(20.0))));
        let quarter = (date!(2026 - 01 - 01), date!(2026 - 03 - 31));
        assert_eq!(fit(Course::Sum, quarter, LATE, &months), Some((30.0, None)));
        let january = (date!(2026 - 01 - 01), date!(2026 - 01 - 10));
        assert_eq!(fit(Course::Sum, january, LATE, &months).map(|(value, _)| value), Some(10.0));
        assert_eq!(fit(Course::Sum, january, LATE, &months[1..]).map(|(value, _)| value), Some(365.0));
        let two_years = (date!(2026 - 01 - 01), date!(2027 - 12 - 31));
        assert_eq!(fit(Course::Sum, two_years, LATE, &[each(months[1])]), Some((730.0, None)));
    }

    #[test]
    fn a_year_of_the_program_begins_with_its_month() {
        let targets = [year(date!(2026 - 04 - 01), 365.0)];
        let of = |start, end| fitting(Course::Sum, window(start, end), Some(LATE), Month::April, &targets);
        let fit = of(date!(2026 - 04 - 01), date!(2027 - 03 - 31)).expect("the year");
        assert_eq!((fit.value, fit.counted, fit.periods), (365.0, None, 1));
        assert_eq!(of(date!(2026 - 01 - 01), date!(2026 - 12 - 31)), None);
        // Years of charts are those of the calendar.
        let point = |year_start| at_point(Course::Sum, date!(2026 - 01 - 01), Grain::Year, year_start, &targets);
        assert_eq!(point(Month::April), None);
        let of_january = [year(date!(2026 - 01 - 01), 365.0)];
        let point = |start| at_point(Course::Sum, start, Grain::Year, Month::January, &of_january);
        assert_eq!((point(date!(2026 - 01 - 01)), point(date!(2026 - 01 - 02))), (Some(365.0), None));
    }

    #[test]
    fn points_of_charts_have_the_targets_of_their_months() {
        let targets = [each(month(date!(2026 - 01 - 01), 10.0)), month(date!(2026 - 03 - 01), 40.0)];
        let point = |course, start, scale| at_point(course, start, scale, Month::January, &targets);
        let first = date!(2026 - 01 - 01);
        assert_eq!(point(Course::Rate, date!(2026 - 03 - 01), Grain::Month), Some(40.0));
        assert_eq!(point(Course::Rate, date!(2026 - 03 - 02), Grain::Month), None, "the figure is of a part of March");
        assert_eq!(point(Course::Level, date!(2026 - 03 - 02), Grain::Month), Some(40.0));
        assert_eq!(point(Course::Sum, first, Grain::Quarter), Some(60.0));
        assert_eq!(point(Course::Level, first, Grain::Quarter), Some(40.0));
        assert_eq!(point(Course::Count, first, Grain::Quarter), None);
        assert_eq!(point(Course::Sum, first, Grain::Year), Some(150.0));
        assert_eq!(point(Course::Level, first, Grain::Year), Some(10.0));
        assert_eq!(point(Course::Sum, date!(2025 - 10 - 01), Grain::Quarter), None);
    }
}
