//! Members who moved between groups: how many went from each group to each other, and how many came and left.

use std::collections::HashMap;
use std::sync::Arc;

use time::Date;

use super::catalogue::{Catalogue, Segment, Selection};
use super::coverage::Coverage;
use super::filter::Groups;
use super::group_moves::{GROUP_MOVES, GroupMoves, Path};
use super::period::Window;
use super::segment_groups::{GroupKey, Levels, SegmentGroups};
use crate::groupings::Grouping;
use crate::warehouse::day::Day;
use crate::warehouse::question::Span;
use crate::warehouse::{Warehouse, WarehouseError};

/// Which way members went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// They registered within the window.
    Joined,
    Stayed,
    /// To a higher or lower tier.
    Up,
    Down,
    /// To another group of a grouping whose groups are not higher or lower, or from or to members who are not chosen.
    Moved,
}

impl Way {
    pub const ALL: [Way; 5] = [Way::Joined, Way::Stayed, Way::Up, Way::Down, Way::Moved];

    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Way::Joined => "joined",
            Way::Stayed => "stayed",
            Way::Up => "up",
            Way::Down => "down",
            Way::Moved => "moved",
        }
    }
}

/// Members who went from one group to another, or stayed. A group is None for members of no chosen group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFlow {
    pub from: Option<i32>,
    pub to: Option<i32>,
    pub way: Way,
    pub members: i64,
}

/// The members of a group on the day before a window and on its last day, and what lies between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupStock {
    pub before: i64,
    pub joined: i64,
    pub moved_in: i64,
    pub moved_out: i64,
    pub after: i64,
}

impl Catalogue {
    /// Reads where registered members have been.
    pub(super) async fn read_moves(&mut self, warehouse: &Warehouse) -> Result<(), WarehouseError> {
        let registered = warehouse.query(self.version, GroupMoves::SQL.into(), Vec::new()).await?;
        let (membership, until) = (Arc::clone(&self.membership), self.last_day() - 1);
        let of_segment = |segment: &Segment| segment.groups[Grouping::Tier].first().copied();
        let place = |segment| of_segment(segment).map_or(usize::MAX, |tier| self.place(Grouping::Tier, tier));
        let tiers = self.segments.iter().map(place).collect();
        let moves = warehouse.compute(move || GroupMoves::of(&registered, &membership, tiers, until)).await?;
        self.group_moves = Arc::new(moves);
        Ok(())
    }

    /// Makes known which moves of members can be told: those after the first day whose groups are known. Where nobody has
    /// moved there are none, and where small groups are protected none is told: few members may have moved.
    pub(super) fn telling_moves(mut self, minimum_members: u16) -> Catalogue {
        let Some(table) = GROUP_MOVES.table else { return self };
        let mut coverage = Coverage::clone(&self.coverage);
        coverage.tables.remove(table);
        self.loaded.remove(table);
        let days = self.history_since.and_then(Date::next_day).zip(self.through());
        if let Some((first, last)) = days.filter(|(first, last)| first <= last && minimum_members == 0) {
            coverage.add_gap(table, 0, Day::count_to(first) - 1);
            coverage.add_gap(table, Day::count_to(last) + 1, i16::MAX.into());
            self.loaded.insert(table.to_owned(), (first, last));
        } else {
            self.group_moves = Arc::default();
        }
        self.coverage = Arc::new(coverage);
        self
    }

