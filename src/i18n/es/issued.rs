//! What is said of figures that were issued, and of forecasts that cannot be made.

use crate::i18n::issued::Issued;

pub(super) const TEXTS: Issued = Issued {
    only_the_score: "Este programa protege los grupos pequeños: solo se emite el BOND Score.",
    differs: |issued, now, why| format!("Emitido {issued}, ahora {now}: {why}."),
    nothing: "nada",
    no_load: "ninguna carga ha cambiado sus tablas desde entonces, así que fue otra versión de Bond u otro cambio de los \
              datos",
    method: |then, now| format!("el método era {then} y es {now}"),
    definition: |release| format!("su definición ha cambiado desde Bond {release}"),
    dormant_days: |then, now| format!("el ajuste dormant_days era {then} y es {now}"),
    load: |id| format!("la carga {id}"),
    data_version: |version| format!("la versión {version} de los datos"),
    of_day: |load, day| format!("{load} del {day}"),
    took_days_back: |load, days| format!("{load} deshizo: {days}"),
    took_load_back: |load| format!("{load} deshizo otra carga"),
    erased: |load| format!("{load} borró miembros"),
    removed: |load| format!("{load} eliminó datos antiguos"),
    corrected: |load, days| format!("{load} corrigió: {days}"),
    changed: |load, tables| format!("{load} cambió: {tables}"),
    more_loads: |count| match count {
        1 => "otra carga cambió sus tablas".to_owned(),
        more => format!("otras {more} cargas cambiaron sus tablas"),
    },
    forecast_needs_members: |members| format!("Una previsión necesita al menos {members} miembros registrados."),
    forecast_needs_days: |days| format!("Una previsión necesita inicios de sesión de {days} días."),
};
