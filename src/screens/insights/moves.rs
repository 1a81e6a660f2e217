//! The largest changes of figures: those beyond normal variation, and others.

use super::period::Judgeable;
use crate::figures::filter::iso;
use crate::figures::insights::{
    Asked, Change, FALSE_DISCOVERIES, LEAST_EARLIER, Pair, Part, discoveries, judged_changes,
};
use crate::figures::{Formula, Metric, Scan, Unit};
use crate::i18n::language::Language;
use crate::i18n::{Moved, MovedPart, Others, labels};
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::insight_answers::{AlsoMoved, Move, MovedItem, MovesAnswer};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardFigure;
use crate::screens::words::Words;

/// At most so many moves are answered.
const MOST_MOVES: usize = 30;

/// At least so many moves are answered if so much changed, usual or not.
const LEAST_MOVES: usize = 10;

/// A change of a figure.
struct Found {
    figure: &'static CardFigure,
    change: Change,
    unusual: bool,
}

impl Snapshot<'_> {
    /// The changes of some dashboards' figures in the filter's period, or in the longest period that can be judged.
    pub(in crate::screens) async fn moves(&self, open: OpenDashboards) -> Result<MovesAnswer, AnswerError> {
        let texts = &self.language.texts().insights;
        // Other facts than logins may be loaded of a period without any.
        let loaded = [self.catalogue.first_day().zip(self.catalogue.through()), self.catalogue.days()];
        let loaded = || loaded.into_iter().flatten();
        let Some((_, last)) = loaded().next() else { return Ok(nothing(texts.nothing_loaded)) };
        let asked = loaded().find_map(|(first, last)| self.filter.window.clipped(first, last));
        let shown = open.figures();
        if shown.is_empty() {
            return Ok(nothing(texts.no_dashboard));
        }
        // Who moved between groups is told by the moves themselves: each further figure hides some changes of others.
        let is_tested = |figure: &&CardFigure| figure.metric.terms().all(|term| term.source().scan != Scan::Moves);
        let figures: Vec<&'static CardFigure> = shown.into_iter().filter(is_tested).collect();
        let Some(Judgeable { pairs, figures, instead_of }) = self.judgeable(asked, last, &figures) else {
            return Ok(nothing(&(texts.too_few_weeks)(LEAST_EARLIER + 2)));
        };
        let earlier = figures.iter().map(|(_, pairs)| pairs - 1).max().unwrap_or_default();
        let covered: Vec<(&Metric, usize)> = figures.iter().map(|(figure, pairs)| (figure.metric, *pairs)).collect();
        let of = Asked { engine: self.engine, catalogue: &self.catalogue, selection: self.selection };
        let changes = judged_changes(of, &covered, &pairs[..=earlier]).await?;
        let probabilities: Vec<f64> = changes.iter().map(|change| change.judged.probability).collect();
        let is_real = discoveries(&probabilities, FALSE_DISCOVERIES);
        let (now, before) = pairs[0];
        let (tests, real) = (changes.len(), is_real.iter().filter(|is_real| **is_real).count());
        let found = changes.into_iter().zip(is_real);
        let found = found.map(|(change, unusual)| Found { figure: figures[change.figure].0, change, unusual });
        Ok(MovesAnswer {
            start_date: Some(iso(now.start)),
            end_date: Some(iso(now.end)),
            start_date_before: Some(iso(before.start)),
            end_date_before: Some(iso(before.end)),
            instead_of,
            tests,
            real,
            earlier,
            note: None,
            moves: self.ranked(found.collect(), pairs[0], &self.key_of_chosen()?),
        })
    }

    /// The unusual moves, and as many of the others as make a list of [`LEAST_MOVES`]: the largest of each, with points of the
    /// score first. Changes of the same group or item in the same direction share an entry.
    fn ranked(&self, found: Vec<Found>, windows: Pair, chosen: &str) -> Vec<Move> {
        let points = |found: &Found| found.change.points(self.method).unwrap_or_default().abs();
        let mut found: Vec<(f64, Found)> = found.into_iter().map(|found| (points(&found), found)).collect();
        let tenths = |points: f64| (points * 10.0).round();
        found.sort_by(|(points, one), (others, other)| {
            let by_points = tenths(*others).total_cmp(&tenths(*points));
            let by_errors = other.change.judged.errors.abs().total_cmp(&one.change.judged.errors.abs());
            other.unusual.cmp(&one.unusual).then(by_points).then(by_errors)
        });
        // Changes in the same direction share an entry; the largest names it.
        let mut families: Vec<Vec<Found>> = Vec::new();
        for (_, found) in found {
            if let Some(family) = families.iter_mut().find(|family| family.iter().any(|known| known.is_alike(&found))) {
                // What is usual needs no further word beside what is not, nor do the same rows by another name.
                let is_known = family.iter().any(|known| known.change.is_the_same(&found.change));
                if family[0].unusual == found.unusual && !is_known {
                    family.push(found);
                }
            } else if (found.unusual && families.len() < MOST_MOVES)
                || (families.len() < LEAST_MOVES && found.has_moved())
            {
                families.push(vec![found]);
            }
        }
        let described = |family: Vec<Found>| {
            let mut family = family.into_iter();
            let first = family.next()?;
            let also = family.map(|found| found.beside(self.language)).collect();
            Some(Move { also, ..self.described_move(first, windows, chosen) })
        };
        families.into_iter().filter_map(described).collect()
    }

    fn described_move(&self, found: Found, (window, before_window): Pair, chosen: &str) -> Move {
        let Found { figure, change, .. } = &found;
        let (now, before, difference, change_percent) = change.shown();
        let CardFigure { id, label, metric, .. } = figure;
        let of_part = match &change.part {
            None => "all".to_owned(),
            Some(Part::Group(group)) => format!("{}.{}", group.grouping.info().name, group.id),
            // A key of a few words: search terms have many.
            Some(Part::Item { division, key, .. }) => format!("{}.{}", division.key(), key.replace(' ', "_")),
        };
        let rest_change = change.rest_change();
        let words = self.words(metric.unit);
        let sentence = found.sentence(&words, (now, before, difference, change_percent), rest_change);
        Move {
            key: format!(
                "move {id} {of_part} {} {} {}{chosen}",
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
            unusual: found.unusual,
            group: match &change.part {
                Some(Part::Group(group)) => Some(group.clone()),
                _ => None,
            },
            item: match &change.part {
                Some(Part::Item { division, key, name }) => {
                    let label = labels::name(self.language, division.label());
                    Some(MovedItem { by: division.key(), label, key: key.clone(), name: name.clone() })
                }
                _ => None,
            },
            also: Vec::new(),
        }
    }
}

