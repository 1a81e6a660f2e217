//! Whether a figure may have a receipt where small groups are protected.
//!
//! A receipt tells more than a card: numerator and denominator exactly. So a figure has one only where its card shows it,
//! and where it would be shown with both sides beside it (docs/small-groups.md).

use crate::figures::{MayShow, Metric};
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::model::{Card, Field};
use crate::screens::registry::{CardFigure, DASHBOARDS, TRENDS};

impl Snapshot<'_> {
    /// Whether a figure of a card or trend may be shown with both of its sides: in the filter's window, and in the window
    /// that it is compared with. Receipts, alerts and explanations ask for it.
    pub(in crate::screens) async fn may_show(&self, figure: &CardFigure) -> Result<[Option<MayShow>; 2], AnswerError> {
        if let Some(all) = self.engine.shows_all() {
            return Ok([Some(all); 2]);
        }
        let mut may_show: Option<[Option<MayShow>; 2]> = None;
        let sides = figure.metric.sides();
        let is_told = |metric: &Metric| sides.iter().chain([figure.metric]).any(|told| std::ptr::eq(told, metric));
        for shown in answers_with(figure) {
            let with_sides: Vec<&Metric> = shown.iter().copied().chain(&sides).collect();
            for metrics in [&shown, &with_sides] {
                let told = self.told_on_cards(metrics).await?;
                for (_, [now, before]) in metrics.iter().zip(told).filter(|(metric, _)| is_told(metric)) {
                    may_show = Some(may_show.map_or([now, before], |all| [all[0].and(now), all[1].and(before)]));
                }
            }
        }
        Ok(may_show.unwrap_or_default())
    }
}

/// The metrics of each answer that has a figure.
fn answers_with(figure: &CardFigure) -> Vec<Vec<&'static Metric>> {
    let metric = |field: &'static Field| field.metric;
    let mut answers: Vec<Vec<&'static Metric>> = Vec::new();
    for totals in DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_totals()) {
        let has = |card: &&'static Card| card.all_fields().any(|field| card.metric_id(field) == figure.id);
        if totals.cards.iter().any(has) {
            answers.push(totals.cards.iter().flat_map(|card| card.all_fields()).map(metric).collect());
        }
    }
    for trend in TRENDS.iter() {
        if trend.fields().any(|field| trend.card.metric_id(field) == figure.id) {
            answers.push(trend.fields().map(metric).collect());
        }
    }
    if answers.is_empty() {
        // Parts of the score have neither.
        answers.push(vec![figure.metric]);
    }
    answers
}
