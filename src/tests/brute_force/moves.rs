//! Members who moved from group to group, counted member by member.

use std::collections::BTreeMap;

use bond::figures::filter::GroupsAsOf;
use bond::figures::group_flows::{GroupStock, Way};
use bond::figures::period::Window;
use bond::figures::{GroupKey, Levels, Selection};
use bond::groupings::Grouping;
use bond::scope::Scope;
use time::Duration;

use super::Harness;
use super::plain::{Choices, Counter, Days, Who};
use super::world::TIER_ORDER;
use crate::wait;

impl Harness {
    /// Compares the flows and stocks of both readings with what becomes of each member.
    pub(super) fn compare_moves(&mut self, windows: &[Window], selection: &Selection, levels: Levels) {
        for reading in [GroupsAsOf::Now, GroupsAsOf::Window] {
            let engine = &self.program.app.app.engine;
            let were = wait(engine.catalogue_within(&Scope::All, GroupsAsOf::Window)).expect("a catalogue");
            let now = wait(engine.catalogue_within(&Scope::All, GroupsAsOf::Now)).expect("a catalogue");
            let now = (reading == GroupsAsOf::Now).then_some(&*now);
            for window in windows {
                let of_member = self.of_members(*window, selection, reading);
                for grouping in [Grouping::Tier, Grouping::Lob] {
                    let found = were.group_flows(*window, selection, grouping, now);
                    let moved = found.iter().filter(|flow| ![Way::Joined, Way::Stayed].contains(&flow.way));
                    self.moved += moved.map(|flow| flow.members).sum::<i64>();
                    let found: BTreeMap<_, _> =
                        found.iter().map(|flow| ((flow.from, flow.to, flow.way.name()), flow.members)).collect();
                    let expected = flows(&of_member, selection, grouping, reading);
                    assert_eq!(found, expected, "{window:?} {selection:?} {grouping:?} {reading:?}");
                }
                let stocks = were.group_stocks(*window, selection, levels, now);
                for (key, stock) in &stocks {
                    let expected = stock_of(&of_member, *key, levels, selection, reading);
                    assert_eq!(*stock, expected, "{key:?} {window:?} {selection:?} {reading:?}");
                    let GroupStock { before, joined, moved_in, moved_out, after } = *stock;
                    assert_eq!(before + joined + moved_in - moved_out, after, "{key:?} {window:?} {selection:?}");
                }
                self.compared += stocks.len() as u64;
            }
        }
    }

    /// What became of the members who count.
    fn of_members(&self, window: Window, selection: &Selection, reading: GroupsAsOf) -> Vec<Became> {
        let chosen = Choices { groups: selection.groups.clone(), ..Choices::default() };
        let counter = Counter::new(&self.world, &self.histories, chosen);
        let is_chosen = |groups: &[Vec<i32>; 3]| counter.is_of(&Who::default(), groups);
        let days = Days { start: window.start, end: window.end };
        let mut all = Vec::new();
        for (member, history) in self.world.members.iter().zip(&self.histories) {
            let Some((first, _)) = history.sessions.first() else { continue };
            if *first > days.end {
                continue;
            }
            let before = counter.groups_were(member, days.start - Duration::DAY);
            let before = (*first < days.start).then_some(before);
            let after = counter.groups_were(member, days.end);
            let counts = match reading {
                GroupsAsOf::Now => is_chosen(&member.now()),
                GroupsAsOf::Window => before.as_ref().is_some_and(is_chosen) || is_chosen(&after),
            };
            if counts {
                // With groups as they are, whoever counts does so in every group.
                let is_chosen = |groups: &[Vec<i32>; 3]| reading == GroupsAsOf::Now || is_chosen(groups);
                let before = before.map(|groups| (is_chosen(&groups), groups));
                all.push(Became { before, after: (is_chosen(&after), after) });
            }
        }
        all
    }
}

/// The groups of a member on the day before, if registered, and on the last day; and whether these are chosen.
struct Became {
    before: Option<(bool, [Vec<i32>; 3])>,
    after: (bool, [Vec<i32>; 3]),
}

type Flows = BTreeMap<(Option<i32>, Option<i32>, &'static str), i64>;

fn flows(members: &[Became], selection: &Selection, grouping: Grouping, reading: GroupsAsOf) -> Flows {
    let mut flows = Flows::new();
    let shown = |(is_chosen, groups): &(bool, [Vec<i32>; 3])| {
        let group = groups[grouping as usize][0];
        let is_outside = reading == GroupsAsOf::Window && !selection.groups[grouping].has(group);
        (*is_chosen || is_outside).then_some(group)
    };
    let place = |(_, groups): &(bool, [Vec<i32>; 3])| {
        TIER_ORDER.iter().position(|id| *id == groups[Grouping::Tier as usize][0]).expect("a tier")
    };
    for Became { before, after } in members {
        let to = shown(after);
        let (from, way) = match before {
            None => (None, Way::Joined),
            Some(before) => {
                let from = shown(before);
                let is_tier = grouping == Grouping::Tier;
                let way = if from == to {
                    Way::Stayed
                } else if is_tier && place(after) > place(before) {
                    Way::Up
                } else if is_tier && place(after) < place(before) {
                    Way::Down
                } else {
                    Way::Moved
                };
                (from, way)
            }
        };
        let from = if way == Way::Joined { None } else { from };
        *flows.entry((from, to, way.name())).or_default() += 1;
    }
    flows
}

fn stock_of(
    members: &[Became],
    key: GroupKey,
    levels: Levels,
    selection: &Selection,
    reading: GroupsAsOf,
) -> GroupStock {
    let of_level = |level: Option<Grouping>, id: i32, groups: &[Vec<i32>; 3]| {
        let grouping = level.expect("a level");
        let is_shown = reading == GroupsAsOf::Now || selection.groups[grouping].has(id);
        is_shown && groups[grouping as usize].contains(&id)
    };
    let is_in = |(is_chosen, groups): &(bool, [Vec<i32>; 3])| {
        *is_chosen
            && match key {
                GroupKey::Total => true,
                GroupKey::One(first) => of_level(levels.first, first, groups),
                GroupKey::Two(first, second) => {
                    of_level(levels.first, first, groups) && of_level(levels.second, second, groups)
                }
            }
    };
    let mut stock = GroupStock::default();
    for Became { before, after } in members {
        let (was, is) = (before.as_ref().is_some_and(is_in), is_in(after));
        stock.before += i64::from(was);
        stock.after += i64::from(is);
        stock.joined += i64::from(is && before.is_none());
        stock.moved_in += i64::from(is && before.is_some() && !was);
        stock.moved_out += i64::from(was && !is);
    }
    stock
}
