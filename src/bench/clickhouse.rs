//! The plain SQL of [`crate::queries`] on ClickHouse, which the Python package chdb runs inside a process of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use bond::warehouse::Warehouse;
use serde::{Deserialize, Serialize};

use crate::queries::{Compared, RUNS};
use crate::{MEMORY, Outcome, median, milliseconds, quoted, threads};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/chdb-bench.py");

/// A table that the plain SQL reads.
struct Table {
    name: &'static str,
    /// The columns that it reads, with their types in ClickHouse.
    columns: &'static [(&'static str, &'static str)],
    /// The column by which ClickHouse orders the rows: that of the day, as in DuckDB.
    order: &'static str,
}

static TABLES: &[Table] = &[
    Table {
        name: "derived.session",
        columns: &[
            ("day", "Int16"),
            ("segment_id", "Int32"),
            ("member_key", "Int32"),
            ("qualifying", "Bool"),
            ("is_first", "Bool"),
        ],
        order: "day",
    },
    Table {
        name: "feed.offer_interactions",
        columns: &[
            ("member_key", "Int32"),
            ("offer_id", "Int32"),
            ("occurred_at", "DateTime('UTC')"),
            ("kind", "LowCardinality(String)"),
        ],
        order: "occurred_at",
    },
    Table {
        name: "feed.email_messages",
        columns: &[
            ("campaign_id", "Int32"),
            ("sent_at", "DateTime('UTC')"),
            ("outcome", "LowCardinality(String)"),
            ("opened_at", "Nullable(DateTime('UTC'))"),
            ("clicked_at", "Nullable(DateTime('UTC'))"),
            ("unsubscribed_at", "Nullable(DateTime('UTC'))"),
            ("registered_at", "Nullable(DateTime('UTC'))"),
        ],
        order: "sent_at",
    },
    Table {
        name: "feed.web_sessions",
        columns: &[
            ("date", "Date"),
            ("visitor_type", "LowCardinality(String)"),
            ("sessions", "Int64"),
            ("pageviews", "Int64"),
        ],
        order: "date",
    },
    Table { name: "feed.site_searches", columns: &[("date", "Date"), ("searches", "Int64")], order: "date" },
    Table {
        name: "feed.article_views",
        columns: &[("article_id", "Int32"), ("viewed_at", "DateTime('UTC')")],
        order: "viewed_at",
    },
    Table {
        name: "feed.content_actions",
        columns: &[("occurred_at", "DateTime('UTC')"), ("action", "LowCardinality(String)")],
        order: "occurred_at",
    },
];

impl Table {
    fn file(&self) -> String {
        format!("{}.parquet", self.name)
    }
}

/// What the script does.
#[derive(Serialize)]
struct Plan<'a> {
    threads: usize,
    memory: &'static str,
    runs: usize,
    tables: Vec<ToLoad>,
    questions: Vec<&'a str>,
}

#[derive(Serialize)]
struct ToLoad {
    name: &'static str,
    /// Names and types, as `CREATE TABLE` has them.
    columns: String,
    order: &'static str,
    file: String,
}

/// What the script answers.
#[derive(Deserialize)]
struct Answer {
    version: String,
    /// For each question, in order.
    results: Vec<Answered>,
}

#[derive(Deserialize)]
struct Answered {
    seconds: Vec<f64>,
    rows: Vec<Vec<i64>>,
}

/// Writes the tables as Parquet files into a folder below `temp_dir`, where DuckDB may write; None, with a line that says
/// so, without chdb.
pub fn export(warehouse: &Warehouse, temp_dir: &Path) -> Outcome<Option<PathBuf>> {
    let is_there = Command::new("python3").args(["-c", "import chdb"]).stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        println!("skipped: this Python has no chdb (python3 -m pip install chdb==4.4.0)");
        return Ok(None);
    }
    let folder = temp_dir.join("clickhouse");
    std::fs::create_dir_all(&folder)?;
    let writer = warehouse.writer()?;
    for table in TABLES {
        let columns: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
        writer.execute_batch(&format!(
            "copy (select {} from {}) to {} (format parquet)",
            columns.join(", "),
            table.name,
            quoted(&folder.join(table.file()))
        ))?;
    }
    Ok(Some(folder))
}

/// Asks ClickHouse the same questions about the exported tables, and removes these.
pub fn compare(folder: &Path, compared: &[Compared]) -> Outcome<()> {
    let to_load = |table: &Table| ToLoad {
        name: table.name,
        columns: table.columns.iter().map(|(name, kind)| format!("{name} {kind}")).collect::<Vec<_>>().join(", "),
        order: table.order,
        file: table.file(),
    };
    let plan = Plan {
        threads: threads()?,
        memory: MEMORY,
        runs: RUNS,
        tables: TABLES.iter().map(to_load).collect(),
        questions: compared.iter().map(|compared| compared.sql.as_str()).collect(),
    };
    std::fs::write(folder.join("plan.json"), serde_json::to_vec(&plan)?)?;
    let output = Command::new("python3").arg(SCRIPT).arg(folder).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{SCRIPT}: {}", output.status).into());
    }
    let answer: Answer = serde_json::from_slice(&output.stdout)?;
    std::fs::remove_dir_all(folder)?;

    println!(
        "{}: the same rows in MergeTree tables, the same SQL; {} threads and {MEMORY} each",
        answer.version, plan.threads
    );
    println!("{:>10} {:>10} {:>10} {:>12} {:>12}", "Bond", "DuckDB", "ClickHouse", "DuckDB/Bond", "ClickH./Bond");
    for (compared, Answered { seconds, rows }) in compared.iter().zip(answer.results) {
        if rows != compared.rows {
            return Err(format!("{}: the answers differ\n{:?}\n{rows:?}", compared.what, compared.rows).into());
        }
        let theirs = median(seconds.into_iter().map(Duration::from_secs_f64).collect());
        let times = |time: Duration| format!("{:.1}", time.as_secs_f64() / compared.ours.as_secs_f64());
        println!(
            "{:>10} {:>10} {:>10} {:>12} {:>12}  {}, same answers",
            milliseconds(compared.ours),
            milliseconds(compared.plain),
            milliseconds(theirs),
            times(compared.plain),
            times(theirs),
            compared.what
        );
    }
    Ok(())
}
