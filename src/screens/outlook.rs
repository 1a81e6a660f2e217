//! What dashboards can show with the tables that are loaded, or will be.

use std::collections::BTreeSet;

use serde::Serialize;

use super::registry::DASHBOARDS;
use super::{Card, Dashboard};
use crate::modules::Module;

/// What a dashboard can show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ScreenOutlook {
    pub module: Module,
    /// Its cards with figures of tables that have days.
    pub cards: usize,
    /// Those of them whose figures all have their tables.
    pub filled: usize,
    /// The tables that the others lack.
    pub lacks: Vec<&'static str>,
}

/// What each dashboard can show where these tables have rows. The Program Monitor has no cards of its own, but those of the
/// others.
pub fn outlook(present: &BTreeSet<&str>) -> Vec<ScreenOutlook> {
    let of = |dashboard: &&'static Dashboard| {
        // The others follow from lists, such as the offers.
        let cards = dashboard.cards().into_iter().map(tables).filter(|tables| !tables.is_empty());
        let lacking: Vec<Vec<&'static str>> =
            cards.map(|tables| tables.into_iter().filter(|table| !present.contains(table)).collect()).collect();
        ScreenOutlook {
            module: dashboard.module,
            cards: lacking.len(),
            filled: lacking.iter().filter(|lacks: &&Vec<_>| lacks.is_empty()).count(),
            lacks: lacking.into_iter().flatten().collect::<BTreeSet<_>>().into_iter().collect(),
        }
    };
    DASHBOARDS.iter().map(of).filter(|outlook| outlook.cards > 0).collect()
}

fn tables(card: &Card) -> BTreeSet<&'static str> {
    let terms = card.fields.iter().flat_map(|field| field.metric.terms());
    terms.flat_map(|term| term.tables()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(module: Module, present: &[&str]) -> ScreenOutlook {
        let all = outlook(&present.iter().copied().collect());
        all.into_iter().find(|outlook| outlook.module == module).expect("the dashboard")
    }

    #[test]
    fn a_dashboard_lacks_the_tables_of_its_cards() {
        let emails = of(Module::Emails, &["email_messages"]);
        assert!(emails.filled > 0, "{emails:?}");
        let offers = of(Module::Offers, &["members"]);
        assert_eq!(offers.filled, 0);
        assert!(offers.lacks.contains(&"offer_interactions") && offers.lacks.contains(&"partner_transactions"));
        let all = of(Module::Offers, &["offer_interactions", "partner_transactions", "logins"]);
        assert_eq!((all.filled, all.lacks), (all.cards, vec![]));
    }
}
