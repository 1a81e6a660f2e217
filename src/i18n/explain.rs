//! Why a figure moved, in words.

use super::numbers;
use crate::i18n::language::Language;

/// A change, written.
pub struct Moved<'a> {
    pub label: &'a str,
    pub is_up: bool,
    pub amount: &'a str,
    /// Empty where it is not said.
    pub percent: &'a str,
    pub before: &'a str,
    pub now: &'a str,
    /// Whether it is within normal variation.
    pub is_chance: bool,
}

/// How much of a change the named causes are.
pub enum Rest<'a> {
    /// A share in percent.
    Share(&'a str),
    /// More than all: what everything else made.
    Others(&'a str),
    Unknown,
}

/// The causes that stand out.
pub struct Named<'a> {
    /// By what, or of what.
    pub among: &'a str,
    /// Each with its effect.
    pub names: &'a [String],
    /// Whether the verb is plural: there are several, or one whose name is.
    pub is_plural: bool,
    pub rest: Rest<'a>,
}

#[derive(Debug)]
pub struct Explain {
    // Names of causes.
    pub new_members: &'static str,
    pub established_members: &'static str,
    pub of_no_member: &'static str,
    pub of_no_item: &'static str,
    pub none_of_them: &'static str,
    pub mix: &'static str,
    pub others: fn(usize) -> String,
    /// A time that is compared with another.
    pub against_time: fn(&str, &str) -> String,
    pub part: &'static str,
    pub coverage: &'static str,
    // Why there is no explanation.
    pub choose_comparison: &'static str,
    pub not_enough_history: &'static str,
    pub nothing_before: &'static str,
    /// From the first day with data.
    pub no_data_before: fn(&str) -> String,
    pub nothing_counted: &'static str,
    pub too_few_members: &'static str,
    pub nothing_to_divide_by: &'static str,
    pub cannot_be_divided: &'static str,
    pub no_score_before: &'static str,
    // Why there is no score.
    pub no_logins: &'static str,
    pub days_covered: fn(i64, u16, &str) -> String,
    pub weight_covered: fn(&str, &str, &str) -> String,
    // How the windows differ.
    pub days: fn(i64, i64) -> String,
    pub weekend_days: fn(i64, i64) -> String,
    // Sentences.
    pub unchanged: fn(&str, &str) -> String,
    /// What changed by less than the last digit: now and before.
    pub hardly_changed: fn(&str, &str, &str) -> String,
    /// What changed by so little that both are written alike.
    pub same_when_rounded: fn(&str, &str) -> String,
    pub moved: fn(&Moved<'_>) -> String,
    /// By what, from the label of the division.
    pub by: fn(&str) -> String,
    pub of_its_parts: &'static str,
    pub nothing_stands_out: fn(&str) -> String,
    /// Nothing stands out.
    pub many_causes: fn(&str) -> String,
    pub against_one: fn(&str, &str, &str) -> String,
    pub against_others: fn(&str, &str, &str) -> String,
    pub stand_out: fn(&Named<'_>) -> String,
    /// The parts of the score that moved it most.
    pub moved_most: fn(&Named<'_>) -> String,
    pub diluted: fn(&str, bool, &str, &str) -> String,
}

/// ` (percent)`, or nothing.
fn bracketed(percent: &str) -> String {
    if percent.is_empty() { String::new() } else { format!(" ({percent})") }
}

fn english_rest(rest: &Rest<'_>) -> String {
    match rest {
        Rest::Share(share) => format!(", {share} of it"),
        Rest::Others(sum) => format!("; everything else: {sum}"),
        Rest::Unknown => String::new(),
    }
}

fn german_rest(rest: &Rest<'_>) -> String {
    match rest {
        Rest::Share(share) => format!(", {share} davon"),
        Rest::Others(sum) => format!("; alles andere trug {sum} bei"),
        Rest::Unknown => String::new(),
    }
}

fn spanish_rest(rest: &Rest<'_>) -> String {
    match rest {
        Rest::Share(share) => format!(", el {share} del cambio"),
        Rest::Others(sum) => format!("; el resto aportó {sum}"),
        Rest::Unknown => String::new(),
    }
}

pub(super) const ENGLISH: Explain = Explain {
    new_members: "New members",
    established_members: "Established members",
    of_no_member: "Not linked to a member",
    of_no_item: "Of no item",
    none_of_them: "None of them",
    mix: "Change in share",
    others: |count| format!("{count} others"),
    against_time: |now, before| format!("{now} against {before}"),
    part: "Part",
    coverage: "Parts that count in only one of the months",
    choose_comparison: "Choose what to compare with.",
    not_enough_history: "not enough history",
    nothing_before: "There is nothing before this period to compare with. Choose a later period or another comparison.",
    no_data_before: |day| {
        format!(
            "The data for this figure begin on {day}, too late to compare with. Choose a later period or another comparison."
        )
    },
    nothing_counted: "Nothing that this figure counts is loaded, or your access does not cover it.",
    too_few_members: "Too few members are behind this figure to explain it.",
    nothing_to_divide_by: "The denominator is zero in one of the periods.",
    cannot_be_divided: "This figure cannot be broken down.",
    no_score_before: "There was no score a month earlier to compare with.",
    no_logins: "No logins are loaded yet.",
    days_covered: |covered, days, last| format!("Logins cover {covered} of the {days} days to {last}."),
    weight_covered: |covered, needed, missing| {
        format!(
            "Only {covered} % of the score's weight can be worked out ({needed} % is needed, with at least one Habit part). Missing: {missing}."
        )
    },
    days: |days, before| {
        let days = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        format!("The period has {days}, the one before {before}.")
    },
    weekend_days: |days, before| {
        let name = if days == 1 { "weekend day" } else { "weekend days" };
        format!("The period has {days} {name}, the one before {before}.")
    },
    unchanged: |label, now| format!("{label} did not change: {now} in both periods."),
    hardly_changed: |label, now, before| format!("{label} hardly changed, from {before} to {now}."),
    same_when_rounded: |label, now| format!("{label} hardly changed: rounded, {now} in both periods."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "rose" } else { "fell" };
        let chance = if *is_chance { ", which is within normal variation" } else { "" };
        format!("{label} {moved} by {amount}{}, from {before} to {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("By {}", label.to_lowercase()),
    of_its_parts: "Of its parts",
    nothing_stands_out: |by| format!("{by} nothing stands out."),
    many_causes: |by| format!("{by} no single cause stands out."),
    against_one: |by, leading, other| format!("{by}, {leading} stands out: it moved against {other}."),
    against_others: |by, leading, sum| {
        format!("{by}, {leading} stands out: it moved against the others, which together make {sum}.")
    },
    stand_out: |Named { among, names, is_plural, rest }| {
        let verb = if *is_plural { "stand out" } else { "stands out" };
        let rest = english_rest(rest);
        format!("{among}, {} {verb}{rest}.", numbers::listed(names, Language::En))
    },
    moved_most: |Named { among, names, rest, .. }| {
        let rest = english_rest(rest);
        format!("{among}, {} moved it most{rest}.", numbers::listed(names, Language::En))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "held at" } else { "went to" };
        format!(
            "New members, {share} of the denominator now, did it: established members {moved} {now}, from {before}."
        )
    },
};

pub(super) const GERMAN: Explain = Explain {
    new_members: "Neue Mitglieder",
    established_members: "Etablierte Mitglieder",
    of_no_member: "Ohne Mitglied",
    of_no_item: "Ohne Eintrag",
    none_of_them: "Keine davon",
    mix: "Größerer oder kleinerer Anteil am Ganzen",
    others: |count| format!("{count} weitere"),
    against_time: |now, before| format!("{now} gegenüber {before}"),
    part: "Komponente",
    coverage: "Komponenten, die nur in einem der Monate zählen",
    choose_comparison: "Wählen Sie, womit verglichen wird.",
    not_enough_history: "nicht genug Vorgeschichte",
    nothing_before: "Vor diesem Zeitraum gibt es nichts zum Vergleichen. Wählen Sie einen späteren Zeitraum oder einen anderen Vergleich.",
    no_data_before: |day| {
        format!(
            "Die Daten dieser Kennzahl beginnen am {day} und reichen für den Vergleich nicht aus. Wählen Sie einen späteren Zeitraum oder einen anderen Vergleich."
        )
    },
    nothing_counted: "Nichts, was diese Kennzahl zählt, ist geladen, oder Ihr Zugriff umfasst es nicht.",
    too_few_members: "Hinter dieser Kennzahl stehen zu wenige Mitglieder, um sie zu erklären.",
    nothing_to_divide_by: "In einem der Zeiträume gibt es nichts, wovon die Quote oder der Mittelwert ist.",
    cannot_be_divided: "Was diese Kennzahl zählt, lässt sich nicht aufteilen.",
    no_score_before: "Einen Monat zuvor gab es keinen Score zum Vergleichen.",
    no_logins: "Es sind noch keine Anmeldungen geladen.",
    days_covered: |covered, days, last| format!("Anmeldungen decken {covered} der {days} Tage bis zum {last} ab."),
    weight_covered: |covered, needed, missing| {
        format!(
            "Nur {covered}\u{a0}% des Gewichts des Scores lassen sich berechnen (nötig sind {needed}\u{a0}%, mit mindestens einer Komponente der Gewohnheit). Es fehlen: {missing}."
        )
    },
    days: |days, before| {
        let days = if days == 1 { "1 Tag".to_owned() } else { format!("{days} Tage") };
        format!("Der Zeitraum hat {days}, der davor {before}.")
    },
    weekend_days: |days, before| {
        let name = if days == 1 { "Wochenendtag" } else { "Wochenendtage" };
        format!("Der Zeitraum hat {days} {name}, der davor {before}.")
    },
    // Figures stay in the nominative: "12,8 Monate" has another form after "von".
    unchanged: |label, now| format!("{label}: unverändert, {now} in beiden Zeiträumen."),
    hardly_changed: |label, now, before| format!("{label}: kaum verändert, vorher {before}, jetzt {now}."),
    same_when_rounded: |label, now| format!("{label}: kaum verändert, gerundet in beiden Zeiträumen {now}."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "Anstieg" } else { "Rückgang" };
        let chance = if *is_chance { "; das liegt im Zufallsbereich" } else { "" };
        format!("{label}: {moved} um {amount}{}, vorher {before}, jetzt {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("Nach {label}"),
    of_its_parts: "Von den Komponenten",
    nothing_stands_out: |by| format!("{by} sticht nichts heraus."),
    many_causes: |by| format!("{by} sticht keine einzelne Ursache heraus."),
    against_one: |by, leading, other| format!("{by} sticht {leading} heraus, gegenläufig zu {other}."),
    against_others: |by, leading, sum| {
        format!("{by} sticht {leading} heraus, gegenläufig zu den anderen, die zusammen {sum} ausmachen.")
    },
    stand_out: |Named { among, names, is_plural, rest }| {
        let verb = if *is_plural { "stechen" } else { "sticht" };
        let rest = german_rest(rest);
        format!("{among} {verb} {} heraus{rest}.", numbers::listed(names, Language::De))
    },
    moved_most: |Named { among, names, is_plural, rest }| {
        let verb = if *is_plural { "haben" } else { "hat" };
        let rest = german_rest(rest);
        format!("{among} {verb} {} den Score am meisten bewegt{rest}.", numbers::listed(names, Language::De))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "blieb es bei" } else { "ging es auf" };
        format!(
            "Neue Mitglieder, jetzt {share} des Nenners, haben es bewirkt: Bei etablierten Mitgliedern {moved} {now}, zuvor {before}."
        )
    },
};

pub(super) const SPANISH: Explain = Explain {
    new_members: "Miembros nuevos",
    established_members: "Miembros establecidos",
    of_no_member: "De ningún miembro",
    of_no_item: "De ningún elemento",
    none_of_them: "Ninguno de ellos",
    mix: "Parte mayor o menor del total",
    others: |count| format!("{count} más"),
    against_time: |now, before| format!("{now} frente a {before}"),
    part: "Componente",
    coverage: "Componentes que cuentan solo en uno de los meses",
    choose_comparison: "Elija con qué comparar.",
    not_enough_history: "historial insuficiente",
    nothing_before: "No hay nada antes de este período con lo que comparar. Elija un período posterior u otra comparación.",
    no_data_before: |day| {
        format!(
            "Los datos de esta cifra empiezan el {day} y no bastan para comparar. Elija un período posterior u otra comparación."
        )
    },
    nothing_counted: "No se ha cargado nada de lo que cuenta esta cifra, o su acceso no lo incluye.",
    too_few_members: "Hay muy pocos miembros detrás de esta cifra para explicarla.",
    nothing_to_divide_by: "En uno de los períodos no hay nada de lo que sea la tasa o la media.",
    cannot_be_divided: "Nada de lo que cuenta esta cifra se puede dividir.",
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
    weekend_days: |days, before| {
        let name = if days == 1 { "día de fin de semana" } else { "días de fin de semana" };
        format!("El período tiene {days} {name}; el anterior, {before}.")
    },
    unchanged: |label, now| format!("{label}: sin cambios, en {now}."),
    hardly_changed: |label, now, before| format!("{label}: apenas cambió, de {before} a {now}."),
    same_when_rounded: |label, now| format!("{label}: apenas cambió, {now} en ambos períodos al redondear."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "aumento" } else { "descenso" };
        let chance = if *is_chance { "; está dentro del azar" } else { "" };
        format!("{label}: {moved} de {amount}{}, de {before} a {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("Por {}", label.to_lowercase()),
    of_its_parts: "De sus componentes",
    nothing_stands_out: |by| format!("{by}, nada destaca."),
    many_causes: |by| format!("{by}, ninguna causa destaca por sí sola."),
    against_one: |by, leading, other| format!("{by}, destaca {leading}: cambió en sentido contrario a {other}."),
    against_others: |by, leading, sum| {
        format!("{by}, destaca {leading}: cambió en sentido contrario a los demás, que juntos suman {sum}.")
    },
    stand_out: |Named { among, names, is_plural, rest }| {
        let verb = if *is_plural { "destacan" } else { "destaca" };
        let rest = spanish_rest(rest);
        format!("{among}, {verb} {}{rest}.", numbers::listed(names, Language::Es))
    },
    moved_most: |Named { among, names, is_plural, rest }| {
        let verb = if *is_plural { "movieron más la puntuación" } else { "movió más la puntuación" };
        let rest = spanish_rest(rest);
        format!("{among}, {} {verb}{rest}.", numbers::listed(names, Language::Es))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "se mantuvieron en" } else { "pasaron a" };
        format!(
            "Se debe a los miembros nuevos, ahora el {share} del denominador: los miembros establecidos {moved} {now}, desde {before}."
        )
    },
};
