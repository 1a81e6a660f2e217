//! Why a figure moved, in words.

use crate::i18n::explain::{Explain, Moved, Named, Rest, bracketed, within_sentence};
use crate::i18n::language::Language;
use crate::i18n::numbers;

const LANGUAGE: Language = Language::Es;

pub(super) const TEXTS: Explain = Explain {
    new_members: "Miembros nuevos",
    established_members: "Miembros establecidos",
    stayed: "Miembros que se quedaron",
    moved_in: |from| {
        from.map_or_else(|| "Miembros que llegaron".to_owned(), |from| format!("Miembros llegados de {from}"))
    },
    moved_out: |to| to.map_or_else(|| "Miembros que se fueron".to_owned(), |to| format!("Miembros pasados a {to}")),
    of_no_member: "De ningún miembro",
    of_no_item: "De ningún elemento",
    none_of_them: "Ninguno de ellos",
    mix: "Cambio de proporción",
    others: |count| format!("{count} más"),
    against_time: |now, before| format!("{now} frente a {before}"),
    part: "Componente",
    coverage: "Componentes que cuentan solo en uno de los meses",
    coverage_of_parts: "los que cuentan solo en uno de los meses",
    choose_comparison: "Elija con qué comparar.",
    not_enough_history: "historial insuficiente",
    nothing_before: "No hay nada antes de este período con lo que comparar. Elija un período posterior u otra comparación.",
    no_data_before: |day| {
        format!(
            "Los datos de esta cifra empiezan el {day} y no bastan para comparar. Elija un período posterior u otra comparación."
        )
    },
    nothing_counted: "Los datos de esta cifra no están cargados, o usted no puede verlos.",
    too_few_members: "Hay muy pocos miembros detrás de esta cifra para explicarla.",
    groups_as_they_were: "Los grupos pequeños están protegidos; por eso los cambios se explican con los grupos como son ahora.",
    nothing_to_divide_by: "En uno de los períodos el denominador es cero.",
    cannot_be_divided: "Esta cifra no se puede desglosar.",
    no_score_before: "Un mes antes no había puntuación con la que comparar.",
    no_logins: "Aún no se han cargado inicios de sesión.",
    days_covered: |covered, days, last| {
        format!("Los inicios de sesión cubren {covered} de los {days} días hasta el {last}.")
    },
    weight_covered: |covered, needed, missing| {
        format!(
            "Solo se puede calcular el {covered}\u{a0}% del peso de la puntuación (se necesita el {needed}\u{a0}%, con al menos un componente de hábito). Faltan: {missing}."
        )
    },
    days: |days, before| {
        let days = if days == 1 { "1 día".to_owned() } else { format!("{days} días") };
        format!("El período tiene {days}; el anterior, {before}.")
    },
    days_with_data: |days, of, before| {
        let days = if days == 1 { "está cargado 1".to_owned() } else { format!("están cargados {days}") };
        let before = if before == 1 { "1 día".to_owned() } else { format!("{before} días") };
        format!("De los {of} días del período {days}; el anterior tiene {before}.")
    },
    weekend_days: |days, before| {
        let name = if days == 1 { "día de fin de semana" } else { "días de fin de semana" };
        format!("El período tiene {days} {name}; el anterior, {before}.")
    },
    unchanged: |label, now| format!("{label}: sin cambios, {now} en ambos períodos."),
    hardly_changed: |label, now, before| format!("{label}: apenas cambió, de {before} a {now}."),
    same_when_rounded: |label, now| format!("{label}: apenas cambió, {now} en ambos períodos al redondear."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "aumento" } else { "descenso" };
        let chance = if *is_chance { "; puede deberse al azar" } else { "" };
        format!("{label}: {moved} de {amount}{}, de {before} a {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("Por {}", label.to_lowercase()),
    of_its_parts: "Entre sus componentes",
    nothing_stands_out: |by| format!("{by}, nada destaca."),
    many_causes: |by| format!("{by}, ninguna causa destaca por sí sola."),
    against_one: |by, leading, other| format!("{by}, destaca {leading}: cambió en sentido contrario a {other}."),
    against_others: |by, leading, sum| {
        format!("{by}, destaca {leading}: cambió en sentido contrario a los demás, que juntos suman {sum}.")
    },
    stand_out: |named| {
        let verb = if named.is_plural { "destacan" } else { "destaca" };
        format!("{}, {verb} {}{}.", named.among, named.leading, rest_of(named))
    },
    moved_most: |named| {
        let verb = if named.is_plural { "movieron más la puntuación" } else { "movió más la puntuación" };
        format!("{}, {} {verb}{}.", named.among, named.leading, rest_of(named))
    },
    by_moves: |change, parts| {
        let part = |(name, effect): &(&str, String)| format!("{effect} a {}", within_sentence(name));
        let parts: Vec<String> = parts.iter().map(part).collect();
        format!("Del cambio de {change}, corresponden {}.", numbers::listed(&parts, LANGUAGE))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "se mantuvieron en" } else { "pasaron a" };
        format!(
            "Se debe a los miembros nuevos, ahora el {share} del denominador: los miembros establecidos {moved} {now}, antes {before}."
        )
    },
};

fn rest_of(Named { with, is_plural, rest, .. }: &Named<'_>) -> String {
    let with = (!with.is_empty()).then(|| numbers::listed(with, LANGUAGE));
    let make = if *is_plural { "suman" } else { "suma" };
    match (rest, with) {
        (Rest::Share(share), Some(with)) => format!("; junto con {with}, {make} el {share} del cambio"),
        (Rest::Share(share), None) => format!(", con el {share} del cambio"),
        (Rest::Others(sum), Some(with)) => format!(", junto a {with}; todo lo demás junto: {sum}"),
        (Rest::Others(sum), None) => format!("; todo lo demás junto: {sum}"),
        (Rest::Unknown, Some(with)) => format!(", junto a {with}"),
        (Rest::Unknown, None) => String::new(),
    }
}
