//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "No hay nada cargado de este período.",
    no_dashboard: "Sus roles no abren ningún panel que muestre los miembros de esta página.",
    too_few_earlier: |least| {
        format!(
            "Para decir qué es habitual, Bond necesita al menos {least} períodos anteriores de esta duración, y hay \
             menos cargados. Elija un período más corto."
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
