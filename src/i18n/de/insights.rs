//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "Für diesen Zeitraum sind keine Daten geladen.",
    no_dashboard: "Ihre Rollen öffnen kein Dashboard, das die Mitglieder dieser Seite zeigt.",
    too_few_earlier: |least| {
        format!(
            "Um zu sagen, was üblich ist, braucht Bond mindestens {least} frühere Zeiträume dieser Länge, und so viele \
             sind nicht geladen. Wählen Sie einen kürzeren Zeitraum."
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
