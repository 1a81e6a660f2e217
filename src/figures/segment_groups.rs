//! The groups of a table or chart, and which segments count in each of them.

use std::collections::HashMap;

use super::catalogue::{Catalogue, Segment};
use super::filter::Groups;
use super::model::{Scan, Source};
use crate::groupings::Grouping;

/// A group of a table or chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKey {
    /// All chosen members.
    Total,
    /// A group of the first level.
    One(i32),
    /// A group of the second level within one of the first.
    Two(i32, i32),
}

/// The groupings of a table or chart; none for totals alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub first: Option<Grouping>,
    pub second: Option<Grouping>,
}

/// Which segments count, and in which groups.
pub(super) struct SegmentGroups {
    pub keys: Vec<GroupKey>,
    /// Indexes of `keys` by segment id; empty for a segment that is not chosen.
    pub of_segment: Vec<Vec<u32>>,
    pub has_facts_of_members_only: bool,
    /// There is only the total of all members, whichever groups they are in.
    pub of_everybody: bool,
}

impl SegmentGroups {
    /// The groups that have members in the selection, the total first.
    pub fn new(catalogue: &Catalogue, chosen: &Groups, levels: Levels) -> SegmentGroups {
        let mut groups = SegmentGroups {
            keys: vec![GroupKey::Total],
            of_segment: Vec::new(),
            has_facts_of_members_only: catalogue.has_facts_of_members_only,
            of_everybody: *chosen == Groups::default() && levels == Levels::default(),
        };
        let mut indexes = HashMap::from([(GroupKey::Total, 0u32)]);
        let mut index = |keys: &mut Vec<GroupKey>, key: GroupKey| {
            *indexes.entry(key).or_insert_with(|| {
                keys.push(key);
                (keys.len() - 1) as u32
            })
        };
        for segment in &catalogue.segments {
            let mut counted_in = Vec::new();
            if segment.members > 0 && is_chosen(segment, chosen) {
                counted_in.push(0);
                for first in levels.first.map(|level| ids(segment, level, chosen)).unwrap_or_default() {
                    counted_in.push(index(&mut groups.keys, GroupKey::One(first)));
                    for second in levels.second.map(|level| ids(segment, level, chosen)).unwrap_or_default() {
                        counted_in.push(index(&mut groups.keys, GroupKey::Two(first, second)));
                    }
                }
            }
            groups.of_segment.push(counted_in);
        }
        groups
    }

    /// The segments of a selection that pass a condition, divided by `group_of` (of a segment and its id) into groups with these keys; the total
    /// first.
    pub fn divided(
        catalogue: &Catalogue,
        chosen: &Groups,
        passes: impl Fn(&Segment) -> bool,
        group_of: impl Fn(usize, &Segment) -> Option<i32>,
    ) -> SegmentGroups {
        let mut groups = SegmentGroups {
            keys: vec![GroupKey::Total],
            of_segment: Vec::new(),
            has_facts_of_members_only: catalogue.has_facts_of_members_only,
            of_everybody: false,
        };
        let mut indexes: HashMap<i32, u32> = HashMap::new();
        for (id, segment) in catalogue.segments.iter().enumerate() {
            let mut counted_in = Vec::new();
            if segment.members > 0 && is_chosen(segment, chosen) && passes(segment) {
                counted_in.push(0);
                counted_in.extend(group_of(id, segment).map(|group| {
                    *indexes.entry(group).or_insert_with(|| {
                        groups.keys.push(GroupKey::One(group));
                        (groups.keys.len() - 1) as u32
                    })
                }));
            }
            groups.of_segment.push(counted_in);
        }
        groups
    }

    /// The same without facts that belong to no member.
    pub fn with_facts_of_members_only(self) -> SegmentGroups {
        SegmentGroups { has_facts_of_members_only: true, ..self }
    }

    /// The total and a group for each chosen segment, named by the segment's id.
    pub fn of_each_segment(catalogue: &Catalogue, chosen: &Groups) -> SegmentGroups {
        let all = SegmentGroups::new(catalogue, chosen, Levels::default());
        let mut groups = SegmentGroups { of_everybody: false, ..all };
        for (id, counted_in) in groups.of_segment.iter_mut().enumerate().filter(|(_, groups)| !groups.is_empty()) {
            counted_in.push(groups.keys.len() as u32);
            groups.keys.push(GroupKey::One(id as i32));
        }
        groups
    }

    pub fn of_members(&self, segment: u32) -> &[u32] {
        self.of_segment.get(segment as usize).map_or(&[], Vec::as_slice)
    }

    /// Rows of segment 0 belong to no member (a poll, a month of activity): they count in the total, unless they are
    /// facts and those are hidden.
    pub fn of(&self, segment: i64, source: &Source) -> &[u32] {
        match segment {
            0 if self.has_facts_of_members_only && source.scan != Scan::Reference => &[],
            0 => &[0],
            segment => usize::try_from(segment).ok().and_then(|id| self.of_segment.get(id)).map_or(&[], Vec::as_slice),
        }
    }

    /// Whether rows of a segment count in the total.
    pub fn counted(&self, source: &Source) -> impl Fn(i64) -> bool + use<> {
        let is_chosen: Vec<bool> = self.of_segment.iter().map(|groups| !groups.is_empty()).collect();
        let of_nobody = !self.of(0, source).is_empty();
        move |segment| match segment {
            0 => of_nobody,
            segment => is_chosen.get(segment as usize).copied().unwrap_or(false),
        }
    }
}

fn is_chosen(segment: &Segment, chosen: &Groups) -> bool {
    Grouping::all().all(|grouping| segment.groups[grouping].iter().any(|id| chosen[grouping].has(*id)))
}

/// The segment's groups of one grouping that the filter chose.
fn ids(segment: &Segment, grouping: Grouping, chosen: &Groups) -> Vec<i32> {
    segment.groups[grouping].iter().copied().filter(|id| chosen[grouping].has(*id)).collect()
}
