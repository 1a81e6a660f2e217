//! Data directories as older releases left them: each is opened, migrated after a backup, and has the figures of a fresh
//! load, with its users, its ledger and its audit log.
//!
//! Within eight days, or eight values of `TEST_SEED`, every schema of the store and of the warehouse is tried with one of
//! the other, for they migrate independently; each is tried with each where `TEST_ROUNDS` is above 1.

use std::fs;
use std::path::{Path, PathBuf};

use bond::backup::{self, Key};
use bond::loads::{self, LoadOptions, NewRequest};
use bond::screens::registry::{BREAKDOWNS, TOTALS};
use bond::store::Store;
use bond::store::loads::{Kind, Origin};
use bond::store::roles::USERS;
use bond::warehouse::Warehouse;
use serde_json::{Value, json};
use time::macros::date;

use super::command_line::{captured, run};
use super::groups_as_of;
use super::{TestApp, is_whole, todays_number};

/// The schemas of store and warehouse that releases had together: the ledger of loads came with the fourth of the
/// warehouse.
fn releases() -> Vec<(u32, i32)> {
    let all = (1..=Store::SCHEMA).flat_map(|store| (1..=Warehouse::SCHEMA).map(move |warehouse| (store, warehouse)));
    all.filter(|(store, warehouse)| (*store >= 3) == (*warehouse >= 4)).collect()
}

/// The last schema of the warehouse without sums of members who moved, but with the history of their groups.
const BEFORE_SUMS_OF_MOVES: i32 = 21;

/// `make test` migrates one of so many parts of the releases that [`pairs`] chooses, another one on each day.
const PARTS: u64 = 8;

/// As few releases as have every schema of either.
fn pairs(all: &[(u32, i32)], seed: u64) -> Vec<(u32, i32)> {
    let mut chosen: Vec<(u32, i32)> = Vec::new();
    // From another place in each round, so that the schemas of one meet different ones of the other.
    let start = (seed as usize * 7) % all.len();
    let rotated = all[start..].iter().chain(&all[..start]);
    for (store, warehouse) in rotated {
        let is_new = |of: fn(&(u32, i32)) -> i64, at: i64| chosen.iter().all(|pair| of(pair) != at);
        let store_is_new = is_new(|pair| i64::from(pair.0), i64::from(*store));
        if store_is_new && is_new(|pair| i64::from(pair.1), i64::from(*warehouse)) {
            chosen.push((*store, *warehouse));
        }
    }
    // What is left of the one meets what was there of the other.
    for (store, warehouse) in all {
        let has_store = chosen.iter().any(|pair| pair.0 == *store);
        if !has_store || chosen.iter().all(|pair| pair.1 != *warehouse) {
            chosen.push((*store, *warehouse));
        }
    }
    chosen
}

/// A part of them, another one with the next seeds; always the oldest of all.
fn some_of(mut releases: Vec<(u32, i32)>, seed: u64) -> Vec<(u32, i32)> {
    releases.sort_unstable();
    let is_chosen = |place: usize| place == 0 || (place as u64 + seed).is_multiple_of(PARTS);
    releases.into_iter().enumerate().filter(|(place, _)| is_chosen(*place)).map(|(_, release)| release).collect()
}

#[test]
fn pairs_have_every_schema() {
    let all = releases();
    for seed in 0..9 {
        let chosen = pairs(&all, seed);
        assert!(chosen.len() <= all.len() / 8, "{} of {}", chosen.len(), all.len());
        let parts: Vec<_> = (0..PARTS).flat_map(|part| some_of(chosen.clone(), seed + part)).collect();
        assert!(chosen.iter().all(|pair| parts.contains(pair)), "{parts:?}");
        for (store, warehouse) in &all {
            assert!(chosen.iter().any(|pair| pair.0 == *store) && chosen.iter().any(|pair| pair.1 == *warehouse));
        }
    }
}

/// The statements of the first migrations of a folder.
fn migrations(folder: &str, count: usize) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_migration = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".sql") && name.starts_with(|first: char| first.is_ascii_digit())
    };
    let mut paths: Vec<PathBuf> = entries.filter(is_migration).collect();
    paths.sort();
    assert!(paths.len() >= count, "{paths:?}");
    paths[..count].iter().map(|path| fs::read_to_string(path).expect("read")).collect()
}

fn quoted(path: &Path) -> String {
    path.to_string_lossy().replace('\'', "''")
}

