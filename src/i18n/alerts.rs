//! What alerts say: on the page, in mail and to webhooks.

/// Which way a figure went.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Any,
    Up,
    Down,
}

#[derive(Debug)]
pub struct Alerts {
    // Labels of a message.
    pub program: &'static str,
    pub rule: &'static str,
    pub checked_at: &'static str,
    // Rules as sentences, of the name of a figure and an amount.
    pub above: fn(&str, &str) -> String,
    pub below: fn(&str, &str) -> String,
    /// A change by more than an amount.
    pub changed: fn(&str, Way, &str) -> String,
    /// A change by more than normal variation.
    pub beyond_chance: fn(&str, Way) -> String,
    /// A day that differs from the same weekdays by more than an amount.
    pub weekday: fn(&str, Way, &str) -> String,
    pub unlike_weekdays: fn(&str, Way) -> String,
    pub some_late: &'static str,
    pub table_late: fn(&str) -> String,
    // What was found.
    /// The name of a figure, its value and the days.
    pub found: fn(&str, &str, &str) -> String,
    pub none_late: &'static str,
    pub late: fn(&str) -> String,
    // Why it cannot be said whether a rule holds.
    pub no_figure: &'static str,
    pub nothing_expected: &'static str,
    pub no_percent: &'static str,
    pub nothing_before: &'static str,
    pub no_weekdays: &'static str,
    pub chance_unknown: &'static str,
    pub hidden: &'static str,
    pub no_data: fn(&str) -> String,
    pub no_weekdays_of: fn(&str) -> String,
    /// What comes before the sentence about a week before.
    pub week_before: fn(&str) -> String,
    // Around the message.
    pub trial_holds: &'static str,
    pub trial_ceased: &'static str,
    pub footer: fn(&str) -> String,
}

pub(super) const ENGLISH: Alerts = Alerts {
    program: "Program",
    rule: "Rule",
    checked_at: "Checked at",
    above: |figure, amount| format!("{figure} is above {amount}."),
    below: |figure, amount| format!("{figure} is below {amount}."),
    changed: |figure, way, amount| {
        format!("{figure} {} by more than {amount} against the period before.", english(way))
    },
    beyond_chance: |figure, way| {
        format!("{figure} {} by more than normal variation, compared with the period before.", english(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure} {} by more than {amount} on the last day against the same weekdays of eight weeks.",
            english(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!("{figure} {} on the last day beyond what is usual on the same weekdays of eight weeks.", english(way))
    },
    some_late: "Data that are expected are late.",
    table_late: |table| format!("The data of {table} are late."),
    found: |figure, value, days| format!("{figure} is {value} ({days})."),
    none_late: "No data are late.",
    late: |tables| format!("Late: {tables}."),
    no_figure: "This release of Bond has no such figure.",
    nothing_expected: "No data are expected at a time (setting expected_by).",
    no_percent: "There is no change in percent: the figure was 0 or less, or has nothing to compare with.",
    nothing_before: "The figure has nothing to compare with.",
    no_weekdays: "The day cannot be compared with the same weekdays.",
    chance_unknown: "How much chance moves this figure is not known.",
    hidden: "Too few members are behind this figure, or it would tell such a figure.",
    no_data: |figure| format!("There are no data of {figure} in the period."),
    no_weekdays_of: |figure| format!("{figure} cannot be compared with the same weekdays of eight weeks."),
    week_before: |sentence| format!("Against the same day a week before: {sentence}"),
    trial_holds: "A trial, which somebody asked for. The rule holds.",
    trial_ceased: "A trial, which somebody asked for. The rule does not hold.",
    footer: |login| {
        format!(
            "Bond sends this alert for {login}, with what {login} may see. It is sent once when its rule begins to hold."
        )
    },
};

fn english(way: Way) -> &'static str {
    match way {
        Way::Any => "rose or fell",
        Way::Up => "rose",
        Way::Down => "fell",
    }
}

pub(super) const GERMAN: Alerts = Alerts {
    program: "Programm",
    rule: "Regel",
    checked_at: "Geprüft um",
    above: |figure, amount| format!("{figure}: über {amount}."),
    below: |figure, amount| format!("{figure}: unter {amount}."),
    changed: |figure, way, amount| {
        format!("{figure}: {} um mehr als {amount} gegenüber dem Zeitraum davor.", german(way))
    },
    beyond_chance: |figure, way| {
        format!("{figure}: {} gegenüber dem Zeitraum davor, stärker als durch Zufall allein.", german(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure}: {} am letzten Tag um mehr als {amount} gegenüber denselben Wochentagen der letzten acht Wochen.",
            german(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!(
            "{figure}: {} am letzten Tag, stärker als an denselben Wochentagen der letzten acht Wochen üblich.",
            german(way)
        )
    },
    some_late: "Erwartete Daten sind verspätet.",
    table_late: |table| format!("Die Daten von {table} sind verspätet."),
    found: |figure, value, days| format!("{figure}: {value} ({days})."),
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
    trial_holds: "Eine Probe, um die jemand gebeten hat. Die Regel trifft zu.",
    trial_ceased: "Eine Probe, um die jemand gebeten hat. Die Regel trifft nicht zu.",
    footer: |login| {
        format!(
            "Bond sendet diesen Alarm für {login}, mit dem, was {login} sehen darf. Er wird einmal gesendet, wenn seine Regel \
             zuzutreffen beginnt."
        )
    },
};

fn german(way: Way) -> &'static str {
    match way {
        Way::Any => "Anstieg oder Rückgang",
        Way::Up => "Anstieg",
        Way::Down => "Rückgang",
    }
}

pub(super) const SPANISH: Alerts = Alerts {
    program: "Programa",
    rule: "Regla",
    checked_at: "Comprobado a las",
    above: |figure, amount| format!("{figure} está por encima de {amount}."),
    below: |figure, amount| format!("{figure} está por debajo de {amount}."),
    changed: |figure, way, amount| format!("{figure} {} más de {amount} frente al período anterior.", spanish(way)),
    beyond_chance: |figure, way| {
        format!("{figure} {} frente al período anterior más de lo que explica el azar.", spanish(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure} {} más de {amount} el último día frente a los mismos días de la semana de ocho semanas.",
            spanish(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!(
            "{figure} {} el último día más de lo habitual en los mismos días de la semana de ocho semanas.",
            spanish(way)
        )
    },
    some_late: "Hay datos esperados con retraso.",
    table_late: |table| format!("Los datos de {table} llevan retraso."),
    found: |figure, value, days| format!("{figure}: {value} ({days})."),
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
    no_weekdays_of: |figure| format!("{figure} no se puede comparar con los mismos días de la semana de ocho semanas."),
    week_before: |sentence| format!("Frente al mismo día de la semana anterior: {sentence}"),
    trial_holds: "Una prueba que alguien ha pedido. La regla se cumple.",
    trial_ceased: "Una prueba que alguien ha pedido. La regla no se cumple.",
    footer: |login| {
        format!(
            "Bond envía esta alerta para {login}, con lo que {login} puede ver. Se envía una vez, cuando su regla empieza a \
             cumplirse."
        )
    },
};

fn spanish(way: Way) -> &'static str {
    match way {
        Way::Any => "subió o bajó",
        Way::Up => "subió",
        Way::Down => "bajó",
    }
}
