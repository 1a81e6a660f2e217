//! What the warehouse has about members: the counterpart of an erasure, by its own list of tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns::{Column, Rows, Value};
use super::error::WarehouseError;
use super::feed::{Kind, TABLES};
use super::load::tables_of_members;
use super::open::Warehouse;
use crate::groupings::{ByGrouping, Grouping};

/// How often the whole is read again because a load was committed meanwhile.
const TRIES: u32 = 10;
/// The days on which a member was in groups, as derived from the history.
const MEMBERSHIP: &str = "derived.membership";
/// Columns that only connect rows.
const KEYS: [&str; 2] = ["member_key", "row_no"];

/// A member with all rows about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeldMember {
    /// The id that is loaded: the given one, or what a mapping made of it.
    pub id: String,
    /// The tables with rows about it: the loaded ones, those that are computed, and what an undo would bring back.
    pub tables: Vec<HeldTable>,
    /// The groups that it is in.
    #[serde(skip)]
    #[ts(skip)]
    #[schemars(skip)]
    pub groups: ByGrouping<Vec<i32>>,
}

/// The rows of a table about a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeldTable {
    /// Such as `feed.logins`.
    pub name: String,
    #[ts(type = "number")]
    pub rows: u64,
    /// The first and last day of its rows; null for a table without days.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// The columns of `values`.
    pub columns: Vec<String>,
    /// Each row as texts: of loaded tables and of the days in groups. Other tables are computed from these, or have what
    /// these had before the last load: their rows are only counted.
    pub values: Vec<Vec<String>>,
}

/// A table that has a column `member_key`.
struct Place {
    name: String,
    columns: Vec<(String, String)>,
}

impl Warehouse {
    /// The members with any of these ids, with all rows about them.
    pub async fn held(&self, ids: &[String]) -> Result<Vec<HeldMember>, WarehouseError> {
        let mut tried = 0;
        loop {
            tried += 1;
            match self.held_at(self.data_version(), ids).await {
                Err(WarehouseError::VersionMoved) if tried < TRIES => {}
                done => return done,
            }
        }
    }

    async fn held_at(&self, version: i32, ids: &[String]) -> Result<Vec<HeldMember>, WarehouseError> {
        let ask = |sql: String, values: Vec<Value>| self.query(version, sql, values);
        let marks = vec!["?"; ids.len()].join(", ");
        let sql = format!(
            "select member_key::bigint, member_id::varchar from bond.feed.member_keys where member_id in ({marks})
             order by member_id"
        );
        let keys = ask(sql, ids.iter().cloned().map(Value::Text).collect()).await?;
        let [numbers, names] = keys.columns.as_slice() else { return Ok(Vec::new()) };
        if keys.len == 0 {
            return Ok(Vec::new());
        }
        let places = places(&ask(PLACES.to_owned(), Vec::new()).await?);
        let mut members = Vec::new();
        for (key, id) in numbers.ints().iter().zip(names.texts()) {
            let sql = format!(
                "select coalesce(tier_id, 0)::bigint, coalesce(lob_id, 0)::bigint, audience_ids::integer[]
                 from bond.feed.members where member_key = {key}"
            );
            let groups = groups(&ask(sql, Vec::new()).await?);
            let mut tables = Vec::new();
            for place in &places {
                let sql = format!("select count(*)::bigint from bond.{} where member_key = {key}", place.name);
                let counted = ask(sql, Vec::new()).await?;
                let rows =
                    counted.columns.first().and_then(|column| column.ints().first().copied()).unwrap_or_default();
                if rows == 0 {
                    continue;
                }
                let (columns, values) = match place.selected() {
                    None => (Vec::new(), Vec::new()),
                    Some((columns, sql)) => {
                        let sql =
                            format!("select {sql} from bond.{} where member_key = {key} order by all", place.name);
                        (columns, texts(&ask(sql, Vec::new()).await?))
                    }
                };
                let days = place.days(&columns, &values);
                tables.push(HeldTable {
                    name: place.name.clone(),
                    rows: rows.unsigned_abs(),
                    first_day: days.iter().min().map(ToString::to_string),
                    last_day: days.iter().max().map(ToString::to_string),
                    columns,
                    values,
                });
            }
            members.push(HeldMember { id: id.clone(), tables, groups });
        }
        Ok(members)
    }
}

/// Every column of every table that has rows of members.
const PLACES: &str = "select (schema_name || '.' || table_name)::varchar, column_name::varchar, data_type::varchar
    from duckdb_columns() join duckdb_tables() using (database_name, schema_name, table_name)
    where database_name = 'bond' and table_name not in ('member_keys')
    order by schema_name <> 'feed', schema_name, table_name, column_index";

