//! The Offers Dashboard and its breakdowns.

use super::{Breakdown, Card, Field, Heeds, List, Order, Rows, Shape, Totals, Trend, block, card, field, labelled};
use crate::metrics::{Dimension, offers as metric};

pub static PARTNERS: Card = card("partnerDto", "Partners", PARTNER_FIELDS);
pub static OFFERS: Card = card("offerDto", "Offers", OFFER_FIELDS);
pub static TOTAL_INTERACTIONS: Card = card("totalInteractionDto", "Offers Total Interactions", TOTAL_FIELDS);
pub static UNIQUE_INTERACTIONS: Card = card("uniqueInteractionDto", "Offers Unique Interactions", UNIQUE_FIELDS);
pub static MEMBER_UNIQUE_INTERACTIONS: Card =
    card("memberUniqueInteractionDto", "Member Unique Interactions", MEMBER_UNIQUE_FIELDS);

const PARTNER_FIELDS: &[Field] = &[
    field("redemptions", &metric::REDEMPTIONS),
    field("sales", &metric::SALES),
    field("savings", &metric::SAVINGS),
    field("savingsPerUser", &metric::SAVINGS_PER_MEMBER),
];
const OFFER_FIELDS: &[Field] = &[
    field("totalActiveOffers", &metric::TOTAL_ACTIVE_OFFERS),
    field("newOffers", &metric::NEW_OFFERS),
    field("offBoarded", &metric::OFFBOARDED_OFFERS),
];
const TOTAL_FIELDS: &[Field] =
    &[field("totalViews", &metric::TOTAL_VIEWS), field("totalIntentToRedeem", &metric::TOTAL_CLICKS)];
const UNIQUE_FIELDS: &[Field] = &[
    field("uniqueViews", &metric::UNIQUE_OFFER_VIEWS),
    field("uniqueIntentToRedeem", &metric::UNIQUE_OFFER_CLICKS),
    field("percent", &metric::INTENT_TO_REDEEM_RATE),
];
const MEMBER_UNIQUE_FIELDS: &[Field] =
    &[field("uniqueViews", &metric::MEMBER_UNIQUE_VIEWS), field("uniqueIntentToRedeem", &metric::MEMBER_UNIQUE_CLICKS)];
// What a dashboard calls a view, its breakdowns call a visit.
const TOTAL_VISITS: &[Field] = &[
    labelled("totalViews", "Total Visits", &metric::TOTAL_VIEWS),
    field("totalIntentToRedeem", &metric::TOTAL_CLICKS),
];
const UNIQUE_VISITS: &[Field] = &[
    labelled("uniqueViews", "Unique Visits", &metric::UNIQUE_OFFER_VIEWS),
    field("uniqueIntentToRedeem", &metric::UNIQUE_OFFER_CLICKS),
    labelled("percent", "Redeem Rate", &metric::INTENT_TO_REDEEM_RATE),
];

pub static DASHBOARD: Totals = Totals {
    path: "api/v1/offer/dashboard/info",
    summary: "The cards of the Offers Dashboard.",
    cards: &[&PARTNERS, &OFFERS, &TOTAL_INTERACTIONS, &UNIQUE_INTERACTIONS, &MEMBER_UNIQUE_INTERACTIONS],
    bare: false,
    beside: None,
    types: &[],
};

pub static PARTNERS_TREND: Trend = Trend { id: "O_PARTNERS", card: &PARTNERS, more: &[] };
pub static OFFERS_TREND: Trend = Trend { id: "O_OFFERS", card: &OFFERS, more: &[] };
pub static TOTAL_INTERACTIONS_TREND: Trend = Trend { id: "O_TOTAL_INTERACTIONS", card: &TOTAL_INTERACTIONS, more: &[] };
pub static UNIQUE_INTERACTIONS_TREND: Trend =
    Trend { id: "O_UNIQUE_INTERACTIONS", card: &UNIQUE_INTERACTIONS, more: &[] };
pub static MEMBER_UNIQUE_INTERACTIONS_TREND: Trend =
    Trend { id: "O_MEMBER_UNIQUE_INTERACTIONS", card: &MEMBER_UNIQUE_INTERACTIONS, more: &[] };

/// Offers, or their categories, by name, those of which all figures are 0 left out.
const fn named(of: &'static Dimension, fields: &'static [Field]) -> Shape {
    Shape::List(List { of, texts: &[("name", "name")], fields, counted: &[], order: Order::Name, heeds: Heeds::All })
}

