//! Queries by a thread: what DuckDB refuses. What the process refuses is tried over HTTP.

use super::*;
use crate::warehouse::mapping::{Mapping, Named, Query};
use crate::warehouse::read::{Decoder, sample_of};

const RECIPIENTS: &str = "id,email,Send Time\n1,ann@example.com,2026-03-03 09:00\n2,bob@example.com,\n";
const ACTIVITY: &str = "id;What\n3;open\n1;open\n1;click\n";

/// What a query gives over two files: each row, joined by `|`, or its faults.
fn rows(sql: &str) -> Result<Vec<String>, Vec<String>> {
    let dir = tempfile::tempdir().expect("a directory");
    let files = [("recipients.csv", RECIPIENTS), ("activity-1.csv", ACTIVITY), ("activity-2.csv", "What;id\nopen;2\n")];
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    let form = "[[file]]\nname = \"activity-*.csv\"\nseparator = \";\"\n[[file.table]]\nname = \"logins\"\n";
    let mapping = Mapping::parse("m.toml", form).expect("a mapping");
    // As if the SQL began on line 7 of the mapping.
    let named = |file: &str| Named { name: file.to_owned(), file: file.to_owned(), sheet: None, line: 1 };
    let tables = vec![named("recipients.csv"), named("activity-*.csv")];
    let query = Query { name: "q".to_owned(), sql: sql.to_owned(), lines: (7, 99), tables };
    let paths: Vec<_> = files.iter().map(|(name, _)| dir.path().join(name)).collect();
    let input = |table: &'_ _, at: usize| Input::of(&mapping, table, &paths[at], files[at].0);
    let tables = vec![
        (&query.tables[0], vec![input(&query.tables[0], 0)]),
        (&query.tables[1], vec![input(&query.tables[1], 1), input(&query.tables[1], 2)]),
    ];
    let run = Run {
        mapping: "m.toml",
        query: &query,
        tables,
        decoder: &Decoder::Thread,
        limits: QueryLimits { memory: 200, rows: 1_000, bytes: 100_000, ..QueryLimits::default() },
        folder: dir.path(),
        progress: &(),
    };
    let mut faults = Faults::default();
    let answer = run.answer(&mut faults).expect("no error of the machine");
    assert_eq!(std::fs::read_dir(dir.path()).expect("a folder").count(), 3, "a file was left: {sql}");
    match answer {
        Some(answer) => {
            let sample = sample_of(&answer, 100).expect("rows");
            Ok(sample.rows.into_iter().map(|(_, fields)| fields.join("|")).collect())
        }
        None => Err(faults.listed().iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn files_are_tables_with_lines_and_empty_cells_are_null() {
    let all = "select r.id, \"Send Time\", a.\"What\", a.\"#line\" + 1, a.\"#file\" from \"recipients.csv\" r
               left join \"activity-*.csv\" a using (id) order by r.id, a.\"#line\" desc;";
    let expected = [
        "1|2026-03-03 09:00|click|5|activity-1.csv",
        "1|2026-03-03 09:00|open|4|activity-1.csv",
        "2||open|3|activity-2.csv",
    ];
    assert_eq!(rows(all).expect("rows"), expected);
    let null = "select count(*) filter (\"Send Time\" is null), max(\"#line\"), sum(1e-17) from \"recipients.csv\"";
    assert_eq!(rows(null).expect("rows"), ["1|3|0.00000000000000002"]);
    let text = "select 'it''s', $t$ \"x\" $t$, id, id from \"recipients.csv\" where id = 1 -- the first";
    assert_eq!(rows(text).expect("rows"), ["it's| \"x\" |1|1"]);
}

#[test]
fn what_is_wrong_with_a_query_is_said_by_line_and_without_paths() {
    for (sql, wanted) in [
        ("select id,\n  \"emal\" from \"recipients.csv\"", "m.toml:8: query q: Binder Error: "),
        ("select id\nfro \"recipients.csv\"", "m.toml:8: query q: Parser Error: "),
        (
            "select *\nfrom recipient, \"recipients.csv\"",
            "query q: the load has no file recipient; name its files in quotation marks",
        ),
        (
            "select {'a': 1} as l from \"recipients.csv\"",
            "m.toml:7: query q: column l of its result: the column has type STRUCT",
        ),
        ("select cast(email as integer) from \"recipients.csv\"", "query q: Conversion Error: "),
        ("select i from \"recipients.csv\", range(1000) t(i)", "query q: it gives more than 1000 rows or 100000 bytes"),
        ("select repeat('x', 60000) from \"recipients.csv\"", "query q: it gives more than 1000 rows or 100000 bytes"),
        ("select repeat('x', 70000) from \"recipients.csv\"", "is longer than 65536 bytes; shorten it"),
        ("select list(i) from \"recipients.csv\", range(100000000) t(i)", "query q: it takes too much memory"),
    ] {
        let faults = rows(sql).expect_err(sql);
        assert!(faults.len() == 1 && faults[0].contains(wanted), "{sql}: {faults:?} is not {wanted}");
        let folder = std::env::temp_dir();
        // Neither where files are, nor whose they are.
        assert!(!faults[0].contains(&*folder.to_string_lossy()) && !faults[0].contains("ann@"), "{faults:?}");
    }
}

#[test]
fn sql_reads_its_files_and_nothing_else() {
    let outside = tempfile::tempdir().expect("a directory");
    let path = outside.path().join("secret.csv");
    std::fs::write(&path, "word\nopensesame\n").expect("a file");
    let path = path.display();
    let written = outside.path().join("written.csv");
    let to = written.display();
    for sql in [
        format!("select * from read_csv('{path}')"),
        format!("select * from read_text('{path}')"),
        format!("select * from read_blob('{path}')"),
        format!("select * from read_parquet('{path}')"),
        format!("select * from sniff_csv('{path}')"),
        format!("select * from '{path}'"),
        format!("select * from \"{path}\""),
        format!("from query('select * from read_csv(''{path}'')')"),
        format!("from query_table(['{path}'])"),
        format!("select * from glob('{}/*')", outside.path().display()),
        format!("copy (select 1) to '{to}'"),
        format!("copy \"recipients.csv\" to '{to}'"),
        format!("select 1; copy (select 1) to '{to}'"),
        format!("select 1) t; copy (select 1) to '{to}'; select * from (select 1"),
        format!("select 1') ; copy (select 1) to '{to}' --"),
        format!("attach '{to}' as other"),
        format!("export database '{to}'"),
        format!("with x as (copy (select 1) to '{to}') select * from x"),
        "with x as (insert into \"recipients.csv\" values ('1') returning *) select * from x".to_owned(),
        "insert into \"recipients.csv\" values ('1')".to_owned(),
        "create table x as select 1".to_owned(),
        "drop table \"recipients.csv\"".to_owned(),
        "prepare p as select 1".to_owned(),
        "execute p".to_owned(),
        "select $1 from \"recipients.csv\"".to_owned(),
        "select ? from \"recipients.csv\"".to_owned(),
        "install httpfs".to_owned(),
        "load httpfs".to_owned(),
        "load '/tmp/x.duckdb_extension'".to_owned(),
        "set memory_limit = '100GB'".to_owned(),
        "reset lock_configuration".to_owned(),
        "pragma enable_profiling".to_owned(),
        "call pragma_version()".to_owned(),
        "use system".to_owned(),
        "begin".to_owned(),
        "select 1; select 2".to_owned(),
        "create secret s (type s3)".to_owned(),
        "select getenv('HOME')".to_owned(),
        "select * from read_csv('https://example.org/x.csv')".to_owned(),
        "select * from seq_scan('recipients.csv')".to_owned(),
        "explain analyze select 1".to_owned(),
        String::new(),
        ";".to_owned(),
        "-- nothing".to_owned(),
        "/* never closed".to_owned(),
        "select 'never closed".to_owned(),
    ] {
        // Some may list what they see, which is nothing.
        let told = rows(&sql).unwrap_or_else(|faults| {
            assert!(!faults.is_empty() && !format!("{faults:?}").contains("opensesame"), "{sql}: {faults:?}");
            Vec::new()
        });
        assert_eq!(told, Vec::<String>::new(), "{sql}");
        assert!(!written.exists(), "{sql}");
    }
}
