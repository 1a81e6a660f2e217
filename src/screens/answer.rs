//! From a declaration and a filter to the JSON of the answer.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Number, Value, json};
use time::Date;

use super::monitor::INDICATORS;
use super::wire::{
    Block as BlockAnswer, IndicatorRow, ProgramInfo, Series, TableRow, TrendRow, TrendsAnswer, UserGroup,
};
use super::{Block, Breakdown, Card, Field, Heeds, List, Order, Rows, Shape, Totals, Trend};
use crate::metrics::compare::{Compared, against, changes, charted, lines, values};
use crate::metrics::filter::{Filter, FilterErrors, FilterParams, Grouping, Groups, iso};
use crate::metrics::period::{Grain, Slice, Window};
use crate::metrics::score::{ScoreAnswer, Tenure, score};
use crate::metrics::{Asked, ByItem, Catalogue, Engine, Figures, GroupKey, Levels, Metric, Quantity, Selection};
use crate::warehouse::{Column, WarehouseError};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("{}", .0.0.join("; "))]
    Filter(FilterErrors),
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    #[error("the answer could not be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<FilterErrors> for AnswerError {
    fn from(errors: FilterErrors) -> AnswerError {
        AnswerError::Filter(errors)
    }
}

/// How often an answer is begun anew because a load came in between.
const TRIES: usize = 5;

/// Answers the declared calls.
#[derive(Clone, Copy)]
pub struct Answers<'a> {
    pub engine: &'a Engine,
    /// The date in the program's time zone.
    pub today: Date,
}

