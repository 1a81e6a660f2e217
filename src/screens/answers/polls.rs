//! Polls: the poll is part of the path, and an answer has a figure for each of its options.

use std::cell::Cell;

use serde_json::{Map, Value, json};

use super::blocks::{group_sums, table_rows};
use super::json::{array, hidden_fields, named};
use super::snapshot::{AnswerError, Snapshot};
use crate::groupings::Grouping;
use crate::metrics::{Figure, ItemFigures, ItemQuery, Levels, Metric, Quantity, content as metric};
use crate::screens::declared::polls::{BLOCK, OPTION_FIELDS, POLLS, TOTALS};
use crate::screens::small_groups::{Sheet, hide};
use crate::screens::wire::{BlockAnswer, TableRow};

/// The answers to a poll, and which of them are hidden.
struct PollAnswers {
    options: ItemFigures,
    /// The options in the order of their index.
    order: Vec<usize>,
    sheet: Sheet<'static>,
    /// By group the rows of the options, in their order, and that of all options.
    rows: Vec<Vec<usize>>,
}

/// The index of the group of all chosen members.
const TOTAL: usize = 0;
/// The column of [`OPTION_FIELDS`] with the number of answers.
const ANSWERS: usize = 0;

impl Snapshot<'_> {
    /// The card and the polls to choose from.
    pub(super) async fn polls(&self) -> Result<Value, AnswerError> {
        let mut answer = self.totals(&TOTALS, None).await?;
        answer["pollList"] = array(self.capped(self.list(&POLLS).await?));
        Ok(answer)
    }

    /// A poll's options with their answers, and the answers by user group.
    pub(super) async fn poll(&self, poll: i32) -> Result<Value, AnswerError> {
        let answers = self.poll_answers(poll).await?;
        let options = &answers.options;
        let rows = answers.order.iter().zip(&answers.rows[TOTAL]).map(|(option, row)| {
            let mut object = Map::from_iter([
                ("index".to_owned(), Value::from(index(options, *option))),
                ("name".to_owned(), Value::from(options.name(*option))),
            ]);
            let why = |at: usize| answers.sheet.hidden(*row, at);
            object.extend(named(OPTION_FIELDS, |at, metric| (options.value(metric, *option, TOTAL, 0), why(at))));
            let hidden = hidden_fields(OPTION_FIELDS.iter().enumerate().map(|(at, field)| (field.name, why(at))));
            if !hidden.is_empty() {
                object.insert("hidden".to_owned(), json!(hidden));
            }
            Value::Object(object)
        });
        let rows: Vec<Value> = rows.collect();
        Ok(json!({ "pollAnswers": rows, BLOCK: self.table_of_poll(&answers)? }))
    }

    /// The answers by user group: all of them, and each option's in the order of the options.
    pub(super) async fn poll_table(&self, poll: i32) -> Result<BlockAnswer, AnswerError> {
        self.table_of_poll(&self.poll_answers(poll).await?)
    }

    fn table_of_poll(&self, answers: &PollAnswers) -> Result<BlockAnswer, AnswerError> {
        let PollAnswers { options, order, sheet, rows } = answers;
        // The sheet has the shares of options too, which this table does not show.
        let hidden_figures = Cell::new(0);
        let table = table_rows(&self.catalogue, self.filter.block(Grouping::Lob), |name, key, is_total, records| {
            let group = options.figures.index_of(key)?;
            let (all, of_options) = rows[group].split_last()?;
            let number = |option: &usize| options.value(&metric::POLL_ANSWERS, *option, group, 0).rounded(0) as i64;
            let sum: i64 = order.iter().map(number).sum();
            let shown = |row: usize, number: i64| sheet.hidden(row, ANSWERS).is_none().then_some(number);
            let each: Vec<Option<i64>> =
                order.iter().zip(of_options).map(|(option, row)| shown(*row, number(option))).collect();
            let hidden = [
                ("value", sheet.hidden(*all, ANSWERS)),
                ("answers", of_options.iter().find_map(|row| sheet.hidden(*row, ANSWERS))),
            ];
            let is_hidden = |row: &&usize| sheet.hidden(**row, ANSWERS).is_some();
            hidden_figures.set(hidden_figures.get() + rows[group].iter().filter(is_hidden).count());
            let figures = Map::from_iter([
                ("value".to_owned(), Value::from(shown(*all, sum))),
                ("answers".to_owned(), Value::from(each)),
            ]);
            Some(TableRow { name: name.to_owned(), is_total, figures, hidden: hidden_fields(hidden), records })
        });
        let answer = BlockAnswer::new(BLOCK, self.filter.block(Grouping::Lob));
        let hidden = Some(hidden_figures.get()).filter(|count| *count > 0);
        Ok(BlockAnswer { data: serde_json::to_value(table)?, hidden, ..answer })
    }

    /// The answers by group and option.
    async fn poll_answers(&self, poll: i32) -> Result<PollAnswers, AnswerError> {
        let filter = self.filter.block(Grouping::Lob);
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let options = self.poll_options(poll, levels).await?;
        let order = by_index(&options);
        let window = self.filter.window;
        let minimum = self.engine.minimum_members();
        let metrics: Vec<&'static Metric> = OPTION_FIELDS.iter().map(|field| field.metric).collect();
        let mut sheet = Sheet::new(minimum, &metrics);
        let groups = options.figures.groups.clone();
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for group in 0..groups.len() {
            let figures = |option: usize| {
                let options = &options;
                metrics.iter().map(move |metric| options.figure(metric, option, group, 0))
            };
            let mut of_group: Vec<usize> = order.iter().map(|option| sheet.row(window, figures(*option))).collect();
            let number = |option: &usize| options.value(&metric::POLL_ANSWERS, *option, group, 0).numerator();
            let sum: i128 = order.iter().map(number).sum();
            // A member answers a poll once, so that answers are members.
            let all = Figure { value: Quantity::new(sum, 1), is_few: 0 < sum && sum < minimum.into() };
            let share = Figure { value: Quantity::new(100, 1), is_few: all.is_few };
            let total = sheet.row(window, [all, share].into_iter());
            sheet.sum(Some(total), &of_group);
            sheet.together(&of_group);
            of_group.push(total);
            rows.push(of_group);
        }
        for (total, parts) in group_sums(&groups) {
            let row_of = |group: usize, option: usize| rows[group][option];
            (0..=order.len()).for_each(|option| {
                let parts: Vec<usize> = parts.iter().map(|group| row_of(*group, option)).collect();
                sheet.sum(total.map(|group| row_of(group, option)), &parts);
            });
        }
        hide(&mut sheet);
        Ok(PollAnswers { options, order, sheet, rows })
    }

    /// The figures of a poll's options.
    async fn poll_options(&self, poll: i32, levels: Levels) -> Result<ItemFigures, AnswerError> {
        let polls = ItemQuery {
            dimension: &metric::BY_POLL,
            metrics: &[],
            windows: &[self.filter.window],
            selection: self.selection,
            levels,
            with: Some(("id", i64::from(poll))),
        };
        if self.engine.by_item(&self.catalogue, &polls).await?.len == 0 {
            return Err(AnswerError::NoPoll(poll));
        }
        let options = ItemQuery {
            dimension: &metric::BY_OPTION,
            metrics: &[&metric::POLL_ANSWERS, &metric::SHARE_OF_ANSWERS],
            with: Some(("poll_id", i64::from(poll))),
            ..polls
        };
        Ok(self.engine.by_item(&self.catalogue, &options).await?)
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
