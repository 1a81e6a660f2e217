//! Members: eligibility, registration, logins, activity, dormancy, tenure.

use super::dimension::Dimension;
use super::model::{
    Contributors, Formula, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, count, measure,
    percent,
};
use crate::warehouse::aggregate::{Aggregate, Key, sum};

/// Logins, and the members by their number of logins. `warehouse/feed/summaries.rs` declares what each of its columns
/// counts, and docs/one-figure.md follows one of its metrics to SQL and back.
pub static SESSION: Source = Source {
    id: "session",
    scan: Scan::Profiles,
    table: Some("logins"),
    items: ItemFilter::None,
    newcomers: Newcomers::Rows,
    measures: &[
        &LOGINS,
        &UNIQUE,
        &RETURNED,
        &RETURNED_MORE_THAN_TWICE,
        &AT_LEAST_4,
        &AT_LEAST_8,
        &AT_LEAST_11,
        &QUALIFIED,
        &ACTIVE,
        &ENGAGED,
    ],
};

static LOGINS: Measure = measure(&SESSION, "logins", sum("logins"));
static UNIQUE: Measure = measure(&SESSION, "unique_members", sum("unique_members"));
static RETURNED: Measure = measure(&SESSION, "returned", sum("returned"));
static RETURNED_MORE_THAN_TWICE: Measure =
    measure(&SESSION, "returned_more_than_twice", sum("returned_more_than_twice"));
static AT_LEAST_4: Measure = measure(&SESSION, "at_least_4", sum("at_least_4"));
static AT_LEAST_8: Measure = measure(&SESSION, "at_least_8", sum("at_least_8"));
static AT_LEAST_11: Measure = measure(&SESSION, "at_least_11", sum("at_least_11"));
static QUALIFIED: Measure = qualifying("qualified", sum("qualified"));
static ACTIVE: Measure = qualifying("active", sum("active"));
static ENGAGED: Measure = qualifying("engaged", sum("engaged"));

/// A measure of qualifying sessions, which depends on offer interactions too.
const fn qualifying(id: &'static str, aggregate: Aggregate) -> Measure {
    Measure { needs: Some("offer_interactions"), ..measure(&SESSION, id, aggregate) }
}

/// First logins.
pub static REGISTRATION: Source = Source {
    id: "registration",
    scan: Scan::History,
    table: Some("logins"),
    items: ItemFilter::None,
    newcomers: Newcomers::FirstLogins,
    measures: &[&REGISTERED],
};
static REGISTERED: Measure = measure(&REGISTRATION, "registered", sum("members"));

/// Members by the day they became eligible.
pub static ELIGIBILITY: Source = Source {
    id: "eligibility",
    scan: Scan::History,
    table: Some("logins"),
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&ELIGIBLE],
};
static ELIGIBLE: Measure = measure(&ELIGIBILITY, "eligible", sum("members"));

/// Days between consecutive logins.
pub static TENURE: Source = Source {
    id: "tenure",
    scan: Scan::History,
    table: Some("logins"),
    items: ItemFilter::None,
    newcomers: Newcomers::RowsOf("session", &[sum("gap")]),
    measures: &[&TENURE_DAYS],
};
static TENURE_DAYS: Measure = measure(&TENURE, "tenure_days", sum("gap"));

/// The channels through which members came to register.
pub static REGISTRATION_CHANNEL: Dimension = Dimension {
    id: "registration_channel",
    column: Some(Key::Id("source_id")),
    names: Some("select source_id::bigint, source_id::bigint, name from bond.derived.source"),
    attributes: &["name"],
};

