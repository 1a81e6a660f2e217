//! What somebody pastes to have it checked: a receipt, rows of a table, or sentences that quote figures and the number of
//! their receipt. Everything here is a pure function of texts.

mod numbers;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::tables::DIGITS;
use crate::i18n::language::Language;
use crate::render::flat::{ENDS, Flat, FlatRow};

use self::numbers::{Figure, Reading, figures_in, is_text, readings};

/// The columns with the days of a row, as spreadsheets and as agents have them.
const DAYS: [&str; 4] = [ENDS[0], ENDS[1], "from", "to"];

/// What a pasted text is.
#[derive(Clone, Debug, PartialEq)]
pub enum Pasted {
    /// A signed receipt as JSON.
    Receipt(String),
    /// What is quoted with the numbers of receipts; nothing where the text has no number.
    Quotes(Vec<Quote>),
}

/// What is quoted with the number of a receipt: a row, or sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    /// As it is kept.
    pub number: String,
    pub cells: Vec<QuotedCell>,
    /// The text around the figures, in small letters, where they are no row.
    pub sentences: Option<String>,
}

impl Quote {
    /// About how many figures it has: what to compare them takes grows with that.
    pub fn size(&self) -> usize {
        let digits = |text: &String| {
            text.split_whitespace().filter(|word| word.contains(|of: char| of.is_ascii_digit())).count()
        };
        self.cells.len() + self.sentences.as_ref().map_or(0, digits)
    }
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct QuotedCell {
    /// The name of its column, where it is known.
    pub column: Option<String>,
    pub text: String,
}

/// How what is quoted differs from what was answered, and that from now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub figures: Vec<Compared>,
    /// What is quoted and is not in the row, or in no row.
    pub strange: Vec<String>,
}

/// A figure that is quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The texts of its row.
    pub row: String,
    pub column: String,
    /// As it was pasted.
    pub quoted: String,
    /// What was answered; empty where there was no figure.
    pub then: String,
    /// What it is now; None where its row is no longer there.
    pub now: Option<String>,
    pub is_same: bool,
}

impl Comparison {
    /// Whether something else is quoted than was answered.
    pub fn is_altered(&self) -> bool {
        !self.strange.is_empty() || self.figures.iter().any(|figure| !figure.is_same)
    }

    /// Whether a figure is another one now.
    pub fn is_outdated(&self) -> bool {
        self.figures.iter().any(|figure| figure.now.as_ref() != Some(&figure.then))
    }
}

/// The number that a word is, as it is kept: R-3f9a1c22d07b88e1, or 3F9A-1C07-BE42, as agents were told before.
fn number(word: &str) -> Option<String> {
    let are = |parts: &[&str], digits: usize| {
        parts.iter().all(|part| part.len() == digits && part.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    match word.trim().split('-').collect::<Vec<_>>()[..] {
        [prefix, digits] if prefix.eq_ignore_ascii_case("R") && are(&[digits], DIGITS) => {
            Some(format!("R-{}", digits.to_lowercase()))
        }
        [one, two, three] if are(&[one, two, three], 4) => Some(word.trim().to_uppercase()),
        _ => None,
    }
}

/// The first number in a text, with what stands before and behind it.
fn around_number(text: &str) -> Option<(&str, String, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    let mut from = 0;
    while let Some(start) = text[from..].find(is_part).map(|at| from + at) {
        let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |at| start + at);
        if let Some(number) = number(&text[start..end]) {
            return Some((&text[..start], number, &text[end..]));
        }
        from = end;
    }
    None
}

/// Whether a text has the number of an answer.
pub fn has_number(text: &str) -> bool {
    around_number(text).is_some()
}

/// Reads a pasted text.
pub fn pasted(text: &str) -> Pasted {
    let within = text.find(['{', '[']).zip(text.rfind(['}', ']'])).and_then(|(start, end)| text.get(start..=end));
    if let Some((json, value)) = within.and_then(|json| Some((json, serde_json::from_str::<Value>(json).ok()?))) {
        if value.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("bond-receipt")) {
            return Pasted::Receipt(json.to_owned());
        }
        let mut quotes = Vec::new();
        objects(&value, &mut quotes);
        if !quotes.is_empty() {
            return Pasted::Quotes(quotes);
        }
    }
    Pasted::Quotes(of_lines(text))
}

/// The objects of JSON that name a receipt.
fn objects(value: &Value, quotes: &mut Vec<Quote>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| objects(one, quotes)),
        Value::Object(fields) => match fields.get("receipt").and_then(Value::as_str).and_then(number) {
            Some(number) if fields.contains_key("change") || fields.contains_key("table") => {
                of_answer(&number, fields, quotes);
            }
            Some(number) => {
                let mut cells = Vec::new();
                for (name, value) in fields.iter().filter(|(name, _)| *name != "receipt") {
                    of_value(Some(name), value, &mut cells);
                }
                quotes.push(Quote { number, cells, sentences: None });
            }
            None => fields.values().for_each(|one| objects(one, quotes)),
        },
        _ => {}
    }
}

