//! The figures that changed by more than normal variation.

use std::collections::{HashMap, HashSet};

use super::wire::{AlsoMoved, Move, MovedGroup, MovesAnswer};
use crate::figures::explain::{self, Division, Effects, change, shown, to_f64};
use crate::figures::filter::{YEARS, iso};
use crate::figures::insights::{
    Counted, FALSE_DISCOVERIES, History, Judged, LEAST_EARLIER, Pair, Tested, discoveries, judged, pairs, tested,
};
use crate::figures::period::{Comparison, Window};
use crate::figures::score::{Method, PARTS};
use crate::figures::{Contributors, Formula, GroupKey, Levels, Metric, Operands, Table, Unit, suppress};
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::i18n::{Moved, Others, labels};
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardFigure;
use crate::screens::words::Words;

/// At most so many moves are answered.
const MOST_MOVES: usize = 30;

/// A change that was tested.
struct Change {
    figure: &'static CardFigure,
    group: Option<MovedGroup>,
    counted: Counted,
    /// Everybody's, and of a group everybody else's.
    whole: Counted,
    rest: Option<Counted>,
    tested: Tested,
    judged: Judged,
}

impl Snapshot<'_> {
    /// What moved in the filter's period, of the figures of some dashboards.
    pub(in crate::screens) async fn moves(&self, open: OpenDashboards) -> Result<MovesAnswer, AnswerError> {
        let (texts, explain) = (&self.language.texts().insights, &self.language.texts().explain);
        let window = self.catalogue.first_day().zip(self.catalogue.through());
        let window = window.and_then(|(first, through)| self.filter.window.clipped(first, through));
        let Some(window) = window else { return Ok(nothing(None, None, texts.nothing_loaded)) };
        let all = pairs(window, self.filter.comparison, self.filter.compared_dates, self.filter.calendar);
        let Some((_, before)) = all.first().copied() else {
            let note = match self.filter.comparison {
                Comparison::None => explain.choose_comparison,
                _ => explain.nothing_before,
            };
            return Ok(nothing(Some(window), None, note));
        };
        let shown = open.figures();
        if shown.is_empty() {
            return Ok(nothing(Some(window), None, texts.no_dashboard));
        }
        let figures: Vec<(&CardFigure, usize)> = shown
            .into_iter()
            .map(|figure| (figure, self.covered(figure.metric, &all)))
            .filter(|(_, pairs)| *pairs > LEAST_EARLIER)
            .collect();
        let earlier = figures.iter().map(|(_, pairs)| pairs - 1).max().unwrap_or_default();
        if figures.is_empty() {
            let note = (texts.too_few_earlier)(LEAST_EARLIER);
            return Ok(nothing(Some(window), Some(before), &note));
        }
        let changes = judged_apart(self.changes(&figures, &all[..=earlier]).await?);
        let probabilities: Vec<f64> = changes.iter().map(|change| change.judged.probability).collect();
        let real = discoveries(&probabilities, FALSE_DISCOVERIES);
        let tests = changes.len();
        let real: Vec<Change> = changes.into_iter().zip(real).filter(|(_, real)| *real).map(|(one, _)| one).collect();
        let mut answer = nothing(Some(window), Some(before), "");
        answer.note = None;
        (answer.tests, answer.real, answer.earlier) = (tests, real.len(), earlier);
        answer.moves = self.ranked(real, (window, before), &self.key_of_chosen()?);
        Ok(answer)
    }

    /// How many of the pairs, from the first on, all tables of a metric have data for.
    fn covered(&self, metric: &Metric, pairs: &[Pair]) -> usize {
        let Ok(first) = self.catalogue.first_day_of(metric) else { return 0 };
        let is_covered = |(_, before): &&Pair| {
            first.is_none_or(|first| first <= before.start) && YEARS.contains(&before.start.year())
        };
        pairs.iter().take_while(is_covered).count()
    }

    /// Every change that can be tested and may be shown: of everybody, and of each group.
    async fn changes(
        &self,
        figures: &[(&'static CardFigure, usize)],
        pairs: &[Pair],
    ) -> Result<Vec<Change>, AnswerError> {
        let metrics: Vec<&Metric> = figures.iter().map(|(figure, _)| figure.metric).collect();
        let minimum = i128::from(self.engine.minimum_members());
        let is_few = |metric: &Metric, counted: &[Counted]| {
            counted.iter().any(|(now, before)| now.is_few(metric, minimum) || before.is_few(metric, minimum))
        };
        // Others are tested without a sampling variance, or with that of members.
        let of_rows =
            |metric: &&Metric| metric.unit == Unit::Percent && matches!(metric.contributors, Contributors::Of(_));
        let sampled: Vec<&Metric> = metrics.iter().copied().filter(of_rows).collect();
        let spreads = self.engine.spreads(&self.catalogue, &sampled, pairs[0].into(), self.selection).await?;
        let mut changes = Vec::new();
        let mut hidden_wholes: HashSet<usize> = HashSet::new();
        for grouping in Grouping::all() {
            let levels = Levels { first: Some(grouping), second: None };
            let history =
                History::read(self.engine, &self.catalogue, &metrics, pairs, (self.selection, levels)).await?;
            let groups: Vec<(MovedGroup, usize)> = self
                .catalogue
                .groups(grouping)
                .iter()
                .filter_map(|group| {
                    let at = history.group(GroupKey::One(group.id))?;
                    Some((MovedGroup { grouping, id: group.id, name: group.name.clone() }, at))
                })
                .collect();
            let hidden = self.hidden(&metrics, &history, &groups, pairs[0]);
            hidden_wholes.extend((0..metrics.len()).filter(|at| hidden.contains(&(0, *at))));
            let is_last = Grouping::all().last() == Some(grouping);
            for (at, (figure, covered)) in figures.iter().enumerate() {
                let metric = figure.metric;
                let whole = history.counted(metric, 0, *covered);
                if is_last && !hidden_wholes.contains(&at) && !is_few(metric, &whole) {
                    changes.extend(tested(metric, &whole, None).map(|tested| Change {
                        figure,
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
                    let own = history.counted(metric, *place, *covered);
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
                        figure,
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

    /// The places of groups, and the metrics, that small groups hide in either window: in a table of all of them.
    fn hidden(
        &self,
        metrics: &[&Metric],
        history: &History,
        groups: &[(MovedGroup, usize)],
        (now, before): Pair,
    ) -> HashSet<(usize, usize)> {
        let minimum = self.engine.minimum_members();
        if minimum == 0 {
            return HashSet::new();
        }
        let mut table = Table::new(minimum, metrics);
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
        for rows in places.iter().map(|place| &rows[place]) {
            table.together(rows);
            table.timeline(rows);
        }
        let table = suppress(table);
        let all = places.iter().flat_map(|place| (0..metrics.len()).map(move |at| (*place, at)));
        all.filter(|(place, at)| rows[place].iter().any(|row| table.why(*row, *at).is_some())).collect()
    }

    /// The largest moves, with points of the score first; what moved with another is named beside it.
    fn ranked(&self, real: Vec<Change>, windows: Pair, chosen: &str) -> Vec<Move> {
        let mut real: Vec<(f64, Change)> =
            real.into_iter().map(|change| (change.points(self.method).unwrap_or_default().abs(), change)).collect();
        let tenths = |points: f64| (points * 10.0).round();
        real.sort_by(|(points, one), (others, other)| {
            let by_points = tenths(*others).total_cmp(&tenths(*points));
            by_points.then_with(|| other.judged.errors.abs().total_cmp(&one.judged.errors.abs()))
        });
        let mut moves: Vec<(Move, &'static str, bool)> = Vec::new();
        for (_, change) in real {
            let group = change.group.as_ref().map(|group| (group.grouping, group.id));
            let table = change.figure.metric.terms().next().map_or("", |term| term.source().id);
            let is_up = change.judged.errors > 0.0;
            let same = |(known, of, up): &&mut (Move, &str, bool)| {
                known.group.as_ref().map(|group| (group.grouping, group.id)) == group && *of == table && *up == is_up
            };
            match moves.iter_mut().find(same) {
                Some((known, _, _)) => known.also.push(change.beside(self.language)),
                None => moves.push((self.described_move(change, windows, chosen), table, is_up)),
            }
        }
        moves.truncate(MOST_MOVES);
        moves.into_iter().map(|(one, _, _)| one).collect()
    }

    fn described_move(&self, change: Change, (window, before_window): Pair, chosen: &str) -> Move {
        let (now, before, difference, change_percent) = change.shown();
        let CardFigure { id, label, metric, .. } = change.figure;
        let of_group = change.group.as_ref().map(|group| format!("{}.{}", group.grouping.info().name, group.id));
        let rest_change = change.rest_change();
        let words = self.words(metric.unit);
        let sentence = change.sentence(&words, (now, before, difference, change_percent), rest_change);
        Move {
            key: format!(
                "move {id} {} {} {} {}{chosen}",
                of_group.as_deref().unwrap_or("all"),
                iso(window.start),
                iso(window.end),
                iso(before_window.start)
            ),
            metric: id.clone(),
            label: labels::label(self.language, label).to_owned(),
            unit: metric.unit,
            polarity: metric.polarity,
            now,
            before,
            change: difference,
            change_percent,
            rest_change,
            points: change.points(self.method).map(|points| (points * 100.0).round() / 100.0),
            errors: (change.judged.errors * 10.0).round() / 10.0,
            probability: change.judged.probability,
            sentence,
            group: change.group,
            also: Vec::new(),
        }
    }
}

const UNJUDGED: Judged = Judged { errors: 0.0, probability: 1.0 };

/// Judges changes of everybody apart from those of groups, which vary otherwise: what moves all alike is not in them.
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

fn nothing(window: Option<Window>, before: Option<Window>, note: &str) -> MovesAnswer {
    MovesAnswer {
        start_date: window.map(|window| iso(window.start)),
        end_date: window.map(|window| iso(window.end)),
        start_date_before: before.map(|window| iso(window.start)),
        end_date_before: before.map(|window| iso(window.end)),
        tests: 0,
        real: 0,
        earlier: 0,
        note: Some(note.to_owned()),
        moves: Vec::new(),
    }
}

impl Change {
    fn pair(&self) -> explain::Pair {
        explain::Pair { now: self.counted.0.clone(), before: self.counted.1.clone() }
    }

    /// What it is worth in points of the score; None where the figure is no part of it.
    fn points(&self, method: &Method) -> Option<f64> {
        let metric = self.figure.metric;
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

    fn shown(&self) -> (f64, f64, f64, Option<f64>) {
        let metric = self.figure.metric;
        let (now, before) = (self.counted.0.value(metric), self.counted.1.value(metric));
        let difference = shown(&change(metric, &self.pair()), metric.unit.decimals());
        (metric.shown(now), metric.shown(before), difference, now.change_percent(before))
    }

    /// How everybody else changed: of a sum in percent, of a rate or mean in its unit.
    fn rest_change(&self) -> Option<f64> {
        let metric = self.figure.metric;
        let (now, before) = self.rest.as_ref()?;
        match metric.formula {
            Formula::Sum(..) => now.value(metric).change_percent(before.value(metric)),
            Formula::Ratio { .. } => {
                let rest = explain::Pair { now: now.clone(), before: before.clone() };
                Some(shown(&change(metric, &rest), metric.unit.decimals()))
            }
        }
    }

    fn beside(self, language: Language) -> AlsoMoved {
        let (_, _, change, change_percent) = self.shown();
        let CardFigure { id, label, metric, .. } = self.figure;
        let label = labels::label(language, label).to_owned();
        AlsoMoved { metric: id.clone(), label, change, change_percent, unit: metric.unit }
    }

    fn sentence(
        &self,
        words: &Words<'_>,
        (now, before, change, change_percent): (f64, f64, f64, Option<f64>),
        rest_change: Option<f64>,
    ) -> String {
        let CardFigure { label, metric, .. } = self.figure;
        let percent = match (metric.unit, change_percent) {
            (Unit::Percent, _) | (_, None) => String::new(),
            (_, Some(percent)) => words.percent_change(percent, 1),
        };
        let amount = if change == 0.0 { String::new() } else { words.amount(change.abs()) };
        let moved = Moved {
            label: labels::label(words.language, label),
            is_up: change > 0.0,
            amount: &amount,
            percent: &percent,
            before: &words.figure(before),
            now: &words.figure(now),
            is_chance: false,
        };
        let rest = match (rest_change, metric.formula) {
            (None, _) => String::new(),
            (Some(rest), Formula::Sum(..)) => words.percent_change(rest, 1),
            (Some(rest), _) => words.signed(rest),
        };
        let others = match (rest_change, metric.formula) {
            (None, _) => Others::None,
            (Some(_), Formula::Sum(..)) => Others::Sum(&rest),
            (Some(_), _) => Others::Rate(&rest),
        };
        let group = self.group.as_ref().map(|group| (group.grouping, group.name.as_str(), others));
        (words.language.texts().insights.moved)(&moved, group)
    }
}
