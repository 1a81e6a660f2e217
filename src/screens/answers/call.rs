//! The calls that take a filter. Their answers are kept.

use std::sync::Arc;

use serde::Serialize;

use super::json::array;
use super::kept::{Asked, CallKey};
use super::snapshot::{AnswerError, Answers, Snapshot};
use crate::groupings::Grouping;
use crate::language::Language;
use crate::metrics::filter::FilterParams;
use crate::screens::model::{Block, Breakdown, Card, ListCall, Totals};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardTrend;

/// A call that takes a filter.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// The BOND Score.
    Score,
    /// The Program Monitor's table.
    Indicators,
    /// A card's trends.
    Trends(&'static CardTrend),
    /// The figures of cards, or of one card alone.
    Totals(&'static Totals, Option<&'static Card>),
    /// All blocks of a breakdown.
    Breakdown(&'static Breakdown),
    /// One block of it.
    Block(&'static Breakdown, &'static Block),
    List(&'static ListCall),
    /// The e-mail schedule.
    Schedules,
    /// The card of polls, and the polls to choose from.
    Polls,
    /// A poll's options with their answers, and the answers by user group.
    Poll(i32),
    /// A poll's answers by user group.
    PollTable(i32),
    /// What moved, of the figures of these dashboards.
    Moves(OpenDashboards),
    /// What is unusual on the last loaded day, of the same.
    Unusual(OpenDashboards),
    /// Members by month of registration.
    Cohorts,
    /// What ends soon.
    Expiring(OpenDashboards),
}

impl Call {
    /// Differs from the key of every other call.
    fn key(&self) -> CallKey {
        match self {
            Call::Score => ("score", "", "", 0),
            Call::Indicators => ("indicators", "", "", 0),
            Call::Trends(trend) => ("trends", trend.id, "", 0),
            Call::Totals(totals, card) => ("totals", totals.path, card.map_or("", |card| card.key), 0),
            Call::Breakdown(breakdown) => ("breakdown", breakdown.path, "", 0),
            Call::Block(breakdown, block) => ("block", breakdown.path, block.id, 0),
            Call::List(list) => ("list", list.path, "", 0),
            Call::Schedules => ("schedules", "", "", 0),
            Call::Polls => ("polls", "", "", 0),
            Call::Poll(poll) => ("poll", "", "", *poll),
            Call::PollTable(poll) => ("poll table", "", "", *poll),
            Call::Moves(open) => ("moves", "", "", open.number()),
            Call::Unusual(open) => ("unusual", "", "", open.number()),
            Call::Cohorts => ("cohorts", "", "", 0),
            Call::Expiring(open) => ("expiring", "", "", open.number()),
        }
    }

    /// Whether the answer has sentences or notes, which are in the language of the request.
    fn is_worded(&self) -> bool {
        match self {
            Call::Score
            | Call::Indicators
            | Call::Trends(_)
            | Call::Totals(..)
            | Call::Polls
            | Call::Moves(_)
            | Call::Unusual(_) => true,
            Call::Breakdown(_)
            | Call::Block(..)
            | Call::List(_)
            | Call::Schedules
            | Call::Poll(_)
            | Call::PollTable(_)
            | Call::Cohorts
            | Call::Expiring(_) => false,
        }
    }

    /// The defaults of viewByH1 of the blocks in the answer.
    fn first_groupings(&self) -> Vec<Grouping> {
        match self {
            Call::Breakdown(breakdown) => breakdown.first_groupings(),
            Call::Block(_, block) => vec![block.first_grouping],
            _ => vec![Grouping::Lob],
        }
    }
}

impl Answers<'_> {
    /// The answer to a call as JSON: the one that is kept, or a new one, which is kept then.
    ///
    /// # Errors
    /// If the filter is wrong, there is no such poll, or the warehouse gives no answer.
    pub async fn answer(&self, call: Call, params: &FilterParams) -> Result<Arc<[u8]>, AnswerError> {
        let filter = params.resolve(self.today, self.calendar, &call.first_groupings())?;
        let version = self.engine.catalogue().await?.version;
        let (today, method, scope) = (self.today, self.method.name.clone(), self.scope.clone());
        let language = if call.is_worded() { self.language } else { Language::En };
        let asked = Asked { version, today, method, scope, call: call.key(), language, filter };
        if let Some(kept) = self.kept.get(&asked).await {
            self.engine.lookups().count(true);
            return Ok(kept);
        }
        let computed = self.with_snapshot(&asked.filter, async |snapshot| {
            Ok((snapshot.catalogue.version, snapshot.answer(call).await?))
        });
        let (version, json) = computed.await?;
        let json: Arc<[u8]> = json.into();
        // A load may have been committed since the look-up.
        self.kept.keep(Asked { version, ..asked }, Arc::clone(&json)).await;
        Ok(json)
    }
}

impl Snapshot<'_> {
    async fn answer(&self, call: Call) -> Result<Vec<u8>, AnswerError> {
        match call {
            Call::Score => json(&self.judged_score().await?),
            Call::Indicators => json(&self.indicators().await?),
            Call::Trends(trend) => json(&self.trends(trend).await?),
            Call::Totals(totals, card) => json(&self.totals(totals, card).await?),
            Call::Breakdown(breakdown) => json(&self.breakdown(breakdown).await?),
            Call::Block(_, block) => json(&self.block(block).await?),
            Call::List(call) => json(&array(self.capped(self.list(&call.list).await?))),
            Call::Schedules => json(&self.schedules().await?),
            Call::Polls => json(&self.polls().await?),
            Call::Poll(poll) => json(&self.poll(poll).await?),
            Call::PollTable(poll) => json(&self.poll_table(poll).await?),
            Call::Moves(open) => json(&self.moves(open).await?),
            Call::Unusual(open) => json(&self.unusual(open).await?),
            Call::Cohorts => json(&self.cohorts().await?),
            Call::Expiring(open) => json(&self.expiring(open).await?),
        }
    }
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, AnswerError> {
    Ok(serde_json::to_vec(answer)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::screens::registry::{BREAKDOWNS, LIST_CALLS, TOTALS, TRENDS};

    #[test]
    fn no_two_calls_have_the_same_key() {
        use Call::*;
        let of_totals = TOTALS.iter().flat_map(|totals| {
            std::iter::once(Totals(totals, None)).chain(totals.types().map(|(_, card)| Totals(totals, Some(card))))
        });
        let of_breakdowns = BREAKDOWNS.iter().flat_map(|breakdown| {
            std::iter::once(Breakdown(breakdown)).chain(breakdown.blocks.iter().map(|block| Block(breakdown, block)))
        });
        let [all, none] = [OpenDashboards::of(|_, _| true), OpenDashboards::of(|_, _| false)];
        let of_insights =
            [Moves(all), Moves(none), Unusual(all), Unusual(none), Cohorts, Expiring(all), Expiring(none)];
        let others = [Score, Indicators, Schedules, Polls, Poll(1), Poll(2), PollTable(1), PollTable(2)];
        let others = others.into_iter().chain(of_insights);
        let calls: Vec<Call> = of_totals
            .chain(of_breakdowns)
            .chain(TRENDS.iter().map(Trends))
            .chain(LIST_CALLS.iter().map(|list| List(list)))
            .chain(others)
            .collect();
        let keys: HashSet<CallKey> = calls.iter().map(Call::key).collect();
        assert_eq!(keys.len(), calls.len());
    }
}
