//! The rule that fills a column of the feed from one of a file, as TOML.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::profile::{Contents, Kind, SHOWN};
use super::values::{meaning, score};
use crate::warehouse::counted::counted;
use crate::warehouse::feed::{Column, Refers, Type};

/// A rule, and what to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The value of the key in `columns`.
    pub(super) toml: String,
    /// Empty if there is nothing to look at.
    pub(super) note: String,
}

impl Rule {
    /// The id that a name gets which all rows have.
    pub(super) fn ids_of_value(name: &str) -> Rule {
        Rule { toml: format!("{{ value = {}, ids = true }}", quoted(name)), note: String::new() }
    }
}

/// The key of `[program]` for members that facts name and no file has. Its value is TOML, that of any other key is text.
pub(super) const UNKNOWN_MEMBERS: &str = "unknown_members";

/// Values that a comment lists.
const LISTED: usize = 5;

pub(super) fn rule(column: &Column, contents: &Contents, default: Option<String>) -> Rule {
    let mut keys = Keys::of(contents);
    let mut notes: Vec<String> = Vec::new();
    if let Some(default) = default {
        keys.add("default", &quoted(&default));
        notes.push("some rows have no value".to_owned());
    }
    match (column.kind, contents.kind) {
        (Type::MemberId, _) if contents.addresses > 0.0 => {
            keys.add("case", "\"lower\"");
            keys.add("hash", "true");
            notes.push("email addresses do not come in".to_owned());
        }
        (Type::Date | Type::Month | Type::Time, Kind::Time(form, with_time)) => {
            let is_own = form == if column.kind == Type::Time { "%Y-%m-%d %H:%M:%S" } else { "%Y-%m-%d" };
            if !is_own {
                keys.add("format", &quoted(form));
                notes.extend(of_time(column.kind, form, with_time, contents));
            }
        }
        (Type::Time, Kind::Whole) => {
            keys.add("hours_after", "\"2000-01-03\"");
            notes.push("a number: the day that its hours count from is a guess, say which".to_owned());
        }
        (Type::Count, Kind::Duration(form)) => keys.add("format", &quoted(form)),
        (Type::Count | Type::Money | Type::Level, Kind::Number(decimal, thousands)) => {
            no_returns(&mut keys, column, contents);
            if decimal != '.' {
                keys.add("decimal", &quoted(&decimal.to_string()));
            }
            if let Some(thousands) = thousands {
                keys.add("thousands", &quoted(&thousands.to_string()));
            }
            if !contents.remove.is_empty() {
                let remove: Vec<String> = contents.remove.iter().map(|sign| quoted(sign)).collect();
                keys.add("remove", &format!("[{}]", remove.join(", ")));
            }
            if column.kind == Type::Count || contents.has_many_decimals {
                keys.add("round", "true");
            }
            in_cents(&mut keys, &mut notes, column, contents);
            notes.extend(of_number(column, contents));
        }
        (Type::Count | Type::Money, _) => {
            in_cents(&mut keys, &mut notes, column, contents);
            notes.extend(of_number(column, contents));
        }
        (Type::OneOf(words), _) => translate(&mut keys, &mut notes, words, contents),
        (Type::Score, Kind::Text) => {
            let pair = |value: &String| Some(format!("{} = \"{}\"", quoted(value), score(value)?));
            let pairs: Vec<String> = contents.values.iter().filter_map(pair).collect();
            keys.add("values", &format!("{{ {} }}", pairs.join(", ")));
        }
        (Type::Id, Kind::Text) if column.name == "option_index" => {
            let pair = |(at, value): (usize, &String)| format!("{} = \"{}\"", quoted(value), at + 1);
            let pairs: Vec<String> = contents.values.iter().enumerate().map(pair).collect();
            keys.add("values", &format!("{{ {} }}", pairs.join(", ")));
        }
        (Type::Id, _) if contents.needs_ids() && has_names(column) => {
            keys.add("ids", "true");
        }
        (Type::Groups, _) if contents.needs_ids() => {
            keys.add("list", &quoted(&contents.list_separator().to_string()));
            keys.add("ids", "true");
        }
        (Type::Text(most), _) if contents.longest > most => {
            keys.add("cut", &most.to_string());
        }
        _ => {}
    }
    if contents.misfits > 0 {
        notes.push(counted(contents.misfits, ["value is something else", "values are something else"]));
    }
    Rule { toml: keys.toml(), note: notes.join("; ") }
}

/// The keys of a rule.
struct Keys {
    from: String,
    is_template: bool,
    others: String,
}

