//! A figure as an alert looks at it: what is shown of it, and why it moved. Nothing is said of one that is hidden.

use time::Duration;

use super::Windows;
use super::wire::Explanation;
use crate::figures::Unit;
use crate::figures::explain::OpenSlices;
use crate::figures::filter::{FilterParams, iso};
use crate::figures::period::Window;
use crate::groupings::Grouping;
use crate::i18n::labels;
use crate::screens::answers::{AnswerError, Answers, Snapshot};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardFigure;

/// A figure, or why nothing can be said of it.
pub type Watched = Result<WatchedFigure, String>;

/// A figure as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedFigure {
    pub label: String,
    pub unit: Unit,
    pub value: f64,
    /// What it is compared with, and the change in its unit; of a percentage, in points. None without a comparison.
    pub before: Option<f64>,
    pub change: Option<f64>,
    pub change_percent: Option<f64>,
    /// Whether the change is within normal variation, where that is known.
    pub is_within_chance: Option<bool>,
    /// How likely the value is on such a weekday by chance; of a day alone.
    pub probability: Option<f64>,
    /// yyyy-mm-dd
    pub start: String,
    pub end: String,
    /// Why there is no comparison, where there is none.
    pub note: Option<String>,
    /// What changed, and why.
    pub sentences: Vec<String>,
}

impl WatchedFigure {
    fn of(value: f64, answer: Explanation) -> WatchedFigure {
        WatchedFigure {
            label: answer.label,
            unit: answer.unit,
            value,
            before: answer.before,
            change: answer.change,
            change_percent: answer.change_percent,
            is_within_chance: answer.chance.map(|chance| chance.is_within),
            probability: None,
            start: answer.start_date,
            end: answer.end_date,
            note: answer.note,
            sentences: answer.sentences,
        }
    }
}

impl Answers<'_> {
    /// A figure of the filter's period.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn watched(&self, figure: &'static CardFigure, params: &FilterParams) -> Result<Watched, AnswerError> {
        let filter = self.resolved(params, &[Grouping::Lob])?;
        self.with_snapshot(&filter, async |snapshot| snapshot.watched(figure).await).await
    }

    /// The score.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn watched_score(&self, params: &FilterParams) -> Result<Watched, AnswerError> {
        let filter = self.resolved(params, &[Grouping::Lob])?;
        let answer = self.with_snapshot(&filter, async |snapshot| snapshot.explained_score(None).await).await?;
        let why = answer.note.clone().unwrap_or_default();
        Ok(answer.now.map(|value| WatchedFigure::of(value, answer)).ok_or(why))
    }

    /// A figure on the last loaded day, whatever the filter's period, beside the same weekdays of the weeks before.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn watched_day(
        &self,
        figure: &'static CardFigure,
        params: &FilterParams,
        open: OpenDashboards,
    ) -> Result<Watched, AnswerError> {
        let filter = self.resolved(params, &[Grouping::Lob])?;
        self.with_snapshot(&filter, async |snapshot| snapshot.watched_day(figure, open).await).await
    }
}

impl Snapshot<'_> {
    async fn watched(&self, figure: &'static CardFigure) -> Result<Watched, AnswerError> {
        let window = self.filter.window;
        match self.catalogue.first_day_of(figure.metric) {
            Ok(first)
                if first.is_none_or(|first| first <= window.end)
                    && self.catalogue.coverage.lacks(figure.metric, window).is_none() => {}
            _ => return Ok(Err((self.language.texts().alerts.no_data)(labels::label(self.language, figure.label)))),
        }
        let [now, before_too] = self.may_show(figure).await?;
        let Some(may_show) = now else { return Ok(Err(self.language.texts().alerts.hidden.to_owned())) };
        let counted = self.engine.counted(&self.catalogue, &[figure.metric], window, self.selection).await?;
        let Some(counted) = counted.first() else { return Ok(Err(String::new())) };
        let before = self.filter.compared_with(self.filter.comparison);
        let windows = Windows { now: window, before };
        let answer = match before_too {
            None => self.without_comparison(figure, windows, self.language.texts().explain.too_few_members),
            Some(_) => self.explained(figure, windows, &OpenSlices::default()).await?,
        };
        Ok(Ok(WatchedFigure::of(figure.metric.shown(counted.shown(may_show).value), answer)))
    }

    async fn watched_day(&self, figure: &'static CardFigure, open: OpenDashboards) -> Result<Watched, AnswerError> {
        let texts = &self.language.texts().alerts;
        let label = labels::label(self.language, figure.label);
        let unknown = || Err((texts.no_weekdays_of)(label));
        let Some(last) = self.last_day(open).await? else { return Ok(unknown()) };
        let is_of = |metric| std::ptr::eq(figure.metric, metric);
        let Some(found) = last.figures.into_iter().find(|found| is_of(found.figure.metric)) else {
            return Ok(unknown());
        };
        let window = |day| Window { start: day, end: day };
        let before = last.day.checked_sub(Duration::WEEK).map(window);
        let windows = Windows { now: window(last.day), before };
        let why = self.explained(figure, windows, &OpenSlices::default()).await?;
        let change = found.value - found.median;
        let mut sentences = vec![found.sentence];
        // The explanation divides a change, and what is usual cannot be divided.
        let mut of_week = why.sentences.into_iter();
        sentences.extend(of_week.next().map(|what| (texts.week_before)(&what)));
        sentences.extend(of_week);
        Ok(Ok(WatchedFigure {
            label: label.to_owned(),
            unit: figure.metric.unit,
            value: found.value,
            before: Some(found.median),
            change: Some(change),
            change_percent: (found.median > 0.0).then(|| 100.0 * change / found.median),
            is_within_chance: None,
            probability: Some(found.found.probability),
            start: iso(last.day),
            end: iso(last.day),
            note: None,
            sentences,
        }))
    }
}