/// Offers of which a count is not 0, each with its category.
const fn counted(counted: &'static [&'static crate::metrics::Metric]) -> List {
    List {
        of: &metric::BY_OFFER,
        texts: &[("name", "name"), ("catName", "category")],
        fields: &[],
        counted,
        order: Order::Name,
        heeds: Heeds::All,
    }
}

pub static OFFERS_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/offer/dashboard/offers",
    title: "Partner Offers Breakdown",
    bare: false,
    blocks: &[
        block("CATEGORIES", named(&metric::BY_CATEGORY, OFFER_FIELDS)),
        block(
            "OFFERS_BY_PERIOD",
            Shape::ByPeriodTotals(&[
                field("totalActiveOffers", &metric::TOTAL_ACTIVE_OFFERS),
                field("newOffers", &metric::NEW_OFFERS),
            ]),
        ),
        block(
            "OFFERS_TABLE",
            Shape::Lists(&[
                ("totals", counted(&[&metric::TOTAL_ACTIVE_OFFERS])),
                ("news", counted(&[&metric::NEW_OFFERS])),
            ]),
        ),
    ],
};

pub static PARTNERS_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/offer/dashboard/partners",
    title: "Partner Breakdown",
    bare: false,
    blocks: &[
        block("BY_PERIOD", Shape::ByPeriod(PARTNER_FIELDS)),
        block(
            "PARTNERS",
            Shape::List(List {
                of: &metric::BY_PARTNER,
                texts: &[("name", "name")],
                fields: PARTNER_FIELDS,
                counted: &[],
                // The largest by sales.
                order: Order::Most(1),
                heeds: Heeds::All,
            }),
        ),
    ],
};

pub static TOTAL_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/offer/dashboard/totalInteraction",
    title: "Total Interactions Breakdown",
    bare: false,
    blocks: &[
        block("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(TOTAL_VISITS)),
        block("VISITS_BY_PERIOD", Shape::ByPeriod(TOTAL_VISITS)),
        block("CATEGORIES", named(&metric::BY_CATEGORY, TOTAL_VISITS)),
        block("OFFERS", named(&metric::BY_OFFER, TOTAL_VISITS)),
    ],
};

pub static UNIQUE_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/offer/dashboard/uniqueInteraction",
    title: "Unique Interactions Breakdown",
    bare: false,
    blocks: &[
        block("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(UNIQUE_VISITS)),
        block(
            "VISITS_BY_PERIOD",
            Shape::ByPeriod(&[
                labelled("uniqueViews", "Unique Visits", &metric::UNIQUE_OFFER_VIEWS),
                field("uniqueIntentToRedeem", &metric::UNIQUE_OFFER_CLICKS),
            ]),
        ),
        block("CATEGORIES", named(&metric::BY_CATEGORY, UNIQUE_VISITS)),
        block("OFFERS", named(&metric::BY_OFFER, UNIQUE_VISITS)),
    ],
};

pub static MEMBER_UNIQUE_BREAKDOWN: Breakdown = Breakdown {
    path: "api/v1/offer/dashboard/memberUniqueInteraction",
    title: "Member Unique Interactions Breakdown",
    bare: false,
    blocks: &[
        block("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(MEMBER_UNIQUE_FIELDS)),
        block("VISITS_BY_PERIOD", Shape::ByPeriod(MEMBER_UNIQUE_FIELDS)),
    ],
};

pub static GET_OFFERS: Rows = Rows {
    path: "api/v1/offer/dashboard/getOffers",
    summary: "Offers active in the period, for the filter.",
    get: false,
    list: List {
        of: &metric::BY_OFFER,
        texts: &[("id", "id"), ("name", "name"), ("categoryPrimary", "category_id")],
        fields: &[],
        counted: &[&metric::TOTAL_ACTIVE_OFFERS],
        order: Order::Name,
        heeds: Heeds::Period,
    },
};

pub static GET_OFFER_CATEGORIES: Rows = Rows {
    path: "api/v1/offer/dashboard/getOffersCategories",
    summary: "Offer categories, for the filter; category 9 is left out.",
    get: true,
    list: List {
        of: &metric::LISTED_CATEGORY,
        texts: &[("id", "id"), ("name", "name")],
        fields: &[],
        counted: &[],
        order: Order::Name,
        heeds: Heeds::Period,
    },
};
