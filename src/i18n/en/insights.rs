//! Sentences about changes and unusual days.

use crate::groupings::Grouping;
use crate::i18n::explain::{Moved, bracketed};
use crate::i18n::insights::{Insights, Others};

pub(super) const TEXTS: Insights = Insights {
    nothing_loaded: "No data are loaded for this period.",
    no_dashboard: "Your roles open no dashboard that shows the members of this page.",
    too_few_earlier: |least| {
        format!(
            "To say what is usual, Bond needs at least {least} earlier periods of this length, and fewer are loaded. \
             Choose a shorter period."
        )
    },
    moved: |Moved { label, is_up, amount, percent, before, now, .. }, group| {
        let moved = match (amount.is_empty(), is_up) {
            (true, _) => "stayed the same".to_owned(),
            (false, true) => format!("rose by {amount}{}", bracketed(percent)),
            (false, false) => format!("fell by {amount}{}", bracketed(percent)),
        };
        let from = format!("from {before} to {now}");
        let Some((grouping, name, others)) = group else { return format!("{label} {moved}, {from}.") };
        let of = match grouping {
            Grouping::Tier => "the tier",
            Grouping::Lob => "the line of business",
            Grouping::Audience => "the audience",
        };
        let others = match others {
            Others::None => "all others had none before".to_owned(),
            Others::Sum(percent) => format!("all others changed by {percent}"),
            Others::Rate(change) => format!("that of all others changed by {change}"),
        };
        format!("{label} of {of} {name} {moved}, {from}, while {others}.")
    },
    unusual: |label, value, percent, weekday, median| {
        format!("{label} was {value}, {percent} against a usual {weekday} ({median}).")
    },
};
