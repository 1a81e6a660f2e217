//! The catalogue of a data version: groups, segments, items, and the loaded days of each table.

mod read;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use time::Date;

use super::coverage::Coverage;
pub use super::filter::Selection;
use super::filter::{Choice, GroupsAsOf, Items};
use super::group_moves::GroupMoves;
use super::member_counts::Segments;
use super::membership::{AsTheyWere, Membership};
use super::model::{ItemFilter, Metric, Source, Term};
use super::natural::Natural;
use super::resident::Summaries;
use crate::groupings::{ByGrouping, Grouping};
use crate::scope::Scope;
use crate::warehouse::day::Day;
use crate::warehouse::feed;

/// A tier, line of business or audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: i32,
    pub name: String,
    /// Its place, where the feed gives it one.
    position: Option<i64>,
}

impl Group {
    /// What groups of one grouping are sorted by: those with a position first, by it, and all others by name.
    fn order(&self) -> impl Ord + use<> {
        (self.position.is_none(), self.position, Natural(self.name.clone()), self.id)
    }
}

/// One combination of groups: a member is in exactly one segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Ids of the groups its members are in.
    pub groups: ByGrouping<Vec<i32>>,
    pub members: i64,
}

/// What is read once for a data version: everything except facts, and the sums of facts that stay in memory. A request
/// uses exactly one catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    pub version: i32,
    /// In their order, which every list, table, legend and file has.
    pub(super) groups: ByGrouping<Vec<Group>>,
    /// Indexed by segment id; segment 0 is empty.
    pub segments: Vec<Segment>,
    /// Offers and campaigns by id, each with its category or type.
    pub(super) offers: Vec<(i32, i32)>,
    pub(super) campaigns: Vec<(i32, i32)>,
    /// First and last loaded day, by feed table; tables without rows are missing.
    pub loaded: HashMap<String, (Date, Date)>,
    /// What is loaded, table by table and day by day.
    pub coverage: Arc<Coverage>,
    /// By source.
    pub(super) summaries: HashMap<&'static str, Arc<Summaries>>,
    pub(super) member_segments: Arc<Segments>,
    pub(super) membership: Arc<Membership>,
    pub(super) group_moves: Arc<GroupMoves>,
    /// The first day with data whose groups of members are known; None where nobody has moved.
    pub history_since: Option<Date>,
    /// Figures count members in the groups that they were in; None for those that they are in.
    pub(super) were: Option<AsTheyWere>,
    /// Whether `bond demo` made the data.
    pub demo: bool,
    /// Whether facts that belong to no member are left out, because they are sums over everybody.
    pub(super) has_facts_of_members_only: bool,
}

impl Catalogue {
    /// An empty catalogue, older than any data version.
    pub(super) fn none() -> Catalogue {
        Catalogue { version: -1, ..Catalogue::default() }
    }

