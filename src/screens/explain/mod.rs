//! Answers why a figure moved (docs/explain.md).
//!
//! `figures::explain` finds the causes and leaves out what few members are behind. `score` does the same for the BOND
//! Score, `sentences` writes what a reader should know first, `watched` has what alerts look at.

mod calendar;
mod opening;
mod score;
mod sentences;
mod watched;
mod wire;

use time::Date;

pub use watched::{Watched, WatchedFigure};
pub use wire::{Calendar, ExplainBody, ExplainParams, Explanation, OpenedCauses};

use super::answers::{AnswerError, Answers, Snapshot};
use super::registry::CardFigure;
use crate::figures::explain::{Compared, Division, How, NoTree, NodeScope, OpenSlices, Reader, Shown, explain};
use crate::figures::filter::{FilterParams, YEARS, iso};
use crate::figures::period::{Comparison, Window};
use crate::figures::{Metric, NeverLoaded, Selection, Unit};
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
        let filter = self.resolved(params, &[Grouping::Lob])?;
        let opening = opening::of_metric(explain.open.as_ref(), figure.metric)?;
        self.with_snapshot(&filter, async |snapshot| {
            let before = snapshot.filter.compared_with(snapshot.filter.comparison);
            let before = before.filter(|before| YEARS.contains(&before.start.year()));
            let windows = Windows { now: snapshot.filter.window, before };
            if snapshot.may_show(figure).await?.iter().any(Option::is_none) {
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
        if self.catalogue.protects_moves() {
            return Ok(self.without_comparison(figure, windows, texts.groups_as_they_were));
        }
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
        let how = How {
            compared,
            minimum_members: self.engine.minimum_members(),
            decimals: metric.unit.decimals(),
            language: self.language,
        };
        let Some(Shown { now, before, change }) = found.shown(&how) else {
            answer.note = Some(texts.too_few_members.to_owned());
            return Ok(answer);
        };
        answer.now = Some(metric.shown(now));
        answer.before = Some(metric.shown(before));
        let Some(change) = change else {
            answer.note = Some(texts.nothing_to_divide_by.to_owned());
            return Ok(answer);
        };
        answer.change = Some(change.change);
        answer.change_percent = change.change_percent;
        answer.chance = change.chance;
        let adds_up = Division::of(metric).contains(&Division::Time) && metric.unit != Unit::Percent;
        let loaded_to = self.catalogue.last_day_of(metric);
        answer.calendar = calendar::of(compared, (now, before), adds_up, loaded_to, texts);
        answer.divisions = change.divisions;
        match change.tree {
            Ok(tree) => answer.tree = Some(tree),
            Err(NoTree::FewMembers) => answer.note = Some(texts.too_few_members.to_owned()),
            Err(NoTree::CannotBeDivided) => answer.note = Some(texts.cannot_be_divided.to_owned()),
        }
        sentences::lead_with_newcomers(&mut answer);
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

/// What is explained of a selection of groups alone.
fn of_groups(selection: &Selection) -> Selection {
    Selection { groups: selection.groups.clone(), ..Selection::default() }
}
