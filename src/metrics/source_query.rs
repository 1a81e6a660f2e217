//! What one query reads of a source.

use super::filter::Choice;
use super::model::{Scan, Source};
use super::span::Span;
use super::subset::{Subset, is_id};
use crate::warehouse::Value;
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed;

/// What one query reads: the key under which its rows are cached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SourceQuery {
    pub source: &'static Source,
    /// In order of time by first day.
    pub spans: Vec<Span>,
    /// Of the source's offers or campaigns.
    pub items: Choice,
    /// What rows are by too: a dimension's key. Dimensions with the same key share the rows.
    pub by: Option<Key>,
    pub subset: Subset,
}

impl SourceQuery {
    /// Whether profiles answer it.
    pub(super) fn reads_profiles(&self) -> bool {
        self.source.scan == Scan::Profiles && (self.subset.is_of_everything() || self.profile_item().is_some())
    }

    /// The column with the item, where a profile of items has what the query computes.
    pub(super) fn profile_item(&self) -> Option<&'static str> {
        if self.subset != Subset::Additive {
            return None;
        }
        let (_, profile) = feed::profiles().find(|(_, profile)| profile.source == self.source.id)?;
        profile.of_items.map(|of_items| of_items.item).filter(|item| self.by.is_none_or(|by| is_id(by, item)))
    }

    /// Size of its lists in bytes.
    pub(super) fn bytes(&self) -> usize {
        let items = if let Choice::Only(ids) = &self.items { ids.len() } else { 0 };
        self.spans.len() * size_of::<Span>() + items * size_of::<i32>()
    }

    /// The condition for the chosen items, with its value; empty where all items count.
    pub(super) fn item_filter(&self, values: &mut Vec<Value>) -> String {
        let (Some(column), Choice::Only(ids)) = (self.source.items.column(), &self.items) else { return String::new() };
        let largest = ids.iter().max().copied().unwrap_or_default();
        match usize::try_from(largest) {
            // One bit per id costs a fraction of a join with the ids. Ids begin at 1; those beyond the last share one more
            // bit, which is 0.
            Ok(last) if last <= MOST_BITS => {
                let mut bits = vec![b'0'; last + 2];
                for id in ids.iter().filter_map(|id| usize::try_from(*id).ok()) {
                    bits[id] = b'1';
                }
                values.push(Value::Text(bits.into_iter().map(char::from).collect()));
                values.push(Value::Int(i64::from(largest) + 1));
                format!("where get_bit(?::bit, least({column}, ?::integer)) = 1\n")
            }
            _ => {
                values.push(Value::Ints(ids.clone()));
                format!("where {column} in (select unnest(?::integer[]))\n")
            }
        }
    }
}

/// The most windows of one statement: the time to plan a statement grows faster than the number of its parts.
pub(super) const MOST_WINDOWS: usize = 12;

/// The largest id that is looked up as a bit; larger ones are looked up in a list.
const MOST_BITS: usize = 1 << 16;
