//! Changes of figures, of everybody and of each group: those that can be tested and may be shown.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::history::History;
use super::moves::{Counted, Judged, Pair, Tested, judged, tested};
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::explain::{self, Division, Effects, change, shown, to_f64};
use crate::figures::membership::Moves;
use crate::figures::model::{Contributors, Formula, Metric, Unit};
use crate::figures::operands::Operands;
use crate::figures::score::{Method, PARTS};
use crate::figures::segment_groups::{GroupKey, Levels};
use crate::figures::suppress::suppress;
use crate::figures::table::Table;
use crate::groupings::Grouping;
use crate::warehouse::WarehouseError;

/// The group that moved.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedGroup {
    pub grouping: Grouping,
    pub id: i32,
    pub name: String,
}

/// A change that was tested, and may be shown.
pub struct Change {
    /// The place of its figure among those that were asked for.
    pub figure: usize,
    pub group: Option<MovedGroup>,
    pub judged: Judged,
    metric: &'static Metric,
    counted: Counted,
    /// The numbers of everybody; for a group, `rest` has those of everybody else.
    whole: Counted,
    rest: Option<Counted>,
    tested: Tested,
}

/// Judges every change of figures that can be tested and may be shown. Each of `figures` has the number of pairs for
/// which there are data.
///
/// # Errors
/// Errors of the warehouse.
pub async fn judged_changes(
    of: (&Engine, &Catalogue, &Selection),
    figures: &[(&'static Metric, usize)],
    pairs: &[Pair],
) -> Result<Vec<Change>, WarehouseError> {
    Ok(judged_apart(changes(of, figures, pairs).await?))
}

/// Every change that can be tested and may be shown: of everybody, and of each group.
async fn changes(
    (engine, catalogue, selection): (&Engine, &Catalogue, &Selection),
    figures: &[(&'static Metric, usize)],
    pairs: &[Pair],
) -> Result<Vec<Change>, WarehouseError> {
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
            if is_last && !hidden_wholes.contains(&at) && !is_few(metric, &whole) {
                changes.extend(tested(metric, &whole, None).map(|tested| Change {
                    figure: at,
                    metric,
                    group: None,
                    counted: whole[0].clone(),
                    whole: whole[0].clone(),
                    rest: None,
                    tested: tested.of_members(spreads.of(metric)),
                    judged: UNJUDGED,
                }));
            }
            if !Division::of(metric).contains(&Division::Grouping(grouping)) {
                continue;
            }
            for (group, place) in groups.iter().filter(|(_, place)| !hidden.contains(&(*place, at))) {
                let own = history.counted(metric, *place, covered);
                let without = |all: &Operands, part: &Operands| all.without(part);
                let rest: Vec<Counted> = whole
                    .iter()
                    .zip(&own)
                    .map(|(whole, own)| (without(&whole.0, &own.0), without(&whole.1, &own.1)))
                    .collect();
                if is_few(metric, &own) || is_few(metric, &rest) {
                    continue;
                }
                changes.extend(tested(metric, &own, Some(&rest)).map(|tested| Change {
                    figure: at,
                    metric,
                    group: Some(group.clone()),
                    counted: own[0].clone(),
                    whole: whole[0].clone(),
                    rest: Some(rest[0].clone()),
                    tested: tested.of_members(spreads.of(metric)),
                    judged: UNJUDGED,
                }));
            }
        }
    }
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

const UNJUDGED: Judged = Judged { errors: 0.0, probability: 1.0 };

/// Judges changes of everybody apart from those of groups. These vary differently: they leave out what moves all alike.
fn judged_apart(changes: Vec<Change>) -> Vec<Change> {
    let (mut of_all, mut of_groups): (Vec<Change>, Vec<Change>) =
        changes.into_iter().partition(|change| change.group.is_none());
    for part in [&mut of_all, &mut of_groups] {
        let judged = judged(&part.iter().map(|change| change.tested).collect::<Vec<Tested>>());
        part.iter_mut().zip(judged).for_each(|(change, judged)| change.judged = judged);
    }
    of_all.append(&mut of_groups);
    of_all
}

impl Change {
    fn pair(&self) -> explain::Pair {
        explain::Pair { now: self.counted.0.clone(), before: self.counted.1.clone() }
    }

    /// The worth of the change in points of the score; None if the figure is no part of it.
    pub fn points(&self, method: &Method) -> Option<f64> {
        let metric = self.metric;
        let (_, part) = PARTS.iter().zip(&method.parts).find(|(part, _)| std::ptr::eq(part.metric, metric))?;
        let weights: u32 = method.parts.iter().map(|part| part.weight).sum();
        let whole = explain::Pair { now: self.whole.0.clone(), before: self.whole.1.clone() };
        let value = |counted: &Operands| counted.value(metric).to_f64();
        let (now, before) = (value(&whole.now), value(&whole.before));
        let earned = |value: f64| {
            let share = ((value - part.floor) / (part.target - part.floor)).clamp(0.0, 1.0);
            100.0 * f64::from(part.weight) / f64::from(weights) * share
        };
        let all = earned(now) - earned(before);
        if self.group.is_none() {
            return Some(all);
        }
        let own = Effects::on(metric, &whole).of(&self.pair());
        let moved = now - before;
        Some(if moved == 0.0 { 0.0 } else { all / moved * to_f64(&own.rate()) })
    }

    /// The figure now and before, its change in its unit (of a percentage, in points) and in percent.
    pub fn shown(&self) -> (f64, f64, f64, Option<f64>) {
        let metric = self.metric;
        let (now, before) = (self.counted.0.value(metric), self.counted.1.value(metric));
        let difference = shown(&change(metric, &self.pair()), metric.unit.decimals());
        (metric.shown(now), metric.shown(before), difference, now.change_percent(before))
    }

    /// How everybody else changed: a sum in percent, a rate or mean in its unit.
    pub fn rest_change(&self) -> Option<f64> {
        let metric = self.metric;
        let (now, before) = self.rest.as_ref()?;
        match metric.formula {
            Formula::Sum(..) => now.value(metric).change_percent(before.value(metric)),
            Formula::Ratio { .. } => {
                let rest = explain::Pair { now: now.clone(), before: before.clone() };
                Some(shown(&change(metric, &rest), metric.unit.decimals()))
            }
        }
    }
}
