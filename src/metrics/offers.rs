//! Offers and partners.

use super::{Formula, ItemFilter, Measure, Metric, Polarity, Scan, Source, Term, Unit, count, percent};

/// Offer views and redeem clicks.
pub static INTERACTION: Source = Source {
    id: "interaction",
    scan: Scan::Windows,
    table: Some("offer_interactions"),
    items: ItemFilter::Offers,
    measures: &[&UNIQUE_VIEWS, &UNIQUE_CLICKS],
};
static UNIQUE_VIEWS: Measure = Measure {
    source: &INTERACTION,
    id: "unique_views",
    // The first of its member, offer and kind in the period: right under any choice of offers.
    sql: "sum((not is_click and prev < since)::integer)",
};
static UNIQUE_CLICKS: Measure =
    Measure { source: &INTERACTION, id: "unique_clicks", sql: "sum((is_click and prev < since)::integer)" };

/// Partner transactions.
pub static PARTNER: Source = Source {
    id: "partner",
    scan: Scan::Windows,
    table: Some("partner_transactions"),
    items: ItemFilter::Offers,
    measures: &[&PARTNER_REDEMPTIONS, &PARTNER_SALES, &PARTNER_SAVINGS, &PARTNER_MEMBERS],
};
static PARTNER_REDEMPTIONS: Measure = Measure { source: &PARTNER, id: "redemptions", sql: "sum(redemptions)" };
static PARTNER_SALES: Measure = Measure { source: &PARTNER, id: "sales_cents", sql: "sum(sales) * 100" };
static PARTNER_SAVINGS: Measure = Measure { source: &PARTNER, id: "savings_cents", sql: "sum(savings) * 100" };
static PARTNER_MEMBERS: Measure =
    // The key depends on the chosen offers, so no column can say "first of the member"; the count is additive
    // all the same, because a member is in one segment.
    Measure { source: &PARTNER, id: "members", sql: "count(distinct member_key)" };

pub static REDEMPTIONS: Metric = Metric {
    label: "Redemptions",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Redemptions in the partner transactions of the period.",
    formula: count(&[(1, Term::In(&PARTNER_REDEMPTIONS))]),
};
pub static SALES: Metric = Metric {
    label: "Sales",
    unit: Unit::Money,
    polarity: Polarity::Higher,
    definition: "Sales in the partner transactions of the period; returns count as negative.",
    formula: Formula::Sum(&[(1, Term::In(&PARTNER_SALES))], 100),
};
pub static SAVINGS: Metric = Metric {
    label: "Savings",
    unit: Unit::Money,
    polarity: Polarity::Higher,
    definition: "What members saved in the partner transactions of the period.",
    formula: Formula::Sum(&[(1, Term::In(&PARTNER_SAVINGS))], 100),
};
pub static SAVINGS_PER_MEMBER: Metric = Metric {
    label: "Savings Per Member",
    unit: Unit::Money,
    polarity: Polarity::Higher,
    definition: "Savings divided by the members with a partner transaction in the period.",
    formula: Formula::Ratio {
        of: &[(1, Term::In(&PARTNER_SAVINGS))],
        by: &[(1, Term::In(&PARTNER_MEMBERS))],
        scale: (1, 100),
    },
};
pub static INTENT_TO_REDEEM_RATE: Metric = Metric {
    label: "Intent to Redeem Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Different (member, offer) pairs with a redeem click as a share of those with a view. A click without a view in the period can lift it over 100 %.",
    formula: percent(&[(1, Term::In(&UNIQUE_CLICKS))], &[(1, Term::In(&UNIQUE_VIEWS))]),
};
