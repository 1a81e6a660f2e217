//! The blocks of a breakdown.

use std::collections::BTreeMap;

use futures_util::future::{try_join, try_join_all};
use serde_json::{Map, Value, json};

use super::json::{array, figure, hidden_fields, hidden_in, named, year_month};
use super::periods::Periods;
use super::snapshot::{AnswerError, Snapshot, windows};
use crate::groupings::Grouping;
use crate::metrics::compare::values;
use crate::metrics::filter::BlockFilter;
use crate::metrics::period::{Bucket, Grain, Window};
use crate::metrics::{Catalogue, Figures, Group, GroupKey, Levels, Metric, chart};
use crate::screens::model::{Block, Breakdown, Field, Shape};
use crate::screens::small_groups::{Sheet, hide};
use crate::screens::wire::{BlockAnswer, Series, TableRow};

/// The most figures of a sheet for which a thread that serves requests works out what is hidden: it takes a millisecond.
const MOST_AT_ONCE: usize = 1_000;

impl Snapshot<'_> {
    /// All blocks of a breakdown: block id -> block, or its data alone where the breakdown is unwrapped.
    pub(super) async fn breakdown(&self, breakdown: &Breakdown) -> Result<Value, AnswerError> {
        let answers = try_join_all(breakdown.blocks.iter().map(|block| self.block(block))).await?;
        let mut blocks = Map::new();
        let mut periods = None;
        for answer in answers {
            let id = answer.r#type.clone();
            if breakdown.unwrapped {
                periods = answer.periods.or(periods);
                blocks.insert(id, answer.data);
            } else {
                blocks.insert(id, serde_json::to_value(answer)?);
            }
        }
        if let Some(periods) = periods {
            blocks.insert("periods".to_owned(), serde_json::to_value(periods)?);
        }
        Ok(Value::Object(blocks))
    }

    /// One block.
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
            Shape::Table(fields) => self.table(fields, filter, &mut answer).await?,
            Shape::Groups(grouping, field) => self.groups(*grouping, field, &mut answer).await?,
            Shape::Months(fields) => self.months(fields, &mut answer).await?,
            Shape::Card(fields) => self.card(fields, &mut answer).await?,
            Shape::Bars(list) => {
                let rows = self.list(list).await?;
                answer.hidden = hidden_in(&rows);
                answer.data = array(rows);
            }
            Shape::List(list) => {
                let rows = self.list(list).await?;
                answer.hidden = hidden_in(&rows);
                answer.total = self.filter.record_count.map(|_| rows.len());
                answer.data = array(self.capped(rows));
            }
            Shape::Lists(lists) => {
                let all = try_join_all(lists.iter().map(|(_, list)| self.list(list))).await?;
                answer.hidden = all.iter().filter_map(|rows| hidden_in(rows)).reduce(|one, other| one + other);
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

    async fn card(&self, fields: &[Field], answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let now = values(self.engine, &self.catalogue, &metrics, self.filter.window, self.selection).await?;
        let mut sheet = self.sheet(&metrics);
        let row = sheet.row(self.filter.window, now.iter().copied());
        answer.hidden = hide(&mut sheet);
        answer.data = Value::Object(named(fields, |at, _| (now[at].value, sheet.hidden(row, at))).collect());
        Ok(())
    }

    async fn groups(&self, grouping: Grouping, field: &Field, answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let figures = self.figures(&[field.metric], &[self.filter.window], by(Some(grouping))).await?;
        let mut sheet = self.sheet(&[field.metric]);
        let rows = group_rows(&mut sheet, &figures, &[field.metric], self.filter.window);
        sheet.sum(Some(rows[0]), &rows[1..]);
        hide(&mut sheet);
        let mut count = 0;
        let objects = self.catalogue.groups(grouping).iter().filter_map(|group| {
            let index = figures.index_of(GroupKey::One(group.id))?;
            let hidden = sheet.hidden(rows[index], 0);
            let value = figure(field.metric, figures.value(field.metric, index, 0), hidden);
            let mut row = json!({ "name": group.name, field.name: value });
            if hidden.is_some() {
                count += 1;
                row["hidden"] = json!(hidden_fields([(field.name, hidden)]));
            }
            Some(row)
        });
        answer.data = objects.collect();
        answer.hidden = (count > 0).then_some(count);
        Ok(())
    }

    async fn months(&self, fields: &[Field], answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let months = self.buckets(&metrics, Grain::Month, answer);
        let figures = self.figures(&metrics, &windows(&months), Levels::default()).await?;
        let mut periods = Periods::new(self.sheet(&metrics));
        periods.add(&figures, &metrics, 0, &months);
        let (sheet, rows) = periods.hidden();
        let objects = months.iter().enumerate().map(|(period, month)| {
            let mut row = Map::from_iter([("date".to_owned(), Value::from(year_month(month.window)))]);
            row.extend(named(fields, |at, metric| {
                (figures.value(metric, 0, period), sheet.hidden(rows[0][period], at))
            }));
            Value::Object(row)
        });
        answer.data = objects.collect();
        answer.hidden = sheet.hidden_count();
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
            let shown: Vec<(&Group, usize)> = self
                .catalogue
                .groups(grouping)
                .iter()
                .filter_map(|group| Some((group, figures.index_of(GroupKey::One(group.id))?)))
                .collect();
            let mut periods = Periods::new(self.sheet(&metrics));
            shown.iter().for_each(|(_, index)| periods.add(&figures, &metrics, *index, &buckets));
            periods.divide_groups();
            let (sheet, rows) = periods.hidden();
            let groups = shown.iter().zip(&rows).map(|((group, index), rows)| {
                json!({ "name": group.name, "records": period_rows(&figures, fields, *index, &buckets, &sheet, rows) })
            });
            answer.data = groups.collect();
            answer.hidden = sheet.hidden_count();
            return Ok(());
        }
        let a_year_before = |buckets: &[Bucket]| -> Vec<Bucket> {
            buckets.iter().filter_map(|bucket| year_before(bucket, grain)).collect()
        };
        let before = a_year_before(&buckets);
        let to_date = a_year_before(&self.to_date(&metrics, &buckets));
        let earlier = async |buckets: &[Bucket]| self.figures(&metrics, &windows(buckets), Levels::default()).await;
        let (now, previous) = try_join(now, earlier(&before)).await?;
        let mut lines = vec![(buckets, now), (before, previous)];
        if to_date != lines[1].0 {
            let figures = earlier(&to_date).await?;
            lines.push((to_date, figures));
        }
        let mut periods = Periods::new(self.sheet(&metrics));
        lines.iter().for_each(|(buckets, figures)| periods.add(figures, &metrics, 0, buckets));
        let (sheet, rows) = periods.hidden();
        let mut lines = lines.iter().zip(&rows);
        let mut next = || {
            let ((buckets, figures), rows) = lines.next()?;
            Some(period_rows(figures, fields, 0, buckets, &sheet, rows))
        };
        answer.data = next().unwrap_or_default();
        answer.previous = next();
        answer.previous_to_date = next();
        answer.hidden = sheet.hidden_count();
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

    async fn table(&self, fields: &[Field], filter: BlockFilter, answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let metrics = metrics_of(fields);
        let figures = self.figures(&metrics, &[self.filter.window], levels).await?;
        let mut sheet = self.sheet(&metrics);
        let rows = group_rows(&mut sheet, &figures, &metrics, self.filter.window);
        for (total, parts) in group_sums(&figures.groups) {
            sheet.sum(total.map(|at| rows[at]), &parts.iter().map(|at| rows[*at]).collect::<Vec<usize>>());
        }
        let (sheet, hidden) = self.hide(sheet).await?;
        answer.hidden = hidden;
        let table = table_rows(&self.catalogue, filter, |name, key, is_total, records| {
            let index = figures.index_of(key)?;
            let why = |at: usize| sheet.hidden(rows[index], at);
            let hidden = hidden_fields(fields.iter().enumerate().map(|(at, field)| (field.name, why(at))));
            let figures = named(fields, |at, metric| (figures.value(metric, index, 0), why(at))).collect();
            Some(TableRow { name: name.to_owned(), is_total, figures, hidden, records })
        });
        answer.data = serde_json::to_value(table)?;
        Ok(())
    }

    /// Hides figures of a sheet; of a large one off the threads that serve requests, when it is its users' turn. Returns how
    /// many are hidden; None without any.
    pub(super) async fn hide(&self, mut sheet: Sheet<'static>) -> Result<(Sheet<'static>, Option<usize>), AnswerError> {
        if sheet.figures() <= MOST_AT_ONCE {
            let hidden = hide(&mut sheet);
            return Ok((sheet, hidden));
        }
        let hiding = self.engine.compute(move || {
            let hidden = hide(&mut sheet);
            (sheet, hidden)
        });
        Ok(hiding.await?)
    }

    /// An empty sheet with these columns.
    pub(super) fn sheet<'m>(&self, metrics: &[&'m Metric]) -> Sheet<'m> {
        Sheet::new(self.engine.minimum_members(), metrics)
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

