//! What files say around their figures.

use crate::groupings::{Grouping, GroupsAsOf};
use crate::i18n::files::{Files, joined};
use crate::i18n::language::Language;
use crate::i18n::numbers::number;

const LANGUAGE: Language = Language::De;

pub(super) const TEXTS: Files = Files {
    language: LANGUAGE,
    program: "Programm",
    screen: "Seite",
    through: "Daten bis",
    currency: "Währung",
    taken_by: "Erstellt von",
    taken_at: "Erstellt am",
    note: "Hinweis",
    made_up: "Die Daten sind erfunden.",
    annotation: "Anmerkung",
    correction: "Korrektur",
    corrected: |load, is_undo| {
        if is_undo {
            format!("Ladevorgang {load} nahm einen früheren für diese Tage zurück")
        } else {
            format!("Ladevorgang {load} korrigierte diese Tage")
        }
    },
    earlier_annotations: |count| {
        if count == 1 { "1 frühere fehlt hier".to_owned() } else { format!("{count} frühere fehlen hier") }
    },
    no_data: "keine Daten",
    all_dashboards: "Alle Dashboards",
    about: "Übersicht",
    period: "Zeitraum",
    compared_with: "Verglichen mit",
    compared_tables: "Verglichene Tabellen",
    nothing: "nichts",
    previous_period: "vorheriger Zeitraum",
    same_dates_last_year: "dieselben Tage im Vorjahr",
    same_weekdays_last_year: "dieselben Wochentage im Vorjahr",
    previous_full_period: "vorheriger ganzer Zeitraum",
    selected_dates: "andere Tage",
    no_comparison: "kein Vergleich",
    all: "alle",
    none: "keine",
    chosen: |count| format!("{count} gewählt"),
    grouping: |grouping| match grouping {
        Grouping::Tier => "Stufe",
        Grouping::Lob => "Geschäftsbereich",
        Grouping::Audience => "Zielgruppe",
    },
    groups: "Gruppen",
    groups_as_of: |reading| match reading {
        GroupsAsOf::Now => "wie heute",
        GroupsAsOf::Window => "wie am letzten Tag jedes Zeitraums",
    },
    campaign_types: "Kampagnentypen",
    campaigns: "Kampagnen",
    offer_categories: "Angebotskategorien",
    offers: "Angebote",
    poll: "Umfrage",
    hidden: "verborgen",
    figures_hidden: |count, least| match count {
        1 => format!(
            "1 Wert ist verborgen: Dahinter stehen weniger als {least} Mitglieder, oder er würde einen solchen Wert verraten."
        ),
        many => format!(
            "{many} Werte sind verborgen: Hinter jedem stehen weniger als {least} Mitglieder, oder er würde einen \
             solchen Wert verraten."
        ),
    },
    why_hidden: |least| {
        format!(
            "Verborgen: Hinter diesem Wert stehen weniger als {least} Mitglieder, oder er würde einen solchen Wert verraten."
        )
    },
    not_complete: |period, through| format!("{period} ist nicht vollständig: Es zählen die Tage bis zum {through}."),
    empty: "Für diesen Filter gibt es nichts zu zeigen.",
    left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, LANGUAGE));
        format!("Hier stehen die ersten {shown} von {rows} Zeilen; die Arbeitsmappe und die CSV-Datei haben alle.")
    },
    rows_left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, LANGUAGE));
        format!("Hier stehen die ersten {shown} von {rows} Zeilen; die CSV-Datei hat alle.")
    },
    lines_left_out: |shown, all| format!("Das Diagramm zeigt die ersten {shown} von {all} Linien."),
    bars_left_out: |shown, all| {
        format!("Das Diagramm zeigt die ersten {shown} von {}.", number(all as f64, 0, LANGUAGE))
    },
    list: "Liste",
    month: "Monat",
    figure: "Kennzahl",
    value: "Wert",
    before: "Zuvor",
    change: "Änderung",
    change_in_points: "Änderung in Punkten",
    total: "Gesamt",
    flow: ["Von", "Nach", "Wechsel"],
    ways: ["Neu", "Geblieben", "Aufgestiegen", "Abgestiegen", "Gewechselt"],
    not_registered: "Nicht registriert",
    others: "Andere Mitglieder",
    year_before: |label| format!("{label}, Vorjahr"),
    figure_before: |label| format!("{label}, zuvor"),
    figure_change: |label| format!("{label}, Änderung"),
    year_before_is: |days| format!("Vorjahr: {days}."),
    by: |what, by| format!("{what} nach {}", joined(by, "und")),
    indicator: "Indikator",
    members: "Mitglieder",
    share: "Anteil",
    difference: "Unterschied",
    part: "Komponente",
    last_month: "Letzter Monat",
    floor: "Untergrenze",
    target: "Ziel",
    weight: "Gewicht",
    points: "Punkte",
    in_months: "Monate",
    in_seconds: "Sekunden",
    key_figures: "Kennzahlen",
    indicators: "Indikatoren",
    nothing_changed: "Keine Kennzahl hat sich mehr als üblich verändert.",
    since_last_month: "seit dem Vormonat",
    letters_missing: |count, some| {
        format!(
            "Zeichen, die keine Schrift des Servers hat: {some} (insgesamt {count}). Chinesische, japanische und koreanische sind in Debians fonts-noto-cjk, die anderer Schriften in fonts-noto-core."
        )
    },
    receipts_of_page: |count, digest| match count {
        1 => format!("1 Beleg, {digest}, am Ende"),
        _ => format!("{count} Belege, {digest}, am Ende"),
    },
    not_applicable: "die Daten dazu sind nicht geladen",
    insufficient: "zu wenige Daten",
    part_hidden: "zu wenige Mitglieder",
    part_left_out: "die Methode lässt sie aus",
    sheet: "Blatt",
    what_it_shows: "Was es zeigt",
    notes: "Hinweise",
    definition: "Definition",
    definitions: "Definitionen",
    contents: "Inhalt",
    chart: |title| format!("Diagramm: {title}. Die Tabelle hat die Werte."),
    page: |number, count| format!("Seite {number} von {count}"),
    foot: |title, period, login, at| format!("{title} · {period} · erstellt von {login}, {at}"),
    made_with: "Mit Bond zum Lesen erstellt: Hier ändert sich nichts, und nichts wird von anderswo geladen.",
    receipts: "Belege",
    receipt: "Beleg",
    about_receipts: [
        "Ein Beleg ist ein Wert mit allem, wovon er abhängt, signiert von der Installation, die diese Datei erstellt hat. \
         Speichern Sie einen als eigene Datei und prüfen Sie ihn mit ",
        ".",
    ],
    signed_digest: "SHA-256 des Signierten: ",
    no_receipt_hidden: "Zu diesem Wert gibt es keinen Beleg: Hinter ihm oder hinter seinem Zähler oder Nenner stehen zu wenige Mitglieder, oder sie würden einen solchen Wert verraten.",
    no_receipt_not_loaded: "Zu diesem Wert gibt es keinen Beleg: Seine Daten sind nicht geladen, oder keiner seiner Tage ist es.",
    receipts_of_cover: "SHA-256 dessen, was der Beleg jedes Werts signiert; das Prüfprotokoll hat ihn auch.",
};
