//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Instead, MovedPart, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "No data are loaded for this period.",
    no_dashboard: "Your roles give no access to a dashboard that shows the members of this page.",
    too_few_weeks: |weeks| format!("{weeks} weeks of data are needed to say what is usual, and fewer are loaded."),
    instead: |why, now, before| {
        let why = match why {
            Instead::TooLong(days) => format!("{days} cannot be judged: too few periods of this length are loaded."),
            Instead::Empty(days) => format!("No data are loaded for {days}."),
            Instead::NoComparison => "The filter has no comparison.".to_owned(),
            Instead::OtherComparison => "Too little is loaded of the period to compare with.".to_owned(),
        };
        format!("{why} The longest period that can be judged is used instead: {now} against {before}.")
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, part| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "stayed the same".to_owned(),
            (false, true) => format!("rose by {amount}{}", bracketed(percent)),
            (false, false) => format!("fell by {amount}{}", bracketed(percent)),
        };
        let from = format!("from {before} to {now}");
        let Some((part, others)) = part else { return format!("{label} {moved}, {from}.") };
        let of = match part {
            MovedPart::Group(Grouping::Tier, name) => format!("the tier {name}"),
            MovedPart::Group(Grouping::Lob, name) => format!("the line of business {name}"),
            MovedPart::Group(Grouping::Audience, name) => format!("the audience {name}"),
            MovedPart::Item(by, name) => format!("the {} “{name}”", by.to_lowercase()),
        };
        let others = match others {
            Others::None => "all others had none before".to_owned(),
            Others::Sum(percent) => format!("all others changed by {percent}"),
            Others::Rate(change) => format!("all others changed by {change}"),
        };
        format!("{label} for {of} {moved}, {from}, while {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label}: {value}, {percent} compared with a usual {weekday} ({median}).")
    },
};
