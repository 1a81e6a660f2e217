//! Splits windows into whole months, which sets of members and sums by month have, and the days around them.

use crate::warehouse::day::Day;
use crate::warehouse::question::Span;

/// The parts of one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeMonths {
    /// The first days of the first and the last whole month.
    pub months: Option<Span>,
    /// The days before and after them.
    pub rows: [Option<Span>; 2],
}

impl WholeMonths {
    /// The parts of a window, where there are no rows after the day `through`.
    pub fn of(window: Span, through: i32) -> WholeMonths {
        let (first, last) = (day(window.first), day(window.last));
        // Nothing is before the first day that a fact can have.
        let since = if first == Day::FIRST || first.number() == first.first_of_month() {
            i32::from(first.first_of_month())
        } else {
            i32::from(first.last_of_month()) + 1
        };
        let is_whole = last.number() == last.last_of_month() || window.last >= through;
        let (month, end) = (i32::from(last.first_of_month()), i32::from(last.number()));
        let until = if is_whole { end } else { month - 1 };
        if since > until {
            return WholeMonths { months: None, rows: [Some(window), None] };
        }
        let last_month = i32::from(day(until).first_of_month());
        let before = (window.first < since).then(|| Span { first: window.first, last: since - 1 });
        let after = (until < end).then(|| Span { first: until + 1, last: end });
        WholeMonths { months: Some(Span { first: since, last: last_month }), rows: [before, after] }
    }

    /// Whether it has a month whole, given by the first day.
    pub fn has(&self, month: i64) -> bool {
        self.months.is_some_and(|months| i64::from(months.first) <= month && month <= i64::from(months.last))
    }

    /// The first day of the month that the window is, if it is one.
    pub fn only_month(&self) -> Option<i32> {
        let months = self.months.filter(|months| months.first == months.last && self.rows == [None; 2]);
        months.map(|months| months.first)
    }

    /// The first days of its whole months.
    pub fn months(&self) -> impl Iterator<Item = i32> {
        let last = self.months.map_or(i32::MIN, |months| months.last);
        let after = |month: &i32| Some(i32::from(day(*month).last_of_month()) + 1);
        std::iter::successors(self.months.map(|months| months.first), after).take_while(move |month| *month <= last)
    }
}

/// The days outside whole months, each with the number of its window.
pub(super) fn days_around(windows: &[WholeMonths]) -> impl Iterator<Item = (i64, Span)> {
    let numbered = (0..).zip(windows);
    numbered.flat_map(|(window, parts)| parts.rows.into_iter().flatten().map(move |days| (window, days)))
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
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 30), through), (Some((may, june)), vec![]));
        assert_eq!(plan(date!(2025 - 06 - 01), date!(2025 - 06 - 30), through), (Some((june, june)), vec![]));
        let (around, rows) = plan(date!(2025 - 05 - 02), date!(2025 - 07 - 30), through);
        assert_eq!((around, rows), (Some((june, june)), vec![(may + 1, june - 1), (july, july + 29)]));
        let inside = plan(date!(2025 - 05 - 02), date!(2025 - 05 - 31), through);
        assert_eq!(inside, (None, vec![(may + 1, june - 1)]));
        let across = plan(date!(2025 - 05 - 20), date!(2025 - 06 - 10), through);
        assert_eq!(across, (None, vec![(may + 19, june + 9)]), "no whole month");
    }

    #[test]
    fn the_month_of_the_last_day_with_rows_is_whole_for_windows_that_reach_it() {
        let [may, june] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01)].map(number);
        let through = date!(2025 - 06 - 10);
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 10), through), (Some((may, june)), vec![]));
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 20), through), (Some((may, june)), vec![]));
        let before = plan(date!(2025 - 05 - 01), date!(2025 - 06 - 09), through);
        assert_eq!(before, (Some((may, may)), vec![(june, june + 8)]));
        assert_eq!(plan(date!(2025 - 06 - 02), date!(2025 - 06 - 10), through), (None, vec![(june + 1, june + 9)]));
    }

    #[test]
    fn the_first_and_the_last_day_that_a_fact_can_have_are_in_whole_months() {
        let all = plan(Day::FIRST.to_date(), Day::LAST.to_date(), date!(2025 - 06 - 10));
        assert_eq!(all, (Some((0, i32::from(Day::LAST.first_of_month()))), vec![]));
    }

    #[test]
    fn the_months_of_a_window_are_listed_by_their_first_days() {
        let months = |first, last| {
            let window = WholeMonths::of(Span { first: number(first), last: number(last) }, i32::MAX);
            window.months().collect::<Vec<i32>>()
        };
        let [may, june] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01)].map(number);
        assert_eq!(months(date!(2025 - 04 - 02), date!(2025 - 06 - 30)), [may, june]);
        assert_eq!(months(date!(2025 - 05 - 01), date!(2025 - 06 - 29)), [may]);
        assert_eq!(months(date!(2025 - 05 - 02), date!(2025 - 06 - 29)), [0; 0]);
        let only =
            |first, last| WholeMonths::of(Span { first: number(first), last: number(last) }, i32::MAX).only_month();
        assert_eq!(only(date!(2025 - 05 - 01), date!(2025 - 05 - 31)), Some(may));
        assert_eq!(only(date!(2025 - 05 - 01), date!(2025 - 06 - 30)), None);
        assert_eq!(only(date!(2025 - 05 - 01), date!(2025 - 06 - 01)), None);
        assert_eq!(only(date!(2025 - 05 - 02), date!(2025 - 05 - 31)), None);
        assert_eq!(months(date!(2000 - 01 - 02), date!(2000 - 02 - 29)), [0, 31], "the first month has no first day");
        let all = months(Day::FIRST.to_date(), Day::LAST.to_date());
        assert_eq!(all.last(), Some(&i32::from(Day::LAST.first_of_month())));
    }
}
