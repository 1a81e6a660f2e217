//! What files say around their figures.

use super::numbers::number;
use crate::groupings::Grouping;
use crate::i18n::language::Language;

#[derive(Debug)]
pub struct Files {
    /// The code of the language, for programs that read a file aloud.
    pub language: Language,
    // What a file is of.
    pub program: &'static str,
    pub screen: &'static str,
    pub through: &'static str,
    pub currency: &'static str,
    pub taken_by: &'static str,
    pub taken_at: &'static str,
    pub note: &'static str,
    pub made_up: &'static str,
    pub annotation: &'static str,
    pub correction: &'static str,
    /// What a load did with days, by its number and whether it took another one back.
    pub corrected: fn(i64, bool) -> String,
    pub earlier_annotations: fn(usize) -> String,
    pub no_data: &'static str,
    pub all_dashboards: &'static str,
    /// The name of the sheet and of the file that say it.
    pub about: &'static str,
    // The filter in words.
    pub period: &'static str,
    pub compared_with: &'static str,
    pub nothing: &'static str,
    pub previous_period: &'static str,
    pub same_dates_last_year: &'static str,
    pub same_weekdays_last_year: &'static str,
    pub previous_full_period: &'static str,
    pub selected_dates: &'static str,
    pub no_comparison: &'static str,
    pub all: &'static str,
    pub none: &'static str,
    pub chosen: fn(usize) -> String,
    pub grouping: fn(Grouping) -> &'static str,
    pub campaign_types: &'static str,
    pub campaigns: &'static str,
    pub offer_categories: &'static str,
    pub offers: &'static str,
    pub poll: &'static str,
    // What is hidden or left out.
    pub hidden: &'static str,
    pub figures_hidden: fn(usize, u16) -> String,
    pub why_hidden: fn(u16) -> String,
    pub not_complete: fn(&str, &str) -> String,
    pub empty: &'static str,
    pub left_out: fn(usize, usize) -> String,
    pub rows_left_out: fn(usize, usize) -> String,
    pub lines_left_out: fn(usize, usize) -> String,
    pub bars_left_out: fn(usize, usize) -> String,
    // Names of columns.
    pub list: &'static str,
    pub month: &'static str,
    pub figure: &'static str,
    pub value: &'static str,
    pub before: &'static str,
    pub change: &'static str,
    pub change_in_points: &'static str,
    pub total: &'static str,
    pub year_before: fn(&str) -> String,
    pub by: fn(&str, &[String]) -> String,
    pub indicator: &'static str,
    pub members: &'static str,
    pub share: &'static str,
    pub difference: &'static str,
    pub part: &'static str,
    pub last_month: &'static str,
    pub floor: &'static str,
    pub target: &'static str,
    pub weight: &'static str,
    pub points: &'static str,
    /// Units in the names of columns.
    pub in_months: &'static str,
    pub in_seconds: &'static str,
    // Names of tables.
    pub key_figures: &'static str,
    pub indicators: &'static str,
    // Why a part of the score does not count.
    pub not_applicable: &'static str,
    pub insufficient: &'static str,
    pub part_hidden: &'static str,
    pub part_left_out: &'static str,
    // Parts of a file.
    pub sheet: &'static str,
    pub what_it_shows: &'static str,
    pub notes: &'static str,
    pub definition: &'static str,
    pub definitions: &'static str,
    pub contents: &'static str,
    pub chart: fn(&str) -> String,
    pub page: fn(usize, usize) -> String,
    /// At the foot of pages: title, period, login and time.
    pub foot: fn(&str, &str, &str, &str) -> String,
    pub made_with: &'static str,
    // Receipts.
    pub receipts: &'static str,
    pub receipt: &'static str,
    /// The text before and after the command that checks one.
    pub about_receipts: [&'static str; 2],
    pub signed_digest: &'static str,
    pub receipts_of_cover: &'static str,
    /// In place of a receipt.
    pub no_receipt_hidden: &'static str,
    pub no_receipt_not_loaded: &'static str,
}

/// Joins what rows are by: `Tier and Audience`.
fn joined(by: &[String], and: &str) -> String {
    by.join(&format!(" {and} "))
}

pub(super) const ENGLISH: Files = Files {
    language: Language::En,
    program: "Program",
    screen: "Screen",
    through: "Data through",
    currency: "Currency",
    taken_by: "Taken by",
    taken_at: "Taken at",
    note: "Note",
    made_up: "The data are made up.",
    annotation: "Annotation",
    correction: "Correction",
    corrected: |load, is_undo| {
        if is_undo { format!("load {load} took these days back") } else { format!("load {load} corrected these days") }
    },
    earlier_annotations: |count| {
        if count == 1 { "1 earlier one is not shown".to_owned() } else { format!("{count} earlier ones are not shown") }
    },
    no_data: "no data",
    all_dashboards: "All dashboards",
    about: "About",
    period: "Period",
    compared_with: "Compared with",
    nothing: "nothing",
    previous_period: "previous period",
    same_dates_last_year: "same dates last year",
    same_weekdays_last_year: "same weekdays last year",
    previous_full_period: "previous full period",
    selected_dates: "other dates",
    no_comparison: "no comparison",
    all: "all",
    none: "none",
    chosen: |count| format!("{count} chosen"),
    grouping: |grouping| match grouping {
        Grouping::Tier => "Tier",
        Grouping::Lob => "Line of Business",
        Grouping::Audience => "Audience",
    },
    campaign_types: "Campaign types",
    campaigns: "Campaigns",
    offer_categories: "Offer categories",
    offers: "Offers",
    poll: "Poll",
    hidden: "hidden",
    figures_hidden: |count, least| match count {
        1 => format!("1 figure is hidden: fewer than {least} members are behind it, or it would tell such a figure."),
        many => format!(
            "{many} figures are hidden: fewer than {least} members are behind each, or it would tell such a figure."
        ),
    },
    why_hidden: |least| {
        format!("Hidden: fewer than {least} members are behind this figure, or it would tell such a figure.")
    },
    not_complete: |period, through| format!("{period} is not complete: it counts days through {through}."),
    empty: "There is nothing to show for this filter.",
    left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, Language::En));
        format!("Of {rows} rows the first {shown} are here; the workbook and the CSV file have all.")
    },
    rows_left_out: |rows, shown| format!("Of {rows} rows the first {shown} are here; CSV has all."),
    lines_left_out: |shown, all| format!("The chart shows the first {shown} lines of {all}."),
    bars_left_out: |shown, all| {
        format!("The chart shows the first {shown} of {}.", number(all as f64, 0, Language::En))
    },
    list: "List",
    month: "Month",
    figure: "Figure",
    value: "Value",
    before: "Before",
    change: "Change",
    change_in_points: "Change in points",
    total: "Total",
    year_before: |label| format!("{label}, year before"),
    by: |what, by| format!("{what} by {}", joined(by, "and")),
    indicator: "Indicator",
    members: "Members",
    share: "Share",
    difference: "Difference",
    part: "Part",
    last_month: "Last month",
    floor: "Floor",
    target: "Target",
    weight: "Weight",
    points: "Points",
    in_months: "months",
    in_seconds: "seconds",
    key_figures: "Key figures",
    indicators: "Indicators",
    not_applicable: "its data are not loaded",
    insufficient: "too little data",
    part_hidden: "too few members",
    part_left_out: "the method leaves it out",
    sheet: "Sheet",
    what_it_shows: "What it shows",
    notes: "Notes",
    definition: "Definition",
    definitions: "Definitions",
    contents: "Contents",
    chart: |title| format!("Chart: {title}. The table has its figures."),
    page: |number, count| format!("Page {number} of {count}"),
    foot: |title, period, login, at| format!("{title} · {period} · taken by {login} at {at}"),
    made_with: "Made with Bond for reading: nothing here changes, and nothing is loaded from elsewhere.",
    receipts: "Receipts",
    receipt: "Receipt",
    about_receipts: [
        "A receipt is a figure with all that it depends on, signed by the install that made this file. Save one as a \
         file of its own and check it with ",
        ".",
    ],
    signed_digest: "SHA-256 of what was signed: ",
    no_receipt_hidden: "There is no receipt of this figure: too few members are behind it, or behind its numerator or denominator, or they would tell a figure that few are behind.",
    no_receipt_not_loaded: "There is no receipt of this part of the score: its data are not loaded.",
    receipts_of_cover: "SHA-256 of what the receipt of each figure signs; the audit log has it, too.",
};

