//! Rows of items: the data of list blocks and of list calls.

use std::cmp::Ordering;
use std::collections::HashMap;

use futures_util::future::try_join;
use serde_json::{Map, Value, json};

use super::json::{figure, named, year_month};
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
        Ok(ordered(list, &items)
            .into_iter()
            .map(|item| {
                let texts = list.texts.iter().map(|(name, attribute)| {
                    let value = items.attribute(attribute).map(|column| text_or_number(column, item));
                    ((*name).to_owned(), value.unwrap_or_default())
                });
                let figures = named(list.fields, |metric| items.value(metric, item, 0, 0));
                texts.chain(figures).collect()
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

    /// One triple per item: name, figure, and the figure of each month.
    pub(super) async fn triples(&self, list: &List, answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let Some(Field { metric, .. }) = list.fields.first() else { return Ok(()) };
        let months = self.buckets(&[metric], Grain::Month, answer);
        let (whole_window, windows_of_months) = ([self.filter.window], windows(&months));
        let (whole, by_month) = try_join(self.items(list, &whole_window), self.items(list, &windows_of_months)).await?;
        // The two answers may contain different items, each in its own order.
        let in_months: HashMap<&str, usize> = (0..by_month.len).map(|item| (by_month.name(item), item)).collect();
        let triples = ordered(list, &whole).into_iter().map(|item| {
            let name = whole.name(item);
            let line = months.iter().enumerate().map(|(period, month)| {
                let value = in_months.get(name).map_or(Quantity::ZERO, |item| by_month.value(metric, *item, 0, period));
                json!([year_month(month.window), figure(metric, value)])
            });
            json!([name, figure(metric, whole.value(metric, item, 0, 0)), line.collect::<Value>()])
        });
        answer.data = triples.collect();
        Ok(())
    }
}

/// The items that are rows of a list, in its order.
fn ordered(list: &List, items: &ItemFigures) -> Vec<usize> {
    let value = |metric: &Metric, item: usize| items.value(metric, item, 0, 0);
    let is_listed = |item: &usize| match (list.counted, list.fields) {
        ([], []) => true,
        ([], fields) => fields.iter().any(|field| value(field.metric, *item) != Quantity::ZERO),
        (counted, _) => counted.iter().any(|metric| value(metric, *item) != Quantity::ZERO),
    };
    let mut order: Vec<usize> = (0..items.len).filter(is_listed).collect();
    order.sort_by(|one, other| {
        let by_figure = match list.order {
            Order::Most(field) => {
                let metric = list.fields[field].metric;
                value(metric, *other).cmp(&value(metric, *one))
            }
            Order::Name => Ordering::Equal,
        };
        by_figure.then_with(|| items.by_name(*one, *other))
    });
    order
}

fn text_or_number(column: &Column, row: usize) -> Value {
    match column {
        Column::Int(numbers) => Value::from(numbers[row]),
        column => Value::from(column.texts()[row].as_str()),
    }
}
