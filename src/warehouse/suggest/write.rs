//! Writes the proposed mapping.

use std::fmt::Write as _;

use super::detect::{Contents, Detected, Kind};
use super::guess::Guess;
use crate::warehouse::feed::{Column, Refers, Type};
use crate::warehouse::mapping::Dialect;

/// What a value of the feed is called elsewhere.
const VALUES: &[(&str, &[&str])] = &[
    ("VIEW", &["view", "impression", "open", "seen"]),
    ("REDEEM_CLICK", &["click", "redeem"]),
    ("DELIVERED", &["deliver", "sent", "ok"]),
    ("BOUNCED", &["bounce", "fail", "undeliver"]),
    ("RETURNING", &["return", "existing"]),
    ("NEW", &["new", "first"]),
    ("SHARE", &["share"]),
    ("PRINT", &["print"]),
    ("TIER", &["tier"]),
    ("LOB", &["lob", "line"]),
    ("AUDIENCE", &["audience", "segment"]),
];

/// Values that a comment lists.
const LISTED: usize = 5;

/// `mapping.toml` for the files.
pub(super) fn mapping(guesses: &[(String, Guess, Detected)]) -> String {
    let mut text = String::from(
        "# Proposed by `bond import --suggest` from the headers and the first rows; check every line.\n\
         # docs/mapping.md explains the keys.\n",
    );
    for (name, guess, detected) in guesses {
        file(&mut text, name, guess, detected);
    }
    text
}

fn file(text: &mut String, name: &str, guess: &Guess, detected: &Detected) {
    let Dialect { encoding, separator, skip_lines, columns, header, sheet, .. } = &detected.dialect;
    let _ = writeln!(text, "\n[[file]]\nname = {}", quoted(name));
    for (key, value) in [("sheet", sheet), ("header", header)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
    }
    if detected.dialect.until_empty {
        text.push_str("until = \"empty line\"\n");
    }
    if let Some(encoding) = encoding {
        let _ = writeln!(text, "encoding = {}", quoted(&encoding.name().to_lowercase()));
    }
    if *separator != b',' {
        let _ = writeln!(text, "separator = {}", quoted(&char::from(*separator).to_string()));
    }
    if *skip_lines > 0 {
        let _ = writeln!(text, "skip_lines = {skip_lines}");
    }
    if let Some(columns) = columns {
        let names: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
        let _ =
            writeln!(text, "columns = [{}] # the file has no header: give the columns their names", names.join(", "));
    }
    let _ = writeln!(text, "\n[[file.table]]\nname = {}\n[file.table.columns]", quoted(guess.table.name));
    for (column, fill) in guess.table.columns.iter().zip(&guess.fills) {
        match fill.map(|index| &detected.columns[index]) {
            Some(contents) => {
                let (rule, note) = rule(column, contents);
                let note = if note.is_empty() { note } else { format!(" # {note}") };
                let _ = writeln!(text, "{} = {rule}{note}", column.name);
            }
            None if column.may_be_empty => {
                let _ = writeln!(text, "# {} = \"\" # may stay empty", column.name);
            }
            None => {
                let _ = writeln!(text, "# {} = \"\" # MISSING: {}", column.name, wanted(column));
            }
        }
    }
    let unused: Vec<String> = (detected.columns.iter().enumerate())
        .filter(|(index, _)| !guess.fills.contains(&Some(*index)))
        .map(|(_, contents)| quoted(&contents.name))
        .collect();
    if !unused.is_empty() {
        let _ = writeln!(text, "# Not used: {}", unused.join(", "));
    }
}

