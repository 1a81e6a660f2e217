//! What the servers of a cluster have, compared with what was written to them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use duckdb::Connection;
use futures_util::future::try_join_all;

use super::cluster::Cluster;
use super::editions::{self, Content};
use super::parts::{Inspection, OnServers, of_node};
use crate::warehouse::error::WarehouseError;

impl Cluster {
    /// Checks that the servers have what was written of a table, after rows of it were read and before somebody gets them.
    /// Those who ask meanwhile share a look that began after the last of them had its rows.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if rows are gone or are others, or a server does not answer.
    pub(super) async fn check_read(&self, content: &Content, table: &'static str) -> Result<(), WarehouseError> {
        let read = Instant::now();
        let looks = {
            let mut looks = self.known.looks.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(looks.entry(table).or_default())
        };
        let mut last = looks.lock().await;
        let found = match &*last {
            Some(look) if look.begun >= read => Arc::clone(&look.found),
            _ => {
                let begun = Instant::now();
                let found = Arc::new(self.look(table).await?);
                *last = Some(Inspection { begun, found: Arc::clone(&found) });
                found
            }
        };
        drop(last);
        let of_table = Content {
            ranges: content.ranges.iter().filter(|range| range.table == table).cloned().collect(),
            parts: content
                .parts
                .iter()
                .filter(|((part, _), _)| part.table == table)
                .map(|(key, rows)| (key.clone(), *rows))
                .collect(),
        };
        match self.known.fault(&of_table, &found, self.nodes()) {
            None => Ok(()),
            Some(fault) => Err(WarehouseError::Cluster(format!(
                "the ClickHouse server {fault}; no figure is shown of them, and Bond writes them again"
            ))),
        }
    }

    /// What the servers have of a table.
    async fn look(&self, table: &'static str) -> Result<OnServers, WarehouseError> {
        let looked = self.nodes().iter().enumerate().map(|(server, node)| {
            let node = node.clone();
            async move {
                let found = tokio::task::spawn_blocking(move || of_node(&node, Some(table))).await;
                let found = found.map_err(|error| WarehouseError::Worker(error.to_string()))??;
                Ok::<_, WarehouseError>(found.into_iter().map(move |(part, found)| ((part, server), found)))
            }
        });
        Ok(try_join_all(looked).await?.into_iter().flatten().collect())
    }

    /// What the servers have.
    pub(super) fn parts(&self) -> Result<OnServers, WarehouseError> {
        let parts = Mutex::new(OnServers::new());
        self.each(|server, node| {
            let found = of_node(node, None)?;
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.extend(found.into_iter().map(|(part, found)| ((part, server), found)));
            Ok(())
        })?;
        Ok(parts.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why all rows have to be written again: they are not on these servers as they were written.
    ///
    /// # Errors
    /// Errors of DuckDB, and [`WarehouseError::Cluster`] if a server does not answer.
    pub(in crate::warehouse) fn lacks(&self, connection: &Connection) -> Result<Option<String>, WarehouseError> {
        let ranges = editions::ranges(connection)?;
        if ranges.is_empty() {
            return Ok(Some("no rows were written yet".to_owned()));
        }
        let (parts, servers) = editions::noted(connection)?;
        if !parts.is_empty() && servers != self.names() {
            return Ok(Some(format!("they were on {servers}")));
        }
        Ok(self.known.fault(&Content { ranges, parts }, &self.parts()?, self.nodes()))
    }

    /// Remembers the blocks of what was written.
    pub(super) fn learn_parts(&self, written: &OnServers) {
        let mut blocks = self.known.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.extend(written.iter().map(|(key, found)| (key.clone(), found.blocks)));
    }
}
