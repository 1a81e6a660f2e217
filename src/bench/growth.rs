//! `make bench-growth`: how the time of the screens grows with the program, one dimension at a time.
//!
//! Prints the times. `.ci/growth-chart.mjs` makes the chart and the table of docs/performance.md from the JSON of a run.
//!
//! - `BOND_BENCH_GROWTH_FILE`: where the JSON goes; without it there is none.
//! - `BOND_BENCH_GROWTH_LOGINS`: the largest program, in millions of logins: 1, 5, 20 (the default) or 100.
//! - `BOND_BENCH_GROWTH_SCALE`: every number of members is multiplied by it, to try the measurement itself.
//!
//! Programs are made in the folder for temporary files (`TMPDIR`), one after another.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use bond::figures::filter::FilterParams;
use bond::warehouse::Warehouse;
use bond::warehouse::demo::DemoOptions;
use bond::warehouse::feed::{TABLES, Type};
use bond::warehouse::load::{ImportOptions, import};
use serde::Serialize;
use tempfile::TempDir;

use crate::screens::{self, Measured, TIMES};
use crate::{Outcome, heading, make, open, quoted, temp_dir, threads};

/// The calls whose times are shown for every program, besides the slowest.
const CHOSEN: [(&str, &str); 3] = [
    ("Program Monitor", "api/v1/program/monitor/info"),
    ("Logins Breakdown", "api/v1/dashboard/users/logins/breakdowns"),
    ("Offers Dashboard", "api/v1/offer/dashboard/info"),
];

const SLOWEST: &str = "slowest screen";

/// More than for the other measurements, because small differences matter.
const COLD_RUNS: usize = 5;

/// Members of a demo with a million logins in three years.
const MEMBERS_A_MILLION: u32 = 51_000;

/// Members of the programs with other histories or groups.
const MEDIUM: u32 = 5 * MEMBERS_A_MILLION;

/// What a run measured.
#[derive(Serialize)]
struct Run {
    cores: usize,
    scale: f64,
    dimensions: Vec<Dimension>,
}

/// Programs that differ in one thing, under one filter.
#[derive(Serialize)]
struct Dimension {
    /// What they differ in.
    of: &'static str,
    filter: &'static str,
    /// What is the same for all.
    program: String,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    value: i64,
    screens: Vec<Screen>,
    /// The longest of all screens' warm times.
    warm: f64,
}

/// A screen's times in milliseconds.
#[derive(Serialize)]
struct Screen {
    name: &'static str,
    path: String,
    #[serde(flatten)]
    times: BTreeMap<&'static str, f64>,
}

struct Settings {
    millions: u32,
    scale: f64,
}

impl Settings {
    fn read() -> Settings {
        fn number<T: FromStr>(name: &str) -> Option<T> {
            std::env::var(name).ok()?.parse().ok()
        }
        Settings {
            millions: number("BOND_BENCH_GROWTH_LOGINS").unwrap_or(20),
            scale: number("BOND_BENCH_GROWTH_SCALE").unwrap_or(1.0),
        }
    }

    /// The options of a demo; it has as many members as a demo may have, if these are more.
    fn demo(&self, members: u32, years: u32) -> DemoOptions {
        let members = (f64::from(members) * self.scale) as u32;
        let members = members.clamp(*DemoOptions::MEMBERS.start(), *DemoOptions::MEMBERS.end());
        DemoOptions { members, years, ..DemoOptions::default() }
    }
}

/// Measures all dimensions.
pub async fn measure() -> Outcome<()> {
    let settings = Settings::read();
    let mut dimensions = vec![logins(&settings).await?, history(&settings).await?, segments(&settings).await?];
    dimensions.extend(offers(&settings).await?);
    let run = Run { cores: threads()?, scale: settings.scale, dimensions };
    if let Some(file) = std::env::var_os("BOND_BENCH_GROWTH_FILE") {
        std::fs::write(&file, serde_json::to_vec_pretty(&run)?)?;
        println!("\nwritten to {}", Path::new(&file).display());
    }
    Ok(())
}

