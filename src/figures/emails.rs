//! E-mail messages and link clicks. Everything about a message is attributed to the day it was sent, so that rates
//! reconcile; link clicks to the day of the click.

use super::dimension::Dimension;
use super::model::{
    Contributors, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, contributors, count,
    measure, of_column, percent,
};
use crate::warehouse::aggregate::Aggregate::Count;
use crate::warehouse::aggregate::Condition::{Always, Is, Not};
use crate::warehouse::aggregate::Key;

/// Messages sent.
pub static MESSAGE: Source = Source {
    id: "message",
    scan: Scan::Windows,
    table: Some("email_messages"),
    items: ItemFilter::Campaigns,
    newcomers: Newcomers::Rows,
    measures: &[
        &SENT,
        &DELIVERED,
        &OPENED,
        &CLICKED,
        &REGISTERED,
        &UNSUBSCRIBED,
        &RECIPIENTS,
        &REACHED,
        &MISSED,
        &OPENERS,
        &MESSAGE_CLICKERS,
        &REGISTRANTS,
        &LEAVERS,
    ],
};
static SENT: Measure = measure(&MESSAGE, "sent", Count(Always));
static DELIVERED: Measure = measure(&MESSAGE, "delivered", Count(Is("delivered")));
static OPENED: Measure = of_column("email_messages.opened_at", &MESSAGE, "opened", Count(Is("opened")));
static CLICKED: Measure = of_column("email_messages.clicked_at", &MESSAGE, "clicked", Count(Is("clicked")));
static REGISTERED: Measure = of_column("email_messages.registered_at", &MESSAGE, "registered", Count(Is("registered")));
static UNSUBSCRIBED: Measure =
    of_column("email_messages.unsubscribed_at", &MESSAGE, "unsubscribed", Count(Is("unsubscribed")));
static RECIPIENTS: Measure = contributors(&MESSAGE, "recipients", Always);
static REACHED: Measure = contributors(&MESSAGE, "reached", Is("delivered"));
static MISSED: Measure = contributors(&MESSAGE, "missed", Not("delivered"));
static OPENERS: Measure = contributors(&MESSAGE, "openers", Is("opened"));
static MESSAGE_CLICKERS: Measure = contributors(&MESSAGE, "clickers", Is("clicked"));
static REGISTRANTS: Measure = contributors(&MESSAGE, "registrants", Is("registered"));
static LEAVERS: Measure = contributors(&MESSAGE, "leavers", Is("unsubscribed"));

/// Clicks on the links of messages.
pub static LINK_CLICK: Source = Source {
    id: "link_click",
    scan: Scan::Windows,
    table: Some("email_link_clicks"),
    items: ItemFilter::Campaigns,
    newcomers: Newcomers::Rows,
    measures: &[&CLICKS, &LINK_CLICKERS],
};
static CLICKS: Measure = measure(&LINK_CLICK, "clicks", Count(Always));
static LINK_CLICKERS: Measure = contributors(&LINK_CLICK, "clickers", Always);

/// Campaigns.
pub static BY_CAMPAIGN: Dimension = Dimension {
    id: "campaign",
    column: Some(Key::Id("campaign_id")),
    names: Some(
        "select c.id::bigint, c.id::bigint, c.name, t.name, c.subject, c.ssl, c.preview_url, \
                strftime(c.sent_at, '%Y-%m-%d %H:%M'), c.id::bigint, c.campaign_type_id::bigint \
         from bond.feed.campaigns c left join bond.feed.campaign_types t on t.id = c.campaign_type_id",
    ),
    attributes: &["name", "type", "subject", "ssl", "link", "sent_at", "id", "type_id"],
};
/// Every campaign type.
pub static CAMPAIGN_TYPE: Dimension = Dimension {
    id: "campaign_type",
    column: None,
    names: Some("select id::bigint, id::bigint, name, id::bigint from bond.feed.campaign_types"),
    attributes: &["name", "id"],
};
/// Links in messages.
pub static BY_LINK: Dimension =
    Dimension { id: "link", column: Some(Key::Text("link")), names: None, attributes: &["link"] };

/// The planned e-mails of the schedule.
pub static PLANNED: Dimension = Dimension {
    id: "planned",
    column: None,
    names: Some(
        "select row_no::bigint, row_no::bigint, strftime(date, '%Y-%m-%d'), dayname(date), audience, enrollment_status, notes \
         from bond.feed.email_schedule",
    ),
    attributes: &["date", "day_of_week", "audience", "enrollment_status", "notes"],
};

