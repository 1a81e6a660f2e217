//! The figures of cards: totals, trends, the Program Monitor's table and the score.

use futures_util::future::try_join;
use serde_json::{Map, Value};

use super::compared::ComparedSheet;
use super::json::{figure, hidden_fields};
use super::snapshot::{AnswerError, Snapshot};
use crate::metrics::chart::Sparkline;
use crate::metrics::compare::{Compared, ComparedWith, Lines, against, judged_against};
use crate::metrics::filter::{Filter, iso};
use crate::metrics::period::{Comparison, Grain, Window};
use crate::metrics::score::{Certainty, ScoreAnswer, Tenure, certainty, score};
use crate::metrics::standard_error::is_within_chance;
use crate::metrics::{Figure, Hidden, Metric, Unit};
use crate::screens::declared::monitor::{INDICATORS, Indicator};
use crate::screens::model::{Card, Field, Totals};
use crate::screens::registry::CardTrend;
use crate::screens::wire::{IndicatorRow, TrendRow, TrendsAnswer};

impl Snapshot<'_> {
    /// The figures of a totals call; `only` is the one card of a `path/{type}` call.
    pub(super) async fn totals(&self, totals: &Totals, only: Option<&'static Card>) -> Result<Value, AnswerError> {
        let (Some((key, breakdown)), None) = (totals.extra, only) else { return self.cards(totals, only).await };
        let (mut answer, blocks) = try_join(self.cards(totals, None), self.breakdown(breakdown)).await?;
        answer[key] = blocks;
        Ok(answer)
    }

    async fn cards(&self, totals: &Totals, only: Option<&'static Card>) -> Result<Value, AnswerError> {
        let cards: Vec<&Card> = only.map_or_else(|| totals.cards.to_vec(), |card| vec![card]);
        let fields: Vec<(&Card, &Field)> =
            cards.iter().flat_map(|card| card.all_fields().map(move |field| (*card, field))).collect();
        let metrics: Vec<&Metric> = fields.iter().map(|(_, field)| field.metric).collect();
        let (engine, catalogue, filter) = (self.engine, &self.catalogue, self.filter);
        let other = filter.compared_with(filter.comparison);
        let axis = Sparkline::new(catalogue, &metrics, filter.window, Grain::Month, self.today);
        let (compared, lines) = try_join(
            judged_against(engine, catalogue, &metrics, filter, filter.comparison),
            Lines::read(engine, catalogue, &metrics, axis, self.selection),
        )
        .await?;
        let sheet = self.compared_sheet(&metrics, &compared, &[(other, &compared)], Some(&lines));

        let mut answer = Map::new();
        let mut compare = Map::new();
        for (at, ((card, field), compared)) in fields.iter().zip(compared).enumerate() {
            let figures = if totals.unwrapped {
                &mut answer
            } else {
                let of_card = answer.entry(card.key).or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(of_card) = of_card else { continue };
                of_card
            };
            let hidden = sheet.now(at);
            let compared_now = compared.now.value;
            if field.name.is_empty() {
                let tenure = hidden.is_none().then(|| Tenure::of(compared.now.value));
                figures.insert("years".to_owned(), tenure.map(|tenure| tenure.years).into());
                figures.insert("months".to_owned(), tenure.map(|tenure| tenure.months).into());
            } else {
                figures.insert(field.name.to_owned(), figure(field.metric, compared.now.value, hidden));
            }
            if let Some(hidden) = hidden {
                let name = if field.name.is_empty() { "years" } else { field.name };
                let of_card = figures.entry("hidden").or_insert_with(|| Value::Object(Map::new()));
                of_card[name] = serde_json::to_value(hidden)?;
            }
            let mut change = sheet.change((at, field.metric), &compared, other, &lines);
            change.note = self.note(change.note);
            if field.name.is_empty() {
                change.now = hidden.is_none().then(|| field.metric.shown(compared_now));
            }
            compare.insert(card.metric_id(field), serde_json::to_value(change)?);
        }
        answer.insert("compare".to_owned(), Value::Object(compare));
        answer.insert("comparedWith".to_owned(), serde_json::to_value(ComparedWith::from(self.filter))?);
        Ok(Value::Object(answer))
    }

    /// The BOND Score. Only the window's end and the user groups matter.
    pub(in crate::screens) async fn score(&self) -> Result<ScoreAnswer, AnswerError> {
        let Filter { groups, window, .. } = self.filter;
        let mut answer = score(self.engine, &self.catalogue, self.method, groups, window.end).await?;
        answer.explain.missing = answer.explain.why_missing.as_ref().map(|missing| missing.text(self.language));
        Ok(answer)
    }

    /// The same with whether its change is within chance.
    pub(super) async fn judged_score(&self) -> Result<ScoreAnswer, AnswerError> {
        let (mut answer, certainty) = try_join(self.score(), self.score_certainty()).await?;
        answer.explain.within_chance = certainty
            .filter(|_| answer.explain.mom.is_some())
            .map(|certainty| is_within_chance(certainty.change, certainty.standard_error));
        Ok(answer)
    }

    /// How certain the change of the score is.
    pub(in crate::screens) async fn score_certainty(&self) -> Result<Option<Certainty>, AnswerError> {
        let Filter { groups, window, .. } = self.filter;
        Ok(certainty(self.engine, &self.catalogue, self.method, groups, window.end).await?)
    }

    /// A card's trends.
    pub(super) async fn trends(&self, trend: &CardTrend) -> Result<TrendsAnswer, AnswerError> {
        let window = self.filter.window;
        let fields: Vec<&Field> = trend.fields().collect();
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let [pop, yoy] = [self.filter.comparison, Comparison::SameDatesLastYear];
        let (mut pops, yoys) = try_join(
            against(self.engine, &self.catalogue, &metrics, self.filter, pop),
            against(self.engine, &self.catalogue, &metrics, self.filter, yoy),
        )
        .await?;
        let others = [pop, yoy].map(|comparison| self.filter.compared_with(comparison));
        let sheet = self.compared_sheet(&metrics, &yoys, &[(others[0], &pops), (others[1], &yoys)], None);
        if pop == Comparison::None {
            pops.clear();
        }
        let rows = |compared: Vec<Compared>, other: Option<Window>| {
            let rows = fields.iter().zip(compared).enumerate();
            rows.map(|(at, (field, compared))| {
                let note = self.note(compared.note.clone());
                trend_row(trend.card, field, compared, [sheet.other(other, at), sheet.now(at)], note)
            })
            .collect()
        };
        let start = |other: Option<Window>| other.map(|window| iso(window.start)).unwrap_or_default();
        let end = |other: Option<Window>| other.map(|window| iso(window.end)).unwrap_or_default();
        Ok(TrendsAnswer {
            start_date: iso(window.start),
            end_date: iso(window.end),
            start_date_pop: start(others[0]),
            end_date_pop: end(others[0]),
            start_date_yoy: start(others[1]),
            end_date_yoy: end(others[1]),
            pops: rows(pops, others[0]),
            yoys: rows(yoys, others[1]),
        })
    }

    /// The Program Monitor's table.
    pub(super) async fn indicators(&self) -> Result<Vec<IndicatorRow>, AnswerError> {
        let (engine, catalogue, filter) = (self.engine, &self.catalogue, self.filter);
        let shown = INDICATORS.each_ref().map(|indicator| indicator.metric);
        let metrics: Vec<&Metric> =
            shown.into_iter().chain(INDICATORS.iter().map(|indicator| indicator.share)).collect();
        let axis = Sparkline::new(catalogue, &shown, filter.window, filter.time_scale, self.today);
        let other = filter.compared_with(filter.comparison);
        let (compared, lines) = try_join(
            against(engine, catalogue, &metrics, filter, filter.comparison),
            Lines::read(engine, catalogue, &metrics, axis, self.selection),
        )
        .await?;
        let sheet = self.compared_sheet(&metrics, &compared, &[(other, &compared)], Some(&lines));
        let row = |(at, (indicator, now)): (usize, (&Indicator, &Compared))| {
            let share = at + INDICATORS.len();
            let change = sheet.change((at, indicator.metric), now, other, &lines);
            let is_comparable = sheet.now(at).is_none() && change.before_hidden.is_none();
            let hidden = [("percent", sheet.now(share)), ("sum", sheet.now(at))];
            IndicatorRow {
                r#type: indicator.id.to_owned(),
                type_name: indicator.metric.label.to_owned(),
                percent: hidden[0].1.is_none().then(|| indicator.share.shown(compared[share].now.value)),
                sum: hidden[1].1.is_none().then(|| indicator.metric.shown(now.now.value)),
                pop_sum: now.before.filter(|_| is_comparable).map(|before| now.now.value.difference(before.value)),
                pop_percent: change.change_percent,
                trend_start: change.line.first().map_or(Some(0.0), |(_, value)| *value),
                trend_end: change.line.last().map_or(Some(0.0), |(_, value)| *value),
                trend_through: change.line_through,
                trend: change.line,
                note: self.note(change.note),
                hidden: hidden_fields(hidden),
            }
        };
        Ok(INDICATORS.iter().zip(&compared).enumerate().map(row).collect())
    }

    /// Whether each of some metrics would be hidden, on cards or in trends that have all of them: in the filter's window,
    /// and in the window that it is compared with.
    pub(in crate::screens) async fn hidden_on_cards(&self, metrics: &[&Metric]) -> Result<Vec<[bool; 2]>, AnswerError> {
        let (engine, catalogue, filter) = (self.engine, &self.catalogue, self.filter);
        let [pop, yoy] = [filter.comparison, Comparison::SameDatesLastYear];
        let axis = Sparkline::new(catalogue, metrics, filter.window, Grain::Month, self.today);
        let (pops, (yoys, lines)) = try_join(
            against(engine, catalogue, metrics, filter, pop),
            try_join(
                against(engine, catalogue, metrics, filter, yoy),
                Lines::read(engine, catalogue, metrics, axis, self.selection),
            ),
        )
        .await?;
        let [before, year_before] = [pop, yoy].map(|comparison| filter.compared_with(comparison));
        let cards = self.compared_sheet(metrics, &pops, &[(before, &pops)], Some(&lines));
        let trends = self.compared_sheet(metrics, &yoys, &[(before, &pops), (year_before, &yoys)], None);
        let is_hidden = |at: usize| {
            let of = |sheet: &ComparedSheet<'_>| [sheet.now(at), sheet.other(before, at)].map(|why| why.is_some());
            let (card, trend) = (of(&cards), of(&trends));
            [card[0] || trend[0], card[1] || trend[1]]
        };
        Ok((0..metrics.len()).map(is_hidden).collect())
    }

    /// Which figures of some metrics are hidden. `others` are the windows they are compared with.
    fn compared_sheet<'m>(
        &self,
        metrics: &[&'m Metric],
        now: &[Compared],
        others: &[(Option<Window>, &[Compared])],
        lines: Option<&Lines>,
    ) -> ComparedSheet<'m> {
        let now: Vec<Figure> = now.iter().map(|compared| compared.now).collect();
        let before = |(window, compared): &(Option<Window>, &[Compared])| {
            let figures = compared.iter().map(|compared| compared.before).collect::<Option<Vec<Figure>>>();
            window.zip(figures)
        };
        let others: Vec<(Window, Vec<Figure>)> = others.iter().filter_map(before).collect();
        let minimum = self.engine.minimum_members();
        ComparedSheet::new(minimum, metrics, (self.filter.window, &now), &others, lines)
    }
}

fn trend_row(
    card: &Card,
    field: &Field,
    compared: Compared,
    [before, now]: [Option<Hidden>; 2],
    note: Option<String>,
) -> TrendRow {
    let is_comparable = before.is_none() && now.is_none();
    let shown = |figure: Figure| field.metric.shown(figure.value);
    TrendRow {
        metric: card.metric_id(field),
        type_name: field.label.to_owned(),
        pop_value: compared.before.filter(|_| before.is_none()).map(shown),
        filter_period_value: now.is_none().then(|| shown(compared.now)),
        is_percentage: field.metric.unit == Unit::Percent,
        change_percent: compared.change_percent.filter(|_| is_comparable),
        points: compared.points.filter(|_| is_comparable),
        polarity: field.metric.polarity,
        note,
        hidden: hidden_fields([("popValue", before), ("filterPeriodValue", now)]),
    }
}