async fn logins(settings: &Settings) -> Outcome<Dimension> {
    let mut dimension = Dimension::new("logins", "this year", "three years of history".to_owned());
    for millions in [1, 5, 20, 100].into_iter().filter(|millions| *millions <= settings.millions) {
        let program = Program::demo(&settings.demo(millions * MEMBERS_A_MILLION, 3))?;
        let logins = program.count("feed.logins").await?;
        dimension.measure(&program, logins, &FilterParams::default()).await?;
    }
    Ok(dimension)
}

async fn history(settings: &Settings) -> Outcome<Dimension> {
    let members = settings.demo(MEDIUM, 1).members;
    let mut dimension = Dimension::new("months of history", "this year", format!("{members} members"));
    for years in [1, 3, 6] {
        let program = Program::demo(&settings.demo(MEDIUM, years))?;
        dimension.measure(&program, i64::from(12 * years), &FilterParams::default()).await?;
    }
    Ok(dimension)
}

async fn segments(settings: &Settings) -> Outcome<Dimension> {
    let base = Program::demo(&settings.demo(MEDIUM, 3))?;
    let logins = base.count("feed.logins").await?;
    let mut dimension = Dimension::new("segments", "this year", format!("{logins} logins in three years"));
    for [tiers, lobs, audiences] in [[5, 2, 1], [5, 4, 2], [10, 5, 4]] {
        let program = base.with(&regrouped(tiers, lobs, audiences))?;
        let segments = program.count("derived.segment").await?;
        dimension.measure(&program, segments, &FilterParams::default()).await?;
    }
    Ok(dimension)
}

async fn offers(settings: &Settings) -> Outcome<[Dimension; 2]> {
    let base = Program::demo(&settings.demo(MEMBERS_A_MILLION, 3))?;
    let interactions = base.count("feed.offer_interactions").await?;
    let mut dimensions = ["this year", "this year, half of the offers chosen"]
        .map(|filter| Dimension::new("offers", filter, format!("{interactions} offer interactions in three years")));
    let half = FilterParams { offers: screens::half(), ..FilterParams::default() };
    for offers in [1, 100, 1_000, 10_000] {
        let program = base.with(&with_offers(offers))?;
        for (dimension, filter) in dimensions.iter_mut().zip([&FilterParams::default(), &half]) {
            dimension.measure(&program, offers, filter).await?;
        }
    }
    Ok(dimensions)
}

