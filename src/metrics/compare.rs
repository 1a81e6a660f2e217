//! A figure compared with an earlier window, and its sparkline.

use futures_util::future::try_join;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::catalogue::{Catalogue, Selection};
use super::chart::Sparkline;
use super::engine::Engine;
use super::filter::{Filter, YEARS, iso};
use super::model::{Hidden, Metric, Unit};
use super::period::{Comparison, Window};
use super::quantity::Quantity;
use super::rollup::{Figure, Figures, Levels};
use crate::warehouse::WarehouseError;

/// A label and a figure; null where it is hidden.
pub type Point = (String, Option<f64>);

/// The note of a comparison that begins before the first loaded day, or before the years a filter may name.
pub const NOT_ENOUGH_HISTORY: &str = "not enough history";

/// A figure compared with an earlier window, and its sparkline.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The figure of the earlier window; null without a comparison, where the calendar does not go back that far, and where
    /// it is hidden.
    pub before: Option<f64>,
    /// Why `before` is hidden; absent where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before_hidden: Option<Hidden>,
    /// 100 × (now − before) / before; null where only before is 0, where history is missing, where either is hidden, and
    /// without a comparison.
    pub change_percent: Option<f64>,
    /// Difference in percentage points; null where the figure is no percentage.
    pub points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    #[ts(type = "Point[]")]
    pub line: Vec<Point>,
    /// The last day that the last point of the line counts, where that is not the end of its period; yyyy-mm-dd.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line_through: Option<String>,
}

/// What the figures of an answer are compared with. Dates are yyyy-mm-dd; null without a comparison, and where the
/// calendar does not go back that far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedWith {
    pub comparison: Comparison,
    pub start_date: Option<String>,
    pub end_date: Option<String>,
}

impl From<&Filter> for ComparedWith {
    fn from(filter: &Filter) -> ComparedWith {
        let window = filter.compared_with(filter.comparison);
        ComparedWith {
            comparison: filter.comparison,
            start_date: window.map(|window| iso(window.start)),
            end_date: window.map(|window| iso(window.end)),
        }
    }
}

/// A figure now and as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub now: Figure,
    pub before: Option<Figure>,
    pub change_percent: Option<f64>,
    pub points: Option<f64>,
    pub note: Option<String>,
}

impl Metric {
    /// The figure as it is answered: rounded to its unit's decimals.
    pub fn shown(&self, quantity: Quantity) -> f64 {
        quantity.rounded(self.unit.decimals())
    }

    /// Compares; `enough` says whether loaded history covers the earlier window.
    fn compared(&self, now: Figure, before: Option<Figure>, enough: bool) -> Compared {
        let comparable = before.filter(|_| enough).map(|before| before.value);
        Compared {
            now,
            before,
            change_percent: comparable.and_then(|before| now.value.change_percent(before)),
            points: comparable.filter(|_| self.unit == Unit::Percent).map(|before| now.value.difference(before)),
            note: (!enough).then(|| NOT_ENOUGH_HISTORY.to_owned()),
        }
    }
}

/// Each metric of the filter's window, compared.
pub async fn against(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    filter: &Filter,
    comparison: Comparison,
) -> Result<Vec<Compared>, WarehouseError> {
    let selection = Selection::from(filter);
    let other = filter.compared_with(comparison);
    let of_window = async |window| values(engine, catalogue, metrics, window, &selection).await;
    let of_other = async || match other {
        Some(window) => Ok(of_window(window).await?.into_iter().map(Some).collect()),
        None => Ok(vec![None; metrics.len()]),
    };
    let (now, before) = try_join(of_window(filter.window), of_other()).await?;
    Ok(metrics
        .iter()
        .zip(now.into_iter().zip(before))
        .map(|(metric, (now, before))| {
            let reaches = |window: Window| {
                YEARS.contains(&window.start.year()) && catalogue.reaches_back_to(metric, window.start)
            };
            let enough = comparison == Comparison::None || other.is_some_and(reaches);
            metric.compared(now, before, enough)
        })
        .collect())
}

