//! Writes the proposed mapping.

use std::fmt::Write as _;

use super::Sure;
use super::decide::{Choice, Decision};
use super::plan::{Plan, Planned, PlannedFile, PlannedTable};
use super::relate::target;
use super::rules::quoted;
use super::source::Source;
use crate::warehouse::feed::{Column, Type};
use crate::warehouse::mapping::Dialect;

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
        text.push_str("\n[program] # of every row, because no file has it: likely\n");
        for (key, value) in &plan.program {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
    }
    // What a recipe says of members and offers counts before what other files name.
    for (source, decision) in sources.iter().zip(decisions) {
        if let Decision::Known(known) = decision {
            let name = quoted(&source.name());
            let _ = write!(text, "\n# {name}: sure, its header is that of the recipe {}\n{}", known.recipe, known.text);
        }
    }
    for file in &plan.files {
        if let Decision::Fills(choice) = &decisions[file.source] {
            section(&mut text, &sources[file.source], choice, file);
        }
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
    for planned in &file.tables {
        table(text, planned);
    }
    let unused: Vec<String> = unused(source, file).iter().map(|name| quoted(name)).collect();
    if !unused.is_empty() {
        let _ = writeln!(text, "# Not used: {}", unused.join(", "));
    }
}

/// How a file is written, as keys of `[[file]]` where that is not the default.
pub(super) fn form_of(dialect: &Dialect) -> Vec<(&'static str, String)> {
    let Dialect { encoding, separator, skip_lines, columns, header, until_empty, fill_short, sheet, quote: _ } =
        dialect;
    let names = columns.as_ref().map(|columns| columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "));
    let keys = [
        ("sheet", sheet.as_ref().map(|sheet| quoted(sheet))),
        ("header", header.as_ref().map(|name| quoted(name))),
        ("until", until_empty.then(|| quoted("empty line"))),
        ("short_rows", fill_short.then(|| quoted("fill"))),
        ("encoding", encoding.map(|encoding| quoted(&encoding.name().to_lowercase()))),
        ("separator", (*separator != b',').then(|| quoted(&char::from(*separator).to_string()))),
        ("skip_lines", (*skip_lines > 0).then(|| skip_lines.to_string())),
        ("columns", names.map(|names| format!("[{names}] # the file has no header: give the columns their names"))),
    ];
    keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

/// How the file is written.
fn form(text: &mut String, source: &Source, file: &PlannedFile) {
    let _ = writeln!(text, "name = {}", quoted(&source.file));
    for (key, value) in form_of(&source.detected.dialect) {
        let _ = writeln!(text, "{key} = {value}");
    }
    let used = file.tables.iter().flat_map(|table| &table.columns).filter_map(|planned| planned.from);
    let empty: std::collections::BTreeSet<&str> =
        used.flat_map(|index| &source.detected.columns[index].placeholders).map(String::as_str).collect();
    if !empty.is_empty() {
        let empty: Vec<String> = empty.into_iter().map(quoted).collect();
        let _ = writeln!(text, "empty = [{}]", empty.join(", "));
    }
}

fn table(text: &mut String, planned: &PlannedTable) {
    let _ = writeln!(text, "\n[[file.table]]\nname = {}", quoted(planned.table.name));
    if planned.distinct {
        text.push_str("distinct = \"first\"\n");
    }
    if !planned.where_not.is_empty() {
        let columns: Vec<String> =
            planned.where_not.iter().map(|column| format!("{} = \"\"", quoted(column))).collect();
        let _ = writeln!(text, "where_not = {{ {} }}", columns.join(", "));
    }
    text.push_str("[file.table.columns]\n");
    for (column, filled) in planned.table.columns.iter().zip(&planned.columns) {
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
        (None, Some(_)) if filled.is_common => {
            let _ = writeln!(text, "# {} is that of [program]", column.name);
            return;
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
        Type::Count | Type::Money | Type::Level | Type::Score => "a number, or a constant { value = \"0\" }".to_owned(),
        Type::Link => "a link, or a constant { value = \"https://...\" }".to_owned(),
        Type::Text(_) => "text, or a constant { value = \"...\" }".to_owned(),
    };
    if column.note.is_empty() { what } else { format!("{what}; {}", column.note.replace('\n', " ")) }
}