    /// The catalogue as if there were only the members of a scope: segments of others are empty, and groups without a
    /// member of the scope are missing. The loaded days remain those of the program.
    ///
    /// Figures are summed from segments, so an answer from this catalogue holds no other member. A scope is by the groups of
    /// now: with [`GroupsAsOf::Window`], groups that its members were in are there too, and count these members alone. They
    /// count by pair of segments where small groups are protected.
    pub(super) fn within(self: Arc<Self>, scope: &Scope, groups: GroupsAsOf, by_pair: bool) -> Arc<Catalogue> {
        let mut within = Catalogue::clone(&self);
        let is_within = |segment: &Segment| *scope == Scope::All || scope.has(&segment.groups);
        let mut spans = Vec::new();
        if groups == GroupsAsOf::Window {
            let ids = (0..).zip(&self.segments).filter(|(_, segment)| is_within(segment)).map(|(id, _)| id);
            let of = if *scope == Scope::All { Choice::All } else { Choice::Only(ids.collect()) };
            spans = self.membership.spans_in(self.segments.len(), &self.member_segments, &of);
            within.were = Some(AsTheyWere { of, until: self.last_day() - 1, by_pair, between: None });
        }
        for (id, segment) in within.segments.iter_mut().enumerate() {
            let were_in = spans.get(id).copied().unwrap_or_default();
            segment.members = if is_within(segment) { segment.members } else { 0 } + were_in;
            if segment.members == 0 && !is_within(segment) {
                *segment = Segment::default();
            }
        }
        if groups == GroupsAsOf::Window && by_pair {
            let pair = |(then, now): &(u32, u32)| match is_within(&self.segments[*now as usize]) {
                true => Segment { members: 1, ..self.segments[*then as usize].clone() },
                false => Segment::default(),
            };
            within.segments.extend(self.membership.pairs().iter().map(pair));
        }
        if *scope == Scope::All {
            return Arc::new(within);
        }
        for grouping in Grouping::all() {
            let ids: HashSet<i32> = within
                .segments
                .iter()
                .filter(|segment| segment.members > 0)
                .flat_map(|segment| &segment.groups[grouping])
                .copied()
                .collect();
            within.groups[grouping].retain(|group| ids.contains(&group.id));
        }
        within.coverage = Arc::new(within.coverage.of_a_part());
        if !scope.has_what_has_no_members() {
            within.has_facts_of_members_only = true;
            within.loaded.retain(|table, _| feed::table(table).is_some_and(feed::Table::has_members));
        }
        Arc::new(within)
    }

    /// The catalogue of members between two days, twice: segments have the groups of the one day, and those of the other.
    /// Members who were in other groups on the one than on the other are in segments of their own. None where figures
    /// count members in the groups of now.
    pub(super) fn between(&self, one: Date, other: Date) -> Option<[Catalogue; 2]> {
        let were = self.were.as_ref()?;
        // From the last loaded day on, groups are those of now.
        let number = |date| Some(i32::from(Day::clamped(date).number())).filter(|day| *day <= were.until);
        let days = [one, other].map(|date| number(date).unwrap_or(i16::MAX.into()));
        let days = (days[0], days[1]);
        let membership = self.membership.between(&self.member_segments, days, self.segments.len());
        let pairs = membership.pairs().to_vec();
        let mut between = self.clone();
        between.membership = Arc::new(membership);
        between.were = Some(AsTheyWere { of: were.of.clone(), until: i32::MAX, between: Some(days), by_pair: false });
        let with = |catalogue: &Catalogue, of: fn(&(u32, u32)) -> u32| {
            let mut catalogue = catalogue.clone();
            catalogue.segments.extend(pairs.iter().map(|pair| self.segments[of(pair) as usize].clone()));
            catalogue
        };
        Some([with(&between, |(one, _)| *one), with(&between, |(_, other)| *other)])
    }

    /// Whether a member has been in other groups than now.
    pub fn has_history(&self) -> bool {
        !self.membership.is_empty()
    }

    /// Whether members count in the groups that they were in.
    pub fn counts_as_they_were(&self) -> bool {
        self.were.is_some()
    }

    /// The segments of members that count in windows which end on a day.
    pub(super) fn segments_on(&self, last: Date) -> Arc<Segments> {
        match &self.were {
            Some(were) => {
                let were = AsTheyWere { by_pair: false, ..were.clone() };
                Arc::new(self.membership.at(&self.member_segments, Day::count_to(last), &were))
            }
            None => Arc::clone(&self.member_segments),
        }
    }

    /// Whether figures count a member, given the segment that it is in now.
    pub(super) fn counts_segment(&self, segment: usize) -> bool {
        match &self.were {
            Some(AsTheyWere { of: Choice::Only(segments), .. }) => segments.contains(&(segment as i32)),
            _ => self.segments.get(segment).is_some_and(|segment| segment.members > 0),
        }
    }

    /// The number of the last loaded day, from which on members have the groups of now.
    pub(super) fn last_day(&self) -> i32 {
        let last = self.through().or_else(|| self.days().map(|(_, last)| last));
        last.map_or(0, Day::count_to)
    }

