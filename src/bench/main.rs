//! `make bench`: runs all measurements mentioned in README.md on this machine.
//!
//! Queries are timed against equivalent plain SQL on the same DuckDB and, where its Python package chdb is installed, on
//! ClickHouse; the results are compared. `BOND_BENCH_MEMBERS` sets a smaller size for the large program. With
//! `BOND_BENCH_DIR` the large program is made once in that directory, and only its figures and screens are measured.
//!
//! With the argument `growth` it measures how times grow with the program instead (`make bench-growth`, [`growth`]); with
//! `scale`, the program with and without ClickHouse servers (`make bench-scale`, [`scale`]).

mod clickhouse;
mod growth;
mod http;
mod load;
mod queries;
mod scale;
mod screens;
#[expect(dead_code, reason = "tests also kill servers and start them again")]
#[path = "../tests/clickhouse.rs"]
mod servers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::machine::Process;
use bond::warehouse::demo::{self, DemoOptions};
use bond::warehouse::{Limits, Warehouse};
use time::macros::date;

/// The result of a step.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The last day of the data: fixed, so that every run measures the same data.
const YESTERDAY: time::Date = date!(2026 - 11 - 20);

fn main() -> Outcome<()> {
    // This executable is not Bond, which examines a warehouse in a process of its own.
    bond::child::use_executable(env!("CARGO_BIN_EXE_bond"));
    println!("{} cores", threads()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if std::env::args().any(|argument| argument == "growth") {
        return runtime.block_on(growth::measure());
    }
    if std::env::args().any(|argument| argument == "scale") {
        return scale::measure(&runtime);
    }
    let large = large();
    let scratch = tempfile::tempdir()?;

    let kept = std::env::var_os("BOND_BENCH_DIR").map(PathBuf::from);
    let (dir, warehouse) = match &kept {
        Some(dir) if dir.join(Warehouse::FILE).exists() => (dir.clone(), open(dir)?),
        Some(dir) => (dir.clone(), make(dir, &large)?),
        None => {
            heading("Making and loading");
            make(&scratch.path().join("small"), &DemoOptions::default())?;
            load::logins(&scratch.path().join("import"), 50_000, 1_000_000)?;
            let dir = scratch.path().join("large");
            let warehouse = make(&dir, &large)?;
            (dir, warehouse)
        }
    };

    let warehouse = Arc::new(warehouse);
    Process::own().forget_peak();
    heading("Figures against plain SQL");
    let compared = runtime.block_on(screens::for_a_user(queries::ratios(&warehouse)))?;
    heading("Program Monitor, without HTTP");
    runtime.block_on(screens::for_a_user(queries::monitor(&warehouse)))?;
    heading("Every screen, without HTTP");
    runtime.block_on(screens::all(&warehouse))?;
    println!("memory high-water since the program was made: {}", memory_peak());
    heading("Figures against plain SQL on ClickHouse");
    let exported = clickhouse::export(&warehouse, &temp_dir(&dir))?;
    // ClickHouse gets the memory that DuckDB had.
    drop(warehouse);
    if let Some(folder) = exported {
        clickhouse::compare(&folder, &compared)?;
    }
    heading("One more day");
    let more = scratch.path().join("more");
    let warehouse = load::copy_of(&dir, &more)?;
    load::one_more_day(&warehouse, &more)?;
    load::moved_members(&warehouse, &more)?;
    load::derived_again(&warehouse)?;
    drop(warehouse);
    if kept.is_none() {
        heading("Program Monitor over HTTP");
        http::requests(&dir)?;
    }
    Ok(())
}

/// The large program.
fn large() -> DemoOptions {
    let members = std::env::var("BOND_BENCH_MEMBERS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    DemoOptions { members, ..DemoOptions::default() }
}

/// Creates a demo program in a directory, prints how long it took, and returns its open warehouse.
fn make(dir: &Path, options: &DemoOptions) -> Outcome<Warehouse> {
    std::fs::create_dir_all(dir)?;
    Process::own().forget_peak();
    let warehouse = open(dir)?;
    let begun = Instant::now();
    let made = demo::make(&warehouse, options, YESTERDAY, None, &())?;
    println!(
        "demo of {} members and {} logins: {:.1} s, memory high-water {}",
        made.members,
        made.logins,
        begun.elapsed().as_secs_f64(),
        memory_peak()
    );
    Ok(warehouse)
}

/// Opens a warehouse with the resources of a machine with 8 GB.
fn open(dir: &Path) -> Outcome<Warehouse> {
    let temp_dir = temp_dir(dir);
    std::fs::create_dir_all(&temp_dir)?;
    Ok(Warehouse::open(dir, &Limits { memory: MEMORY.to_owned(), threads: threads()?, temp_dir, temp_bytes: None })?)
}

/// The memory of DuckDB, and of ClickHouse beside it.
const MEMORY: &str = "4GB";

/// The threads of a query: one for each core.
fn threads() -> Outcome<usize> {
    Ok(std::thread::available_parallelism()?.get())
}

/// The only folder of a warehouse's directory in which DuckDB may write files of its own.
fn temp_dir(dir: &Path) -> PathBuf {
    dir.join("tmp")
}

/// A file's path as text of an SQL statement.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "''"))
}

fn heading(text: &str) {
    println!("\n{text}");
}

/// The median of `times`.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// The peak memory use of the process.
fn memory_peak() -> String {
    let bytes = Process::own().peak_bytes().unwrap_or(0);
    format!("{:.2} GB", bytes as f64 / f64::from(1 << 30))
}
