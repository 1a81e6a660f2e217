//! What is said of figures that were issued, and of forecasts that cannot be made.

#[derive(Debug)]
pub struct Issued {
    /// Where small groups are protected.
    pub only_the_score: &'static str,
    /// `Issued 62.4, now 62.9: …`: the figure of then, that of now, and why.
    pub differs: fn(&str, &str, &str) -> String,
    /// In place of a figure of now.
    pub nothing: &'static str,
    /// Why a figure differs where nothing explains it.
    pub no_load: &'static str,
    /// The method of then and of now.
    pub method: fn(&str, &str) -> String,
    /// The release of then.
    pub definition: fn(&str) -> String,
    /// The setting of then and of now.
    pub dormant_days: fn(u16, u16) -> String,
    pub load: fn(i64) -> String,
    pub data_version: fn(i32) -> String,
    /// A load of a day.
    pub of_day: fn(&str, &str) -> String,
    /// What a load did, of which and of what days or tables.
    pub took_days_back: fn(&str, &str) -> String,
    pub took_load_back: fn(&str) -> String,
    pub erased: fn(&str) -> String,
    pub removed: fn(&str) -> String,
    pub corrected: fn(&str, &str) -> String,
    pub changed: fn(&str, &str) -> String,
    pub more_loads: fn(usize) -> String,
    /// Why there is no forecast.
    pub forecast_needs_members: fn(&str) -> String,
    pub forecast_needs_days: fn(usize) -> String,
}

pub(super) const ENGLISH: Issued = Issued {
    only_the_score: "This program protects small groups: only the BOND Score is issued.",
    differs: |issued, now, why| format!("Issued {issued}, now {now}: {why}."),
    nothing: "nothing",
    no_load: "no load has changed its tables since, so another version of Bond or another change of the data did",
    method: |then, now| format!("the method was {then} and is {now}"),
    definition: |release| format!("its definition has changed since Bond {release}"),
    dormant_days: |then, now| format!("the setting dormant_days was {then} and is {now}"),
    load: |id| format!("load {id}"),
    data_version: |version| format!("data version {version}"),
    of_day: |load, day| format!("{load} of {day}"),
    took_days_back: |load, days| format!("{load} took {days} back"),
    took_load_back: |load| format!("{load} took a load back"),
    erased: |load| format!("{load} erased members"),
    removed: |load| format!("{load} removed old data"),
    corrected: |load, days| format!("{load} corrected {days}"),
    changed: |load, tables| format!("{load} changed {tables}"),
    more_loads: |count| match count {
        1 => "one more load changed its tables".to_owned(),
        more => format!("{more} more loads changed its tables"),
    },
    forecast_needs_members: |members| format!("A forecast needs at least {members} registered members."),
    forecast_needs_days: |days| format!("A forecast needs logins of {days} days."),
};

pub(super) const GERMAN: Issued = Issued {
    only_the_score: "Dieses Programm schützt kleine Gruppen: Nur der BOND Score wird festgeschrieben.",
    differs: |issued, now, why| format!("Festgeschrieben {issued}, jetzt {now}: {why}."),
    nothing: "nichts",
    no_load: "kein Ladevorgang hat seither seine Tabellen geändert, also eine andere Version von Bond oder eine andere \
              Änderung der Daten",
    method: |then, now| format!("die Methode war {then} und ist {now}"),
    definition: |release| format!("seine Definition hat sich seit Bond {release} geändert"),
    dormant_days: |then, now| format!("die Einstellung dormant_days war {then} und ist {now}"),
    load: |id| format!("Ladevorgang {id}"),
    data_version: |version| format!("Datenstand {version}"),
    of_day: |load, day| format!("{load} vom {day}"),
    took_days_back: |load, days| format!("{load} hat zurückgenommen: {days}"),
    took_load_back: |load| format!("{load} hat einen Ladevorgang zurückgenommen"),
    erased: |load| format!("{load} hat Mitglieder gelöscht"),
    removed: |load| format!("{load} hat alte Daten entfernt"),
    corrected: |load, days| format!("{load} hat berichtigt: {days}"),
    changed: |load, tables| format!("{load} hat geändert: {tables}"),
    more_loads: |count| match count {
        1 => "ein weiterer Ladevorgang hat seine Tabellen geändert".to_owned(),
        more => format!("{more} weitere Ladevorgänge haben seine Tabellen geändert"),
    },
    forecast_needs_members: |members| format!("Eine Prognose braucht mindestens {members} registrierte Mitglieder."),
    forecast_needs_days: |days| format!("Eine Prognose braucht Anmeldungen von {days} Tagen."),
};

pub(super) const SPANISH: Issued = Issued {
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
