//! The blocks of a breakdown.

use futures_util::future::{try_join, try_join_all};
use serde_json::{Map, Value, json};

use super::json::{array, figure, named, year_month};
use super::snapshot::{AnswerError, Snapshot, windows};
use crate::groupings::Grouping;
use crate::metrics::compare::values;
use crate::metrics::filter::BlockFilter;
use crate::metrics::period::{Bucket, Grain, Window};
use crate::metrics::{Catalogue, Figures, GroupKey, Levels, Metric, chart};
use crate::screens::model::{Block, Field, Shape};
use crate::screens::wire::{BlockAnswer, Series, TableRow};

impl Snapshot<'_> {
    pub(super) async fn block(&self, block: &Block) -> Result<BlockAnswer, AnswerError> {
        let filter = self.filter.block(block.first_grouping);
        let mut answer = BlockAnswer::new(block.id, filter);
        match &block.shape {
            Shape::ByPeriod(fields) => self.by_period(fields, filter.view_by.grouping(), &mut answer).await?,
            Shape::ByPeriodTotals(fields) => self.by_period(fields, None, &mut answer).await?,
            Shape::Series(grouping, field) => {
                self.by_period(std::slice::from_ref(field), Some(*grouping), &mut answer).await?;
                answer.series = None;
            }
            Shape::Table(fields) => answer.data = serde_json::to_value(self.table(fields, filter).await?)?,
            Shape::Groups(grouping, field) => answer.data = self.groups(*grouping, field).await?,
            Shape::Months(fields) => self.months(fields, &mut answer).await?,
            Shape::Card(fields) => answer.data = self.card(fields).await?,
            Shape::Bars(list) => answer.data = array(self.list(list).await?),
            Shape::List(list) => {
                let rows = self.list(list).await?;
                answer.total = self.filter.record_count.map(|_| rows.len());
                answer.data = array(self.capped(rows));
            }
            Shape::Lists(lists) => {
                let all = try_join_all(lists.iter().map(|(_, list)| self.list(list))).await?;
                if self.filter.record_count.is_some() {
                    let totals = lists.iter().zip(&all).map(|((key, _), rows)| ((*key).to_owned(), rows.len()));
                    answer.totals = Some(totals.collect());
                    answer.total = all.iter().map(Vec::len).max();
                }
                let data = lists.iter().zip(all).map(|((key, _), rows)| ((*key).to_owned(), array(self.capped(rows))));
                answer.data = Value::Object(data.collect());
            }
            Shape::Column(list, name) => {
                let rows = self.list(list).await?;
                answer.data = rows.into_iter().map(|mut row| row.remove(*name).unwrap_or_default()).collect();
            }
            Shape::Pairs(list) => {
                let names = list.texts.iter().map(|(name, _)| *name).chain(list.fields.iter().map(|field| field.name));
                let names: Vec<&str> = names.collect();
                let pair = |row: &Map<String, Value>| names.iter().map(|name| row[*name].clone()).collect::<Value>();
                answer.data = self.capped(self.list(list).await?).iter().map(pair).collect();
            }
            Shape::Triples(list) => self.triples(list, &mut answer).await?,
        }
        Ok(answer)
    }

    async fn card(&self, fields: &[Field]) -> Result<Value, AnswerError> {
        let metrics = metrics_of(fields);
        let now = values(self.engine, &self.catalogue, &metrics, self.filter.window, self.selection).await?;
        let figures = fields.iter().zip(now).map(|(field, now)| (field.name.to_owned(), figure(field.metric, now)));
        Ok(Value::Object(figures.collect()))
    }

    async fn groups(&self, grouping: Grouping, field: &Field) -> Result<Value, AnswerError> {
        let figures = self.figures(&[field.metric], &[self.filter.window], by(Some(grouping))).await?;
        let rows = self.catalogue.groups(grouping).iter().filter_map(|group| {
            let index = figures.index_of(GroupKey::One(group.id))?;
            let value = figure(field.metric, figures.value(field.metric, index, 0));
            Some(json!({ "name": group.name, field.name: value }))
        });
        Ok(rows.collect())
    }

    async fn months(&self, fields: &[Field], answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let months = self.buckets(&metrics, Grain::Month, answer);
        let figures = self.figures(&metrics, &windows(&months), Levels::default()).await?;
        let rows = months.iter().enumerate().map(|(period, month)| {
            let mut row = Map::from_iter([("date".to_owned(), Value::from(year_month(month.window)))]);
            row.extend(named(fields, |metric| figures.value(metric, 0, period)));
            Value::Object(row)
        });
        answer.data = rows.collect();
        Ok(())
    }

    async fn by_period(
        &self,
        fields: &[Field],
        grouping: Option<Grouping>,
        answer: &mut BlockAnswer,
    ) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let grain = self.filter.time_scale;
        let buckets = self.buckets(&metrics, grain, answer);
        let series = fields.iter().map(|field| Series { key: field.name.to_owned(), name: field.label.to_owned() });
        answer.series = Some(series.collect());

        let windows_now = windows(&buckets);
        let now = self.figures(&metrics, &windows_now, by(grouping));
        if let Some(grouping) = grouping {
            let figures = now.await?;
            let groups = self.catalogue.groups(grouping).iter().filter_map(|group| {
                let index = figures.index_of(GroupKey::One(group.id))?;
                Some(json!({ "name": group.name, "records": period_rows(&figures, fields, index, &buckets) }))
            });
            answer.data = groups.collect();
            return Ok(());
        }
        let a_year_before = |buckets: &[Bucket]| -> Vec<Bucket> {
            buckets.iter().filter_map(|bucket| year_before(bucket, grain)).collect()
        };
        let before = a_year_before(&buckets);
        let to_date = a_year_before(&self.to_date(&metrics, &buckets));
        let earlier = async |buckets: &[Bucket]| {
            let figures = self.figures(&metrics, &windows(buckets), Levels::default()).await?;
            Ok(period_rows(&figures, fields, 0, buckets))
        };
        let (now, previous) = try_join(now, earlier(&before)).await?;
        answer.data = period_rows(&now, fields, 0, &buckets);
        answer.previous = Some(previous);
        if to_date != before {
            answer.previous_to_date = Some(earlier(&to_date).await?);
        }
        Ok(())
    }

    /// The buckets of a chart, each cut at the last day of its data: the year before must not count the days after it.
    fn to_date(&self, metrics: &[&Metric], buckets: &[Bucket]) -> Vec<Bucket> {
        let cut = |bucket: &Bucket| {
            let mut bucket = bucket.clone();
            bucket.window.end = chart::through(&self.catalogue, metrics, bucket.window).unwrap_or(bucket.window.end);
            bucket
        };
        buckets.iter().map(cut).collect()
    }

    async fn table(&self, fields: &[Field], filter: BlockFilter) -> Result<Vec<TableRow>, AnswerError> {
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let figures = self.figures(&metrics_of(fields), &[self.filter.window], levels).await?;
        Ok(table_rows(&self.catalogue, filter, |name, key, is_total, records| {
            let index = figures.index_of(key)?;
            let figures = named(fields, |metric| figures.value(metric, index, 0)).collect();
            Some(TableRow { name: name.to_owned(), is_total, figures, records })
        }))
    }

    async fn figures(&self, metrics: &[&Metric], windows: &[Window], levels: Levels) -> Result<Figures, AnswerError> {
        Ok(self.engine.figures(&self.catalogue, metrics, windows, self.selection, levels).await?)
    }
}

