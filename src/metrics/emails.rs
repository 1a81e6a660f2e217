//! E-mail messages. Everything is attributed to the day its message was sent.

use super::{ItemFilter, Measure, Metric, Polarity, Scan, Source, Term, Unit, count, percent};

/// Messages sent.
pub static MESSAGE: Source = Source {
    id: "message",
    scan: Scan::Windows,
    table: Some("email_messages"),
    items: ItemFilter::Campaigns,
    measures: &[&DELIVERED, &UNSUBSCRIBED],
};
static DELIVERED: Measure = Measure { source: &MESSAGE, id: "delivered", sql: "sum(delivered::integer)" };
static UNSUBSCRIBED: Measure = Measure { source: &MESSAGE, id: "unsubscribed", sql: "sum(unsubscribed::integer)" };

pub static UNSUBSCRIBERS: Metric = Metric {
    label: "Unsubscribers",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Delivered messages, sent in the period, that led to an unsubscription.",
    formula: count(&[(1, Term::In(&UNSUBSCRIBED))]),
};
pub static UNSUBSCRIBED_RATE: Metric = Metric {
    label: "% of Unsubscribed",
    unit: Unit::Percent,
    polarity: Polarity::Lower,
    definition: "Unsubscribers as a share of the delivered messages sent in the period.",
    formula: percent(&[(1, Term::In(&UNSUBSCRIBED))], &[(1, Term::In(&DELIVERED))]),
};
