//! The Offers Dashboard and its breakdowns.

use crate::figures::{Dimension, offers as metric};
use crate::modules::Module;
use crate::screens::model::{
    Breakdown, Card, Dashboard, Field, FilterScope, List, ListCall, Order, Shape, Totals, Trend, block, field, labelled,
};

pub static PARTNERS: Card = Card {
    key: "partnerDto",
    fields: PARTNER_FIELDS,
    trend: Trend::new("O_PARTNERS"),
    breakdown: Some(Breakdown::new(
        "api/v1/offer/dashboard/partners",
        "Partner.",
        &[
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
                    scope: FilterScope::All,
                }),
            ),
        ],
    )),
    ..Card::EMPTY
};

pub static OFFERS: Card = Card {
    key: "offerDto",
    fields: OFFER_FIELDS,
    trend: Trend::new("O_OFFERS"),
    breakdown: Some(Breakdown::new(
        "api/v1/offer/dashboard/offers",
        "Partner Offers.",
        &[
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
    )),
    ..Card::EMPTY
};

pub static TOTAL_INTERACTIONS: Card = Card {
    key: "totalInteractionDto",
    fields: TOTAL_FIELDS,
    trend: Trend::new("O_TOTAL_INTERACTIONS"),
    breakdown: Some(Breakdown::new(
        "api/v1/offer/dashboard/totalInteraction",
        "Total Interactions.",
        &[
            block("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(TOTAL_VISITS)),
            block("VISITS_BY_PERIOD", Shape::ByPeriod(TOTAL_VISITS)),
            block("CATEGORIES", named(&metric::BY_CATEGORY, TOTAL_VISITS)),
            block("OFFERS", named(&metric::BY_OFFER, TOTAL_VISITS)),
        ],
    )),
    ..Card::EMPTY
};

pub static UNIQUE_INTERACTIONS: Card = Card {
    key: "uniqueInteractionDto",
    fields: UNIQUE_FIELDS,
    trend: Trend::new("O_UNIQUE_INTERACTIONS"),
    breakdown: Some(Breakdown::new(
        "api/v1/offer/dashboard/uniqueInteraction",
        "Unique Interactions.",
        &[
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
    )),
    ..Card::EMPTY
};

pub static MEMBER_UNIQUE_INTERACTIONS: Card = Card {
    key: "memberUniqueInteractionDto",
    fields: MEMBER_UNIQUE_FIELDS,
    trend: Trend::new("O_MEMBER_UNIQUE_INTERACTIONS"),
    breakdown: Some(Breakdown::new(
        "api/v1/offer/dashboard/memberUniqueInteraction",
        "Member Unique Interactions.",
        &[
            block("OFFERS_BY_AUDIENCE_TABLE", Shape::Table(MEMBER_UNIQUE_FIELDS)),
            block("VISITS_BY_PERIOD", Shape::ByPeriod(MEMBER_UNIQUE_FIELDS)),
        ],
    )),
    ..Card::EMPTY
};

const PARTNER_FIELDS: &[Field] = &[
    field("redemptions", &metric::REDEMPTIONS).called("Partner Redemptions"),
    field("sales", &metric::SALES).called("Partner Sales"),
    field("savings", &metric::SAVINGS).called("Member Savings"),
    field("savingsPerUser", &metric::SAVINGS_PER_MEMBER),
];
const OFFER_FIELDS: &[Field] = &[
    field("totalActiveOffers", &metric::TOTAL_ACTIVE_OFFERS),
    field("newOffers", &metric::NEW_OFFERS),
    field("offBoarded", &metric::OFFBOARDED_OFFERS),
];
const TOTAL_FIELDS: &[Field] = &[
    field("totalViews", &metric::TOTAL_VIEWS).called("Total Offer Views"),
    field("totalIntentToRedeem", &metric::TOTAL_CLICKS),
];
const UNIQUE_FIELDS: &[Field] = &[
    field("uniqueViews", &metric::UNIQUE_OFFER_VIEWS).called("Unique Offer Views"),
    field("uniqueIntentToRedeem", &metric::UNIQUE_OFFER_CLICKS),
    field("percent", &metric::INTENT_TO_REDEEM_RATE),
];
const MEMBER_UNIQUE_FIELDS: &[Field] = &[
    field("uniqueViews", &metric::MEMBER_UNIQUE_VIEWS).called("Member Unique Offer Views"),
    field("uniqueIntentToRedeem", &metric::MEMBER_UNIQUE_CLICKS),
];
// Breakdowns call a visit what the dashboard calls a view.
const TOTAL_VISITS: &[Field] = &[
    labelled("totalViews", "Total Visits", &metric::TOTAL_VIEWS),
    field("totalIntentToRedeem", &metric::TOTAL_CLICKS),
];
const UNIQUE_VISITS: &[Field] = &[
    labelled("uniqueViews", "Unique Visits", &metric::UNIQUE_OFFER_VIEWS),
    field("uniqueIntentToRedeem", &metric::UNIQUE_OFFER_CLICKS),
    labelled("percent", "Redeem Rate", &metric::INTENT_TO_REDEEM_RATE),
];

static INFO: Totals = Totals::new(
    "api/v1/offer/dashboard/info",
    "The cards of the Offers Dashboard.",
    &[&PARTNERS, &OFFERS, &TOTAL_INTERACTIONS, &UNIQUE_INTERACTIONS, &MEMBER_UNIQUE_INTERACTIONS],
);

/// Offers, or their categories, with a figure other than 0, by name.
const fn named(of: &'static Dimension, fields: &'static [Field]) -> Shape {
    Shape::List(List {
        of,
        texts: &[("name", "name")],
        fields,
        counted: &[],
        order: Order::Name,
        scope: FilterScope::All,
    })
}

/// Offers for which one of the counts is not 0, each with its category.
const fn counted(counted: &'static [&'static crate::figures::Metric]) -> List {
    List {
        of: &metric::BY_OFFER,
        texts: &[("name", "name"), ("catName", "category")],
        fields: &[],
        counted,
        order: Order::Name,
        scope: FilterScope::All,
    }
}

static GET_OFFERS: ListCall = ListCall {
    path: "api/v1/offer/dashboard/getOffers",
    summary: "Offers active in the period, for the filter.",
    get: false,
    list: List {
        of: &metric::BY_OFFER,
        texts: &[("id", "id"), ("name", "name"), ("categoryPrimary", "category_id")],
        fields: &[],
        counted: &[&metric::TOTAL_ACTIVE_OFFERS],
        order: Order::Name,
        scope: FilterScope::Period,
    },
};

static GET_OFFER_CATEGORIES: ListCall = ListCall {
    path: "api/v1/offer/dashboard/getOffersCategories",
    summary: "Offer categories, for the filter; category 9 is left out.",
    get: true,
    list: List {
        of: &metric::LISTED_CATEGORY,
        texts: &[("id", "id"), ("name", "name")],
        fields: &[],
        counted: &[],
        order: Order::Name,
        scope: FilterScope::Period,
    },
};

static GET_OFFER_PARTNERS: ListCall = ListCall {
    path: "api/v1/offer/dashboard/getOffersPartners",
    summary: "Every offer with the name of its partner, to choose all offers of a partner.",
    get: true,
    list: List {
        of: &metric::PARTNER_OF_OFFER,
        texts: &[("id", "id"), ("partner", "name")],
        fields: &[],
        counted: &[],
        order: Order::Name,
        scope: FilterScope::Period,
    },
};

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Offers Dashboard",
    page: "offers-dashboard",
    module: Module::Offers,
    has_members: true,
    totals: &[&INFO],
    pinned: &[],
    breakdowns: &[],
    lists: &[&GET_OFFERS, &GET_OFFER_CATEGORIES, &GET_OFFER_PARTNERS],
};
