//! Counts what is kept by month and item: members, pairs of member and item, and rows. Whole months come from sets of
//! members and sums, the days before and after them from rows.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use roaring::RoaringBitmap;
use tokio::sync::OnceCell;

use super::query::{SourceQuery, item_filter};
use super::span::Span;
use super::subset::{Subset, is_id, of_source};
use crate::warehouse::day::Day;
use crate::warehouse::feed::{MemberSets, RowKind};
use crate::warehouse::{Column, Rows, Value, Warehouse, WarehouseError};

/// What one window is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// The first days of the first and the last whole month.
    months: Option<Span>,
    /// The days before and after them.
    rows: [Option<Span>; 2],
}

impl Plan {
    /// The plan for a window, where there are no rows after the day `through`.
    fn of(window: Span, through: i32) -> Plan {
        let day = |number: i32| Day::from_number(number.clamp(1, i32::from(i16::MAX)) as i16).unwrap_or(Day::FIRST);
        let (first, last) = (day(window.first), day(window.last));
        // Nothing is before the first day that a fact can have.
        let since = if first == Day::FIRST || first.number() == first.first_of_month() {
            i32::from(first.first_of_month())
        } else {
            i32::from(first.last_of_month()) + 1
        };
        let is_whole = last.number() == last.last_of_month() || window.last >= through;
        let (month, end) = (i32::from(last.first_of_month()), i32::from(last.number()));
        let until = if is_whole { end } else { month - 1 };
        if since > until {
            return Plan { months: None, rows: [Some(window), None] };
        }
        let last_month = i32::from(day(until).first_of_month());
        let before = (window.first < since).then(|| Span { first: window.first, last: since - 1 });
        let after = (until < end).then(|| Span { first: until + 1, last: end });
        Plan { months: Some(Span { first: since, last: last_month }), rows: [before, after] }
    }
}

/// The segment of each member.
#[derive(Debug, Default, PartialEq, Eq)]
struct Segments {
    /// By member key; 0 where there is no such member.
    of_members: Vec<u32>,
    /// One more than the largest of them.
    count: usize,
}

impl Segments {
    fn of(&self, member: usize) -> usize {
        self.of_members.get(member).map_or(0, |segment| *segment as usize)
    }

    /// How many of the members are in each segment.
    fn numbers(&self, members: &RoaringBitmap) -> Vec<i64> {
        let mut numbers = vec![0; self.count];
        for member in members {
            numbers[self.of(member as usize)] += 1;
        }
        numbers
    }
}

/// The segments of all members, read from the warehouse once for a data version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MemberSegments(Arc<OnceCell<Arc<Segments>>>);

impl MemberSegments {
    async fn read(&self, warehouse: &Warehouse, version: i32) -> Result<Arc<Segments>, WarehouseError> {
        let read = async || {
            let sql = "select member_key::bigint, segment_id::bigint from bond.derived.member";
            let rows = warehouse.query(version, sql.to_owned(), Vec::new()).await?;
            let mut segments = Segments { of_members: Vec::new(), count: 1 };
            if let [members, of_members] = rows.columns.as_slice() {
                segments.of_members.resize(members.ints().iter().max().map_or(0, |most| *most as usize + 1), 0);
                for (member, segment) in members.ints().iter().zip(of_members.ints()) {
                    segments.of_members[*member as usize] = *segment as u32;
                    segments.count = segments.count.max(*segment as usize + 1);
                }
            }
            Ok(Arc::new(segments))
        };
        self.0.get_or_try_init(read).await.cloned()
    }
}

/// The sets that answer a query, where there are some.
pub(super) fn of(query: &SourceQuery) -> Option<MemberSets> {
    let is_kept_by = |by: &str, sets: &MemberSets| sets.by.iter().any(|column| is_id(by, column));
    let sets = (query.subset == Subset::Members).then(|| of_source(query.source))?;
    sets.filter(|sets| query.by.is_none_or(|by| is_kept_by(by, sets)))
}