impl Keys {
    fn of(contents: &Contents) -> Keys {
        let from = contents.template.as_ref().unwrap_or(&contents.name);
        Keys { from: quoted(from), is_template: contents.template.is_some(), others: String::new() }
    }

    fn add(&mut self, key: &str, value: &str) {
        let _ = write!(self.others, ", {key} = {value}");
    }

    fn toml(&self) -> String {
        match (self.is_template, self.others.is_empty()) {
            (false, true) => self.from.clone(),
            (is_template, _) => {
                format!("{{ {} = {}{} }}", if is_template { "template" } else { "column" }, self.from, self.others)
            }
        }
    }
}

fn of_time(kind: Type, form: &str, with_time: bool, contents: &Contents) -> Option<String> {
    let swaps = (form.starts_with("%d/%m")
        || form.starts_with("%m/%d")
        || form.starts_with("%d-%m-")
        || form.starts_with("%m-%d-"))
        && contents.is_either_month;
    let zoned = form.contains("unix") || form.contains("%z") || form.ends_with("UTC") || form == "iso8601";
    match () {
        () if swaps => Some("check which number is the month".to_owned()),
        () if form.ends_with("UTC") => Some("add zone = \"UTC\"".to_owned()),
        () if kind == Type::Time && !with_time => Some("a date alone: counts as midnight".to_owned()),
        () if kind == Type::Time && !zoned => {
            Some("add zone = \"...\" unless these are the program's local times".to_owned())
        }
        () => None,
    }
}

fn of_number(column: &Column, contents: &Contents) -> Option<String> {
    let negative = contents.range.is_some_and(|(low, _)| low < 0.0);
    let spoken = &contents.spoken;
    match column.name {
        "redemptions" if negative => Some("some are negative; a return has 0 here and negative sales".to_owned()),
        "sales" if spoken.has("PRICE") && !spoken.has("AMOUNT") && !spoken.has("LINE") => {
            Some("a price of one; sales are what all of the row cost".to_owned())
        }
        _ => None,
    }
}

/// Whole numbers in a column of cents.
fn in_cents(keys: &mut Keys, notes: &mut Vec<String>, column: &Column, contents: &Contents) {
    if column.kind == Type::Money && contents.is_in_cents && contents.is_integral {
        keys.add("cents", "true");
        notes.push("the amounts are in cents".to_owned());
    }
}

/// A return has no redemptions.
fn no_returns(keys: &mut Keys, column: &Column, contents: &Contents) {
    let negative: Vec<&String> = contents.values.iter().filter(|value| value.starts_with('-')).collect();
    // Not all values are known where there are many.
    if column.name == "redemptions" && !negative.is_empty() && contents.distinct < SHOWN as u64 {
        let pairs: Vec<String> = negative.iter().map(|value| format!("{} = \"0\"", quoted(value))).collect();
        keys.add("values", &format!("{{ {} }}", pairs.join(", ")));
        keys.add("otherwise", "\"keep\"");
    }
}

/// Whether names may stand for the ids of a column.
fn has_names(column: &Column) -> bool {
    matches!(column.refers, Some(Refers::Id(_) | Refers::Group(_))) || column.name == "id"
}

fn translate(keys: &mut Keys, notes: &mut Vec<String>, words: &[&'static str], contents: &Contents) {
    if contents.values.iter().all(|value| words.contains(&value.as_str())) {
        return;
    }
    let (mut pairs, mut open) = (Vec::new(), Vec::new());
    for value in &contents.values {
        match meaning(words, value) {
            Some(word) => pairs.push(format!("{} = {}", quoted(value), quoted(word))),
            None => open.push(quoted(value)),
        }
    }
    keys.add("values", &format!("{{ {} }}", pairs.join(", ")));
    if !open.is_empty() {
        open.truncate(LISTED);
        let open = open.join(", ");
        match others(words, contents) {
            Some(word) => {
                keys.add("otherwise", &format!("{{ value = {} }}", quoted(word)));
                notes.push(format!("counts as {word}: {open}"));
            }
            None => {
                if !pairs.is_empty() {
                    keys.add("otherwise", "\"drop\"");
                }
                notes.push(format!("one of {}; left out: {open}", words.join(", ")));
            }
        }
    }
}

/// What a message is whose state is no known word: delivered, where others bounced and none has a word for it.
pub(super) fn others(words: &[&'static str], contents: &Contents) -> Option<&'static str> {
    let found: BTreeSet<&str> = contents.values.iter().filter_map(|value| meaning(words, value)).collect();
    (found == BTreeSet::from(["BOUNCED"])).then_some("DELIVERED")
}

/// A text in TOML, on one line: it may stand in a comment.
pub(super) fn quoted(text: &str) -> String {
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
