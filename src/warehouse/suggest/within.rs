//! What rows of one file say about each other: amounts of an order that each of its lines repeats, and several events of one
//! message.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use super::events::event_column;
use super::profile::{Contents, Kind};

/// Orders that are remembered, and messages.
const MOST: usize = 20_000;

/// Orders of several lines that tell whether their amounts repeat.
const TELLING: u32 = 3;

/// Rows that are looked at together. Nothing is, unless the names of columns speak of orders or the values of one of events.
pub(super) struct Within<'c> {
    columns: &'c [Contents],
    order: Option<usize>,
    /// For each column of amounts, whether every order has one value, and how many orders of several lines have one.
    amounts: Vec<(usize, bool, u32)>,
    orders: HashMap<u64, Order>,
    /// Columns that tell messages apart, where each row is what became of one.
    message: Vec<usize>,
    messages: HashSet<u64>,
    rows: u64,
    repeated: u64,
    hasher: RandomState,
}

struct Order {
    /// The value of each column of amounts on its first line.
    first: Vec<u64>,
    is_single: bool,
}

/// What is found out.
pub(super) struct Found {
    /// The column with the order, and the columns with amounts that its lines repeat.
    pub(super) repeated: Option<(usize, Vec<usize>)>,
    /// Whether rows are events of messages, and not the messages.
    pub(super) has_events: bool,
}

impl<'c> Within<'c> {
    /// None if there is nothing to find out.
    pub(super) fn of(columns: &'c [Contents]) -> Option<Within<'c>> {
        let order = order(columns);
        let amounts: Vec<(usize, bool, u32)> = match order {
            Some(_) => (0..columns.len()).filter(|at| is_amount(&columns[*at])).map(|at| (at, true, 0)).collect(),
            None => Vec::new(),
        };
        let message = match event_column(columns) {
            Some(event) => (0..columns.len()).filter(|at| *at != event && tells_messages(&columns[*at])).collect(),
            None => Vec::new(),
        };
        let order = order.filter(|_| !amounts.is_empty());
        (order.is_some() || !message.is_empty()).then(|| Within {
            columns,
            order,
            amounts,
            orders: HashMap::new(),
            message,
            messages: HashSet::new(),
            rows: 0,
            repeated: 0,
            hasher: RandomState::new(),
        })
    }

    pub(super) fn take(&mut self, fields: &[&str]) {
        let field = |at: usize| fields.get(at).map_or("", |field| field.trim());
        if !self.message.is_empty() {
            let key: Vec<String> = self.message.iter().map(|at| field(*at).to_lowercase()).collect();
            let key = self.hasher.hash_one(key);
            self.rows += 1;
            if self.messages.contains(&key) {
                self.repeated += 1;
            } else if self.messages.len() < MOST {
                self.messages.insert(key);
            }
        }
        let Some(order) = self.order.map(field).filter(|order| !order.is_empty()) else { return };
        let hash = |at: usize| self.hasher.hash_one(field(at));
        let key = self.hasher.hash_one(order);
        let has_room = self.orders.len() < MOST;
        match self.orders.get_mut(&key) {
            Some(order) => {
                let is_second = std::mem::take(&mut order.is_single);
                for ((at, is_same, several), first) in self.amounts.iter_mut().zip(&order.first) {
                    *is_same &= hash(*at) == *first;
                    // Nothing repeats in any case.
                    *several += u32::from(is_second && field(*at).contains(|c: char| ('1'..='9').contains(&c)));
                }
            }
            None if has_room => {
                let first = self.amounts.iter().map(|(at, ..)| hash(*at)).collect();
                self.orders.insert(key, Order { first, is_single: true });
            }
            None => {}
        }
    }

    pub(super) fn end(self) -> Found {
        let is_repeated = |(_, is_same, several): &&(usize, bool, u32)| *is_same && *several >= TELLING;
        let repeated: Vec<usize> = self.amounts.iter().filter(is_repeated).map(|(at, ..)| *at).collect();
        let names: HashSet<String> = self.columns.iter().map(|contents| contents.name.to_lowercase()).collect();
        // A query could not name the one of two columns.
        let is_named = names.len() == self.columns.len() && !names.contains("");
        Found {
            repeated: self.order.filter(|_| is_named && !repeated.is_empty()).map(|order| (order, repeated)),
            has_events: is_named && self.repeated * 10 > self.rows,
        }
    }
}

/// The column with the id of an order of which there are several lines.
fn order(columns: &[Contents]) -> Option<usize> {
    /// Things that say that a name is of something else about an order.
    const OTHERS: &[&str] = &[
        "DATE", "TIME", "AMOUNT", "SALES", "PRICE", "QUANTITY", "STATUS", "TYPE", "DISCOUNT", "TAX", "PERSON", "EMAIL",
        "POINTS", "NAME", "CREATED", "SOURCE", "LINE", "PRODUCT", "OFFER", "PARTNER", "CATEGORY", "NOTES",
    ];
    let is_order = |contents: &Contents| {
        matches!(contents.kind, Kind::Whole | Kind::Text)
            && contents.spoken.has("ORDER")
            && !OTHERS.iter().any(|thing| contents.spoken.has(thing))
            && !contents.is_unique
            && contents.distinct > 1
    };
    // Of several, the one with more orders: a number may begin again each day.
    let orders = (0..columns.len()).filter(|at| is_order(&columns[*at]));
    orders.max_by_key(|at| (columns[*at].spoken.has("ID"), columns[*at].distinct))
}

/// Whether a column may have amounts of an order, and not those of a line or a piece.
fn is_amount(contents: &Contents) -> bool {
    let spoken = &contents.spoken;
    let is_money = ["AMOUNT", "SALES", "DISCOUNT"].iter().any(|thing| spoken.has(thing));
    let is_of_less = ["LINE", "PRODUCT", "QUANTITY", "POINTS"].iter().any(|thing| spoken.has(thing));
    matches!(contents.kind, Kind::Whole | Kind::Number(..)) && is_money && !is_of_less && contents.distinct > 1
}

/// Whether a column tells messages apart: to whom, and of which campaign.
fn tells_messages(contents: &Contents) -> bool {
    let spoken = &contents.spoken;
    let is_person = spoken.has("PERSON") || contents.addresses > 0.5;
    // What differs in each row may be the id of an event.
    let is_of_message = ["EMAIL", "CAMPAIGN", "SUBJECT"].iter().any(|thing| spoken.has(thing)) && !contents.is_unique;
    (is_person || is_of_message) && matches!(contents.kind, Kind::Whole | Kind::Text)
}