fn of_value(column: Option<&String>, value: &Value, cells: &mut Vec<QuotedCell>) {
    let mut add = |text: String| cells.push(QuotedCell { column: column.cloned(), text });
    match value {
        Value::Null => add(String::new()),
        Value::String(text) => add(text.clone()),
        Value::Number(number) => add(number.to_string()),
        Value::Bool(_) => {}
        Value::Array(all) => all.iter().for_each(|one| of_value(None, one, cells)),
        Value::Object(fields) => fields.values().for_each(|one| of_value(None, one, cells)),
    }
}

/// The fields of what an agent was answered (features/questions/said.rs).
fn of_answer(number: &str, fields: &Map<String, Value>, quotes: &mut Vec<Quote>) {
    if let Some(Value::Object(change)) = fields.get("change") {
        let mut cells = Vec::new();
        of_value(None, fields.get("figure").map_or(&Value::Null, |figure| &figure["label"]), &mut cells);
        change.iter().for_each(|(name, value)| of_value(Some(name), value, &mut cells));
        quotes.push(Quote { number: number.to_owned(), cells, sentences: None });
    }
    let texts = |row: &Value| -> Vec<String> {
        let text = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string().replace("null", ""), str::to_owned);
        row.as_array().into_iter().flatten().map(text).collect()
    };
    let table = fields.get("table").unwrap_or(&Value::Null);
    let columns = texts(&table["columns"]);
    quotes.extend(table["rows"].as_array().into_iter().flatten().map(|cells| row(number, texts(cells), &columns)));
}

/// A row of a table with its header, which is of the same width.
fn row(number: &str, cells: Vec<String>, header: &[String]) -> Quote {
    let is_headed = header.len() == cells.len();
    let cell = |(at, text): (usize, String)| QuotedCell { column: header.get(at).filter(|_| is_headed).cloned(), text };
    let cells = cells.into_iter().enumerate().filter(|(_, text)| self::number(text).is_none()).map(cell).collect();
    Quote { number: number.to_owned(), cells, sentences: None }
}

/// What stands before a number, and all behind the last one: sentences, and the lines of tables whose rows have none.
#[derive(Default)]
struct Part {
    number: String,
    sentences: String,
    rows: Vec<Vec<String>>,
}

/// Rows of tables, and sentences.
fn of_lines(text: &str) -> Vec<Quote> {
    let mut quotes = Vec::new();
    let mut header: Vec<String> = Vec::new();
    let (mut parts, mut open): (Vec<Part>, Part) = Default::default();
    for line in text.lines() {
        if let Some(cells) = cells_of(line) {
            match cells.iter().find_map(|cell| number(cell)) {
                None => header = cells,
                Some(number) => quotes.push(row(&number, cells, &header)),
            }
        } else if line.contains('|') {
            let cells: Vec<String> =
                line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            // Not the line below the header.
            if !cells.iter().all(|cell| cell.chars().all(|letter| "-: ".contains(letter))) {
                open.rows.push(cells);
            }
        } else {
            let mut rest = line;
            while let Some((before, number, behind)) = around_number(rest) {
                open.sentences += before;
                parts.push(Part { number, ..std::mem::take(&mut open) });
                rest = behind;
            }
            open.sentences += rest;
            open.sentences.push('\n');
        }
    }
    if let Some(last) = parts.last_mut() {
        last.sentences += &open.sentences;
        last.rows.append(&mut open.rows);
    }
    for Part { number, sentences, rows } in parts {
        let is_header = |cells: &&Vec<String>| cells.iter().all(|cell| is_text(cell));
        let header = rows.first().filter(is_header).cloned().unwrap_or_default();
        quotes.extend(rows.into_iter().filter(|cells| *cells != header).map(|cells| row(&number, cells, &header)));
        quotes.push(Quote { number, cells: Vec::new(), sentences: Some(sentences.to_lowercase()) });
    }
    quotes
}

/// The cells of a line of a table, whose header or one of whose cells names a receipt.
fn cells_of(line: &str) -> Option<Vec<String>> {
    let is_receipt = |cell: &String| cell.eq_ignore_ascii_case(ENDS[3]) || number(cell).is_some();
    [b'\t', b'|', b';', b','].into_iter().find_map(|delimiter| {
        let line = if delimiter == b'|' { line.trim().trim_matches('|') } else { line };
        let mut reader = ::csv::ReaderBuilder::new();
        let mut reader = reader.delimiter(delimiter).has_headers(false).flexible(true).from_reader(line.as_bytes());
        let record = reader.records().next()?.ok()?;
        let cells: Vec<String> =
            record.iter().map(|cell| cell.trim().trim_start_matches('\u{feff}').to_owned()).collect();
        (cells.len() >= 3 && cells.iter().any(is_receipt)).then_some(cells)
    })
}

