//! The schema: numbered migrations, and applying them.

use duckdb::Connection;

use super::derive;
use super::error::WarehouseError;

/// The migrations in order: the numbered files of `data/warehouse`, which build.rs lists. A release only ever appends to
/// them.
pub(super) const MIGRATIONS: &[&str] = include!(concat!(env!("OUT_DIR"), "/warehouse.rs"));

/// The last migration that leaves derived tables empty. Where a file lacks it, everything is derived from the feed tables.
const DERIVES: usize = 16;

/// Computes tables from others of the file.
type Compute = fn(&Connection) -> Result<(), WarehouseError>;

/// The migrations with computed tables.
const COMPUTED: [(usize, Compute); 2] = [(GAPS, derive::refresh_gaps), (MOVED, derive::refresh_moved)];

/// The migration with the days without data.
const GAPS: usize = 18;

/// The migration with the sums of members who moved.
const MOVED: usize = 22;

/// Applies the migrations that the file lacks: those before the one that derives in a transaction each, the others in one,
/// which also computes what is in their tables. So no file has a migration without what belongs to it.
///
/// # Errors
/// [`WarehouseError::NewerSchema`] if the file has migrations of a newer release.
pub(super) fn migrate(connection: &Connection) -> Result<(), WarehouseError> {
    connection.execute_batch("create table if not exists main.migration (number integer not null)")?;
    let found: i32 =
        connection.query_row("select coalesce(max(number), 0) from main.migration", [], |row| row.get(0))?;
    let known = MIGRATIONS.len() as i32;
    if found > known {
        return Err(WarehouseError::NewerSchema { found, known });
    }
    let (mut missing, found) = ((1..).zip(MIGRATIONS).skip(found as usize).peekable(), found as usize);
    while let Some((number, sql)) = missing.next_if(|(number, _)| found > 0 && *number < DERIVES) {
        connection.execute_batch(&format!("begin; {}; commit; checkpoint bond", noted(number, sql)))?;
    }
    if missing.peek().is_none() {
        return Ok(());
    }
    let all: Vec<String> = missing.map(|(number, sql)| noted(number, sql)).collect();
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(&all.join(";"))?;
    // A new file has nothing to compute from.
    if (1..DERIVES).contains(&found) {
        derive::derive_from(&transaction, None)?;
    }
    for (_, compute) in COMPUTED.iter().filter(|(number, _)| (1..*number).contains(&found)) {
        compute(&transaction)?;
    }
    transaction.commit()?;
    connection.execute_batch("checkpoint bond")?;
    Ok(())
}

