//! The blocks of a breakdown.

use std::collections::BTreeMap;

use futures_util::future::{try_join, try_join_all};

use super::periods::Periods;
use super::snapshot::{AnswerError, Snapshot, windows};
use crate::figures::compare::values;
use crate::figures::filter::BlockFilter;
use crate::figures::period::{Bucket, Grain, Window};
use crate::figures::{Catalogue, Cell, Figures, Group, GroupKey, Levels, Metric, Suppressed, Table, chart, suppress};
use crate::groupings::Grouping;
use crate::screens::model::{Block, Breakdown, Field, List, Shape};
use crate::screens::tables::{BlockTable, Level, Row, RowGroup, Text};

/// The most figures of a table for which a thread that serves requests works out what is suppressed: it takes a
/// millisecond.
const MOST_AT_ONCE: usize = 1_000;

impl Snapshot<'_> {
    /// All blocks of a breakdown.
    pub(super) async fn breakdown(&self, breakdown: &'static Breakdown) -> Result<Vec<BlockTable>, AnswerError> {
        try_join_all(breakdown.blocks.iter().map(|block| self.block(block))).await
    }

    /// One block.
    pub(super) async fn block(&self, block: &'static Block) -> Result<BlockTable, AnswerError> {
        let filter = self.filter.block(block.first_grouping);
        let not_loaded = self.lacked_by(&block.shape);
        let mut answer = BlockTable {
            block,
            filter,
            parts: Vec::new(),
            periods: None,
            hidden: None,
            not_loaded,
            partial: self.partial(&block.shape),
        };
        match &block.shape {
            Shape::ByPeriod(fields) => self.by_period(fields, filter.view_by.grouping(), &mut answer).await?,
            Shape::ByPeriodTotals(fields) => self.by_period(fields, None, &mut answer).await?,
            Shape::Series(grouping, field) => {
                self.by_period(std::slice::from_ref(field), Some(*grouping), &mut answer).await?;
            }
            Shape::Table(fields) => self.table(fields, filter, &mut answer).await?,
            Shape::InAndOut(fields) => self.in_and_out(fields, filter, &mut answer).await?,
            Shape::Flow(field) => self.flow(field, filter, &mut answer).await?,
            Shape::Groups(grouping, field) => self.groups(*grouping, field, &mut answer).await?,
            Shape::Months(fields) => self.months(fields, &mut answer).await?,
            Shape::Card(fields) => self.card(fields, &mut answer).await?,
            Shape::Bars(list) | Shape::Column(list, _) => {
                let (rows, hidden) = self.list(list).await?;
                (answer.parts, answer.hidden) = (vec![rows], hidden);
            }
            Shape::List(list) | Shape::Pairs(list) => {
                let (rows, hidden) = self.list(list).await?;
                (answer.parts, answer.hidden) = (vec![rows.first(filter.record_count)], hidden);
            }
            Shape::Lists(lists) => {
                let all = try_join_all(lists.iter().map(|(_, list)| self.list(list))).await?;
                answer.hidden = all.iter().filter_map(|(_, hidden)| *hidden).reduce(|one, other| one + other);
                let named = lists.iter().zip(all);
                let parts = named.map(|((key, _), (rows, _))| RowGroup { name: (*key).to_owned(), ..rows });
                answer.parts = parts.map(|rows| rows.first(filter.record_count)).collect();
            }
            Shape::Triples(list) => self.triples(list, &mut answer).await?,
        }
        Ok(answer)
    }

    /// The feed table that was never loaded, if all figures of a block lack one.
    fn lacked_by(&self, shape: &Shape) -> Option<&'static str> {
        let fields = shape.fields();
        let lacked = fields.iter().map(|field| self.catalogue.coverage.lacks_table(field.metric));
        lacked.collect::<Option<Vec<_>>>()?.first().copied()
    }

    /// The figures of groups or items whose data begin after the first day of the window, or that have none in it: a row
    /// that is missing is no 0 then.
    fn partial(&self, shape: &Shape) -> Vec<&'static str> {
        let (Shape::Table(fields) | Shape::List(List { fields, .. }) | Shape::Pairs(List { fields, .. })) = shape
        else {
            return Vec::new();
        };
        let window = self.filter.window;
        let is_partial = |field: &&Field| {
            let lacks = self.catalogue.coverage.lacks(field.metric, window).is_some();
            lacks || !self.catalogue.reaches_back_to(field.metric, window.start)
        };
        fields.iter().filter(is_partial).map(|field| field.name).collect()
    }

    async fn card(&self, fields: &[Field], answer: &mut BlockTable) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let now = values(self.engine, &self.catalogue, &metrics, self.filter.window, self.selection).await?;
        let mut table = self.empty_table(&metrics);
        let row = table.row(self.filter.window, now.iter().copied());
        let table = suppress(table);
        answer.hidden = table.count();
        answer.parts = vec![RowGroup::all("", vec![Row::plain(Vec::new(), table.cells(row))])];
        Ok(())
    }

    async fn groups(&self, grouping: Grouping, field: &Field, answer: &mut BlockTable) -> Result<(), AnswerError> {
        let figures = self.figures(&[field.metric], &[self.filter.window], by(Some(grouping))).await?;
        let mut table = self.empty_table(&[field.metric]);
        let rows = group_rows(&mut table, &figures, &[field.metric], self.filter.window);
        table.sum(Some(rows[0]), &rows[1..]);
        let table = suppress(table);
        let of_group = |group: &Group| {
            let index = figures.index_of(GroupKey::One(group.id))?;
            Some(Row::plain(vec![group.name.as_str().into()], table.cells(rows[index])))
        };
        let rows: Vec<Row> = self.catalogue.groups(grouping).iter().filter_map(of_group).collect();
        let is_hidden = |row: &&Row| row.cells.iter().any(|cell| cell.is_suppressed());
        answer.hidden = Some(rows.iter().filter(is_hidden).count()).filter(|count| *count > 0);
        answer.parts = vec![RowGroup::all("", rows)];
        Ok(())
    }

    async fn months(&self, fields: &[Field], answer: &mut BlockTable) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let months = self.buckets(&metrics, Grain::Month, answer);
        let figures = self.figures(&metrics, &windows(&months), Levels::default()).await?;
        let mut periods = Periods::new(self.empty_table(&metrics));
        periods.add(&figures, &metrics, 0, &months);
        let (table, rows) = periods.suppressed();
        let of_month = |(month, row): (&Bucket, &usize)| {
            Row::plain(vec![Text::Words(year_month(month.window))], table.cells(*row))
        };
        answer.parts = vec![RowGroup::all("", months.iter().zip(&rows[0]).map(of_month).collect())];
        answer.hidden = table.count();
        Ok(())
    }

    async fn by_period(
        &self,
        fields: &[Field],
        grouping: Option<Grouping>,
        answer: &mut BlockTable,
    ) -> Result<(), AnswerError> {
        let metrics = metrics_of(fields);
        let grain = self.filter.time_scale;
        let buckets = self.buckets(&metrics, grain, answer);

        if let Some(grouping) = grouping {
            let figures = self.figures(&metrics, &windows(&buckets), by(Some(grouping))).await?;
            let shown: Vec<(&Group, usize)> = self
                .catalogue
                .groups(grouping)
                .iter()
                .filter_map(|group| Some((group, figures.index_of(GroupKey::One(group.id))?)))
                .collect();
            let table = self.table_of(&metrics, by(Some(grouping)));
            let mut periods = Periods::new(table);
            shown.iter().for_each(|(_, index)| periods.add(&figures, &metrics, *index, &buckets));
            periods.divide_groups(&figures);
            let (table, rows) = periods.suppressed();
            let groups = shown.iter().zip(&rows);
            let line = |((group, _), rows): (&(&Group, usize), &Vec<usize>)| {
                let place = Some(self.catalogue.place(grouping, group.id));
                RowGroup { place, ..RowGroup::all(group.name.as_str(), period_rows(&buckets, &table, rows)) }
            };
            answer.parts = groups.map(line).collect();
            answer.hidden = table.count();
            return Ok(());
        }
        let a_year_before = |buckets: &[Bucket]| -> Vec<Bucket> {
            buckets.iter().filter_map(|bucket| year_before(bucket, grain)).collect()
        };
        let before = a_year_before(&buckets);
        let to_date = a_year_before(&self.to_date(&metrics, &buckets));
        let totals = async |buckets: &[Bucket]| self.figures(&metrics, &windows(buckets), Levels::default()).await;
        let (now, previous) = try_join(totals(&buckets), totals(&before)).await?;
        let mut lines = vec![(buckets, now), (before, previous)];
        if to_date != lines[1].0 {
            let figures = totals(&to_date).await?;
            lines.push((to_date, figures));
        }
        let mut periods = Periods::new(self.empty_table(&metrics));
        lines.iter().for_each(|(buckets, figures)| periods.add(figures, &metrics, 0, buckets));
        let (table, rows) = periods.suppressed();
        let lines = lines.iter().zip(&rows);
        answer.parts =
            lines.map(|((buckets, _), rows)| RowGroup::all("", period_rows(buckets, &table, rows))).collect();
        answer.hidden = table.count();
        Ok(())
    }

    /// The buckets of a chart, each cut at the last day of its data: the year before must not count the days after it.
    fn to_date(&self, metrics: &[&Metric], buckets: &[Bucket]) -> Vec<Bucket> {
        let cut = |bucket: &Bucket| {
            let mut bucket = bucket.clone();
            bucket.window.end = chart::through(&self.catalogue, metrics, bucket.window).unwrap_or(bucket.window.end);
            bucket
        };
        buckets.iter().map(cut).collect()
    }

    async fn table(&self, fields: &[Field], filter: BlockFilter, answer: &mut BlockTable) -> Result<(), AnswerError> {
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let metrics = metrics_of(fields);
        let figures = self.figures(&metrics, &[self.filter.window], levels).await?;
        let mut table = self.empty_table(&metrics);
        let rows = group_rows(&mut table, &figures, &metrics, self.filter.window);
        for (total, parts) in group_sums(&figures.groups) {
            table.sum(total.map(|at| rows[at]), &parts.iter().map(|at| rows[*at]).collect::<Vec<usize>>());
        }
        let table = self.suppressed(table).await?;
        let cells = |key| figures.index_of(key).map(|index| table.cells(rows[index]));
        answer.parts = vec![RowGroup::all("", table_rows(&self.catalogue, filter, cells))];
        answer.hidden = table.count();
        Ok(())
    }

    /// Suppresses the small groups of a table. A large table waits for its user's turn, and is suppressed on a thread
    /// that serves no requests.
    pub(super) async fn suppressed(&self, table: Table<'static>) -> Result<Suppressed<'static>, AnswerError> {
        if table.figures() <= MOST_AT_ONCE {
            return Ok(suppress(table));
        }
        Ok(self.engine.compute(move || suppress(table)).await?)
    }

    /// An empty table with these columns.
    pub(in crate::screens) fn empty_table<'m>(&self, metrics: &[&'m Metric]) -> Table<'m> {
        self.table_of(metrics, Levels::default())
    }

    /// The same of groups of these levels.
    fn table_of<'m>(&self, metrics: &[&'m Metric], levels: Levels) -> Table<'m> {
        let minimum = self.engine.minimum_members();
        let moves = self.catalogue.moves(&self.selection.groups, levels);
        Table::new(minimum, metrics).of_loaded(&self.catalogue.coverage).with_moves(moves)
    }

    async fn figures(&self, metrics: &[&Metric], windows: &[Window], levels: Levels) -> Result<Figures, AnswerError> {
        Ok(self.engine.figures(&self.catalogue, metrics, windows, self.selection, levels).await?)
    }
}