impl Answers<'_> {
    /// The figures of a totals call; `only` is the one card of a `path/{type}` call.
    pub async fn totals(
        &self,
        totals: &Totals,
        only: Option<&'static Card>,
        params: &FilterParams,
    ) -> Result<Value, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let cards: Vec<&Card> = only.map_or_else(|| totals.cards.to_vec(), |card| vec![card]);
        let fields: Vec<(&Card, &Field)> =
            cards.iter().flat_map(|card| card.all_fields().map(move |field| (*card, field))).collect();
        let metrics: Vec<&Metric> = fields.iter().map(|(_, field)| field.metric).collect();
        let compared = self
            .of_one_version(async |catalogue| changes(self.engine, &catalogue, &metrics, &filter, self.today).await)
            .await?;

        let mut answer = Map::new();
        let mut compare = Map::new();
        for ((card, field), (quantity, change)) in fields.iter().zip(compared) {
            let figures = if totals.bare {
                &mut answer
            } else {
                let of_card = answer.entry(card.key).or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(of_card) = of_card else { continue };
                of_card
            };
            if field.name.is_empty() {
                let Tenure { years, months } = Tenure::of(quantity);
                figures.insert("years".to_owned(), years.into());
                figures.insert("months".to_owned(), months.into());
            } else {
                figures.insert(field.name.to_owned(), figure(field.metric, quantity));
            }
            compare.insert(card.metric_id(field), serde_json::to_value(change)?);
        }
        answer.insert("compare".to_owned(), Value::Object(compare));
        if let (Some((key, breakdown)), None) = (totals.beside, only) {
            answer.insert(key.to_owned(), self.breakdown(breakdown, params).await?);
        }
        Ok(Value::Object(answer))
    }

    /// A card's trends.
    pub async fn trends(&self, trend: &Trend, params: &FilterParams) -> Result<TrendsAnswer, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let fields: Vec<&Field> = trend.card.fields.iter().chain(trend.more).collect();
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let pop = filter.window.period_before();
        let yoy = filter.window.year_before();
        let (pops, yoys) = self
            .of_one_version(async |catalogue| {
                let pops = against(self.engine, &catalogue, &metrics, &filter, pop).await?;
                let yoys = against(self.engine, &catalogue, &metrics, &filter, yoy).await?;
                Ok((pops, yoys))
            })
            .await?;
        let rows = |compared: Vec<Compared>| {
            fields.iter().zip(compared).map(|(field, compared)| trend_row(trend.card, field, compared)).collect()
        };
        let start = |window: Option<Window>| window.map(|window| iso(window.start)).unwrap_or_default();
        let end = |window: Option<Window>| window.map(|window| iso(window.end)).unwrap_or_default();
        Ok(TrendsAnswer {
            start_date: iso(filter.window.start),
            end_date: iso(filter.window.end),
            start_date_pop: start(pop),
            end_date_pop: end(pop),
            start_date_yoy: start(yoy),
            end_date_yoy: end(yoy),
            pops: rows(pops),
            yoys: rows(yoys),
        })
    }

    /// The Program Monitor's table.
    pub async fn indicators(&self, params: &FilterParams) -> Result<Vec<IndicatorRow>, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let metrics = INDICATORS.each_ref().map(|indicator| indicator.metric);
        let shares = INDICATORS.each_ref().map(|indicator| indicator.share);
        let (compared, shares_now, trends) = self
            .of_one_version(async |catalogue| {
                let selection = Selection::from(&filter);
                let slices = charted(&catalogue, filter.window, filter.block.time_scale, self.today);
                let before = filter.window.period_before();
                Ok((
                    against(self.engine, &catalogue, &metrics, &filter, before).await?,
                    values(self.engine, &catalogue, &shares, filter.window, &selection).await?,
                    lines(self.engine, &catalogue, &metrics, &slices, &selection).await?,
                ))
            })
            .await?;
        Ok(INDICATORS
            .iter()
            .zip(compared)
            .zip(shares_now)
            .zip(trends)
            .map(|(((indicator, compared), share), trend)| IndicatorRow {
                r#type: indicator.id.to_owned(),
                type_name: indicator.metric.label.to_owned(),
                percent: indicator.share.shown(share),
                sum: indicator.metric.shown(compared.now),
                pop_sum: compared.before.map(|before| compared.now.difference(before)),
                pop_percent: compared.change_percent,
                trend_start: trend.first().map_or(0.0, |(_, value)| *value),
                trend_end: trend.last().map_or(0.0, |(_, value)| *value),
                trend,
            })
            .collect())
    }

    /// All blocks of a breakdown: block id -> block, or its data alone where the breakdown is bare.
    pub async fn breakdown(&self, breakdown: &Breakdown, params: &FilterParams) -> Result<Value, AnswerError> {
        let mut tries = 0;
        loop {
            let version = self.engine.catalogue().await?.version;
            let mut blocks = Map::new();
            for block in breakdown.blocks {
                let answer = self.block(block, params).await?;
                let answer = if breakdown.bare { answer.data } else { serde_json::to_value(answer)? };
                blocks.insert(block.id.to_owned(), answer);
            }
            // Each block is of one version; only together they could be of two.
            if tries == TRIES || self.engine.catalogue().await?.version == version {
                return Ok(Value::Object(blocks));
            }
            tries += 1;
        }
    }

    /// One block.
    pub async fn block(&self, block: &Block, params: &FilterParams) -> Result<BlockAnswer, AnswerError> {
        let filter = params.resolve(self.today, block.first_grouping)?;
        let mut answer = BlockAnswer {
            r#type: block.id.to_owned(),
            filter_params: filter.block,
            data: Value::Null,
            series: None,
            previous: None,
            total: None,
        };
        match &block.shape {
            Shape::ByPeriod(fields) => {
                self.by_period(fields, filter.block.view_by.grouping(), &filter, &mut answer).await?
            }
            Shape::ByPeriodTotals(fields) => self.by_period(fields, None, &filter, &mut answer).await?,
            Shape::Series(grouping, field) => {
                self.by_period(std::slice::from_ref(field), Some(*grouping), &filter, &mut answer).await?;
                answer.series = None;
            }
            Shape::Table(fields) => answer.data = serde_json::to_value(self.table(fields, &filter).await?)?,
            Shape::Groups(grouping, field) => answer.data = self.groups(*grouping, field, &filter).await?,
            Shape::Months(fields) => answer.data = self.months(fields, &filter).await?,
            Shape::Card(card) => answer.data = self.card(card, &filter).await?,
            Shape::Bars(list) | Shape::List(list) => {
                let mut rows = self.list(list, &filter).await?;
                if let (Some(count), Shape::List(_)) = (filter.block.record_count, &block.shape) {
                    answer.total = Some(rows.len());
                    cap(&mut rows, count);
                }
                answer.data = Value::Array(rows.into_iter().map(Value::Object).collect());
            }
            Shape::Lists(lists) => {
                let mut data = Map::new();
                for (key, list) in *lists {
                    let mut rows = self.list(list, &filter).await?;
                    if let Some(count) = filter.block.record_count {
                        answer.total = answer.total.max(Some(rows.len()));
                        cap(&mut rows, count);
                    }
                    data.insert((*key).to_owned(), Value::Array(rows.into_iter().map(Value::Object).collect()));
                }
                answer.data = Value::Object(data);
            }
            Shape::Column(list, name) => {
                let rows = self.list(list, &filter).await?;
                answer.data = rows.into_iter().map(|mut row| row.remove(*name).unwrap_or_default()).collect();
            }
            Shape::Pairs(list) => {
                let names = list.texts.iter().map(|(name, _)| *name).chain(list.fields.iter().map(|field| field.name));
                let names: Vec<&str> = names.collect();
                let pair = |row: &Map<String, Value>| names.iter().map(|name| row[*name].clone()).collect::<Value>();
                answer.data = self.list(list, &filter).await?.iter().map(pair).collect();
            }
            Shape::Slices(list) => answer.data = self.slices(list, &filter).await?,
        }
        Ok(answer)
    }

    /// The rows of a listed call.
    pub async fn rows(&self, rows: &Rows, params: &FilterParams) -> Result<Value, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let mut rows = self.list(&rows.list, &filter).await?;
        cap(&mut rows, filter.block.record_count.unwrap_or_default());
        Ok(Value::Array(rows.into_iter().map(Value::Object).collect()))
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
                let figures = list
                    .fields
                    .iter()
                    .map(|field| (field.name.to_owned(), figure(field.metric, items.value(field.metric, item, 0, 0))));
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
    async fn slices(&self, list: &List, filter: &Filter) -> Result<Value, AnswerError> {
        let items = self.items(list, &[filter.window], filter).await?;
        let catalogue = self.engine.catalogue().await?;
        let months = charted(&catalogue, filter.window, Grain::Month, self.today);
        let windows: Vec<Window> = months.iter().map(|slice| slice.window).collect();
        let by_month = self.items(list, &windows, filter).await?;
        let place: HashMap<&str, usize> = (0..by_month.len).map(|item| (by_month.name(item), item)).collect();
        let triples = ordered(list, &items).into_iter().map(|item| {
            let name = items.name(item);
            let figures: Vec<Value> =
                list.fields.iter().map(|field| figure(field.metric, items.value(field.metric, item, 0, 0))).collect();
            let line = months.iter().enumerate().flat_map(|(period, month)| {
                let value = |field: &Field| match place.get(name) {
                    Some(at) => figure(field.metric, by_month.value(field.metric, *at, 0, period)),
                    None => Value::from(0),
                };
                list.fields.iter().map(move |field| json!([year_month(month.window), value(field)])).collect::<Vec<_>>()
            });
            let line: Vec<Value> = line.collect();
            let mut triple = vec![Value::from(name)];
            triple.extend(figures);
            triple.push(Value::Array(line));
            Value::Array(triple)
        });
        Ok(triples.collect())
    }

    /// The figures of a card.
    async fn card(&self, card: &Card, filter: &Filter) -> Result<Value, AnswerError> {
        let metrics: Vec<&Metric> = card.all_fields().map(|field| field.metric).collect();
        let selection = Selection::from(filter);
        let figures = self
            .of_one_version(async |catalogue| {
                values(self.engine, &catalogue, &metrics, filter.window, &selection).await
            })
            .await?;
        let figures = card.all_fields().zip(figures);
        Ok(Value::Object(figures.map(|(field, now)| (field.name.to_owned(), figure(field.metric, now))).collect()))
    }

    /// A value a group.
    async fn groups(&self, grouping: Grouping, field: &Field, filter: &Filter) -> Result<Value, AnswerError> {
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
    async fn months(&self, fields: &[Field], filter: &Filter) -> Result<Value, AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        self.of_one_version(async |catalogue| {
            let months = charted(&catalogue, filter.window, Grain::Month, self.today);
            let windows: Vec<Window> = months.iter().map(|slice| slice.window).collect();
            let selection = Selection::from(filter);
            let figures = self.engine.figures(&catalogue, &metrics, &windows, &selection, Levels::default()).await?;
            let rows = months.iter().enumerate().map(|(period, month)| {
                let mut row = Map::from_iter([("date".to_owned(), Value::from(year_month(month.window)))]);
                row.extend(fields.iter().map(|field| {
                    (field.name.to_owned(), figure(field.metric, figures.value(field.metric, 0, period)))
                }));
                Value::Object(row)
            });
            Ok(rows.collect())
        })
        .await
    }

    async fn by_period(
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

    async fn table(&self, fields: &[Field], filter: &Filter) -> Result<Vec<TableRow>, AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let first = filter.block.view_by_h1;
        let second = filter.block.view_by_h2.grouping();
        let levels = Levels { first: Some(first), second };
        self.of_one_version(async |catalogue| {
            let selection = Selection::from(filter);
            let figures = self.engine.figures(&catalogue, &metrics, &[filter.window], &selection, levels).await?;
            let row = |name: &str, key: GroupKey, is_total: bool, records: Vec<TableRow>| {
                let place = figures.place(key)?;
                let figures = fields
                    .iter()
                    .map(|field| (field.name.to_owned(), figure(field.metric, figures.value(field.metric, place, 0))))
                    .collect();
                Some(TableRow { name: name.to_owned(), is_total, figures, records })
            };
            Ok(levelled(&catalogue, first, second, row))
        })
        .await
    }

    /// The BOND Score. Only the window's end and the user groups matter.
    pub async fn score(&self, params: &FilterParams) -> Result<ScoreAnswer, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        self.of_one_version(async |catalogue| score(self.engine, &catalogue, &filter.groups, filter.window.end).await)
            .await
    }

    /// The tiers, lines of business and audiences, each by name.
    pub async fn user_groups(&self) -> Result<Vec<UserGroup>, AnswerError> {
        let catalogue = self.engine.catalogue().await?;
        let of = |grouping: Grouping| {
            catalogue
                .groups(grouping)
                .iter()
                .map(move |group| UserGroup { id: group.id, name: group.name.clone(), r#type: grouping })
                .collect::<Vec<_>>()
        };
        Ok([Grouping::Tier, Grouping::Lob, Grouping::Audience].into_iter().flat_map(of).collect())
    }

    /// The program, today, and how far the data goes.
    pub async fn program(&self, name: &str, currency: &str) -> Result<ProgramInfo, AnswerError> {
        let catalogue = self.engine.catalogue().await?;
        Ok(ProgramInfo {
            name: name.to_owned(),
            today: iso(self.today),
            through: catalogue.through().map(iso),
            first_day: catalogue.first_day().map(iso),
            currency: currency.to_owned(),
            demo: catalogue.demo,
        })
    }

    /// Runs `work` with the newest catalogue, again where a load came in between: every figure of an answer is
    /// of one data version.
    pub(super) async fn of_one_version<T>(
        &self,
        work: impl AsyncFn(Arc<Catalogue>) -> Result<T, WarehouseError>,
    ) -> Result<T, AnswerError> {
        let mut tries = 0;
        loop {
            let catalogue = self.engine.catalogue().await?;
            match work(catalogue).await {
                Err(WarehouseError::VersionMoved) if tries < TRIES => tries += 1,
                answered => return Ok(answered?),
            }
        }
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
            Order::Name => std::cmp::Ordering::Equal,
        };
        by_figure.then_with(|| items.by_name(*one, *other))
    });
    order
}

