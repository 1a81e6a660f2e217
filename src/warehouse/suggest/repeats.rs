//! Rows of a proposal that share a key of their table, which a load would refuse: counts are added up, and of other rows the
//! first counts.

use std::path::PathBuf;

use super::plan::{FIRST, Plan};
use crate::warehouse::counted::counted;
use crate::warehouse::feed::{Table, Type};
use crate::warehouse::load::{ImportOptions, MappingFile};
use crate::warehouse::mapping::{Distinct, MappedFile, MappedTable, MemberKey, Memory, matches_name};
use crate::warehouse::path::file_name;
use crate::warehouse::read::{Faults, LeftOut, MappedReading, ReadError, Reading, read_file};

/// Counts are added up.
const SUM: &str = "sum";

/// Says of each table of a plan what becomes of rows with the same key. Returns whether anything is said that `mapping`, which
/// was made from it, does not say.
///
/// # Errors
/// The file that cannot be read, and why.
pub(super) fn settle(
    plan: &mut Plan,
    mapping: &MappingFile,
    files: &[PathBuf],
    options: &ImportOptions,
) -> Result<bool, (PathBuf, ReadError)> {
    let Ok(parsed) = mapping.parse() else { return Ok(false) };
    let mut tables: Vec<&'static Table> = Vec::new();
    for planned in plan.files.iter().flat_map(|file| &file.tables) {
        let is_open = planned.distinct.is_none() && !planned.table.key.is_empty() && planned.table.key != ["id"];
        if is_open && planned.table.name != "members" && !tables.iter().any(|known| known.name == planned.table.name) {
            tables.push(planned.table);
        }
    }
    let mut has_said = false;
    for table in tables {
        let (mut memory, mut repeated) = (Memory::default(), 0);
        for entry in parsed.files.iter().filter(|entry| entry.query.is_none()) {
            for mapped in entry.tables.iter().filter(|mapped| mapped.table.name == table.name) {
                for path in files.iter().filter(|path| is_of(entry, path)) {
                    let read = repeats(path, &parsed.name, entry, mapped, options, &mut memory);
                    repeated += read.map_err(|error| (path.clone(), error))?;
                }
            }
        }
        if repeated == 0 {
            continue;
        }
        has_said = true;
        let (word, texts) = match table.adds_up() {
            true => (
                SUM,
                [
                    "row shares its key with another, and is added to it",
                    "rows share their key with others, and are added up",
                ],
            ),
            false => (
                FIRST,
                [
                    "row shares its key with another: the first of them counts",
                    "rows share their key with others: the first of them counts",
                ],
            ),
        };
        let note = counted(repeated, texts);
        for planned in plan.files.iter_mut().flat_map(|file| &mut file.tables).filter(|of| of.table.name == table.name)
        {
            planned.distinct = Some(word);
            let columns = table.columns.iter().zip(&mut planned.columns);
            let is_told = |column: &str, kind: Type| match word {
                SUM => kind == Type::Count,
                _ => table.key.first() == Some(&column),
            };
            let told = columns.filter(|(column, _)| is_told(column.name, column.kind));
            for rule in told.filter_map(|(_, planned)| planned.rule.as_mut()).take(1) {
                rule.note = if rule.note.is_empty() { note.clone() } else { format!("{}; {note}", rule.note) };
            }
        }
    }
    Ok(has_said)
}

fn is_of(entry: &MappedFile, path: &std::path::Path) -> bool {
    entry.names.iter().any(|pattern| matches_name(pattern, &file_name(path)))
}

/// How many rows of a file have the key of a row before them.
fn repeats(
    path: &std::path::Path,
    mapping: &str,
    entry: &MappedFile,
    mapped: &MappedTable,
    options: &ImportOptions,
    memory: &mut Memory,
) -> Result<u64, ReadError> {
    let table = &MappedTable { distinct: Some(Distinct::First), ..mapped.clone() };
    let (zone, key) = (&options.zone, MemberKey([0; 32]));
    let reading = Reading {
        path,
        answer: None,
        table: mapped.table,
        mapped: Some(MappedReading { mapping, file: entry, table, zone, key: Some(&key), memory }),
        days: options.fact_days,
        decoder: &options.decoder,
    };
    // What is wrong with other rows is said elsewhere.
    let read = read_file(reading, &mut Faults::default(), &mut |_, _| Ok(()));
    Ok(LeftOut::repeated(&read?))
}
