//! Offers, what members do with them, and partners' sales.

use super::dimension::Dimension;
use super::model::{
    Contributors, Formula, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, count, measure,
    of_column, percent,
};
use crate::warehouse::aggregate::Aggregate::{Cents, Count};
use crate::warehouse::aggregate::Condition::{All, Always, BeforeWindow, Is, Not};
use crate::warehouse::aggregate::{Aggregate, Condition, Key, sum};

/// A measure that counts each member once: by the member's previous row if all offers are chosen, otherwise by the
/// distinct members of the rows `members_with`.
const fn once_per_member(
    source: &'static Source,
    id: &'static str,
    aggregate: Aggregate,
    members_with: Condition,
) -> Measure {
    Measure { members_with: Some(members_with), ..measure(source, id, aggregate) }
}

/// Offer views and redeem clicks.
pub static INTERACTION: Source = Source {
    id: "interaction",
    scan: Scan::Profiles,
    table: Some("offer_interactions"),
    items: ItemFilter::Offers,
    newcomers: Newcomers::Rows,
    measures: &[&VIEWS, &CLICKS, &UNIQUE_VIEWS, &UNIQUE_CLICKS, &MEMBER_VIEWS, &MEMBER_CLICKS],
};
static VIEWS: Measure = measure(&INTERACTION, "views", Count(Not("is_click")));
static CLICKS: Measure = measure(&INTERACTION, "clicks", Count(Is("is_click")));
// The first of its member, offer and kind in the window, so it is right for any choice of offers.
static UNIQUE_VIEWS: Measure =
    measure(&INTERACTION, "unique_views", Count(All(&[Not("is_click"), BeforeWindow("prev")])));
static UNIQUE_CLICKS: Measure =
    measure(&INTERACTION, "unique_clicks", Count(All(&[Is("is_click"), BeforeWindow("prev")])));
static MEMBER_VIEWS: Measure = Measure {
    of_each_item: Some(&UNIQUE_VIEWS),
    ..once_per_member(
        &INTERACTION,
        "members_with_view",
        Count(All(&[Not("is_click"), BeforeWindow("prev_member")])),
        Not("is_click"),
    )
};
static MEMBER_CLICKS: Measure = Measure {
    of_each_item: Some(&UNIQUE_CLICKS),
    ..once_per_member(
        &INTERACTION,
        "members_with_click",
        Count(All(&[Is("is_click"), BeforeWindow("prev_member")])),
        Is("is_click"),
    )
};

/// Partner transactions.
pub static PARTNER: Source = Source {
    id: "partner",
    scan: Scan::Profiles,
    table: Some("partner_transactions"),
    items: ItemFilter::Offers,
    newcomers: Newcomers::Rows,
    measures: &[&PARTNER_REDEMPTIONS, &PARTNER_SALES, &PARTNER_SAVINGS, &PARTNER_MEMBERS],
};
static PARTNER_REDEMPTIONS: Measure = measure(&PARTNER, "redemptions", sum("redemptions"));
static PARTNER_SALES: Measure = of_column("partner_transactions.sales", &PARTNER, "sales_cents", Cents("sales"));
static PARTNER_SAVINGS: Measure =
    of_column("partner_transactions.savings", &PARTNER, "savings_cents", Cents("savings"));
static PARTNER_MEMBERS: Measure = once_per_member(&PARTNER, "members", Count(BeforeWindow("prev_member")), Always);

/// Offers that are active on at least one day. They belong to no member.
pub static OFFER: Source = Source {
    id: "offer",
    scan: Scan::Reference,
    table: None,
    items: ItemFilter::Offers,
    newcomers: Newcomers::Unknown,
    measures: &[&ACTIVE, &NEW, &OFFBOARDED],
};
static ACTIVE: Measure = measure(&OFFER, "active", Count(Always));
static NEW: Measure = measure(&OFFER, "new", Count(Is("is_new")));
static OFFBOARDED: Measure = measure(&OFFER, "offboarded", Count(Is("is_offboarded")));

/// Offers.
pub static BY_OFFER: Dimension = Dimension {
    id: "offer",
    column: Some(Key::Id("offer_id")),
    names: Some(
        "select o.id::bigint, o.id::bigint, o.name, c.name, o.id::bigint, o.category_id::bigint, \
                o.active_from::varchar, coalesce(o.active_to::varchar, ''), o.partner_id::bigint \
         from bond.feed.offers o left join bond.feed.offer_categories c on c.id = o.category_id",
    ),
    attributes: &["name", "category", "id", "category_id", "starts", "ends", "partner_id"],
};
/// Offers that end, with the day.
pub static ENDING: Dimension = Dimension {
    id: "ending_offer",
    column: Some(Key::Id("offer_id")),
    names: Some(
        "select o.id::bigint, o.id::bigint, o.name, p.name, o.active_to::varchar, o.id::bigint, o.category_id::bigint \
         from bond.feed.offers o left join bond.feed.partners p on p.id = o.partner_id \
         where o.active_to is not null",
    ),
    attributes: &["name", "partner", "ends", "id", "category_id"],
};
/// Offers counted in their categories. Only for measures that add up over offers.
pub static BY_CATEGORY: Dimension = Dimension {
    id: "offer_category",
    column: Some(Key::Id("offer_id")),
    names: Some(
        "select o.id::bigint, c.id::bigint, c.name \
         from bond.feed.offers o join bond.feed.offer_categories c on c.id = o.category_id",
    ),
    attributes: &["name"],
};
/// Partners, by the offer of a row: offers counted in their partners.
pub static BY_PARTNER_OF_OFFER: Dimension = Dimension {
    id: "offer_partner",
    column: Some(Key::Id("offer_id")),
    names: Some(
        "select o.id::bigint, p.id::bigint, p.name \
         from bond.feed.offers o join bond.feed.partners p on p.id = o.partner_id",
    ),
    attributes: &["name"],
};
/// Partners.
pub static BY_PARTNER: Dimension = Dimension {
    id: "partner",
    column: Some(Key::Id("partner_id")),
    names: Some("select id::bigint, id::bigint, name from bond.feed.partners"),
    attributes: &["name"],
};
/// Every offer by its number, with its partner's name.
pub static PARTNER_OF_OFFER: Dimension = Dimension {
    id: "partner_of_offer",
    column: None,
    names: Some(
        "select o.id::bigint, o.id::bigint, p.name, o.id::bigint \
         from bond.feed.offers o join bond.feed.partners p on p.id = o.partner_id",
    ),
    attributes: &["name", "id"],
};
/// Every category except the one that the filter does not list.
pub static LISTED_CATEGORY: Dimension = Dimension {
    id: "listed_offer_category",
    column: None,
    names: Some("select id::bigint, id::bigint, name, id::bigint from bond.feed.offer_categories where id <> 9"),
    attributes: &["name", "id"],
};

