//! What somebody pastes to have it checked: a receipt, rows of a table, or sentences that quote figures and the number of
//! their receipt. Everything here is a pure function of texts.

mod numbers;

use std::collections::BTreeMap;

use serde_json::Value;

use super::tables::{DIGITS, PREFIX};
use crate::render::flat::{ENDS, Flat, FlatRow};

use self::numbers::{figures_in, is_same, is_text, readings};

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

/// The number of a receipt in a text, as it is kept: the last one.
fn number_in(text: &str) -> Option<String> {
    let small = text.to_lowercase();
    let prefix = PREFIX.to_lowercase();
    small.rmatch_indices(&prefix).find_map(|(at, _)| {
        let digits = small.get(at + prefix.len()..at + prefix.len() + DIGITS)?;
        let before = small[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        let after = small[at + prefix.len() + DIGITS..].chars().next().is_none_or(|letter| !letter.is_alphanumeric());
        (before && after && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then(|| format!("{PREFIX}{digits}"))
    })
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
        Value::Object(fields) => match fields.get("receipt").and_then(Value::as_str).and_then(number_in) {
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

/// Rows of tables, and sentences: what is left of the text with each number.
fn of_lines(text: &str) -> Vec<Quote> {
    let mut quotes = Vec::new();
    let mut header: Vec<String> = Vec::new();
    let mut sentences: Vec<&str> = Vec::new();
    for line in text.lines() {
        let Some(cells) = cells_of(line) else {
            sentences.push(line);
            continue;
        };
        match cells.iter().find_map(|cell| number_in(cell).filter(|_| cell.trim().len() == PREFIX.len() + DIGITS)) {
            None => header = cells,
            Some(number) => {
                let is_headed = header.len() == cells.len();
                let cell = |(at, text): (usize, String)| QuotedCell {
                    column: header.get(at).filter(|_| is_headed).cloned(),
                    text,
                };
                let cells = cells.into_iter().enumerate().filter(|(_, text)| number_in(text).is_none()).map(cell);
                quotes.push(Quote { number, cells: cells.collect(), sentences: None });
            }
        }
    }
    let rest = sentences.join("\n");
    if let Some(number) = number_in(&rest) {
        let small = rest.to_lowercase().replace(&number.to_lowercase(), " ");
        let cells = figures_in(&small).into_iter().map(|text| QuotedCell { column: None, text });
        quotes.push(Quote { number, cells: cells.collect(), sentences: Some(small.clone()) });
    }
    quotes
}

/// The cells of a line of a table, whose header or one of whose cells names a receipt.
fn cells_of(line: &str) -> Option<Vec<String>> {
    let is_receipt = |cell: &String| {
        cell.eq_ignore_ascii_case(ENDS[3]) || (number_in(cell).is_some() && cell.len() == PREFIX.len() + DIGITS)
    };
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

/// Compares what is quoted with the table that was answered, and that with the table as it is now; without figures in the
/// quote, all of the table with now.
pub fn compare(quote: &Quote, then: &Flat, now: Option<&Flat>) -> Comparison {
    let cells = named(quote, then);
    let mut all = Comparison::default();
    match row_of(quote, &cells, then) {
        Some(row) => of_row(quote, &cells, then, row, now, &mut all),
        None if quote.sentences.is_some() || !cells.iter().any(|cell| names_something(&cell.text)) => {
            of_any_row(&cells, then, now, &mut all)
        }
        None => all.strange = cells.iter().map(|cell| cell.text.clone()).filter(|text| !text.is_empty()).collect(),
    }
    if all.figures.is_empty() && all.strange.is_empty() {
        for row in &then.rows {
            let then_is = |column: usize| row.figures[column].clone();
            all.figures.extend((0..then.figures.len()).map(|at| compared(then, row, at, &then_is(at), now)));
        }
    }
    all
}

/// The cells of a quote with the names of their columns, also where it is a whole row without a header.
fn named(quote: &Quote, then: &Flat) -> Vec<QuotedCell> {
    // All but the receipt.
    let columns: Vec<&str> = then.columns().take(then.texts.len() + then.figures.len() + ENDS.len() - 1).collect();
    let is_whole = quote.sentences.is_none()
        && quote.cells.len() == columns.len()
        && quote.cells.iter().all(|cell| cell.column.is_none());
    let name = |(at, cell): (usize, &QuotedCell)| match is_whole {
        true => QuotedCell { column: columns.get(at).map(|name| (*name).to_owned()), text: cell.text.clone() },
        false => cell.clone(),
    };
    quote.cells.iter().enumerate().map(name).collect()
}

/// A text as it is compared: an apostrophe before it keeps spreadsheets from running it.
fn plain(text: &str) -> String {
    text.trim().trim_start_matches('\'').to_lowercase()
}

/// The row that a quote is of: the one of whose texts it has most.
fn row_of<'a>(quote: &Quote, cells: &[QuotedCell], then: &'a Flat) -> Option<&'a FlatRow> {
    let quoted: Vec<String> = cells.iter().map(|cell| plain(&cell.text)).collect();
    let has = |text: &String| match &quote.sentences {
        Some(sentences) => sentences.contains(&plain(text)),
        None => quoted.contains(&plain(text)),
    };
    let score = |row: &&FlatRow| {
        let texts = row.texts.iter().filter(|text| !text.is_empty() && has(text)).count();
        let days = [&row.first_day, &row.last_day].into_iter().filter(|day| has(day)).count();
        let same = |text: &&String| !text.is_empty() && quoted.iter().any(|quoted| is_same(quoted, text));
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

fn of_row(quote: &Quote, cells: &[QuotedCell], then: &Flat, row: &FlatRow, now: Option<&Flat>, all: &mut Comparison) {
    let figure_at = |name: &str| then.figures.iter().position(|column| column == name);
    let of_days = BTreeMap::from([(ENDS[0], &row.first_day), (ENDS[1], &row.last_day)]);
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
            None => match (0..then.figures.len()).find(|at| is_same(text, &row.figures[*at])) {
                Some(at) => all.figures.push(compared(then, row, at, text, now)),
                // Sentences may be about several rows.
                None if quote.sentences.is_some() => of_any_row(std::slice::from_ref(cell), then, now, all),
                None => all.strange.push(text.to_owned()),
            },
        }
    }
}

fn of_any_row(cells: &[QuotedCell], then: &Flat, now: Option<&Flat>, all: &mut Comparison) {
    for QuotedCell { text, .. } in cells.iter().filter(|cell| !readings(&cell.text).is_empty()) {
        let found = then.rows.iter().find_map(|row| {
            let at = row.figures.iter().position(|figure| is_same(text, figure))?;
            Some(compared(then, row, at, text, now))
        });
        match found {
            Some(found) => all.figures.push(found),
            // Of what a name has, such as "Top 10".
            None if then.rows.iter().any(|row| row.texts.iter().any(|own| plain(own).contains(text.as_str()))) => {}
            None => all.strange.push(text.clone()),
        }
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
        is_same: is_same(quoted, &issued),
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

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: &str = "R-0123456789abcdef";

    fn table() -> Flat {
        let row = |name: &str, figures: [&str; 2]| FlatRow {
            texts: vec![name.to_owned()],
            figures: figures.map(str::to_owned).to_vec(),
            first_day: "2026-10-01".to_owned(),
            last_day: "2026-10-31".to_owned(),
            missing: String::new(),
        };
        Flat {
            texts: vec!["Tier".to_owned()],
            figures: vec!["Logins".to_owned(), "Rate (%)".to_owned()],
            rows: vec![row("Gold", ["1284", "12.5"]), row("Silver", ["5021", ""]), row("Total", ["6305", "9.75"])],
        }
    }

    fn quotes(text: &str) -> Vec<Quote> {
        match pasted(text) {
            Pasted::Quotes(quotes) => quotes,
            Pasted::Receipt(_) => panic!("quotes"),
        }
    }

    /// Whether each quote of a text is altered, and how many figures of it are quoted.
    fn judged(text: &str) -> Vec<(bool, usize)> {
        let then = table();
        let all = quotes(text);
        all.iter().for_each(|quote| assert_eq!(quote.number, NUMBER));
        let comparisons = all.iter().map(|quote| compare(quote, &then, Some(&then)));
        comparisons.map(|found| (found.is_altered(), found.figures.len())).collect()
    }

    #[test]
    fn rows_are_read_however_they_are_pasted() {
        let header = "Tier,Logins,Rate (%),first_day,last_day,missing,receipt";
        for (text, expected) in [
            (format!("{header}\nGold,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(false, 2)]),
            (format!("Gold\t1,284\t12.50\t2026-10-01\t2026-10-31\t\t{NUMBER}\r\n"), vec![(false, 2)]),
            (format!("Silver;5.021;;01.10.2026;31.10.2026;;{NUMBER}"), vec![(false, 2)]),
            (format!("| Total | 6 305 | {NUMBER} |"), vec![(false, 1)]),
            (format!("{header}\nGold,1384,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 2)]),
            (format!("Gold\t1,284\t12.50\t2026-09-01\t2026-10-31\t\t{NUMBER}"), vec![(true, 2)]),
            // The figures of another row.
            (format!("Silver,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 2)]),
            (format!("Bronze,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 0)]),
        ] {
            assert_eq!(judged(&text), expected, "{text}");
        }
        let two = format!("{header}\nGold,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}\nTotal,6305,9.8,,,,{NUMBER}");
        assert_eq!(judged(&two), [(false, 2), (false, 2)]);
    }

    #[test]
    fn json_is_read_by_its_names() {
        let row =
            |logins: u32| format!(r#"[{{"Tier":"Gold","Logins":{logins},"Rate (%)":12.5,"receipt":"{NUMBER}"}}]"#);
        assert_eq!((judged(&row(1284)), judged(&row(1285))), (vec![(false, 2)], vec![(true, 2)]));
        assert_eq!(judged(&format!("The answer:\n```json\n{}\n```", row(1284))), [(false, 2)]);
        let nested = format!(r#"{{"answer":{{"figure":{{"value":1284}},"receipt":"{NUMBER}"}}}}"#);
        assert_eq!(judged(&nested).len(), 1);
        assert!(matches!(pasted(r#" {"format":"bond-receipt-1"} "#), Pasted::Receipt(_)));
    }

    #[test]
    fn sentences_quote_figures_beside_numbers_that_are_none() {
        let right = format!(
            "In October 2026, Gold had 1,284 logins (12.5 %), of 6,305 in total. From 2026-10-01 to October 31, Q4. \
             Receipt: {NUMBER}."
        );
        assert_eq!(judged(&right), [(false, 3)]);
        assert_eq!(judged(&right.replace("1,284", "1,824")), [(true, 2)]);
        assert_eq!(judged(&format!("El nivel Gold tuvo 1.284 accesos, un 12,5 %. {NUMBER}")), [(false, 2)]);
        // The number alone is of the whole table.
        assert_eq!(judged(NUMBER), [(false, 6)]);
        assert_eq!(quotes("Nothing to see, R-0123, xR-0123456789abcdef"), []);
    }

    #[test]
    fn what_changed_since_is_told_from_what_was_altered() {
        let (then, mut now) = (table(), table());
        now.rows[0].figures[0] = "1290".to_owned();
        now.rows.remove(1);
        let of = |name: &str, logins: &str| {
            let quote = &quotes(&format!("{name}\t{logins}\t{NUMBER}"))[0];
            let found = compare(quote, &then, Some(&now));
            (found.is_altered(), found.is_outdated(), found.figures.first().and_then(|figure| figure.now.clone()))
        };
        assert_eq!(of("Gold", "1284"), (false, true, Some("1290".to_owned())));
        assert_eq!(of("Silver", "5021"), (false, true, None));
        assert_eq!(of("Total", "6305"), (false, false, Some("6305".to_owned())));
        assert_eq!(of("Total", "6306"), (true, false, None));
    }
}