/// The rows of a table: one per group, those of the second level within it, the total last. `row` makes one, or None
/// for a group without members.
pub(super) fn table_rows(
    catalogue: &Catalogue,
    filter: BlockFilter,
    row: impl Fn(&str, GroupKey, bool, Vec<TableRow>) -> Option<TableRow>,
) -> Vec<TableRow> {
    let second = filter.view_by_h2.grouping();
    let mut rows: Vec<TableRow> = catalogue
        .groups(filter.view_by_h1)
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

fn period_rows(figures: &Figures, fields: &[Field], group: usize, buckets: &[Bucket]) -> Value {
    let rows = buckets.iter().enumerate().map(|(period, bucket)| {
        let mut row = vec![Value::from(bucket.label.as_str())];
        row.extend(fields.iter().map(|field| figure(field.metric, figures.value(field.metric, group, period))));
        Value::Array(row)
    });
    rows.collect()
}

/// The same dates a year earlier.
fn year_before(bucket: &Bucket, grain: Grain) -> Option<Bucket> {
    let window = bucket.window.year_before()?;
    Some(Bucket { label: window.buckets(grain).into_iter().next()?.label, window })
}

fn metrics_of(fields: &[Field]) -> Vec<&'static Metric> {
    fields.iter().map(|field| field.metric).collect()
}

fn by(first: Option<Grouping>) -> Levels {
    Levels { first, second: None }
}