/// An answer that says why nothing could be tested.
fn nothing(note: &str) -> MovesAnswer {
    MovesAnswer { note: Some(note.to_owned()), ..MovesAnswer::default() }
}

impl Found {
    /// Whether another moved the same way for the same reason: a figure of the same part and table, or the same rows by another
    /// name.
    fn is_alike(&self, other: &Found) -> bool {
        let table = |found: &Found| found.figure.metric.terms().next().map(|term| term.source().id);
        let is_up = |found: &Found| found.change.judged.errors > 0.0;
        let is_one =
            self.change.part == other.change.part && table(self) == table(other) && is_up(self) == is_up(other);
        is_one || self.change.is_the_same(&other.change)
    }

    /// Whether it differs from what it was before as it is shown.
    fn has_moved(&self) -> bool {
        let (_, _, difference, _) = self.change.shown();
        difference != 0.0 && self.change.judged.errors != 0.0
    }

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
        let by = match &self.change.part {
            Some(Part::Item { division, .. }) => labels::name(words.language, division.label()),
            _ => String::new(),
        };
        let part = self.change.part.as_ref().map(|part| match part {
            Part::Group(group) => (MovedPart::Group(group.grouping, &group.name), others),
            Part::Item { name, .. } => (MovedPart::Item(&by, name), others),
        });
        (words.language.texts().insights.moved)(&moved, part)
    }
}
