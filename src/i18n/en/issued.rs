//! What is said of figures that were issued, and of forecasts that cannot be made.

use crate::i18n::issued::Issued;

pub(super) const TEXTS: Issued = Issued {
    only_the_score: "This program protects small groups: only the BOND Score is issued.",
    differs: |issued, now, why| format!("Issued {issued}, now {now}: {why}."),
    nothing: "nothing",
    no_load: "no load has changed its tables since, so it was another version of Bond or another change of the data",
    method: |then, now| format!("the method was {then} and is {now}"),
    definition: |release| format!("its definition has changed since Bond {release}"),
    dormant_days: |then, now| format!("the setting dormant_days was {then} and is {now}"),
    load: |id| format!("load {id}"),
    data_version: |version| format!("data version {version}"),
    of_day: |load, day| format!("{load} of {day}"),
    took_days_back: |load, days| format!("{load} undid an earlier load of {days}"),
    took_load_back: |load| format!("{load} undid an earlier load"),
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