    /// The summaries of a source: what is kept besides its rows.
    pub(super) fn summaries(&self, source: &Source) -> Arc<Summaries> {
        self.summaries.get(source.id).cloned().unwrap_or_default()
    }

    /// First day with logins.
    pub fn first_day(&self) -> Option<Date> {
        self.loaded.get("logins").map(|(first, _)| *first)
    }

    /// The first and last day that any fact is loaded for, without what is planned.
    pub fn days(&self) -> Option<(Date, Date)> {
        let loaded = self.loaded.iter().filter(|(table, _)| Coverage::knows_days_of(table));
        loaded.map(|(_, days)| *days).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Last day with logins.
    pub fn through(&self) -> Option<Date> {
        self.loaded.get("logins").map(|(_, last)| *last)
    }

    /// The groups of a grouping, in their order.
    pub fn groups(&self, grouping: Grouping) -> &[Group] {
        &self.groups[grouping]
    }

    /// The place of a group in the order of its grouping, from 0; after all others if there is no such group.
    pub fn place(&self, grouping: Grouping, id: i32) -> usize {
        let groups = &self.groups[grouping];
        groups.iter().position(|group| group.id == id).unwrap_or(groups.len())
    }

    /// The offers or campaigns that a selection chooses. Computed here and not in SQL, so that a scan compares with one
    /// list, and filters that choose the same items share cached rows.
    pub(super) fn chosen(&self, filter: ItemFilter, selection: &Selection) -> Choice {
        let (all, items) = match filter {
            ItemFilter::None => return Choice::All,
            ItemFilter::Offers => (&self.offers, &selection.offers),
            ItemFilter::Campaigns => (&self.campaigns, &selection.campaigns),
        };
        if *items == Items::default() {
            return Choice::All;
        }
        let passes = |(id, kind): &&(i32, i32)| items.own.has(*id) && items.kind.has(*kind);
        let ids: Vec<i32> = all.iter().filter(passes).map(|(id, _)| *id).collect();
        if ids.len() == all.len() { Choice::All } else { Choice::Only(ids) }
    }

    /// Whether `start` is on or after the first loaded day of every table the metric reads.
    pub fn reaches_back_to(&self, metric: &Metric, start: Date) -> bool {
        self.first_day_of(metric).is_ok_and(|first| first.is_none_or(|first| first <= start))
    }

    /// The first day on which every table that the metric reads has been loaded. None for a metric over reference
    /// tables, which have no days.
    ///
    /// # Errors
    /// [`NeverLoaded`] if one of the tables has no rows.
    pub fn first_day_of(&self, metric: &Metric) -> Result<Option<Date>, NeverLoaded> {
        let mut latest = None;
        for table in metric.terms().flat_map(Term::tables) {
            let (first, _) = self.loaded.get(table).ok_or(NeverLoaded)?;
            latest = latest.max(Some(*first));
        }
        Ok(latest)
    }

    /// The last day up to which the metric's data reach: that of the program ("Data through"), or of the metric's
    /// own tables if they reach further.
    pub fn last_day_of(&self, metric: &Metric) -> Option<Date> {
        let own = metric.terms().flat_map(Term::tables).filter_map(|table| self.loaded.get(table));
        self.through().into_iter().chain(own.map(|(_, last)| *last)).max()
    }
}

/// A table that a metric reads has no rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeverLoaded;

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    fn group() -> impl Strategy<Value = Group> {
        // Few letters, so that names are often alike but for capitals, digits or zeros before them.
        let text = (0..40, "[aBb é019]{0,4}", option::of(1..4_i64));
        text.prop_map(|(id, name, position)| Group { id, name, position })
    }

    fn sorted(mut groups: Vec<Group>) -> Vec<Group> {
        groups.sort_by_cached_key(Group::order);
        groups
    }

