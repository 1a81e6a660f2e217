//! Why a figure moved, in words.

use crate::i18n::explain::{Explain, Moved, Named, Rest, bracketed, within_sentence};
use crate::i18n::language::Language;
use crate::i18n::numbers;

const LANGUAGE: Language = Language::De;

pub(super) const TEXTS: Explain = Explain {
    new_members: "Neue Mitglieder",
    established_members: "Etablierte Mitglieder",
    stayed: "Gebliebene Mitglieder",
    moved_in: |from| {
        from.map_or_else(|| "Hinzugekommene Mitglieder".to_owned(), |from| format!("Mitglieder aus {from}"))
    },
    moved_out: |to| {
        to.map_or_else(|| "Ausgeschiedene Mitglieder".to_owned(), |to| format!("Mitglieder, jetzt in {to}"))
    },
    of_no_member: "Ohne Mitglied",
    of_no_item: "Ohne Eintrag",
    none_of_them: "Keine davon",
    mix: "Veränderter Anteil",
    others: |count| format!("{count} weitere"),
    against_time: |now, before| format!("{now} gegenüber {before}"),
    part: "Komponente",
    coverage: "Komponenten, die nur in einem der Monate zählen",
    coverage_of_parts: "die nur in einem der Monate zählenden",
    choose_comparison: "Wählen Sie, womit verglichen wird.",
    not_enough_history: "nicht genug Vorgeschichte",
    nothing_before: "Vor diesem Zeitraum gibt es nichts zum Vergleichen. Wählen Sie einen späteren Zeitraum oder einen anderen Vergleich.",
    no_data_before: |day| {
        format!(
            "Die Daten dieser Kennzahl beginnen am {day} und reichen für den Vergleich nicht aus. Wählen Sie einen späteren Zeitraum oder einen anderen Vergleich."
        )
    },
    nothing_counted: "Die Daten hinter dieser Kennzahl sind nicht geladen, oder Sie dürfen sie nicht sehen.",
    too_few_members: "Hinter dieser Kennzahl stehen zu wenige Mitglieder, um sie zu erklären.",
    groups_as_they_were: "Kleine Gruppen sind geschützt; deshalb werden Veränderungen mit den Gruppen wie heute erklärt.",
    nothing_to_divide_by: "In einem der Zeiträume ist der Nenner null.",
    cannot_be_divided: "Diese Kennzahl lässt sich nicht aufteilen.",
    no_score_before: "Einen Monat zuvor gab es keinen Score zum Vergleichen.",
    no_logins: "Es sind noch keine Logins geladen.",
    days_covered: |covered, days, last| format!("Logins decken {covered} der {days} Tage bis zum {last} ab."),
    weight_covered: |covered, needed, missing| {
        format!(
            "Nur {covered}\u{a0}% des Gewichts des Scores lassen sich berechnen (nötig sind {needed}\u{a0}%, mit mindestens einer Komponente der Gewohnheit). Es fehlen: {missing}."
        )
    },
    days: |days, before| {
        let days = if days == 1 { "1 Tag".to_owned() } else { format!("{days} Tage") };
        format!("Der Zeitraum hat {days}, der davor {before}.")
    },
    days_with_data: |days, of, before| {
        let days = if days == 1 { "ist 1".to_owned() } else { format!("sind {days}") };
        let before = if before == 1 { "1 Tag".to_owned() } else { format!("{before} Tage") };
        format!("Von den {of} Tagen des Zeitraums {days} geladen; der davor hat {before}.")
    },
    weekend_days: |days, before| {
        let name = if days == 1 { "Wochenendtag" } else { "Wochenendtage" };
        format!("Der Zeitraum hat {days} {name}, der davor {before}.")
    },
    // Figures stay in the nominative: "12,8 Monate" has another form after "von".
    unchanged: |label, now| format!("{label}: unverändert, {now} in beiden Zeiträumen."),
    hardly_changed: |label, now, before| format!("{label}: kaum verändert, zuvor {before}, jetzt {now}."),
    same_when_rounded: |label, now| format!("{label}: kaum verändert, gerundet in beiden Zeiträumen {now}."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "Anstieg" } else { "Rückgang" };
        let chance = if *is_chance { "; das kann Zufall sein" } else { "" };
        format!("{label}: {moved} um {amount}{}, zuvor {before}, jetzt {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("Nach {label}"),
    of_its_parts: "Unter den Komponenten",
    nothing_stands_out: |by| format!("{by} sticht nichts heraus."),
    many_causes: |by| format!("{by} sticht keine einzelne Ursache heraus."),
    against_one: |by, leading, other| format!("{by} sticht {leading} heraus, gegenläufig zu {other}."),
    against_others: |by, leading, sum| {
        format!("{by} sticht {leading} heraus, gegenläufig zu den anderen, die zusammen {sum} ausmachen.")
    },
    stand_out: |named| {
        let verb = if named.is_plural { "stechen" } else { "sticht" };
        format!("{} {verb} {} heraus{}.", named.among, named.leading, rest_of(named))
    },
    moved_most: |named| {
        let verb = if named.is_plural { "haben" } else { "hat" };
        format!("{} {verb} {} den Score am meisten bewegt{}.", named.among, named.leading, rest_of(named))
    },
    by_moves: |change, parts| {
        let part = |(name, effect): &(&str, String)| {
            // Nouns are written alike everywhere.
            let name = if name.starts_with("Mitglieder") { (*name).to_owned() } else { within_sentence(name) };
            format!("auf {name} {effect}")
        };
        let parts: Vec<String> = parts.iter().map(part).collect();
        format!("Von der Veränderung um {change} entfallen {}.", numbers::listed(&parts, LANGUAGE))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "blieb es bei" } else { "ging es auf" };
        format!(
            "Das liegt an neuen Mitgliedern, jetzt {share} des Nenners: Bei etablierten Mitgliedern {moved} {now}, zuvor {before}."
        )
    },
};

fn rest_of(Named { with, rest, .. }: &Named<'_>) -> String {
    let with = (!with.is_empty()).then(|| numbers::listed(with, LANGUAGE));
    match (rest, with) {
        (Rest::Share(share), Some(with)) => format!("; zusammen mit {with} sind das {share} der Veränderung"),
        (Rest::Share(share), None) => format!(", mit {share} der Veränderung"),
        (Rest::Others(sum), Some(with)) => format!(", neben {with}; alles andere zusammen: {sum}"),
        (Rest::Others(sum), None) => format!("; alles andere zusammen: {sum}"),
        (Rest::Unknown, Some(with)) => format!(", neben {with}"),
        (Rest::Unknown, None) => String::new(),
    }
}