/// The rows of a table: one per group, those of the second level within it, the total last. `cells` has the figures of a
/// group; None for one without members.
pub(super) fn table_rows(
    catalogue: &Catalogue,
    filter: BlockFilter,
    cells: impl Fn(GroupKey) -> Option<Vec<Cell>>,
) -> Vec<Row> {
    let second = filter.view_by_h2.grouping();
    let row = |name: &str, level, key| Some(Row { texts: vec![name.into()], level, cells: cells(key)? });
    let mut rows: Vec<Row> = Vec::new();
    for group in catalogue.groups(filter.view_by_h1) {
        let level = if second.is_some() { Level::Divided } else { Level::Plain };
        let Some(whole) = row(&group.name, level, GroupKey::One(group.id)) else { continue };
        rows.push(whole);
        let parts = second.map(|second| catalogue.groups(second)).unwrap_or_default().iter();
        rows.extend(parts.filter_map(|part| row(&part.name, Level::Part, GroupKey::Two(group.id, part.id))));
    }
    if !rows.is_empty() {
        rows.extend(row("Total", Level::Total, GroupKey::Total));
    }
    rows
}

/// Adds a row for each group of some figures, in their order.
pub(super) fn group_rows(table: &mut Table, figures: &Figures, metrics: &[&Metric], window: Window) -> Vec<usize> {
    let of_group = |group| metrics.iter().map(move |metric| figures.figure(metric, group, 0));
    let rows: Vec<usize> = (0..figures.groups.len()).map(|group| table.row(window, of_group(group))).collect();
    table.divided(rows.iter().copied().map(Some).collect(), figures, (0, 0));
    rows
}

