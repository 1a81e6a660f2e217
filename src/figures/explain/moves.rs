//! Divides a figure of chosen groups by members who stayed in them, moved into or out of them, or are new.
//!
//! Members count in the groups that they were in on the last day of each window. So with f(M) for what members M did, the
//! figure changed from f'(S) + f'(out) to f(S) + f(in) + f(new): S were in the groups on both days, `in` on the later one
//! alone, `out` on the earlier one alone, and `new` had their first login in between.

use std::collections::BTreeMap;

use futures_util::future::{try_join, try_join_all};
use time::Date;

use super::division::knows_newcomers;
use super::effects::Pair;
use super::slices::{Compared, NodeScope, Reader, Slice};
use crate::figures::catalogue::{Catalogue, Segment};
use crate::figures::operands::Operands;
use crate::figures::period::Window;
use crate::figures::segment_groups::{GroupKey, SegmentGroups};
use crate::groupings::Grouping;
use crate::warehouse::WarehouseError;

/// The key of who stayed.
pub(super) const STAYED: &str = "stayed";

/// What members did between two days, and the groups that they left or came from where all chosen groups are of one
/// grouping.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    Stayed,
    In(Option<Vec<i32>>),
    Out(Option<Vec<i32>>),
}

/// The slices of a cut: who stayed, who came from each of the other groups, who left for each, and who is new; the new ones
/// are `apart`, or among the others. Without anybody who moved there is one slice: the cut.
pub(super) async fn slices(
    reader: &Reader<'_>,
    compared: Compared,
    cut: &NodeScope,
    apart: bool,
) -> Result<Vec<Slice>, WarehouseError> {
    let Compared { metric, now, before } = compared;
    let whole = reader.whole(compared, cut).await?;
    let catalogue = reader.catalogue.clone();
    let between = reader.engine.compute(move || catalogue.between(before.end, now.end)).await?;
    let Some([was, is]) = between else { return Ok(Vec::new()) };
    let mut groupings = cut.groupings();
    let grouping = groupings.next().filter(|_| groupings.next().is_none());
    let of_segment = of_segments(cut, grouping, [&was, &is]);
    let mut moves = of_segment.clone();
    moves.sort_unstable();
    moves.dedup();
    let slice = |(key, name), pair| Slice { key, name, pair, cut: None, windows: None };
    if moves.len() < 2 {
        return Ok(vec![slice(named(reader, grouping, &Move::Stayed), whole)]);
    }
    let index_of = |id: usize, _: &Segment| moves.binary_search(&of_segment[id]).ok().and_then(|at| at.try_into().ok());
    let read = async |catalogue: &Catalogue, window: Window, newcomers: Option<Window>| {
        let segments = cut.segments(catalogue, index_of);
        let metrics = [metric];
        let groups = (&segments, newcomers);
        let figures = reader.engine.figures_of_groups(catalogue, &metrics, &[window], &cut.selection, groups).await?;
        let keys = figures.groups.iter().enumerate();
        let counted = keys.map(|(at, key)| (*key, figures.counted(metric, at, 0)));
        Ok::<BTreeMap<i32, Operands>, WarehouseError>(
            counted
                .filter_map(|(key, counted)| if let GroupKey::One(at) = key { Some((at, counted)) } else { None })
                .collect(),
        )
    };
    let both =
        async |newcomers: Option<Window>| try_join(read(&is, now, newcomers), read(&was, before, newcomers)).await;
    let newcomers = days_between(before.end, now.end).filter(|_| apart && knows_newcomers(metric));
    let mut all = try_join_all([None].into_iter().chain(newcomers.map(Some)).map(both)).await?.into_iter();
    let (mut now, mut before) = all.next().unwrap_or_default();
    let mut new = Pair::default();
    if let Some((new_now, new_before)) = all.next() {
        for (all, of_new, sum) in [(&mut now, new_now, &mut new.now), (&mut before, new_before, &mut new.before)] {
            for (at, counted) in of_new {
                *sum = sum.with(&counted);
                all.entry(at).and_modify(|all| *all = all.without(&counted));
            }
        }
    }
    let mut slices: Vec<Slice> = (0..)
        .zip(&moves)
        .map(|(at, moved)| {
            let of = |counted: &BTreeMap<i32, Operands>| counted.get(&at).cloned().unwrap_or_default();
            slice(named(reader, grouping, moved), Pair { now: of(&now), before: of(&before) })
        })
        .collect();
    slices.push(slice(("new".to_owned(), reader.texts().new_members.to_owned()), new));
    let left = |of: fn(&Pair) -> &Operands| {
        let parts = slices.iter().map(|slice| of(&slice.pair)).filter(|part| **part != Operands::default());
        parts.fold(of(&whole).clone(), |left, part| left.without(part))
    };
    let rest = Pair { now: left(|pair| &pair.now), before: left(|pair| &pair.before) };
    let is_there = |counted: &Operands| counted.numerator != 0 || counted.denominator != 0;
    slices.retain(|slice| is_there(&slice.pair.now) || is_there(&slice.pair.before));
    slices.extend(reader.rest(rest, reader.texts().of_no_member));
    Ok(slices)
}

/// What the members of each segment did between the days of two catalogues, seen from the chosen groups. With a
/// `grouping`, moves from and to each of its groups are apart.
fn of_segments(cut: &NodeScope, grouping: Option<Grouping>, [was, is]: [&Catalogue; 2]) -> Vec<Move> {
    let [in_was, in_is] = [was, is].map(|catalogue| cut.segments(catalogue, |_, _| None));
    let counts = |groups: &SegmentGroups, id: usize| !groups.of_members(id as u32).is_empty();
    let groups = |segment: &Segment| grouping.map(|grouping| segment.groups[grouping].clone());
    let segments = was.segments.iter().zip(&is.segments).enumerate();
    let moved = |(id, (was, is)): (usize, (&Segment, &Segment))| match (counts(&in_was, id), counts(&in_is, id)) {
        (false, true) => Move::In(groups(was)),
        (true, false) => Move::Out(groups(is)),
        _ => Move::Stayed,
    };
    segments.map(moved).collect()
}

/// The days after the earlier one of two, up to the later one; None if they are the same.
fn days_between(one: Date, other: Date) -> Option<Window> {
    Window::new(one.min(other).next_day()?, one.max(other))
}

/// The key of a slice, and its name.
fn named(reader: &Reader<'_>, grouping: Option<Grouping>, moved: &Move) -> (String, String) {
    let texts = reader.texts();
    let key = |of: &str, groups: &Option<Vec<i32>>| {
        let ids = groups.iter().flatten().map(i32::to_string);
        std::iter::once(of.to_owned()).chain(ids).collect::<Vec<_>>().join(".")
    };
    let name = |groups: &Option<Vec<i32>>| Some(reader.names(grouping?, groups.as_ref()?));
    match moved {
        Move::Stayed => (STAYED.to_owned(), texts.stayed.to_owned()),
        Move::In(from) => (key("in", from), (texts.moved_in)(name(from).as_deref())),
        Move::Out(to) => (key("out", to), (texts.moved_out)(name(to).as_deref())),
    }
}
