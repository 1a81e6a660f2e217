//! How two windows differ as calendars.

use time::{Date, Duration, Weekday};

use super::wire::Calendar;
use crate::figures::Quantity;
use crate::figures::explain::Compared;
use crate::figures::period::Window;
use crate::i18n::Explain;

/// What a reader should know before comparing; None where the windows have the same days of the week. The figure's data
/// reach to the day `loaded_to`.
pub(super) fn of(
    compared: Compared,
    (now, before): (Quantity, Quantity),
    adds_up: bool,
    loaded_to: Option<Date>,
    texts: &Explain,
) -> Option<Calendar> {
    let Compared { metric, now: window, before: other } = compared;
    let with_data = loaded_to.and_then(|last| Window::new(window.start, window.end.min(last)));
    let is_cut = with_data.is_some_and(|with_data| with_data.end < window.end);
    let counted = with_data.unwrap_or(window);
    let (days, days_before) = (counted.days(), other.days());
    let weekends = [counted, other].map(weekend_days);
    if !is_cut && days == days_before && weekends[0] == weekends[1] {
        return None;
    }
    let per_day = |quantity: Quantity, days: i64| {
        let each = Quantity::new(quantity.numerator(), quantity.denominator() * i128::from(days));
        adds_up.then(|| each.rounded(metric.unit.decimals().max(1)))
    };
    let text = match days == days_before {
        _ if is_cut => (texts.days_with_data)(days, window.days(), days_before),
        true => (texts.weekend_days)(weekends[0], weekends[1]),
        false => (texts.days)(days, days_before),
    };
    Some(Calendar {
        days,
        days_before,
        per_day: per_day(now, days),
        per_day_before: per_day(before, days_before),
        text,
    })
}

fn weekend_days(window: Window) -> i64 {
    let whole = window.days() / 7;
    let rest = (0..window.days() % 7).filter(|day| is_weekend(window.start + Duration::days(*day))).count();
    2 * whole + rest as i64
}

fn is_weekend(day: Date) -> bool {
    matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;
    use crate::figures::members::TOTAL_LOGINS;
    use crate::i18n::language::Language;

    #[test]
    fn windows_of_different_length_are_compared_by_day() {
        let to = |last, compared, figures, adds_up| {
            super::of(compared, figures, adds_up, last, &Language::En.texts().explain)
        };
        let of = |compared, figures, adds_up| to(None, compared, figures, adds_up);
        let compared = |now: (Date, Date), before: (Date, Date)| Compared {
            metric: &TOTAL_LOGINS,
            now: Window { start: now.0, end: now.1 },
            before: Window { start: before.0, end: before.1 },
        };
        let figures = (Quantity::new(310, 1), Quantity::new(290, 1));
        let march = (date!(2026 - 03 - 01), date!(2026 - 03 - 31));
        let found = of(compared(march, (date!(2026 - 02 - 01), date!(2026 - 02 - 28))), figures, true).expect("a note");
        assert_eq!((found.per_day, found.per_day_before), (Some(10.0), Some(10.4)));
        assert_eq!(found.text, "The period has 31 days, the one before 28.");
        // March 2026 begins on a Sunday and has 9 days of weekends, August 10.
        let found =
            of(compared(march, (date!(2026 - 08 - 01), date!(2026 - 08 - 31))), figures, false).expect("a note");
        assert_eq!(found.text, "The period has 9 weekend days, the one before 10.");
        assert_eq!((found.days, found.per_day), (31, None));
        // A month whose last day is not loaded, after a month that is as long as what is.
        let [cut, whole] = [30, 31].map(|day| march.0.replace_day(day).expect("a day"));
        let april = (date!(2026 - 04 - 01), date!(2026 - 04 - 30));
        let found = to(Some(cut), compared(march, april), (Quantity::new(300, 1), figures.1), true).expect("a note");
        assert_eq!(found.text, "30 of the period's 31 days have data; the one before has 30 days.");
        assert_eq!((found.days, found.per_day), (30, Some(10.0)));
        let found = to(Some(whole), compared(march, april), figures, true).expect("a note");
        assert_eq!(found.text, "The period has 31 days, the one before 30.");
        let week = (date!(2026 - 03 - 02), date!(2026 - 03 - 08));
        assert_eq!(of(compared(week, (date!(2026 - 02 - 23), date!(2026 - 03 - 01))), figures, true), None);
    }
}
