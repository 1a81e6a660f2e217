//! Polls, asked for one by one: by hand, because the poll is part of the path and an answer counts its options.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::answer::{AnswerError, Answers, named};
use super::blocks::levelled;
use super::lists::{array, cap};
use super::wire::{Block as BlockAnswer, TableRow};
use super::{Field, Heeds, List, Order, Totals, content, labelled};
use crate::metrics::filter::{Filter, FilterParams, Grouping};
use crate::metrics::{Asked, ByItem, Catalogue, GroupKey, Levels, Selection, content as metric};

/// Where the calls are; `{id}` is a poll's.
pub const PATH: &str = "api/v1/content/dashboard/polls/breakdown";

/// The one block there is of a poll.
pub const BLOCK: &str = "POLL_ANSWERS_BY_AUDIENCE_TABLE";

/// The figures of an option.
pub const OPTION_FIELDS: &[Field] =
    &[labelled("answerCount", "Answers", &metric::POLL_ANSWERS), labelled("percent", "%", &metric::SHARE_OF_ANSWERS)];
/// The figures of a group; beside them stand each option's answers.
pub const TABLE_FIELDS: &[Field] = &[labelled("value", "Answers", &metric::POLL_ANSWERS)];

pub static TOTALS: Totals = Totals {
    path: PATH,
    summary: "The Polls card and the polls open in the period.",
    cards: &[&content::POLLS],
    bare: false,
    beside: None,
    types: &[],
};

/// Polls open in the period.
pub static POLLS: List = List {
    of: &metric::BY_POLL,
    texts: &[("id", "id"), ("name", "name")],
    fields: &[],
    counted: &[&metric::POLLS],
    order: Order::Name,
    heeds: Heeds::Period,
};

impl Answers<'_> {
    /// The card and the polls to choose from.
    pub async fn polls(&self, params: &FilterParams) -> Result<Value, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        self.settled(async || {
            let mut answer = self.totals(&TOTALS, None, params).await?;
            let mut polls = self.list(&POLLS, &filter).await?;
            cap(&mut polls, filter.block.record_count);
            answer["pollList"] = array(polls);
            Ok(answer)
        })
        .await
    }

    /// A poll's options with their answers, and the answers by user group. None for a poll there is not.
    pub async fn poll(&self, poll: i32, params: &FilterParams) -> Result<Option<Value>, AnswerError> {
        self.settled(async || self.options_and_table(poll, params).await).await
    }

    async fn options_and_table(&self, poll: i32, params: &FilterParams) -> Result<Option<Value>, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let Some((_, options)) = self.options(poll, &filter, Levels::default()).await? else { return Ok(None) };
        let answers: Vec<Value> = order(&options)
            .into_iter()
            .map(|option| {
                let mut row = Map::from_iter([
                    ("index".to_owned(), Value::from(index(&options, option))),
                    ("name".to_owned(), Value::from(options.name(option))),
                ]);
                row.extend(named(OPTION_FIELDS, |metric| options.value(metric, option, 0, 0)));
                Value::Object(row)
            })
            .collect();
        let Some(table) = self.poll_table(poll, params).await? else { return Ok(None) };
        Ok(Some(json!({ "pollAnswers": answers, BLOCK: table })))
    }

    /// The answers by user group: all of them, and each option's in the order of the options.
    pub async fn poll_table(&self, poll: i32, params: &FilterParams) -> Result<Option<BlockAnswer>, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let first = filter.block.view_by_h1;
        let second = filter.block.view_by_h2.grouping();
        let levels = Levels { first: Some(first), second };
        let Some((catalogue, options)) = self.options(poll, &filter, levels).await? else { return Ok(None) };
        let options_in_order = order(&options);
        let row = |name: &str, key: GroupKey, is_total: bool, records: Vec<TableRow>| {
            let group = options.figures.place(key)?;
            let of_option = |option: &usize| options.value(&metric::POLL_ANSWERS, *option, group, 0).rounded(0) as i64;
            let answers: Vec<i64> = options_in_order.iter().map(of_option).collect();
            let figures = Map::from_iter([
                ("value".to_owned(), Value::from(answers.iter().sum::<i64>())),
                ("answers".to_owned(), Value::from(answers)),
            ]);
            Some(TableRow { name: name.to_owned(), is_total, figures, records })
        };
        Ok(Some(BlockAnswer {
            r#type: BLOCK.to_owned(),
            filter_params: filter.block,
            data: serde_json::to_value(levelled(&catalogue, first, second, row))?,
            series: None,
            previous: None,
            total: None,
        }))
    }

    /// The figures of a poll's options; None where there is no such poll.
    async fn options(
        &self,
        poll: i32,
        filter: &Filter,
        levels: Levels,
    ) -> Result<Option<(Arc<Catalogue>, ByItem)>, AnswerError> {
        let selection = Selection::from(filter);
        self.of_one_version(async |catalogue| {
            let asked = Asked {
                dimension: &metric::BY_POLL,
                metrics: &[],
                windows: &[filter.window],
                selection: &selection,
                levels,
                keep: Some(("id", i64::from(poll))),
            };
            if self.engine.by_item(&catalogue, &asked).await?.len == 0 {
                return Ok(None);
            }
            let asked = Asked {
                dimension: &metric::BY_OPTION,
                metrics: &[&metric::POLL_ANSWERS, &metric::SHARE_OF_ANSWERS],
                keep: Some(("poll_id", i64::from(poll))),
                ..asked
            };
            let options = self.engine.by_item(&catalogue, &asked).await?;
            Ok(Some((catalogue, options)))
        })
        .await
    }
}

fn index(options: &ByItem, option: usize) -> i64 {
    options.attribute("index").map_or(0, |indexes| indexes.ints()[option])
}

fn order(options: &ByItem) -> Vec<usize> {
    let mut order: Vec<usize> = (0..options.len).collect();
    order.sort_by_key(|option| index(options, *option));
    order
}
