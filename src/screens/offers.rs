//! The Offers Dashboard.

use super::{Card, Trend, field};
use crate::metrics::offers as metric;

pub static PARTNERS: Card = Card {
    key: "partnerDto",
    title: "Partners",
    fields: &[
        field("redemptions", &metric::REDEMPTIONS),
        field("sales", &metric::SALES),
        field("savings", &metric::SAVINGS),
        field("savingsPerUser", &metric::SAVINGS_PER_MEMBER),
    ],
    beside: &[],
};

pub static PARTNERS_TREND: Trend = Trend { id: "O_PARTNERS", card: &PARTNERS, more: &[] };
