//! Polls: the poll is part of the path, and an answer has a figure for each of its options.

use serde_json::{Map, Value, json};

use super::blocks::table_rows;
use super::json::{array, named};
use super::{AnswerError, Answers, BY_LOB, Snapshot};
use crate::groupings::Grouping;
use crate::metrics::filter::FilterParams;
use crate::metrics::{ItemFigures, ItemQuery, Levels, content as metric};
use crate::screens::declared::polls::{BLOCK, OPTION_FIELDS, POLLS, TOTALS};
use crate::screens::wire::{BlockAnswer, TableRow};

impl Answers<'_> {
    /// The card and the polls to choose from.
    pub async fn polls(&self, params: &FilterParams) -> Result<Value, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| {
            let mut answer = snapshot.totals(&TOTALS, None).await?;
            answer["pollList"] = array(snapshot.capped(snapshot.list(&POLLS).await?));
            Ok(answer)
        })
        .await
    }

    /// A poll's options with their answers, and the answers by user group. None where there is no such poll.
    pub async fn poll(&self, poll: i32, params: &FilterParams) -> Result<Option<Value>, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| {
            let Some(options) = snapshot.poll_options(poll, Levels::default()).await? else { return Ok(None) };
            let answers = by_index(&options).into_iter().map(|option| {
                let mut row = Map::from_iter([
                    ("index".to_owned(), Value::from(index(&options, option))),
                    ("name".to_owned(), Value::from(options.name(option))),
                ]);
                row.extend(named(OPTION_FIELDS, |metric| options.value(metric, option, 0, 0)));
                Value::Object(row)
            });
            let answers: Vec<Value> = answers.collect();
            let Some(table) = snapshot.poll_table(poll).await? else { return Ok(None) };
            Ok(Some(json!({ "pollAnswers": answers, BLOCK: table })))
        })
        .await
    }

    /// The answers by user group: all of them, and each option's in the order of the options. None where there is no
    /// such poll.
    pub async fn poll_table(&self, poll: i32, params: &FilterParams) -> Result<Option<BlockAnswer>, AnswerError> {
        self.with_snapshot(params, BY_LOB, async |snapshot| snapshot.poll_table(poll).await).await
    }
}

impl Snapshot<'_> {
    async fn poll_table(&self, poll: i32) -> Result<Option<BlockAnswer>, AnswerError> {
        let filter = self.filter.block(Grouping::Lob);
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let Some(options) = self.poll_options(poll, levels).await? else { return Ok(None) };
        let options_in_order = by_index(&options);
        let rows = table_rows(&self.catalogue, filter, |name, key, is_total, records| {
            let group = options.figures.index_of(key)?;
            let of_option = |option: &usize| options.value(&metric::POLL_ANSWERS, *option, group, 0).rounded(0) as i64;
            let answers: Vec<i64> = options_in_order.iter().map(of_option).collect();
            let figures = Map::from_iter([
                ("value".to_owned(), Value::from(answers.iter().sum::<i64>())),
                ("answers".to_owned(), Value::from(answers)),
            ]);
            Some(TableRow { name: name.to_owned(), is_total, figures, records })
        });
        Ok(Some(BlockAnswer { data: serde_json::to_value(rows)?, ..BlockAnswer::new(BLOCK, filter) }))
    }

    /// The figures of a poll's options; None where there is no such poll.
    async fn poll_options(&self, poll: i32, levels: Levels) -> Result<Option<ItemFigures>, AnswerError> {
        let polls = ItemQuery {
            dimension: &metric::BY_POLL,
            metrics: &[],
            windows: &[self.filter.window],
            selection: self.selection,
            levels,
            with: Some(("id", i64::from(poll))),
        };
        if self.engine.by_item(&self.catalogue, &polls).await?.len == 0 {
            return Ok(None);
        }
        let options = ItemQuery {
            dimension: &metric::BY_OPTION,
            metrics: &[&metric::POLL_ANSWERS, &metric::SHARE_OF_ANSWERS],
            with: Some(("poll_id", i64::from(poll))),
            ..polls
        };
        Ok(Some(self.engine.by_item(&self.catalogue, &options).await?))
    }
}

fn index(options: &ItemFigures, option: usize) -> i64 {
    options.attribute("index").map_or(0, |indexes| indexes.ints()[option])
}

/// The options in the order of their index.
fn by_index(options: &ItemFigures) -> Vec<usize> {
    let mut order: Vec<usize> = (0..options.len).collect();
    order.sort_by_key(|option| index(options, *option));
    order
}