pub static TOTAL_ACTIVE_OFFERS: Metric = Metric {
    label: "Total Active Offers",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Offers active on at least one day of the period. User groups do not restrict it.",
    formula: count(&[(1, Term::In(&ACTIVE))]),
    contributors: Contributors::Nobody,
};
pub static NEW_OFFERS: Metric = Metric {
    label: "New Offers",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Offers whose first active day is in the period. User groups do not restrict it.",
    formula: count(&[(1, Term::In(&NEW))]),
    contributors: Contributors::Nobody,
};
pub static OFFBOARDED_OFFERS: Metric = Metric {
    label: "Offboarded Offers",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Offers whose last active day is in the period. User groups do not restrict it.",
    formula: count(&[(1, Term::In(&OFFBOARDED))]),
    contributors: Contributors::Nobody,
};
pub static TOTAL_VIEWS: Metric = Metric {
    label: "Total Views",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Offer views in the period, each counted. A visit of an offer is a view.",
    formula: count(&[(1, Term::In(&VIEWS))]),
    contributors: Contributors::Of(&[Term::In(&MEMBER_VIEWS)]),
};
pub static TOTAL_CLICKS: Metric = Metric {
    label: "Total Intent to Redeem Clicks",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Redeem clicks on offers in the period, each counted.",
    formula: count(&[(1, Term::In(&CLICKS))]),
    contributors: Contributors::Of(&[Term::In(&MEMBER_CLICKS)]),
};
pub static UNIQUE_OFFER_VIEWS: Metric = Metric {
    label: "Unique Views",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different (member, offer) pairs with a view in the period. A visit of an offer is a view.",
    formula: count(&[(1, Term::In(&UNIQUE_VIEWS))]),
    contributors: Contributors::Of(&[Term::In(&MEMBER_VIEWS)]),
};
pub static UNIQUE_OFFER_CLICKS: Metric = Metric {
    label: "Unique Intent to Redeem Clicks",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different (member, offer) pairs with a redeem click in the period.",
    formula: count(&[(1, Term::In(&UNIQUE_CLICKS))]),
    contributors: Contributors::Of(&[Term::In(&MEMBER_CLICKS)]),
};
pub static INTENT_TO_REDEEM_RATE: Metric = Metric {
    label: "Intent to redeem Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Different (member, offer) pairs with a redeem click as a share of those with a view. A click without a view in the period can lift it over 100%. Tables call it Redeem Rate.",
    formula: percent(&[(1, Term::In(&UNIQUE_CLICKS))], &[(1, Term::In(&UNIQUE_VIEWS))]),
    contributors: Contributors::Of(&[Term::In(&MEMBER_VIEWS), Term::In(&MEMBER_CLICKS)]),
};
pub static MEMBER_UNIQUE_VIEWS: Metric = Metric {
    label: "Member Unique Views",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different members who viewed at least one of the chosen offers in the period. A visit of an offer is a view.",
    formula: count(&[(1, Term::In(&MEMBER_VIEWS))]),
    contributors: Contributors::Members,
};
pub static MEMBER_UNIQUE_CLICKS: Metric = Metric {
    label: "Member Unique Intent to Redeem Clicks",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different members with a redeem click on at least one of the chosen offers in the period.",
    formula: count(&[(1, Term::In(&MEMBER_CLICKS))]),
    contributors: Contributors::Members,
};
pub static REDEMPTIONS: Metric = Metric {
    label: "Redemptions",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Redemptions in the partner transactions of the period.",
    formula: count(&[(1, Term::In(&PARTNER_REDEMPTIONS))]),
    contributors: Contributors::Of(&[Term::In(&PARTNER_MEMBERS)]),
};
pub static SALES: Metric = Metric {
    label: "Sales",
    unit: Unit::Money,
    polarity: Polarity::Higher,
    definition: "Sales in the partner transactions of the period; returns count as negative.",
    formula: Formula::Sum(&[(1, Term::In(&PARTNER_SALES))], 100),
    contributors: Contributors::Of(&[Term::In(&PARTNER_MEMBERS)]),
};
pub static SAVINGS: Metric = Metric {
    label: "Savings",
    unit: Unit::Money,
    polarity: Polarity::Higher,
    definition: "What members saved in the partner transactions of the period.",
    formula: Formula::Sum(&[(1, Term::In(&PARTNER_SAVINGS))], 100),
    contributors: Contributors::Of(&[Term::In(&PARTNER_MEMBERS)]),
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
    contributors: Contributors::Of(&[Term::In(&PARTNER_MEMBERS)]),
};
