//! Loading files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use bond::warehouse::load::{ImportOptions, import};

use crate::{Outcome, memory_peak, open};
use bond::machine::Process;

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