/// Adds a row for each group of some figures, in their order.
pub(super) fn group_rows(sheet: &mut Sheet, figures: &Figures, metrics: &[&Metric], window: Window) -> Vec<usize> {
    let of_group = |group| metrics.iter().map(move |metric| figures.figure(metric, group, 0));
    (0..figures.groups.len()).map(|group| sheet.row(window, of_group(group))).collect()
}

/// Which groups add up to which, by their indexes: the groups of the first level to the total, those of the second to theirs
/// of the first and, over all of the first, to a total that a table the other way round shows.
pub(super) fn group_sums(groups: &[GroupKey]) -> Vec<(Option<usize>, Vec<usize>)> {
    let mut sums: BTreeMap<(Option<i32>, Option<i32>), Vec<usize>> = BTreeMap::new();
    for (at, key) in groups.iter().enumerate() {
        match key {
            GroupKey::Total => {}
            GroupKey::One(_) => sums.entry((None, None)).or_default().push(at),
            GroupKey::Two(first, second) => {
                sums.entry((Some(*first), None)).or_default().push(at);
                sums.entry((None, Some(*second))).or_default().push(at);
            }
        }
    }
    let index_of = |key| groups.iter().position(|group| *group == key);
    let total = |of: (Option<i32>, Option<i32>)| match of {
        (Some(first), _) => index_of(GroupKey::One(first)),
        (None, Some(_)) => None,
        (None, None) => index_of(GroupKey::Total),
    };
    sums.into_iter().map(|(of, parts)| (total(of), parts)).collect()
}

fn period_rows(
    figures: &Figures,
    fields: &[Field],
    group: usize,
    buckets: &[Bucket],
    sheet: &Sheet,
    rows: &[usize],
) -> Value {
    let rows = buckets.iter().enumerate().map(|(period, bucket)| {
        let mut row = vec![Value::from(bucket.label.as_str())];
        row.extend(fields.iter().enumerate().map(|(at, field)| {
            figure(field.metric, figures.value(field.metric, group, period), sheet.hidden(rows[period], at))
        }));
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
