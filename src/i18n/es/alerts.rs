//! What alerts say: on the page, in mail and to webhooks.

use crate::i18n::alerts::{Alerts, Way};

pub(super) const TEXTS: Alerts = Alerts {
    program: "Programa",
    rule: "Regla",
    checked_at: "Comprobado a las",
    above: |figure, amount| format!("{figure}: mayor que {amount}."),
    below: |figure, amount| format!("{figure}: menor que {amount}."),
    changed: |figure, way, amount| format!("{figure}: {} de más de {amount} frente al período anterior.", went(way)),
    beyond_chance: |figure, way| {
        format!("{figure}: {} frente al período anterior, mayor de lo que explica el azar.", went(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure}: {} de más de {amount} el último día frente a los mismos días de la semana de las últimas ocho semanas.",
            went(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!(
            "{figure}: {} el último día, mayor de lo habitual en los mismos días de la semana de las últimas ocho semanas.",
            went(way)
        )
    },
    some_late: "Hay datos esperados con retraso.",
    table_late: |table| format!("Los datos de {table} llegan con retraso."),
    found: |figure, value, days| format!("{figure}: {value} ({days})."),
    before: |before| format!(", antes {before}"),
    usually: |usual| format!(", habitual en ese día de la semana: {usual}"),
    none_late: "No hay datos con retraso.",
    late: |tables| format!("Con retraso: {tables}."),
    no_figure: "Esta versión de Bond no tiene esa cifra.",
    nothing_expected: "No se esperan datos a una hora determinada (ajuste expected_by).",
    no_percent: "No hay cambio en porcentaje: la cifra era 0 o menos, o no tiene con qué compararse.",
    nothing_before: "La cifra no tiene con qué compararse.",
    no_weekdays: "El día no se puede comparar con los mismos días de la semana.",
    chance_unknown: "No se sabe cuánto mueve el azar esta cifra.",
    hidden: "La cifra está oculta: hay muy pocos miembros detrás de ella.",
    no_data: |figure| format!("No hay datos de {figure} en el período."),
    no_weekdays_of: |figure| {
        format!("{figure}: no se puede comparar con los mismos días de la semana de las últimas ocho semanas.")
    },
    week_before: |sentence| format!("Frente al mismo día de la semana anterior: {sentence}"),
    trial_holds: "Una prueba, enviada a petición. La alerta está activa.",
    trial_ceased: "Una prueba, enviada a petición. La alerta no está activa.",
    footer: |login| {
        format!(
            "Bond envía esta alerta para {login}, con lo que {login} puede ver. Se envía una vez, cuando se activa."
        )
    },
};

fn went(way: Way) -> &'static str {
    match way {
        Way::Any => "cambio",
        Way::Up => "subida",
        Way::Down => "bajada",
    }
}
