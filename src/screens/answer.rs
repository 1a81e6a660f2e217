//! From a declaration and a filter to the JSON of the answer.

use std::sync::Arc;

use serde_json::{Map, Number, Value, json};
use time::Date;

use super::monitor::INDICATORS;
use super::wire::{
    Block as BlockAnswer, IndicatorRow, ProgramInfo, Series, TableRow, TrendRow, TrendsAnswer, UserGroup,
};
use super::{Block, Breakdown, Card, Field, Shape, Totals, Trend};
use crate::metrics::compare::{Compared, against, changes, charted, lines, values};
use crate::metrics::filter::{Filter, FilterErrors, FilterParams, Grouping, iso};
use crate::metrics::period::Window;
use crate::metrics::score::{ScoreAnswer, Tenure, score};
use crate::metrics::{Catalogue, Engine, Figures, GroupKey, Levels, Metric, Quantity, Selection};
use crate::warehouse::WarehouseError;

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

    /// All blocks of a breakdown: block id -> block.
    pub async fn breakdown(&self, breakdown: &Breakdown, params: &FilterParams) -> Result<Value, AnswerError> {
        let mut tries = 0;
        loop {
            let version = self.engine.catalogue().await?.version;
            let mut blocks = Map::new();
            for block in breakdown.blocks {
                blocks.insert(block.id.to_owned(), serde_json::to_value(self.block(block, params).await?)?);
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
        match block.shape {
            Shape::ByPeriod(fields) => self.by_period(fields, &filter, &mut answer).await?,
            Shape::Table(fields) => answer.data = serde_json::to_value(self.table(fields, &filter).await?)?,
        }
        Ok(answer)
    }

    async fn by_period(&self, fields: &[Field], filter: &Filter, answer: &mut BlockAnswer) -> Result<(), AnswerError> {
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let grouping = filter.block.view_by.grouping();
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
            let mut rows: Vec<TableRow> = catalogue
                .groups(first)
                .iter()
                .filter_map(|group| {
                    let inner = second.map(|second| catalogue.groups(second)).unwrap_or_default().iter();
                    let records = inner
                        .filter_map(|inner| row(&inner.name, GroupKey::Two(group.id, inner.id), false, Vec::new()));
                    row(&group.name, GroupKey::One(group.id), second.is_some(), records.collect())
                })
                .collect();
            if !rows.is_empty() {
                rows.extend(row("Total", GroupKey::Total, true, Vec::new()));
            }
            Ok(rows)
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
    async fn of_one_version<T>(
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

/// A figure as JSON, rounded to its unit; whole numbers have no decimal point.
fn figure(metric: &Metric, quantity: Quantity) -> Value {
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
fn year_before(
    slices: &[crate::metrics::period::Slice],
    grain: crate::metrics::period::Grain,
) -> (Vec<Window>, Vec<String>) {
    slices
        .iter()
        .filter_map(|slice| {
            let window = slice.window.year_before()?;
            let label = window.slices(grain).into_iter().next()?.label;
            Some((window, label))
        })
        .unzip()
}