pub(super) const GERMAN: Files = Files {
    language: Language::De,
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
            format!("Ladevorgang {load} nahm diese Tage zurück")
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
    campaign_types: "Kampagnentypen",
    campaigns: "Kampagnen",
    offer_categories: "Angebotskategorien",
    offers: "Angebote",
    poll: "Umfrage",
    hidden: "verborgen",
    figures_hidden: |count, least| match count {
        1 => format!(
            "1 Kennzahl ist verborgen: Weniger als {least} Mitglieder stehen dahinter, oder sie würde eine solche verraten."
        ),
        many => format!(
            "{many} Kennzahlen sind verborgen: Hinter jeder stehen weniger als {least} Mitglieder, oder sie würde eine \
             solche verraten."
        ),
    },
    why_hidden: |least| {
        format!(
            "Verborgen: Weniger als {least} Mitglieder stehen hinter dieser Kennzahl, oder sie würde eine solche verraten."
        )
    },
    not_complete: |period, through| format!("{period} ist nicht vollständig: Es zählen die Tage bis zum {through}."),
    empty: "Für diesen Filter gibt es nichts zu zeigen.",
    left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, Language::De));
        format!("Von {rows} Zeilen stehen hier die ersten {shown}; die Arbeitsmappe und die CSV-Datei haben alle.")
    },
    rows_left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, Language::De));
        format!("Von {rows} Zeilen stehen hier die ersten {shown}; CSV hat alle.")
    },
    lines_left_out: |shown, all| format!("Das Diagramm zeigt die ersten {shown} von {all} Linien."),
    bars_left_out: |shown, all| {
        format!("Das Diagramm zeigt die ersten {shown} von {}.", number(all as f64, 0, Language::De))
    },
    list: "Liste",
    month: "Monat",
    figure: "Kennzahl",
    value: "Wert",
    before: "Zuvor",
    change: "Änderung",
    change_in_points: "Änderung in Punkten",
    total: "Gesamt",
    year_before: |label| format!("{label}, Vorjahr"),
    by: |what, by| format!("{what} nach {}", joined(by, "und")),
    indicator: "Indikator",
    members: "Mitglieder",
    share: "Anteil",
    difference: "Differenz",
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
    no_receipt_hidden: "Zu diesem Wert gibt es keinen Beleg: Hinter ihm oder hinter seinem Zähler oder Nenner stehen zu wenige Mitglieder, oder sie würden einen Wert verraten, hinter dem wenige stehen.",
    no_receipt_not_loaded: "Zu diesem Teil des Scores gibt es keinen Beleg: Seine Daten sind nicht geladen.",
    receipts_of_cover: "SHA-256 dessen, was der Beleg jedes Werts signiert; das Prüfprotokoll hat ihn auch.",
};

