//! What a load did, in lines for people.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use indicatif::HumanCount;

use crate::store::loads::Kind;
use crate::warehouse::counted::{counted, days, rows};
use crate::warehouse::load::{Erased, ImportReport, LeftOut, Replaced};

/// How many replaced days of a table are listed.
const LISTED_DAYS: usize = 31;

/// Files, reference tables and days. Only days that had rows before are listed one by one.
pub(super) fn text(kind: Kind, report: &ImportReport, seconds: f64) -> String {
    let mut text = String::new();
    if kind == Kind::Erase {
        return of_erasure(report);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    if report.already_loaded {
        let _ = writeln!(text, "Already loaded: these are the files of the last load. Nothing was changed.");
        return text;
    }
    for file in &report.files {
        let (name, taken) = (&file.file, rows(file.rows));
        let _ = match file.left_out {
            None => writeln!(text, "{name}: {taken}"),
            Some(left_out) => writeln!(text, "{name}: {taken} of {}, {} left out", file.table, HumanCount(left_out)),
        };
        for LeftOut { why, rows: count, lines } in &file.left_out_by {
            let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
            let first = if *count == 1 { "on line" } else { "first on lines" };
            let _ = writeln!(text, "  {}: {why}, {first} {}", rows(*count), lines.join(", "));
        }
    }
    for table in &report.references {
        let _ = writeln!(
            text,
            "{}: {} added, {} changed, {} unchanged",
            table.table, table.added, table.changed, table.same
        );
    }
    for moved in &report.moves {
        let _ = writeln!(text, "{moved}");
    }
    if let Some(members) = report.other_pasts {
        let texts = ["member has another past now", "members have another past now"];
        let _ = writeln!(text, "{}", counted(members, texts));
    }
    let mut rest = report.replaced.as_slice();
    while let Some(first) = rest.first() {
        let (days, others) = rest.split_at(rest.iter().take_while(|day| day.table == first.table).count());
        rest = others;
        let _ = writeln!(text, "{}", of_table(days));
        let mut replaced = days.iter().filter(|day| day.before > 0 && day.day.is_some());
        for day in replaced.by_ref().take(LISTED_DAYS) {
            let _ = writeln!(text, "  {day}");
        }
        let more = replaced.count();
        if more > 0 {
            let _ = writeln!(text, "  and {}", counted(more as u64, ["more day", "more days"]));
        }
    }
    for line in &report.headlines {
        let _ = writeln!(text, "{}: {} before, {} after", line.what, line.before, line.after);
    }
    let rate = report.rows as f64 / seconds.max(0.001);
    let rows = rows(report.rows);
    let _ = match kind {
        Kind::Import => writeln!(text, "Loaded {rows} in {seconds:.1} s ({} a second).", HumanCount(rate as u64)),
        Kind::Check => writeln!(text, "Checked {rows} in {seconds:.1} s. Nothing was changed."),
        Kind::Demo => writeln!(text, "Made a demo of {rows} in {seconds:.1} s."),
        Kind::Undo => writeln!(text, "The last load was undone; the data are as before it."),
        Kind::Expire => writeln!(text, "Dropped {rows} of facts in {seconds:.1} s."),
        // Has returned above.
        Kind::Erase => Ok(()),
    };
    text
}

/// What was erased first, then what is left to do.
fn of_erasure(report: &ImportReport) -> String {
    let Erased { removed, anonymous } = report.erased.unwrap_or_default();
    let members = |count| counted(count, ["member", "members"]);
    let mut text = match (removed, anonymous) {
        (0, 0) => "None of these members is loaded.\n".to_owned(),
        (removed, 0) => format!("Erased {} with {}.\n", members(removed), rows(report.rows)),
        (0, anonymous) => format!("Erased the ids of {}, whose rows stay.\n", members(anonymous)),
        (removed, anonymous) => format!(
            "Erased {} with {}, and the ids of {}, whose rows stay.\n",
            members(removed),
            rows(report.rows),
            members(anonymous)
        ),
    };
    for line in &report.warnings {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn of_table(replaced: &[Replaced]) -> String {
    let sum = |rows: fn(&Replaced) -> u64| replaced.iter().map(rows).sum();
    let (before, after) = (rows(sum(|day| day.before)), HumanCount(sum(|day| day.after)));
    let table = replaced.first().map_or("", |day| day.table);
    let dates = replaced.iter().filter_map(|day| day.day);
    match (dates.clone().min(), dates.clone().max()) {
        (Some(first), Some(last)) => {
            let count = days(dates.collect::<BTreeSet<_>>().len() as u64);
            format!("{table}: {count}, {first} to {last}; {before} before, {after} after")
        }
        _ => format!("{table}: replaced; {before} before, {after} after"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::load::Headline;
    use time::macros::date;

    #[test]
    fn new_days_are_summed_up_and_replaced_ones_listed() {
        let day = |table, day, before| Replaced { table, source: String::new(), day: Some(day), before, after: 10 };
        let mut report = ImportReport {
            rows: 30,
            replaced: vec![
                day("logins", date!(2026 - 03 - 01), 0),
                day("logins", date!(2026 - 03 - 02), 8),
                Replaced { table: "email_schedule", source: String::new(), day: None, before: 2, after: 10 },
            ],
            ..ImportReport::default()
        };
        let days = "logins: 2 days, 2026-03-01 to 2026-03-02; 8 rows before, 20 after\n  \
             logins 2026-03-02: 8 rows before, 10 after\n\
             email_schedule: replaced; 2 rows before, 10 after\n";
        let loaded = format!("{days}Loaded 30 rows in 2.0 s (15 a second).\n");
        assert_eq!(text(Kind::Import, &report, 2.0), loaded);
        let one = ImportReport { rows: 1, replaced: report.replaced[..1].to_vec(), ..ImportReport::default() };
        assert!(text(Kind::Import, &one, 1.0).starts_with("logins: 1 day, 2026-03-01 to 2026-03-01; 0 rows before"));
        assert!(text(Kind::Check, &one, 1.0).ends_with("Checked 1 row in 1.0 s. Nothing was changed.\n"));
        report.headlines = vec![Headline { what: "Members", before: "2".into(), after: "3".into() }];
        let checked = format!("{days}Members: 2 before, 3 after\nChecked 30 rows in 2.0 s. Nothing was changed.\n");
        assert_eq!(text(Kind::Check, &report, 2.0), checked);
    }
}
