use std::collections::BTreeSet;
use std::path::Path;

use duckdb::Connection;

use super::*;
use crate::warehouse::migrate::MIGRATIONS;

fn migrated() -> Connection {
    let connection = Connection::open_in_memory().expect("DuckDB opens");
    for migration in MIGRATIONS {
        connection.execute_batch(migration).expect("the schema");
    }
    connection
}

/// Name, type and nullability of the columns of a stored table; empty if there is no such table.
fn stored(connection: &Connection, schema: &str, table: &str) -> Vec<(String, String, bool)> {
    connection
        .prepare(
            "select column_name, lower(data_type), is_nullable from duckdb_columns()
             where schema_name = ? and table_name = ? order by column_index",
        )
        .and_then(|mut statement| {
            statement.query_map([schema, table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        })
        .expect("the columns")
}

fn has_members(table: &Table) -> bool {
    table.columns.iter().any(|column| column.kind == Type::MemberId)
}

#[test]
fn a_migration_creates_every_declared_table_with_its_columns() {
    let connection = migrated();
    for table in TABLES {
        let stored = stored(&connection, "feed", table.name);
        assert!(!stored.is_empty(), "no migration in data/warehouse creates feed.{}", table.name);
        for column in table.columns {
            let (name, sql) = match column.kind {
                Type::MemberId => ("member_key", "integer"),
                kind => (column.name, kind.sql()),
            };
            let found = stored.iter().find(|found| found.0 == name);
            let found = found.unwrap_or_else(|| panic!("no migration adds the column {name} to feed.{}", table.name));
            assert_eq!(found.1, sql, "the type of feed.{}.{name}", table.name);
            let nullable = column.may_be_empty && !matches!(column.kind, Type::Text(_));
            assert_eq!(found.2, nullable, "whether feed.{}.{name} may be null", table.name);
        }
        let row_no = usize::from(table.numbered);
        let source = usize::from(table.has_sources());
        assert_eq!(stored.len(), table.columns.len() + row_no + source, "columns of feed.{}", table.name);
    }
    let declared: BTreeSet<_> =
        TABLES.iter().map(|table| table.name).chain(["member_keys", "member_history"]).collect();
    let mut statement =
        connection.prepare("select table_name from duckdb_tables() where schema_name = 'feed'").expect("a statement");
    let names: Vec<String> =
        statement.query_map([], |row| row.get(0)).expect("names").collect::<Result<_, _>>().expect("names");
    for name in &names {
        assert!(declared.contains(name.as_str()), "feed.{name} is declared nowhere");
    }
}

#[test]
fn keys_days_rules_and_references_name_what_is_declared() {
    for (index, table) in TABLES.iter().enumerate() {
        let has = |name: &str| table.column(name).is_some();
        assert!(table.key.iter().all(|name| has(name)), "the key of {}", table.name);
        assert!(table.day_column().is_none_or(has), "the day of {}", table.name);
        assert!(!table.about.is_empty(), "{} says nothing about itself", table.name);
        assert_eq!(TABLES.iter().filter(|other| other.name == table.name).count(), 1, "{} is there twice", table.name);
        for rule in table.rules {
            match *rule {
                Rule::Ordered { first, last } => assert!(has(first) && has(last), "a rule of {}", table.name),
                Rule::OncePerMember { column } => {
                    assert!(has(column) && has_members(table), "a rule of {}", table.name)
                }
                Rule::OneAtATime { from } => {
                    assert!(has(from) && has("type") && has_members(table), "a rule of {}", table.name)
                }
            }
        }
        for column in table.columns {
            let is_needed = table.key.contains(&column.name) || table.day_column() == Some(column.name);
            let is_optional = column.may_be_empty || column.may_be_missing;
            assert!(!(is_needed && is_optional), "{}.{} tells rows apart", table.name, column.name);
            assert!(column.may_be_empty || !column.may_be_missing, "{}.{}", table.name, column.name);
            let (target, key) = match column.refers {
                None => continue,
                Some(Refers::Member) => ("members", "member_id"),
                Some(Refers::Group(_) | Refers::GroupOfType) => ("user_groups", "id"),
                Some(Refers::Id(target)) => (target, "id"),
                Some(Refers::PollOption) => ("poll_options", "option_index"),
            };
            let found = TABLES[..index].iter().find(|found| found.name == target);
            let found = found.unwrap_or_else(|| panic!("{} refers to {target}, which is not before it", table.name));
            assert!(found.key.contains(&key), "{} refers to {target}.{key}, which is no key", table.name);
        }
    }
}

#[test]
fn every_fact_table_has_its_derived_table_and_a_macro() {
    let connection = migrated();
    for table in TABLES.iter().filter(|table| matches!(table.kind, Kind::Days { .. })) {
        let is_read = table.derived.is_some() || !table.macros.is_empty();
        assert!(is_read, "{} has no derived table and no macro, so no figure can read it", table.name);
        assert_eq!(
            table.derived.is_some(),
            has_members(table),
            "{}: rows of members, and only those, need a derived table with their segment",
            table.name
        );
    }
    for (table, derived) in registry::derived() {
        let columns: Vec<String> =
            stored(&connection, "derived", derived.name).into_iter().map(|(name, ..)| name).collect();
        assert!(!columns.is_empty(), "no migration in data/warehouse creates derived.{}", derived.name);
        assert_eq!(columns[..3], ["day", "segment_id", "member_key"], "the first columns of derived.{}", derived.name);
        let inserted = (derived.rows == DerivedRows::InSql).then(|| format!("insert into derived.{}", derived.name));
        let others = [format!("delete from derived.{} where day >= $1", derived.name), format!("feed.{}", table.name)];
        for needed in others.into_iter().chain(inserted) {
            assert!(derived.sql.contains(&needed), "derive/{}.sql lacks `{needed}`", derived.name);
        }
        for table in derived.also_reads {
            assert!(
                derived.sql.contains(&format!("feed.{table}")),
                "derive/{}.sql does not read {table}",
                derived.name
            );
        }
    }
    for one in TABLES.iter().flat_map(|table| table.macros) {
        let Macro { name, sql, .. } = one;
        let parameters = if one.is_of_windows() { "_window(start, stop)" } else { "()" };
        let head = format!("create macro memory.main.{name}{parameters} as table");
        assert!(sql.contains(&head), "sources/{name}.sql lacks `{head}`");
    }
}

#[test]
fn every_sql_file_belongs_to_a_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str| -> BTreeSet<String> {
        let entries =
            std::fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        let sql = entries.filter(|path| path.extension().is_some_and(|extension| extension == "sql"));
        sql.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
    };
    let names = |names: &mut dyn Iterator<Item = &str>| -> BTreeSet<String> { names.map(str::to_owned).collect() };
    // Not of one derived table.
    let shared = ["first_day", "member_day", "members", "membership", "segments"].into_iter();
    let derived = registry::derived().map(|(_, derived)| derived.name);
    assert_eq!(files("src/warehouse/derive"), names(&mut shared.chain(derived)));
    let macros = TABLES.iter().flat_map(|table| table.macros).map(|source| source.name);
    assert_eq!(files("src/warehouse/sources"), names(&mut macros.into_iter()));
}
