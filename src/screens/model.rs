//! The vocabulary of declared screens: [`Dashboard`], [`Card`], [`Breakdown`], [`Block`], [`List`].

use crate::figures::{Dimension, Metric};
use crate::groupings::Grouping;
use crate::modules::Module;

/// A named figure of a card or block.
#[derive(Debug)]
pub struct Field {
    /// The name in the answer. Empty on a tenure card, whose answer is {years, months}.
    pub name: &'static str,
    /// The label on this screen.
    pub label: &'static str,
    /// The label elsewhere, where no title says what is counted: in sentences, explanations and receipts.
    pub full_label: &'static str,
    pub metric: &'static Metric,
}

impl Field {
    /// The same field under another name where nothing around it says what is counted.
    pub const fn called(self, full_label: &'static str) -> Field {
        Field { full_label, ..self }
    }
}

/// A field with the metric's own label.
pub const fn field(name: &'static str, metric: &'static Metric) -> Field {
    labelled(name, metric.label, metric)
}

/// A field with a different label on this screen.
pub const fn labelled(name: &'static str, label: &'static str, metric: &'static Metric) -> Field {
    Field { name, label, full_label: label, metric }
}

/// A card of a dashboard: headline figures under one key of a totals answer, their trend, and the breakdown that the
/// card opens into.
#[derive(Debug)]
pub struct Card {
    pub key: &'static str,
    /// Its figures, in order; they are also the first rows of its trend.
    pub fields: &'static [Field],
    /// Figures that are in the answer and not on the card.
    pub extra: &'static [Field],
    /// The {type} of a totals call that answers this card alone ([`Totals::by_type`]).
    pub type_name: Option<&'static str>,
    pub trend: Option<Trend>,
    pub breakdown: Option<Breakdown>,
}

impl Card {
    /// Defaults for the fields that a declaration omits.
    pub const EMPTY: Card = Card { key: "", fields: &[], extra: &[], type_name: None, trend: None, breakdown: None };

    /// Every figure of the answer.
    pub fn all_fields(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(self.extra)
    }

    /// The id of a field in `compare`, in trends and in the page's table of metrics: its path in the answer.
    pub fn metric_id(&self, field: &Field) -> String {
        if field.name.is_empty() { self.key.to_owned() } else { format!("{}.{}", self.key, field.name) }
    }
}

/// A card's figures compared with the previous period (or as the filter says) and with the previous year: the `trends`
/// call. It is not a line over time.
#[derive(Debug)]
pub struct Trend {
    /// The {type} of `api/v1/trends/{type}`.
    pub id: &'static str,
    /// Rows after the card's own.
    pub more: &'static [Field],
}

impl Trend {
    /// A trend whose rows are the card's figures.
    pub const fn new(id: &'static str) -> Option<Trend> {
        Some(Trend { id, more: &[] })
    }
}

/// A call that answers cards.
#[derive(Debug)]
pub struct Totals {
    pub path: &'static str,
    /// What the call answers, for the OpenAPI document.
    pub summary: &'static str,
    pub cards: &'static [&'static Card],
    /// Whether the figures of the one card are in the answer itself rather than under its key.
    pub unwrapped: bool,
    /// Whether `path/{type}` answers a card alone, by its [`Card::type_name`].
    pub by_type: bool,
    /// A breakdown whose blocks are in the answer too, under a key of their own.
    pub extra: Option<(&'static str, &'static Breakdown)>,
}

impl Totals {
    /// A call that answers these cards, each under its key.
    pub const fn new(path: &'static str, summary: &'static str, cards: &'static [&'static Card]) -> Totals {
        Totals { path, summary, cards, unwrapped: false, by_type: false, extra: None }
    }

    /// The cards that can be requested alone, by {type}.
    pub fn types(&self) -> impl Iterator<Item = (&'static str, &'static Card)> {
        let cards = if self.by_type { self.cards } else { &[] };
        cards.iter().filter_map(|card| Some((card.type_name?, *card)))
    }
}

/// A dashboard: its calls. The breakdowns of its cards are declared with the cards.
#[derive(Debug)]
pub struct Dashboard {
    /// What it is called in files.
    pub title: &'static str,
    /// The first part of the address of its screens on the page.
    pub page: &'static str,
    /// Whose permission opens the dashboard, with all that is declared here and the trends and breakdowns of its cards.
    pub module: Module,
    /// Whether its figures count members. Those of the website are sums over everybody.
    pub has_members: bool,
    pub totals: &'static [&'static Totals],
    /// Totals of cards that other dashboards declare; the trends and breakdowns of these remain with them.
    pub pinned: &'static [&'static Totals],
    /// Breakdowns that no card opens into.
    pub breakdowns: &'static [&'static Breakdown],
    pub lists: &'static [&'static ListCall],
}

impl Dashboard {
    /// Every call that answers cards.
    pub fn all_totals(&self) -> impl Iterator<Item = &'static Totals> {
        self.pinned.iter().chain(self.totals).copied()
    }

    /// Its own cards, each once.
    pub fn cards(&self) -> Vec<&'static Card> {
        let mut cards: Vec<&'static Card> = Vec::new();
        for card in self.totals.iter().flat_map(|totals| totals.cards) {
            if !cards.iter().any(|known| std::ptr::eq(*known, *card)) {
                cards.push(card);
            }
        }
        cards
    }

    /// Every breakdown: those of its cards, then the others.
    pub fn all_breakdowns(&self) -> impl Iterator<Item = &'static Breakdown> {
        let of_cards = self.cards().into_iter().filter_map(|card| card.breakdown.as_ref());
        of_cards.chain(self.breakdowns.iter().copied())
    }
}

