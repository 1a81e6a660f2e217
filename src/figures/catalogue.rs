//! The catalogue of a data version: groups, segments, items, and the loaded days of each table.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use time::Date;

use super::coverage::Coverage;
pub use super::filter::Selection;
use super::filter::{Choice, GroupsAsOf, Items};
use super::group_moves::GroupMoves;
use super::member_counts::Segments;
use super::membership::{AsTheyWere, Membership};
use super::model::{ItemFilter, Metric, Source, Term};
use super::natural::natural;
use super::registry::SOURCES;
use super::resident::Summaries;
use crate::groupings::{ByGrouping, GROUPINGS, Grouping, Membership as HowMany};
use crate::scope::Scope;
use crate::warehouse::day::Day;
use crate::warehouse::feed;
use crate::warehouse::{Warehouse, WarehouseError};

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
        (self.position.is_none(), self.position, natural(&self.name), self.name.clone(), self.id)
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

/// How many sources are read at a time.
const AT_ONCE: usize = 2;

impl Catalogue {
    /// An empty catalogue, older than any data version.
    pub(super) fn none() -> Catalogue {
        Catalogue { version: -1, ..Catalogue::default() }
    }

    /// Reads the catalogue of a data version, with at most `most_rows` rows of each table of a profile. A member without a
    /// login for `dormant_days` days is dormant.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `version` is no longer the newest.
    pub(super) async fn read(
        warehouse: &Warehouse,
        version: i32,
        most_rows: i64,
        dormant_days: u16,
    ) -> Result<Catalogue, WarehouseError> {
        let query = |sql: String| warehouse.query(version, sql, Vec::new());
        let mut catalogue = Catalogue { version, segments: vec![Segment::default()], ..Catalogue::default() };

        let groups = query(
            "select type::varchar, id::bigint, name::varchar, coalesce(position, 0)::bigint from bond.feed.user_groups"
                .into(),
        )
        .await?;
        if let [types, ids, names, positions] = groups.columns.as_slice() {
            let names = names.texts().iter().zip(positions.ints());
            for ((name_of_type, id), (name, position)) in types.texts().iter().zip(ids.ints()).zip(names) {
                if let Some(grouping) = Grouping::named(name_of_type) {
                    let position = Some(*position).filter(|position| *position > 0);
                    catalogue.groups[grouping].push(Group { id: *id as i32, name: name.clone(), position });
                }
            }
        }
        for groups in &mut catalogue.groups.0 {
            groups.sort_by_cached_key(Group::order);
        }

        let segments = query(segments_sql()).await?;
        if let [ids, members, groups @ ..] = segments.columns.as_slice() {
            for (row, (id, members)) in ids.ints().iter().zip(members.ints()).enumerate() {
                // Ids are dense from 1, except for segments that lost their last member.
                catalogue.segments.resize(usize::try_from(*id).unwrap_or_default() + 1, Segment::default());
                if let Some(segment) = catalogue.segments.last_mut() {
                    segment.members = *members;
                    for (ids, column) in segment.groups.0.iter_mut().zip(groups) {
                        ids.clone_from(&column.lists()[row]);
                    }
                }
            }
        }

        let items = [
            (&mut catalogue.offers, "select id::bigint, category_id::bigint from bond.feed.offers order by 1"),
            (
                &mut catalogue.campaigns,
                "select id::bigint, campaign_type_id::bigint from bond.feed.campaigns order by 1",
            ),
        ];
        for (list, sql) in items {
            if let [ids, kinds] = query(sql.into()).await?.columns.as_slice() {
                list.extend(ids.ints().iter().zip(kinds.ints()).map(|(id, kind)| (*id as i32, *kind as i32)));
            }
        }

        let date = |number: i64| i16::try_from(number).ok().and_then(Day::from_number).map(Day::to_date);
        let loaded =
            query("select table_name::varchar, first_day::bigint, last_day::bigint from bond.main.loaded".into())
                .await?;
        if let [names, firsts, lasts] = loaded.columns.as_slice() {
            for ((name, first), last) in names.texts().iter().zip(firsts.ints()).zip(lasts.ints()) {
                if let (Some(first), Some(last)) = (date(*first), date(*last)) {
                    catalogue.loaded.insert(name.clone(), (first, last));
                }
            }
        }
        let tables = catalogue.loaded.keys().cloned().collect();
        let mut coverage = Coverage { tables, gaps: HashMap::new(), dormant_days };
        let gaps = query(
            "select table_name::varchar, first_day::bigint, last_day::bigint from bond.main.gap order by 1, 2".into(),
        )
        .await?;
        if let [names, firsts, lasts] = gaps.columns.as_slice() {
            for ((name, first), last) in names.texts().iter().zip(firsts.ints()).zip(lasts.ints()) {
                coverage.add_gap(name, *first as i32, *last as i32);
            }
        }
        catalogue.coverage = Arc::new(coverage);
        let sources: Vec<_> =
            SOURCES.iter().map(|source| Catalogue::summaries_of(warehouse, version, source, most_rows)).collect();
        catalogue.summaries = stream::iter(sources).buffer_unordered(AT_ONCE).try_collect().await?;
        let members = query("select member_key::bigint, segment_id::bigint from bond.derived.member".into()).await?;
        if let [members, segments] = members.columns.as_slice() {
            let (members, segments) = (members.clone(), segments.clone());
            let segments = warehouse.compute(move || Segments::new(members.ints(), segments.ints())).await?;
            catalogue.member_segments = Arc::new(segments);
        }
        let membership = query(Membership::SQL.into()).await?;
        let (now, count) = (Arc::clone(&catalogue.member_segments), catalogue.segments.len());
        let membership = move || Membership::of(&membership).with_pairs(&now, count);
        catalogue.membership = Arc::new(warehouse.compute(membership).await?);
        if catalogue.has_history() {
            let since = "select (min(since) - date '2000-01-01')::bigint from bond.feed.member_history";
            let since = query(since.into()).await?;
            let first = since.columns.first().and_then(|column| column.ints().first().copied());
            // History that is known from before the data says as much as history from their first day.
            let since = first.and_then(date);
            catalogue.history_since = since.max(since.and(catalogue.days()).map(|(first, _)| first));
            catalogue.read_moves(warehouse).await?;
        }
        let demo = query("select count(*)::bigint from bond.main.setting where name like 'demo.%'".into()).await?;
        catalogue.demo = demo.columns.first().is_some_and(|column| column.ints().first().is_some_and(|n| *n > 0));
        Ok(catalogue)
    }

    async fn summaries_of(
        warehouse: &Warehouse,
        version: i32,
        source: &'static Source,
        most_rows: i64,
    ) -> Result<(&'static str, Arc<Summaries>), WarehouseError> {
        Ok((source.id, Arc::new(Summaries::read(warehouse, version, source, most_rows).await?)))
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

/// Segment, its number of members, and a list of group ids for each grouping.
fn segments_sql() -> String {
    let lists = GROUPINGS.iter().map(|info| match info.membership {
        HowMany::One => format!("[s.{}]::integer[]", info.column),
        HowMany::Many => format!("s.{}::integer[]", info.column),
    });
    format!(
        "select s.segment_id::bigint, coalesce(m.members, 0)::bigint, {} \
         from bond.derived.segment s \
         left join (select segment_id, count(*) as members from bond.derived.member group by segment_id) m \
         using (segment_id) order by 1",
        lists.collect::<Vec<_>>().join(", ")
    )
}

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
