//! What the program supplies about itself: the satisfaction survey and the activity of its financial advisors.

use super::model::{Formula, ItemFilter, Measure, Metric, Polarity, Scan, Source, Term, Unit, measure, percent};

/// Answers to the satisfaction survey.
pub static CSAT: Source = Source {
    id: "csat",
    scan: Scan::Windows,
    table: Some("csat_responses"),
    items: ItemFilter::None,
    measures: &[&RESPONSES, &SATISFIED],
};
static RESPONSES: Measure = measure(&CSAT, "responses", "count(*)");
static SATISFIED: Measure = measure(&CSAT, "satisfied", "sum((score >= 4)::integer)");

/// Months of FA activity.
pub static ACTIVITY: Source = Source {
    id: "activity",
    scan: Scan::Windows,
    table: Some("fa_activity"),
    items: ItemFilter::None,
    measures: &[&MONTHS, &LEVEL],
};
static MONTHS: Measure = measure(&ACTIVITY, "months", "count(*)");
/// In millionths, so that measures stay whole numbers.
static LEVEL: Measure = measure(&ACTIVITY, "level_millionths", "round(sum(level) * 1000000)");
/// The number of millionths in 1.
pub const LEVEL_SCALE: i64 = 1_000_000;

pub static CUSTOMER_SATISFACTION: Metric = Metric {
    label: "CSAT",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Share of answers of 4 or 5, of 5, to the satisfaction survey in the period.",
    formula: percent(&[(1, Term::In(&SATISFIED))], &[(1, Term::In(&RESPONSES))]),
};
pub static FA_ACTIVITY_LEVEL: Metric = Metric {
    label: "FA Activity Level",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Mean of the activity levels the program supplied for the months that overlap the period. User groups do not restrict it.",
    formula: Formula::Ratio { of: &[(1, Term::In(&LEVEL))], by: &[(1, Term::In(&MONTHS))], scale: (1, LEVEL_SCALE) },
};