/// Reads the rows of a query that `sets` answer: by segment and window, as [`super::query::write`] selects them.
/// `through` is the last day with rows.
///
/// # Errors
/// Errors of the warehouse.
pub(super) async fn read(
    warehouse: &Warehouse,
    version: i32,
    query: &SourceQuery,
    sets: MemberSets,
    through: i32,
    segments: &MemberSegments,
) -> Result<Rows, WarehouseError> {
    let plans: Vec<Plan> = query.spans.iter().map(|span| Plan::of(*span, through)).collect();
    let run = async |statement: Option<(String, Vec<Value>)>| match statement {
        Some((sql, values)) => warehouse.query(version, sql, values).await,
        None => Ok(Rows::default()),
    };
    let (members, sums, days, segments) = futures_util::try_join!(
        run(members_of_months(query, &sets, &plans)),
        run(sums_of_months(query, &sets, &plans)),
        run(of_days(query, &sets, &plans)),
        segments.read(warehouse, version),
    )?;
    let query = query.clone();
    let counting = move || {
        let mut count = Count { sets, plans, segments: &segments, united: BTreeMap::new(), rows: BTreeMap::new() };
        count.add_days(&days)?;
        count.add_sums(&sums);
        count.add_members(&members)?;
        Ok(count.rows(&query))
    };
    warehouse.compute(counting).await?
}

/// A key of the rows, and the item. Both are 0 where they do not matter.
fn keys(query: &SourceQuery, sets: &MemberSets) -> String {
    let key = query.by.unwrap_or("0::bigint");
    let has_pairs = query.by.is_none() && sets.kinds.iter().any(|kind| kind.pairs.is_some());
    format!("{key}, {item}", item = if has_pairs { format!("{}::bigint", sets.item) } else { "0::bigint".to_owned() })
}

/// From the first to the last month that any window has whole.
fn all_months(plans: &[Plan]) -> Option<[Value; 2]> {
    let months = || plans.iter().filter_map(|plan| plan.months);
    let first = months().map(|months| months.first).min()?;
    let last = months().map(|months| months.last).max()?;
    Some([first, last].map(|month| Value::Int(i64::from(month))))
}

/// The sets of whole months: month, key, item, measure, members.
fn members_of_months(query: &SourceQuery, sets: &MemberSets, plans: &[Plan]) -> Option<(String, Vec<Value>)> {
    let mut values = all_months(plans)?.to_vec();
    let sql = format!(
        "select month::bigint, {keys}, measure, members from (\n  \
         select * from memory.main.{source}_member_sets() where month between ?::smallint and ?::smallint)\n{filter}",
        keys = keys(query, sets),
        source = query.source.id,
        filter = item_filter(query, &mut values),
    );
    Some((sql, values))
}

/// The numbers of rows of whole months: month, segment, and a number for each kind that is counted.
fn sums_of_months(query: &SourceQuery, sets: &MemberSets, plans: &[Plan]) -> Option<(String, Vec<Value>)> {
    let sums: Vec<String> = sets.counts().map(|(id, _)| format!("sum({id})::bigint")).collect();
    let mut values = all_months(plans).filter(|_| query.by.is_none() && !sums.is_empty())?.to_vec();
    let sql = format!(
        "select month::bigint, segment_id::bigint, {sums} from (\n  \
         select * from memory.main.{source}_item_months() where month between ?::smallint and ?::smallint)\n{filter}\
         group by all",
        sums = sums.join(", "),
        source = query.source.id,
        filter = item_filter(query, &mut values),
    );
    Some((sql, values))
}

/// The rows of the days outside whole months: window, key, item, member, and one bit for each kind that the row is of.
fn of_days(query: &SourceQuery, sets: &MemberSets, plans: &[Plan]) -> Option<(String, Vec<Value>)> {
    let mut values = Vec::new();
    let kinds: Vec<String> =
        (0..).zip(sets.kinds).map(|(bit, kind)| format!("if({}, {}, 0)", kind.rows, 1 << bit)).collect();
    let mut parts = Vec::new();
    for (window, plan) in plans.iter().enumerate() {
        for span in plan.rows.into_iter().flatten() {
            values.extend([span.first, span.last].map(|day| Value::Int(i64::from(day))));
            parts.push(format!(
                "select {window}::bigint, {keys}, member_key::bigint, ({kinds})::bigint\n\
                 from memory.main.{source}_window(?::smallint, ?::smallint)\n{filter}",
                keys = keys(query, sets),
                kinds = kinds.join(" + "),
                source = query.source.id,
                filter = item_filter(query, &mut values),
            ));
        }
    }
    (!parts.is_empty()).then(|| (parts.join("union all\n"), values))
}

/// A window, a key and a kind of rows.
type Place = (usize, i64, usize);

/// What is found of the windows of a query.
struct Count<'a> {
    sets: MemberSets,
    plans: Vec<Plan>,
    segments: &'a Segments,
    /// The members of each item.
    united: BTreeMap<(Place, i64), RoaringBitmap>,
    /// Numbers of rows by segment.
    rows: BTreeMap<Place, Vec<i64>>,
}

