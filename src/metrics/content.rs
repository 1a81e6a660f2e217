//! Articles and polls.

use super::{Item, ItemFilter, Measure, Metric, Polarity, Scan, Source, Term, Unit, count};

/// Article views.
pub static ARTICLE: Source = Source {
    id: "article",
    scan: Scan::Windows,
    table: Some("article_views"),
    items: ItemFilter::None,
    measures: &[&VIEWS],
};
static VIEWS: Measure = Measure { source: &ARTICLE, id: "views", sql: "count(*)" };

/// Polls that are open.
pub static POLL: Source =
    Source { id: "poll", scan: Scan::Windows, table: None, items: ItemFilter::None, measures: &[&OPEN] };
static OPEN: Measure = Measure { source: &POLL, id: "open", sql: "count(*)" };

/// Answers to polls.
pub static POLL_ANSWER: Source = Source {
    id: "poll_answer",
    scan: Scan::Windows,
    table: Some("poll_answers"),
    items: ItemFilter::None,
    measures: &[&ANSWERS],
};
static ANSWERS: Measure = Measure { source: &POLL_ANSWER, id: "answers", sql: "count(*)" };

pub static ARTICLES_VIEWED: Metric = Metric {
    label: "Articles",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different articles viewed in the period by the chosen members.",
    formula: count(&[(1, Term::Distinct(&ARTICLE, Item::Article))]),
};
pub static ARTICLE_VIEWS: Metric = Metric {
    label: "Views",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Article views in the period.",
    formula: count(&[(1, Term::In(&VIEWS))]),
};
pub static POLLS: Metric = Metric {
    label: "Polls",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Polls open on at least one day of the period. User groups do not restrict it.",
    formula: count(&[(1, Term::In(&OPEN))]),
};
pub static POLL_ANSWERS: Metric = Metric {
    label: "Answers",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Answers to polls in the period.",
    formula: count(&[(1, Term::In(&ANSWERS))]),
};
