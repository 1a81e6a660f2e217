//! Finds the sums of rows that a query can read in place of the rows.

use super::filter::Choice;
use super::model::Source;
use super::subset::{Subset, is_id};
use crate::warehouse::feed::{self, Each, RowSums};

/// The sums by day that answer a query: they have its measures, its items and what its rows are by.
pub(super) fn of(source: &Source, items: &Choice, by: Option<&str>, subset: Subset) -> Option<&'static RowSums> {
    let (_, sums) = feed::row_sums().find(|(_, sums)| sums.source == source.id && sums.each == Each::Day)?;
    let has_column = |column: &str| sums.by.contains(&column);
    let has_items = *items == Choice::All || source.items.column().is_some_and(has_column);
    let has_value = by.is_none_or(|by| sums.by.iter().any(|column| is_id(by, column)));
    let mut computed = source.measures.iter().filter(|measure| subset.has(measure, by));
    let has_measures = computed.all(|measure| sums.counts.iter().any(|(id, _)| *id == measure.id));
    (has_items && has_value && has_measures).then_some(sums)
}