pub(super) const SPANISH: Files = Files {
    language: Language::Es,
    program: "Programa",
    screen: "Vista",
    through: "Datos hasta",
    currency: "Moneda",
    taken_by: "Creado por",
    taken_at: "Creado el",
    note: "Nota",
    made_up: "Los datos son inventados.",
    annotation: "Anotación",
    correction: "Corrección",
    corrected: |load, is_undo| {
        if is_undo {
            format!("la carga {load} deshizo estos días")
        } else {
            format!("la carga {load} corrigió estos días")
        }
    },
    earlier_annotations: |count| {
        if count == 1 { "1 anterior no se muestra".to_owned() } else { format!("{count} anteriores no se muestran") }
    },
    no_data: "sin datos",
    all_dashboards: "Todos los paneles",
    about: "Resumen",
    period: "Período",
    compared_with: "Comparado con",
    nothing: "nada",
    previous_period: "período anterior",
    same_dates_last_year: "las mismas fechas del año anterior",
    same_weekdays_last_year: "los mismos días de la semana del año anterior",
    previous_full_period: "período completo anterior",
    selected_dates: "otras fechas",
    no_comparison: "sin comparación",
    all: "todo",
    none: "sin elegir",
    chosen: |count| format!("{count} en la selección"),
    grouping: |grouping| match grouping {
        Grouping::Tier => "Nivel",
        Grouping::Lob => "Línea de negocio",
        Grouping::Audience => "Audiencia",
    },
    campaign_types: "Tipos de campaña",
    campaigns: "Campañas",
    offer_categories: "Categorías de ofertas",
    offers: "Ofertas",
    poll: "Encuesta",
    hidden: "oculto",
    figures_hidden: |count, least| match count {
        1 => format!("1 cifra está oculta: hay menos de {least} miembros detrás de ella, o revelaría una cifra así."),
        many => format!(
            "{many} cifras están ocultas: hay menos de {least} miembros detrás de cada una, o revelaría una cifra así."
        ),
    },
    why_hidden: |least| {
        format!("Oculta: hay menos de {least} miembros detrás de esta cifra, o revelaría una cifra así.")
    },
    not_complete: |period, through| format!("{period} no está completo: cuenta los días hasta el {through}."),
    empty: "No hay nada que mostrar para este filtro.",
    left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, Language::Es));
        format!("De {rows} filas, aquí están las primeras {shown}; el libro y el archivo CSV las tienen todas.")
    },
    rows_left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, Language::Es));
        format!("De {rows} filas, aquí están las primeras {shown}; el CSV las tiene todas.")
    },
    lines_left_out: |shown, all| format!("El gráfico muestra las primeras {shown} líneas de {all}."),
    bars_left_out: |shown, all| {
        format!("El gráfico muestra las primeras {shown} de {}.", number(all as f64, 0, Language::Es))
    },
    list: "Lista",
    month: "Mes",
    figure: "Cifra",
    value: "Valor",
    before: "Antes",
    change: "Cambio",
    change_in_points: "Cambio en puntos",
    total: "Total",
    year_before: |label| format!("{label}, año anterior"),
    by: |what, by| format!("{what} por {}", joined(by, "y")),
    indicator: "Indicador",
    members: "Miembros",
    share: "Proporción",
    difference: "Diferencia",
    part: "Componente",
    last_month: "Mes anterior",
    floor: "Mínimo",
    target: "Objetivo",
    weight: "Peso",
    points: "Puntos",
    in_months: "meses",
    in_seconds: "segundos",
    key_figures: "Cifras clave",
    indicators: "Indicadores",
    not_applicable: "sus datos no están cargados",
    insufficient: "muy pocos datos",
    part_hidden: "muy pocos miembros",
    part_left_out: "el método lo omite",
    sheet: "Hoja",
    what_it_shows: "Qué muestra",
    notes: "Notas",
    definition: "Definición",
    definitions: "Definiciones",
    contents: "Contenido",
    chart: |title| format!("Gráfico: {title}. La tabla tiene sus cifras."),
    page: |number, count| format!("Página {number} de {count}"),
    foot: |title, period, login, at| format!("{title} · {period} · creado por {login}, {at}"),
    made_with: "Hecho con Bond para leer: aquí nada cambia y nada se carga de otro lugar.",
    receipts: "Comprobantes",
    receipt: "Comprobante",
    about_receipts: [
        "Un comprobante es una cifra con todo aquello de lo que depende, firmada por la instalación que creó este \
         archivo. Guarde uno como archivo propio y compruébelo con ",
        ".",
    ],
    signed_digest: "SHA-256 de lo firmado: ",
    no_receipt_hidden: "No hay comprobante de esta cifra: tras ella, o tras su numerador o denominador, hay muy pocos miembros, o revelarían una cifra tras la que hay pocos.",
    no_receipt_not_loaded: "No hay comprobante de este componente de la puntuación: sus datos no están cargados.",
    receipts_of_cover: "SHA-256 de lo que firma el comprobante de cada cifra; el registro de auditoría también lo tiene.",
};
