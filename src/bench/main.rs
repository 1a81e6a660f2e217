//! `make bench`: runs all measurements mentioned in README.md on this machine.
//!
//! Queries are timed against equivalent plain SQL on the same DuckDB and, where its Python package chdb is installed, on
//! ClickHouse; the results are compared. `BOND_BENCH_MEMBERS` sets a smaller size for the large program, and
//! `BOND_BENCH_MINIMUM` protects groups of fewer members on screens, in explanations, planner and Insights. With
//! `BOND_BENCH_DIR` the large program is made once in that directory, and what makes or moves programs is left out.
//!
//! Arguments name the sections to measure ([`Section`]): `make bench SECTIONS="explain insights"`.

mod clickhouse;
mod explain;
mod files;
mod growth;
mod history;
mod http;
mod insights;
mod load;
mod planner;
mod queries;
mod scale;
mod score;
mod screens;
#[expect(dead_code, reason = "tests also kill servers and start them again")]
#[path = "../tests/clickhouse.rs"]
mod servers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::platform::machine::Process;
use bond::warehouse::demo::{self, DemoOptions};
use bond::warehouse::{Limits, Warehouse};
use clap::{Parser, ValueEnum};
use time::macros::date;

/// The result of a step.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The last day of the data: fixed, so that every run measures the same data.
const YESTERDAY: time::Date = date!(2026 - 11 - 20);

/// Measures Bond on this machine.
#[derive(Parser)]
struct Arguments {
    /// What to measure; all but files, history, growth and scale where nothing is named.
    sections: Vec<Section>,
    /// `cargo bench` gives it to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A part of the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Section {
    /// A small program, and an import.
    Loads,
    /// Figures against plain SQL.
    Figures,
    /// The Program Monitor.
    Monitor,
    /// Every screen.
    Screens,
    /// Why figures moved.
    Explain,
    Planner,
    Insights,
    /// A draft of the score's method, and issued figures.
    Score,
    /// Figures against plain SQL, on ClickHouse too.
    #[value(name = "clickhouse")]
    ClickHouse,
    /// Loads of one more day.
    Day,
    /// Requests to a server.
    Http,
    /// Files beside DuckDB ([`files`]).
    Files,
    /// Screens with the groups that members were in ([`history`]); it gives the large program a past.
    History,
    /// How times grow with the program (`make bench-growth`, [`growth`]).
    Growth,
    /// The program with and without ClickHouse servers (`make bench-scale`, [`scale`]).
    Scale,
}

fn main() -> Outcome<()> {
    let Arguments { sections, bench: _ } = Arguments::parse();
    // This executable is not Bond, which examines a warehouse in a process of its own.
    bond::child::use_executable(env!("CARGO_BIN_EXE_bond"));
    println!("{} cores", threads()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if sections.contains(&Section::Growth) {
        return runtime.block_on(growth::measure());
    }
    if sections.contains(&Section::Scale) {
        return scale::measure(&runtime);
    }
    if sections.contains(&Section::Files) {
        return files::measure(tempfile::tempdir()?.path());
    }
    let kept = std::env::var_os("BOND_BENCH_DIR").map(PathBuf::from);
    // Programs of their own would take the time of what is measured, and requests move the large one to a server.
    let is_left_out = |section| kept.is_some() && matches!(section, Section::Loads | Section::Http);
    if let Some(section) = sections.iter().copied().find(|section| is_left_out(*section)) {
        return Err(format!("{section:?} is not measured with BOND_BENCH_DIR").into());
    }
    let has = |section| (sections.is_empty() || sections.contains(&section)) && !is_left_out(section);
    let large = large();
    let scratch = tempfile::tempdir()?;

    if has(Section::Loads) {
        heading("Making and loading");
        make(&scratch.path().join("small"), &DemoOptions::default())?;
        load::logins(&scratch.path().join("import"), 50_000, 1_000_000)?;
    }
    let dir = kept.clone().unwrap_or_else(|| scratch.path().join("large"));
    let warehouse = if dir.join(Warehouse::FILE).exists() { open(&dir)? } else { make(&dir, &large)? };

    let warehouse = Arc::new(warehouse);
    Process::own().forget_peak();
    let mut compared = Vec::new();
    if has(Section::Figures) || has(Section::ClickHouse) {
        heading("Figures against plain SQL");
        compared = runtime.block_on(queries::ratios(&warehouse))?;
    }
    if has(Section::Monitor) {
        heading("Program Monitor, without HTTP");
        runtime.block_on(screens::for_a_user(queries::monitor(&warehouse)))?;
    }
    if has(Section::Screens) {
        heading("Every screen, without HTTP");
        runtime.block_on(screens::all(&warehouse))?;
    }
    if has(Section::Explain) {
        heading("Explanations, without HTTP");
        runtime.block_on(explain::all(&warehouse))?;
    }
    if has(Section::Planner) {
        heading("The planner, without HTTP");
        runtime.block_on(planner::all(&warehouse))?;
    }
    if sections.contains(&Section::History) {
        heading("Every screen with the groups of now and of each window, without HTTP");
        history::move_members(&warehouse, &scratch.path().join("moved"))?;
        runtime.block_on(history::all(&warehouse))?;
    }
    if has(Section::Insights) {
        heading("Insights, without HTTP");
        runtime.block_on(insights::all(&warehouse))?;
    }
    if has(Section::Score) {
        heading("The score's method and issued figures, without HTTP");
        runtime.block_on(score::all(&warehouse))?;
    }
    println!("memory high-water since the program was made: {}", memory_peak());
    if has(Section::ClickHouse) {
        heading("Figures against plain SQL on ClickHouse");
        let exported = clickhouse::export(&warehouse, &temp_dir(&dir))?;
        // ClickHouse gets the memory that DuckDB had.
        drop(warehouse);
        if let Some(folder) = exported {
            clickhouse::compare(&folder, &compared)?;
        }
    } else {
        drop(warehouse);
    }
    if has(Section::Day) {
        heading("One more day");
        let more = scratch.path().join("more");
        let warehouse = load::copy_of(&dir, &more)?;
        load::one_more_day(&warehouse, &more)?;
        load::moved_members(&warehouse, &more)?;
        load::derived_again(&warehouse)?;
    }
    if has(Section::Http) {
        heading("Program Monitor over HTTP");
        http::requests(&dir)?;
    }
    Ok(())
}

/// The large program.
fn large() -> DemoOptions {
    DemoOptions { members: number("BOND_BENCH_MEMBERS", 1_000_000), ..DemoOptions::default() }
}

/// The number in an environment variable.
fn number<T: std::str::FromStr>(variable: &str, default: T) -> T {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
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
