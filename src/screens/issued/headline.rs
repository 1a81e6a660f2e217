//! Which figures are issued, and which of their days is closed.

use std::collections::HashMap;
use std::sync::LazyLock;

use time::Date;

use crate::config::ExpectedBy;
use crate::figures::Metric;
use crate::screens::declared::monitor::{self, INDICATORS};
use crate::screens::freshness::Unit;
use crate::screens::receipts::{ReceiptFilter, Subject};
use crate::screens::registry::{CardFigure, FIGURES, figure};
use crate::warehouse::feed;

/// The score, and the figures of the Program Monitor: of its cards and of its table.
pub static HEADLINES: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let cards = monitor::DASHBOARD.pinned.iter().flat_map(|totals| totals.cards);
    let of_cards = cards.flat_map(|card| card.fields.iter().map(|field| card.metric_id(field)));
    let mut figures: Vec<&'static CardFigure> = of_cards.filter_map(|id| figure(&id)).collect();
    for metric in INDICATORS.iter().flat_map(|indicator| [indicator.metric, indicator.share]) {
        let is_of = |figure: &&'static CardFigure| std::ptr::eq::<Metric>(figure.metric, metric);
        if !figures.iter().any(&is_of) {
            figures.extend(FIGURES.iter().find(is_of));
        }
    }
    let named = figures.into_iter().filter_map(|figure| Subject::named(&figure.id));
    std::iter::once(Subject::Score).chain(named).collect()
});

/// The headline with an id.
pub fn headline(id: &str) -> Option<Subject> {
    HEADLINES.iter().copied().find(|subject| subject.id() == id)
}

/// A headline with its last day that is closed.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    pub subject: Subject,
    pub day: Date,
}

/// The last closed day of a subject: logins reach it, and every table that the subject reads and that is expected each
/// day. None where one of them was never loaded.
pub(super) fn closed_day(
    subject: Subject,
    loaded: &HashMap<String, (Date, Date)>,
    expected: &ExpectedBy,
) -> Option<Date> {
    let last_day = |table: &str| loaded.get(table).map(|(_, last)| *last);
    let is_awaited = |name: &&'static str| {
        let by_day = |table: &feed::Table| table.day_column().is_some() && Unit::of(table) == Unit::Day;
        expected.0.contains_key(*name) && feed::table(name).is_some_and(by_day)
    };
    let mut day = last_day("logins")?;
    for table in subject.tables(&ReceiptFilter::default()).into_iter().filter(is_awaited) {
        day = day.min(last_day(table)?);
    }
    Some(day)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::config::{Given, resolve};
    use time::macros::date;

    #[test]
    fn headlines_are_the_score_and_each_figure_of_the_monitor_once() {
        let ids: Vec<&str> = HEADLINES.iter().map(|subject| subject.id()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
        for id in ["score", "logins.totalLogins", "enrollments.totalEnrolled", "programActiveRate.percent"] {
            assert!(ids.contains(&id), "{id}: {ids:?}");
        }
        for indicator in &INDICATORS {
            for metric in [indicator.metric, indicator.share] {
                let is_of = |figure: &CardFigure| std::ptr::eq::<Metric>(figure.metric, metric);
                let has = |subject: &Subject| subject.metrics().iter().any(|one| std::ptr::eq::<Metric>(*one, metric));
                let is_on_a_card = FIGURES.iter().any(is_of);
                assert_eq!(HEADLINES.iter().skip(1).any(has), is_on_a_card, "{}", metric.label);
            }
        }
        assert_eq!(headline("score").map(Subject::id), Some("score"));
        assert!(headline("score.csat").is_none() && headline("nothing").is_none());
    }

    #[test]
    fn a_day_is_closed_when_every_daily_table_that_is_expected_reaches_it() {
        let expecting = |text: &str| {
            let flags = [("expected_by".to_owned(), text.to_owned())].into();
            resolve(&Given { flags, ..Given::default() }).expect("settings").config.expected_by
        };
        let loaded = |tables: &[(&str, Date)]| -> HashMap<String, (Date, Date)> {
            tables.iter().map(|(table, last)| ((*table).to_owned(), (date!(2026 - 01 - 01), *last))).collect()
        };
        let (eleventh, twelfth) = (date!(2026 - 03 - 11), date!(2026 - 03 - 12));
        let some = loaded(&[("logins", twelfth), ("partner_transactions", eleventh), ("fa_activity", eleventh)]);
        let day = |id: &str, expected: &str| closed_day(headline(id).expect("a headline"), &some, &expecting(expected));
        let partners = "partnerDto.redemptions";
        assert_eq!(day(partners, ""), Some(twelfth), "nothing is awaited");
        assert_eq!(day(partners, "partner_transactions=1d 08:00"), Some(eleventh));
        assert_eq!(day("logins.totalLogins", "partner_transactions=1d 08:00"), Some(twelfth), "it does not read it");
        // What comes by month is not awaited; what never came is.
        assert_eq!(day("score", "fa_activity=9d 08:00"), Some(twelfth));
        assert_eq!(day("score", "csat_responses=1d 08:00"), None);
        let nothing = closed_day(Subject::Score, &loaded(&[("polls", twelfth)]), &expecting(""));
        assert_eq!(nothing, None, "without logins no day is closed");
    }
}
