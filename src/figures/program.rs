//! Data that the program supplies about itself: the satisfaction survey and the activity of its financial advisors.

use super::model::{
    Contributors, Formula, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, contributors,
    count, measure, percent,
};
use crate::warehouse::aggregate::Aggregate::{Count, Scaled};
use crate::warehouse::aggregate::Condition::{Always, AtLeast, Below};

/// Answers to the satisfaction survey.
pub static CSAT: Source = Source {
    id: "csat",
    scan: Scan::Windows,
    table: Some("csat_responses"),
    items: ItemFilter::None,
    newcomers: Newcomers::Rows,
    measures: &[&RESPONSES, &SATISFIED, &RESPONDENTS, &CONTENT, &DISCONTENT],
};
static RESPONSES: Measure = measure(&CSAT, "responses", Count(Always));
static SATISFIED: Measure = measure(&CSAT, "satisfied", Count(AtLeast("score", 4)));
static RESPONDENTS: Measure = contributors(&CSAT, "respondents", Always);
static CONTENT: Measure = contributors(&CSAT, "content", AtLeast("score", 4));
static DISCONTENT: Measure = contributors(&CSAT, "discontent", Below("score", 4));

/// Months of FA activity.
pub static ACTIVITY: Source = Source {
    id: "activity",
    scan: Scan::Overlaps,
    table: Some("fa_activity"),
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&MONTHS, &LEVEL],
};
static MONTHS: Measure = measure(&ACTIVITY, "months", Count(Always));
/// In millionths, so that measures stay whole numbers.
static LEVEL: Measure = measure(&ACTIVITY, "level_millionths", Scaled("level", 1_000_000));
/// The number of millionths in 1.
pub const LEVEL_SCALE: i64 = 1_000_000;

pub static CUSTOMER_SATISFACTION: Metric = Metric {
    label: "CSAT",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Share of answers of 4 or 5, of 5, to the satisfaction survey in the period.",
    formula: percent(&[(1, Term::In(&SATISFIED))], &[(1, Term::In(&RESPONSES))]),
    contributors: Contributors::Of(&[Term::In(&RESPONDENTS), Term::In(&CONTENT), Term::In(&DISCONTENT)]),
};
pub static SURVEY_ANSWERS: Metric = Metric {
    label: "Answers",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Answers to the satisfaction survey in the period.",
    formula: count(&[(1, Term::In(&RESPONSES))]),
    contributors: Contributors::Of(&[Term::In(&RESPONDENTS)]),
};
pub static FA_ACTIVITY_LEVEL: Metric = Metric {
    label: "FA Activity Level",
    unit: Unit::Percent,
    polarity: Polarity::Higher,
    definition: "Mean of the activity levels the program supplied for the months that overlap the period. User groups do not restrict it.",
    formula: Formula::Ratio { of: &[(1, Term::In(&LEVEL))], by: &[(1, Term::In(&MONTHS))], scale: (1, LEVEL_SCALE) },
    contributors: Contributors::Nobody,
};
