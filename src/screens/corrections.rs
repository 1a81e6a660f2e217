//! Loads that corrected the past, as marks in charts: which days of which figures each replaced.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use time::{Date, Duration};
use ts_rs::TS;

use super::registry::{CardFigure, FIGURES};
use crate::figures::Term;
use crate::figures::filter::iso;
use crate::warehouse::load::ChangedDays;

/// Facts may come late: what a load says anew of the days before it corrects nothing.
const LATE_DAYS: i64 = 7;

/// A load, and what it changed.
#[derive(Clone, Debug)]
pub struct PublishedLoad {
    pub id: i64,
    /// Whether it took another load back.
    pub is_undo: bool,
    /// The day on which it was published.
    pub on: Date,
    pub changed: ChangedDays,
}

/// Days that a load replaced, which had rows before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The number of the load.
    #[ts(type = "number")]
    pub load: i64,
    /// Whether the load took another one back.
    pub is_undo: bool,
    /// The first day and the last: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    /// The ids of the figures that are computed from these days.
    pub metrics: Vec<String>,
}

/// The corrections of loads, in order of loads and days, of the figures that are open to a user.
pub fn corrections(loads: &[PublishedLoad], is_open: impl Fn(&CardFigure) -> bool) -> Vec<Correction> {
    let figures: Vec<&CardFigure> = FIGURES.iter().filter(|figure| is_open(figure)).collect();
    loads.iter().flat_map(|load| of_load(load, &figures)).collect()
}

fn of_load(load: &PublishedLoad, figures: &[&CardFigure]) -> Vec<Correction> {
    let past = load.on.saturating_sub(Duration::days(LATE_DAYS));
    let of_table = |(table, days): (&String, &BTreeSet<Date>)| {
        let days = || days.iter().copied().filter(move |day| *day < past);
        Some((table.clone(), (days().min()?, days().max()?)))
    };
    let tables: BTreeMap<String, (Date, Date)> = load.changed.corrected.iter().filter_map(of_table).collect();
    let mut ranges: BTreeMap<(Date, Date), Vec<String>> = BTreeMap::new();
    for figure in figures {
        let days = figure.metric.terms().flat_map(Term::tables).filter_map(|table| tables.get(table));
        let range = days.copied().reduce(|(first, last), (start, end)| (first.min(start), last.max(end)));
        if let Some(range) = range {
            ranges.entry(range).or_default().push(figure.id.clone());
        }
    }
    let correction = |((first, last), metrics)| Correction {
        load: load.id,
        is_undo: load.is_undo,
        starts: iso(first),
        ends: iso(last),
        metrics,
    };
    ranges.into_iter().map(correction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::Module;
    use time::macros::date;

    fn load(id: i64, on: Date, corrected: &[(&str, &[Date])]) -> PublishedLoad {
        let days = |(table, days): &(&str, &[Date])| ((*table).to_owned(), BTreeSet::from_iter(days.iter().copied()));
        let corrected = corrected.iter().map(days).collect();
        PublishedLoad { id, is_undo: false, on, changed: ChangedDays { corrected, ..ChangedDays::default() } }
    }

    #[test]
    fn a_load_is_named_at_the_figures_of_its_tables_by_their_days() {
        let loads = [load(
            34,
            date!(2026 - 03 - 03),
            &[("logins", &[date!(2026 - 02 - 12), date!(2026 - 02 - 14)]), ("article_views", &[date!(2026 - 01 - 05)])],
        )];
        let found = corrections(&loads, |_| true);
        let days = |one: &Correction| (one.load, one.starts.clone(), one.ends.clone());
        assert_eq!(
            found.iter().map(days).collect::<Vec<_>>(),
            [
                (34, "2026-01-05".to_owned(), "2026-01-05".to_owned()),
                (34, "2026-02-12".to_owned(), "2026-02-14".to_owned()),
            ]
        );
        assert!(found[0].metrics.contains(&"article.views".to_owned()), "{found:?}");
        assert!(found[1].metrics.contains(&"logins.totalLogins".to_owned()), "{found:?}");
        assert!(!found[1].metrics.contains(&"article.views".to_owned()), "{found:?}");
        let open = corrections(&loads, |figure| figure.dashboard.module == Module::Content);
        assert_eq!(open.len(), 1, "figures that are closed are not named: {open:?}");
    }

    #[test]
    fn what_comes_a_few_days_late_corrects_nothing() {
        let days: &[Date] = &[date!(2026 - 02 - 24), date!(2026 - 03 - 02)];
        assert!(corrections(&[load(1, date!(2026 - 03 - 03), &[("logins", days)])], |_| true).is_empty());
        let earlier: &[Date] = &[date!(2026 - 02 - 23), date!(2026 - 03 - 02)];
        let found = corrections(&[load(1, date!(2026 - 03 - 03), &[("logins", earlier)])], |_| true);
        assert!(found.iter().all(|one| (one.starts.as_str(), one.ends.as_str()) == ("2026-02-23", "2026-02-23")));
        assert!(!found.is_empty());
    }
}