/// Compares what is quoted with the table that was answered, and that with the table as it is now. `said` are sentences that
/// were said beside the table.
pub fn compare(quote: &Quote, then: &Flat, said: &[String], now: Option<&Flat>) -> Comparison {
    let mut all = Comparison::default();
    if let Some(sentences) = &quote.sentences {
        let rest = said.iter().fold(sentences.clone(), |rest, said| rest.replace(&said.to_lowercase(), " "));
        for Figure { text, sentence } in figures_in(&rest, years(then)) {
            of_any_row((&text, true), &meant(&sentence, then), then, now, &mut all);
        }
        return all;
    }
    let cells = named(quote, then);
    match row_of(&cells, then) {
        Some(row) => of_row(&cells, then, row, now, &mut all),
        None if !cells.iter().any(|cell| names_something(&cell.text)) => {
            let rows: Vec<&FlatRow> = then.rows.iter().collect();
            cells.iter().for_each(|cell| of_any_row((&cell.text, false), &rows, then, now, &mut all));
        }
        None => all.strange = cells.iter().map(|cell| cell.text.clone()).filter(|text| !text.is_empty()).collect(),
    }
    all
}

/// The years that sentences may speak of: those of its days, and the one before.
fn years(then: &Flat) -> (i32, i32) {
    let year = |day: &String| day.get(..4).and_then(|year| year.parse::<i32>().ok());
    let years = then.rows.iter().flat_map(|row| [&row.first_day, &row.last_day]).filter_map(year);
    years.fold((i32::MAX, i32::MIN), |(first, last), year| (first.min(year - 1), last.max(year)))
}

/// The rows that a sentence may be about: those that it names, at least in part, and those of everything; any row where it
/// names none.
fn meant<'a>(sentence: &str, then: &'a Flat) -> Vec<&'a FlatRow> {
    let is_total = |name: &str| Language::ALL.iter().any(|language| plain(language.texts().files.total) == name);
    let whole = then.figures.iter().position(|name| name == "now");
    let is_of_all = |row: &FlatRow, name: &str| {
        is_total(name) || whole.is_some_and(|at| row.figures.get(at).is_some_and(|now| !now.is_empty()))
    };
    let is_named = |name: &str| {
        sentence.contains(name) || name.split(' ').any(|word| word.chars().count() > 3 && sentence.contains(word))
    };
    let (mut named, mut of_all) = (Vec::new(), Vec::new());
    for row in &then.rows {
        let name = row.texts.iter().find(|text| !text.is_empty()).map(|text| plain(text)).unwrap_or_default();
        if is_of_all(row, &name) {
            of_all.push(row);
        } else if !name.is_empty() && is_named(&name) {
            named.push(row);
        }
    }
    if named.is_empty() {
        return then.rows.iter().collect();
    }
    named.append(&mut of_all);
    named
}

/// All figures of the table that was answered, with those of now.
pub fn whole(then: &Flat, now: Option<&Flat>) -> Vec<Compared> {
    let of = |row: &FlatRow| -> Vec<Compared> {
        (0..then.figures.len()).map(|at| compared(then, row, at, &row.figures[at], now)).collect()
    };
    then.rows.iter().flat_map(of).collect()
}

/// The cells of a row with the names of their columns, also where it is a whole one without a header; without names that are
/// no columns.
fn named(quote: &Quote, then: &Flat) -> Vec<QuotedCell> {
    // All but the receipt.
    let columns: Vec<&str> = then.columns().take(then.texts.len() + then.figures.len() + ENDS.len() - 1).collect();
    let is_whole = quote.cells.len() == columns.len() && quote.cells.iter().all(|cell| cell.column.is_none());
    let is_column = |name: &String| columns.contains(&name.as_str()) || DAYS.contains(&name.as_str());
    let name = |(at, cell): (usize, &QuotedCell)| QuotedCell {
        column: match is_whole {
            true => columns.get(at).map(|name| (*name).to_owned()),
            false => cell.column.clone().filter(is_column),
        },
        // No figure, as agents are told it.
        text: if cell.text == "–" { String::new() } else { cell.text.clone() },
    };
    quote.cells.iter().enumerate().map(name).collect()
}

/// A text as it is compared: without an apostrophe before it, which keeps spreadsheets from running it, and without the marks
/// of names and of emphasis.
fn plain(text: &str) -> String {
    text.trim().trim_matches(['\'', '«', '»', '*']).to_lowercase()
}

