//! From a declaration and a filter to the JSON of the answer.

use std::sync::Arc;

use serde_json::{Map, Number, Value};
use time::Date;

use super::lists::{array, cap};
use super::monitor::INDICATORS;
use super::wire::{Block as BlockAnswer, IndicatorRow, ProgramInfo, TrendRow, TrendsAnswer, UserGroup};
use super::{Block, Breakdown, Card, Field, Shape, Totals, Trend};
use crate::metrics::compare::{Compared, against, changes, charted, lines, values};
use crate::metrics::filter::{FilterErrors, FilterParams, Grouping, iso};
use crate::metrics::period::Window;
use crate::metrics::score::{ScoreAnswer, Tenure, score};
use crate::metrics::{Catalogue, Engine, Metric, Quantity, Selection};
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
        let (Some((key, breakdown)), None) = (totals.beside, only) else {
            return self.cards(totals, only, params).await;
        };
        self.settled(async || {
            let mut answer = self.cards(totals, None, params).await?;
            answer[key] = self.breakdown(breakdown, params).await?;
            Ok(answer)
        })
        .await
    }

    async fn cards(
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

    /// All blocks of a breakdown: block id -> block, or its data alone where the breakdown is bare.
    pub async fn breakdown(&self, breakdown: &Breakdown, params: &FilterParams) -> Result<Value, AnswerError> {
        self.settled(async || {
            let mut blocks = Map::new();
            for block in breakdown.blocks {
                let answer = self.block_of_breakdown(block, params).await?;
                let answer = if breakdown.bare { answer.data } else { serde_json::to_value(answer)? };
                blocks.insert(block.id.to_owned(), answer);
            }
            Ok(Value::Object(blocks))
        })
        .await
    }

    /// One block by itself.
    pub async fn block(&self, block: &Block, params: &FilterParams) -> Result<BlockAnswer, AnswerError> {
        self.settled(async || self.block_of_breakdown(block, params).await).await
    }

    async fn block_of_breakdown(&self, block: &Block, params: &FilterParams) -> Result<BlockAnswer, AnswerError> {
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
            Shape::Bars(list) => answer.data = array(self.list(list, &filter).await?),
            Shape::List(list) => {
                let mut rows = self.list(list, &filter).await?;
                answer.total = filter.block.record_count.map(|_| rows.len());
                cap(&mut rows, filter.block.record_count);
                answer.data = array(rows);
            }
            Shape::Lists(lists) => {
                let mut data = Map::new();
                for (key, list) in *lists {
                    let mut rows = self.list(list, &filter).await?;
                    answer.total = answer.total.max(filter.block.record_count.map(|_| rows.len()));
                    cap(&mut rows, filter.block.record_count);
                    data.insert((*key).to_owned(), array(rows));
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

    /// Runs `work`, again where the data version moved meanwhile: what it asks is of one version each time it asks,
    /// but only together of two.
    pub(super) async fn settled<T>(&self, work: impl AsyncFn() -> Result<T, AnswerError>) -> Result<T, AnswerError> {
        let mut tries = 0;
        loop {
            let version = self.engine.catalogue().await?.version;
            let answer = work().await?;
            if self.engine.catalogue().await?.version == version {
                return Ok(answer);
            }
            if tries == TRIES {
                return Err(WarehouseError::VersionMoved.into());
            }
            tries += 1;
        }
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

/// The window's month as yyyy-mm.
pub(super) fn year_month(window: Window) -> String {
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

/// Figures by their names in the answer.
pub(super) fn named(fields: &[Field], value: impl Fn(&Metric) -> Quantity) -> impl Iterator<Item = (String, Value)> {
    fields.iter().map(move |field| (field.name.to_owned(), figure(field.metric, value(field.metric))))
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