/// Each metric of one window, for all chosen members.
pub async fn values(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    window: Window,
    selection: &Selection,
) -> Result<Vec<Figure>, WarehouseError> {
    let figures = engine.figures(catalogue, metrics, &[window], selection, Levels::default()).await?;
    Ok(metrics.iter().map(|metric| figures.figure(metric, 0, 0)).collect())
}

/// The sparklines of some metrics, for all chosen members.
pub struct Lines<'a> {
    catalogue: &'a Catalogue,
    metrics: &'a [&'a Metric],
    axis: Sparkline,
    figures: Figures,
}

impl<'a> Lines<'a> {
    /// The sparkline of each metric.
    pub async fn read(
        engine: &Engine,
        catalogue: &'a Catalogue,
        metrics: &'a [&'a Metric],
        axis: Sparkline,
        selection: &Selection,
    ) -> Result<Lines<'a>, WarehouseError> {
        let windows: Vec<Window> = axis.buckets.iter().map(|bucket| bucket.window).collect();
        let figures = engine.figures(catalogue, metrics, &windows, selection, Levels::default()).await?;
        Ok(Lines { catalogue, metrics, axis, figures })
    }

    /// The windows of the points.
    pub fn windows(&self) -> impl Iterator<Item = Window> {
        self.axis.buckets.iter().map(|bucket| bucket.window)
    }

    /// Whether the points are the periods of the filter's window; else they are windows of its length.
    pub fn divide_the_window(&self) -> bool {
        self.axis.has_grain()
    }

    /// A metric at one point.
    pub fn figure(&self, metric: &Metric, point: usize) -> Figure {
        self.figures.figure(metric, 0, point)
    }

    /// The line of a metric, from where its own tables have data; without the figures for which `is_hidden` holds.
    pub fn points(&self, metric: usize, is_hidden: impl Fn(usize) -> bool) -> Vec<Point> {
        let metric = self.metrics[metric];
        let buckets = self.axis.buckets.iter().enumerate();
        let covered = buckets.filter(|(_, bucket)| self.axis.has(self.catalogue, metric, bucket));
        let shown = |point: usize| (!is_hidden(point)).then(|| metric.shown(self.figure(metric, point).value));
        covered.map(|(point, bucket)| (bucket.label.clone(), shown(point))).collect()
    }

    /// The last day that the last point of a metric's line counts, where that is not the end of its period; yyyy-mm-dd.
    pub fn through(&self, metric: usize, points: &[Point]) -> Option<String> {
        self.axis.unfinished(self.catalogue, self.metrics[metric]).filter(|_| !points.is_empty()).map(iso)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use time::Month;
    use time::macros::date;

    use super::*;
    use crate::groupings::Grouping;
    use crate::metrics::content;
    use crate::metrics::filter::FilterParams;
    use crate::warehouse::{Limits, Warehouse};

    #[tokio::test]
    async fn before_the_year_1000_there_is_nothing_to_compare_with_whatever_the_figure_reads() {
        let dir = tempfile::tempdir().expect("a directory");
        let limits = Limits { memory: "500MB".into(), threads: 1, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        let engine = Engine::new(Arc::new(Warehouse::open(dir.path(), &limits).expect("a warehouse")), 1_000_000, 90);
        let catalogue = engine.catalogue().await.expect("a catalogue");
        for (start, note) in [("1000-01-01", Some(NOT_ENOUGH_HISTORY)), ("1000-03-01", None)] {
            let params = FilterParams {
                start_date: Some(start.to_owned()),
                end_date: Some("1000-03-31".to_owned()),
                ..FilterParams::default()
            };
            let filter =
                params.resolve(date!(2026 - 11 - 20), Month::January, &[Grouping::Lob]).expect("a valid filter");
            // Polls have no first loaded day.
            let before = Comparison::PreviousPeriod;
            let polls = against(&engine, &catalogue, &[&content::POLLS], &filter, before).await.expect("an answer");
            assert_eq!(polls[0].note.as_deref(), note, "{start}");
            assert_eq!(polls[0].change_percent.is_none(), note.is_some(), "{start}");
        }
    }
}
