//! The query of a source, as data.

use super::filter::Choice;
use super::membership::AsTheyWere;
use super::model::{Scan, Source};
use super::subset::{Subset, is_id, of_each_item};
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed::{self, Each, MemberSets, MovedSums, RowSums};
use crate::warehouse::question::Span;

/// A query of a source, and the key under which its rows are cached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SourceQuery {
    pub source: &'static Source,
    /// In order of time by first day.
    pub spans: Vec<Span>,
    /// The chosen offers or campaigns of the source.
    pub items: Choice,
    /// What rows are grouped by besides the segment: a dimension's key. Dimensions with the same key share the rows.
    pub by: Option<Key>,
    pub subset: Subset,
    /// Only what newcomers did: members whose first login is on one of these days. It has one span, read from rows.
    pub newcomers: Option<Span>,
    /// Rows are of the segments that their members were in on the last day of each window; None for those of now.
    pub were: Option<AsTheyWere>,
}

impl SourceQuery {
    /// Whether profiles answer it.
    pub(super) fn reads_profiles(&self) -> bool {
        self.source.scan == Scan::Profiles && (self.subset.is_unfiltered() || self.profile_item().is_some())
    }

    /// The column with the item, if a profile of items has what the query computes.
    pub(super) fn profile_item(&self) -> Option<&'static str> {
        if !matches!(self.subset, Subset::Additive(_)) {
            return None;
        }
        let (_, profile) = feed::profiles().find(|(derived, _)| derived.source == self.source.id)?;
        profile.of_items.map(|of_items| of_items.item).filter(|item| self.by.is_none_or(|by| is_id(by, item)))
    }

    /// The sums by day or month that answer it: they have its measures, its items and its grouping.
    pub(super) fn row_sums(&self, each: Each) -> Option<&'static RowSums> {
        let sums = row_sums_of(self.source).filter(|sums| sums.each == each)?;
        let is_item = |column| sums.item == Some(column);
        let has_items = self.items == Choice::All || self.source.items.column().is_some_and(is_item);
        let has_value = self.by.is_none_or(|by| sums.item.is_some_and(|column| is_id(by, column)));
        let mut computed = self.source.measures.iter().filter(|measure| self.subset.has(measure, self.by));
        let has_measures = computed.all(|measure| sums.counts.iter().any(|count| count.name == measure.id));
        (has_items && has_value && has_measures).then_some(sums)
    }

    /// The sums of members who moved, if they answer how the groups of a day differ from those of now.
    pub(super) fn moved_sums(&self) -> Option<MovedSums> {
        let is_of_all =
            self.were.as_ref().is_none_or(|were| were.of == Choice::All && were.between.is_none() && !were.by_pair);
        let has_all_items = self.items == Choice::All || self.source.items.column().is_none();
        let (_, sums) = feed::moved_sums().find(|(_, sums)| sums.source == self.source.id)?;
        let mut computed = self.source.measures.iter().filter(|measure| self.subset.has(measure, self.by));
        let has_measures = computed.all(|measure| sums.counts.iter().any(|count| count.name == measure.id));
        (is_of_all && self.newcomers.is_none() && has_all_items && self.by.is_none() && has_measures).then_some(sums)
    }

    /// Whether sums by month have what it computes for one whole month.
    pub(super) fn has_one_month(&self) -> bool {
        let Some(sums) = row_sums_of(self.source).filter(|sums| sums.each == Each::Month) else { return false };
        let computed = self.source.measures.iter().filter(|measure| self.subset.has(measure, self.by));
        let mut computed = computed.map(|measure| of_each_item(measure, self.by).unwrap_or(measure));
        computed.all(|measure| sums.columns().any(|(id, _)| id == measure.id))
    }

    /// The sets of members that answer it. They cannot count newcomers.
    pub(super) fn member_sets(&self) -> Option<MemberSets> {
        if self.newcomers.is_some() || !self.subset.of_members() {
            return None;
        }
        let (_, sets) = feed::member_sets().find(|(derived, _)| derived.source == self.source.id)?;
        let kept_by = |by: Key| sets.by.iter().any(|column| is_id(by, column));
        let mut measures = self.source.measures.iter().filter(|measure| self.subset.has(measure, self.by));
        let has_all = measures.all(|measure| sets.kinds.iter().any(|kind| kind.members == measure.id));
        (has_all && self.by.is_none_or(kept_by)).then_some(sets)
    }

    /// The same by item, if the rows of this query are sums over its items.
    pub(super) fn by_item(&self, key: Key) -> Option<SourceQuery> {
        let adds_up =
            || self.source.measures.iter().all(|measure| measure.counts_contributors || measure.members_with.is_none());
        let has_sums = self.by.is_none() && [Subset::ALL, Subset::ADDITIVE].contains(&self.subset) && adds_up();
        has_sums.then(|| SourceQuery { by: Some(key), subset: Subset::ADDITIVE, ..self.clone() })
    }

    /// Size of its lists in bytes.
    pub(super) fn bytes(&self) -> usize {
        let segments = self.were.as_ref().map_or(0, |were| were.of.bytes());
        self.spans.len() * size_of::<Span>() + self.items.bytes() + segments
    }
}

/// The most windows of one question: the time to plan its statement grows faster than the number of its parts.
pub(super) const MOST_WINDOWS: usize = 12;

/// The sums by day or month of a source's rows.
pub(super) fn row_sums_of(source: &Source) -> Option<&'static RowSums> {
    feed::row_sums().map(|(_, sums)| sums).find(|sums| sums.source == source.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{SOURCES, content, website};

    fn query(source: &'static Source, subset: Subset, by: Option<Key>) -> SourceQuery {
        SourceQuery { source, spans: Vec::new(), items: Choice::All, by, subset, newcomers: None, were: None }
    }

    #[test]
    fn sums_answer_unless_rows_are_by_something_else() {
        let of_days = |source, subset, by| query(source, subset, by).row_sums(Each::Day);
        assert!(of_days(&website::WEB, Subset::ALL, None).is_some());
        assert!(of_days(&website::WEB, Subset::ADDITIVE, website::BY_DEVICE.column).is_none());
        assert!(of_days(&content::ARTICLE, Subset::ALL, None).is_none(), "by month");
    }

    #[test]
    fn every_measure_of_a_set_is_declared() {
        for (derived, sets) in feed::member_sets() {
            let source = SOURCES.iter().find(|source| source.id == derived.source).expect("a source");
            for kind in sets.kinds {
                let members = source.measures.iter().find(|measure| measure.id == kind.members).expect("a measure");
                assert_eq!(members.members_with, Some(kind.rows));
            }
        }
    }

    #[test]
    fn sets_answer_for_all_items_and_by_each_of_their_columns() {
        let subset_of = |source: &Source, sets: &MemberSets| {
            let measure =
                source.measures.iter().find(|measure| measure.id == sets.kinds[0].members).expect("a measure");
            if measure.counts_contributors { Subset::Contributors } else { Subset::Members }
        };
        for (derived, sets) in feed::member_sets() {
            let source = SOURCES.iter().copied().find(|source| source.id == derived.source).expect("a source");
            let subset = subset_of(source, &sets);
            for by in sets.by.iter().map(|column| Some(Key::Id(column))).chain([None]) {
                assert!(query(source, subset, by).member_sets().is_some(), "{} by {by:?}", source.id);
            }
            assert!(query(source, subset, Some(Key::Text("link"))).member_sets().is_none());
            assert!(query(source, Subset::ALL, None).member_sets().is_none());
        }
    }
}
