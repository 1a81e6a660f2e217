//! Answers why a figure moved (docs/explain.md).
//!
//! `tree` turns the causes into the answer: it hides what few members are behind, and rounds effects so that they add up
//! on every level. `score` does the same for the BOND Score, `sentences` writes what a reader should know first, `watched`
//! has what alerts look at.

mod calendar;
mod opening;
mod score;
mod sentences;
mod tree;
mod watched;
mod wire;

use time::Date;

pub use watched::{Watched, WatchedFigure};
pub use wire::{
    Calendar, CauseKind, CauseNode, CauseTree, Chance, DivisionOffer, ExplainBody, ExplainParams, Explanation,
    OpenedCauses,
};

use self::tree::{Shown, label_of, shown_tree};
use super::answers::{AnswerError, Answers, Snapshot};
use super::registry::CardFigure;
use crate::figures::explain::{
    Compared, Division, NodeScope, OpenSlices, Pair, Reader, change, explain, shown, to_f64,
};
use crate::figures::filter::{FilterParams, YEARS, iso};
use crate::figures::period::{Comparison, Window};
use crate::figures::standard_error::is_within_chance;
use crate::figures::{Formula, Metric, NeverLoaded, Selection, Unit};
use crate::groupings::Grouping;
use crate::i18n::{dates, labels};

impl Answers<'_> {
    /// Why a figure moved.
    ///
    /// # Errors
    /// If the filter or what is opened is wrong, or the warehouse gives no answer.
    pub async fn explain(
        &self,
        figure: &'static CardFigure,
        params: &FilterParams,
        explain: &ExplainParams,
    ) -> Result<Explanation, AnswerError> {
        let filter = params.resolve(self.today, self.calendar, &[Grouping::Lob])?;
        let opening = opening::of_metric(explain.open.as_ref(), figure.metric)?;
        self.with_snapshot(&filter, async |snapshot| {
            let before = snapshot.filter.compared_with(snapshot.filter.comparison);
            let before = before.filter(|before| YEARS.contains(&before.start.year()));
            let windows = Windows { now: snapshot.filter.window, before };
            if snapshot.hides(figure).await? != [false; 2] {
                let note = snapshot.language.texts().explain.too_few_members;
                return Ok(snapshot.without_comparison(figure, windows, note));
            }
            snapshot.explained(figure, windows, &opening).await
        })
        .await
    }
}

/// The windows that are compared.
#[derive(Clone, Copy)]
struct Windows {
    now: Window,
    before: Option<Window>,
}

