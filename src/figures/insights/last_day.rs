//! Figures on a day beside the same weekdays before it: those that may be shown and can be compared.

use super::unusual::{DAYS, Unusual, unusual};
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::model::Metric;
use crate::figures::operands::Operands;
use crate::figures::period::Window;
use crate::figures::quantity::Quantity;
use crate::figures::segment_groups::Levels;
use crate::figures::suppress::suppress;
use crate::figures::table::{Figure, Table};
use crate::warehouse::WarehouseError;

/// A figure on a day.
pub struct OfDay {
    /// The place of its metric among those that were asked for.
    pub metric: usize,
    pub value: Quantity,
    pub found: Unusual,
}

/// The figures of everybody on the last of [`DAYS`] days that follow each other.
///
/// # Errors
/// Errors of the warehouse.
pub async fn on_last_day(
    (engine, catalogue, selection): (&Engine, &Catalogue, &Selection),
    metrics: &[&Metric],
    days: &[Window; DAYS],
) -> Result<Vec<OfDay>, WarehouseError> {
    let read = engine.figures(catalogue, metrics, days, selection, Levels::default()).await?;
    let counted: Vec<Vec<Operands>> =
        metrics.iter().map(|metric| (0..DAYS).map(|day| read.counted(metric, 0, day)).collect()).collect();
    let minimum = engine.minimum_members();
    let mut table = Table::new(minimum, metrics);
    let of_day = metrics.iter().zip(&counted).map(|(metric, counted)| {
        let is_few = (0..DAYS).step_by(7).any(|day| minimum > 0 && read.figure(metric, 0, day).is_few());
        Figure::new(counted[DAYS - 1].value(metric), is_few)
    });
    let row = table.row(days[DAYS - 1], of_day);
    let table = suppress(table);
    let of_metric = |metric: usize| {
        let value = table.cell(row, metric).value()?;
        let numbers: Vec<i128> = counted[metric].iter().map(|counted| counted.numerator).collect();
        Some(OfDay { metric, value, found: unusual(&numbers)? })
    };
    Ok((0..metrics.len()).filter_map(of_metric).collect())
}
