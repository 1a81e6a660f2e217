//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Instead, MovedPart, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "Für diesen Zeitraum sind keine Daten geladen.",
    no_dashboard: "Ihre Rollen geben keinen Zugriff auf ein Dashboard, das die Mitglieder dieser Seite zeigt.",
    too_few_weeks: |weeks| {
        format!("Um zu sagen, was üblich ist, braucht Bond Daten von {weeks} Wochen. So viele sind nicht geladen.")
    },
    instead: |why, now, before| {
        let why = match why {
            Instead::TooLong(days) => {
                format!("Der Zeitraum {days} lässt sich nicht beurteilen: Zu wenige dieser Länge sind geladen.")
            }
            Instead::Empty(days) => format!("Für den Zeitraum {days} sind keine Daten geladen."),
            Instead::NoComparison => "Der Filter hat keinen Vergleich.".to_owned(),
            Instead::OtherComparison => "Vom Vergleichszeitraum ist zu wenig geladen.".to_owned(),
        };
        format!("{why} Stattdessen gilt der längste Zeitraum, der sich beurteilen lässt: {now} gegenüber {before}.")
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, part| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "unverändert".to_owned(),
            (false, true) => format!("Anstieg um {amount}{}", bracketed(percent)),
            (false, false) => format!("Rückgang um {amount}{}", bracketed(percent)),
        };
        let from = format!("zuvor {before}, jetzt {now}");
        let Some((part, others)) = part else { return format!("{label}: {moved}, {from}.") };
        let of = match part {
            MovedPart::Group(Grouping::Tier, name) => format!("Stufe {name}"),
            MovedPart::Group(Grouping::Lob, name) => format!("Geschäftsbereich {name}"),
            MovedPart::Group(Grouping::Audience, name) => format!("Zielgruppe {name}"),
            MovedPart::Item(by, name) => format!("{by} „{name}“"),
        };
        let others = match others {
            Others::None => "alle anderen hatten zuvor keine".to_owned(),
            Others::Sum(percent) => format!("bei allen anderen {percent}"),
            Others::Rate(change) => format!("bei allen anderen {change}"),
        };
        format!("{label}, {of}: {moved}, {from}; {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label}: {value}, {percent} gegenüber einem üblichen {weekday} ({median}).")
    },
};