/// Writes a store of an older schema with the rows of a new one.
fn old_store(new: &Path, old: &Path, schema: u32) {
    let connection = rusqlite::Connection::open(old).expect("made");
    for migration in migrations("data/store", schema as usize) {
        connection.execute_batch(&migration).expect("an older schema");
    }
    connection.pragma_update(None, "user_version", schema).expect("set");
    connection.execute_batch(&format!("attach '{}' as new", quoted(new))).expect("attached");
    let texts = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("rows")
    };
    // The roles are there; what later releases note is not.
    let tables = texts("select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'");
    for table in tables.iter().filter(|table| !["role", "permission"].contains(&table.as_str())) {
        let columns = texts(&format!("select name from pragma_table_info('{table}', 'main')")).join(", ");
        let only = match table.as_str() {
            "setting" if schema < 3 => "where name not in ('warehouse_schema', 'data_version')",
            "insight" => "where shared = 1",
            _ => "",
        };
        // What a later schema has under another name.
        let from = if table == "insight" { "insight_note" } else { table };
        let copy = format!("insert into main.{table} ({columns}) select {columns} from new.{from} {only}");
        connection.execute_batch(&copy).unwrap_or_else(|error| panic!("{table}: {error}"));
    }
}

/// Writes a warehouse of an older schema with the rows of a new one, in their order.
fn old_warehouse(new: &Path, old: &Path, schema: i32) {
    let connection = duckdb::Connection::open_in_memory().expect("DuckDB opens");
    connection.execute_batch(&format!("attach '{}' as bond; use bond", quoted(old))).expect("made");
    connection.execute_batch("create table main.migration (number integer not null)").expect("made");
    for (number, migration) in (1..=schema).zip(migrations("data/warehouse", schema as usize)) {
        connection.execute_batch(&migration).expect("an older schema");
        connection.execute_batch(&format!("insert into main.migration values ({number})")).expect("noted");
    }
    connection.execute_batch(&format!("attach '{}' as new (read_only)", quoted(new))).expect("attached");
    let columns = |database: &str, schema: &str, table: &str| -> Vec<String> {
        let sql = "select column_name from duckdb_columns() where (database_name, schema_name, table_name) = (?, ?, ?)
                   order by column_index";
        let mut statement = connection.prepare(sql).expect("a query");
        let rows = statement.query_map([database, schema, table], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("rows")
    };
    let mut statement = connection
        .prepare(
            "select schema_name, table_name from duckdb_tables()
             where database_name = 'bond' and schema_name in ('main', 'feed', 'derived') and table_name <> 'migration'",
        )
        .expect("a query");
    let tables = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    let tables: Vec<(String, String)> = tables.collect::<Result<_, _>>().expect("rows");
    assert!(tables.len() > 20, "{tables:?}");
    for (space, table) in tables {
        let (there, here) = (columns("new", &space, &table), columns("bond", &space, &table));
        // Counts that later schemas dropped, because nothing reads them.
        let named = |column: &String| format!("\"{column}\"");
        let from: Vec<String> =
            here.iter().map(|column| if there.contains(column) { named(column) } else { "0".to_owned() }).collect();
        let copy = format!(
            "insert into bond.{space}.{table} ({}) select {} from new.{space}.{table} order by rowid",
            here.iter().map(named).collect::<Vec<_>>().join(", "),
            from.join(", ")
        );
        connection.execute_batch(&copy).unwrap_or_else(|error| panic!("{table}: {error}"));
    }
}

/// The answers of all dashboards and breakdowns to a filter.
fn figures(app: &TestApp, password: &str, filter: &Value) -> Vec<(String, Value)> {
    let signed_in = app.login("ann", password);
    let token = signed_in.json()["token"].as_str().expect("a token").to_owned();
    let paths = TOTALS.iter().map(|totals| totals.path.to_owned());
    let paths = paths.chain(BREAKDOWNS.iter().map(|breakdown| format!("{}/breakdowns", breakdown.path)));
    let answer = |path: String| {
        let answer = app.post(&format!("/{path}")).bearer(&token).json(filter).send();
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        let mut answer = answer.json();
        // It counts loads and when they were.
        answer.as_object_mut().and_then(|answer| answer.remove("dataVersion"));
        (path, answer)
    };
    paths.map(answer).collect()
}

/// Copies of the store and of the warehouse without logs, which nobody has open.
fn copies(app: &TestApp, folder: &Path) -> (PathBuf, PathBuf) {
    let (store, warehouse) = (folder.join("new.sqlite"), app.app.data_dir().tmp().join("new.duckdb"));
    bond::store::copy::copy_file(&Store::file(app.app.data_dir().path()), &store).expect("copied");
    let held = bond::warehouse::copy::Source::Open(&app.app.warehouse).hold().expect("held");
    held.copy_to(&warehouse).expect("copied");
    (store, warehouse)
}

/// The ledger with its files and faults.
fn ledger(store: &Store) -> Vec<String> {
    let loads = store.loads(100).expect("read");
    let of = |id| (store.load_files(id).expect("read"), store.load_faults(id).expect("read"), store.load_report(id));
    loads.iter().map(|load| format!("{load:?} {:?}", of(load.id))).collect()
}

fn audit(store: &Store) -> Vec<String> {
    let mut lines = store.last_audit_lines(100).expect("read");
    // A server issues the figures of the newest day when it starts.
    lines.retain(|line| !["sign_in", "backup", "figures_issued"].contains(&line.event.as_str()));
    lines.iter().map(|line| format!("{line:?}")).collect()
}

/// A program with a load of the ledger, one that was refused, and a user.
fn program() -> (TestApp, &'static str) {
    let app = TestApp::new();
    let password = app.add_user("ann", USERS);
    let wrong = tempfile::tempdir().expect("a directory");
    fs::write(wrong.path().join("logins.csv"), "member_id,logged_in_at\nM,tomorrow\nM,never\n").expect("written");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture");
    let options = LoadOptions::default();
    for (folder, state) in [(fixture.as_path(), "published"), (wrong.path(), "refused")] {
        let (kind, origin) = (Kind::Import, Origin::CommandLine);
        let request = NewRequest { kind, origin, actor: None, options: &options, folder: None };
        let (id, _) = app.app.loads.enqueue(&request, 1).expect("queued");
        let load = app.app.store.load(id).expect("read").expect("there");
        let inputs = [folder.to_owned()];
        let outcome = loads::execute(app.app.load_parts(), &load, Some(&inputs), &(), &|| false).expect("written down");
        assert_eq!(outcome.state.text(), state, "{outcome:?}");
    }
    (app, password)
}

#[test]
fn directories_of_every_older_schema_are_migrated_with_a_backup_and_have_the_same_figures() {
    if !crate::takes_turn(6) {
        return;
    }
    let (app, password) = program();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    let (expected, loads, lines) = (figures(&app, password, &filter), ledger(&app.app.store), audit(&app.app.store));
    assert!(expected.len() > 20 && loads.len() == 2 && lines.len() >= 2);
    assert!(loads.iter().any(|load| load.contains("tomorrow")), "the faults are there: {loads:?}");
    let parent = tempfile::tempdir().expect("a directory");
    let (store, warehouse) = copies(&app, parent.path());
    let all = releases();
    let seed = todays_number();
    let releases = if is_whole() { all } else { some_of(pairs(&all, seed / PARTS), seed) };
    for (old, held) in &releases {
        let context = format!("store {old}, warehouse {held}");
        let data = parent.path().join(format!("data-{old}-{held}"));
        fs::create_dir(&data).expect("made");
        old_store(&store, &Store::file(&data), *old);
        old_warehouse(&warehouse, &data.join(Warehouse::FILE), *held);
        let migrated = TestApp::with(|config| config.data_dir.clone_from(&data));
        let found = backup::list(&data.join("backups")).expect("listed");
        let is_old = (*old, *held) != (Store::SCHEMA, Warehouse::SCHEMA);
        assert_eq!(found.len(), usize::from(is_old), "{context}");
        if let Some(found) = found.first() {
            let manifest = backup::verify(&found.path, &Key::None, parent.path(), &()).expect("a good backup");
            assert_eq!((manifest.store_schema, manifest.warehouse.schema), (*old, *held));
        }
        for ((path, found), (_, expected)) in figures(&migrated, password, &filter).iter().zip(&expected) {
            assert_eq!(found, expected, "{context}: {path}");
        }
        assert_eq!(audit(&migrated.app.store), lines, "{context}");
        let kept = if *old >= 3 { loads.clone() } else { Vec::new() };
        assert_eq!(ledger(&migrated.app.store), kept, "{context}");
        // A new load gets a number of its own, and its files and faults belong to it.
        let options = LoadOptions::default();
        let (kind, origin) = (Kind::Undo, Origin::CommandLine);
        let request = NewRequest { kind, origin, actor: None, options: &options, folder: None };
        let (id, _) = migrated.app.loads.enqueue(&request, 1).expect("queued");
        assert_eq!(id, 1 + kept.len() as i64, "{context}");
        let connection = rusqlite::Connection::open(Store::file(&data)).expect("opened");
        for table in ["load_file", "load_fault"] {
            let sql = format!("select \"table\" from pragma_foreign_key_list('{table}')");
            let of: String = connection.query_row(&sql, [], |row| row.get(0)).expect("a key");
            assert_eq!(of, "load", "{context}: {table}");
        }
        let broken: i64 =
            connection.query_row("select count(*) from pragma_foreign_key_check", [], |row| row.get(0)).expect("read");
        assert_eq!(broken, 0, "{context}");
    }
    println!(
        "PASS T26 older directories: {} migrated, {} calls each with the same answer",
        releases.len(),
        expected.len()
    );
}

/// The history of groups of an older directory gives the same figures of the groups as they were.
#[test]
fn members_who_moved_before_their_sums_were_kept_have_the_same_figures() {
    let app = groups_as_of::moved(|_| ());
    let past = "member_id,type,id,from,until\nB,TIER,2,2024-02-01,\nB,TIER,1,2025-02-15,\n";
    app.import(&[("memberships.csv", past)]).expect("loaded");
    let password = app.add_user("ann", USERS);
    let of = |app: &TestApp, groups: &str| {
        let filter = json!({"startDate": "2024-12-01", "endDate": "2025-01-31", "period": "SELECTED_DATE",
            "userGroupTiers": [1], "userGroupsTiersAll": false, "groupsAsOf": groups});
        figures(app, password, &filter)
    };
    let expected = of(&app, "WINDOW");
    assert_ne!(expected, of(&app, "NOW"), "members moved");
    let parent = tempfile::tempdir().expect("a directory");
    let (store, warehouse) = copies(&app, parent.path());
    let data = parent.path().join("data");
    fs::create_dir(&data).expect("made");
    old_store(&store, &Store::file(&data), Store::SCHEMA);
    old_warehouse(&warehouse, &data.join(Warehouse::FILE), BEFORE_SUMS_OF_MOVES);
    let migrated = TestApp::open(date!(2025 - 03 - 11), |config| config.data_dir.clone_from(&data));
    for ((path, found), (_, expected)) in of(&migrated, "WINDOW").iter().zip(&expected) {
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn a_directory_with_a_newer_warehouse_is_refused_and_nothing_in_it_is_replaced() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    super::command_line::add_user(&data, "ann");
    let feed = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture");
    assert_eq!(captured(&run(&data, &["import", &feed.to_string_lossy()], "")).0, 0);
    let (code, said, error) = captured(&run(&data, &["backup"], ""));
    assert_eq!(code, 0, "{error}");
    let good = said.lines().next().expect("the file").to_owned();
    let file = data.join(Warehouse::FILE);
    {
        let connection = duckdb::Connection::open_in_memory().expect("DuckDB opens");
        let newer = format!("attach '{}' as bond; insert into bond.main.migration values (99)", quoted(&file));
        connection.execute_batch(&newer).expect("made newer");
    }
    let kept = |name: &str| fs::read_dir(data.join(name)).expect("listed").count();
    let before = (kept("spool/loads"), kept("quarantine"), kept("backups"));
    for words in [&["serve", "--listen", "127.0.0.1:0"][..], &["backup"], &["upgrade", "--check"], &["loads", "undo"]] {
        let (code, _, error) = captured(&run(&data, words, ""));
        assert_eq!(code, 1, "{words:?}: {error}");
        for wanted in ["newer version of Bond", "schema 99", &format!("bond restore {good} --data-dir")] {
            assert!(error.contains(wanted), "{words:?}: {error}");
        }
    }
    assert_eq!((kept("spool/loads"), kept("quarantine"), kept("backups")), before);
    assert_eq!(bond::warehouse::copy::inspect(&file).expect("read").schema, 99);

    // A release may write what this one cannot read at all. It is no damage, and no backup takes its place.
    let store = Store::open(&data).expect("opened");
    store.note_warehouse_schema(99).expect("noted");
    drop(store);
    fs::write(&file, "written by DuckDB 99").expect("written");
    let (code, _, error) = captured(&run(&data, &["serve", "--listen", "127.0.0.1:0"], ""));
    assert_eq!((code, error.contains("the warehouse has schema 99")), (1, true), "{error}");
    assert_eq!((kept("spool/loads"), kept("quarantine"), kept("backups")), before);
    // The way back that the message names.
    let words = ["restore", &good, "--keep-accounts"];
    let (code, _, error) = captured(&run(&data, &words, ""));
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = captured(&run(&data, &["upgrade", "--check"], ""));
    assert_eq!((code, bond::warehouse::copy::inspect(&file).expect("read").schema), (0, Warehouse::SCHEMA), "{error}");
    let (code, _, error) = captured(&run(&data, &["import", &feed.to_string_lossy()], ""));
    assert_eq!(code, 0, "{error}");
    println!("PASS T26 newer directories: 5 commands refused");
}
