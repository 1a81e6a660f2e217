//! What is said of figures that were issued, and of forecasts that cannot be made.

use crate::i18n::issued::Issued;

pub(super) const TEXTS: Issued = Issued {
    only_the_score: "Dieses Programm schützt kleine Gruppen: Nur der BOND Score wird festgeschrieben.",
    differs: |issued, now, why| format!("Festgeschrieben {issued}, jetzt {now}: {why}."),
    nothing: "nichts",
    no_load: "kein Ladevorgang hat seither seine Tabellen geändert, also eine andere Version von Bond oder eine andere \
              Änderung der Daten",
    method: |then, now| format!("die Methode war {then} und ist {now}"),
    definition: |release| format!("seine Definition hat sich seit Bond {release} geändert"),
    dormant_days: |then, now| format!("die Einstellung dormant_days war {then} und ist {now}"),
    load: |id| format!("Ladevorgang {id}"),
    data_version: |version| format!("Datenversion {version}"),
    of_day: |load, day| format!("{load} vom {day}"),
    took_days_back: |load, days| format!("{load} hat einen früheren zurückgenommen: {days}"),
    took_load_back: |load| format!("{load} hat einen früheren zurückgenommen"),
    erased: |load| format!("{load} hat Mitglieder gelöscht"),
    removed: |load| format!("{load} hat alte Daten entfernt"),
    corrected: |load, days| format!("{load} hat berichtigt: {days}"),
    changed: |load, tables| format!("{load} hat geändert: {tables}"),
    more_loads: |count| match count {
        1 => "ein weiterer Ladevorgang hat seine Tabellen geändert".to_owned(),
        more => format!("{more} weitere Ladevorgänge haben seine Tabellen geändert"),
    },
    forecast_needs_members: |members| format!("Eine Prognose braucht mindestens {members} registrierte Mitglieder."),
    forecast_needs_days: |days| format!("Eine Prognose braucht Logins von {days} Tagen."),
};