impl Count<'_> {
    fn add_days(&mut self, days: &Rows) -> Result<(), WarehouseError> {
        let [windows, keys, items, members, kinds] = days.columns.as_slice() else { return Ok(()) };
        let [windows, keys, items, members, kinds] = [windows, keys, items, members, kinds].map(Column::ints);
        // Sorted members make a set several times as fast as one after the other.
        let mut found: HashMap<(Place, i64), Vec<u32>> = HashMap::new();
        for row in 0..days.len {
            for kind in (0..self.sets.kinds.len()).filter(|kind| kinds[row] & (1 << kind) != 0) {
                let place = (windows[row] as usize, keys[row], kind);
                found.entry((place, items[row])).or_default().push(members[row] as u32);
            }
        }
        for ((place, item), mut members) in found {
            let rows = self.rows.entry(place).or_default();
            members.iter().for_each(|member| add_at(rows, self.segments.of(*member as usize), 1));
            members.sort_unstable();
            members.dedup();
            let set = RoaringBitmap::from_sorted_iter(members)
                .map_err(|error| WarehouseError::Worker(format!("members are not in order: {error}")))?;
            self.united.insert((place, item), set);
        }
        Ok(())
    }

    fn add_sums(&mut self, sums: &Rows) {
        let [months, segments, sums @ ..] = sums.columns.as_slice() else { return };
        let counted = (0..).zip(self.sets.kinds).filter(|(_, kind)| kind.count.is_some());
        for ((kind, _), sums) in counted.zip(sums) {
            for ((month, segment), sum) in months.ints().iter().zip(segments.ints()).zip(sums.ints()) {
                for window in with_month(&self.plans, *month) {
                    add_at(self.rows.entry((window, 0, kind)).or_default(), *segment as usize, *sum);
                }
            }
        }
    }

    fn add_members(&mut self, members: &Rows) -> Result<(), WarehouseError> {
        let [months, keys, items, measures, sets] = members.columns.as_slice() else { return Ok(()) };
        for (row, bytes) in sets.bytes_of_rows().iter().enumerate() {
            let is_of = |kind: &RowKind| kind.members == measures.texts()[row];
            let Some(kind) = self.sets.kinds.iter().position(is_of) else { continue };
            let members = RoaringBitmap::deserialize_from(bytes.as_slice())
                .map_err(|error| WarehouseError::Invalid(format!("a set of members is damaged: {error}")))?;
            let set_of = |window: usize| ((window, keys.ints()[row], kind), items.ints()[row]);
            let windows: Vec<usize> = with_month(&self.plans, months.ints()[row]).collect();
            if let [others @ .., last] = windows.as_slice() {
                for window in others {
                    *self.united.entry(set_of(*window)).or_default() |= &members;
                }
                *self.united.entry(set_of(*last)).or_default() |= members;
            }
        }
        Ok(())
    }

    /// The answer: segment, window, key where rows are by one, and the measures in declared order.
    fn rows(self, query: &SourceQuery) -> Rows {
        let measures: Vec<_> = query.source.measures.iter().filter(|measure| !measure.people).collect();
        let at = |id: Option<&str>| measures.iter().position(|measure| id == Some(measure.id));
        // By window and key, then by measure and segment.
        let mut counted: BTreeMap<(usize, i64), Vec<Vec<i64>>> = BTreeMap::new();
        let mut of_place = |(window, key, _): Place, measure: usize, segments: &[i64]| {
            let all = counted.entry((window, key)).or_insert_with(|| vec![Vec::new(); measures.len()]);
            (0..).zip(segments).for_each(|(segment, number)| add_at(&mut all[measure], segment, *number));
        };
        for (place, numbers) in &self.rows {
            if let Some(measure) = at(self.sets.kinds[place.2].count) {
                of_place(*place, measure, numbers);
            }
        }
        let mut members: BTreeMap<Place, RoaringBitmap> = BTreeMap::new();
        for ((place, _), set) in self.united {
            if let Some(measure) = at(self.sets.kinds[place.2].pairs) {
                of_place(place, measure, &self.segments.numbers(&set));
            }
            *members.entry(place).or_default() |= set;
        }
        for (place, set) in &members {
            if let Some(measure) = at(Some(self.sets.kinds[place.2].members)) {
                of_place(*place, measure, &self.segments.numbers(set));
            }
        }
        let mut rows = vec![Vec::new(); 2 + usize::from(query.by.is_some()) + measures.len()];
        for ((window, key), numbers) in counted {
            let segments = numbers.iter().map(Vec::len).max().unwrap_or_default();
            for segment in 0..segments {
                let of_segment = numbers.iter().map(|numbers| numbers.get(segment).copied().unwrap_or_default());
                if of_segment.clone().all(|number| number == 0) {
                    continue;
                }
                let head = [segment as i64, window as i64].into_iter().chain(query.by.map(|_| key));
                rows.iter_mut().zip(head.chain(of_segment)).for_each(|(column, value)| column.push(value));
            }
        }
        Rows { len: rows[0].len(), columns: rows.into_iter().map(Column::Int).collect() }
    }
}

