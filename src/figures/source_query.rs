//! What one query reads of a source.

use super::filter::Choice;
use super::model::{Scan, Source};
use super::subset::{Subset, is_id};
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed;
use crate::warehouse::question::Span;

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
    /// Only what newcomers did: members whose first login is on one of these days. With one span, and read from rows.
    pub newcomers: Option<Span>,
}

impl SourceQuery {
    /// Whether profiles answer it.
    pub(super) fn reads_profiles(&self) -> bool {
        self.source.scan == Scan::Profiles && (self.subset.is_unfiltered() || self.profile_item().is_some())
    }

    /// The column with the item, where a profile of items has what the query computes.
    pub(super) fn profile_item(&self) -> Option<&'static str> {
        if !matches!(self.subset, Subset::Additive(_)) {
            return None;
        }
        let (_, profile) = feed::profiles().find(|(derived, _)| derived.source == self.source.id)?;
        profile.of_items.map(|of_items| of_items.item).filter(|item| self.by.is_none_or(|by| is_id(by, item)))
    }

    /// The same by item, if the rows of this query are sums over its items.
    pub(super) fn by_item(&self, key: Key) -> Option<SourceQuery> {
        let adds_up = || self.source.measures.iter().all(|measure| measure.people || measure.members_with.is_none());
        let has_sums = self.by.is_none() && [Subset::ALL, Subset::ADDITIVE].contains(&self.subset) && adds_up();
        has_sums.then(|| SourceQuery { by: Some(key), subset: Subset::ADDITIVE, ..self.clone() })
    }

    /// Size of its lists in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.spans.len() * size_of::<Span>() + self.items.bytes()
    }
}

/// The most windows of one question: the time to plan its statement grows faster than the number of its parts.
pub(super) const MOST_WINDOWS: usize = 12;
