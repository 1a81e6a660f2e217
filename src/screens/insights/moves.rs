//! The figures that changed by more than normal variation.

use super::wire::{AlsoMoved, Move, MovesAnswer};
use crate::figures::filter::{YEARS, iso};
use crate::figures::insights::{Change, FALSE_DISCOVERIES, LEAST_EARLIER, Pair, discoveries, judged_changes, pairs};
use crate::figures::period::{Comparison, Window};
use crate::figures::{Formula, Metric, Scan, Unit};
use crate::i18n::language::Language;
use crate::i18n::{Moved, Others, labels};
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardFigure;
use crate::screens::words::Words;

/// At most so many moves are answered.
const MOST_MOVES: usize = 30;

/// A change of a figure.
struct Found {
    figure: &'static CardFigure,
    change: Change,
}

impl Snapshot<'_> {
    /// What moved in the filter's period, of the figures of some dashboards.
    pub(in crate::screens) async fn moves(&self, open: OpenDashboards) -> Result<MovesAnswer, AnswerError> {
        let (texts, explain) = (&self.language.texts().insights, &self.language.texts().explain);
        // Other facts than logins may be loaded of a period without any.
        let days = [self.catalogue.first_day().zip(self.catalogue.through()), self.catalogue.days()];
        let window = days.into_iter().flatten().find_map(|(first, last)| self.filter.window.clipped(first, last));
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
        let figures: Vec<(&'static CardFigure, usize)> = shown
            .into_iter()
            // Who moved between groups is told by the moves themselves: each further figure hides some changes of others.
            .filter(|figure| figure.metric.terms().all(|term| term.source().scan != Scan::Moves))
            .map(|figure| (figure, self.covered(figure.metric, &all)))
            .filter(|(_, pairs)| *pairs > LEAST_EARLIER)
            .collect();
        let earlier = figures.iter().map(|(_, pairs)| pairs - 1).max().unwrap_or_default();
        if figures.is_empty() {
            let note = (texts.too_few_earlier)(LEAST_EARLIER);
            return Ok(nothing(Some(window), Some(before), &note));
        }
        let covered: Vec<(&Metric, usize)> = figures.iter().map(|(figure, pairs)| (figure.metric, *pairs)).collect();
        let of = (self.engine, &*self.catalogue, self.selection);
        let changes = judged_changes(of, &covered, &all[..=earlier]).await?;
        let probabilities: Vec<f64> = changes.iter().map(|change| change.judged.probability).collect();
        let real = discoveries(&probabilities, FALSE_DISCOVERIES);
        let tests = changes.len();
        let real = changes.into_iter().zip(real).filter(|(_, real)| *real).map(|(change, _)| change);
        let real: Vec<Found> = real.map(|change| Found { figure: figures[change.figure].0, change }).collect();
        let mut answer = nothing(Some(window), Some(before), "");
        answer.note = None;
        (answer.tests, answer.real, answer.earlier) = (tests, real.len(), earlier);
        answer.moves = self.ranked(real, (window, before), &self.key_of_chosen()?);
        Ok(answer)
    }

    /// How many of the pairs, from the first on, all tables of a metric have data for; none without a day of the first.
    fn covered(&self, metric: &Metric, pairs: &[Pair]) -> usize {
        if !pairs.first().is_some_and(|(window, _)| self.catalogue.coverage.has_days(metric, *window)) {
            return 0;
        }
        let Ok(first) = self.catalogue.first_day_of(metric) else { return 0 };
        let is_covered = |(_, before): &&Pair| {
            first.is_none_or(|first| first <= before.start) && YEARS.contains(&before.start.year())
        };
        pairs.iter().take_while(is_covered).count()
    }

    /// The largest moves, with points of the score first; what moved with another is named beside it.
    fn ranked(&self, real: Vec<Found>, windows: Pair, chosen: &str) -> Vec<Move> {
        let points = |found: &Found| found.change.points(self.method).unwrap_or_default().abs();
        let mut real: Vec<(f64, Found)> = real.into_iter().map(|found| (points(&found), found)).collect();
        let tenths = |points: f64| (points * 10.0).round();
        real.sort_by(|(points, one), (others, other)| {
            let by_points = tenths(*others).total_cmp(&tenths(*points));
            by_points.then_with(|| other.change.judged.errors.abs().total_cmp(&one.change.judged.errors.abs()))
        });
        let mut moves: Vec<(Move, &'static str, bool)> = Vec::new();
        for (_, found) in real {
            let group = found.change.group.as_ref().map(|group| (group.grouping, group.id));
            let table = found.figure.metric.terms().next().map_or("", |term| term.source().id);
            let is_up = found.change.judged.errors > 0.0;
            let same = |(known, of, up): &&mut (Move, &str, bool)| {
                known.group.as_ref().map(|group| (group.grouping, group.id)) == group && *of == table && *up == is_up
            };
            match moves.iter_mut().find(same) {
                Some((known, _, _)) => known.also.push(found.beside(self.language)),
                None => moves.push((self.described_move(found, windows, chosen), table, is_up)),
            }
        }
        moves.truncate(MOST_MOVES);
        moves.into_iter().map(|(one, _, _)| one).collect()
    }

    fn described_move(&self, found: Found, (window, before_window): Pair, chosen: &str) -> Move {
        let Found { figure, change } = &found;
        let (now, before, difference, change_percent) = change.shown();
        let CardFigure { id, label, metric, .. } = figure;
        let of_group = change.group.as_ref().map(|group| format!("{}.{}", group.grouping.info().name, group.id));
        let rest_change = change.rest_change();
        let words = self.words(metric.unit);
        let sentence = found.sentence(&words, (now, before, difference, change_percent), rest_change);
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
            group: change.group.clone(),
            also: Vec::new(),
        }
    }
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

impl Found {
    fn beside(self, language: Language) -> AlsoMoved {
        let (_, _, change, change_percent) = self.change.shown();
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
        let group = self.change.group.as_ref().map(|group| (group.grouping, group.name.as_str(), others));
        (words.language.texts().insights.moved)(&moved, group)
    }
}