    /// How many members moved between the groups of a grouping, in the order of groups; of a catalogue as they were.
    ///
    /// Members count who are in the selection on one of the two days. A group that is not chosen has only those who came from
    /// chosen ones or went to them. With `now`, the members count who are in the selection now, in all groups.
    pub fn group_flows(
        &self,
        window: Window,
        selection: &Selection,
        grouping: Grouping,
        now: Option<&Catalogue>,
    ) -> Vec<GroupFlow> {
        let levels = Levels { first: Some(grouping), second: None };
        let chosen = Chosen::new(self, selection, levels, now);
        let groups = &chosen.groups;
        let group = |segment: u32| {
            let own = self.segments.get(segment as usize).and_then(|segment| segment.groups[grouping].first().copied());
            own.filter(|own| has(groups, segment) || !selection.groups[grouping].has(*own))
        };
        let mut flows: HashMap<(Option<i32>, Option<i32>, Way), i64> = HashMap::new();
        for (path, members) in self.paths(window, &chosen) {
            let (from, to) = (group(path.from), group(path.to));
            let way = match self.group_moves.way(path) {
                _ if path.from == 0 => Way::Joined,
                _ if from == to => Way::Stayed,
                std::cmp::Ordering::Greater if grouping == Grouping::Tier => Way::Up,
                std::cmp::Ordering::Less if grouping == Grouping::Tier => Way::Down,
                _ => Way::Moved,
            };
            *flows.entry((from, to, way)).or_default() += members;
        }
        let flow = |((from, to, way), members)| GroupFlow { from, to, way, members };
        let mut flows: Vec<GroupFlow> = flows.into_iter().map(flow).collect();
        // Who joined comes last, as who comes from groups that are not chosen.
        let place = |group: Option<i32>| group.map_or(usize::MAX, |group| self.place(grouping, group));
        flows.sort_by_key(|flow| (flow.way == Way::Joined, place(flow.from), place(flow.to)));
        flows
    }

    /// What the groups of a table had on both days: a member may be in several.
    pub fn group_stocks(
        &self,
        window: Window,
        selection: &Selection,
        levels: Levels,
        now: Option<&Catalogue>,
    ) -> HashMap<GroupKey, GroupStock> {
        let chosen = Chosen::new(self, selection, levels, now);
        let groups = &chosen.groups;
        let mut stocks: Vec<GroupStock> = vec![GroupStock::default(); groups.keys.len()];
        for (path, members) in self.paths(window, &chosen) {
            let (from, to) = (groups.of_members(path.from), groups.of_members(path.to));
            for group in from {
                let stock = &mut stocks[*group as usize];
                stock.before += members;
                stock.moved_out += if to.contains(group) { 0 } else { members };
            }
            for group in to {
                let stock = &mut stocks[*group as usize];
                stock.after += members;
                match path.from {
                    0 => stock.joined += members,
                    _ if !from.contains(group) => stock.moved_in += members,
                    _ => {}
                }
            }
        }
        groups.keys.iter().copied().zip(stocks).collect()
    }

    /// The paths of the members who count.
    fn paths(&self, window: Window, chosen: &Chosen) -> Vec<(Path, i64)> {
        let moves: &GroupMoves = &self.group_moves;
        let number = |date| i32::from(Day::clamped(date).number());
        let days = Span { first: number(window.start), last: number(window.end) };
        let paths = moves.paths(days).into_iter().filter(|(path, _)| self.counts_segment(path.now as usize));
        paths.filter(|(path, _)| chosen.has(*path)).collect()
    }
}

/// Who counts, and in which groups.
struct Chosen {
    groups: SegmentGroups,
    /// The segments that are chosen now, where these decide who counts.
    now: Option<SegmentGroups>,
}

impl Chosen {
    fn new(were: &Catalogue, selection: &Selection, levels: Levels, now: Option<&Catalogue>) -> Chosen {
        let groups = if now.is_some() { &Groups::default() } else { &selection.groups };
        let groups = SegmentGroups::new(were, groups, levels);
        Chosen { groups, now: now.map(|now| SegmentGroups::new(now, &selection.groups, Levels::default())) }
    }

    fn has(&self, path: Path) -> bool {
        match &self.now {
            Some(now) => has(now, path.now),
            None => has(&self.groups, path.from) || has(&self.groups, path.to),
        }
    }
}

/// Whether members of a segment are chosen.
fn has(groups: &SegmentGroups, segment: u32) -> bool {
    !groups.of_members(segment).is_empty()
}
