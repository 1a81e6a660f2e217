//! Whether a rule holds, and what it is in words. Pure functions.

use crate::features::alerts::stored::Alert;
use crate::i18n::numbers::{self, number};
use crate::i18n::{Alerts, Way};
use crate::screens::Words;
use crate::screens::explain::{Watched, WatchedFigure};
use crate::store::destinations::{AlertRule, Direction};

/// A day is unlike the same weekdays if normal variation does as much on one day in a hundred.
const UNLIKELY: f64 = 0.01;

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    Holds,
    Ceased,
    /// It cannot be said, and why.
    Unknown(String),
}

/// What a rule needs besides the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Whether it compares with another period, so that the filter must name one.
    pub compares: bool,
    /// Whether it has an amount, and whether it can be without.
    pub has_amount: bool,
    pub needs_amount: bool,
    /// Whether it is of rises or falls.
    pub has_direction: bool,
}

/// What a rule needs.
pub fn fit(rule: AlertRule) -> Fit {
    let [compares, has_amount, needs_amount, has_direction] = match rule {
        AlertRule::Above | AlertRule::Below => [false, true, true, false],
        AlertRule::Percent | AlertRule::Points => [true, true, true, true],
        AlertRule::Weekday => [false, true, false, true],
        AlertRule::Chance => [true, false, false, true],
        AlertRule::Late => [false; 4],
    };
    Fit { compares, has_amount, needs_amount, has_direction }
}

/// Whether the rule of an alert holds for a figure.
pub fn judge(alert: &Alert, watched: &Watched, texts: &Alerts) -> Found {
    let figure = match watched {
        Ok(figure) => figure,
        Err(why) => return Found::Unknown(why.clone()),
    };
    let amount = alert.amount.unwrap_or_default();
    let of = |holds: bool| if holds { Found::Holds } else { Found::Ceased };
    match alert.rule {
        AlertRule::Above => of(figure.value > amount),
        AlertRule::Below => of(figure.value < amount),
        AlertRule::Percent => match figure.change_percent {
            Some(percent) => of(is_beyond(percent, amount, alert.direction)),
            None => unknown(figure, texts.no_percent),
        },
        AlertRule::Points => match figure.change {
            Some(change) => of(is_beyond(change, amount, alert.direction)),
            None => unknown(figure, texts.nothing_before),
        },
        AlertRule::Weekday => match (alert.amount, figure.change_percent, figure.probability) {
            (Some(amount), Some(percent), _) => of(is_beyond(percent, amount, alert.direction)),
            (None, Some(percent), Some(probability)) => {
                of(probability < UNLIKELY && is_beyond(percent, 0.0, alert.direction))
            }
            _ => unknown(figure, texts.no_weekdays),
        },
        AlertRule::Chance => match (figure.is_within_chance, figure.change) {
            (Some(is_within), Some(change)) => of(!is_within && is_beyond(change, 0.0, alert.direction)),
            _ => unknown(figure, texts.chance_unknown),
        },
        // Has no figure.
        AlertRule::Late => Found::Ceased,
    }
}

fn unknown(figure: &WatchedFigure, why: &str) -> Found {
    Found::Unknown(figure.note.clone().filter(|note| !note.is_empty()).unwrap_or_else(|| why.to_owned()))
}

fn is_beyond(change: f64, amount: f64, direction: Direction) -> bool {
    match direction {
        Direction::Any => change.abs() > amount,
        Direction::Up => change > amount,
        Direction::Down => -change > amount,
    }
}

