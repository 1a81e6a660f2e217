//! Splits windows into whole months, which sets of members and sums by month have, and the days around them.

use crate::warehouse::day::Day;
use crate::warehouse::question::Span;

/// The parts of one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeMonths {
    /// The days of all whole months.
    pub months: Option<Span>,
    /// The days before and after them.
    pub rows: [Option<Span>; 2],
}

impl WholeMonths {
    /// The parts of a window. There are no rows after the day `through`.
    pub fn of(window: Span, through: i32) -> WholeMonths {
        let (first, last) = (day(window.first), i32::from(day(window.last).number()));
        let since = if begins_month(window.first) { window.first } else { i32::from(first.last_of_month()) + 1 };
        let is_whole = last == i32::from(day(last).last_of_month()) || window.last >= through;
        let until = if is_whole { last } else { month_of(last) - 1 };
        if since > until {
            return WholeMonths { months: None, rows: [Some(window), None] };
        }
        let before = (window.first < since).then(|| Span { first: window.first, last: since - 1 });
        let after = (until < last).then(|| Span { first: until + 1, last });
        WholeMonths { months: Some(Span { first: since, last: until }), rows: [before, after] }
    }

    /// Whether the window is one whole month and nothing else.
    pub fn is_one_month(&self) -> bool {
        self.months.is_some_and(|days| month_of(days.first) == month_of(days.last)) && self.rows == [None; 2]
    }
}

/// Whether a window that begins on `first` has no part of a month before its first whole month.
pub(super) fn begins_month(first: i32) -> bool {
    // Nothing is before the first day that a fact can have.
    month_of(first) == first || first == i32::from(Day::FIRST.number())
}

/// The first day of the month of a day.
pub(in super::super) fn month_of(number: i32) -> i32 {
    i32::from(day(number).first_of_month())
}

/// The first day of the next month.
pub(super) fn next_month_of(number: i32) -> i32 {
    i32::from(day(number).last_of_month()) + 1
}

/// The first day of each month that has some of these days.
pub(in super::super) fn months_of(days: Span) -> impl Iterator<Item = i32> {
    let after = |month: &i32| Some(next_month_of(*month));
    std::iter::successors(Some(month_of(days.first)), after).take_while(move |month| *month <= days.last)
}

fn day(number: i32) -> Day {
    Day::from_number(number.clamp(1, i32::from(i16::MAX)) as i16).unwrap_or(Day::FIRST)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn number(date: time::Date) -> i32 {
        i32::from(Day::clamped(date).number())
    }

    type Ends = (i32, i32);

    fn plan(first: time::Date, last: time::Date, through: time::Date) -> (Option<Ends>, Vec<Ends>) {
        let plan = WholeMonths::of(Span { first: number(first), last: number(last) }, number(through));
        let ends = |span: Span| (span.first, span.last);
        (plan.months.map(ends), plan.rows.into_iter().flatten().map(ends).collect())
    }

    #[test]
    fn a_window_has_whole_months_and_days_around_them() {
        let [may, june, july] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01), date!(2025 - 07 - 01)].map(number);
        let through = date!(2025 - 12 - 31);
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 30), through), (Some((may, june + 29)), vec![]));
        assert_eq!(plan(date!(2025 - 06 - 01), date!(2025 - 06 - 30), through), (Some((june, june + 29)), vec![]));
        let (around, rows) = plan(date!(2025 - 05 - 02), date!(2025 - 07 - 30), through);
        assert_eq!((around, rows), (Some((june, july - 1)), vec![(may + 1, june - 1), (july, july + 29)]));
        let inside = plan(date!(2025 - 05 - 02), date!(2025 - 05 - 31), through);
        assert_eq!(inside, (None, vec![(may + 1, june - 1)]));
        let across = plan(date!(2025 - 05 - 20), date!(2025 - 06 - 10), through);
        assert_eq!(across, (None, vec![(may + 19, june + 9)]), "no whole month");
    }

    #[test]
    fn the_month_of_the_last_day_with_rows_is_whole_for_windows_that_reach_it() {
        let [may, june] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01)].map(number);
        let through = date!(2025 - 06 - 10);
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 10), through), (Some((may, june + 9)), vec![]));
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 20), through), (Some((may, june + 19)), vec![]));
        let before = plan(date!(2025 - 05 - 01), date!(2025 - 06 - 09), through);
        assert_eq!(before, (Some((may, june - 1)), vec![(june, june + 8)]));
        assert_eq!(plan(date!(2025 - 06 - 02), date!(2025 - 06 - 10), through), (None, vec![(june + 1, june + 9)]));
    }

    #[test]
    fn the_first_and_the_last_day_that_a_fact_can_have_are_in_whole_months() {
        let all = plan(Day::FIRST.to_date(), Day::LAST.to_date(), date!(2025 - 06 - 10));
        assert_eq!(all, (Some((i32::from(Day::FIRST.number()), i32::from(Day::LAST.number()))), vec![]));
    }

    #[test]
    fn the_months_of_days_are_listed_by_their_first_days() {
        let months = |first, last| months_of(Span { first: number(first), last: number(last) }).collect::<Vec<i32>>();
        let [may, june] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01)].map(number);
        assert_eq!(months(date!(2025 - 05 - 01), date!(2025 - 06 - 30)), [may, june]);
        assert_eq!(months(date!(2025 - 05 - 01), date!(2025 - 05 - 31)), [may]);
        assert_eq!(months(date!(2025 - 05 - 31), date!(2025 - 06 - 01)), [may, june]);
        assert_eq!(months(date!(2000 - 01 - 02), date!(2000 - 02 - 29)), [0, 31], "the first month has no first day");
        let all = months(Day::FIRST.to_date(), Day::LAST.to_date());
        assert_eq!(all.last(), Some(&i32::from(Day::LAST.first_of_month())));
    }

    #[test]
    fn one_whole_month_is_known() {
        let is_one =
            |first, last| WholeMonths::of(Span { first: number(first), last: number(last) }, i32::MAX).is_one_month();
        assert!(is_one(date!(2025 - 05 - 01), date!(2025 - 05 - 31)));
        assert!(!is_one(date!(2025 - 05 - 01), date!(2025 - 06 - 30)));
        assert!(!is_one(date!(2025 - 05 - 01), date!(2025 - 06 - 01)));
        assert!(!is_one(date!(2025 - 05 - 02), date!(2025 - 05 - 31)));
    }
}
