//! The vocabulary of figures: [`Source`], [`Measure`], [`Term`], [`Formula`], [`Metric`].

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::dimension::Dimension;
use crate::warehouse::aggregate::{Aggregate, Condition};

/// The rows that measures are computed from: one for each fact, or daily sums.
#[derive(Debug)]
pub struct Source {
    /// The names of its macros begin with it (`warehouse/sources.rs`). The macro of its rows is `<id>_window`.
    pub id: &'static str,
    pub scan: Scan,
    /// The feed table whose first loaded day limits how far back the source reaches; None for a reference table,
    /// which has no days.
    pub table: Option<&'static str>,
    /// Which items of a filter restrict its rows, in addition to the user groups.
    pub items: ItemFilter,
    /// How it counts newcomers: members whose first login is in a window.
    pub newcomers: Newcomers,
    /// All aggregates over it. One query computes them together, so that its rows serve every metric. Contributors, and
    /// distinct members of chosen items, have queries of their own.
    pub measures: &'static [&'static Measure],
}

/// How a source counts newcomers alone.
#[derive(Clone, Copy, Debug)]
pub enum Newcomers {
    /// From their rows.
    Rows,
    /// Its rows are first logins by day, so that those of the window belong to newcomers.
    FirstLogins,
    /// From their rows of another source: an aggregate for each of its measures.
    RowsOf(&'static str, &'static [Aggregate]),
    /// It cannot count them.
    Unknown,
}

/// How the rows of a source are assigned to periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// One scan per window, or one for many windows of the same length that follow each other: each row is of one day.
    Windows,
    /// One scan per window: a row may be in several.
    Overlaps,
    /// From profiles and a few rows if they have the answer (`cover/checkpoint.rs`), or from sets of members by month
    /// (`member_sets.rs`); otherwise one scan per window.
    Profiles,
    /// One scan for all windows, if they do not overlap. Faster for few rows, because planning one scan per window
    /// takes longer than reading them.
    Few,
    /// One scan per window over a reference table: its dates may lie outside the days a fact can have.
    Reference,
    /// Rows are daily sums, and figures are as of a period's end: all earlier days are read too.
    History,
    /// Counted in memory (`group_moves`): there are no rows.
    Moves,
}

/// Which of a filter's item lists restrict a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFilter {
    None,
    /// Offers and offer categories, through offer_id.
    Offers,
    /// Campaigns and campaign types, through campaign_id.
    Campaigns,
}

impl ItemFilter {
    /// The column with the item; None if the source has no items.
    pub fn column(self) -> Option<&'static str> {
        match self {
            ItemFilter::None => None,
            ItemFilter::Offers => Some("offer_id"),
            ItemFilter::Campaigns => Some("campaign_id"),
        }
    }
}

/// An additive aggregate. Whole numbers only: money is in cents.
#[derive(Debug)]
pub struct Measure {
    pub source: &'static Source,
    /// Unique within the source.
    pub id: &'static str,
    /// The computation over the source's rows. If a profile answers, its column with this id is summed instead.
    pub aggregate: Aggregate,
    /// For a measure that counts members: the rows whose distinct members are counted if only some items are chosen or
    /// rows are by item. `aggregate` does not apply then, because a column that marks a member's first row in a window
    /// does so over all items.
    pub members_with: Option<Condition>,
    /// For a measure that counts members: the one that counts them if rows are by the source's own items
    /// ([`ItemFilter::column`]), because it counts pairs of member and item.
    pub of_each_item: Option<&'static Measure>,
    /// A feed table it reads in addition to the source's own. It limits how far back figures can be compared.
    pub needs: Option<&'static str>,
    /// The column of a feed table whose values it counts, such as `email_messages.opened_at`: without a load that fills it
    /// there are no data, and a 0 would be wrong. None if any row counts.
    pub column: Option<&'static str>,
    /// Whether it only counts contributors ([`Contributors::Of`]), in a query of its own if small groups are protected.
    pub counts_contributors: bool,
}

/// A measure that counts rows the same way whichever items are chosen, over its source's table alone.
pub(crate) const fn measure(source: &'static Source, id: &'static str, aggregate: Aggregate) -> Measure {
    Measure {
        source,
        id,
        aggregate,
        members_with: None,
        of_each_item: None,
        needs: None,
        column: None,
        counts_contributors: false,
    }
}

/// As [`measure`], of the values in a column of a feed table ([`Measure::column`]).
pub(crate) const fn of_column(
    column: &'static str,
    source: &'static Source,
    id: &'static str,
    aggregate: Aggregate,
) -> Measure {
    Measure { column: Some(column), ..measure(source, id, aggregate) }
}

/// Counts contributors: the distinct members of the rows for which a condition holds, for [`Contributors::Of`].
pub(crate) const fn contributors(source: &'static Source, id: &'static str, rows: Condition) -> Measure {
    Measure { members_with: Some(rows), counts_contributors: true, ..measure(source, id, Aggregate::Count(rows)) }
}

/// How many days ahead members are said to become dormant.
pub const NOTICE_DAYS: u16 = 14;