    fn names(groups: &[Group]) -> Vec<&str> {
        groups.iter().map(|group| group.name.as_str()).collect()
    }

    proptest! {
        #[test]
        fn the_order_of_groups_is_total(
            [one, other, third] in [group(), group(), group()],
            groups in vec(group(), 0..12),
            turn in 0..12_usize,
        ) {
            let [a, b, c] = [&one, &other, &third].map(Group::order);
            prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
            prop_assert!(a != b || one == other, "different groups have places of their own");
            prop_assert!(!(a <= b && b <= c) || a <= c);
            let mut turned = groups.clone();
            turned.rotate_left(turn % groups.len().max(1));
            turned.reverse();
            prop_assert_eq!(sorted(turned), sorted(groups));
        }

        #[test]
        fn groups_with_a_position_come_first(groups in vec(group(), 0..12)) {
            let positions: Vec<i64> =
                sorted(groups).iter().map(|group| group.position.unwrap_or(i64::MAX)).collect();
            prop_assert!(positions.is_sorted());
        }

        #[test]
        fn names_follow_the_numbers_in_them(
            before in "[a-c ]{0,3}",
            [small, large] in [0..3_000_u32, 0..3_000_u32],
            zeros in 0..3_usize,
            after in "[a-c ]{0,3}",
        ) {
            prop_assume!(small < large);
            let group = |id, number: &str| Group { id, name: format!("{before}{number}{after}"), position: None };
            let [one, other] = [group(2, &small.to_string()), group(1, &format!("{}{large}", "0".repeat(zeros)))];
            prop_assert!(one.order() < other.order());
        }
    }

    #[test]
    fn groups_are_sorted_by_position_then_name_then_id() {
        let group = |id, name: &str, position| Group { id, name: name.to_owned(), position };
        let groups = sorted(vec![
            group(1, "level 10", None),
            group(2, "Zinc", Some(2)),
            group(3, "Level 2", None),
            group(4, "Tin", Some(10)),
            group(5, "Brass", Some(2)),
            group(6, "level 2", None),
            group(7, "Level", None),
            group(8, "Level 2 plus", None),
            group(9, "Level 02", None),
            group(10, "99999999999999999999999", None),
            group(11, "100000000000000000000000", None),
        ]);
        let expected = [
            "Brass",
            "Zinc",
            "Tin",
            "99999999999999999999999",
            "100000000000000000000000",
            "Level",
            "Level 02",
            "Level 2",
            "level 2",
            "Level 2 plus",
            "level 10",
        ];
        assert_eq!(names(&groups), expected);
        let same = sorted(vec![group(2, "Gold", None), group(1, "Gold", None)]);
        assert_eq!(same.iter().map(|group| group.id).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn an_offer_passes_its_own_list_and_that_of_its_category() {
        let catalogue = Catalogue { offers: vec![(1, 10), (2, 10), (3, 20)], ..Catalogue::default() };
        let of = |own: Choice, kind: Choice| {
            let selection = Selection { offers: Items { own, kind }, ..Selection::default() };
            catalogue.chosen(ItemFilter::Offers, &selection)
        };
        let only = |ids: &[i32]| Choice::Only(ids.to_vec());
        assert_eq!(of(only(&[2, 3]), only(&[10])), only(&[2]));
        assert_eq!(of(Choice::All, only(&[10])), only(&[1, 2]));
        assert_eq!(of(only(&[9]), Choice::All), only(&[]), "there is no offer 9");
        assert_eq!(of(only(&[1, 2, 3]), only(&[10, 20])), Choice::All, "each of them is chosen");
        assert_eq!(of(Choice::All, only(&[])), only(&[]));
        let selection = Selection { offers: Items { own: only(&[1]), kind: Choice::All }, ..Selection::default() };
        assert_eq!(catalogue.chosen(ItemFilter::Campaigns, &selection), Choice::All);
        assert_eq!(catalogue.chosen(ItemFilter::None, &selection), Choice::All);
    }
}