/// The row that a quote is of: the one of whose texts it has most.
fn row_of<'a>(cells: &[QuotedCell], then: &'a Flat) -> Option<&'a FlatRow> {
    let quoted: Vec<String> = cells.iter().map(|cell| plain(&cell.text)).collect();
    let numbers: Vec<Reading> = quoted.iter().map(|text| Reading::of(text)).collect();
    let has = |text: &String| quoted.contains(&plain(text));
    let score = |row: &&FlatRow| {
        let texts = row.texts.iter().filter(|text| !text.is_empty() && has(text)).count();
        let days = [&row.first_day, &row.last_day].into_iter().filter(|day| has(day)).count();
        let same = |text: &&String| !text.is_empty() && numbers.iter().any(|quoted| quoted.is(text));
        (texts, days, row.figures.iter().filter(same).count())
    };
    // The notes of cards are texts, too, and nobody quotes them.
    let is_named = |row: &&FlatRow| row.texts.iter().find(|text| !text.is_empty()).is_none_or(has);
    let fitting: Vec<&FlatRow> = then.rows.iter().filter(is_named).collect();
    fitting.into_iter().rev().max_by_key(score)
}

/// Whether a cell may name a row.
fn names_something(text: &str) -> bool {
    !text.is_empty() && is_text(text)
}

fn of_row(cells: &[QuotedCell], then: &Flat, row: &FlatRow, now: Option<&Flat>, all: &mut Comparison) {
    let figure_at = |name: &str| then.figures.iter().position(|column| column == name);
    let days = [&row.first_day, &row.last_day];
    let of_days: BTreeMap<&str, &String> = DAYS.into_iter().zip(days.into_iter().cycle()).collect();
    for cell in cells {
        let text = cell.text.trim();
        match cell.column.as_deref() {
            Some(column) => {
                if let Some(at) = figure_at(column) {
                    all.figures.push(compared(then, row, at, text, now));
                } else if let Some(day) = of_days.get(column) {
                    // A spreadsheet may write days in its own way; what it writes as Bond does must be the day.
                    let is_other = text.len() == day.len() && text.contains('-') && text != day.as_str();
                    all.strange.extend(is_other.then(|| text.to_owned()));
                } else if let Some(at) = then.texts.iter().position(|name| name == column) {
                    let is_same = row.texts.get(at).is_some_and(|own| plain(own) == plain(text));
                    all.strange.extend((!is_same).then(|| text.to_owned()));
                }
            }
            None if is_text(text) || row.texts.iter().any(|own| plain(own) == plain(text)) => {}
            None => match row.figures.iter().position(|figure| Reading::of(text).is(figure)) {
                Some(at) => all.figures.push(compared(then, row, at, text, now)),
                None => all.strange.push(text.to_owned()),
            },
        }
    }
}

/// Looks for a number in some rows. In sentences, "fell by" is the sign.
fn of_any_row(
    (text, is_in_sentence): (&str, bool),
    rows: &[&FlatRow],
    then: &Flat,
    now: Option<&Flat>,
    all: &mut Comparison,
) {
    if readings(text).is_empty() {
        return;
    }
    let quoted = Reading::of(text);
    let is_it = |figure: &String| quoted.is(figure) || is_in_sentence && quoted.is(figure.trim_start_matches('-'));
    let found = rows.iter().find_map(|row| Some((row, row.figures.iter().position(is_it)?)));
    match found {
        Some((row, at)) => all.figures.push(Compared { is_same: true, ..compared(then, row, at, text, now) }),
        // Of what a name has, such as "Top 10".
        None if then.rows.iter().any(|row| row.texts.iter().any(|own| plain(own).contains(text))) => {}
        None => all.strange.push(text.to_owned()),
    }
}

fn compared(then: &Flat, row: &FlatRow, at: usize, quoted: &str, now: Option<&Flat>) -> Compared {
    let issued = row.figures[at].clone();
    let column = &then.figures[at];
    let again = now.and_then(|now| {
        let at = now.figures.iter().position(|name| name == column)?;
        same_row(row, now)?.figures.get(at).cloned()
    });
    Compared {
        row: row.texts.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(", "),
        column: column.clone(),
        quoted: quoted.to_owned(),
        is_same: Reading::of(quoted).is(&issued),
        then: issued,
        now: again,
    }
}

/// The same row of another answer: with the same texts and days or, where only notes differ, the only one of its name.
fn same_row<'a>(row: &FlatRow, now: &'a Flat) -> Option<&'a FlatRow> {
    let same_days = |other: &&FlatRow| other.first_day == row.first_day;
    let exact = now.rows.iter().filter(same_days).find(|other| other.texts == row.texts);
    exact.or_else(|| {
        let mut named = now.rows.iter().filter(same_days).filter(|other| other.texts.first() == row.texts.first());
        named.next().filter(|_| named.next().is_none())
    })
}