/// A rule as a sentence about the figure with a name.
pub fn in_words(alert: &Alert, name: &str, words: &Words<'_>) -> String {
    let texts = &words.language.texts().alerts;
    let way = match alert.direction {
        Direction::Any => Way::Any,
        Direction::Up => Way::Up,
        Direction::Down => Way::Down,
    };
    let amount = alert.amount.unwrap_or_default();
    let percent = || numbers::percent(&number(amount, 2, words.language), words.language);
    match (alert.rule, alert.amount) {
        (AlertRule::Above, _) => (texts.above)(name, &words.figure(amount)),
        (AlertRule::Below, _) => (texts.below)(name, &words.figure(amount)),
        (AlertRule::Percent, _) => (texts.changed)(name, way, &percent()),
        (AlertRule::Points, _) => (texts.changed)(name, way, &words.amount(amount)),
        (AlertRule::Weekday, Some(_)) => (texts.weekday)(name, way, &percent()),
        (AlertRule::Weekday, None) => (texts.unlike_weekdays)(name, way),
        (AlertRule::Chance, _) => (texts.beyond_chance)(name, way),
        (AlertRule::Late, _) => texts.some_late.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Unit;
    use crate::i18n::language::Language;

    fn alert(rule: AlertRule, direction: Direction, amount: Option<f64>) -> Alert {
        Alert {
            name: "x".to_owned(),
            metric: "logins.totalLogins".to_owned(),
            filters: "{}".to_owned(),
            rule,
            direction,
            amount,
            table: String::new(),
            to: None,
        }
    }

    fn figure(value: f64, before: Option<f64>) -> WatchedFigure {
        WatchedFigure {
            label: "Logins".to_owned(),
            unit: Unit::Count,
            value,
            before,
            change: before.map(|before| value - before),
            change_percent: before.map(|before| 100.0 * (value - before) / before),
            is_within_chance: None,
            probability: None,
            start: String::new(),
            end: String::new(),
            note: None,
            sentences: Vec::new(),
        }
    }

    #[test]
    fn a_threshold_is_passed_and_not_reached() {
        let found = |rule, value| {
            judge(&alert(rule, Direction::Any, Some(10.0)), &Ok(figure(value, None)), &Language::En.texts().alerts)
        };
        assert_eq!(
            [9.0, 10.0, 10.5].map(|value| found(AlertRule::Above, value)),
            [Found::Ceased, Found::Ceased, Found::Holds]
        );
        assert_eq!([9.0, 10.0].map(|value| found(AlertRule::Below, value)), [Found::Holds, Found::Ceased]);
    }

    #[test]
    fn changes_are_of_the_direction_and_larger_than_the_amount() {
        let found = |rule, direction, value| {
            judge(&alert(rule, direction, Some(20.0)), &Ok(figure(value, Some(100.0))), &Language::En.texts().alerts)
                == Found::Holds
        };
        for rule in [AlertRule::Percent, AlertRule::Points, AlertRule::Weekday] {
            assert_eq!([79.0, 80.0, 121.0].map(|value| found(rule, Direction::Any, value)), [true, false, true]);
            assert_eq!([79.0, 121.0].map(|value| found(rule, Direction::Down, value)), [true, false]);
            assert_eq!([79.0, 121.0].map(|value| found(rule, Direction::Up, value)), [false, true]);
        }
        let nothing = judge(
            &alert(AlertRule::Percent, Direction::Any, Some(1.0)),
            &Ok(figure(1.0, None)),
            &Language::En.texts().alerts,
        );
        assert!(matches!(nothing, Found::Unknown(why) if why.contains("nothing to compare")));
    }

    #[test]
    fn chance_and_unlikely_days_are_judged_by_what_is_known_of_them() {
        let of = |is_within, probability, value| WatchedFigure {
            is_within_chance: is_within,
            probability,
            ..figure(value, Some(100.0))
        };
        let chance = |direction, is_within| {
            judge(
                &alert(AlertRule::Chance, direction, None),
                &Ok(of(is_within, None, 90.0)),
                &Language::En.texts().alerts,
            )
        };
        assert_eq!(chance(Direction::Any, Some(false)), Found::Holds);
        assert_eq!(chance(Direction::Up, Some(false)), Found::Ceased);
        assert_eq!(chance(Direction::Any, Some(true)), Found::Ceased);
        assert!(matches!(chance(Direction::Any, None), Found::Unknown(_)));
        let day = |probability| {
            judge(
                &alert(AlertRule::Weekday, Direction::Any, None),
                &Ok(of(None, probability, 90.0)),
                &Language::En.texts().alerts,
            )
        };
        assert_eq!([Some(0.001), Some(0.02)].map(day), [Found::Holds, Found::Ceased]);
        assert!(matches!(day(None), Found::Unknown(_)));
    }

    #[test]
    fn of_a_hidden_figure_nothing_is_said() {
        for rule in [AlertRule::Above, AlertRule::Chance] {
            let found =
                judge(&alert(rule, Direction::Any, Some(0.0)), &Err("few".to_owned()), &Language::En.texts().alerts);
            assert_eq!(found, Found::Unknown("few".to_owned()));
        }
    }

    #[test]
    fn rules_are_said_with_their_units() {
        let of = |rule, unit, amount, language| {
            let words = Words::new(unit, "USD", language);
            in_words(&alert(rule, Direction::Down, amount), "Sales", &words)
        };
        let english = |rule, unit, amount| of(rule, unit, amount, Language::En);
        assert_eq!(english(AlertRule::Below, Unit::Money, Some(1234.0)), "Sales: below $1,234.");
        assert_eq!(
            english(AlertRule::Points, Unit::Percent, Some(2.0)),
            "Sales fell by more than 2 points since the period before."
        );
        assert_eq!(
            english(AlertRule::Percent, Unit::Count, Some(2.5)),
            "Sales fell by more than 2.5% since the period before."
        );
        assert!(english(AlertRule::Weekday, Unit::Count, None).contains("by more than is usual"));
        assert_eq!(
            of(AlertRule::Percent, Unit::Count, Some(2.5), Language::De),
            "Sales: Rückgang um mehr als 2,5\u{a0}% gegenüber dem Zeitraum davor."
        );
    }
}