pub static CAMPAIGNS: Metric = Metric {
    label: "Campaigns",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different campaigns with a message sent in the period to a member of the chosen groups.",
    formula: count(&[(1, Term::Distinct(&MESSAGE, &BY_CAMPAIGN))]),
    contributors: Contributors::Of(&[Term::In(&RECIPIENTS)]),
};
pub static MESSAGES_SENT: Metric = Metric {
    label: "Sent",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Messages sent in the period; delivered and bounced ones add up to them.",
    formula: count(&[(1, Term::In(&SENT))]),
    contributors: Contributors::Of(&[Term::In(&RECIPIENTS)]),
};
pub static MESSAGES_DELIVERED: Metric = Metric {
    label: "Delivered",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Messages sent in the period that were delivered. Tables by campaign call them Successful Delivered.",
    formula: count(&[(1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&REACHED)]),
};
pub static MESSAGES_BOUNCED: Metric = Metric {
    label: "Bounced",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Messages sent in the period that bounced.",
    formula: count(&[(1, Term::In(&SENT)), (-1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&MISSED)]),
};
pub static UNIQUE_OPENS: Metric = Metric {
    label: "Unique Opens",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Delivered messages, sent in the period, that were opened; each counts once.",
    formula: count(&[(1, Term::In(&OPENED))]),
    contributors: Contributors::Of(&[Term::In(&OPENERS)]),
};
pub static AVERAGE_OPEN: Metric = Metric {
    label: "Avg. Open %",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Opened messages as a share of the delivered messages sent in the period.",
    formula: percent(&[(1, Term::In(&OPENED))], &[(1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&OPENERS), Term::In(&REACHED)]),
};
pub static UNIQUE_CLICKS: Metric = Metric {
    label: "Unique Clicks",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Delivered messages, sent in the period, in which a link was clicked; each counts once.",
    formula: count(&[(1, Term::In(&CLICKED))]),
    contributors: Contributors::Of(&[Term::In(&MESSAGE_CLICKERS)]),
};
pub static AVERAGE_CLICK: Metric = Metric {
    label: "Avg. Click %",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Messages with a click as a share of the delivered messages sent in the period.",
    formula: percent(&[(1, Term::In(&CLICKED))], &[(1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&MESSAGE_CLICKERS), Term::In(&REACHED)]),
};
pub static REGISTRATIONS: Metric = Metric {
    label: "Registrations",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Delivered messages, sent in the period, to which the email service attributes a registration.",
    formula: count(&[(1, Term::In(&REGISTERED))]),
    contributors: Contributors::Of(&[Term::In(&REGISTRANTS)]),
};
pub static REGISTER_RATE: Metric = Metric {
    label: "Register %",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Registrations as a share of the delivered messages sent in the period.",
    formula: percent(&[(1, Term::In(&REGISTERED))], &[(1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&REGISTRANTS), Term::In(&REACHED)]),
};
pub static UNSUBSCRIBERS: Metric = Metric {
    label: "Unsubscribers",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Delivered messages, sent in the period, from which the member unsubscribed. Tables call them Unsubscribed.",
    formula: count(&[(1, Term::In(&UNSUBSCRIBED))]),
    contributors: Contributors::Of(&[Term::In(&LEAVERS)]),
};
pub static UNSUBSCRIBED_RATE: Metric = Metric {
    label: "% of Unsubscribed",
    unit: Unit::Percent,
    polarity: Polarity::Lower,
    definition: "Unsubscribers as a share of the delivered messages sent in the period.",
    formula: percent(&[(1, Term::In(&UNSUBSCRIBED))], &[(1, Term::In(&DELIVERED))]),
    contributors: Contributors::Of(&[Term::In(&LEAVERS), Term::In(&REACHED)]),
};
pub static LINKS_CLICKED: Metric = Metric {
    label: "Links Clicked",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Clicks on links in email messages, on the day of the click. Also called Clicks and Total Clicks.",
    formula: count(&[(1, Term::In(&CLICKS))]),
    contributors: Contributors::Of(&[Term::In(&LINK_CLICKERS)]),
};
pub static SHARE_OF_CLICKS: Metric = Metric {
    label: "% of Clicks",
    unit: Unit::Percent,
    polarity: Polarity::None,
    definition: "The link's clicks as a share of all link clicks in the period.",
    formula: percent(&[(1, Term::In(&CLICKS))], &[(1, Term::Whole(&CLICKS))]),
    contributors: Contributors::Of(&[Term::In(&LINK_CLICKERS)]),
};