/// Those with a column `member_key`: of the loaded tables those that an erasure deletes from, and all others.
fn places(rows: &Rows) -> Vec<Place> {
    let [names, columns, kinds] = rows.columns.as_slice() else { return Vec::new() };
    let mut places: Vec<Place> = Vec::new();
    for ((name, column), kind) in names.texts().iter().zip(columns.texts()).zip(kinds.texts()) {
        if places.last().is_none_or(|place| place.name != *name) {
            places.push(Place { name: name.clone(), columns: Vec::new() });
        }
        if let Some(place) = places.last_mut() {
            place.columns.push((column.clone(), kind.clone()));
        }
    }
    let is_erased = |name: &str| tables_of_members().any(|table| name == format!("feed.{table}"));
    places.retain(|place| {
        let has_members = place.columns.iter().any(|(column, _)| column == "member_key");
        has_members && (!place.name.starts_with("feed.") || is_erased(&place.name))
    });
    places
}

impl Place {
    /// The columns that are shown and their SQL; None where rows are only counted.
    fn selected(&self) -> Option<(Vec<String>, String)> {
        if !self.name.starts_with("feed.") && self.name != MEMBERSHIP {
            return None;
        }
        let shown = self.columns.iter().filter(|(column, _)| !KEYS.contains(&column.as_str()));
        let of = |(column, kind): &(String, String)| match kind.as_str() {
            // What is computed has days as numbers.
            "SMALLINT" if column.ends_with("day") => {
                format!("coalesce((date '2000-01-01' + \"{column}\"::integer)::varchar, '')")
            }
            _ => format!("coalesce(\"{column}\"::varchar, '')"),
        };
        let (names, sql): (Vec<String>, Vec<String>) = shown.map(|column| (column.0.clone(), of(column))).unzip();
        (!names.is_empty()).then(|| (names, sql.join(", ")))
    }

    /// The days of its rows.
    fn days<'v>(&self, columns: &[String], values: &'v [Vec<String>]) -> Vec<&'v str> {
        let table = TABLES.iter().find(|table| self.name == format!("feed.{}", table.name));
        let Some(Kind::Days { day }) = table.map(|table| &table.kind) else { return Vec::new() };
        let Some(at) = columns.iter().position(|column| column == day) else { return Vec::new() };
        values.iter().filter_map(|row| row.get(at)?.get(..10)).collect()
    }
}

fn texts(rows: &Rows) -> Vec<Vec<String>> {
    let cell = |column: &Column, row: usize| column.texts().get(row).cloned().unwrap_or_default();
    (0..rows.len).map(|row| rows.columns.iter().map(|column| cell(column, row)).collect()).collect()
}

fn groups(rows: &Rows) -> ByGrouping<Vec<i32>> {
    let mut groups = ByGrouping::default();
    let [tiers, lobs, audiences] = rows.columns.as_slice() else { return groups };
    let id = |column: &Column| column.ints().iter().filter_map(|id| i32::try_from(*id).ok()).collect();
    groups[Grouping::Tier] = id(tiers);
    groups[Grouping::Lob] = id(lobs);
    groups[Grouping::Audience] = audiences.lists().first().cloned().unwrap_or_default();
    groups
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::open::Limits;
    use super::*;

    /// A table that an erasure forgot would be shown to nobody either.
    #[tokio::test]
    async fn an_erasure_knows_every_loaded_table_that_has_members() {
        let dir = tempfile::tempdir().expect("a directory");
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        let warehouse = Warehouse::open(dir.path(), &limits).expect("opened");
        let sql = "select distinct table_name::varchar from duckdb_columns()
                   where database_name = 'bond' and schema_name = 'feed' and column_name = 'member_key'
                     and table_name <> 'member_keys'";
        let rows = warehouse.query(0, sql.to_owned(), Vec::new()).await.expect("read");
        let found: BTreeSet<&str> = rows.columns[0].texts().iter().map(String::as_str).collect();
        assert_eq!(found, tables_of_members().collect());
        assert!(found.len() > 10, "{found:?}");
        let rows = warehouse.query(0, PLACES.to_owned(), Vec::new()).await.expect("read");
        let places: Vec<Place> = places(&rows);
        assert!(places.iter().any(|place| place.name == MEMBERSHIP && place.selected().is_some()));
        assert!(places.iter().any(|place| place.name.starts_with("undo.") && place.selected().is_none()));
        assert_eq!(warehouse.held(&["M1".to_owned()]).await.expect("read"), []);
    }
}
