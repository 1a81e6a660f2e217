//! Times every screen with the groups of now and with those of each window, in a program of which 3 in 100 members get
//! another tier each month.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::figures::filter::{FilterParams, GroupsAsOf};
use bond::groupings::ViewBy;
use bond::screens::{BREAKDOWNS, Call};
use bond::warehouse::Warehouse;
use bond::warehouse::load::{ImportOptions, import};
use serde_json::Value;
use time::Date;
use time::macros::date;

use crate::{Outcome, YESTERDAY, milliseconds, screens};

const COLD_RUNS: usize = 3;

/// Gives members a past of three years: the groups of now are the last of it.
pub fn move_members(warehouse: &Warehouse, folder: &std::path::Path) -> Outcome<()> {
    let since = YESTERDAY.replace_year(YESTERDAY.year() - 3)?;
    let before = size(warehouse)?;
    std::fs::create_dir_all(folder)?;
    let write = |name: &str, head: &str, lines: &str| -> Outcome<std::path::PathBuf> {
        let file = folder.join(name);
        let lines: String = warehouse.writer()?.query_row(lines, [], |row| row.get(0))?;
        std::fs::write(&file, format!("{head}\n{lines}\n"))?;
        Ok(file)
    };
    const TIERS: &str = "tiers as (select list(id order by id) as ids from feed.user_groups where type = 'TIER')";
    let past = write(
        "memberships.csv",
        "member_id,type,id,from,until",
        &format!(
            "with {TIERS}, moved as (
               select member_key, date '{since}' + (30 * t.month + hash(member_key, t.month) % 30)::integer as day
               from feed.members, range(36) t(month) where hash(member_key, t.month, 'moves') % 100 < 3),
             since as (from moved union all select distinct member_key, date '{since}' - 1 from moved),
             dated as (
               select member_id, day,
                      if(row_number() over (partition by member_key order by day desc) = 1, tier_id,
                         ids[1 + (hash(member_key, day) % len(ids))::integer]) as tier
               from since join feed.members using (member_key) join feed.member_keys using (member_key), tiers)
             select string_agg(concat_ws(',', member_id, 'TIER', tier, day, ''), chr(10)) from dated"
        ),
    )?;
    let load = |file: &std::path::PathBuf| -> Outcome<Duration> {
        let start = Instant::now();
        import(warehouse, std::slice::from_ref(file), &ImportOptions::default(), &())?;
        Ok(start.elapsed())
    };
    let of_all = load(&past)?;
    let spans: i64 = warehouse.writer()?.query_row("select count(*) from derived.membership", [], |row| row.get(0))?;
    println!("{spans} spans of members who have moved: loaded in {}", milliseconds(of_all));
    println!("file: {:.0} MB before, {:.0} MB after", before, size(warehouse)?);
    let moved = write(
        "members.csv",
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source",
        &format!(
            "with {TIERS}
             select string_agg(concat_ws(',', member_id, ids[1 + (tier_id % len(ids))], lob_id,
                      array_to_string(audience_ids, '|'), eligible_on, 'Bench'), chr(10))
             from (from feed.members order by hash(member_key) limit 1000) join feed.member_keys using (member_key), tiers"
        ),
    )?;
    println!("a load that moves 1,000 members: {}", milliseconds(load(&moved)?));
    Ok(())
}

/// The size of the file, in megabytes.
fn size(warehouse: &Warehouse) -> Outcome<f64> {
    let writer = warehouse.writer()?;
    writer.execute_batch("checkpoint bond")?;
    Ok(writer.query_row(
        "select (used_blocks * block_size)::double / 1e6 from pragma_database_size() where database_name = 'bond'",
        [],
        |row| row.get(0),
    )?)
}