/// Keeps the first rows; 0 is no cap.
pub(super) fn cap<T>(rows: &mut Vec<T>, count: u32) {
    if count > 0 {
        rows.truncate(count as usize);
    }
}

fn text_or_number(column: &Column, row: usize) -> Value {
    match column {
        Column::Int(numbers) => Value::from(numbers[row]),
        column => Value::from(column.texts()[row].as_str()),
    }
}

/// The window's month as yyyy-mm.
fn year_month(window: Window) -> String {
    format!("{:04}-{:02}", window.start.year(), u8::from(window.start.month()))
}

/// A figure as JSON, rounded to its unit; whole numbers have no decimal point.
pub(super) fn figure(metric: &Metric, quantity: Quantity) -> Value {
    let shown = metric.shown(quantity);
    if shown.fract() == 0.0 && shown.abs() < 9e15 {
        return Value::from(shown as i64);
    }
    Number::from_f64(shown).map_or(Value::Null, Value::Number)
}

fn trend_row(card: &Card, field: &Field, compared: Compared) -> TrendRow {
    TrendRow {
        metric: card.metric_id(field),
        type_name: field.label.to_owned(),
        pop_value: compared.before.map(|before| field.metric.shown(before)),
        filter_period_value: field.metric.shown(compared.now),
        is_percentage: field.metric.unit == crate::metrics::Unit::Percent,
        change_percent: compared.change_percent,
        points: compared.points,
        polarity: field.metric.polarity,
        note: compared.note,
    }
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
