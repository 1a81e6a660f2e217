//! The calls that take a filter. Their answers are kept.

use std::sync::Arc;

use serde::Serialize;

use super::answer_cache::{AnswerKey, CallKey};
use super::snapshot::{AnswerError, Answers, Snapshot};
use crate::figures::filter::{FilterParams, GroupsAsOf};
use crate::figures::score::ScoreAnswer;
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::screens::declared::emails::SCHEDULE;
use crate::screens::insight_answers::NewsAnswer;
use crate::screens::model::{Block, Breakdown, Card, List, ListCall, Totals};
use crate::screens::open::OpenDashboards;
use crate::screens::registry::CardTrend;
use crate::screens::tables::{BlockTable, CardsTable, PollGroups, PollTable, RowGroup};
use crate::screens::wire::{self, IndicatorRow};

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
    /// What happened, in a few sentences; with those of Insights about these dashboards.
    News(Option<OpenDashboards>),
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
            Call::News(None) => ("news", "", "", 0),
            Call::News(Some(open)) => ("news", "insights", "", open.number()),
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
            | Call::News(_)
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

/// The answer to a call, before it is written as JSON or into a file.
#[derive(Clone, Debug)]
pub enum Answered {
    Score(Box<ScoreAnswer>),
    Indicators(Vec<IndicatorRow>),
    Cards(CardsTable),
    Breakdown(&'static Breakdown, Vec<BlockTable>),
    Block(Box<BlockTable>),
    List(&'static List, RowGroup),
    Polls(CardsTable, RowGroup),
    Poll(PollTable),
    PollGroups(PollGroups),
    News(Box<NewsAnswer>),
    /// JSON of which no file is made.
    Written(Vec<u8>),
}

impl Answered {
    fn json(self) -> Result<Vec<u8>, serde_json::Error> {
        match self {
            Answered::Score(score) => serde_json::to_vec(&score),
            Answered::Indicators(rows) => serde_json::to_vec(&rows),
            Answered::Cards(table) => serde_json::to_vec(&wire::cards(&table)?),
            Answered::Breakdown(breakdown, tables) => serde_json::to_vec(&wire::breakdown(breakdown, &tables)?),
            Answered::Block(table) => serde_json::to_vec(&wire::block(&table)?),
            Answered::List(list, rows) => serde_json::to_vec(&wire::list(list, &rows.rows)),
            Answered::Polls(card, polls) => serde_json::to_vec(&wire::polls(&card, &polls)?),
            Answered::Poll(table) => serde_json::to_vec(&wire::poll(&table)?),
            Answered::PollGroups(groups) => serde_json::to_vec(&wire::poll_groups(&groups)?),
            Answered::News(news) => serde_json::to_vec(&news),
            Answered::Written(json) => Ok(json),
        }
    }
}

impl Answers<'_> {
    /// The answer to a call as JSON: the one that is kept, or a new one, which is kept then.
    ///
    /// # Errors
    /// If the filter is wrong, there is no such poll, or the warehouse gives no answer.
    pub async fn answer(&self, call: Call, params: &FilterParams) -> Result<Arc<[u8]>, AnswerError> {
        let filter = self.resolved(params, &call.first_groupings())?;
        let version = self.engine.catalogue().await?.version;
        let (today, method, scope) = (self.today, self.method.name.clone(), self.scope.clone());
        let language = if call.is_worded() { self.language } else { Language::En };
        let currency = self.currency.clone();
        let key = AnswerKey { version, today, currency, method, scope, call: call.key(), language, filter };
        if let Some(kept) = self.kept.get(&key).await {
            self.engine.lookups().count(true);
            return Ok(kept);
        }
        let computed = self.with_snapshot(&key.filter, async |snapshot| {
            Ok((snapshot.catalogue.version, snapshot.answer(call).await?.json()?))
        });
        let (version, json) = computed.await?;
        let json: Arc<[u8]> = json.into();
        // A load may have been committed since the look-up.
        self.kept.keep(AnswerKey { version, ..key }, Arc::clone(&json)).await;
        Ok(json)
    }

    /// The answer to a call as tables. It is not kept.
    ///
    /// # Errors
    /// As [`Answers::answer`].
    pub async fn answered(&self, call: Call, params: &FilterParams) -> Result<Answered, AnswerError> {
        let filter = self.resolved(params, &call.first_groupings())?;
        self.with_snapshot(&filter, async |snapshot| snapshot.answer(call).await).await
    }
}

impl Snapshot<'_> {
    async fn answer(&self, call: Call) -> Result<Answered, AnswerError> {
        Ok(match call {
            Call::Score => Answered::Score(Box::new(self.judged_score().await?)),
            Call::Indicators => Answered::Indicators(self.indicators().await?),
            Call::Trends(trend) => written(&self.trends(trend).await?)?,
            Call::Totals(totals, card) => Answered::Cards(self.totals(totals, card).await?),
            Call::Breakdown(breakdown) => Answered::Breakdown(breakdown, self.breakdown(breakdown).await?),
            Call::Block(_, block) => Answered::Block(Box::new(self.block(block).await?)),
            Call::List(call) => {
                let (rows, _) = self.list(&call.list).await?;
                Answered::List(&call.list, rows.first(self.filter.record_count))
            }
            Call::Schedules => Answered::List(&SCHEDULE, self.schedules().await?),
            Call::Polls => {
                let (card, polls) = self.polls().await?;
                Answered::Polls(card, polls)
            }
            Call::Poll(poll) => Answered::Poll(self.poll(poll).await?),
            Call::PollTable(poll) => Answered::PollGroups(self.poll_groups(poll).await?),
            Call::Moves(open) => written(&self.moves(open).await?)?,
            Call::Unusual(open) => written(&self.unusual(open).await?)?,
            Call::News(insights) => Answered::News(Box::new(self.news(insights).await?)),
            Call::Cohorts => {
                // A cohort is those who are in a group now.
                let catalogue = self.engine.catalogue_within(self.scope, GroupsAsOf::Now).await?;
                let cohorts = self.engine.cohorts(&catalogue, self.selection).await?;
                written(&cohorts.answer(self.engine.minimum_members()))?
            }
            Call::Expiring(open) => written(&self.expiring(open).await?)?,
        })
    }
}

fn written(answer: &impl Serialize) -> Result<Answered, serde_json::Error> {
    Ok(Answered::Written(serde_json::to_vec(answer)?))
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
        let of_news = [News(None), News(Some(none)), News(Some(all))];
        let others = [Score, Indicators, Schedules, Polls, Poll(1), Poll(2), PollTable(1), PollTable(2)];
        let others = others.into_iter().chain(of_insights).chain(of_news);
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
