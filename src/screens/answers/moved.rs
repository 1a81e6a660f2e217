//! Blocks of members who moved from group to group.

use std::collections::HashMap;
use std::sync::Arc;

use super::blocks::table_rows;
use super::snapshot::{AnswerError, Snapshot};
use crate::figures::filter::{BlockFilter, GroupsAsOf};
use crate::figures::group_flows::{GroupFlow, GroupStock};
use crate::figures::{Catalogue, Figure, GroupKey, Levels, Metric, Quantity, suppress};
use crate::groupings::Membership;
use crate::screens::model::Field;
use crate::screens::tables::{BlockTable, Row, RowGroup, Text};
use crate::warehouse::WarehouseError;

impl Snapshot<'_> {
    /// From where to where members moved. Of a grouping with several groups of a member it has no rows: members come and go
    /// there, from no group in particular.
    pub(super) async fn flow(
        &self,
        field: &Field,
        filter: BlockFilter,
        answer: &mut BlockTable,
    ) -> Result<(), AnswerError> {
        let grouping = filter.view_by_h1;
        if answer.not_loaded.is_some() || grouping.info().membership == Membership::Many {
            answer.parts = vec![RowGroup::all("", Vec::new())];
            return Ok(());
        }
        let (were, now) = self.both_readings().await?;
        let flows = were.group_flows(self.filter.window, self.selection, grouping, now);
        let mut table = self.empty_table(&[field.metric]);
        let rows: Vec<usize> =
            flows.iter().map(|flow| table.row(self.filter.window, std::iter::once(figure(flow.members)))).collect();
        let table = suppress(table);
        let name = |id: Option<i32>| {
            let group = were.groups(grouping).iter().find(|group| Some(group.id) == id);
            Text::from(group.map_or("", |group| &group.name))
        };
        let row = |(flow, row): (&GroupFlow, &usize)| {
            let GroupFlow { from, to, way, .. } = flow;
            Row::plain(vec![name(*from), name(*to), way.name().into()], table.cells(*row))
        };
        answer.parts = vec![RowGroup::all("", flows.iter().zip(&rows).map(row).collect())];
        answer.hidden = table.count();
        Ok(())
    }

    /// Who was in each group, came and went.
    pub(super) async fn in_and_out(
        &self,
        fields: &[Field],
        filter: BlockFilter,
        answer: &mut BlockTable,
    ) -> Result<(), AnswerError> {
        if answer.not_loaded.is_some() {
            answer.parts = vec![RowGroup::all("", Vec::new())];
            return Ok(());
        }
        let levels = Levels { first: Some(filter.view_by_h1), second: filter.view_by_h2.grouping() };
        let (were, now) = self.both_readings().await?;
        let stocks = were.group_stocks(self.filter.window, self.selection, levels, now);
        let metrics: Vec<&Metric> = fields.iter().map(|field| field.metric).collect();
        let mut table = self.empty_table(&metrics);
        let rows: HashMap<GroupKey, usize> = stocks
            .into_iter()
            .map(|(key, stock)| (key, table.row(self.filter.window, numbers(stock).into_iter().map(figure))))
            .collect();
        let table = self.suppressed(table).await?;
        answer.hidden = table.count();
        let cells = |key| rows.get(&key).map(|row| table.cells(*row));
        answer.parts = vec![RowGroup::all("", table_rows(&were, filter, cells))];
        Ok(())
    }

    /// The catalogue of groups as they were and, if the answer is of the groups of now, that one.
    async fn both_readings(&self) -> Result<(Arc<Catalogue>, Option<&Catalogue>), AnswerError> {
        if self.catalogue.counts_as_they_were() {
            return Ok((Arc::clone(&self.catalogue), None));
        }
        let were = self.engine.catalogue_within(self.scope, GroupsAsOf::Window).await?;
        if were.version != self.catalogue.version {
            return Err(WarehouseError::VersionMoved.into());
        }
        Ok((were, Some(&self.catalogue)))
    }
}

/// In the order of the fields that show them.
fn numbers(stock: GroupStock) -> [i64; 5] {
    [stock.before, stock.joined, stock.moved_in, stock.moved_out, stock.after]
}

fn figure(members: i64) -> Figure {
    Figure::new(Quantity::new(members.into(), 1), false)
}
