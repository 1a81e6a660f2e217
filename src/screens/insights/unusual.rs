//! What is unusual on the last loaded day.

use time::{Date, Duration};

use crate::figures::filter::iso;
use crate::figures::insights::{DAYS, FALSE_DISCOVERIES, Unusual, WEEKS, adds_up_over_days, discoveries, on_last_day};
use crate::figures::period::Window;
use crate::figures::{Formula, Metric};
use crate::i18n::{dates, labels};
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::insight_answers::{UnusualAnswer, UnusualItem};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardFigure;

/// Figures on the last loaded day.
pub(in crate::screens) struct LastDay {
    pub day: Date,
    pub figures: Vec<FigureOfDay>,
}

/// A figure on the last loaded day beside the same weekdays before it.
pub(in crate::screens) struct FigureOfDay {
    pub figure: &'static CardFigure,
    pub found: Unusual,
    pub value: f64,
    /// Of the same weekdays.
    pub median: f64,
    pub sentence: String,
}

impl Snapshot<'_> {
    /// The figures of some dashboards that are unusual on the last loaded day.
    pub(in crate::screens) async fn unusual(&self, open: OpenDashboards) -> Result<UnusualAnswer, AnswerError> {
        let mut answer = UnusualAnswer { day: None, weeks: WEEKS, tests: 0, items: Vec::new() };
        let Some(LastDay { day, figures }) = self.last_day(open).await? else { return Ok(answer) };
        answer.day = Some(iso(day));
        answer.tests = figures.len();
        let probabilities: Vec<f64> = figures.iter().map(|figure| figure.found.probability).collect();
        let is_real = discoveries(&probabilities, FALSE_DISCOVERIES);
        let chosen = self.key_of_chosen()?;
        answer.items = figures
            .into_iter()
            .zip(is_real)
            .filter(|(_, is_real)| *is_real)
            .map(|(of_day, _)| {
                let FigureOfDay { figure, found, value, median, sentence } = of_day;
                UnusualItem {
                    key: format!("unusual {} {}{chosen}", figure.id, iso(day)),
                    metric: figure.id.clone(),
                    label: labels::label(self.language, figure.label).to_owned(),
                    unit: figure.metric.unit,
                    polarity: figure.metric.polarity,
                    value,
                    median,
                    deviations: (found.deviations * 10.0).round() / 10.0,
                    probability: found.probability,
                    sentence,
                }
            })
            .collect();
        answer.items.sort_by(|one, other| other.deviations.abs().total_cmp(&one.deviations.abs()));
        Ok(answer)
    }

    /// The figures of some dashboards on the last loaded day beside the same weekdays before it, where they are shown and
    /// can be compared; None while nothing is loaded.
    pub(in crate::screens) async fn last_day(&self, open: OpenDashboards) -> Result<Option<LastDay>, AnswerError> {
        let Some(day) = self.catalogue.through() else { return Ok(None) };
        let nothing = Ok(Some(LastDay { day, figures: Vec::new() }));
        let back =
            |days: usize| day.checked_sub(Duration::days(days as i64)).map(|day| Window { start: day, end: day });
        let days: Vec<Window> = (0..DAYS).rev().filter_map(back).collect();
        let Ok(days) = <[Window; DAYS]>::try_from(days) else { return nothing };
        let first = days[0];
        let figures: Vec<&'static CardFigure> = open
            .figures()
            .into_iter()
            .filter(|figure| adds_up_over_days(figure.metric) && self.is_loaded(figure.metric, first, day))
            .collect();
        let metrics: Vec<&Metric> = figures.iter().map(|figure| figure.metric).collect();
        let shown = on_last_day((self.engine, &self.catalogue, self.selection), &metrics, &days).await?;
        let described = shown.into_iter().map(|of_day| {
            let figure = figures[of_day.metric];
            self.of_day(figure, day, figure.metric.shown(of_day.value), of_day.found)
        });
        Ok(Some(LastDay { day, figures: described.collect() }))
    }

    fn of_day(&self, figure: &'static CardFigure, day: Date, value: f64, found: Unusual) -> FigureOfDay {
        let metric = figure.metric;
        let divisor = match metric.formula {
            Formula::Sum(_, divisor) => divisor as f64,
            Formula::Ratio { .. } => 1.0,
        };
        let scale = 10_f64.powi(metric.unit.decimals() as i32);
        let median = (found.median / divisor * scale).round() / scale;
        let words = self.words(metric.unit);
        // If the usual amount is 0 or negative, a change has no percentage.
        let moved = match median > 0.0 {
            true => words.percent_change(100.0 * (value - median) / median, 0),
            false => words.signed(value - median),
        };
        let sentence = (self.language.texts().insights.unusual)(
            labels::label(self.language, figure.label),
            &words.figure(value),
            &moved,
            dates::weekday(day.weekday(), self.language),
            &words.figure(median),
        );
        FigureOfDay { figure, found, value, median, sentence }
    }

    /// Whether all tables of a metric have data from one day to another.
    fn is_loaded(&self, metric: &Metric, first: Window, last: Date) -> bool {
        self.catalogue.reaches_back_to(metric, first.start)
            && metric
                .terms()
                .flat_map(|term| term.tables())
                .all(|table| self.catalogue.loaded.get(table).is_some_and(|(_, through)| *through >= last))
    }
}