/// A migration and the note that the file has it.
fn noted(number: usize, sql: &str) -> String {
    format!("{sql}; insert into main.migration values ({number})")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::commit::Writer;
    use super::super::copy::{Source, inspect};
    use super::super::feed::moved_sums;
    use super::super::load::{ImportOptions, import, undo};
    use super::super::open::{Attached, Limits, Warehouse};
    use super::*;

    /// The migrations that date the groups of members.
    const HISTORY: [usize; 3] = [19, 21, MOVED];

    /// The migration that gives rows a source.
    const SOURCES: usize = 17;

    fn open(dir: &Path) -> Warehouse {
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.join("tmp"), temp_bytes: None };
        Warehouse::open(dir, &limits).expect("a fresh warehouse opens")
    }

    /// Derives in a file that an earlier release left: with the tables of the history of groups while that takes.
    fn derived(connection: &Connection, derive: impl FnOnce(&Connection) -> Result<(), WarehouseError>) {
        for migration in HISTORY {
            connection.execute_batch(MIGRATIONS[migration - 1]).expect("a history");
        }
        derive(connection).expect("derived");
        let tables = ["feed.member_history", "feed.memberships", "derived.membership"].map(str::to_owned).into_iter();
        for table in tables.chain(
            moved_sums().flat_map(|(_, sums)| sums.each().map(move |each| format!("derived.{}", sums.table(each)))),
        ) {
            connection.execute_batch(&format!("drop table {table}")).expect("none");
        }
    }

    /// A file as the first release left it: random interactions and transactions, a few logins, and what that release
    /// derived from them.
    fn file_of_schema_1(dir: &Path) {
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let file = dir.join(Warehouse::FILE).to_string_lossy().replace('\'', "''");
        connection.execute_batch(&format!("attach '{file}' as bond; use bond")).expect("a file");
        connection.execute_batch(MIGRATIONS[0]).expect("the first schema");
        // 20 members in 6 segments; days in a row and far apart, several rows a day and all alike.
        connection
            .execute_batch(
                "create table main.migration (number integer not null);
                 insert into main.migration values (1);
                 insert into feed.members
                   select k, 1 + k % 3, 1 + k % 2, [1], date '2020-01-01', 'Email' from range(1, 21) t(k);
                 insert into feed.offer_interactions
                   select n, 1 + hash(n) % 20, 1 + hash(n, 1) % 4,
                     timestamp '2024-01-01' + to_days((hash(n, 2) % 300)::integer) + to_seconds((hash(n, 3) % 86400)::bigint),
                     if(hash(n, 4) % 4 = 0, 'REDEEM_CLICK', 'VIEW')
                   from range(3000) t(n);
                 insert into feed.offer_interactions
                   select row_no + 3000, member_key, offer_id, occurred_at, kind from feed.offer_interactions where row_no % 7 = 0;
                 insert into feed.partner_transactions
                   select n, 1 + hash(n, 5) % 19, 1 + hash(n, 6) % 4, date '2024-01-01' + (hash(n, 7) % 200)::integer,
                     1 + hash(n, 8) % 2, 10 + hash(n, 9) % 2, 1
                   from range(900) t(n);
                 insert into feed.logins values (1, 1, timestamp '2023-12-24 10:00:00'),
                   (2, 2, timestamp '2023-12-24 11:00:00'), (3, 1, timestamp '2023-12-27 10:00:00');
                 insert into main.batch values (1, timestamp '2024-12-01', 'import', ['members'], 'digest', 1);",
            )
            .expect("rows");
        derived(&connection, |connection| derive::refresh_membership(connection, derive::ALL_MEMBERS).map(drop));
        connection
            .execute_batch(
                "insert into derived.interaction
                   with line as (
                     select (occurred_at::date - date '2000-01-01')::smallint as day, member_key, offer_id,
                       kind = 'REDEEM_CLICK' as is_click
                     from feed.offer_interactions)
                   select day, m.segment_id, l.member_key, offer_id, is_click,
                     lag(day, 1, 0::smallint) over (partition by l.member_key, offer_id, is_click order by day)
                   from line l join derived.member m using (member_key) order by day, m.segment_id;
                 insert into derived.transaction
                   select (transacted_on - date '2000-01-01')::smallint as day, m.segment_id, t.member_key, offer_id,
                     redemptions, sales, savings
                   from feed.partner_transactions t join derived.member m using (member_key) order by day, m.segment_id;
                 insert into derived.session
                   select day, m.segment_id, l.member_key, views, clicks, false, gap, gap = 0, next, prev, 0, 0, 0, 0, 0, 0
                   from (values (8758, 1, 1, 0, 0, 8761, 0), (8758, 2, 0, 0, 0, 32767, 0), (8761, 1, 0, 0, 3, 32767, 8758))
                     l(day, member_key, views, clicks, gap, next, prev)
                   join derived.member m using (member_key) order by day, next;",
            )
            .expect("derived rows");
    }

    /// A file with so many migrations and nothing else.
    fn file_of_schema(dir: &Path, schema: usize) -> Connection {
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let file = dir.join(Warehouse::FILE).to_string_lossy().replace('\'', "''");
        let begin = format!("attach '{file}' as bond; use bond; create table main.migration (number integer not null)");
        connection.execute_batch(&begin).expect("a file");
        for (number, migration) in (1..).zip(&MIGRATIONS[..schema]) {
            connection.execute_batch(&noted(number, migration)).expect("an earlier schema");
        }
        connection
    }

    /// The columns of every table, in their order.
    fn columns(connection: &Connection) -> Vec<String> {
        let sql = "select concat_ws(' ', schema_name, table_name, column_index, column_name, data_type, is_nullable)
                   from duckdb_columns() where database_name = 'bond' order by 1";
        let mut statement = connection.prepare(sql).expect("columns");
        let rows = statement.query_map([], |row| row.get(0)).expect("columns");
        rows.collect::<Result<_, _>>().expect("columns")
    }

    #[test]
    fn a_copy_of_an_older_file_is_as_old_and_is_migrated_to_the_same() {
        let [dir, elsewhere] = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
        file_of_schema_1(dir.path());
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        std::fs::create_dir(&limits.temp_dir).expect("a folder");
        let attached = Attached::open(dir.path(), &limits).expect("attached");
        assert_eq!(attached.schema().expect("read"), 1);
        let copy = limits.temp_dir.join(Warehouse::FILE);
        let held = Source::Attached(&attached).hold().expect("held");
        held.copy_to(&copy).expect("copied");
        let before = held.contents().expect("read");
        drop(held);
        assert_eq!((inspect(&copy).expect("read"), before.schema), (before, 1));
        std::fs::copy(&copy, elsewhere.path().join(Warehouse::FILE)).expect("copied");
        let migrated = attached.migrate(crate::warehouse::QueryLimits::default()).expect("migrated");
        let restored = open(elsewhere.path());
        let contents = |warehouse| Source::Open(warehouse).hold().expect("held").contents().expect("read");
        assert_eq!(contents(&migrated), contents(&restored));
        assert_eq!(contents(&migrated).schema, Warehouse::SCHEMA);
    }

    /// What was loaded before rows had sources is of the one without a name: files without a source replace it, others do not.
    #[test]
    fn rows_of_an_older_file_are_of_the_source_without_a_name() {
        let dir = tempfile::tempdir().expect("a directory");
        let connection = file_of_schema(dir.path(), SOURCES - 1);
        connection
            .execute_batch(
                "insert into feed.user_groups values ('TIER', 1, 'Gold'), ('LOB', 1, 'Card'), ('AUDIENCE', 1, 'All');
                 insert into feed.member_keys values (1, 'M1');
                 insert into feed.members values (1, 1, 1, [1], date '2020-01-01', 'Email');
                 insert into feed.logins values (1, 1, timestamp '2024-03-01 10:00:00'),
                   (2, 1, timestamp '2024-03-01 11:00:00'), (3, 1, timestamp '2024-03-02 10:00:00');
                 insert into feed.email_schedule values (1, date '2024-04-01', 'All', 'Any', 'One');",
            )
            .expect("rows");
        derived(&connection, |connection| derive::derive_from(connection, None));
        drop(connection);
        let warehouse = open(dir.path());
        let logins = || -> Vec<String> {
            let writer = warehouse.writer().expect("a writer");
            let sql = "select concat_ws(' ', logged_in_at::date, source_name, count(*)) from feed.logins
                       group by logged_in_at::date, source_name order by 1";
            let mut statement = writer.prepare(sql).expect("a statement");
            let rows = statement.query_map([], |row| row.get(0)).expect("rows");
            rows.collect::<Result<_, _>>().expect("texts")
        };
        let before = ["2024-03-01  2", "2024-03-02  1"];
        assert_eq!(logins(), before);
        let groups = "select count(*) from feed.user_groups where position is null";
        let without: i64 =
            warehouse.writer().expect("a writer").query_row(groups, [], |row| row.get(0)).expect("a count");
        assert_eq!(without, 3, "groups of before have no position");
        let load = |source: Option<&str>| {
            let file = dir.path().join("logins.csv");
            std::fs::write(&file, "member_id,logged_in_at\nM1,2024-03-01 12:00:00\n").expect("written");
            let options = ImportOptions { source: source.map(str::to_owned), ..ImportOptions::default() };
            import(&warehouse, &[file], &options, &()).unwrap_or_else(|error| panic!("{error}"))
        };
        load(Some("till"));
        assert_eq!(logins(), ["2024-03-01  2", "2024-03-01 till 1", "2024-03-02  1"]);
        let replaced: Vec<String> = load(None).replaced.iter().map(ToString::to_string).collect();
        assert_eq!(replaced, ["logins 2024-03-01: 2 rows before, 1 after"]);
        undo(&warehouse, None, None, &()).expect("undone");
        assert_eq!(logins(), ["2024-03-01  2", "2024-03-01 till 1", "2024-03-02  1"]);
    }

    /// A migration that ends before what is computed for it is made again.
    #[test]
    fn a_migration_that_was_cut_leaves_nothing_half_done() {
        let dir = tempfile::tempdir().expect("a directory");
        let connection = file_of_schema(dir.path(), GAPS - 1);
        let rows = "insert into feed.logins values (1, 1, timestamp '2024-03-01 10:00:00', ''),
                      (2, 1, timestamp '2024-03-03 10:00:00', '');
                    alter table feed.logins rename logged_in_at to hidden";
        connection.execute_batch(rows).expect("rows that cannot be read");
        migrate(&connection).expect_err("cut");
        drop(connection);
        let connection = Connection::open_in_memory().expect("DuckDB opens");
        let file = dir.path().join(Warehouse::FILE).to_string_lossy().replace('\'', "''");
        let found = format!("attach '{file}' as bond; use bond; alter table feed.logins rename hidden to logged_in_at");
        connection.execute_batch(&found).expect("the rows");
        drop(connection);
        let warehouse = open(dir.path());
        let writer = warehouse.writer().expect("a writer");
        let sql = "select string_agg(concat_ws(' ', first_day, last_day), ', ' order by first_day) from main.gap
                   where table_name = 'logins'";
        let gaps: Option<String> = writer.query_row(sql, [], |row| row.get(0)).expect("gaps");
        assert_eq!(gaps.as_deref(), Some("0 8825, 8827 8827, 8829 32767"));
    }

    #[test]
    fn a_migrated_file_equals_a_derivation_from_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        file_of_schema_1(dir.path());
        let count =
            |writer: &Writer<'_>, sql: &str| -> i64 { writer.query_row(sql, [], |row| row.get(0)).expect("a count") };
        // The first time it is migrated, the second time only opened.
        for _ in 0..2 {
            let warehouse = open(dir.path());
            assert_eq!(warehouse.data_version(), 1);
            let writer = warehouse.writer().expect("a writer");
            assert_eq!(count(&writer, "select max(number) from main.migration"), MIGRATIONS.len() as i64);
            assert_eq!(count(&writer, "select count(*) from main.migration"), MIGRATIONS.len() as i64);
            for table in ["interaction", "transaction", "session"] {
                let late = format!(
                    "select count(*) from (select day < lag(day) over (order by rowid) as late from derived.{table}) where late"
                );
                assert_eq!(count(&writer, &late), 0, "{table} is out of day order");
                let copy = format!("create or replace temp table copy_{table} as from derived.{table}");
                writer.execute_batch(&copy).expect("a copy");
            }
            writer.execute_batch("begin").expect("begin");
            derive::derive_from(&writer, None).expect("from nothing");
            for (table, rows) in [("interaction", 3_429), ("transaction", 900), ("session", 3)] {
                let differing = format!(
                    "select (select count(*) from (from copy_{table} except all from derived.{table}))
                          + (select count(*) from (from derived.{table} except all from copy_{table}))"
                );
                assert_eq!(count(&writer, &differing), 0, "{table}");
                assert_eq!(count(&writer, &format!("select count(*) from derived.{table}")), rows, "{table}");
                if table == "session" {
                    continue;
                }
                // The first row of a member, one after an earlier day, and others of the same day.
                for kind in ["prev_member = 0", "prev_member between 1 and day - 1", "prev_member = day"] {
                    let rows = count(&writer, &format!("select count(*) from derived.{table} where {kind}"));
                    assert!(rows > 15, "{table}: {rows} rows with {kind}");
                }
            }
            writer.execute_batch("rollback").expect("rollback");
        }
        let fresh = tempfile::tempdir().expect("a directory");
        let (migrated, made) = (open(dir.path()), open(fresh.path()));
        let (migrated, made) = (migrated.writer().expect("a writer"), made.writer().expect("a writer"));
        assert_eq!(columns(&migrated), columns(&made));
        assert!(columns(&made).iter().any(|column| column.contains("interaction 7 prev_member SMALLINT")));
    }
}
