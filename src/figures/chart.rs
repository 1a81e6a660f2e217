//! The time axis of charts and sparklines: which periods they have, and what is known of each.

use schemars::JsonSchema;
use serde::Serialize;
use time::Date;
use ts_rs::TS;

use super::catalogue::Catalogue;
use super::filter::iso;
use super::model::Metric;
use super::period::{Bucket, Grain, Window};

/// A period of a chart. Dates are yyyy-mm-dd.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChartPeriod {
    pub label: String,
    /// Its first and last day within the window.
    pub start: String,
    pub end: String,
    /// The last day that its figures count: its end, or the last day with data where that is earlier; null where no
    /// day of it has data.
    pub through: Option<String>,
    /// Whether the figures are those of the whole month, quarter or year: all its days are in the window, and the
    /// data reach from its first day to its last.
    pub complete: bool,
    /// Whether the figures have data: their tables are loaded, from before the period's end, up to a day of it, and with at
    /// least one of its days. Where they are not, a 0 is no figure.
    pub covered: bool,
    /// Whether they reach back to the same dates a year earlier, and one of those days is loaded.
    pub previous_covered: bool,
}

/// The periods of a chart of `metrics`: those of the window, from the first day with data to today. Data begin with
/// the first login, or with the metrics' own tables if those begin earlier.
pub fn buckets(catalogue: &Catalogue, metrics: &[&Metric], window: Window, grain: Grain, today: Date) -> Vec<Bucket> {
    first_day(catalogue, metrics)
        .and_then(|first| window.clipped(first, today))
        .map(|window| window.buckets(grain))
        .unwrap_or_default()
}

/// A window with days in fewer months than this has a sparkline of windows of its own length.
const FEWEST_MONTHS: i32 = 4;
/// How many such windows a sparkline has.
const SHORT_WINDOWS: usize = 8;

/// The time axis of sparklines: the periods of a chart. A window within one period, or with days in fewer than four
/// months, has instead the eight windows of its length that end with it.
pub struct Sparkline {
    pub buckets: Vec<Bucket>,
    /// None for windows of the filter's own length.
    grain: Option<Grain>,
}

impl Sparkline {
    /// The axis for `metrics`; a metric's own line may begin later.
    pub fn new(catalogue: &Catalogue, metrics: &[&Metric], window: Window, grain: Grain, today: Date) -> Sparkline {
        // A window within one period would be a single point.
        if window.months_touched() >= FEWEST_MONTHS && window.end > grain.last_day(window.start) {
            let buckets = buckets(catalogue, metrics, window, grain, today);
            return Sparkline { buckets, grain: Some(grain) };
        }
        Sparkline { buckets: window.windows_up_to(SHORT_WINDOWS), grain: None }
    }

    /// Whether the points are periods of the window.
    pub fn has_grain(&self) -> bool {
        self.grain.is_some()
    }

    /// Whether the line of a metric has a point for a bucket: its tables begin on or before the bucket's last day. A window
    /// of days needs them from its first day on; a metric over tables without days is drawn from the first login on.
    pub fn has(&self, catalogue: &Catalogue, metric: &Metric, bucket: &Bucket) -> bool {
        if self.grain.is_some() {
            return catalogue.reaches_back_to(metric, bucket.window.end);
        }
        let first = match catalogue.first_day_of(metric) {
            Ok(own) => own.or(catalogue.first_day()),
            Err(_) => None,
        };
        first.is_some_and(|first| first <= bucket.window.start)
    }

    /// The last day that the last point of a metric's line counts, if its period ends later.
    pub fn unfinished(&self, catalogue: &Catalogue, metric: &Metric) -> Option<Date> {
        let Bucket { window, .. } = self.buckets.last()?;
        let end = self.grain.map_or(window.end, |grain| grain.last_day(window.start));
        let through = catalogue.last_day_of(metric)?.min(window.end);
        (through < end).then_some(through)
    }
}

/// Each bucket of a chart of `metrics` as a period, with what is known of its data.
pub fn periods(
    catalogue: &Catalogue,
    metrics: &[&Metric],
    window: Window,
    grain: Grain,
    buckets: &[Bucket],
) -> Vec<ChartPeriod> {
    let all = |holds: &dyn Fn(&Metric) -> bool| metrics.iter().all(|metric| holds(metric));
    buckets
        .iter()
        .map(|bucket| {
            let (first, last) = (grain.first_day(bucket.window.start), grain.last_day(bucket.window.start));
            let is_whole = window.start <= first && last <= window.end;
            let is_loaded = |metric: &Metric| {
                catalogue.reaches_back_to(metric, first)
                    && catalogue.last_day_of(metric).is_some_and(|loaded| last <= loaded)
            };
            ChartPeriod {
                label: bucket.label.clone(),
                start: iso(bucket.window.start),
                end: iso(bucket.window.end),
                through: through(catalogue, metrics, bucket.window).map(iso),
                complete: is_whole && all(&is_loaded),
                covered: all(&|metric| covers(catalogue, metric, bucket)),
                previous_covered: bucket.window.year_before().is_some_and(|before| {
                    let has_data = |metric: &Metric| {
                        catalogue.reaches_back_to(metric, before.start)
                            && catalogue.coverage.lacks(metric, before).is_none()
                    };
                    all(&has_data)
                }),
            }
        })
        .collect()
}

