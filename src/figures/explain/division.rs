//! The ways to divide a change.

use crate::figures::dimension::Dimension;
use crate::figures::model::{Measure, Metric, Newcomers, Scan, Term};
use crate::figures::{content, emails, members, offers, website};
use crate::groupings::Grouping;
use crate::warehouse::aggregate::{Aggregate, Condition};
use crate::warehouse::feed;

/// A way to divide a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Groups of members. A member in several groups of a grouping counts in the combination of them.
    Grouping(Grouping),
    /// Members who were in the chosen groups on the last days of both windows, who moved into or out of them in between,
    /// and who are new. Only where groups are as they were.
    Moves,
    /// Members whose first login is in the window, and the others.
    Newcomers,
    /// The values of a dimension.
    Items(&'static Dimension),
    /// Days, weeks or months, each with the one at the same place in the other window.
    Time,
}

/// The dimensions by which a source's rows can be divided, by its id: each row has one value.
const DIMENSIONS: &[(&str, &[&Dimension])] = &[
    ("registration", &[&members::REGISTRATION_CHANNEL]),
    ("interaction", &[&offers::BY_PARTNER_OF_OFFER, &offers::BY_CATEGORY, &offers::BY_OFFER]),
    ("partner", &[&offers::BY_PARTNER_OF_OFFER, &offers::BY_CATEGORY, &offers::BY_OFFER]),
    ("offer", &[&offers::BY_CATEGORY]),
    ("message", &[&emails::BY_CAMPAIGN]),
    ("link_click", &[&emails::BY_CAMPAIGN, &emails::BY_LINK]),
    ("article", &[&content::BY_CATEGORY, &content::BY_ARTICLE]),
    ("content_action", &[&content::BY_PAGE]),
    ("poll_answer", &[&content::BY_POLL]),
    (
        "web",
        &[
            &website::BY_TRAFFIC_SOURCE,
            &website::BY_DEVICE,
            &website::BY_BROWSER,
            &website::BY_OPERATING_SYSTEM,
            &website::BY_RESOLUTION,
        ],
    ),
    ("search", &[&website::BY_QUERY]),
];

/// The name of the division by a dimension.
const LABELS: &[(&str, &str)] = &[
    ("registration_channel", "Channel"),
    ("offer_partner", "Partner"),
    ("offer_category", "Offer category"),
    ("offer", "Offer"),
    ("campaign", "Campaign"),
    ("link", "Link"),
    ("article_category", "Article category"),
    ("article", "Article"),
    ("page", "Page"),
    ("poll", "Poll"),
    ("traffic_source", "Traffic source"),
    ("device_category", "Device"),
    ("browser", "Browser"),
    ("operating_system", "Operating system"),
    ("screen_resolution", "Screen resolution"),
    ("query", "Search term"),
];

impl Division {
    /// The name in calls and addresses: that of the grouping, `MOVES`, `NEWCOMERS`, `TIME`, or the dimension's id in upper case.
    pub fn key(self) -> String {
        match self {
            Division::Grouping(grouping) => grouping.info().name.to_owned(),
            Division::Moves => "MOVES".to_owned(),
            Division::Newcomers => "NEWCOMERS".to_owned(),
            Division::Items(dimension) => dimension.id.to_uppercase(),
            Division::Time => "TIME".to_owned(),
        }
    }

    /// The name on the page.
    pub fn label(self) -> &'static str {
        match self {
            Division::Grouping(Grouping::Tier) => "Tier",
            Division::Grouping(Grouping::Lob) => "Line of business",
            Division::Grouping(Grouping::Audience) => "Audience",
            Division::Moves => "Moves between groups",
            Division::Newcomers => "New or established",
            Division::Time => "Time",
            Division::Items(dimension) => {
                let found = LABELS.iter().find(|(id, _)| *id == dimension.id);
                found.map_or(dimension.id, |(_, label)| label)
            }
        }
    }

    /// The factor by which its share of a change counts when divisions are compared. A time says when a figure moved, but not
    /// why. Single items always explain a little more than their partners or categories.
    pub(super) fn worth(self) -> f64 {
        match self {
            Division::Time => 0.5,
            Division::Items(item) if [&offers::BY_OFFER, &content::BY_ARTICLE].contains(&item) => 0.9,
            _ => 1.0,
        }
    }

    /// The divisions of a metric. The effects of each add up to the change.
    pub fn of(metric: &Metric) -> Vec<Division> {
        let terms: Vec<Term> = metric.terms().collect();
        let mut divisions = Vec::new();
        if terms.iter().any(|term| term.measure().is_none()) {
            // Each group counts different items anew, so only the items themselves add up.
            let listed = terms.iter().filter_map(|term| match term {
                Term::Distinct(_, dimension) => Some(Division::Items(dimension)),
                _ => None,
            });
            return listed.take(1).collect();
        }
        if terms.iter().all(|term| has_members(*term)) {
            divisions.extend(Grouping::all().map(Division::Grouping));
            divisions.push(Division::Moves);
            // First logins alone have only newcomers, or only others.
            let has_others = terms.iter().any(|term| !matches!(term.source().newcomers, Newcomers::FirstLogins));
            if has_others && knows_newcomers(metric) {
                divisions.push(Division::Newcomers);
            }
        }
        if terms.iter().all(|term| matches!(term, Term::In(measure) if adds_up_over_items(measure))) {
            let of = |term: &Term| {
                let found = DIMENSIONS.iter().find(|(source, _)| *source == term.source().id);
                found.map_or(&[][..], |(_, dimensions)| *dimensions)
            };
            let first = terms.first().map_or(&[][..], of);
            let common = first.iter().filter(|dimension| terms.iter().all(|term| of(term).contains(dimension)));
            divisions.extend(common.map(|dimension| Division::Items(dimension)));
        }
        if terms.iter().all(|term| matches!(term, Term::In(measure) if adds_up_over_time(measure))) {
            divisions.push(Division::Time);
        }
        divisions
    }
}

