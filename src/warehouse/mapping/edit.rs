//! Changes the text of a mapping at one place, and leaves everything else as it is written: comments, order and spaces.

mod program;
mod replace;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

use super::checked::{MappedFile, MappedTable, matches_name};
use super::rule::{Piece, Source};

pub use program::{Common, UnknownMembers, common, set_common, set_unknown};
pub use replace::{replace, replace_tables};

/// A `[[file.table]]` by its place in the text: both numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct Place {
    /// Which `[[file]]`.
    pub file: usize,
    /// Which of its tables.
    pub table: usize,
}

/// What fills a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    Nothing,
    /// A column of the file.
    Column(String),
    /// The same value in each row.
    Value(String),
    /// The same value in each row of the program, as `[program]` says.
    Common(String),
    /// Text and columns, as a template has them.
    Template(String),
}

/// Why a text cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("the text of the mapping cannot be read; correct it first")]
    Text,
    #[error("this part of the mapping is written in a form that only its text can change")]
    Form,
    #[error("the mapping no longer has this part; look at it again")]
    Gone,
}

impl Fill {
    /// What fills a column of a table by a mapping. `names` are the columns of the file.
    pub(in crate::warehouse) fn of(mapped: &MappedTable, index: usize, names: &[String]) -> Fill {
        let own = mapped.table.columns[index].name;
        match mapped.rules[index].as_ref().map(|rule| &rule.source) {
            None if names.iter().any(|name| name == own) => Fill::Column(own.to_owned()),
            None => {
                let common = mapped.common[index].as_ref().and_then(|rule| rule.source.constant());
                common.map_or(Fill::Nothing, |value| Fill::Common(value.to_owned()))
            }
            Some(Source::Column(name)) => Fill::Column(name.clone()),
            Some(Source::Constant(text)) => Fill::Value(text.clone()),
            Some(Source::Template(pieces)) => {
                let written = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Column(name) => format!("{{{name}}}"),
                });
                Fill::Template(written.collect())
            }
        }
    }
}

impl MappedFile {
    /// Whether it describes one file, and not all whose names match a pattern.
    pub(in crate::warehouse) fn is_of_one(&self) -> bool {
        matches!(&self.names[..], [name] if !name.contains('*'))
    }
}

/// Says what fills a column. Where a column of the file or a constant stands in the place of another, the keys that fit it
/// stay as they are.
///
/// # Errors
/// [`EditError`]
pub fn fill(text: &str, place: Place, column: &str, fill: &Fill) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let columns = columns_at(&mut document, place)?;
    match fill {
        // Without a line of its own, that of the program counts.
        Fill::Nothing | Fill::Common(_) => {
            columns.remove(column);
        }
        Fill::Column(name) => set(columns, column, "column", name, &["value", "template", "split", "part"]),
        Fill::Template(template) => set(columns, column, "template", template, &["column", "value", "split", "part"]),
        Fill::Value(constant) => {
            // Nothing else may be said of a constant.
            let keeps = |key: &str| matches!(key, "ids" | "list");
            let others: Vec<String> = keys(columns, column).into_iter().filter(|key| !keeps(key)).collect();
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            set(columns, column, "value", constant, &others);
        }
    }
    Ok(document.to_string())
}

/// Says what fills a column by a rule that is written in TOML.
///
/// # Errors
/// [`EditError`]
pub fn rule(text: &str, place: Place, column: &str, rule: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let columns = columns_at(&mut document, place)?;
    insert(columns, column, Item::Value(rule.parse().map_err(|_| EditError::Form)?));
    Ok(document.to_string())
}

fn keys(columns: &dyn TableLike, column: &str) -> Vec<String> {
    let rule = columns.get(column).and_then(Item::as_table_like);
    rule.map(|rule| rule.iter().map(|(key, _)| key.to_owned()).collect()).unwrap_or_default()
}

/// Writes one key of a column's rule, in the place of others.
fn set(columns: &mut dyn TableLike, column: &str, key: &str, text: &str, others: &[&str]) {
    if let Some(rule) = columns.get_mut(column).and_then(Item::as_table_like_mut) {
        others.iter().filter(|other| **other != key).for_each(|other| {
            rule.remove(other);
        });
        insert(rule, key, value(text));
        if rule.len() > 1 || key != "column" {
            return;
        }
    }
    put(columns, column, if key == "column" { text.into() } else { toml_edit::Value::from_iter([(key, text)]) });
}

