//! `[program]` in the text of a mapping.

use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value};

use super::{EditError, parse, put};
use crate::warehouse::feed::{Refers, TABLES};

/// The key that is no column.
const UNKNOWN: &str = "unknown_members";

/// What a group is called of members that are added.
const NAME: &str = "Unknown";

/// What becomes of rows whose member is neither loaded nor part of the load.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS, schemars::JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum UnknownMembers {
    /// They are faults.
    #[default]
    Error,
    /// They are left out.
    Drop,
    /// Their members are added.
    Add,
}

/// What the rows of a program have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Common {
    /// Keys and values.
    pub values: Vec<(String, String)>,
    pub unknown: UnknownMembers,
}

/// What a text says; nothing for one that cannot be read.
pub fn common(text: &str) -> Common {
    let mut common = Common::default();
    let Ok(document) = parse(text) else { return common };
    let Some(program) = document.get("program").and_then(Item::as_table_like) else { return common };
    for (key, item) in program.iter() {
        match (key, item.as_str()) {
            (UNKNOWN, Some("drop")) => common.unknown = UnknownMembers::Drop,
            (UNKNOWN, Some(_)) => {}
            (UNKNOWN, None) => common.unknown = UnknownMembers::Add,
            (_, Some(value)) => common.values.push((key.to_owned(), value.to_owned())),
            (_, None) => {}
        }
    }
    common
}

/// Gives all rows a value. An empty one takes it away.
///
/// # Errors
/// [`EditError`]
pub fn set_common(text: &str, key: &str, value: &str) -> Result<String, EditError> {
    changed(text, |program| {
        if value.is_empty() {
            program.remove(key);
        } else {
            put(program, key, value.into());
        }
    })
}

/// Says what becomes of unknown members. Those that are added are in groups that are called unknown, unless all members are
/// in one.
///
/// # Errors
/// [`EditError`]
pub fn set_unknown(text: &str, unknown: UnknownMembers) -> Result<String, EditError> {
    if common(text).unknown == unknown {
        return Ok(text.to_owned());
    }
    changed(text, |program| {
        let written: Value = match unknown {
            UnknownMembers::Error => {
                program.remove(UNKNOWN);
                return;
            }
            UnknownMembers::Drop => "drop".into(),
            UnknownMembers::Add => {
                let mut columns = InlineTable::new();
                columns.insert("add", true.into());
                for key in groups().filter(|key| !program.contains_key(key)) {
                    columns.insert(&key, NAME.into());
                }
                columns.into()
            }
        };
        put(program, UNKNOWN, written);
    })
}

/// The keys of the groups that every member is in, such as `tier`.
fn groups() -> impl Iterator<Item = String> {
    let columns = TABLES.iter().filter(|table| table.name == "members").flat_map(|table| table.columns);
    columns.filter_map(|column| match column.refers {
        Some(Refers::Group(kind)) => Some(kind.to_lowercase()),
        _ => None,
    })
}

fn changed(text: &str, change: impl FnOnce(&mut dyn TableLike)) -> Result<String, EditError> {
    let mut document = parse(&with_program(text)?)?;
    change(document.get_mut("program").and_then(Item::as_table_like_mut).ok_or(EditError::Form)?);
    Ok(document.to_string())
}

/// The text with a `[program]`, above the first file.
fn with_program(text: &str) -> Result<String, EditError> {
    let document: DocumentMut = parse(text)?;
    if document.contains_key("program") {
        return Ok(text.to_owned());
    }
    if document.get("file").is_some_and(|files| !files.is_array_of_tables()) {
        return Err(EditError::Form);
    }
    let before = text.split_inclusive('\n').take_while(|line| !line.starts_with('['));
    let (above, below) = text.split_at(before.map(str::len).sum());
    let separator = if above.is_empty() || above.ends_with('\n') { "" } else { "\n" };
    Ok(format!("{above}{separator}[program]\n\n{below}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Ours.\n\n[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"members\"\n";

    #[test]
    fn a_value_of_all_rows_is_written_above_the_files_changed_and_taken_away() {
        let new = set_common(TEXT, "lob", "Retail").expect("changed");
        assert_eq!(new, TEXT.replace("[[file]]", "[program]\nlob = \"Retail\"\n\n[[file]]"));
        assert_eq!(common(&new).values, [("lob".to_owned(), "Retail".to_owned())]);
        let commented = new.replace("\"Retail\"", "\"Retail\" # so far");
        let other = set_common(&commented, "lob", "All").expect("changed");
        assert_eq!(other, commented.replace("Retail", "All"));
        assert_eq!(common(&set_common(&other, "lob", "").expect("changed")), Common::default());
        assert_eq!(common("[[file]\n"), Common::default());
    }

    #[test]
    fn unknown_members_are_added_to_groups_that_have_a_name() {
        let new = set_common(TEXT, "lob", "Retail").expect("changed");
        let added = set_unknown(&new, UnknownMembers::Add).expect("changed");
        let line = "unknown_members = { add = true, tier = \"Unknown\", audience = \"Unknown\" }";
        assert!(added.lines().any(|known| known == line), "{added}");
        assert_eq!(common(&added).unknown, UnknownMembers::Add);
        assert_eq!(set_unknown(&added, UnknownMembers::Add).expect("the same"), added);
        let dropped = set_unknown(&added, UnknownMembers::Drop).expect("changed");
        assert!(dropped.contains("unknown_members = \"drop\"\n"), "{dropped}");
        assert_eq!(set_unknown(&dropped, UnknownMembers::Error).expect("changed"), new);
    }
}