/// The tables of the feed whose rows differ from those of a loaded program, each with a SELECT over that.
type Replaced = [(&'static str, String)];

/// The same members in other groups, evenly: a tier, a line of business and an audience each.
fn regrouped(tiers: i32, lobs: i32, audiences: i32) -> Vec<(&'static str, String)> {
    let groups = [("TIER", tiers), ("LOB", lobs), ("AUDIENCE", audiences)]
        .map(|(kind, count)| format!("select '{kind}' as type, unnest(range(1, {count} + 1)) as id"));
    vec![
        ("user_groups", format!("select id, type, type || ' ' || id as name from ({})", groups.join(" union all "))),
        (
            "members",
            format!(
                "select * replace (1 + drawn % {tiers} as tier_id, 1 + drawn // {tiers} % {lobs} as lob_id,
                                   [1 + drawn // {tiers} // {lobs} % {audiences}] as audience_ids)
                 from (select *, hash(member_key) % {segments} as drawn from feed.members)",
                segments = tiers * lobs * audiences
            ),
        ),
    ]
}

/// The same interactions and transactions with other offers. What a member did with one offer, it does with one offer
/// again; the first offers get the most.
fn with_offers(offers: i64) -> Vec<(&'static str, String)> {
    let redrawn = |table: &'static str| {
        // Of the 64 bits of the hash the upper 53, as a number in [0, 1).
        let sql = format!(
            "select * replace (1 + floor({offers} * pow(drawn * 1.1102230246251565e-16::double, 2))::integer as offer_id)
             from (select *, hash(xor(hash(member_key::ubigint), offer_id::ubigint)) >> 11 as drawn from feed.{table})"
        );
        (table, sql)
    };
    let all = format!(
        "select i as id, 'Offer ' || i as name, partners[1 + i % len(partners)] as partner_id,
                categories[1 + i % len(categories)] as category_id, active_from, null::date as active_to
         from (select unnest(range(1, {offers} + 1)) as i), (select list(id order by id) as partners from feed.partners),
              (select list(id order by id) as categories from feed.offer_categories),
              (select min(active_from) as active_from from feed.offers)"
    );
    vec![("offers", all), redrawn("offer_interactions"), redrawn("partner_transactions")]
}

/// A loaded program, in a directory that is removed with it.
struct Program {
    warehouse: Arc<Warehouse>,
    dir: TempDir,
}

impl Program {
    fn demo(options: &DemoOptions) -> Outcome<Program> {
        let dir = tempfile::tempdir()?;
        Ok(Program { warehouse: Arc::new(make(dir.path(), options)?), dir })
    }

    /// A new program with the rows of this one, but for those that are replaced.
    fn with(&self, replaced: &Replaced) -> Outcome<Program> {
        let begun = Instant::now();
        // DuckDB may write there.
        let feed = TempDir::new_in(temp_dir(self.dir.path()))?;
        self.write_feed(feed.path(), replaced)?;
        let dir = tempfile::tempdir()?;
        let warehouse = open(dir.path())?;
        let report = import(&warehouse, &[feed.path().to_owned()], &ImportOptions::default(), &())?;
        println!("{} rows written and loaded: {:.1} s", report.rows, begun.elapsed().as_secs_f64());
        Ok(Program { warehouse: Arc::new(warehouse), dir })
    }

    /// Writes a feed file for each table.
    fn write_feed(&self, folder: &Path, replaced: &Replaced) -> Outcome<()> {
        let writer = self.warehouse.writer()?;
        for table in TABLES {
            let columns = table.columns.iter().map(|column| match column.kind {
                Type::Groups => format!("array_to_string({0}, '|') as {0}", column.name),
                _ => column.name.to_owned(),
            });
            let rows = replaced.iter().find(|(name, _)| *name == table.name).map(|(_, sql)| format!("({sql})"));
            let has_member = table.columns.iter().any(|column| column.kind == Type::MemberId);
            writer.execute_batch(&format!(
                "copy (select {columns} from {rows}{members}{order}) to {file} (format csv, header)",
                columns = columns.collect::<Vec<_>>().join(", "),
                rows = rows.unwrap_or_else(|| format!("feed.{}", table.name)),
                members = if has_member { " join feed.member_keys using (member_key)" } else { "" },
                order = if table.numbered { " order by row_no" } else { "" },
                file = quoted(&folder.join(format!("{}.csv", table.name))),
            ))?;
        }
        Ok(())
    }

    async fn count(&self, table: &str) -> Outcome<i64> {
        let sql = format!("select count(*) from bond.{table}");
        let rows = self.warehouse.query(self.warehouse.data_version(), sql, Vec::new()).await?;
        Ok(rows.columns[0].ints()[0])
    }
}

impl Dimension {
    fn new(of: &'static str, filter: &'static str, program: String) -> Dimension {
        Dimension { of, filter, program, points: Vec::new() }
    }

    /// Times every screen of a program, and keeps and prints the chosen ones and the slowest.
    async fn measure(&mut self, program: &Program, value: i64, filter: &FilterParams) -> Outcome<()> {
        let measured = screens::measure(&program.warehouse, filter, COLD_RUNS).await?;
        let of_path = |path: &str| measured.iter().find(|one| one.path == path);
        let slowest = measured.iter().max_by_key(|one| one.cold.total).ok_or("there are screens")?;
        let mut shown = Vec::new();
        for (name, path) in CHOSEN {
            shown.push((name, of_path(path).ok_or(path)?));
        }
        shown.push((SLOWEST, slowest));

        heading(&format!("{value} {} ({}), {}", self.of, self.program, self.filter));
        println!("{}  screen", screens::heads());
        for (name, measured) in &shown {
            println!("{}  {name} ({})", measured.line(), measured.path);
        }
        let warm = measured.iter().map(|one| one.warm).max().unwrap_or_default().as_secs_f64() * 1000.0;
        let screens = shown.into_iter().map(|(name, measured)| Screen::of(name, measured)).collect();
        self.points.push(Point { value, screens, warm });
        Ok(())
    }
}

impl Screen {
    fn of(name: &'static str, measured: &Measured) -> Screen {
        let times = measured.times().map(|time| time.as_secs_f64() * 1000.0);
        Screen { name, path: measured.path.clone(), times: TIMES.into_iter().zip(times).collect() }
    }
}
