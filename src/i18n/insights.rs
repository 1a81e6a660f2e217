//! What moved and what is unusual, in words.

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

fn bracketed(percent: &str) -> String {
    if percent.is_empty() { String::new() } else { format!(" ({percent})") }
}

pub(super) const ENGLISH: Insights = Insights {
    nothing_loaded: "Nothing is loaded of this period.",
    no_dashboard: "Your roles open no dashboard that shows the members of this page.",
    too_few_earlier: |least| {
        format!(
            "What is usual is known from at least {least} earlier periods of the same length, and fewer are loaded. \
             Choose a shorter period."
        )
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, group| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "stayed the same".to_owned(),
            (false, true) => format!("rose by {amount}{}", bracketed(percent)),
            (false, false) => format!("fell by {amount}{}", bracketed(percent)),
        };
        let from = format!("from {before} to {now}");
        let Some((grouping, name, others)) = group else { return format!("{label} {moved}, {from}.") };
        let of = match grouping {
            Grouping::Tier => "the tier",
            Grouping::Lob => "the line of business",
            Grouping::Audience => "the audience",
        };
        let others = match others {
            Others::None => "all others had none before".to_owned(),
            Others::Sum(percent) => format!("all others changed by {percent}"),
            Others::Rate(change) => format!("that of all others changed by {change}"),
        };
        format!("{label} of {of} {name} {moved}, {from}, while {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label} was {value}, {percent} against a usual {weekday} ({median}).")
    },
};

pub(super) const GERMAN: Insights = Insights {
    nothing_loaded: "Aus diesem Zeitraum ist nichts geladen.",
    no_dashboard: "Ihre Rollen öffnen kein Dashboard, das die Mitglieder dieser Seite zeigt.",
    too_few_earlier: |least| {
        format!(
            "Was üblich ist, ergibt sich aus mindestens {least} früheren Zeiträumen gleicher Länge, und so viele sind \
             nicht geladen. Wählen Sie einen kürzeren Zeitraum."
        )
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, group| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "unverändert".to_owned(),
            (false, true) => format!("Anstieg um {amount}{}", bracketed(percent)),
            (false, false) => format!("Rückgang um {amount}{}", bracketed(percent)),
        };
        let from = format!("vorher {before}, jetzt {now}");
        let Some((grouping, name, others)) = group else { return format!("{label}: {moved}, {from}.") };
        let of = match grouping {
            Grouping::Tier => "Stufe",
            Grouping::Lob => "Geschäftsbereich",
            Grouping::Audience => "Zielgruppe",
        };
        let others = match others {
            Others::None => "alle anderen hatten zuvor keine".to_owned(),
            Others::Sum(percent) => format!("bei allen anderen {percent}"),
            Others::Rate(change) => format!("bei allen anderen {change}"),
        };
        format!("{label}, {of} {name}: {moved}, {from}; {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label}: {value}, {percent} gegenüber einem üblichen {weekday} ({median}).")
    },
};

pub(super) const SPANISH: Insights = Insights {
    nothing_loaded: "No hay nada cargado de este período.",
    no_dashboard: "Sus roles no abren ningún panel que muestre los miembros de esta página.",
    too_few_earlier: |least| {
        format!(
            "Lo habitual se conoce a partir de al menos {least} períodos anteriores de la misma duración, y hay menos \
             cargados. Elija un período más corto."
        )
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, group| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "sin cambios".to_owned(),
            (false, true) => format!("aumento de {amount}{}", bracketed(percent)),
            (false, false) => format!("descenso de {amount}{}", bracketed(percent)),
        };
        let from = format!("de {before} a {now}");
        let Some((grouping, name, others)) = group else { return format!("{label}: {moved}, {from}.") };
        let of = match grouping {
            Grouping::Tier => "nivel",
            Grouping::Lob => "línea de negocio",
            Grouping::Audience => "audiencia",
        };
        let others = match others {
            Others::None => "todos los demás no tenían antes".to_owned(),
            Others::Sum(percent) => format!("todos los demás, {percent}"),
            Others::Rate(change) => format!("todos los demás, {change}"),
        };
        format!("{label}, {of} {name}: {moved}, {from}; {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label}: {value}, {percent} frente a un {weekday} habitual ({median}).")
    },
};

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
        let german = (GERMAN.moved)(&moved, Some((Grouping::Tier, "Gold", Others::Sum("+1\u{a0}%"))));
        assert_eq!(
            german,
            "Logins, Stufe Gold: Anstieg um 5 (+2\u{a0}%), vorher 10, jetzt 15; bei allen anderen +1\u{a0}%."
        );
        let still = Moved { amount: "", percent: "", ..moved };
        assert_eq!((SPANISH.moved)(&still, None), "Logins: sin cambios, de 10 a 15.");
        assert_eq!((ENGLISH.moved)(&still, None), "Logins stayed the same, from 10 to 15.");
    }
}
