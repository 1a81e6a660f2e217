//! Rows of items: the data of list blocks and of list calls.

use std::cmp::Ordering;
use std::collections::HashMap;

use futures_util::future::try_join;

use super::snapshot::{AnswerError, Snapshot, windows};
use crate::figures::filter::Groups;
use crate::figures::period::{Grain, Window};
use crate::figures::{Cell, Figure, ItemFigures, ItemQuery, Levels, Metric, Quantity, Selection, suppress};
use crate::screens::model::{Field, FilterScope, List, Order};
use crate::screens::tables::{BlockTable, Row, RowGroup, Text};
use crate::warehouse::Column;

impl Snapshot<'_> {
    /// The rows of a list in its order, and how many of their figures are suppressed.
    pub(super) async fn list(&self, list: &List) -> Result<(RowGroup, Option<usize>), AnswerError> {
        let items = self.items(list, &[self.filter.window]).await?;
        let metrics: Vec<&'static Metric> = list.fields.iter().map(|field| field.metric).collect();
        let listed = listed(list, &items);
        let mut table = self.empty_table(&metrics);
        let row = |item: &usize| {
            table.row(self.filter.window, metrics.iter().map(|metric| items.figure(metric, *item, 0, 0)))
        };
        let rows: Vec<usize> = listed.iter().map(row).collect();
        table.sum(None, &rows);
        let table = self.suppressed(table).await?;
        let mut rows: Vec<(usize, Vec<Cell>)> =
            listed.into_iter().zip(rows).map(|(item, row)| (item, table.cells(row))).collect();
        rows.sort_by(|(one, cells), (other, others)| {
            by_order(list, cells, others).then_with(|| items.by_name(*one, *other))
        });
        let text = |item: usize, attribute: &str| match items.attribute(attribute) {
            Some(Column::Int(numbers)) => Text::Number(numbers[item]),
            column => column.map_or("", |column| column.texts()[item].as_str()).into(),
        };
        let rows = rows.into_iter().map(|(item, cells)| {
            Row::plain(list.texts.iter().map(|(_, attribute)| text(item, attribute)).collect(), cells)
        });
        Ok((RowGroup::all("", rows.collect()), table.count()))
    }

    /// The figures of a list's items, for all chosen members.
    async fn items(&self, list: &List, windows: &[Window]) -> Result<ItemFigures, AnswerError> {
        let metrics: Vec<&Metric> =
            list.fields.iter().map(|field| field.metric).chain(list.counted.iter().copied()).collect();
        let selection = match list.scope {
            FilterScope::All => self.selection.clone(),
            FilterScope::Items => Selection { groups: Groups::default(), ..self.selection.clone() },
            FilterScope::Period => Selection::default(),
        };
        let query = ItemQuery {
            dimension: list.of,
            metrics: &metrics,
            windows,
            selection: &selection,
            levels: Levels::default(),
            with: None,
        };
        Ok(self.engine.by_item(&self.catalogue, &query).await?)
    }

    /// One row per item, of figures that no members are behind: those of the whole window and of each month.
    pub(super) async fn triples(&self, list: &List, answer: &mut BlockTable) -> Result<(), AnswerError> {
        let Some(Field { metric, .. }) = list.fields.first() else { return Ok(()) };
        let months = self.buckets(&[metric], Grain::Month, answer);
        let (whole_window, windows_of_months) = ([self.filter.window], windows(&months));
        let (whole, by_month) = try_join(self.items(list, &whole_window), self.items(list, &windows_of_months)).await?;
        // The two answers may contain different items, each in its own order.
        let in_months: HashMap<&str, usize> = (0..by_month.len).map(|item| (by_month.name(item), item)).collect();
        let mut table = self.empty_table(&[metric]);
        let mut rows: Vec<(usize, Vec<usize>)> = Vec::new();
        for item in listed(list, &whole) {
            let mut row = |window: Window, figure: Figure| table.row(window, std::iter::once(figure));
            let mut of_item = vec![row(self.filter.window, whole.figure(metric, item, 0, 0))];
            for (period, month) in months.iter().enumerate() {
                let known = in_months.get(whole.name(item));
                let figure = known.map(|item| by_month.figure(metric, *item, 0, period));
                of_item.push(row(month.window, figure.unwrap_or(Figure::new(Quantity::ZERO, false))));
            }
            rows.push((item, of_item));
        }
        let table = suppress(table);
        let cells = |rows: Vec<usize>| rows.into_iter().map(|row| table.cell(row, 0)).collect::<Vec<Cell>>();
        let mut rows: Vec<(usize, Vec<Cell>)> = rows.into_iter().map(|(item, rows)| (item, cells(rows))).collect();
        rows.sort_by(|(one, cells), (other, others)| {
            by_order(list, cells, others).then_with(|| whole.by_name(*one, *other))
        });
        let rows = rows.into_iter().map(|(item, cells)| Row::plain(vec![whole.name(item).into()], cells));
        answer.parts = vec![RowGroup::all("", rows.collect())];
        Ok(())
    }
}

/// The items that are rows of a list.
fn listed(list: &List, items: &ItemFigures) -> Vec<usize> {
    let has = |metric: &Metric, item: usize| !items.figure(metric, item, 0, 0).is_zero();
    let is_listed = |item: &usize| match (list.counted, list.fields) {
        ([], []) => true,
        ([], fields) => fields.iter().any(|field| has(field.metric, *item)),
        (counted, _) => counted.iter().any(|metric| has(metric, *item)),
    };
    (0..items.len).filter(is_listed).collect()
}

/// Compares two items by the figure that orders a list. Suppressed figures come last: their place among the others would
/// tell how large they are.
fn by_order(list: &List, one: &[Cell], other: &[Cell]) -> Ordering {
    let Order::Most(field) = list.order else { return Ordering::Equal };
    match (one[field].value(), other[field].value()) {
        (Some(one), Some(other)) => other.cmp(&one),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}