impl Snapshot<'_> {
    async fn explained(
        &self,
        figure: &CardFigure,
        windows: Windows,
        opening: &OpenSlices,
    ) -> Result<Explanation, AnswerError> {
        let CardFigure { metric, .. } = *figure;
        let texts = &self.language.texts().explain;
        let Some(before) = windows.before else {
            let note = match self.filter.comparison {
                Comparison::None => texts.choose_comparison,
                _ => texts.nothing_before,
            };
            return Ok(self.without_comparison(figure, windows, note));
        };
        if let Some(note) = self.not_reached(metric, before.start) {
            return Ok(self.without_comparison(figure, windows, &note));
        }
        let compared = Compared { metric, now: windows.now, before };
        let reader = Reader { engine: self.engine, catalogue: &self.catalogue, language: self.language };
        let found = explain(&reader, compared, NodeScope::of(self.selection.clone()), opening).await?;
        let mut answer = self.without_comparison(figure, windows, "");
        answer.note = None;
        let minimum = self.engine.minimum_members();
        let is_few = |pair: &Pair| [&pair.now, &pair.before].iter().any(|one| one.is_few(metric, minimum.into()));
        if is_few(&found.whole) {
            answer.note = Some(texts.too_few_members.to_owned());
            return Ok(answer);
        }
        let decimals = metric.unit.decimals();
        let difference = change(metric, &found.whole);
        let (now, earlier) = (found.whole.now.value(metric), found.whole.before.value(metric));
        answer.now = Some(metric.shown(now));
        answer.before = Some(metric.shown(earlier));
        if matches!(metric.formula, Formula::Ratio { .. })
            && (found.whole.now.denominator == 0 || found.whole.before.denominator == 0)
        {
            // Nothing has no rate, not one of 0 %.
            answer.note = Some(texts.nothing_to_divide_by.to_owned());
            return Ok(answer);
        }
        answer.change = Some(shown(&difference, decimals));
        answer.change_percent = now.change_percent(earlier);
        answer.chance = found.error.map(|error| Chance::of(to_f64(&difference), error));
        let adds_up = Division::of(metric).contains(&Division::Time) && metric.unit != Unit::Percent;
        answer.calendar = calendar::of(compared, (now, earlier), adds_up, texts);
        answer.divisions = found
            .offers
            .iter()
            .map(|offer| DivisionOffer {
                by: offer.division.key(),
                label: label_of(offer.division, self.language),
                // Of two parts the exact number would tell the effects.
                tells: round(offer.tells, if minimum == 0 { 3 } else { 1 }),
                leading: offer.leading.as_ref().filter(|slice| !is_few(&slice.pair)).map(|slice| slice.name.clone()),
            })
            .collect();
        let shown = Shown { compared, minimum, decimals, language: self.language };
        let total = answer.change.unwrap_or_default();
        answer.tree = found.tree.as_ref().and_then(|tree| shown_tree(&shown, tree, &found.whole, total));
        if answer.tree.is_none() {
            let is_hidden = found.tree.is_some();
            let note = if is_hidden { texts.too_few_members } else { texts.cannot_be_divided };
            answer.note = Some(note.to_owned());
        }
        hide_leading(&mut answer);
        answer.sentences = sentences::of(&answer, &self.words(answer.unit));
        Ok(answer)
    }

    /// What to do where a table that the metric reads has no data from `start` on.
    fn not_reached(&self, metric: &Metric, start: Date) -> Option<String> {
        let texts = &self.language.texts().explain;
        match self.catalogue.first_day_of(metric) {
            Err(NeverLoaded) => Some(texts.nothing_counted.to_owned()),
            Ok(Some(first)) if start < first => {
                Some((texts.no_data_before)(&dates::day_in_words(first, self.language)))
            }
            Ok(_) => None,
        }
    }
}

/// A cause that is hidden, or whose effect rounds to none, is not named as the one that stands out.
fn hide_leading(answer: &mut Explanation) {
    let Some(tree) = &answer.tree else { return };
    let hidden = |name: &String| {
        tree.causes.iter().any(|cause| cause.name == *name && cause.effect.is_none_or(|effect| effect == 0.0))
    };
    for offer in &mut answer.divisions {
        offer.leading = offer.leading.take().filter(|name| offer.by != tree.by || !hidden(name));
    }
}

impl Snapshot<'_> {
    fn without_comparison(&self, figure: &CardFigure, Windows { now, before }: Windows, note: &str) -> Explanation {
        Explanation {
            metric: figure.id.clone(),
            label: labels::label(self.language, figure.label).to_owned(),
            unit: figure.metric.unit,
            polarity: figure.metric.polarity,
            start_date: iso(now.start),
            end_date: iso(now.end),
            start_date_before: before.map(|before| iso(before.start)),
            end_date_before: before.map(|before| iso(before.end)),
            now: None,
            before: None,
            change: None,
            change_percent: None,
            note: Some(note.to_owned()),
            chance: None,
            calendar: None,
            divisions: Vec::new(),
            tree: None,
            sentences: Vec::new(),
        }
    }
}

impl Chance {
    fn of(change: f64, standard_error: f64) -> Chance {
        let is_within = is_within_chance(change, standard_error);
        Chance { standard_error: round(standard_error, 4), is_within }
    }
}

fn round(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

/// What is explained of a selection of groups alone.
fn of_groups(selection: &Selection) -> Selection {
    Selection { groups: selection.groups.clone(), ..Selection::default() }
}