/// Which groups add up to which, by their indexes: the groups of the first level to the total; those of the second to their
/// group of the first and, over all of the first, to the total that the table shows if its levels are swapped.
pub(super) fn group_sums(groups: &[GroupKey]) -> Vec<(Option<usize>, Vec<usize>)> {
    let mut sums: BTreeMap<(Option<i32>, Option<i32>), Vec<usize>> = BTreeMap::new();
    for (at, key) in groups.iter().enumerate() {
        match key {
            GroupKey::Total => {}
            GroupKey::One(_) => sums.entry((None, None)).or_default().push(at),
            GroupKey::Two(first, second) => {
                sums.entry((Some(*first), None)).or_default().push(at);
                sums.entry((None, Some(*second))).or_default().push(at);
            }
        }
    }
    let index_of = |key| groups.iter().position(|group| *group == key);
    let total = |of: (Option<i32>, Option<i32>)| match of {
        (Some(first), _) => index_of(GroupKey::One(first)),
        (None, Some(_)) => None,
        (None, None) => index_of(GroupKey::Total),
    };
    sums.into_iter().map(|(of, parts)| (total(of), parts)).collect()
}

fn period_rows(buckets: &[Bucket], table: &Suppressed, rows: &[usize]) -> Vec<Row> {
    let row = |(bucket, row): (&Bucket, &usize)| Row::plain(vec![bucket.label.as_str().into()], table.cells(*row));
    buckets.iter().zip(rows).map(row).collect()
}

/// The window's month as yyyy-mm.
fn year_month(window: Window) -> String {
    format!("{:04}-{:02}", window.start.year(), u8::from(window.start.month()))
}

/// The same dates a year earlier.
fn year_before(bucket: &Bucket, grain: Grain) -> Option<Bucket> {
    let window = bucket.window.year_before()?;
    Some(Bucket { label: window.buckets(grain).into_iter().next()?.label, window })
}

fn metrics_of(fields: &[Field]) -> Vec<&'static Metric> {
    fields.iter().map(|field| field.metric).collect()
}

fn by(first: Option<Grouping>) -> Levels {
    Levels { first, second: None }
}
