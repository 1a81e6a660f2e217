//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Instead, MovedPart, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "No hay datos cargados de este período.",
    no_dashboard: "Sus roles no dan acceso a ningún panel que muestre los miembros de esta página.",
    too_few_weeks: |weeks| {
        format!("Para decir qué es habitual, Bond necesita datos de {weeks} semanas, y hay menos cargados.")
    },
    instead: |why, now, before| {
        let why = match why {
            Instead::TooLong(days) => {
                format!("El período {days} no se puede valorar: hay muy pocos de esta duración cargados.")
            }
            Instead::Empty(days) => format!("No hay datos cargados del período {days}."),
            Instead::NoComparison => "El filtro no tiene comparación.".to_owned(),
            Instead::OtherComparison => "Hay muy poco cargado del período con el que se compara.".to_owned(),
        };
        format!("{why} En su lugar se usa el período más largo que se puede valorar: {now} frente a {before}.")
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, part| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "sin cambios".to_owned(),
            (false, true) => format!("aumento de {amount}{}", bracketed(percent)),
            (false, false) => format!("descenso de {amount}{}", bracketed(percent)),
        };
        let from = format!("de {before} a {now}");
        let Some((part, others)) = part else { return format!("{label}: {moved}, {from}.") };
        let of = match part {
            MovedPart::Group(Grouping::Tier, name) => format!("nivel {name}"),
            MovedPart::Group(Grouping::Lob, name) => format!("línea de negocio {name}"),
            MovedPart::Group(Grouping::Audience, name) => format!("audiencia {name}"),
            MovedPart::Item(by, name) => format!("{} «{name}»", by.to_lowercase()),
        };
        let others = match others {
            Others::None => "los demás no tenían ninguno antes".to_owned(),
            Others::Sum(percent) => format!("todos los demás, {percent}"),
            Others::Rate(change) => format!("todos los demás, {change}"),
        };
        format!("{label}, {of}: {moved}, {from}; {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label}: {value}, {percent} frente a un {weekday} habitual ({median}).")
    },
};
