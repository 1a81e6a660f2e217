//! The data of blocks that have a row a period or a group.

use serde_json::{Map, Value, json};

use super::answer::{AnswerError, Answers, figure, named, year_month};
use super::wire::{Block as BlockAnswer, Series, TableRow};
use super::{Card, Field};
use crate::metrics::compare::{charted, values};
use crate::metrics::filter::{Filter, Grouping};
use crate::metrics::period::{Grain, Slice, Window};
use crate::metrics::{Catalogue, Figures, GroupKey, Levels, Metric, Selection};

impl Answers<'_> {
    /// The figures of a card.
    pub(super) async fn card(&self, card: &Card, filter: &Filter) -> Result<Value, AnswerError> {
        let metrics: Vec<&Metric> = card.all_fields().map(|field| field.metric).collect();
        let selection = Selection::from(filter);
        let figures = self
            .of_one_version(async |catalogue| {
                values(self.engine, &catalogue, &metrics, filter.window, &selection).await
            })
            .await?;
        Ok(Value::Object(
            card.all_fields()
                .zip(figures)
                .map(|(field, now)| (field.name.to_owned(), figure(field.metric, now)))
                .collect(),
        ))
    }

    /// A value a group.
    pub(super) async fn groups(
        &self,
        grouping: Grouping,
        field: &Field,
        filter: &Filter,
    ) -> Result<Value, AnswerError> {
        self.of_one_version(async |catalogue| {
            let levels = Levels { first: Some(grouping), second: None };
            let selection = Selection::from(filter);
            let figures =
                self.engine.figures(&catalogue, &[field.metric], &[filter.window], &selection, levels).await?;
            let rows = catalogue.groups(grouping).iter().filter_map(|group| {
                let place = figures.place(GroupKey::One(group.id))?;
                let value = figure(field.metric, figures.value(field.metric, place, 0));
                Some(json!({ "name": group.name, field.name: value }))
            });
            Ok(rows.collect())
        })
        .await
    }

    /// An object a charted month.
    pub(super) async fn months(&self, fields: &[Field], filter: &Filter) -> Result<Value, AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        self.of_one_version(async |catalogue| {
            let months = charted(&catalogue, filter.window, Grain::Month, self.today);
            let windows: Vec<Window> = months.iter().map(|slice| slice.window).collect();
            let selection = Selection::from(filter);
            let figures = self.engine.figures(&catalogue, &metrics, &windows, &selection, Levels::default()).await?;
            let rows = months.iter().enumerate().map(|(period, month)| {
                let mut row = Map::from_iter([("date".to_owned(), Value::from(year_month(month.window)))]);
                row.extend(named(fields, |metric| figures.value(metric, 0, period)));
                Value::Object(row)
            });
            Ok(rows.collect())
        })
        .await
    }

    pub(super) async fn by_period(
        &self,
        fields: &[Field],
        grouping: Option<Grouping>,
        filter: &Filter,
        answer: &mut BlockAnswer,
    ) -> Result<(), AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let (data, previous) = self
            .of_one_version(async |catalogue| {
                let slices = charted(&catalogue, filter.window, filter.block.time_scale, self.today);
                let windows: Vec<Window> = slices.iter().map(|slice| slice.window).collect();
                let selection = Selection::from(filter);
                let levels = Levels { first: grouping, second: None };
                let figures = self.engine.figures(&catalogue, &metrics, &windows, &selection, levels).await?;
                let labels: Vec<&str> = slices.iter().map(|slice| slice.label.as_str()).collect();
                let Some(grouping) = grouping else {
                    let (before, labels_before) = year_before(&slices, filter.block.time_scale);
                    let earlier = self.engine.figures(&catalogue, &metrics, &before, &selection, levels).await?;
                    let labels_before: Vec<&str> = labels_before.iter().map(String::as_str).collect();
                    return Ok((
                        period_rows(&figures, fields, 0, &labels),
                        Some(period_rows(&earlier, fields, 0, &labels_before)),
                    ));
                };
                let groups = catalogue.groups(grouping).iter().filter_map(|group| {
                    let place = figures.place(GroupKey::One(group.id))?;
                    Some(json!({ "name": group.name, "records": period_rows(&figures, fields, place, &labels) }))
                });
                Ok((Value::Array(groups.collect()), None))
            })
            .await?;
        answer.data = data;
        answer.previous = previous;
        answer.series = Some(
            fields.iter().map(|field| Series { key: field.name.to_owned(), name: field.label.to_owned() }).collect(),
        );
        Ok(())
    }

    pub(super) async fn table(&self, fields: &[Field], filter: &Filter) -> Result<Vec<TableRow>, AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let first = filter.block.view_by_h1;
        let second = filter.block.view_by_h2.grouping();
        let levels = Levels { first: Some(first), second };
        self.of_one_version(async |catalogue| {
            let selection = Selection::from(filter);
            let figures = self.engine.figures(&catalogue, &metrics, &[filter.window], &selection, levels).await?;
            let row = |name: &str, key: GroupKey, is_total: bool, records: Vec<TableRow>| {
                let place = figures.place(key)?;
                let figures = named(fields, |metric| figures.value(metric, place, 0)).collect();
                Some(TableRow { name: name.to_owned(), is_total, figures, records })
            };
            Ok(levelled(&catalogue, first, second, row))
        })
        .await
    }
}

/// The rows of a table: a row a group, those of the second level within it, the total last. `row` makes one, or
/// None for a group without members.
pub(super) fn levelled(
    catalogue: &Catalogue,
    first: Grouping,
    second: Option<Grouping>,
    row: impl Fn(&str, GroupKey, bool, Vec<TableRow>) -> Option<TableRow>,
) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = catalogue
        .groups(first)
        .iter()
        .filter_map(|group| {
            let inner = second.map(|second| catalogue.groups(second)).unwrap_or_default().iter();
            let records =
                inner.filter_map(|inner| row(&inner.name, GroupKey::Two(group.id, inner.id), false, Vec::new()));
            row(&group.name, GroupKey::One(group.id), second.is_some(), records.collect())
        })
        .collect();
    if !rows.is_empty() {
        rows.extend(row("Total", GroupKey::Total, true, Vec::new()));
    }
    rows
}

fn period_rows(figures: &Figures, fields: &[Field], group: usize, labels: &[&str]) -> Value {
    let rows = labels.iter().enumerate().map(|(period, label)| {
        let mut row = vec![Value::from(*label)];
        row.extend(fields.iter().map(|field| figure(field.metric, figures.value(field.metric, group, period))));
        Value::Array(row)
    });
    Value::Array(rows.collect())
}

/// Each row's own dates one year earlier, with their labels.
fn year_before(slices: &[Slice], grain: Grain) -> (Vec<Window>, Vec<String>) {
    slices
        .iter()
        .filter_map(|slice| {
            let window = slice.window.year_before()?;
            let label = window.slices(grain).into_iter().next()?.label;
            Some((window, label))
        })
        .unzip()
}
