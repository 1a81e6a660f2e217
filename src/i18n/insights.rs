//! Sentences about changes and unusual days.

use super::explain::Moved;
use crate::groupings::Grouping;

/// How all others moved while a group did.
pub enum Others<'a> {
    /// They had none before.
    None,
    /// A sum, in percent.
    Sum(&'a str),
    /// A rate or mean, in its unit.
    Rate(&'a str),
}

/// The group or item that changed, by its name.
pub enum MovedPart<'a> {
    Group(Grouping, &'a str),
    /// One of what the first text names, such as a partner.
    Item(&'a str, &'a str),
}

/// Why another period is judged than the filter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead<'a> {
    /// Too few periods of its length are loaded before it. Its days.
    TooLong(&'a str),
    /// Nothing is loaded in it. Its days.
    Empty(&'a str),
    /// The filter compares it with nothing.
    NoComparison,
    /// Too few changes between what the filter compares are known.
    OtherComparison,
}

#[derive(Debug)]
pub struct Insights {
    pub nothing_loaded: &'static str,
    pub no_dashboard: &'static str,
    /// How many weeks of data are needed.
    pub too_few_weeks: fn(usize) -> String,
    /// Why another period is judged, and which with what: the days of both.
    pub instead: fn(Instead<'_>, &str, &str) -> String,
    /// A change of everybody, or of a part, and how all others moved. None of the texts of [`Moved`] is empty but the percent; an
    /// empty amount says that nothing changed.
    pub moved: fn(&Moved<'_>, Option<(MovedPart<'_>, Others<'_>)>) -> String,
    /// A figure, its value, the distance in percent, the weekday and the usual value.
    pub unusual: fn(&str, &str, &str, &str, &str) -> String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::language::Language;
    use crate::i18n::numbers;

    #[test]
    fn a_group_that_moved_is_one_sentence_in_every_language() {
        let moved = Moved {
            label: "Logins",
            is_up: true,
            amount: "5",
            percent: &numbers::percent("+2", Language::De),
            before: "10",
            now: "15",
            is_chance: false,
        };
        let german = (Language::De.texts().insights.moved)(
            &moved,
            Some((MovedPart::Group(Grouping::Tier, "Gold"), Others::Sum("+1\u{a0}%"))),
        );
        assert_eq!(
            german,
            "Logins, Stufe Gold: Anstieg um 5 (+2\u{a0}%), zuvor 10, jetzt 15; bei allen anderen +1\u{a0}%."
        );
        let of_partner = |language: Language, by| {
            (language.texts().insights.moved)(&moved, Some((MovedPart::Item(by, "Inn"), Others::None)))
        };
        assert_eq!(
            of_partner(Language::En, "Partner"),
            "Logins for the partner “Inn” rose by 5 (+2\u{a0}%), from 10 to 15, while all others had none before."
        );
        assert_eq!(
            of_partner(Language::Es, "Colaborador"),
            "Logins, colaborador «Inn»: aumento de 5 (+2\u{a0}%), de 10 a 15; los demás no tenían ninguno antes."
        );
        let still = Moved { amount: "", percent: "", ..moved };
        assert_eq!((Language::Es.texts().insights.moved)(&still, None), "Logins: sin cambios, de 10 a 15.");
        assert_eq!((Language::En.texts().insights.moved)(&still, None), "Logins stayed the same, from 10 to 15.");
    }

    #[test]
    fn another_period_is_said_with_its_reason() {
        let said = |language: Language, why| (language.texts().insights.instead)(why, "the new days", "the old days");
        assert_eq!(
            said(Language::En, Instead::TooLong("Jan 1 to Nov 29, 2026")),
            "Jan 1 to Nov 29, 2026 cannot be judged: too few periods of this length are loaded. \
             The longest period that can be judged is used instead: the new days against the old days."
        );
        assert_eq!(
            said(Language::De, Instead::NoComparison),
            "Der Filter hat keinen Vergleich. Stattdessen gilt der längste Zeitraum, der sich beurteilen lässt: \
             the new days gegenüber the old days."
        );
        assert!(said(Language::Es, Instead::Empty("x")).starts_with("No hay datos cargados del período x."));
    }
}
