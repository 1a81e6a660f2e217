//! Writes the proposed mapping.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::asked::Sure;
use super::decide::{Choice, Decision};
use super::form::form_of;
use super::plan::{Plan, Planned, PlannedFile, PlannedTable};
use super::relate::target;
use super::rules::{UNKNOWN_MEMBERS, quoted};
use super::source::Source;
use crate::warehouse::feed::{Column, Type};

/// `mapping.toml` for the files.
pub(super) fn mapping(sources: &[Source], decisions: &[Decision], plan: &Plan) -> String {
    let mut text = String::from(
        "# Proposed by `bond import --suggest` from the names and values of the files; check every line.\n\
         # \"sure\", \"likely\" and \"guess\" say how much speaks for it. docs/mapping.md explains the keys.\n",
    );
    for (source, decision) in sources.iter().zip(decisions) {
        if let Decision::Ignored { reason, others } = decision {
            let _ = write!(text, "# Left out: {}: {reason}", quoted(&source.name()));
            if !others.is_empty() {
                let _ = write!(text, " (it may be {})", others.join(", "));
            }
            text.push('\n');
        }
    }
    if !plan.program.is_empty() {
        text.push_str("\n[program] # what no file says of the members\n");
        for (key, value) in &plan.program {
            let value = if key == UNKNOWN_MEMBERS { value.clone() } else { quoted(value) };
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    // What a recipe says of members and offers counts before what other files name.
    for (source, decision) in sources.iter().zip(decisions) {
        if let Decision::Known(known) = decision {
            let name = quoted(&source.name());
            let _ = write!(text, "\n# {name}: sure, {}\n{}", known.reason(), known.text);
        }
    }
    for file in &plan.files {
        if let Decision::Fills(choice) = &decisions[file.source] {
            section(&mut text, &sources[file.source], choice, file);
        }
    }
    // A folder may have no file that its mapping does not know.
    let is_left_out = |decision: &Decision| matches!(decision, Decision::Ignored { .. });
    let left_out =
        sources.iter().zip(decisions).filter(|(source, decision)| source.sheet().is_none() && is_left_out(decision));
    let left_out: Vec<String> = left_out.map(|(source, _)| quoted(&source.file)).collect();
    if !left_out.is_empty() {
        let _ = writeln!(text, "\n[[file]] # left out\nname = [{}]\nignore = true", left_out.join(", "));
    }
    text
}

fn section(text: &mut String, source: &Source, choice: &Choice, file: &PlannedFile) {
    let sure = word(choice.sure);
    let others = match choice.others.as_slice() {
        [] => String::new(),
        others => format!("; it may be {}", others.join(", ")),
    };
    let _ = writeln!(text, "\n[[file]] # {}, {sure}: {}{others}", choice.guess.table.name, one_line(&choice.reason));
    form(text, source, file);
    for planned in file.tables.iter().filter(|planned| !planned.of_query) {
        table(text, planned, "file");
    }
    if let Some(sql) = &file.query {
        let name: String = source.name().replace('/', " ").chars().take(LONGEST).collect();
        let _ = writeln!(text, "\n[[query]]\nname = {}\nsql = \"\"\"\n{}\n\"\"\"", quoted(&name), in_lines(sql));
        for planned in file.tables.iter().filter(|planned| planned.of_query) {
            table(text, planned, "query");
        }
    }
    let unused = if choice.is_united { Vec::new() } else { unused(source, file) };
    let unused: Vec<String> = unused.iter().map(|name| quoted(name)).collect();
    if !unused.is_empty() {
        let _ = writeln!(text, "# Not used: {}", unused.join(", "));
    }
}

/// How the file is written.
fn form(text: &mut String, source: &Source, file: &PlannedFile) {
    let _ = writeln!(text, "name = {}", quoted(&source.file));
    for (key, value) in form_of(&source.detected.dialect) {
        let _ = writeln!(text, "{key} = {value}");
    }
    let used = file.tables.iter().flat_map(|table| &table.columns).filter_map(|planned| planned.from);
    let empty: BTreeSet<&str> =
        used.flat_map(|index| &source.detected.columns[index].placeholders).map(String::as_str).collect();
    if !empty.is_empty() {
        let empty: Vec<String> = empty.into_iter().map(quoted).collect();
        let _ = writeln!(text, "empty = [{}]", empty.join(", "));
    }
}

/// The most characters of the name of a query.
const LONGEST: usize = 100;

/// SQL between the quotation marks of a text of several lines.
fn in_lines(sql: &str) -> String {
    sql.replace('\\', "\\\\").replace("\"\"", "\"\\\"")
}

/// A table that a `file` or a `query` fills.
fn table(text: &mut String, planned: &PlannedTable, of: &str) {
    let _ = writeln!(text, "\n[[{of}.table]]\nname = {}", quoted(planned.table.name));
    if let Some(word) = planned.distinct {
        let _ = writeln!(text, "distinct = {}", quoted(word));
    }
    for (key, conditions) in [("where", &planned.only), ("where_not", &planned.where_not)] {
        let of_column = |(column, values): (&String, &BTreeSet<String>)| {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            match values.as_slice() {
                [value] => format!("{} = {value}", quoted(column)),
                values => format!("{} = [{}]", quoted(column), values.join(", ")),
            }
        };
        if !conditions.is_empty() {
            let columns: Vec<String> = conditions.iter().map(of_column).collect();
            let _ = writeln!(text, "{key} = {{ {} }}", columns.join(", "));
        }
    }
    let _ = writeln!(text, "[{of}.table.columns]");
    for (column, filled) in planned.table.columns.iter().zip(&planned.columns).filter(|(_, filled)| !filled.is_common) {
        line(text, column, filled);
    }
}

fn line(text: &mut String, column: &Column, filled: &Planned) {
    let mut notes: Vec<&str> = filled.sure.filter(|sure| *sure != Sure::Sure).map(word).into_iter().collect();
    let toml = match (&filled.rule, &filled.value) {
        (Some(rule), _) => {
            notes.extend(filled.value.as_ref().map(|_| "no column has it"));
            notes.extend(Some(rule.note.as_str()).filter(|note| !note.is_empty()));
            rule.toml.clone()
        }
        (None, Some(value)) => {
            notes.push("no column has it");
            format!("{{ value = {} }}", quoted(value))
        }
        (None, None) if column.may_be_empty => {
            let _ = writeln!(text, "# {} = \"\" # may stay empty", column.name);
            return;
        }
        (None, None) => {
            let _ = writeln!(text, "# {} = \"\" # MISSING: {}", column.name, wanted(column));
            return;
        }
    };
    let _ = match notes.as_slice() {
        [] => writeln!(text, "{} = {toml}", column.name),
        notes => writeln!(text, "{} = {toml} # {}", column.name, one_line(&notes.join(": "))),
    };
}

/// The columns of the file that fill nothing.
pub(super) fn unused(source: &Source, file: &PlannedFile) -> Vec<String> {
    let filled = file.tables.iter().flat_map(|table| &table.columns).filter_map(|planned| planned.from);
    let used: Vec<String> = filled.flat_map(|index| source.detected.columns[index].columns()).collect();
    let names = source.detected.columns.iter().filter(|contents| contents.template.is_none());
    names.map(|contents| contents.name.clone()).filter(|name| !used.contains(name)).collect()
}

fn word(sure: Sure) -> &'static str {
    match sure {
        Sure::Sure => "sure",
        Sure::Likely => "likely",
        Sure::Guess => "guess",
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn wanted(column: &Column) -> String {
    let of = target(column).unwrap_or("the table");
    let what = match column.kind {
        Type::MemberId => "the member's id".to_owned(),
        Type::OneOf(words) => words.join(" or "),
        Type::Id | Type::Groups => {
            format!("an id of {of}; a name with ids = true, or a constant {{ value = \"1\" }}")
        }
        Type::Date | Type::Month => "a date".to_owned(),
        Type::Time => "a time".to_owned(),
        Type::Count | Type::Money | Type::Level | Type::Score | Type::Position => {
            "a number, or a constant { value = \"0\" }".to_owned()
        }
        Type::Link => "a link, or a constant { value = \"https://...\" }".to_owned(),
        Type::Text(_) => "text, or a constant { value = \"...\" }".to_owned(),
    };
    if column.note.is_empty() { what } else { format!("{what}; {}", column.note.replace('\n', " ")) }
}