/// Gives a key another value, and leaves what stands behind the old one, such as a comment.
fn put(to: &mut dyn TableLike, key: &str, mut new: toml_edit::Value) {
    if let Some(old) = to.get(key).and_then(Item::as_value) {
        *new.decor_mut() = old.decor().clone();
    }
    insert(to, key, Item::Value(new));
}

/// Adds a key, or gives it another value.
fn insert(to: &mut dyn TableLike, key: &str, item: Item) {
    if to.get(key).is_none()
        && let Some((_, Item::Value(last))) = to.iter_mut().last()
        && last.decor().suffix().and_then(|text| text.as_str()) == Some(" ")
    {
        // It stood before the closing brace.
        last.decor_mut().set_suffix("");
    }
    to.insert(key, item);
}

fn columns_at(document: &mut DocumentMut, place: Place) -> Result<&mut dyn TableLike, EditError> {
    let table = table_at(document, place)?;
    let columns = table.entry("columns").or_insert_with(|| Item::Table(Table::new()));
    columns.as_table_like_mut().ok_or(EditError::Form)
}

/// What a mapping says of files, or of sheets of them, as it is written.
///
/// # Errors
/// [`EditError`]
pub fn parts(text: &str, wanted: &[(String, Option<String>)]) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let files = files(&mut document)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("[[file]]")).collect();
    if starts.len() != files.len() {
        return Err(EditError::Form);
    }
    let mut parts = String::new();
    for (at, (file, start)) in files.iter().zip(&starts).enumerate() {
        let (names, sheet) = (names(file), file.get("sheet").and_then(Item::as_str));
        let is_it = |(name, of): &(String, Option<String>)| {
            of.as_deref() == sheet && names.iter().any(|pattern| matches_name(pattern, name))
        };
        if !wanted.iter().any(is_it) {
            continue;
        }
        let end = starts.get(at + 1).copied().unwrap_or(lines.len());
        let mut own = &lines[*start..end];
        // What follows the tables may be about the next file.
        while let [before @ .., last] = own
            && (last.trim().is_empty() || last.starts_with("# \""))
        {
            own = before;
        }
        parts += &format!("{}\n\n", own.concat().trim_end());
    }
    parts.truncate(parts.trim_end().len());
    parts.push('\n');
    Ok(parts)
}

/// The names, or patterns, of the files that a part is about.
fn names(file: &Table) -> Vec<&str> {
    let name = file.get("name");
    let one = name.and_then(Item::as_str).into_iter();
    let several = name.and_then(Item::as_array).into_iter().flatten().filter_map(toml_edit::Value::as_str);
    one.chain(several).collect()
}

/// Leaves out tables that are filled beside the first one of a file.
///
/// # Errors
/// [`EditError`]
pub fn without(text: &str, tables: &[&str]) -> Result<String, EditError> {
    let mut document = parse(text)?;
    for file in files(&mut document)?.iter_mut() {
        let Some(own) = file.get_mut("table").and_then(Item::as_array_of_tables_mut) else { continue };
        let mut is_first = true;
        own.retain(|table| {
            let name = table.get("name").and_then(Item::as_str).unwrap_or_default();
            std::mem::take(&mut is_first) || !tables.contains(&name)
        });
    }
    Ok(document.to_string())
}

/// Adds what another mapping describes. Files of it that were left out no longer are.
///
/// # Errors
/// [`EditError`]
pub fn append(text: &str, other: &str) -> Result<String, EditError> {
    let text = with_files(text, other)?;
    let start = text.trim_end();
    let joined = if start.is_empty() { other.to_owned() } else { format!("{start}\n\n{}", other.trim_start()) };
    parse(&joined)?;
    Ok(joined)
}

/// Without the `ignore` of files that another mapping describes.
fn with_files(text: &str, other: &str) -> Result<String, EditError> {
    let (mut document, mut other) = (parse(text)?, parse(other)?);
    let Ok(described) = files(&mut other) else { return Ok(text.to_owned()) };
    let described: Vec<&str> = described.iter().flat_map(names).collect();
    let Ok(files) = files(&mut document) else { return Ok(text.to_owned()) };
    let mut is_other = false;
    for file in files.iter_mut().filter(|file| file.get("ignore").and_then(Item::as_bool) == Some(true)) {
        let left: Array = names(file).into_iter().filter(|name| !described.contains(name)).collect();
        if left.len() < names(file).len() {
            is_other = true;
            file.insert("name", toml_edit::value(left));
        }
    }
    if !is_other {
        return Ok(text.to_owned());
    }
    files.retain(|file| !names(file).is_empty());
    if files.is_empty() {
        document.remove("file");
    }
    Ok(document.to_string())
}

