//! `make bench-scale`: one program in DuckDB alone, and with the rows of members on ClickHouse servers.
//!
//! All servers run on this machine and share its cores with Bond: the times show what a question to servers costs, not
//! what more machines gain. `BOND_BENCH_SCALE_FILE` names a Markdown file; the table takes the place of the one that is
//! there between two comments.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::figures::filter::FilterParams;
use bond::warehouse::Warehouse;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::load::{self, Timed};
use crate::screens::{self, Measured};
use crate::servers::Servers;
use crate::{Outcome, YESTERDAY, heading, large, make, milliseconds, threads};

const COLD_RUNS: usize = 3;

const BEGIN: &str = "<!-- scale: written by `make bench-scale` -->";
const END: &str = "<!-- scale: end -->";

/// Where the rows of members are read.
struct Place {
    name: String,
    servers: Option<Servers>,
}

/// What was measured of a place.
struct Found {
    name: String,
    /// For each filter.
    screens: Vec<Vec<Measured>>,
    loads: Vec<Timed>,
    /// Rows on all servers, their bytes, and how long it took to write them.
    written: Option<(u64, u64, Duration)>,
}

/// Measures all places, and writes the table.
pub fn measure(runtime: &Runtime) -> Outcome<()> {
    let scratch = tempfile::tempdir()?;
    let kept = std::env::var_os("BOND_BENCH_DIR").map(std::path::PathBuf::from);
    let dir = kept.unwrap_or_else(|| scratch.path().join("large"));
    if !dir.join(Warehouse::FILE).exists() {
        make(&dir, &large())?;
    }
    let mut found = Vec::new();
    for start in [alone, || servers(1), || servers(2), present] {
        if let Some(place) = start() {
            found.push(measured(runtime, &dir, place)?);
        }
    }
    let table = table(&dir, &found)?;
    println!("\n{table}");
    if let Some(file) = std::env::var_os("BOND_BENCH_SCALE_FILE") {
        replace(Path::new(&file), &table)?;
    }
    Ok(())
}

fn alone() -> Option<Place> {
    Some(Place { name: "DuckDB".to_owned(), servers: None })
}

fn servers(count: usize) -> Option<Place> {
    Place::of(Servers::start(count)?)
}

fn present() -> Option<Place> {
    Place::of(Servers::present()?)
}

impl Place {
    fn of(servers: Servers) -> Option<Place> {
        let releases = servers.cluster().check();
        let release = releases.first().and_then(|(_, release)| release.as_ref().ok())?;
        let count = if releases.len() == 1 { "1 server".to_owned() } else { format!("{} servers", releases.len()) };
        Some(Place { name: format!("ClickHouse {release}, {count}"), servers: Some(servers) })
    }
}

fn measured(runtime: &Runtime, dir: &Path, Place { name, servers }: Place) -> Outcome<Found> {
    heading(&name);
    let copy = TempDir::new()?;
    let warehouse = Arc::new(load::copy_of(dir, copy.path())?);
    let mut written = None;
    if let Some(servers) = &servers {
        let begun = Instant::now();
        warehouse.use_cluster(servers.cluster())?;
        let time = begun.elapsed();
        let sizes = servers.cluster().sizes()?;
        let (rows, bytes) = (sizes.iter().map(|size| size.rows).sum(), sizes.iter().map(|size| size.bytes).sum());
        println!("{rows} rows written in {:.1} s, {bytes} bytes there", time.as_secs_f64());
        written = Some((rows, bytes, time));
    }
    let mut screens = Vec::new();
    for (what, filter) in filters()? {
        let measured = runtime.block_on(screens::measure(&warehouse, &filter, COLD_RUNS))?;
        println!("{what}:");
        screens::print(&measured, 5);
        screens.push(measured);
    }
    let mut loads: Vec<Timed> = load::one_more_day(&warehouse, copy.path())?.into();
    loads.push(load::moved_members(&warehouse, copy.path())?);
    loads.push(load::derived_again(&warehouse)?);
    Ok(Found { name, screens, loads, written })
}

fn filters() -> Outcome<[(&'static str, FilterParams); 3]> {
    let chosen = FilterParams { offers: screens::half(), campaigns: screens::half(), ..FilterParams::default() };
    Ok([
        ("this year", FilterParams::default()),
        ("three years", screens::three_years()?),
        ("this year, half of the offers and campaigns", chosen),
    ])
}

/// The table, in Markdown: a column for each place.
fn table(dir: &Path, found: &[Found]) -> Outcome<String> {
    let mut lines = Vec::new();
    let mut line = |head: &str, cells: Vec<String>| lines.push(format!("| {head} | {} |", cells.join(" | ")));
    line("", found.iter().map(|found| found.name.clone()).collect());
    line("---", vec!["---:".to_owned(); found.len()]);
    for (index, (what, _)) in filters()?.iter().enumerate() {
        let of_each =
            |of: &dyn Fn(&[Measured]) -> String| found.iter().map(|found| of(&found.screens[index])).collect();
        line(&format!("all screens, cold: {what}"), of_each(&|screens| milliseconds(screens.iter().map(cold).sum())));
        line(&format!("slowest screen, cold: {what}"), of_each(&|screens| milliseconds(longest(screens, cold))));
        line(
            &format!("slowest screen, again: {what}"),
            of_each(&|screens| milliseconds(longest(screens, |one| one.warm))),
        );
    }
    let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
    for (index, timed) in found.first().map_or(&[][..], |found| &found.loads).iter().enumerate() {
        line(timed.what, found.iter().map(|found| seconds(found.loads[index].time)).collect());
    }
    let of_written = |of: &dyn Fn(u64, u64, Duration) -> String| {
        let each =
            found.iter().map(|found| found.written.map_or("".to_owned(), |(rows, bytes, time)| of(rows, bytes, time)));
        each.collect::<Vec<_>>()
    };
    line("rows of members on the servers", of_written(&|rows, _, _| millions(rows as f64)));
    line(
        "rows written a second, the first time",
        of_written(&|rows, _, time| millions(rows as f64 / time.as_secs_f64())),
    );
    line("bytes of a row there", of_written(&|rows, bytes, _| format!("{:.1}", bytes as f64 / rows as f64)));
    let file = std::fs::metadata(dir.join(Warehouse::FILE))?.len();
    let cores = threads()?;
    Ok(format!(
        "{} members on {cores} cores; `warehouse.duckdb` has {:.2} GB.\n\n{}\n",
        large().members,
        file as f64 / 1e9,
        lines.join("\n")
    ))
}

fn cold(measured: &Measured) -> Duration {
    measured.cold.total
}

fn longest(screens: &[Measured], of: impl Fn(&Measured) -> Duration) -> Duration {
    screens.iter().map(of).max().unwrap_or_default()
}

fn millions(number: f64) -> String {
    format!("{:.1} million", number / 1e6)
}

/// Puts the table between the comments of a file.
fn replace(file: &Path, table: &str) -> Outcome<()> {
    let text = std::fs::read_to_string(file)?;
    let (before, rest) = text.split_once(BEGIN).ok_or("the file has no comment where the table begins")?;
    let (_, after) = rest.split_once(END).ok_or("the file has no comment where the table ends")?;
    std::fs::write(file, format!("{before}{BEGIN}\n\nMeasured with data up to {YESTERDAY}: {table}\n{END}{after}"))?;
    Ok(())
}
