//! What figures of both readings of groups, as they were and as they are, tell together.
//!
//! A figure as it was and the one as it is differ by the members who moved: who subtracts one from the other has figures of
//! these. So the figures as they were of a group are known by part, too: of the members of a group then who are in another
//! one now. `suppress/readings.rs` decides by them which rows may be shown.

use std::collections::HashMap;
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::filter::Groups;
use super::membership::Moves;
use super::model::Metric;
use super::operands::{GroupIndexes, Operands, Part};
use super::period::Window;
use super::rollup::{Figures, Readings};
use super::segment_groups::{GroupKey, Levels, SegmentGroups};
use super::table::{Figure, OtherReading};
use crate::warehouse::day::Day;

impl SegmentGroups {
    /// The same with other groups of segments.
    fn with(&self, keys: Vec<GroupKey>, of_segment: Vec<GroupIndexes>) -> SegmentGroups {
        let has_facts_of_members_only = self.has_facts_of_members_only;
        SegmentGroups { keys, of_segment, has_facts_of_members_only, of_everybody: false }
    }
}

impl Figures {
    /// Figures as they were that know what they tell together with those as they are. Both are the same in windows that end
    /// on the last loaded day, and of everybody.
    pub(super) fn in_both_readings(self, catalogue: &Catalogue, groups: &SegmentGroups, windows: &[Window]) -> Figures {
        let Some(were) = catalogue.were.as_ref().filter(|were| were.by_pair && !groups.of_everybody) else {
            return self;
        };
        if windows.iter().all(|window| Day::count_to(window.end) > were.until) {
            return self;
        }
        let of_now = |id: usize| groups.of_segment.get(catalogue.membership.now(id)).cloned().unwrap_or_default();
        let now: Vec<GroupIndexes> = (0..groups.of_segment.len()).map(of_now).collect();
        let mut parts: Vec<[GroupIndexes; 2]> = Vec::new();
        let mut index_of: HashMap<[GroupIndexes; 2], u32> = HashMap::new();
        let mut part_of = Vec::with_capacity(now.len());
        for both in groups.of_segment.iter().cloned().zip(now.iter().cloned()).map(<[GroupIndexes; 2]>::from) {
            if both.iter().all(Vec::is_empty) {
                part_of.push(Vec::new());
                continue;
            }
            let part = *index_of.entry(both.clone()).or_insert_with(|| {
                parts.push(both);
                parts.len() as u32
            });
            part_of.push(vec![part]);
        }
        let keys: Vec<GroupKey> =
            [GroupKey::Total].into_iter().chain((0..).take(parts.len()).map(GroupKey::One)).collect();
        let minimum = u16::try_from(self.minimum_members).unwrap_or(u16::MAX);
        let empty = |keys: &[GroupKey]| Figures::new(keys.to_vec(), self.items, self.periods, minimum);
        let (now_figures, figures_by_part) = (empty(&groups.keys), empty(&keys));
        let readings = Readings {
            now: (groups.with(groups.keys.clone(), now), now_figures),
            by_part: (groups.with(keys, part_of), figures_by_part),
            parts,
        };
        Figures { readings: Some(Box::new(readings)), ..self }
    }

    /// A metric of one group and period, with whether it may be shown.
    pub fn figure(&self, metric: &Metric, group: usize, period: usize) -> Figure {
        let few = self.counted(metric, group, period).few(metric, self.minimum_members);
        let own = Figure::new(self.value(metric, group, period), few.contains(&true));
        let Some(readings) = &self.readings else { return own };
        let (of_now, groups) = (&readings.now.1, self.groups.len());
        let index = (group % groups) as u32;
        // Members who stayed, left and came.
        let mut counted = [Operands::default(), Operands::default(), Operands::default()];
        for (at, [then, now]) in readings.parts.iter().enumerate() {
            let kind = match (then.contains(&index), now.contains(&index)) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => continue,
            };
            counted[kind] = counted[kind].with(&self.counted_of_part(readings, metric, (group / groups, at), period));
        }
        // Where nobody is of a kind, its numbers are 0.
        let most = counted.iter().map(|counted| counted.contributors.len()).max().unwrap_or_default();
        counted.iter_mut().for_each(|counted| counted.contributors.resize(most, 0));
        let [stayed, left, came] = counted.map(|counted| counted.behind(metric));
        let mut tells = [false; 3];
        for (((form, stayed), (_, left)), (_, came)) in stayed.into_iter().zip(left).zip(came) {
            let is_few = |members: i128| 0 < members && members < 2 * self.minimum_members;
            tells[form] |= is_few(left + came) || (left + came > 0 && is_few(stayed + left));
        }
        own.beside(OtherReading {
            value: of_now.value(metric, group, period),
            few: of_now.counted(metric, group, period).few(metric, self.minimum_members),
            tells,
        })
    }

    fn counted_of_part(
        &self,
        readings: &Readings,
        metric: &Metric,
        (item, part): (usize, usize),
        period: usize,
    ) -> Operands {
        let figures = &readings.by_part.1;
        let group = item * figures.groups.len() + 1 + part;
        let added = metric.added().map_or(0, |term| figures.term(term, group, period));
        Operands { added, ..figures.counted(metric, group, period) }
    }

    /// What the members of each part are behind, of some metrics of an item and period; none where both readings are the
    /// same.
    pub(super) fn parts(&self, metrics: &[&Metric], item: usize, period: usize) -> Vec<Part> {
        let Some(readings) = &self.readings else { return Vec::new() };
        let of_part = |(at, [then, now]): (usize, &[GroupIndexes; 2])| Part {
            then: then.clone(),
            now: now.clone(),
            counted: metrics.iter().map(|metric| self.counted_of_part(readings, metric, (item, at), period)).collect(),
        };
        readings.parts.iter().enumerate().map(of_part).collect()
    }
}

impl Catalogue {
    /// Whether members count in the groups that they were in, and small groups are protected in both readings together.
    pub fn protects_moves(&self) -> bool {
        self.were.as_ref().is_some_and(|were| were.by_pair)
    }

    /// The moves between groups of a selection; None where both readings are the same.
    pub fn moves(&self, chosen: &Groups, levels: Levels) -> Option<Moves> {
        let were = self.were.as_ref().filter(|were| were.by_pair)?;
        let groups = SegmentGroups::new(self, chosen, levels);
        (!groups.of_everybody).then(|| Moves {
            membership: Arc::clone(&self.membership),
            now: Arc::clone(&self.member_segments),
            were: were.clone(),
            groups: groups.of_segment,
        })
    }
}