/// The last day of a window up to which its data are taken as complete: the program's last day with logins, or that of a
/// metric's own tables if it is later; of several metrics, the earliest of these days. None if the tables of a metric
/// begin after the window, or if this day is before it.
pub fn through(catalogue: &Catalogue, metrics: &[&Metric], window: Window) -> Option<Date> {
    let last = metrics.iter().map(|metric| catalogue.last_day_of(metric)).min()??;
    let begin = metrics.iter().all(|metric| catalogue.reaches_back_to(metric, window.end));
    Some(last.min(window.end)).filter(|last| begin && *last >= window.start)
}

/// Whether a metric has data in the bucket: a day of it is loaded of each table that it reads, and the data do not end
/// before it.
pub fn covers(catalogue: &Catalogue, metric: &Metric, bucket: &Bucket) -> bool {
    let has_ended = catalogue.first_day_of(metric).is_ok_and(|first| first.is_some())
        && catalogue.last_day_of(metric).is_none_or(|last| last < bucket.window.start);
    !has_ended
        && catalogue.reaches_back_to(metric, bucket.window.end)
        && catalogue.coverage.lacks(metric, bucket.window).is_none()
}

/// The day of the first login, or the first day of the data of one of the metrics if that is earlier.
fn first_day(catalogue: &Catalogue, metrics: &[&Metric]) -> Option<Date> {
    let own = metrics.iter().filter_map(|metric| catalogue.first_day_of(metric).ok().flatten());
    own.chain(catalogue.first_day()).min()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use std::sync::Arc;

    use super::*;
    use crate::figures::coverage::Coverage;
    use crate::figures::{content, emails, members};

    /// Logins from 15 January 2025 to 20 November 2026; e-mails from 10 March 2026; transactions never.
    fn catalogue() -> Catalogue {
        let loaded = [
            ("logins", (date!(2025 - 01 - 15), date!(2026 - 11 - 20))),
            ("email_messages", (date!(2026 - 03 - 10), date!(2026 - 11 - 18))),
            ("article_views", (date!(2024 - 12 - 01), date!(2026 - 11 - 20))),
        ];
        let coverage =
            Coverage { tables: loaded.iter().map(|(table, _)| (*table).to_owned()).collect(), ..Coverage::default() };
        Catalogue {
            loaded: loaded.map(|(table, days)| (table.to_owned(), days)).into(),
            coverage: Arc::new(coverage),
            ..Catalogue::default()
        }
    }

    fn chart(metric: &'static Metric, start: Date, end: Date, grain: Grain) -> Vec<ChartPeriod> {
        let window = Window::new(start, end).expect("a window");
        let catalogue = catalogue();
        let buckets = buckets(&catalogue, &[metric], window, grain, date!(2026 - 11 - 21));
        periods(&catalogue, &[metric], window, grain, &buckets)
    }

    /// Label, complete, covered, previous covered.
    fn flags(periods: &[ChartPeriod]) -> Vec<(&str, bool, bool, bool)> {
        periods.iter().map(|p| (p.label.as_str(), p.complete, p.covered, p.previous_covered)).collect()
    }

    #[test]
    fn a_table_that_begins_after_the_first_login_covers_only_its_own_periods() {
        let sent = chart(&emails::MESSAGES_SENT, date!(2026 - 01 - 01), date!(2026 - 04 - 30), Grain::Month);
        assert_eq!(
            flags(&sent),
            [
                ("Jan 2026", false, false, false),
                ("Feb 2026", false, false, false),
                ("Mar 2026", false, true, false),
                ("Apr 2026", true, true, false),
            ]
        );
        let logins = chart(&members::TOTAL_LOGINS, date!(2026 - 01 - 01), date!(2026 - 04 - 30), Grain::Month);
        assert!(logins.iter().all(|period| period.complete && period.covered), "{logins:?}");
        let year_before: Vec<bool> = logins.iter().map(|period| period.previous_covered).collect();
        assert_eq!(year_before, [false, true, true, true], "the first login was on 15 January 2025");
    }

    #[test]
    fn a_chart_begins_with_its_own_table_where_that_is_older_than_the_first_login() {
        let views = chart(&content::ARTICLE_VIEWS, date!(2024 - 11 - 01), date!(2025 - 02 - 28), Grain::Month);
        let labels: Vec<&str> = views.iter().map(|period| period.label.as_str()).collect();
        assert_eq!(labels, ["Dec 2024", "Jan 2025", "Feb 2025"]);
        let logins = chart(&members::TOTAL_LOGINS, date!(2024 - 11 - 01), date!(2025 - 02 - 28), Grain::Month);
        assert_eq!((logins[0].label.as_str(), logins[0].start.as_str()), ("Jan 2025", "2025-01-15"));
        assert!(!logins[0].complete && logins[1].complete);
    }

    #[test]
    fn a_period_is_complete_when_the_window_and_the_data_hold_all_of_it() {
        let logins = chart(&members::TOTAL_LOGINS, date!(2026 - 07 - 02), date!(2026 - 11 - 20), Grain::Quarter);
        assert_eq!(flags(&logins), [("Q3 2026", false, true, true), ("Q4 2026", false, true, true)]);
        assert_eq!((logins[0].start.as_str(), logins[0].end.as_str()), ("2026-07-02", "2026-09-30"));
        let through = |periods: &[ChartPeriod]| periods.iter().map(|p| p.through.clone()).collect::<Vec<_>>();
        let days = |days: &[Option<&str>]| days.iter().map(|day| day.map(str::to_owned)).collect::<Vec<_>>();
        assert_eq!(through(&logins), days(&[Some("2026-09-30"), Some("2026-11-20")]));
        // Today, 21 November, has no data yet.
        let late = chart(&members::TOTAL_LOGINS, date!(2026 - 11 - 21), date!(2026 - 11 - 30), Grain::Month);
        assert_eq!(through(&late), days(&[None]));
        let sent = chart(&emails::MESSAGES_SENT, date!(2026 - 02 - 01), date!(2026 - 12 - 31), Grain::Year);
        // The e-mails end on the 18th, but the data of the program reach to the 20th.
        assert_eq!(through(&sent), days(&[Some("2026-11-20")]));
        let year = chart(&members::TOTAL_LOGINS, date!(2025 - 01 - 01), date!(2026 - 12 - 31), Grain::Year);
        assert_eq!(flags(&year), [("2025", false, true, false), ("2026", false, true, false)]);
    }

    #[test]
    fn a_sparkline_says_where_its_last_point_is_not_a_whole_period() {
        let catalogue = catalogue();
        let unfinished = |start, end, grain, today| {
            let window = Window::new(start, end).expect("a window");
            let line = Sparkline::new(&catalogue, &[&members::TOTAL_LOGINS], window, grain, today);
            (line.buckets.len(), line.unfinished(&catalogue, &members::TOTAL_LOGINS))
        };
        let today = date!(2026 - 11 - 21);
        // Months: the last one ends with the window, and is whole only if its month is.
        let to_date = unfinished(date!(2026 - 01 - 01), date!(2026 - 11 - 20), Grain::Month, today);
        assert_eq!(to_date, (11, Some(date!(2026 - 11 - 20))));
        let whole = unfinished(date!(2026 - 01 - 01), date!(2026 - 10 - 31), Grain::Month, today);
        assert_eq!(whole, (10, None));
        // Eight windows of seven days: each is whole, unless the data end before the last.
        assert_eq!(unfinished(date!(2026 - 11 - 14), date!(2026 - 11 - 20), Grain::Month, today), (8, None));
        let behind = unfinished(date!(2026 - 11 - 18), date!(2026 - 11 - 24), Grain::Month, date!(2026 - 11 - 25));
        assert_eq!(behind, (8, Some(date!(2026 - 11 - 20))));
        // One year would be one point.
        assert_eq!(unfinished(date!(2026 - 01 - 01), date!(2026 - 11 - 20), Grain::Year, today), (8, None));
        assert_eq!(unfinished(date!(2025 - 02 - 01), date!(2026 - 10 - 31), Grain::Year, today).0, 2);
    }

    #[test]
    fn a_table_that_was_never_loaded_covers_nothing() {
        let polls = chart(&content::POLL_ANSWERS, date!(2026 - 01 - 01), date!(2026 - 02 - 28), Grain::Month);
        assert_eq!(flags(&polls), [("Jan 2026", false, false, false), ("Feb 2026", false, false, false)]);
        // Figures of reference tables have no days of their own.
        let open = chart(&content::POLLS, date!(2026 - 01 - 01), date!(2026 - 02 - 28), Grain::Month);
        assert_eq!(flags(&open), [("Jan 2026", true, true, true), ("Feb 2026", true, true, true)]);
    }
}
