//! Loading files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bond::warehouse::Warehouse;
use bond::warehouse::load::{ImportError, ImportOptions, ImportReport, expire, import};

use crate::{Outcome, YESTERDAY, memory_peak, open};
use bond::platform::machine::Process;

/// Times the import of `logins` login rows of `members` members, including all derived tables.
pub fn logins(dir: &Path, members: u32, logins: u32) -> Outcome<()> {
    let (data, feed) = (dir.join("data"), dir.join("feed"));
    fs::create_dir_all(&data)?;
    fs::create_dir_all(&feed)?;
    fs::write(
        feed.join("user_groups.csv"),
        "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,Auto\n1,AUDIENCE,Families\n",
    )?;
    let mut rows = String::from("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n");
    for member in 0..members {
        writeln!(rows, "M{member:07},{},1,1,2024-01-01,Email", 1 + member % 2)?;
    }
    fs::write(feed.join("members.csv"), rows)?;
    let warehouse = open(&data)?;
    import(&warehouse, std::slice::from_ref(&feed), &ImportOptions::default(), &())?;

    // In chronological order, like a real export; each member's logins are spread over the year.
    let mut rows = String::from("member_id,logged_in_at\n");
    let seconds_a_year = 365 * 86_400;
    for login in 0..logins {
        let second = (u64::from(login) * seconds_a_year / u64::from(logins)) as u32;
        let member = login.wrapping_mul(2_654_435_761) % members;
        let (day, second) = (second / 86_400, second % 86_400);
        let date = time::macros::date!(2025 - 01 - 01) + time::Duration::days(i64::from(day));
        writeln!(rows, "M{member:07},{date} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)?;
    }
    let file = feed.join("logins.csv");
    fs::write(&file, rows)?;
    Process::own().forget_peak();
    let begun = Instant::now();
    let report = import(&warehouse, &[file], &ImportOptions::default(), &())?;
    println!(
        "import of {} login rows, derivation included: {:.1} s, memory high-water {}",
        report.rows,
        begun.elapsed().as_secs_f64(),
        memory_peak()
    );
    Ok(())
}

/// A copy of a large program, in a folder.
pub fn copy_of(large: &Path, folder: &Path) -> Outcome<Warehouse> {
    fs::create_dir_all(folder)?;
    fs::copy(large.join(Warehouse::FILE), folder.join(Warehouse::FILE))?;
    // Otherwise the first commit waits until the copy is on the disk.
    fs::File::open(folder.join(Warehouse::FILE))?.sync_all()?;
    open(folder)
}

/// What a load was of, and how long it took with everything derived from it.
pub struct Timed {
    pub what: &'static str,
    pub time: Duration,
}

impl Timed {
    fn of(what: &'static str, load: impl FnOnce() -> Result<ImportReport, ImportError>) -> Outcome<Timed> {
        Process::own().forget_peak();
        let begun = Instant::now();
        let report = load()?;
        let time = begun.elapsed();
        println!("{what}: {:.1} s for {} rows, memory high-water {}", time.as_secs_f64(), report.rows, memory_peak());
        Ok(Timed { what, time })
    }
}

/// Times loads of one more day: its logins alone, and then another day with offer interactions and partner transactions
/// too.
pub fn one_more_day(warehouse: &Warehouse, scratch: &Path) -> Outcome<[Timed; 2]> {
    let members = texts(warehouse, "select member_id from bond.feed.member_keys order by hash(member_id) limit 27000")?;
    let offers = texts(warehouse, "select id::varchar from bond.feed.offers order by id")?;
    let load = |days_later, has_offers| {
        let day = YESTERDAY + time::Duration::days(days_later);
        let feed = scratch.join(day.to_string());
        fs::create_dir_all(&feed)?;
        let mut logins = String::from("member_id,logged_in_at\n");
        let mut interactions = String::from("member_id,offer_id,occurred_at,kind\n");
        let mut transactions = String::from("member_id,offer_id,transacted_on,redemptions,sales,savings\n");
        for (at, member) in members.iter().enumerate() {
            let (hour, minute, second) = (8 + at / 3600, at / 60 % 60, at % 60);
            let (offer, kind) = (&offers[at * 7 % offers.len()], if at % 4 == 0 { "REDEEM_CLICK" } else { "VIEW" });
            writeln!(logins, "{member},{day} {hour:02}:{minute:02}:{second:02}")?;
            writeln!(interactions, "{member},{offer},{day} {hour:02}:{minute:02}:{second:02},{kind}")?;
            if at % 27 == 0 {
                writeln!(transactions, "{member},{offer},{day},1,25.00,5.00")?;
            }
        }
        fs::write(feed.join("logins.csv"), logins)?;
        if has_offers {
            fs::write(feed.join("offer_interactions.csv"), interactions)?;
            fs::write(feed.join("partner_transactions.csv"), transactions)?;
        }
        let what = if has_offers {
            "one more day of logins, offer interactions and transactions"
        } else {
            "one more day of logins"
        };
        Timed::of(what, || import(warehouse, &[feed], &ImportOptions::default(), &()))
    };
    Ok([load(1, false)?, load(2, true)?])
}

/// Times a load of members of whom one in a hundred has another tier.
pub fn moved_members(warehouse: &Warehouse, scratch: &Path) -> Outcome<Timed> {
    fs::create_dir_all(scratch)?;
    // Those of one tier get the next one, so that no segment is new.
    let file = scratch.join("members.csv");
    let tiers = "(select list(distinct tier_id order by tier_id) as all_tiers from bond.feed.members)";
    let lines = texts(
        warehouse,
        &format!(
            "select concat_ws(',', member_id, all_tiers[1 + list_position(all_tiers, tier_id) % len(all_tiers)], lob_id,
               array_to_string(audience_ids, '|'), eligible_on, '\"' || source || '\"')
             from bond.feed.members join bond.feed.member_keys using (member_key), {tiers}
             where hash(member_id, 5) % 100 = 0"
        ),
    )?;
    let head = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
    fs::write(&file, lines.into_iter().fold(head.to_owned(), |all, line| all + &line + "\n"))?;
    Timed::of("one in a hundred members in another tier", || import(warehouse, &[file], &ImportOptions::default(), &()))
}

/// Times a full derivation.
pub fn derived_again(warehouse: &Warehouse) -> Outcome<Timed> {
    let before = YESTERDAY - time::Duration::days(4000);
    Timed::of("everything derived again from the loaded rows, as after dropping old facts", || {
        expire(warehouse, before, None, None, &())
    })
}

/// The texts of a question's first column.
fn texts(warehouse: &Warehouse, sql: &str) -> Outcome<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let rows = runtime.block_on(warehouse.query(warehouse.data_version(), sql.to_owned(), Vec::new()))?;
    Ok(rows.columns.first().map(|column| column.texts().to_vec()).unwrap_or_default())
}