pub static TOTAL_REGISTERED: Metric = Metric {
    label: "Total Registered",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once.",
    formula: count(&[(1, Term::AsOf(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static NEW_REGISTERED: Metric = Metric {
    label: "Total New Registered",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members whose first login is in the period.",
    formula: count(&[(1, Term::In(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static ELIGIBLE_MEMBERS: Metric = Metric {
    label: "Eligible Members",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members who were eligible, or had registered, by the last day of the period.",
    formula: count(&[(1, Term::AsOf(&ELIGIBLE))]),
    contributors: Contributors::Members,
};
pub static INITIATION_RATE: Metric = Metric {
    label: "Initiation Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Registered members as a share of eligible members, both as of the last day of the period.",
    formula: percent(&[(1, Term::AsOf(&REGISTERED))], &[(1, Term::AsOf(&ELIGIBLE))]),
    contributors: Contributors::Members,
};
pub static TOTAL_LOGINS: Metric = Metric {
    label: "Total Logins",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Logins in the period.",
    formula: count(&[(1, Term::In(&LOGINS))]),
    contributors: Contributors::Of(&[Term::In(&UNIQUE)]),
};
pub static UNIQUE_LOGINS: Metric = Metric {
    label: "Unique Logins",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members with at least one login in the period, each counted once. Called Total Enrolled next to the retention rate.",
    formula: count(&[(1, Term::In(&UNIQUE))]),
    contributors: Contributors::Members,
};
pub static UNIQUE_LOGINS_RATE: Metric = Metric {
    label: "Unique Logins Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Members with a login in the period as a share of the members registered by its last day.",
    formula: percent(&[(1, Term::In(&UNIQUE))], &[(1, Term::AsOf(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static AVERAGE_LOGINS: Metric = Metric {
    label: "Avg Login/Member",
    unit: Unit::Decimal,
    polarity: Polarity::Higher,
    definition: "Logins in the period divided by the members who logged in.",
    formula: Formula::Ratio { of: &[(1, Term::In(&LOGINS))], by: &[(1, Term::In(&UNIQUE))], scale: (1, 1) },
    contributors: Contributors::Of(&[Term::In(&UNIQUE)]),
};
pub static UNIQUE_RETURN_LOGINS: Metric = Metric {
    label: "Unique Return Logins",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members with at least one return login in the period. A return login is any login after the member's first ever.",
    formula: count(&[(1, Term::In(&RETURNED))]),
    contributors: Contributors::Members,
};
pub static RETURN_RATE: Metric = Metric {
    label: "Return Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Members with a return login in the period as a share of the members who logged in.",
    formula: percent(&[(1, Term::In(&RETURNED))], &[(1, Term::In(&UNIQUE))]),
    contributors: Contributors::Members,
};
pub static RETURN_LOGINS_OVER_2: Metric = Metric {
    label: ">2 Return Logins",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members with more than 2 return logins in the period.",
    formula: count(&[(1, Term::In(&RETURNED_MORE_THAN_TWICE))]),
    contributors: Contributors::Members,
};
pub static LOGINS_1_3: Metric = Metric {
    label: "1-3 Logins",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with 1 to 3 logins in the period.",
    formula: count(&[(1, Term::In(&UNIQUE)), (-1, Term::In(&AT_LEAST_4))]),
    contributors: Contributors::Members,
};
pub static LOGINS_4_7: Metric = Metric {
    label: "4-7 Logins",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with 4 to 7 logins in the period.",
    formula: count(&[(1, Term::In(&AT_LEAST_4)), (-1, Term::In(&AT_LEAST_8))]),
    contributors: Contributors::Members,
};
pub static LOGINS_8_10: Metric = Metric {
    label: "8-10 Logins",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with 8 to 10 logins in the period.",
    formula: count(&[(1, Term::In(&AT_LEAST_8)), (-1, Term::In(&AT_LEAST_11))]),
    contributors: Contributors::Members,
};
pub static LOGINS_OVER_10: Metric = Metric {
    label: ">10 Logins",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with more than 10 logins in the period.",
    formula: count(&[(1, Term::In(&AT_LEAST_11))]),
    contributors: Contributors::Members,
};
pub static ACTIVE_MEMBERS: Metric = Metric {
    label: "Active Members",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members with at least 2 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views.",
    formula: count(&[(1, Term::In(&ACTIVE))]),
    contributors: Contributors::Members,
};
pub static PROGRAM_ACTIVE_RATE: Metric = Metric {
    label: "Program Active Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Active members as a share of the members registered by the last day of the period.",
    formula: percent(&[(1, Term::In(&ACTIVE))], &[(1, Term::AsOf(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static ENGAGED_MEMBERS: Metric = Metric {
    label: "Engaged Members",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members with at least 3 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views. Also called Engaged Users.",
    formula: count(&[(1, Term::In(&ENGAGED))]),
    contributors: Contributors::Members,
};
pub static PROGRAM_ENGAGEMENT_RATE: Metric = Metric {
    label: "Program Engagement Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Engaged members as a share of the members registered by the last day of the period.",
    formula: percent(&[(1, Term::In(&ENGAGED))], &[(1, Term::AsOf(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static ONE_SESSION_FROM_ACTIVE: Metric = Metric {
    label: "One Session from Active",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with exactly 1 qualifying session in the period: with one more they are active.",
    formula: count(&[(1, Term::In(&QUALIFIED)), (-1, Term::In(&ACTIVE))]),
    contributors: Contributors::Members,
};
pub static ONE_SESSION_FROM_ENGAGED: Metric = Metric {
    label: "One Session from Engaged",
    unit: Unit::Count,
    polarity: Polarity::None,
    definition: "Members with exactly 2 qualifying sessions in the period: with one more they are engaged.",
    formula: count(&[(1, Term::In(&ACTIVE)), (-1, Term::In(&ENGAGED))]),
    contributors: Contributors::Members,
};
pub static SOON_DORMANT: Metric = Metric {
    label: "Soon Dormant",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Members who are not dormant on the last day of the period, and will be within 14 days unless they log in.",
    formula: count(&[(1, Term::Trailing(&UNIQUE)), (-1, Term::TrailingToNotice(&UNIQUE))]),
    contributors: Contributors::Members,
};
pub static RETENTION_RATE: Metric = Metric {
    label: "Program Retention Rate",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Of the members registered before the period, the share who logged in during it.",
    formula: percent(&[(1, Term::In(&UNIQUE)), (-1, Term::In(&REGISTERED))], &[(1, Term::Before(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static REGISTERED_BEFORE: Metric = Metric {
    label: "Registered Before",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Members registered by the day before the period: the base of the retention rate.",
    formula: count(&[(1, Term::Before(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static DORMANT_MEMBERS: Metric = Metric {
    label: "Dormant Members",
    unit: Unit::Count,
    polarity: Polarity::Lower,
    definition: "Members registered by the last day of the period with no login in the 90 days (or as many as the program set) that end on it, whatever the period's length.",
    formula: count(&[(1, Term::AsOf(&REGISTERED)), (-1, Term::Trailing(&UNIQUE))]),
    contributors: Contributors::Members,
};
pub static DORMANT_RATE: Metric = Metric {
    label: "Dormant Rate",
    unit: Unit::Percent,
    polarity: Polarity::Lower,
    definition: "Dormant members as a share of the members registered by the last day of the period.",
    formula: percent(&[(1, Term::AsOf(&REGISTERED)), (-1, Term::Trailing(&UNIQUE))], &[(1, Term::AsOf(&REGISTERED))]),
    contributors: Contributors::Members,
};
pub static AVERAGE_TENURE: Metric = Metric {
    label: "Program Average Tenure",
    unit: Unit::Months,
    polarity: Polarity::Higher,
    definition: "Time from first to last login, averaged over the members registered by the last day of the period, in months of 30.4375 days. It depends on that day only.",
    // Days / 30.4375 in whole numbers: × 10,000 / 304,375.
    formula: Formula::Ratio {
        of: &[(1, Term::AsOf(&TENURE_DAYS))],
        by: &[(1, Term::AsOf(&REGISTERED))],
        scale: (10_000, 304_375),
    },
    contributors: Contributors::Of(&[Term::AsOf(&REGISTERED)]),
};
