//! The calls: each takes a declaration and a filter.

use futures_util::future::{try_join, try_join_all};
use serde_json::{Map, Value};

use super::json::{array, figure};
use super::snapshot::{AnswerError, Answers, BY_LOB, Snapshot};
use crate::clock::LocalTime;
use crate::config::Config;
use crate::groupings::Grouping;
use crate::metrics::chart::Sparkline;
use crate::metrics::compare::{Compared, ComparedWith, against, changes, sparklines, values};
use crate::metrics::filter::{Filter, FilterParams, iso};
use crate::metrics::period::Comparison;
use crate::metrics::score::{ScoreAnswer, Tenure, score};
use crate::metrics::{Metric, Unit};
use crate::screens::declared::monitor::INDICATORS;
use crate::screens::freshness;
use crate::screens::model::{Block, Breakdown, Card, Field, ListCall, Totals};
use crate::screens::registry::CardTrend;
use crate::screens::wire::{AccountManager, BlockAnswer, IndicatorRow, ProgramInfo, TrendRow, TrendsAnswer, UserGroup};

impl Answers<'_> {
    /// The figures of a totals call; `only` is the one card of a `path/{type}` call.
    pub async fn totals(
        &self,
        totals: &Totals,
        only: Option<&'static Card>,
        params: &FilterParams,
    ) -> Result<Value, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| match (totals.extra, only) {
            (Some((key, breakdown)), None) => {
                let (mut answer, blocks) =
                    try_join(snapshot.totals(totals, None), snapshot.breakdown(breakdown)).await?;
                answer[key] = blocks;
                Ok(answer)
            }
            _ => snapshot.totals(totals, only).await,
        })
        .await
    }

    /// A card's trends.
    pub async fn trends(&self, trend: &CardTrend, params: &FilterParams) -> Result<TrendsAnswer, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| snapshot.trends(trend).await).await
    }

    /// The Program Monitor's table.
    pub async fn indicators(&self, params: &FilterParams) -> Result<Vec<IndicatorRow>, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| snapshot.indicators().await).await
    }

    /// All blocks of a breakdown: block id -> block, or its data alone where the breakdown is unwrapped.
    pub async fn breakdown(&self, breakdown: &Breakdown, params: &FilterParams) -> Result<Value, AnswerError> {
        let first_groupings = breakdown.first_groupings();
        self.with_snapshot(params, &first_groupings, async |snapshot| snapshot.breakdown(breakdown).await).await
    }

    /// One block by itself.
    pub async fn block(&self, block: &Block, params: &FilterParams) -> Result<BlockAnswer, AnswerError> {
        self.with_snapshot(params, &[block.first_grouping], async |snapshot| snapshot.block(block).await).await
    }

    /// The rows of a list call.
    pub async fn list(&self, call: &ListCall, params: &FilterParams) -> Result<Value, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| {
            Ok(array(snapshot.capped(snapshot.list(&call.list).await?)))
        })
        .await
    }

    /// The BOND Score. Only the window's end and the user groups matter.
    pub async fn score(&self, params: &FilterParams) -> Result<ScoreAnswer, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| {
            let Filter { groups, window, .. } = snapshot.filter;
            Ok(score(snapshot.engine, &snapshot.catalogue, groups, window.end).await?)
        })
        .await
    }

    /// The groups of every grouping, each by name.
    pub async fn user_groups(&self) -> Result<Vec<UserGroup>, AnswerError> {
        let catalogue = self.catalogue().await?;
        let of = |grouping: Grouping| {
            catalogue
                .groups(grouping)
                .iter()
                .map(move |group| UserGroup { id: group.id, name: group.name.clone(), r#type: grouping })
                .collect::<Vec<_>>()
        };
        Ok(Grouping::all().flat_map(of).collect())
    }

    /// The program, today's date, and the range of the data.
    pub async fn program(&self, config: &Config, now: LocalTime) -> Result<ProgramInfo, AnswerError> {
        let catalogue = self.catalogue().await?;
        let manager = || AccountManager {
            name: config.account_manager_name.clone(),
            mail: config.account_manager_mail.clone(),
            phone: config.account_manager_phone.clone(),
        };
        Ok(ProgramInfo {
            name: config.program_name.clone(),
            today: iso(self.today),
            through: catalogue.through().map(iso),
            first_day: catalogue.first_day().map(iso),
            late_tables: freshness::late_tables(&config.expected_by, &catalogue.loaded, now),
            currency: config.currency.clone(),
            demo: catalogue.demo,
            change_colours: config.change_colours,
            account_manager: (!config.account_manager_mail.is_empty()).then(manager),
        })
    }
}

impl Snapshot<'_> {
    pub(super) async fn totals(&self, totals: &Totals, only: Option<&'static Card>) -> Result<Value, AnswerError> {
        let cards: Vec<&Card> = only.map_or_else(|| totals.cards.to_vec(), |card| vec![card]);
        let fields: Vec<(&Card, &Field)> =
            cards.iter().flat_map(|card| card.all_fields().map(move |field| (*card, field))).collect();
        let metrics: Vec<&Metric> = fields.iter().map(|(_, field)| field.metric).collect();
        let compared = changes(self.engine, &self.catalogue, &metrics, self.filter, self.today).await?;

        let mut answer = Map::new();
        let mut compare = Map::new();
        for ((card, field), (quantity, change)) in fields.iter().zip(compared) {
            let figures = if totals.unwrapped {
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
        answer.insert("comparedWith".to_owned(), serde_json::to_value(ComparedWith::from(self.filter))?);
        Ok(Value::Object(answer))
    }

    async fn trends(&self, trend: &CardTrend) -> Result<TrendsAnswer, AnswerError> {
        let window = self.filter.window;
        let fields: Vec<&Field> = trend.fields().collect();
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let [pop, yoy] = [self.filter.comparison, Comparison::SameDatesLastYear];
        let (mut pops, yoys) = try_join(
            against(self.engine, &self.catalogue, &metrics, self.filter, pop),
            against(self.engine, &self.catalogue, &metrics, self.filter, yoy),
        )
        .await?;
        if pop == Comparison::None {
            pops.clear();
        }
        let rows = |compared: Vec<Compared>| {
            fields.iter().zip(compared).map(|(field, compared)| trend_row(trend.card, field, compared)).collect()
        };
        let start =
            |comparison: Comparison| comparison.window(window).map(|window| iso(window.start)).unwrap_or_default();
        let end = |comparison: Comparison| comparison.window(window).map(|window| iso(window.end)).unwrap_or_default();
        Ok(TrendsAnswer {
            start_date: iso(window.start),
            end_date: iso(window.end),
            start_date_pop: start(pop),
            end_date_pop: end(pop),
            start_date_yoy: start(yoy),
            end_date_yoy: end(yoy),
            pops: rows(pops),
            yoys: rows(yoys),
        })
    }

    async fn indicators(&self) -> Result<Vec<IndicatorRow>, AnswerError> {
        let (engine, catalogue, filter) = (self.engine, &self.catalogue, self.filter);
        let metrics = INDICATORS.each_ref().map(|indicator| indicator.metric);
        let shares = INDICATORS.each_ref().map(|indicator| indicator.share);
        let line = Sparkline::new(catalogue, &metrics, filter.window, filter.time_scale, self.today);
        let compared = against(engine, catalogue, &metrics, filter, filter.comparison).await?;
        let shares_now = values(engine, catalogue, &shares, filter.window, self.selection).await?;
        let trends = sparklines(engine, catalogue, &metrics, &line, self.selection).await?;
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
                trend_through: line.unfinished(catalogue, indicator.metric).filter(|_| !trend.is_empty()).map(iso),
                trend,
                note: compared.note,
            })
            .collect())
    }

    async fn breakdown(&self, breakdown: &Breakdown) -> Result<Value, AnswerError> {
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
}

fn trend_row(card: &Card, field: &Field, compared: Compared) -> TrendRow {
    TrendRow {
        metric: card.metric_id(field),
        type_name: field.label.to_owned(),
        pop_value: compared.before.map(|before| field.metric.shown(before)),
        filter_period_value: field.metric.shown(compared.now),
        is_percentage: field.metric.unit == Unit::Percent,
        change_percent: compared.change_percent,
        points: compared.points,
        polarity: field.metric.polarity,
        note: compared.note,
    }
}
