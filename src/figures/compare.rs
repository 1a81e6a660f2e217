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
use super::operands::Operands;
use super::period::{Comparison, Window};
use super::quantity::Quantity;
use super::rollup::Figures;
use super::segment_groups::Levels;
use super::standard_error::{Spread, Spreads, is_within_chance, standard_error};
use super::table::{Cell, Figure};
use crate::warehouse::WarehouseError;

/// A label and a figure; null if it is hidden.
pub type Point = (String, Option<f64>);

/// The note of a comparison that begins before the first loaded day, or before the years a filter may name.
pub const NOT_ENOUGH_HISTORY: &str = "not enough history";

/// A figure compared with an earlier window, and its sparkline.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The figure in months, where its card has whole years and months; absent elsewhere, and where it is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub now: Option<f64>,
    /// The figure of the earlier window; null without a comparison, where the calendar does not go back that far, and where
    /// it is hidden.
    pub before: Option<f64>,
    /// Why `before` is hidden, or stands for nothing because it has no data; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before_hidden: Option<Hidden>,
    /// 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less. Null too where history
    /// is missing, where either is hidden, and without a comparison.
    pub change_percent: Option<f64>,
    /// Difference in percentage points; null where the figure is no percentage.
    pub points: Option<f64>,
    /// Whether the change of a rate or mean is at most two standard errors (docs/explain.md); absent where there is no
    /// change, where its error is not known, and for other figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub within_chance: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    #[ts(type = "Point[]")]
    pub line: Vec<Point>,
    /// The last day that the last point of the line counts, where that is not the end of its period; yyyy-mm-dd.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line_through: Option<String>,
    /// The places of the points of the line that have no data, counted from 0: their 0 stands for nothing. Absent without
    /// any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    #[ts(optional, as = "Option<Vec<usize>>")]
    pub line_gaps: Vec<usize>,
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
    pub(super) change_percent: Option<f64>,
    pub(super) points: Option<f64>,
    pub(super) within_chance: Option<bool>,
    pub note: Option<String>,
}

/// A figure with what it is computed from.
struct FigureWithOperands {
    figure: Figure,
    operands: Operands,
}

impl Metric {
    /// The figure as it is answered: rounded to its unit's decimals.
    pub fn shown(&self, quantity: Quantity) -> f64 {
        quantity.rounded(self.unit.decimals())
    }

    /// Compares two figures; `enough` says whether loaded history covers the earlier window.
    fn compared(
        &self,
        (now, before): (&FigureWithOperands, Option<&FigureWithOperands>),
        enough: bool,
        spread: Option<&Spread>,
    ) -> Compared {
        let comparable = before.filter(|_| enough);
        let (value, value_before) = (now.figure.value, comparable.map(|before| before.figure.value));
        Compared {
            now: now.figure,
            before: before.map(|before| before.figure),
            change_percent: value_before.and_then(|before| value.change_percent(before)),
            points: value_before.filter(|_| self.unit == Unit::Percent).map(|before| value.difference(before)),
            within_chance: comparable.and_then(|before| {
                let error = standard_error(self, &now.operands, &before.operands, spread)?;
                Some(is_within_chance(value.to_f64() - before.figure.value.to_f64(), error))
            }),
            note: (!enough).then(|| NOT_ENOUGH_HISTORY.to_owned()),
        }
    }
}

/// Each metric of the filter's window, compared. `within_chance` is None for rates and means that need a sample.
pub async fn against(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    filter: &Filter,
    comparison: Comparison,
) -> Result<Vec<Compared>, WarehouseError> {
    let both = Both::read(engine, catalogue, metrics, filter, comparison).await?;
    Ok(both.compared(catalogue, metrics, &Spreads::default()))
}

/// The same as [`against`], with `within_chance` from a sample of members, too.
pub async fn judged_against(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    filter: &Filter,
    comparison: Comparison,
) -> Result<Vec<Compared>, WarehouseError> {
    let spreads = async {
        let Some(other) = filter.compared_with(comparison) else { return Ok(Spreads::default()) };
        let reaches = |metric: &&Metric| reaches_back_to(catalogue, metric, other);
        let metrics: Vec<&Metric> = metrics.iter().copied().filter(reaches).collect();
        engine.spreads(catalogue, &metrics, [filter.window, other], &Selection::from(filter)).await
    };
    let (both, spreads) = try_join(Both::read(engine, catalogue, metrics, filter, comparison), spreads).await?;
    Ok(both.compared(catalogue, metrics, &spreads))
}