/// One chart, table or list of a breakdown screen.
#[derive(Debug)]
pub struct Block {
    pub id: &'static str,
    pub shape: Shape,
    /// The default of its viewByH1.
    pub first_grouping: Grouping,
}

/// A block whose first grouping is by line of business.
pub const fn block(id: &'static str, shape: Shape) -> Block {
    Block { id, shape, first_grouping: Grouping::Lob }
}

/// The structure of a block's data. [`super::wire::BlockAnswer`] is the object around it.
#[derive(Debug)]
pub enum Shape {
    /// One row per period, with `previous`; with viewBy, one list of rows per group.
    ByPeriod(&'static [Field]),
    /// The same without viewBy.
    ByPeriodTotals(&'static [Field]),
    /// One line per group, always of the same grouping.
    Series(Grouping, Field),
    /// One row per group, one or two levels, the total last.
    Table(&'static [Field]),
    /// The same of members on the day before the window and on its last day, and of those who came and went.
    InAndOut(&'static [Field]),
    /// One row for each two groups between which members moved from the day before the window to its last day.
    Flow(Field),
    /// One value per group.
    Groups(Grouping, Field),
    /// One value per item.
    Bars(List),
    /// One row per item.
    List(List),
    /// Lists under their keys.
    Lists(&'static [(&'static str, List)]),
    /// One object per month, dated yyyy-mm.
    Months(&'static [Field]),
    /// Unwrapped: one column of a list, a text or a figure, by its name in the answer.
    Column(List, &'static str),
    /// Unwrapped: a list's texts and figures without their names.
    Pairs(List),
    /// Unwrapped: one triple per item: name, the list's one figure, and that figure by month.
    Triples(List),
    /// Unwrapped: the figures of a card.
    Card(&'static [Field]),
}

impl Shape {
    /// Its figures.
    pub fn fields(&self) -> Vec<&Field> {
        match self {
            Shape::ByPeriod(fields)
            | Shape::ByPeriodTotals(fields)
            | Shape::Table(fields)
            | Shape::InAndOut(fields)
            | Shape::Months(fields)
            | Shape::Card(fields) => fields.iter().collect(),
            Shape::Series(_, field) | Shape::Groups(_, field) | Shape::Flow(field) => vec![field],
            Shape::Bars(list) | Shape::List(list) | Shape::Pairs(list) | Shape::Triples(list) => {
                list.fields.iter().collect()
            }
            Shape::Column(list, name) => list.fields.iter().filter(|field| field.name == *name).collect(),
            Shape::Lists(lists) => lists.iter().flat_map(|(_, list)| list.fields).collect(),
        }
    }

    /// Its lists.
    pub fn lists(&self) -> Vec<&List> {
        match self {
            Shape::Bars(list)
            | Shape::List(list)
            | Shape::Column(list, _)
            | Shape::Pairs(list)
            | Shape::Triples(list) => vec![list],
            Shape::Lists(lists) => lists.iter().map(|(_, list)| list).collect(),
            _ => Vec::new(),
        }
    }
}

/// Rows of items, each with texts and figures.
#[derive(Clone, Copy, Debug)]
pub struct List {
    pub of: &'static Dimension,
    /// (name in the answer, attribute of the dimension)
    pub texts: &'static [(&'static str, &'static str)],
    pub fields: &'static [Field],
    /// A row is omitted if all of these are 0; without any, if all its fields are 0. A list with neither contains every
    /// item.
    pub counted: &'static [&'static Metric],
    pub order: Order,
    pub scope: FilterScope,
}

/// How a list is ordered; equal rows by name, then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the first attribute of its dimension.
    Name,
    /// By the field with this index, the largest first.
    Most(usize),
}

/// Which parts of a filter restrict a list, apart from the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterScope {
    All,
    /// Offers and campaigns, but not user groups.
    Items,
    Period,
}

/// A breakdown screen's calls: `path/breakdowns` and `path/breakdown/{block}`.
#[derive(Debug)]
pub struct Breakdown {
    pub path: &'static str,
    /// What the calls are about, for the OpenAPI document.
    pub summary: &'static str,
    /// Answers the data of each block without the object around it, and has no call for a block alone.
    pub unwrapped: bool,
    pub blocks: &'static [Block],
}

impl Breakdown {
    /// A breakdown whose blocks are answered together and alone.
    pub const fn new(path: &'static str, summary: &'static str, blocks: &'static [Block]) -> Breakdown {
        Breakdown { path, summary, unwrapped: false, blocks }
    }

    /// The default first groupings of its tables: viewByH2 must differ from each.
    pub fn first_groupings(&self) -> Vec<Grouping> {
        let is_by_group = |shape: &Shape| matches!(shape, Shape::Table(_) | Shape::InAndOut(_) | Shape::Flow(_));
        let tables = self.blocks.iter().filter(|block| is_by_group(&block.shape));
        let first: Vec<Grouping> = tables.map(|block| block.first_grouping).collect();
        if first.is_empty() { vec![Grouping::Lob] } else { first }
    }

    /// A breakdown that answers the data of its blocks alone.
    pub const fn unwrapped(path: &'static str, summary: &'static str, blocks: &'static [Block]) -> Breakdown {
        Breakdown { path, summary, unwrapped: true, blocks }
    }
}

/// A call that answers the rows of a list.
#[derive(Debug)]
pub struct ListCall {
    pub path: &'static str,
    pub summary: &'static str,
    /// Whether it is a GET without a filter.
    pub get: bool,
    pub list: List,
}
