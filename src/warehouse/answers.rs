//! Answers to questions, from DuckDB or from the cluster that has the rows of members.

use std::sync::Arc;

use super::aggregate::Key;
use super::clickhouse::{Cluster, Content, PARTS, RANGES, table_of};
use super::columns::Rows;
use super::error::WarehouseError;
use super::feed::LookUp;
use super::open::Warehouse;
use super::question::{MembersQuestion, Question, SetsQuestion};
use super::statement;

impl Warehouse {
    /// Answers a question from the data of `version` and no other, as [`Warehouse::query`].
    ///
    /// # Errors
    /// Those of [`Warehouse::query`].
    pub async fn answer(&self, version: i32, question: &Question) -> Result<Rows, WarehouseError> {
        // The servers know neither first logins nor the sample.
        let is_of_all = question.newcomers.is_none() && !question.is_sampled;
        let cluster = self.cluster.get().filter(|_| is_of_all);
        let elsewhere = cluster.and_then(|cluster| Some((cluster, Cluster::split(question)?)));
        let Some((cluster, (of_rows, others))) = elsewhere else {
            let (sql, values) = statement::write(question);
            return self.query(version, sql, values).await;
        };
        let here = async {
            match others {
                Some(others) => {
                    let (sql, values) = statement::write(&others);
                    self.query(version, sql, values).await
                }
                None => Ok(Rows::default()),
            }
        };
        let there = async {
            let content = self.content(cluster, version).await?;
            let looked_up = self.looked_up(version, of_rows.source, of_rows.by).await?;
            let rows = self.pool.elsewhere(|limit| cluster.answer(&content, &of_rows, &looked_up, limit)).await;
            self.is_still(version)?;
            rows
        };
        let (mut rows, of_rows) = futures_util::try_join!(here, there)?;
        self.is_still(version)?;
        rows.append(of_rows);
        Ok(rows)
    }

    /// The sets of members of all months: month, key (0 where rows are by nothing), measure, members.
    ///
    /// # Errors
    /// Those of [`Warehouse::query`].
    pub async fn member_sets(&self, version: i32, question: &SetsQuestion) -> Result<Rows, WarehouseError> {
        let (sql, values) = statement::write_sets(question);
        self.query(version, sql, values).await
    }

    /// The members of rows: window, key (0 where rows are by nothing), the bits of the kinds that rows are of, and the
    /// member of each row.
    ///
    /// # Errors
    /// Those of [`Warehouse::query`].
    pub async fn members_of_rows(&self, version: i32, question: MembersQuestion) -> Result<Rows, WarehouseError> {
        let Some(cluster) = self.cluster.get() else {
            let (sql, values) = statement::write_members(&question);
            return self.query(version, sql, values).await;
        };
        let content = self.content(cluster, version).await?;
        let looked_up = self.looked_up(version, question.of.source, question.of.by).await?;
        let rows = self.pool.elsewhere(|limit| cluster.members_of_rows(&content, &question, &looked_up, limit)).await;
        self.is_still(version)?;
        rows
    }

    /// What a reference table has for the ids that rows are by; nothing where they are by a column of their own.
    async fn looked_up(&self, version: i32, source: &str, by: Option<Key>) -> Result<Vec<(i32, i32)>, WarehouseError> {
        let look_up = table_of(source).and_then(|derived| derived.looks_up);
        let Some(LookUp { column, of, .. }) = look_up.filter(|look_up| by == Some(Key::Id(look_up.column))) else {
            return Ok(Vec::new());
        };
        let sql = format!("select id::bigint, {column}::bigint from bond.feed.{of}");
        let rows = self.query(version, sql, Vec::new()).await?;
        let [ids, values] = rows.columns.as_slice() else { return Ok(Vec::new()) };
        Ok(ids.ints().iter().zip(values.ints()).map(|(id, value)| (*id as i32, *value as i32)).collect())
    }

    /// Which rows of the cluster are those of a data version, and how many there are.
    async fn content(&self, cluster: &Cluster, version: i32) -> Result<Arc<Content>, WarehouseError> {
        if let Some(content) = cluster.known_content(version) {
            return Ok(content);
        }
        let ranges = self.query(version, RANGES.to_owned(), Vec::new()).await?;
        let parts = self.query(version, PARTS.to_owned(), Vec::new()).await?;
        Ok(cluster.learn(version, &ranges, &parts))
    }

    /// Rows of a version are deleted from the cluster only after the next version is published, so that an answer is
    /// whole if the version is still the newest afterwards. Rows that are missing when it is not were deleted so.
    fn is_still(&self, version: i32) -> Result<(), WarehouseError> {
        if self.data_version() == version { Ok(()) } else { Err(WarehouseError::VersionMoved) }
    }
}
