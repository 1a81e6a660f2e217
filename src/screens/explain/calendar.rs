//! How two windows differ as calendars.

use time::{Date, Duration, Weekday};

use super::wire::Calendar;
use crate::figures::Quantity;
use crate::figures::explain::Compared;
use crate::figures::period::Window;
use crate::i18n::Explain;

/// What a reader should know before comparing; None where the windows have the same days of the week.
pub(super) fn of(
    compared: Compared,
    (now, before): (Quantity, Quantity),
    adds_up: bool,
    texts: &Explain,
) -> Option<Calendar> {
    let Compared { metric, now: window, before: other } = compared;
    let (days, days_before) = (window.days(), other.days());
    let weekends = [window, other].map(weekend_days);
    if days == days_before && weekends[0] == weekends[1] {
        return None;
    }
    let per_day = |quantity: Quantity, days: i64| {
        let each = Quantity::new(quantity.numerator(), quantity.denominator() * i128::from(days));
        adds_up.then(|| each.rounded(metric.unit.decimals().max(1)))
    };
    let text = match days == days_before {
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
        let of = |compared, figures, adds_up| super::of(compared, figures, adds_up, &Language::En.texts().explain);
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
        let week = (date!(2026 - 03 - 02), date!(2026 - 03 - 08));
        assert_eq!(of(compared(week, (date!(2026 - 02 - 23), date!(2026 - 03 - 01))), figures, true), None);
    }
}