/// An operand of a formula: a number computed for each window.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// Summed over the window.
    In(&'static Measure),
    /// Summed over everything up to the window's end (a [`Scan::History`] source).
    AsOf(&'static Measure),
    /// Summed over everything up to the day before the window.
    Before(&'static Measure),
    /// Summed over the dormancy days (a setting, 90) that end with the window, whatever its length.
    Trailing(&'static Measure),
    /// The same without the first [`NOTICE_DAYS`] of these days: members who logged in during the others do not become
    /// dormant within the next [`NOTICE_DAYS`].
    TrailingToNotice(&'static Measure),
    /// The number of distinct items in the chosen members' rows of the window.
    Distinct(&'static Source, &'static Dimension),
    /// Summed over the window and, in a list, over all its rows: the denominator of a row's share.
    Whole(&'static Measure),
}

/// A sum of terms, each with a factor.
pub type Sum = &'static [(i64, Term)];

/// How a metric is computed from measures.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    /// The sum, divided by a fixed number (1, or 100 for money in cents).
    Sum(Sum, i64),
    /// `of * scale.0 / (by * scale.1)`; 0 if `by` is 0.
    Ratio { of: Sum, by: Sum, scale: (i64, i64) },
}

/// 100 × of / by.
pub const fn percent(of: Sum, by: Sum) -> Formula {
    Formula::Ratio { of, by, scale: (100, 1) }
}

/// A plain count.
pub const fn count(of: Sum) -> Formula {
    Formula::Sum(of, 1)
}

/// The unit of a figure, which decides how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    Count,
    Percent,
    Money,
    Decimal,
    /// Months of 30.4375 days, 1 decimal.
    Months,
    Seconds,
}

impl Unit {
    /// The number of decimals that answers are rounded to.
    pub fn decimals(self) -> u32 {
        match self {
            Unit::Count | Unit::Seconds => 0,
            Unit::Months => 1,
            Unit::Percent | Unit::Money | Unit::Decimal => 2,
        }
    }
}

/// Which direction is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Polarity {
    Higher,
    Lower,
    None,
}

/// The contributors of a figure: the members behind it. If there are some, but fewer than the setting
/// `minimum_members`, the figure is not shown (docs/small-groups.md).
#[derive(Clone, Copy, Debug)]
pub enum Contributors {
    /// The figure counts members, or is a ratio of two such counts.
    Members,
    /// The figure is computed from what members did. Each of these terms counts the members who did it.
    Of(&'static [Term]),
    /// No members: it is about offers, polls, or anonymous visitors of the website.
    Nobody,
}

/// Why a figure is not shown, or is a 0 that stands for nothing. The last two are known of the program, whatever members a
/// figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Hidden {
    /// Fewer than `minimum_members` members are behind it.
    Few,
    /// It would reveal a figure with fewer members behind it.
    Other,
    /// It has no data: this feed table, which it is computed from, was never loaded, or no load filled this column of one,
    /// such as `email_messages.opened_at`.
    NotLoaded(&'static str),
    /// It has no data: no day of the period is loaded of this feed table.
    NoDays(&'static str),
}

/// A figure shown to people.
#[derive(Debug)]
pub struct Metric {
    /// The default label; a screen may use another.
    pub label: &'static str,
    pub unit: Unit,
    pub polarity: Polarity,
    /// One or two sentences, for the glossary and the figure's help.
    pub definition: &'static str,
    pub formula: Formula,
    pub contributors: Contributors,
}

impl Metric {
    /// Every term of its formula.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let (of, by): (Sum, Sum) = match self.formula {
            Formula::Sum(of, _) => (of, &[]),
            Formula::Ratio { of, by, .. } => (of, by),
        };
        of.iter().chain(by).map(|(_, term)| *term)
    }

    /// The numerator and denominator of a ratio as figures of their own, with the same contributors; empty for a sum.
    pub fn sides(&self) -> Vec<Metric> {
        let Formula::Ratio { of, by, .. } = self.formula else { return Vec::new() };
        let side = |sum| Metric {
            label: self.label,
            unit: Unit::Count,
            polarity: self.polarity,
            definition: self.definition,
            formula: Formula::Sum(sum, 1),
            contributors: self.contributors,
        };
        [of, by].map(side).into()
    }

    /// Of a number of members as of a day, the term that counts those who were added in the window.
    pub fn added(&self) -> Option<Term> {
        match (self.formula, self.contributors) {
            (Formula::Sum(&[(1, Term::AsOf(measure))], 1), Contributors::Members) => Some(Term::In(measure)),
            _ => None,
        }
    }

    /// The terms that count its contributors, apart from its own terms.
    pub fn contributor_terms(&self) -> impl Iterator<Item = Term> {
        let terms = if let Contributors::Of(terms) = self.contributors { terms } else { &[] };
        terms.iter().copied()
    }
}

impl Term {
    /// The feed tables with days that it is computed from.
    pub fn tables(self) -> impl Iterator<Item = &'static str> {
        self.source().table.into_iter().chain(self.measure().and_then(|measure| measure.needs))
    }

    /// Its measure; None for a count of distinct items, which the roll-up computes.
    pub fn measure(self) -> Option<&'static Measure> {
        match self {
            Term::In(measure)
            | Term::AsOf(measure)
            | Term::Before(measure)
            | Term::Trailing(measure)
            | Term::TrailingToNotice(measure)
            | Term::Whole(measure) => Some(measure),
            Term::Distinct(..) => None,
        }
    }

    /// The source it is read from.
    pub fn source(self) -> &'static Source {
        match self {
            Term::In(measure)
            | Term::AsOf(measure)
            | Term::Before(measure)
            | Term::Trailing(measure)
            | Term::TrailingToNotice(measure)
            | Term::Whole(measure) => measure.source,
            Term::Distinct(source, _) => source,
        }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        use Term::{AsOf, Before, Distinct, In, Trailing, TrailingToNotice, Whole};
        match (self, other) {
            (In(a), In(b))
            | (AsOf(a), AsOf(b))
            | (Before(a), Before(b))
            | (Trailing(a), Trailing(b))
            | (TrailingToNotice(a), TrailingToNotice(b))
            | (Whole(a), Whole(b)) => std::ptr::eq(*a, *b),
            (Distinct(a, x), Distinct(b, y)) => std::ptr::eq(*a, *b) && x == y,
            _ => false,
        }
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        self.id == other.id
    }
}

impl Eq for Source {}

impl Hash for Source {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
