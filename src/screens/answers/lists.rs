//! Rows of items: the data of list blocks and of list calls.

use std::cmp::Ordering;
use std::collections::HashMap;

use futures_util::future::try_join;
use serde_json::{Map, Value, json};

use super::json::{figure, hidden_fields, named, year_month};
use super::snapshot::{AnswerError, Snapshot, windows};
use crate::metrics::filter::Groups;
use crate::metrics::period::{Grain, Window};
use crate::metrics::{ItemFigures, ItemQuery, Levels, Metric, Quantity, Selection};
use crate::screens::model::{Field, FilterScope, List, Order};
use crate::screens::wire::BlockAnswer;
use crate::warehouse::Column;

impl Snapshot<'_> {
    /// The rows of a list, in its order, texts before figures.
    pub(super) async fn list(&self, list: &List) -> Result<Vec<Map<String, Value>>, AnswerError> {
        let items = self.items(list, &[self.filter.window]).await?;
        let metrics: Vec<&'static Metric> = list.fields.iter().map(|field| field.metric).collect();
        let listed = listed(list, &items);
        let mut sheet = self.sheet(&metrics);
        let row = |item: &usize| {
            sheet.row(self.filter.window, metrics.iter().map(|metric| items.figure(metric, *item, 0, 0)))
        };
        let rows: Vec<usize> = listed.iter().map(row).collect();
        sheet.sum(None, &rows);
        let (sheet, _) = self.hide(sheet).await?;
        let mut rows: Vec<(usize, usize)> = listed.into_iter().zip(rows).collect();
        // The position of a hidden figure among the others would tell how large it is.
        let is_hidden = |row: usize| matches!(list.order, Order::Most(field) if sheet.hidden(row, field).is_some());
        rows.sort_by(|(one, one_row), (other, other_row)| {
            let hidden = [is_hidden(*one_row), is_hidden(*other_row)];
            let by_figure = if hidden == [false; 2] { by_order(list, &items, *one, *other) } else { Ordering::Equal };
            hidden[0].cmp(&hidden[1]).then(by_figure).then_with(|| items.by_name(*one, *other))
        });
        Ok(rows
            .into_iter()
            .map(|(item, row)| {
                let texts = list.texts.iter().map(|(name, attribute)| {
                    let value = items.attribute(attribute).map(|column| text_or_number(column, item));
                    ((*name).to_owned(), value.unwrap_or_default())
                });
                let why = |at: usize| sheet.hidden(row, at);
                let figures = named(list.fields, |at, metric| (items.value(metric, item, 0, 0), why(at)));
                let hidden = hidden_fields(list.fields.iter().enumerate().map(|(at, field)| (field.name, why(at))));
                let hidden = (!hidden.is_empty()).then(|| ("hidden".to_owned(), json!(hidden)));
                texts.chain(figures).chain(hidden).collect()
            })
            .collect())
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

    /// One triple per item, of figures that no members are behind: name, figure, and the figure of each month.
    pub(super) async fn triples(&self, list: &List, answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let Some(Field { metric, .. }) = list.fields.first() else { return Ok(()) };
        let months = self.buckets(&[metric], Grain::Month, answer);
        let (whole_window, windows_of_months) = ([self.filter.window], windows(&months));
        let (whole, by_month) = try_join(self.items(list, &whole_window), self.items(list, &windows_of_months)).await?;
        // The two answers may contain different items, each in its own order.
        let in_months: HashMap<&str, usize> = (0..by_month.len).map(|item| (by_month.name(item), item)).collect();
        let mut order = listed(list, &whole);
        order.sort_by(|one, other| by_order(list, &whole, *one, *other).then_with(|| whole.by_name(*one, *other)));
        let triples = order.into_iter().map(|item| {
            let name = whole.name(item);
            let line = months.iter().enumerate().map(|(period, month)| {
                let value = in_months.get(name).map_or(Quantity::ZERO, |item| by_month.value(metric, *item, 0, period));
                json!([year_month(month.window), figure(metric, value, None)])
            });
            json!([name, figure(metric, whole.value(metric, item, 0, 0), None), line.collect::<Value>()])
        });
        answer.data = triples.collect();
        Ok(())
    }
}

/// The items that are rows of a list.
fn listed(list: &List, items: &ItemFigures) -> Vec<usize> {
    let value = |metric: &Metric, item: usize| items.value(metric, item, 0, 0);
    let is_listed = |item: &usize| match (list.counted, list.fields) {
        ([], []) => true,
        ([], fields) => fields.iter().any(|field| value(field.metric, *item) != Quantity::ZERO),
        (counted, _) => counted.iter().any(|metric| value(metric, *item) != Quantity::ZERO),
    };
    (0..items.len).filter(is_listed).collect()
}

/// Compares two items by the figure that orders a list.
fn by_order(list: &List, items: &ItemFigures, one: usize, other: usize) -> Ordering {
    let Order::Most(field) = list.order else { return Ordering::Equal };
    let value = |item: usize| items.value(list.fields[field].metric, item, 0, 0);
    value(other).cmp(&value(one))
}

fn text_or_number(column: &Column, row: usize) -> Value {
    match column {
        Column::Int(numbers) => Value::from(numbers[row]),
        column => Value::from(column.texts()[row].as_str()),
    }
}
