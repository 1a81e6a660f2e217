//! What is held about a member as a file that people read: a zip of CSV files.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

use crate::http::csv::{START, cell};
use crate::loads::held::Held;
use crate::warehouse::held::{HeldMember, HeldTable};

/// What each file has.
const ABOUT: &str = "\
tables.csv: every table with rows about the member, with their number and their first and last day.
feed.*.csv: the rows that were loaded. derived.membership.csv: the groups by day of one who moved.
mentions.csv: texts that name the member. They may name others too: look at them before you hand them over.
not-searched.csv: files that may have the member: copies of loaded files, backups, and what was put aside.
Tables without a file are computed from those that have one, or are kept for an undo.
";

/// The zip.
pub fn archive(held: &Held) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, text: String| -> ZipResult<()> {
        zip.start_file(name, SimpleFileOptions::default())?;
        Ok(zip.write_all(text.as_bytes())?)
    };
    let erased = if held.erased { "It was erased: a keyed hash of its id is kept.\n" } else { "" };
    add("about.txt", format!("What is held about the member {}.\n{erased}\n{ABOUT}", held.id))?;
    let tables = held.members.iter().flat_map(|member| member.tables.iter().map(move |table| (member, table)));
    let line = |(member, table): (&HeldMember, &HeldTable)| {
        let day = |day: &Option<String>| day.clone().unwrap_or_default();
        vec![member.id.clone(), table.name.clone(), table.rows.to_string(), day(&table.first_day), day(&table.last_day)]
    };
    add("tables.csv", csv(&["member", "table", "rows", "first_day", "last_day"], tables.clone().map(line)))?;
    for (at, (member, table)) in tables.enumerate().filter(|(_, (_, table))| !table.columns.is_empty()) {
        // Of two ids, the second has files of its own.
        let end = if member.id == held.members[0].id { String::new() } else { format!("-{at}") };
        let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        add(&format!("{}{end}.csv", table.name), csv(&columns, table.values.iter().cloned()))?;
    }
    let mentions = held.mentions.iter().flat_map(|mention| {
        let counted = vec![mention.place.clone(), mention.rows.to_string(), String::new()];
        let said = mention.texts.iter().map(|text| vec![mention.place.clone(), String::new(), text.clone()]);
        std::iter::once(counted).chain(said)
    });
    add("mentions.csv", csv(&["place", "rows", "text"], mentions))?;
    add("not-searched.csv", csv(&["file"], held.not_searched.iter().map(|path| vec![path.clone()])))?;
    Ok(zip.finish()?.into_inner())
}

fn csv(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| cells.iter().map(|text| cell(text)).collect::<Vec<_>>().join(",") + "\r\n";
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    std::iter::once(head).chain(rows).fold(START.to_owned(), |text, row| text + &line(&row))
}
