//! Articles, shares and prints, polls.

use super::dimension::Dimension;
use super::model::{
    Contributors, ItemFilter, Measure, Metric, Newcomers, Polarity, Scan, Source, Term, Unit, contributors, count,
    measure, percent,
};
use crate::warehouse::aggregate::Aggregate::Count;
use crate::warehouse::aggregate::Condition::{Always, Is, Not};
use crate::warehouse::aggregate::Key;

/// Article views.
pub static ARTICLE: Source = Source {
    id: "article",
    scan: Scan::Windows,
    table: Some("article_views"),
    items: ItemFilter::None,
    newcomers: Newcomers::Rows,
    measures: &[&VIEWS, &VIEWERS],
};
static VIEWS: Measure = measure(&ARTICLE, "views", Count(Always));
static VIEWERS: Measure = contributors(&ARTICLE, "viewers", Always);

/// Shares and prints.
pub static ACTION: Source = Source {
    id: "content_action",
    scan: Scan::Windows,
    table: Some("content_actions"),
    items: ItemFilter::None,
    newcomers: Newcomers::Rows,
    measures: &[&SHARED, &PRINTED, &SHARERS, &PRINTERS],
};
static SHARED: Measure = measure(&ACTION, "shares", Count(Is("is_share")));
static PRINTED: Measure = measure(&ACTION, "prints", Count(Not("is_share")));
static SHARERS: Measure = contributors(&ACTION, "sharers", Is("is_share"));
static PRINTERS: Measure = contributors(&ACTION, "printers", Not("is_share"));

/// Polls that are open.
pub static POLL: Source = Source {
    id: "poll",
    scan: Scan::Reference,
    table: None,
    items: ItemFilter::None,
    newcomers: Newcomers::Unknown,
    measures: &[&OPEN],
};
static OPEN: Measure = measure(&POLL, "open", Count(Always));

/// Answers to polls.
pub static POLL_ANSWER: Source = Source {
    id: "poll_answer",
    scan: Scan::Windows,
    table: Some("poll_answers"),
    items: ItemFilter::None,
    newcomers: Newcomers::Rows,
    measures: &[&ANSWERS, &ANSWERERS],
};
static ANSWERS: Measure = measure(&POLL_ANSWER, "answers", Count(Always));
static ANSWERERS: Measure = contributors(&POLL_ANSWER, "members", Always);

/// Articles.
pub static BY_ARTICLE: Dimension = Dimension {
    id: "article",
    column: Some(Key::Id("article_id")),
    names: Some("select id::bigint, id::bigint, title, published_on::varchar from bond.feed.articles"),
    attributes: &["name", "starts"],
};
/// Articles counted in their categories.
pub static BY_CATEGORY: Dimension = Dimension {
    id: "article_category",
    column: Some(Key::Id("article_id")),
    names: Some("select id::bigint, category, category from bond.feed.articles"),
    attributes: &["name"],
};
/// Shared or printed pages: the type and the page.
pub static BY_PAGE: Dimension =
    Dimension { id: "page", column: Some(Key::Texts("type", "page")), names: None, attributes: &["type", "page"] };
/// Polls.
pub static BY_POLL: Dimension = Dimension {
    id: "poll",
    column: Some(Key::Id("poll_id")),
    names: Some("select id::bigint, id::bigint, question, id::bigint from bond.feed.polls"),
    attributes: &["name", "id"],
};
/// The options of all polls.
pub static BY_OPTION: Dimension = Dimension {
    id: "poll_option",
    // Indexes fit 32 bits.
    column: Some(Key::Ids("poll_id", "option_index")),
    names: Some(
        "select (poll_id::bigint << 32) | option_index, (poll_id::bigint << 32) | option_index, \
                text, poll_id::bigint, option_index::bigint from bond.feed.poll_options",
    ),
    attributes: &["name", "poll_id", "index"],
};

pub static ARTICLES_VIEWED: Metric = Metric {
    label: "Articles",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Different articles viewed in the period by the chosen members.",
    formula: count(&[(1, Term::Distinct(&ARTICLE, &BY_ARTICLE))]),
    contributors: Contributors::Of(&[Term::In(&VIEWERS)]),
};
pub static ARTICLE_VIEWS: Metric = Metric {
    label: "Views",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Article views in the period. Also called Visits.",
    formula: count(&[(1, Term::In(&VIEWS))]),
    contributors: Contributors::Of(&[Term::In(&VIEWERS)]),
};
pub static POLLS: Metric = Metric {
    label: "Polls",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Polls open on at least one day of the period. User groups do not restrict it.",
    formula: count(&[(1, Term::In(&OPEN))]),
    contributors: Contributors::Nobody,
};
pub static POLL_ANSWERS: Metric = Metric {
    label: "Answers",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "Answers to polls in the period.",
    formula: count(&[(1, Term::In(&ANSWERS))]),
    contributors: Contributors::Of(&[Term::In(&ANSWERERS)]),
};
pub static SHARE_OF_ANSWERS: Metric = Metric {
    label: "% of Answers",
    unit: Unit::Percent,
    polarity: Polarity::None,
    definition: "The option's answers as a share of all answers to the poll in the period.",
    formula: percent(&[(1, Term::In(&ANSWERS))], &[(1, Term::Whole(&ANSWERS))]),
    contributors: Contributors::Of(&[Term::In(&ANSWERERS)]),
};
pub static SHARES: Metric = Metric {
    label: "Shares",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "How often members shared a page in the period. Also called Share Clicks.",
    formula: count(&[(1, Term::In(&SHARED))]),
    contributors: Contributors::Of(&[Term::In(&SHARERS)]),
};
pub static PRINTS: Metric = Metric {
    label: "Prints",
    unit: Unit::Count,
    polarity: Polarity::Higher,
    definition: "How often members printed a page in the period.",
    formula: count(&[(1, Term::In(&PRINTED))]),
    contributors: Contributors::Of(&[Term::In(&PRINTERS)]),
};