/// Whether loaded history covers a window of a metric.
fn reaches_back_to(catalogue: &Catalogue, metric: &Metric, window: Window) -> bool {
    YEARS.contains(&window.start.year()) && catalogue.reaches_back_to(metric, window.start)
}

/// Some metrics in a filter's window and in the one that it is compared with.
struct Both {
    now: Vec<FigureWithOperands>,
    before: Vec<Option<FigureWithOperands>>,
    comparison: Comparison,
    other: Option<Window>,
}

impl Both {
    async fn read(
        engine: &Engine,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        filter: &Filter,
        comparison: Comparison,
    ) -> Result<Both, WarehouseError> {
        let selection = Selection::from(filter);
        let other = filter.compared_with(comparison);
        let of_window = async |window| counted(engine, catalogue, metrics, window, &selection).await;
        let of_other = async || match other {
            Some(window) => Ok::<Vec<Option<FigureWithOperands>>, WarehouseError>(
                of_window(window).await?.into_iter().map(Some).collect(),
            ),
            None => Ok(metrics.iter().map(|_| None).collect()),
        };
        let (now, before) = try_join(of_window(filter.window), of_other()).await?;
        Ok(Both { now, before, comparison, other })
    }

    fn compared(&self, catalogue: &Catalogue, metrics: &[&Metric], spreads: &Spreads<'_>) -> Vec<Compared> {
        let both = metrics.iter().zip(self.now.iter().zip(&self.before));
        both.map(|(metric, (now, before))| {
            let reaches = |window: Window| reaches_back_to(catalogue, metric, window);
            let enough = self.comparison == Comparison::None || self.other.is_some_and(reaches);
            metric.compared((now, before.as_ref()), enough, spreads.of(metric))
        })
        .collect()
    }
}

/// Each metric of one window, for all chosen members.
pub async fn values(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    window: Window,
    selection: &Selection,
) -> Result<Vec<Figure>, WarehouseError> {
    let counted = counted(engine, catalogue, metrics, window, selection).await?;
    Ok(counted.into_iter().map(|counted| counted.figure).collect())
}

async fn counted(
    engine: &Engine,
    catalogue: &Catalogue,
    metrics: &[&Metric],
    window: Window,
    selection: &Selection,
) -> Result<Vec<FigureWithOperands>, WarehouseError> {
    let figures = engine.figures(catalogue, metrics, &[window], selection, Levels::default()).await?;
    let of = |metric: &&Metric| FigureWithOperands {
        figure: figures.figure(metric, 0, 0),
        operands: figures.counted(metric, 0, 0),
    };
    Ok(metrics.iter().map(of).collect())
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

    /// The points of a metric's line from the first data of its own tables on, and the places of those without data. `cell`
    /// has the figure of a point.
    pub(super) fn points(&self, metric: usize, cell: impl Fn(usize) -> Cell) -> (Vec<Point>, Vec<usize>) {
        let metric = self.metrics[metric];
        let buckets = self.axis.buckets.iter().enumerate();
        let drawn = buckets.filter(|(_, bucket)| self.axis.has(self.catalogue, metric, bucket));
        let cells: Vec<(&str, Cell)> = drawn.map(|(point, bucket)| (bucket.label.as_str(), cell(point))).collect();
        let gaps = cells.iter().enumerate().filter(|(_, (_, cell))| cell.has_no_data()).map(|(place, _)| place);
        let shown = |cell: Cell| cell.value().map(|value| metric.shown(value));
        (cells.iter().map(|(label, cell)| ((*label).to_owned(), shown(*cell))).collect(), gaps.collect())
    }

    /// The last day that the last point of a metric's line counts, if its period ends later; yyyy-mm-dd.
    pub(super) fn through(&self, metric: usize, points: &[Point]) -> Option<String> {
        self.axis.unfinished(self.catalogue, self.metrics[metric]).filter(|_| !points.is_empty()).map(iso)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use time::macros::date;

    use super::*;
    use crate::figures::calendar::Calendar;
    use crate::figures::content;
    use crate::figures::filter::{FilterParams, GroupsAsOf};
    use crate::groupings::Grouping;
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
            let filter = params
                .resolve(date!(2026 - 11 - 20), Calendar::default(), GroupsAsOf::Now, &[Grouping::Lob])
                .expect("a valid filter");
            // Polls have no first loaded day.
            let before = Comparison::PreviousPeriod;
            let polls = against(&engine, &catalogue, &[&content::POLLS], &filter, before).await.expect("an answer");
            assert_eq!(polls[0].note.as_deref(), note, "{start}");
            assert_eq!(polls[0].change_percent.is_none(), note.is_some(), "{start}");
        }
    }
}