/// Times all screens in both readings, under several filters.
pub async fn all(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let days = |start: Date, end: Date| FilterParams {
        start_date: Some(start.to_string()),
        end_date: Some(end.to_string()),
        view_by: Some(ViewBy::Tier),
        ..FilterParams::default()
    };
    let filters = [
        ("this year, by tier", FilterParams { view_by: Some(ViewBy::Tier), ..FilterParams::default() }),
        ("October 2025, by tier", days(date!(2025 - 10 - 01), date!(2025 - 10 - 31))),
        ("15 March 2024 to 20 February 2025, by tier", days(date!(2024 - 03 - 15), date!(2025 - 02 - 20))),
        ("three years, by tier", FilterParams { view_by: Some(ViewBy::Tier), ..screens::three_years()? }),
    ];
    if crate::number("BOND_BENCH_MINIMUM", 0) > 0 {
        hidden(warehouse).await?;
    }
    for (name, filter) in filters {
        let now = screens::measure(warehouse, &filter, COLD_RUNS).await?;
        let window = FilterParams { groups_as_of: Some(GroupsAsOf::Window), ..filter };
        let were = screens::measure(warehouse, &window, COLD_RUNS).await?;
        let sum = |measured: &[screens::Measured]| measured.iter().map(|one| one.times()[0]).sum::<Duration>();
        let (all_now, all_were) = (sum(&now), sum(&were));
        println!(
            "{name}: all calls, cold: {} now, {} as they were, {:.2} times",
            milliseconds(all_now),
            milliseconds(all_were),
            all_were.as_secs_f64() / all_now.as_secs_f64()
        );
        let mut pairs: Vec<_> = now.iter().zip(&were).collect();
        pairs.sort_by_key(|(now, were)| std::cmp::Reverse(were.times()[0].saturating_sub(now.times()[0])));
        for (now, were) in pairs.into_iter().take(8) {
            let [[cold_now, .., warm_now], [cold_were, .., warm_were]] = [now.times(), were.times()];
            println!(
                "  {:>9} {:>9} cold, {:>9} {:>9} warm  {}",
                milliseconds(cold_now),
                milliseconds(cold_were),
                milliseconds(warm_now),
                milliseconds(warm_were),
                now.path
            );
        }
    }
    Ok(())
}

/// Counts the figures of all breakdowns by tier that are hidden in either reading, where small groups are protected.
async fn hidden(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    for (length, ago) in [(7, 1), (30, 1), (365, 1), (7, 7), (30, 7), (30, 30), (30, 90), (365, 90), (30, 365)] {
        let end = YESTERDAY - time::Duration::days(ago);
        let filter = |reading| FilterParams {
            start_date: Some((end - time::Duration::days(length - 1)).to_string()),
            end_date: Some(end.to_string()),
            view_by: Some(ViewBy::Tier),
            groups_as_of: Some(reading),
            ..FilterParams::default()
        };
        let fresh = screens::Cold::new(warehouse).await?;
        let answers = fresh.answers()?;
        let mut of_blocks: Vec<(u64, u64, String)> = Vec::new();
        let mut sums = [(0, 0); 2];
        for (at, reading) in [GroupsAsOf::Now, GroupsAsOf::Window].into_iter().enumerate() {
            for breakdown in BREAKDOWNS.iter() {
                let filter = filter(reading);
                let asked = Box::pin(answers.answer(Call::Breakdown(breakdown), &filter));
                let answer: Value = serde_json::from_slice(&asked.await?)?;
                let (mut shown, mut hidden) = (0, 0);
                count(&answer, false, &mut (&mut shown, &mut hidden));
                sums[at].0 += shown;
                sums[at].1 += hidden;
                if reading == GroupsAsOf::Window {
                    of_blocks.push((hidden, shown, breakdown.path.to_owned()));
                }
            }
        }
        println!("{length} days, {ago} days ago: shown and hidden now {:?}, as they were {:?}", sums[0], sums[1]);
        of_blocks.sort_unstable_by(|one, other| other.cmp(one));
        for (hidden, shown, path) in of_blocks.iter().take(6) {
            println!("  {hidden:>6} hidden, {shown:>6} shown  {path}");
        }
    }
    Ok(())
}

/// Adds up the numbers in the data of an answer, and the figures that it says are hidden.
fn count(value: &Value, is_data: bool, sums: &mut (&mut u64, &mut u64)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.as_u64()) {
                    ("hidden", Some(hidden)) => *sums.1 += hidden,
                    _ => count(value, is_data || name == "data", sums),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| count(value, is_data, sums)),
        Value::Number(_) if is_data => *sums.0 += 1,
        _ => {}
    }
}
