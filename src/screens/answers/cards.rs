//! The figures of cards: totals, trends, the Program Monitor's table and the score.

use futures_util::future::try_join;

use super::snapshot::{AnswerError, Snapshot};
use crate::figures::chart::Sparkline;
use crate::figures::compare::{Change, Compared, ComparedWith, Lines, against, judged_against};
use crate::figures::filter::{Filter, iso};
use crate::figures::period::{Comparison, Grain, Window};
use crate::figures::score::{Certainty, ScoreAnswer, certainty, score};
use crate::figures::standard_error::is_within_chance;
use crate::figures::{Cell, ComparedTable, Figure, Levels, MayShow, Metric, Unit};
use crate::screens::declared::monitor::{INDICATORS, Indicator};
use crate::screens::model::{Card, Field, Totals};
use crate::screens::registry::CardTrend;
use crate::screens::tables::{CardValue, CardsTable};
use crate::screens::wire::{IndicatorRow, TrendRow, TrendsAnswer, hidden_fields};

impl Snapshot<'_> {
    /// The figures of a totals call; `only` is the one card of a `path/{type}` call.
    pub(super) async fn totals(
        &self,
        totals: &'static Totals,
        only: Option<&'static Card>,
    ) -> Result<CardsTable, AnswerError> {
        let (Some((_, breakdown)), None) = (totals.extra, only) else { return self.cards(totals, only).await };
        let (cards, extra) = try_join(self.cards(totals, None), self.breakdown(breakdown)).await?;
        Ok(CardsTable { extra, ..cards })
    }

    async fn cards(&self, totals: &'static Totals, only: Option<&'static Card>) -> Result<CardsTable, AnswerError> {
        let cards: Vec<&'static Card> = only.map_or_else(|| totals.cards.to_vec(), |card| vec![card]);
        let fields: Vec<(&'static Card, &'static Field)> =
            cards.into_iter().flat_map(|card| card.all_fields().map(move |field| (card, field))).collect();
        let metrics: Vec<&Metric> = fields.iter().map(|(_, field)| field.metric).collect();
        let (engine, catalogue, filter) = (self.engine, &self.catalogue, self.filter);
        let other = filter.compared_with(filter.comparison);
        let axis = Sparkline::new(catalogue, &metrics, filter.window, Grain::Month, self.today);
        let (compared, lines) = try_join(
            judged_against(engine, catalogue, &metrics, filter, filter.comparison),
            Lines::read(engine, catalogue, &metrics, axis, self.selection),
        )
        .await?;
        let table = self.compared_table(&metrics, &compared, &[(other, &compared)], Some(&lines));
        let value = |(at, ((card, field), compared)): (usize, ((&'static Card, &'static Field), &Compared))| {
            let change = table.change_with_line((at, field.metric), compared, other, &lines);
            CardValue { card, field, now: table.now(at), change: Change { note: self.note(change.note), ..change } }
        };
        Ok(CardsTable {
            totals,
            values: fields.into_iter().zip(&compared).enumerate().map(value).collect(),
            compared_with: ComparedWith::from(filter),
            extra: Vec::new(),
        })
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
        let table = self.compared_table(&metrics, &yoys, &[(others[0], &pops), (others[1], &yoys)], None);
        if pop == Comparison::None {
            pops.clear();
        }
        let rows = |compared: Vec<Compared>, other: Option<Window>| {
            let rows = fields.iter().zip(compared).enumerate();
            rows.map(|(at, (field, compared))| {
                let change = table.change((at, field.metric), &compared, other);
                let change = Change { note: self.note(change.note), ..change };
                trend_row(trend.card, field, table.now(at), change)
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
        let table = self.compared_table(&metrics, &compared, &[(other, &compared)], Some(&lines));
        let row = |(at, (indicator, compared)): (usize, (&Indicator, &Compared))| {
            let [now, share] = [at, at + INDICATORS.len()].map(|at| table.now(at));
            let change = table.change_with_line((at, indicator.metric), compared, other, &lines);
            let before = table.other(other, at);
            let without_data = before.filter(|cell| cell.has_no_data()).and_then(Cell::why);
            let before = before.and_then(Cell::value);
            IndicatorRow {
                r#type: indicator.id.to_owned(),
                type_name: indicator.metric.label.to_owned(),
                percent: share.value().map(|value| indicator.share.shown(value)),
                sum: now.value().map(|value| indicator.metric.shown(value)),
                pop_sum: now.value().zip(before).map(|(now, before)| now.difference(before)),
                pop_percent: change.change_percent,
                trend_start: change.line.first().map_or(Some(0.0), |(_, value)| *value),
                trend_end: change.line.last().map_or(Some(0.0), |(_, value)| *value),
                trend_through: change.line_through,
                trend: change.line,
                trend_gaps: change.line_gaps,
                note: self.note(change.note),
                hidden: hidden_fields([("percent", share.why()), ("sum", now.why()), ("popSum", without_data)]),
            }
        };
        Ok(INDICATORS.iter().zip(&compared).enumerate().map(row).collect())
    }

    /// Whether each of some metrics may be shown, on cards or in trends that have all of them: in the filter's window, and
    /// in the window that it is compared with.
    pub(in crate::screens) async fn told_on_cards(
        &self,
        metrics: &[&Metric],
    ) -> Result<Vec<[Option<MayShow>; 2]>, AnswerError> {
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
        let cards = self.compared_table(metrics, &pops, &[(before, &pops)], Some(&lines));
        let trends = self.compared_table(metrics, &yoys, &[(before, &pops), (year_before, &yoys)], None);
        let told = |at: usize| {
            let of = |table: &ComparedTable<'_>| {
                let now = table.now(at).may_show();
                // Without a comparison nothing else is shown.
                [now, table.other(before, at).map_or(now, Cell::may_show)]
            };
            let (card, trend) = (of(&cards), of(&trends));
            [card[0].and(trend[0]), card[1].and(trend[1])]
        };
        Ok((0..metrics.len()).map(told).collect())
    }

    /// The figures of some metrics that may be shown. `others` are the windows they are compared with.
    fn compared_table<'m>(
        &self,
        metrics: &[&'m Metric],
        now: &[Compared],
        others: &[(Option<Window>, &[Compared])],
        lines: Option<&Lines>,
    ) -> ComparedTable<'m> {
        let now: Vec<Figure> = now.iter().map(|compared| compared.now).collect();
        let before = |(window, compared): &(Option<Window>, &[Compared])| {
            let figures = compared.iter().map(|compared| compared.before).collect::<Option<Vec<Figure>>>();
            window.zip(figures)
        };
        let others: Vec<(Window, Vec<Figure>)> = others.iter().filter_map(before).collect();
        let minimum = self.engine.minimum_members();
        let moves = self.catalogue.moves(&self.selection.groups, Levels::default());
        ComparedTable::new(
            (minimum, &self.catalogue.coverage, moves),
            metrics,
            (self.filter.window, &now),
            &others,
            lines,
        )
    }
}

fn trend_row(card: &Card, field: &Field, now: Cell, change: Change) -> TrendRow {
    TrendRow {
        metric: card.metric_id(field),
        type_name: field.label.to_owned(),
        pop_value: change.before,
        filter_period_value: now.value().map(|value| field.metric.shown(value)),
        is_percentage: field.metric.unit == Unit::Percent,
        change_percent: change.change_percent,
        points: change.points,
        polarity: field.metric.polarity,
        note: change.note,
        hidden: hidden_fields([("popValue", change.before_hidden), ("filterPeriodValue", now.why())]),
    }
}
