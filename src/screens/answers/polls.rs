//! Polls: the poll is part of the path, and an answer has a figure for each of its options.

use super::blocks::{group_sums, table_rows};
use super::snapshot::{AnswerError, Snapshot};
use crate::figures::{Cell, Figure, ItemFigures, ItemQuery, Levels, Metric, Suppressed, content as metric, suppress};
use crate::groupings::Grouping;
use crate::screens::declared::polls::{OPTION_FIELDS, POLLS, TOTALS};
use crate::screens::tables::{CardsTable, PollGroups, PollTable, Row, RowGroup, Text};

/// The answers to a poll.
struct PollAnswers {
    options: ItemFigures,
    /// The options in the order of their index.
    order: Vec<usize>,
    table: Suppressed<'static>,
    /// By group the rows of the options, in their order, and that of all options.
    rows: Vec<Vec<usize>>,
}

/// The index of the group of all chosen members.
const TOTAL: usize = 0;
/// The column of [`OPTION_FIELDS`] with the number of answers.
const ANSWERS: usize = 0;

impl Snapshot<'_> {
    /// The card and the polls to choose from.
    pub(super) async fn polls(&self) -> Result<(CardsTable, RowGroup), AnswerError> {
        let card = self.totals(&TOTALS, None).await?;
        let (polls, _) = self.list(&POLLS).await?;
        Ok((card, polls.first(self.filter.record_count)))
    }

    /// A poll's options with their answers, and the answers by user group.
    pub(super) async fn poll(&self, poll: i32) -> Result<PollTable, AnswerError> {
        let answers = self.poll_answers(poll).await?;
        let PollAnswers { options, order, table, rows } = &answers;
        let of_option = |(option, row): (&usize, &usize)| {
            let texts = vec![Text::Number(index(options, *option)), options.name(*option).into()];
            Row::plain(texts, table.cells(*row))
        };
        let options = order.iter().zip(&rows[TOTAL]).map(of_option).collect();
        Ok(PollTable { options, by_group: self.by_group(&answers) })
    }

    /// The answers by user group: all of them, and each option's in the order of the options.
    pub(super) async fn poll_groups(&self, poll: i32) -> Result<PollGroups, AnswerError> {
        Ok(self.by_group(&self.poll_answers(poll).await?))
    }

    fn by_group(&self, PollAnswers { options, table, rows, .. }: &PollAnswers) -> PollGroups {
        let filter = self.filter.block(Grouping::Lob);
        let cells = |key| {
            let (all, of_options) = rows[options.figures.index_of(key)?].split_last()?;
            Some([all].into_iter().chain(of_options).map(|row| table.cell(*row, ANSWERS)).collect::<Vec<Cell>>())
        };
        let rows = table_rows(&self.catalogue, filter, cells);
        // The table has the shares of options too, which are not shown here.
        let hidden = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_suppressed()).count();
        PollGroups { filter, rows, hidden: Some(hidden).filter(|count| *count > 0) }
    }

    /// The answers by group and option.
    async fn poll_answers(&self, poll: i32) -> Result<PollAnswers, AnswerError> {
        let filter = self.filter.block(Grouping::Lob);
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let options = self.poll_options(poll, levels).await?;
        let order = by_index(&options);
        let window = self.filter.window;
        let metrics: Vec<&'static Metric> = OPTION_FIELDS.iter().map(|field| field.metric).collect();
        let mut table = self.empty_table(&metrics);
        let groups = options.figures.groups.clone();
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for group in 0..groups.len() {
            let figures = |option: usize| {
                let options = &options;
                metrics.iter().map(move |metric| options.figure(metric, option, group, 0))
            };
            let mut of_group: Vec<usize> = order.iter().map(|option| table.row(window, figures(*option))).collect();
            // A member answers a poll once, so that answers are members.
            let each = order.iter().map(|option| options.figure(&metric::POLL_ANSWERS, *option, group, 0));
            let all = Figure::sum(each, self.engine.minimum_members());
            let total = table.row(window, [all, all.whole()].into_iter());
            table.sum(Some(total), &of_group);
            table.together(&of_group);
            of_group.push(total);
            rows.push(of_group);
        }
        for (place, option) in order.iter().enumerate() {
            let of_option = rows.iter().map(|of_group| Some(of_group[place])).collect();
            table.divided(of_option, &options.figures, (*option, 0));
        }
        for (total, parts) in group_sums(&groups) {
            let row_of = |group: usize, option: usize| rows[group][option];
            (0..=order.len()).for_each(|option| {
                let parts: Vec<usize> = parts.iter().map(|group| row_of(*group, option)).collect();
                table.sum(total.map(|group| row_of(group, option)), &parts);
            });
        }
        Ok(PollAnswers { options, order, table: suppress(table), rows })
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