/// Removes a table, and its file where it was the only one.
///
/// # Errors
/// [`EditError`]
pub fn remove(text: &str, place: Place) -> Result<String, EditError> {
    let mut document = parse(text)?;
    table_at(&mut document, place)?;
    let files = files(&mut document)?;
    let tables =
        files.get_mut(place.file).and_then(|file| file.get_mut("table")).and_then(Item::as_array_of_tables_mut);
    let tables = tables.ok_or(EditError::Form)?;
    tables.remove(place.table);
    if tables.is_empty() {
        files.remove(place.file);
    }
    if files.is_empty() {
        document.remove("file");
    }
    Ok(document.to_string())
}

/// Whether a text describes no file.
pub fn is_empty(text: &str) -> bool {
    parse(text).is_ok_and(|document| document.iter().all(|(key, _)| key == "program"))
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|_| EditError::Text)
}

fn files(document: &mut DocumentMut) -> Result<&mut ArrayOfTables, EditError> {
    let files = document.get_mut("file").ok_or(EditError::Gone)?;
    files.as_array_of_tables_mut().ok_or(EditError::Form)
}

fn table_at(document: &mut DocumentMut, place: Place) -> Result<&mut Table, EditError> {
    let file = files(document)?.get_mut(place.file).ok_or(EditError::Gone)?;
    let tables = file.get_mut("table").ok_or(EditError::Gone)?;
    tables.as_array_of_tables_mut().ok_or(EditError::Form)?.get_mut(place.table).ok_or(EditError::Gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const TEXT: &str = r#"# Ours.

[[file]]
name = "a.csv" # the members
separator = ";"

[[file.table]]
name = "members"
[file.table.columns]
member_id = "Id" # of the shop
tier_id = { column = "Tier", ids = true, case = "upper" }
# source = ""

[[file.table]]
name = "logins"
distinct = "same"

[[file]]
name = "b-*.csv"
[[file.table]]
name = "offers"
columns = { id = "Offer" }
"#;

    pub(super) fn at(file: usize, table: usize) -> Place {
        Place { file, table }
    }

    fn column(name: &str) -> Fill {
        Fill::Column(name.to_owned())
    }

    fn constant(text: &str) -> Fill {
        Fill::Value(text.to_owned())
    }

    /// What is different: the lines that went, and those that came.
    pub(super) fn changed(new: &str) -> (Vec<&str>, Vec<&str>) {
        let only = |of: &'static str, other: &str| -> Vec<&'static str> {
            of.lines().filter(|line| !other.lines().any(|known| known == *line)).collect()
        };
        let came = new.lines().filter(|line| !TEXT.lines().any(|known| known == *line)).collect();
        (only(TEXT, new), came)
    }

    #[test]
    fn one_line_changes_and_its_comment_stays() {
        let new = fill(TEXT, at(0, 0), "member_id", &column("Card \"No\"")).expect("changed");
        assert_eq!(
            changed(&new),
            (vec!["member_id = \"Id\" # of the shop"], vec!["member_id = 'Card \"No\"' # of the shop"])
        );
        let new = fill(TEXT, at(0, 0), "tier_id", &column("Level")).expect("changed");
        assert_eq!(changed(&new).1, ["tier_id = { column = \"Level\", ids = true, case = \"upper\" }"]);
        let new = fill(TEXT, at(0, 0), "source", &constant("Email")).expect("changed");
        assert_eq!(changed(&new), (vec![], vec!["source = { value = \"Email\" }"]));
        let new = fill(TEXT, at(1, 0), "name", &column("Title")).expect("changed");
        assert_eq!(changed(&new).1, ["columns = { id = \"Offer\", name = \"Title\" }"]);
    }

    #[test]
    fn a_constant_keeps_only_the_keys_that_may_be_said_of_it() {
        let new = fill(TEXT, at(0, 0), "tier_id", &constant("All")).expect("changed");
        assert_eq!(changed(&new).1, ["tier_id = { ids = true, value = \"All\" }"]);
        let back = fill(&new, at(0, 0), "tier_id", &column("Tier")).expect("changed");
        assert_eq!(changed(&back).1, ["tier_id = { ids = true, column = \"Tier\" }"]);
        let new = fill(TEXT, at(0, 0), "member_id", &constant("7")).expect("changed");
        let back = fill(&new, at(0, 0), "member_id", &column("Id")).expect("changed");
        assert_eq!(changed(&back), (vec![], vec![]));
    }

    #[test]
    fn a_column_that_nothing_fills_has_no_line() {
        let new = fill(TEXT, at(0, 0), "member_id", &Fill::Nothing).expect("changed");
        assert_eq!(changed(&new), (vec!["member_id = \"Id\" # of the shop"], vec![]));
        let new = rule(TEXT, at(0, 1), "logged_in_at", "{ column = \"When\", format = \"unix\" }").expect("changed");
        assert_eq!(changed(&new), (vec![], vec!["logged_in_at = { column = \"When\", format = \"unix\" }"]));
        assert_eq!(new.matches("[file.table.columns]").count(), 2);
    }

    #[test]
    fn tables_are_replaced_added_and_removed_where_they_are() {
        let other = "[[file]]\nname = \"x\"\n[[file.table]]\nname = \"polls\"\n[file.table.columns]\nid = \"Poll\"\n";
        let new = replace(TEXT, at(0, 0), other).expect("changed");
        let names = |text: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_prefix("name = ")).map(str::to_owned).collect()
        };
        assert_eq!(
            names(&new),
            ["\"a.csv\" # the members", "\"polls\"", "\"logins\"", "\"b-*.csv\"", "\"offers\""],
            "{new}"
        );
        let new = append(TEXT, other).expect("changed");
        assert!(new.starts_with(TEXT.trim_end()) && new.ends_with(other), "{new}");
        assert_eq!(append("", other).expect("changed"), other);
        let new = remove(TEXT, at(0, 0)).expect("changed");
        assert_eq!(names(&new), ["\"a.csv\" # the members", "\"logins\"", "\"b-*.csv\"", "\"offers\""]);
        let new = remove(TEXT, at(1, 0)).expect("changed");
        assert_eq!(names(&new), ["\"a.csv\" # the members", "\"members\"", "\"logins\""]);
    }

    #[test]
    fn a_file_that_was_left_out_is_described() {
        let left = "[[file]] # left out\nname = [\"b.csv\", \"c.csv\"]\nignore = true\n";
        let part = "[[file]]\nname = \"b.csv\"\n[[file.table]]\nname = \"polls\"\n";
        assert_eq!(
            append(left, part).expect("added"),
            format!("{}\n\n{part}", left.trim_end().replace("\"b.csv\", ", ""))
        );
        let alone = left.replace(", \"c.csv\"", "");
        assert_eq!(append(&alone, part).expect("added"), part);
        let other = part.replace("b.csv", "a.csv");
        assert_eq!(append(left, &other).expect("added"), format!("{left}\n{other}"));
    }

    #[test]
    fn parts_are_those_of_a_file_and_a_sheet() {
        let text = "# All.\n\n[[file]]\nname = [\"a.csv\", \"c.csv\"]\n[[file.table]]\nname = \"logins\"\n# Not used: \"x\"\n\n\
            # \"b.xlsx\": sure\n[[file]]\nname = \"b*.xlsx\"\nsheet = \"May\"\n[[file.table]]\nname = \"offers\"\n\
            [[file.table]]\nname = \"partners\"\n";
        let of = |name: &str, sheet: Option<&str>| parts(text, &[(name.to_owned(), sheet.map(str::to_owned))]);
        let first = of("c.csv", None).expect("a part");
        assert!(first.starts_with("[[file]]\nname = [") && first.ends_with("# Not used: \"x\"\n"), "{first}");
        let second = of("b2.xlsx", Some("May")).expect("a part");
        assert!(second.starts_with("[[file]]\nname = \"b*") && second.contains("offers"), "{second}");
        assert_eq!(of("b2.xlsx", Some("June")).expect("a part"), "\n");
        let alone = without(&second, &["offers", "partners"]).expect("changed");
        assert!(alone.contains("offers") && !alone.contains("partners"), "{alone}");
    }

    #[test]
    fn what_cannot_be_changed_is_said() {
        let lists = "file = [{ name = \"a.csv\", table = [{ name = \"members\" }] }]\n";
        assert_eq!(fill(lists, at(0, 0), "source", &constant("a")), Err(EditError::Form));
        assert_eq!(fill("[[file]\n", at(0, 0), "source", &constant("a")), Err(EditError::Text));
        assert_eq!(remove(TEXT, at(2, 0)), Err(EditError::Gone));
        assert_eq!(remove(TEXT, at(0, 2)), Err(EditError::Gone));
    }
}
