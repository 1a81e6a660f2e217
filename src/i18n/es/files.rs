//! What files say around their figures.

use crate::groupings::{Grouping, GroupsAsOf};
use crate::i18n::files::{Files, joined};
use crate::i18n::language::Language;
use crate::i18n::numbers::number;

const LANGUAGE: Language = Language::Es;

pub(super) const TEXTS: Files = Files {
    language: LANGUAGE,
    program: "Programa",
    screen: "Pantalla",
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
            format!("la carga {load} deshizo otra anterior de estos días")
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
    compared_tables: "Tablas comparadas",
    nothing: "nada",
    previous_period: "período anterior",
    same_dates_last_year: "las mismas fechas del año anterior",
    same_weekdays_last_year: "los mismos días de la semana del año anterior",
    previous_full_period: "período completo anterior",
    selected_dates: "otras fechas",
    no_comparison: "sin comparación",
    all: "todo",
    none: "nada",
    chosen: |count| format!("{count} en la selección"),
    grouping: |grouping| match grouping {
        Grouping::Tier => "Nivel",
        Grouping::Lob => "Línea de negocio",
        Grouping::Audience => "Audiencia",
    },
    groups: "Grupos",
    groups_as_of: |reading| match reading {
        GroupsAsOf::Now => "como son ahora",
        GroupsAsOf::Window => "como eran el último día de cada período",
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
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, LANGUAGE));
        format!("Aquí están las primeras {shown} de {rows} filas; el libro y el archivo CSV las tienen todas.")
    },
    rows_left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, LANGUAGE));
        format!("Aquí están las primeras {shown} de {rows} filas; el archivo CSV las tiene todas.")
    },
    lines_left_out: |shown, all| format!("El gráfico muestra las primeras {shown} de {all} líneas."),
    bars_left_out: |shown, all| {
        format!("El gráfico muestra las primeras {shown} de {}.", number(all as f64, 0, LANGUAGE))
    },
    list: "Lista",
    month: "Mes",
    figure: "Cifra",
    value: "Valor",
    before: "Antes",
    change: "Cambio",
    change_in_points: "Cambio en puntos",
    total: "Total",
    flow: ["De", "A", "Cambio"],
    ways: ["Nuevo", "Se queda", "Sube", "Baja", "Cambia"],
    not_registered: "Sin registrar",
    others: "Otros miembros",
    year_before: |label| format!("{label}, año anterior"),
    figure_before: |label| format!("{label}, antes"),
    figure_change: |label| format!("{label}, variación"),
    year_before_is: |days| format!("Año anterior: {days}."),
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
    nothing_changed: "Ninguna cifra cambió más de lo habitual.",
    since_last_month: "desde el mes pasado",
    letters_missing: |count, some| {
        format!(
            "Caracteres que no tiene ninguna fuente del servidor: {some} (en total, {count}). Los chinos, japoneses y coreanos están en fonts-noto-cjk de Debian, los de otras escrituras en fonts-noto-core."
        )
    },
    receipts_of_page: |count, digest| match count {
        1 => format!("1 comprobante, {digest}, al final"),
        _ => format!("{count} comprobantes, {digest}, al final"),
    },
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
    no_receipt_hidden: "No hay comprobante de esta cifra: tras ella, o tras su numerador o denominador, hay muy pocos miembros, o revelarían una cifra así.",
    no_receipt_not_loaded: "No hay comprobante de esta cifra: sus datos no están cargados, o no lo está ninguno de sus días.",
    receipts_of_cover: "SHA-256 de lo que firma el comprobante de cada cifra; el registro de auditoría también lo tiene.",
};