/// The windows that have a month whole.
fn with_month(plans: &[Plan], month: i64) -> impl Iterator<Item = usize> {
    let has_month = move |months: Span| i64::from(months.first) <= month && month <= i64::from(months.last);
    plans.iter().enumerate().filter(move |(_, plan)| plan.months.is_some_and(has_month)).map(|(window, _)| window)
}

fn add_at(numbers: &mut Vec<i64>, index: usize, number: i64) {
    if numbers.len() <= index {
        numbers.resize(index + 1, 0);
    }
    numbers[index] += number;
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn number(date: time::Date) -> i32 {
        i32::from(Day::clamped(date).number())
    }

    type Ends = (i32, i32);

    fn plan(first: time::Date, last: time::Date, through: time::Date) -> (Option<Ends>, Vec<Ends>) {
        let plan = Plan::of(Span { first: number(first), last: number(last) }, number(through));
        let ends = |span: Span| (span.first, span.last);
        (plan.months.map(ends), plan.rows.into_iter().flatten().map(ends).collect())
    }

    /// What is kept by month and item answers all measures of interactions, and the members of transactions.
    #[test]
    fn every_measure_of_a_set_is_declared() {
        for (_, sets) in crate::warehouse::feed::member_sets() {
            let source = crate::metrics::SOURCES.iter().find(|source| source.id == sets.source).expect("a source");
            for kind in sets.kinds {
                let measure = |id: &str| source.measures.iter().find(|measure| measure.id == id).copied();
                let members = measure(kind.members).expect("a measure");
                assert_eq!(members.members_with, Some(kind.rows));
                let others = [kind.pairs, kind.count].into_iter().flatten();
                assert!(others.into_iter().all(|id| measure(id).is_some_and(|other| other.members_with.is_none())));
            }
        }
    }

    #[test]
    fn whole_months_are_read_from_sets_and_the_days_around_them_from_rows() {
        let [may, june, july] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01), date!(2025 - 07 - 01)].map(number);
        let through = date!(2025 - 12 - 31);
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 30), through), (Some((may, june)), vec![]));
        assert_eq!(plan(date!(2025 - 06 - 01), date!(2025 - 06 - 30), through), (Some((june, june)), vec![]));
        let (around, rows) = plan(date!(2025 - 05 - 02), date!(2025 - 07 - 30), through);
        assert_eq!((around, rows), (Some((june, june)), vec![(may + 1, june - 1), (july, july + 29)]));
        let inside = plan(date!(2025 - 05 - 02), date!(2025 - 05 - 31), through);
        assert_eq!(inside, (None, vec![(may + 1, june - 1)]));
        let across = plan(date!(2025 - 05 - 20), date!(2025 - 06 - 10), through);
        assert_eq!(across, (None, vec![(may + 19, june + 9)]), "no whole month");
    }

    #[test]
    fn the_month_of_the_last_day_with_rows_is_whole_for_windows_that_reach_it() {
        let [may, june] = [date!(2025 - 05 - 01), date!(2025 - 06 - 01)].map(number);
        let through = date!(2025 - 06 - 10);
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 10), through), (Some((may, june)), vec![]));
        assert_eq!(plan(date!(2025 - 05 - 01), date!(2025 - 06 - 20), through), (Some((may, june)), vec![]));
        let before = plan(date!(2025 - 05 - 01), date!(2025 - 06 - 09), through);
        assert_eq!(before, (Some((may, may)), vec![(june, june + 8)]));
        assert_eq!(plan(date!(2025 - 06 - 02), date!(2025 - 06 - 10), through), (None, vec![(june + 1, june + 9)]));
    }

    #[test]
    fn the_first_and_the_last_day_that_a_fact_can_have_are_in_whole_months() {
        let all = plan(Day::FIRST.to_date(), Day::LAST.to_date(), date!(2025 - 06 - 10));
        assert_eq!(all, (Some((0, i32::from(Day::LAST.first_of_month()))), vec![]));
    }
}
