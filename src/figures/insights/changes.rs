//! Changes of figures, of everybody, of each group and of each item: those that can be tested and may be shown.

use std::collections::{HashMap, HashSet};

use super::change::{Asked, Change, MovedGroup, Part, without};
use super::history::History;
use super::items::of_items;
use super::moves::{Counted, Pair, Tested, judged, tested};
use crate::figures::explain::Division;
use crate::figures::membership::Moves;
use crate::figures::model::{Contributors, Metric, Unit};
use crate::figures::segment_groups::{GroupKey, Levels};
use crate::figures::suppress::suppress;
use crate::figures::table::Table;
use crate::groupings::Grouping;
use crate::warehouse::WarehouseError;

/// Judges every change of figures that can be tested and may be shown. Each of `figures` has the number of pairs for
/// which there are data.
///
/// # Errors
/// Errors of the warehouse.
pub async fn judged_changes(
    of: Asked<'_>,
    figures: &[(&'static Metric, usize)],
    pairs: &[Pair],
) -> Result<Vec<Change>, WarehouseError> {
    Ok(judged_apart(changes(of, figures, pairs).await?))
}

/// Every change that can be tested and may be shown: of everybody, of each group and of each item.
async fn changes(
    of: Asked<'_>,
    figures: &[(&'static Metric, usize)],
    pairs: &[Pair],
) -> Result<Vec<Change>, WarehouseError> {
    let Asked { engine, catalogue, selection } = of;
    let metrics: Vec<&Metric> = figures.iter().map(|(metric, _)| *metric).collect();
    let minimum = i128::from(engine.minimum_members());
    let is_few = |metric: &Metric, counted: &[Counted]| {
        counted.iter().any(|(now, before)| now.is_few(metric, minimum) || before.is_few(metric, minimum))
    };
    // Others are tested without a sampling variance, or with that of members.
    let of_rows = |metric: &&Metric| metric.unit == Unit::Percent && matches!(metric.contributors, Contributors::Of(_));
    let sampled: Vec<&Metric> = metrics.iter().copied().filter(of_rows).collect();
    let spreads = engine.spreads(catalogue, &sampled, pairs[0].into(), selection).await?;
    let mut changes = Vec::new();
    let mut hidden_wholes: HashSet<usize> = HashSet::new();
    let mut wholes: Vec<Option<Vec<Counted>>> = Vec::new();
    for grouping in Grouping::all() {
        let levels = Levels { first: Some(grouping), second: None };
        let history = History::read(engine, catalogue, &metrics, pairs, (selection, levels)).await?;
        let groups: Vec<(MovedGroup, usize)> = catalogue
            .groups(grouping)
            .iter()
            .filter_map(|group| {
                let at = history.group(GroupKey::One(group.id))?;
                Some((MovedGroup { grouping, id: group.id, name: group.name.clone() }, at))
            })
            .collect();
        let moves = catalogue.moves(&selection.groups, levels);
        let hidden = hidden((engine.minimum_members(), moves), &metrics, &history, &groups, pairs[0]);
        hidden_wholes.extend((0..metrics.len()).filter(|at| hidden.contains(&(0, *at))));
        let is_last = Grouping::all().last() == Some(grouping);
        for (at, (metric, covered)) in figures.iter().copied().enumerate() {
            let whole = history.counted(metric, 0, covered);
            if is_last {
                let is_shown = !hidden_wholes.contains(&at) && !is_few(metric, &whole);
                if is_shown {
                    changes.extend(tested(metric, &whole, None).map(|tested| {
                        let tested = tested.of_members(spreads.of(metric));
                        Change::new((at, metric), None, (whole[0].clone(), whole[0].clone()), tested)
                    }));
                }
                wholes.push(is_shown.then(|| whole.clone()));
            }
            if !Division::of(metric).contains(&Division::Grouping(grouping)) {
                continue;
            }
            for (group, place) in groups.iter().filter(|(_, place)| !hidden.contains(&(*place, at))) {
                let own = history.counted(metric, *place, covered);
                let rest: Vec<Counted> = whole.iter().zip(&own).map(without).collect();
                if is_few(metric, &own) || is_few(metric, &rest) {
                    continue;
                }
                changes.extend(tested(metric, &own, Some(&rest)).map(|tested| {
                    let tested = tested.of_members(spreads.of(metric));
                    Change::new(
                        (at, metric),
                        Some(Part::Group(group.clone())),
                        (own[0].clone(), whole[0].clone()),
                        tested,
                    )
                    .beside(rest[0].clone())
                }));
            }
        }
    }
    changes.extend(of_items(of, figures, &wholes, pairs).await?);
    Ok(changes)
}

/// The figures that are hidden in either window, in a table of all groups: the places of their group and metric.
fn hidden(
    (minimum, moves): (u16, Option<Moves>),
    metrics: &[&Metric],
    history: &History,
    groups: &[(MovedGroup, usize)],
    (now, before): Pair,
) -> HashSet<(usize, usize)> {
    if minimum == 0 {
        return HashSet::new();
    }
    let mut table = Table::new(minimum, metrics).with_moves(moves);
    let places: Vec<usize> = std::iter::once(0).chain(groups.iter().map(|(_, place)| *place)).collect();
    let rows: HashMap<usize, [usize; 2]> = places
        .iter()
        .map(|place| {
            let figures: Vec<_> = metrics.iter().map(|metric| history.figures(metric, *place)).collect();
            let at = |side: usize| figures.iter().map(move |both| both[side]);
            (*place, [table.row(now, at(0)), table.row(before, at(1))])
        })
        .collect();
    for (side, total) in rows[&0].into_iter().enumerate() {
        let parts: Vec<usize> = places[1..].iter().map(|place| rows[place][side]).collect();
        table.sum(Some(total), &parts);
    }
    history.divide(&mut table, &rows);
    for place in &places {
        table.together(&rows[place]);
        table.timeline_of(*place, &rows[place]);
    }
    let table = suppress(table);
    let all = places.iter().flat_map(|place| (0..metrics.len()).map(move |at| (*place, at)));
    all.filter(|(place, at)| rows[place].iter().any(|row| table.why(*row, *at).is_some())).collect()
}

/// Judges changes of everybody, of groups and of items apart from each other. They vary differently: those of parts leave out
/// what moves all alike.
fn judged_apart(mut changes: Vec<Change>) -> Vec<Change> {
    let kind = |change: &Change| match change.part {
        None => 0,
        Some(Part::Group(_)) => 1,
        Some(Part::Item { .. }) => 2,
    };
    changes.sort_by_key(kind);
    for alike in changes.chunk_by_mut(|one, other| kind(one) == kind(other)) {
        let judged = judged(&alike.iter().map(|change| change.tested).collect::<Vec<Tested>>());
        alike.iter_mut().zip(judged).for_each(|(change, judged)| change.judged = judged);
    }
    changes
}
