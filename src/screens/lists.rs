//! Rows of items: the data of list blocks, and the calls that answer a list bare.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::answer::{AnswerError, Answers, figure, named, year_month};
use super::{Field, Heeds, List, Order, Rows};
use crate::metrics::compare::charted;
use crate::metrics::filter::{Filter, FilterParams, Grouping, Groups};
use crate::metrics::period::{Grain, Window};
use crate::metrics::{Asked, ByItem, Levels, Metric, Quantity, Selection};
use crate::warehouse::Column;

impl Answers<'_> {
    /// The rows of a listed call.
    pub async fn rows(&self, rows: &Rows, params: &FilterParams) -> Result<Value, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let mut rows = self.list(&rows.list, &filter).await?;
        cap(&mut rows, filter.block.record_count);
        Ok(array(rows))
    }

    /// The rows of a list, in its order, texts before figures.
    pub(super) async fn list(&self, list: &List, filter: &Filter) -> Result<Vec<Map<String, Value>>, AnswerError> {
        let items = self.items(list, &[filter.window], filter).await?;
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
    async fn items(&self, list: &List, windows: &[Window], filter: &Filter) -> Result<ByItem, AnswerError> {
        let metrics: Vec<&Metric> =
            list.fields.iter().map(|field| field.metric).chain(list.counted.iter().copied()).collect();
        let mut selection = Selection::default();
        if list.heeds != Heeds::Period {
            selection = Selection::from(filter);
        }
        if list.heeds == Heeds::Items {
            selection.groups = Groups::default();
        }
        self.of_one_version(async |catalogue| {
            let asked = Asked {
                dimension: list.of,
                metrics: &metrics,
                windows,
                selection: &selection,
                levels: Levels::default(),
                keep: None,
            };
            self.engine.by_item(&catalogue, &asked).await
        })
        .await
    }

    /// Name, figure and the figure of each charted month, a triple an item.
    pub(super) async fn slices(&self, list: &List, filter: &Filter) -> Result<Value, AnswerError> {
        let catalogue = self.engine.catalogue().await?;
        let months = charted(&catalogue, filter.window, Grain::Month, self.today);
        let windows: Vec<Window> = months.iter().map(|slice| slice.window).collect();
        let whole = self.items(list, &[filter.window], filter).await?;
        let by_month = self.items(list, &windows, filter).await?;
        // An item that only one of the two answers has keeps no place in the other.
        let place: HashMap<&str, usize> = (0..by_month.len).map(|item| (by_month.name(item), item)).collect();
        let Some(Field { metric, .. }) = list.fields.first() else { return Ok(Value::Null) };
        let triples = ordered(list, &whole).into_iter().map(|item| {
            let name = whole.name(item);
            let line = months.iter().enumerate().map(|(period, month)| {
                let value = place.get(name).map_or(Quantity::ZERO, |at| by_month.value(metric, *at, 0, period));
                json!([year_month(month.window), figure(metric, value)])
            });
            json!([name, figure(metric, whole.value(metric, item, 0, 0)), line.collect::<Value>()])
        });
        Ok(triples.collect())
    }
}

/// The items of a list that are not left out, in its order.
fn ordered(list: &List, items: &ByItem) -> Vec<usize> {
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

/// Keeps the first rows; without a count, or with 0, all.
pub(super) fn cap<T>(rows: &mut Vec<T>, count: Option<u32>) {
    if let Some(count @ 1..) = count {
        rows.truncate(count as usize);
    }
}

/// Rows as JSON.
pub(super) fn array(rows: Vec<Map<String, Value>>) -> Value {
    rows.into_iter().map(Value::Object).collect()
}

fn text_or_number(column: &Column, row: usize) -> Value {
    match column {
        Column::Int(numbers) => Value::from(numbers[row]),
        column => Value::from(column.texts()[row].as_str()),
    }
}
