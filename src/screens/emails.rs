//! The Emails Dashboard.

use super::{Card, Totals, Trend, field};
use crate::metrics::emails as metric;

pub static UNSUBSCRIBED: Card = Card {
    key: "unsubscribedDto",
    title: "% of Unsubscribed",
    fields: &[field("percent", &metric::UNSUBSCRIBED_RATE), field("sum", &metric::UNSUBSCRIBERS)],
    beside: &[],
};

pub static UNSUBSCRIBED_TOTALS: Totals = Totals {
    path: "api/v1/emails/dashboard/info/getUnsubscribedDto",
    summary: "The unsubscribed card by itself.",
    cards: &[&UNSUBSCRIBED],
    bare: true,
    types: &[],
};

pub static UNSUBSCRIBED_TREND: Trend = Trend { id: "E_UNSUBSCRIBED", card: &UNSUBSCRIBED, more: &[] };