/// Whether a metric can be counted for newcomers alone.
pub(super) fn knows_newcomers(metric: &Metric) -> bool {
    metric.terms().all(|term| !matches!(term.source().newcomers, Newcomers::Unknown))
}

/// For a count of different items, the metric that is above 0 for each of them.
pub(super) fn listing(metric: &Metric) -> Option<&'static Metric> {
    metric.terms().find_map(|term| match term {
        Term::Distinct(source, _) if source.id == content::ARTICLE.id => Some(&content::ARTICLE_VIEWS),
        Term::Distinct(source, _) if source.id == emails::MESSAGE.id => Some(&emails::MESSAGES_SENT),
        _ => None,
    })
}

/// Whether a term counts what members are or did.
fn has_members(term: Term) -> bool {
    let source = term.source();
    feed::TABLES.iter().filter_map(|table| table.derived).any(|derived| derived.source == source.id)
        || matches!(source.newcomers, Newcomers::FirstLogins | Newcomers::RowsOf(..))
        || source.id == members::ELIGIBILITY.id
        || source.scan == Scan::Moves
}

/// Whether a measure counts each row once, whatever the item.
fn adds_up_over_items(measure: &Measure) -> bool {
    measure.members_with.is_none()
}

/// Whether the counts of two windows add up to the count of both together.
fn adds_up_over_time(measure: &Measure) -> bool {
    if matches!(measure.source.scan, Scan::Reference | Scan::Moves) {
        return false;
    }
    let profile = feed::profiles().find(|(derived, _)| derived.source == measure.source.id);
    let counted = profile.and_then(|(_, profile)| profile.counts.iter().find(|count| count.name == measure.id));
    match counted {
        Some(count) => count.leaves_on.is_none() && !compares(&measure.aggregate),
        None => !compares(&measure.aggregate),
    }
}

/// Whether an aggregate compares days with the window's.
fn compares(aggregate: &Aggregate) -> bool {
    fn of(condition: &Condition) -> bool {
        match condition {
            Condition::BeforeWindow(_) => true,
            Condition::All(conditions) => conditions.iter().any(of),
            _ => false,
        }
    }
    match aggregate {
        Aggregate::Count(rows) | Aggregate::Sum(_, rows) => of(rows),
        Aggregate::Scaled(..) | Aggregate::Cents(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::emails::UNSUBSCRIBED_RATE;
    use crate::figures::members::{
        AVERAGE_TENURE, INITIATION_RATE, NEW_REGISTERED, PROGRAM_ACTIVE_RATE, TOTAL_LOGINS, UNIQUE_LOGINS,
    };
    use crate::figures::offers::{INTENT_TO_REDEEM_RATE, MEMBER_UNIQUE_VIEWS, TOTAL_VIEWS};
    use crate::figures::website::ORGANIC_SEARCH_SESSIONS;

    #[test]
    fn every_dimension_has_a_label() {
        for dimension in DIMENSIONS.iter().flat_map(|(_, dimensions)| *dimensions) {
            assert!(LABELS.iter().any(|(id, _)| *id == dimension.id), "{}", dimension.id);
        }
    }

    #[test]
    fn a_metric_is_divided_by_what_its_parts_add_up_over() {
        let keys = |metric: &Metric| Division::of(metric).into_iter().map(Division::key).collect::<Vec<_>>().join(" ");
        for (metric, expected) in [
            (&TOTAL_LOGINS, "TIER LOB AUDIENCE MOVES NEWCOMERS TIME"),
            (&UNIQUE_LOGINS, "TIER LOB AUDIENCE MOVES NEWCOMERS"),
            (&NEW_REGISTERED, "TIER LOB AUDIENCE MOVES REGISTRATION_CHANNEL TIME"),
            (&PROGRAM_ACTIVE_RATE, "TIER LOB AUDIENCE MOVES NEWCOMERS"),
            (&AVERAGE_TENURE, "TIER LOB AUDIENCE MOVES NEWCOMERS"),
            (&INITIATION_RATE, "TIER LOB AUDIENCE MOVES"),
            (&TOTAL_VIEWS, "TIER LOB AUDIENCE MOVES NEWCOMERS OFFER_PARTNER OFFER_CATEGORY OFFER TIME"),
            (&INTENT_TO_REDEEM_RATE, "TIER LOB AUDIENCE MOVES NEWCOMERS OFFER_PARTNER OFFER_CATEGORY OFFER"),
            (&MEMBER_UNIQUE_VIEWS, "TIER LOB AUDIENCE MOVES NEWCOMERS"),
            (&UNSUBSCRIBED_RATE, "TIER LOB AUDIENCE MOVES NEWCOMERS CAMPAIGN TIME"),
            (&content::ARTICLES_VIEWED, "ARTICLE"),
            (&content::POLLS, ""),
            (
                &ORGANIC_SEARCH_SESSIONS,
                "TRAFFIC_SOURCE DEVICE_CATEGORY BROWSER OPERATING_SYSTEM SCREEN_RESOLUTION TIME",
            ),
        ] {
            assert_eq!(keys(metric), expected, "{}", metric.label);
        }
    }
}
