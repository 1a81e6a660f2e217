//! The numbers that a figure was computed from: numerator and denominator, in total and by segment.

use super::catalogue::{Catalogue, Selection};
use super::engine::{Engine, RowsRequest};
use super::model::{Formula, Metric, Sum, Term};
use super::period::Window;
use super::quantity::Quantity;
use super::rollup::{Figures, RowItems};
use super::segment_groups::{GroupKey, SegmentGroups};
use super::table::MayShow;
use crate::warehouse::WarehouseError;

/// Numerator and denominator of a figure, as they were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    pub numerator: i128,
    /// None for a sum.
    pub denominator: Option<i128>,
}

/// What a figure was computed from, even if few members are behind it.
#[derive(Clone, Debug)]
pub struct Counted(CountedNumbers);

impl Counted {
    /// The numbers of a figure that may be shown.
    pub fn shown(&self, _: MayShow) -> &CountedNumbers {
        &self.0
    }
}

/// The numbers that a figure was computed from.
#[derive(Clone, Debug)]
pub struct CountedNumbers {
    pub total: Sides,
    pub value: Quantity,
    /// The numbers of each segment with any, by segment id; 0 is what belongs to no member. None if parts do not add up
    /// to the total.
    pub segments: Option<Vec<(usize, Sides)>>,
}

impl Engine {
    /// The numbers that metrics were computed from in one window.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn counted(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        window: Window,
        selection: &Selection,
    ) -> Result<Vec<Counted>, WarehouseError> {
        let groups = SegmentGroups::of_each_segment(catalogue, &selection.groups);
        let mut figures = Figures::new(groups.keys.clone(), 1, 1, 0);
        for (term, rows) in self.rows_of_terms(catalogue, metrics, &[window], selection, RowsRequest::default()).await?
        {
            figures.add(&groups, term, &rows, &RowItems::One);
        }
        Ok(metrics.iter().map(|metric| counted(&figures, metric)).collect())
    }
}

fn counted(figures: &Figures, metric: &Metric) -> Counted {
    let total = sides(figures, metric, 0);
    // Distinct items of two segments may be the same.
    let adds_up = !metric.terms().any(|term| matches!(term, Term::Distinct(..)));
    let segments = adds_up.then(|| segments(figures, metric, total));
    Counted(CountedNumbers { total, value: figures.value(metric, 0, 0), segments })
}

fn sides(figures: &Figures, metric: &Metric, group: usize) -> Sides {
    let sum = |sum: Sum| figures.sum(sum, group, 0);
    match metric.formula {
        Formula::Sum(of, _) => Sides { numerator: sum(of), denominator: None },
        Formula::Ratio { of, by, .. } => Sides { numerator: sum(of), denominator: Some(sum(by)) },
    }
}

fn segments(figures: &Figures, metric: &Metric, total: Sides) -> Vec<(usize, Sides)> {
    let mut rest = total;
    let mut segments = Vec::new();
    for (group, key) in figures.groups.iter().enumerate() {
        let GroupKey::One(segment) = key else { continue };
        let own = sides(figures, metric, group);
        rest.numerator -= own.numerator;
        rest.denominator = rest.denominator.map(|by| by - own.denominator.unwrap_or_default());
        segments.push((*segment as usize, own));
    }
    segments.push((0, rest));
    segments.retain(|(_, sides)| sides.numerator != 0 || sides.denominator.is_some_and(|by| by != 0));
    segments.sort_by_key(|(segment, _)| *segment);
    segments
}
