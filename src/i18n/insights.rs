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

/// A group by its grouping and name, and how all others moved.
pub type MovedGroup<'a> = (Grouping, &'a str, Others<'a>);

#[derive(Debug)]
pub struct Insights {
    pub nothing_loaded: &'static str,
    pub no_dashboard: &'static str,
    pub too_few_earlier: fn(usize) -> String,
    /// A change of everybody, or of a group. None of the texts of [`Moved`] is empty but the percent; an empty amount says
    /// that nothing changed.
    pub moved: fn(&Moved<'_>, Option<MovedGroup<'_>>) -> String,
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
        let german =
            (Language::De.texts().insights.moved)(&moved, Some((Grouping::Tier, "Gold", Others::Sum("+1\u{a0}%"))));
        assert_eq!(
            german,
            "Logins, Stufe Gold: Anstieg um 5 (+2\u{a0}%), vorher 10, jetzt 15; bei allen anderen +1\u{a0}%."
        );
        let still = Moved { amount: "", percent: "", ..moved };
        assert_eq!((Language::Es.texts().insights.moved)(&still, None), "Logins: sin cambios, de 10 a 15.");
        assert_eq!((Language::En.texts().insights.moved)(&still, None), "Logins stayed the same, from 10 to 15.");
    }
}
