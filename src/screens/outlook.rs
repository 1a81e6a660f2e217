//! What dashboards can show with the tables that are loaded, or will be.

use std::collections::BTreeSet;

use serde::Serialize;

use super::registry::DASHBOARDS;
use super::{Card, Dashboard, Field};
use crate::figures::Term;
use crate::modules::Module;

/// What a dashboard can show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ScreenOutlook {
    pub module: Module,
    /// Its cards with figures of tables that have days.
    pub cards: usize,
    /// Those of them with a figure that has what it needs.
    pub filled: usize,
    /// What figures of the cards lack: tables, or columns such as `email_messages.opened_at`.
    pub lacks: Vec<&'static str>,
}

/// What each dashboard can show where these tables have rows, and these columns of them have no values. The Program Monitor has no cards of its own, but those of the
/// others.
pub fn outlook(present: &BTreeSet<&str>, unfilled: &BTreeSet<&str>) -> Vec<ScreenOutlook> {
    let of = |dashboard: &&'static Dashboard| {
        // The others follow from lists, such as the offers.
        let has_tables = |card: &&Card| card.fields.iter().any(|field| field.metric.terms().any(has_table));
        let cards: Vec<&Card> = dashboard.cards().into_iter().filter(has_tables).collect();
        let lacking = |field: &Field| -> Vec<&'static str> {
            let tables = field.metric.terms().flat_map(Term::tables).filter(|table| !present.contains(table));
            let columns = field.metric.terms().filter_map(|term| term.measure()?.column);
            tables.chain(columns.filter(|column| unfilled.contains(column))).collect()
        };
        let is_filled = |card: &&&Card| card.fields.iter().any(|field| lacking(field).is_empty());
        ScreenOutlook {
            module: dashboard.module,
            cards: cards.len(),
            filled: cards.iter().filter(is_filled).count(),
            lacks: cards
                .iter()
                .flat_map(|card| card.fields)
                .flat_map(lacking)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
        }
    };
    DASHBOARDS.iter().map(of).filter(|outlook| outlook.cards > 0).collect()
}

fn has_table(term: Term) -> bool {
    term.tables().next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(module: Module, present: &[&str]) -> ScreenOutlook {
        let all = outlook(&present.iter().copied().collect(), &BTreeSet::from(["email_messages.opened_at"]));
        all.into_iter().find(|outlook| outlook.module == module).expect("the dashboard")
    }

    #[test]
    fn a_dashboard_lacks_the_tables_of_its_cards() {
        let emails = of(Module::Emails, &["email_messages"]);
        assert!(emails.filled > 0 && emails.lacks.contains(&"email_messages.opened_at"), "{emails:?}");
        let offers = of(Module::Offers, &["members"]);
        assert_eq!(offers.filled, 0);
        assert!(offers.lacks.contains(&"offer_interactions") && offers.lacks.contains(&"partner_transactions"));
        let all = of(Module::Offers, &["offer_interactions", "partner_transactions", "logins"]);
        assert_eq!((all.filled, all.lacks), (all.cards, vec![]));
    }
}