/// The rule of a column, and a comment on it.
pub(super) fn rule(column: &Column, contents: &Contents) -> (String, String) {
    let name = quoted(&contents.name);
    let short = |note: &str| (name.clone(), note.to_owned());
    match (column.kind, contents.kind) {
        (Type::MemberId, _) if contents.has_addresses => (
            format!("{{ column = {name}, case = \"lower\", hash = true }}"),
            "e-mail addresses do not come in".to_owned(),
        ),
        (Type::Date | Type::Month | Type::Time, Kind::Time(form, with_time)) => {
            let is_own = match column.kind {
                Type::Time => form == "%Y-%m-%d %H:%M:%S",
                _ => form == "%Y-%m-%d",
            };
            if is_own {
                return short("");
            }
            let swaps = form.starts_with("%d/%m") || form.starts_with("%m/%d");
            let note = match (column.kind, with_time, swaps) {
                (_, _, true) => "check which number is the month",
                (Type::Time, false, _) => "a date alone: counts as midnight",
                _ if form.contains("unix") => "",
                (Type::Time, true, _) => "add zone = \"...\" unless these are the program's local times",
                _ => "",
            };
            (format!("{{ column = {name}, format = {} }}", quoted(form)), note.to_owned())
        }
        (Type::Count | Type::Money | Type::Level, Kind::Number(decimal, thousands)) => {
            let mut keys = format!("column = {name}");
            if decimal != '.' {
                let _ = write!(keys, ", decimal = {}", quoted(&decimal.to_string()));
            }
            if let Some(thousands) = thousands {
                let _ = write!(keys, ", thousands = {}", quoted(&thousands.to_string()));
            }
            if column.kind == Type::Count {
                keys += ", round = true";
            }
            if keys.contains(", ") { (format!("{{ {keys} }}"), String::new()) } else { short("") }
        }
        (Type::OneOf(words), _) => translated(words, contents),
        (Type::Id, Kind::Text) if named(column) => (
            format!("{{ column = {name}, ids = true }}"),
            format!("names instead of numbers; fill {} from the same column, with distinct", target(column)),
        ),
        (Type::Groups, Kind::Text) => (
            format!("{{ column = {name}, list = \",\", ids = true }}"),
            "names instead of numbers; user_groups needs a row for each".to_owned(),
        ),
        _ => short(if contents.may_be_empty && !column.may_be_empty { "some rows have no value" } else { "" }),
    }
}

fn named(column: &Column) -> bool {
    matches!(column.refers, Some(Refers::Id(_) | Refers::Group(_))) || column.name == "id"
}

fn target(column: &Column) -> &'static str {
    match column.refers {
        Some(Refers::Id(table)) => table,
        Some(Refers::Group(_)) => "user_groups",
        _ => "the table",
    }
}

fn translated(words: &[&str], contents: &Contents) -> (String, String) {
    let name = quoted(&contents.name);
    if contents.values.iter().all(|value| words.contains(&value.as_str())) {
        return (name, String::new());
    }
    let (mut pairs, mut open) = (Vec::new(), Vec::new());
    for value in &contents.values {
        let lower = value.to_lowercase();
        let meant = VALUES
            .iter()
            .filter(|(word, _)| words.contains(word))
            .find(|(word, others)| lower == word.to_lowercase() || others.iter().any(|other| lower.contains(other)));
        match meant {
            Some((word, _)) => pairs.push(format!("{} = {}", quoted(value), quoted(word))),
            None => open.push(quoted(value)),
        }
    }
    let mut note = String::new();
    if !open.is_empty() {
        open.truncate(LISTED);
        note = format!("one of {}; add {}, or otherwise = \"drop\"", words.join(", "), open.join(", "));
    }
    (format!("{{ column = {name}, values = {{ {} }} }}", pairs.join(", ")), note)
}

fn wanted(column: &Column) -> String {
    let what = match column.kind {
        Type::MemberId => "the member's id".to_owned(),
        Type::OneOf(words) => words.join(" or "),
        Type::Id | Type::Groups => {
            format!("an id of {}; a name with ids = true, or a constant {{ value = \"1\" }}", target(column))
        }
        Type::Date | Type::Month => "a date".to_owned(),
        Type::Time => "a time".to_owned(),
        Type::Count | Type::Money | Type::Level | Type::Score => "a number, or a constant { value = \"0\" }".to_owned(),
        Type::Link => "a link, or a constant { value = \"https://...\" }".to_owned(),
        Type::Text(_) => "text, or a constant { value = \"...\" }".to_owned(),
    };
    if column.note.is_empty() { what } else { format!("{what}; {}", column.note.replace('\n', " ")) }
}

/// A text as TOML writes it.
/// A text in TOML, on one line: it may stand in a comment.
fn quoted(text: &str) -> String {
    let written = toml::Value::String(text.to_owned()).to_string();
    if !written.contains('\n') {
        return written;
    }
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
