//! What alerts say: on the page, in mail and to webhooks.

use crate::i18n::alerts::{Alerts, Way};

pub(super) const TEXTS: Alerts = Alerts {
    program: "Programm",
    rule: "Regel",
    checked_at: "Geprüft um",
    above: |figure, amount| format!("{figure}: über {amount}."),
    below: |figure, amount| format!("{figure}: unter {amount}."),
    changed: |figure, way, amount| {
        format!("{figure}: {} um mehr als {amount} gegenüber dem Zeitraum davor.", went(way))
    },
    beyond_chance: |figure, way| {
        format!("{figure}: {} gegenüber dem Zeitraum davor, stärker, als der Zufall erklärt.", went(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure}: {} am letzten Tag um mehr als {amount} gegenüber denselben Wochentagen der letzten acht Wochen.",
            went(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!(
            "{figure}: {} am letzten Tag, stärker als an denselben Wochentagen der letzten acht Wochen üblich.",
            went(way)
        )
    },
    some_late: "Erwartete Daten sind verspätet.",
    table_late: |table| format!("Die Daten von {table} sind verspätet."),
    found: |figure, value, days| format!("{figure}: {value} ({days})."),
    before: |before| format!(", zuvor {before}"),
    usually: |usual| format!(", an diesem Wochentag sonst {usual}"),
    none_late: "Keine Daten sind verspätet.",
    late: |tables| format!("Verspätet: {tables}."),
    no_figure: "Diese Version von Bond hat keine solche Kennzahl.",
    nothing_expected: "Es werden keine Daten zu einer bestimmten Zeit erwartet (Einstellung expected_by).",
    no_percent: "Es gibt keine Änderung in Prozent: Der Wert war 0 oder kleiner, oder er hat keinen Vergleich.",
    nothing_before: "Der Wert hat keinen Vergleich.",
    no_weekdays: "Der Tag lässt sich nicht mit denselben Wochentagen vergleichen.",
    chance_unknown: "Wie viel der Zufall an diesem Wert bewegt, ist nicht bekannt.",
    hidden: "Der Wert ist verborgen: Hinter ihm stehen zu wenige Mitglieder.",
    no_data: |figure| format!("Im Zeitraum gibt es keine Daten zu {figure}."),
    no_weekdays_of: |figure| {
        format!("{figure}: Ein Vergleich mit denselben Wochentagen der letzten acht Wochen ist nicht möglich.")
    },
    week_before: |sentence| format!("Gegenüber demselben Tag eine Woche zuvor: {sentence}"),
    trial_holds: "Eine Probe, auf Wunsch gesendet. Der Alarm ist aktiv.",
    trial_ceased: "Eine Probe, auf Wunsch gesendet. Der Alarm ist nicht aktiv.",
    footer: |login| {
        format!(
            "Bond sendet diesen Alarm für {login}, mit dem, was {login} sehen darf. Er wird einmal gesendet, wenn er aktiv wird."
        )
    },
};

fn went(way: Way) -> &'static str {
    match way {
        Way::Any => "Anstieg oder Rückgang",
        Way::Up => "Anstieg",
        Way::Down => "Rückgang",
    }
}
