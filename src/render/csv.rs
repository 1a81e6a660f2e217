//! Grids as CSV that is safe to open in a spreadsheet.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::error::ExportError;
use super::gather::Gathered;
use super::grid::{Cell, Column, Grid, Row};
use crate::figures::Unit;
use crate::i18n::language::Language;

/// The byte order mark: without it, spreadsheets misread accented names.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What stands between the values of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Separator {
    #[default]
    Comma,
    Semicolon,
    Tab,
}

/// How CSV is written.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    pub separator: Separator,
    /// Whether it begins with a byte order mark.
    pub byte_order_mark: bool,
    /// The ISO 4217 code of the program's currency.
    pub currency: &'a str,
    /// Of the units in the names of columns.
    pub language: Language,
}

/// What a formula begins with, in all widths.
const SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

/// Where a spreadsheet may begin another cell, whatever this file has between its values: people have other separators in
/// their settings.
const ENDS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// A text of which a spreadsheet runs nothing. It would run what starts like a formula, in the whole text or where another
/// separator divides it; an apostrophe makes it text. Quotation marks alone do not: they only count at the start of a cell.
/// `ui/src/figures/blocks/frame/csv.ts` does the same (`csv_vectors.json`).
pub fn safe(text: &str) -> Cow<'_, str> {
    // What is dropped, or shows nothing, before a sign.
    let is_nothing = |letter: &char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '"' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let starts_formula =
        |cell: &str| cell.chars().find(|letter| !is_nothing(letter)).is_some_and(|letter| SIGNS.contains(&letter));
    let mut places: Vec<usize> = Vec::new();
    let mut at = 0;
    for cell in text.split_inclusive(ENDS) {
        // Spreadsheets that drop a tab or a return at the start read on behind it.
        let is_dropped = at == 0 && text.starts_with(['\t', '\r']);
        if is_dropped || starts_formula(cell.trim_end_matches(ENDS)) {
            places.push(at);
        }
        at += cell.len();
    }
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + places.len());
    let mut copied = 0;
    for place in places {
        safe += &text[copied..place];
        safe.push('\'');
        copied = place;
    }
    Cow::Owned(safe + &text[copied..])
}

/// A grid as CSV: its header and its rows. Figures are plain numbers; what is hidden or missing is empty.
///
/// # Errors
/// None in practice: it is written to memory.
pub fn write(grid: &Grid, style: Style<'_>) -> Result<Vec<u8>, ExportError> {
    let mut file = Table::new(style);
    let figures = grid.figures.iter().map(|column| header(column, style));
    file.row(
        grid.texts.iter().map(|text| safe(text).into_owned()).chain(figures.map(|text| safe(&text).into_owned())),
    )?;
    for Row { texts, figures, .. } in &grid.rows {
        let texts = texts.iter().map(|text| safe(text).into_owned());
        file.row(texts.chain(figures.iter().map(number)))?;
    }
    file.end()
}

/// The table of a block; without one, that of the cards, which is the first.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn table_of(gathered: Gathered, block: Option<&str>, style: Style<'_>) -> Result<Vec<u8>, ExportError> {
    for grid in gathered.grids() {
        let grid = grid?;
        if block.is_none_or(|id| grid.blocks.contains(&id)) {
            return write(&grid, style);
        }
    }
    Err(ExportError::NoTable)
}

/// Labels and texts as CSV.
///
/// # Errors
/// None in practice: it is written to memory.
pub fn write_lines(lines: &[(String, String)], style: Style<'_>) -> Result<Vec<u8>, ExportError> {
    let mut file = Table::new(style);
    for (label, text) in lines {
        file.row([safe(label).into_owned(), safe(text).into_owned()])?;
    }
    file.end()
}

pub(super) struct Table(::csv::Writer<Vec<u8>>);

impl Table {
    pub(super) fn new(style: Style<'_>) -> Table {
        let start = if style.byte_order_mark { BYTE_ORDER_MARK } else { "" };
        let delimiter = match style.separator {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        };
        let mut options = ::csv::WriterBuilder::new();
        options.delimiter(delimiter).terminator(::csv::Terminator::CRLF).flexible(true);
        Table(options.from_writer(start.as_bytes().to_vec()))
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) -> Result<(), ExportError> {
        Ok(self.0.write_record(cells)?)
    }

    pub(super) fn end(self) -> Result<Vec<u8>, ExportError> {
        self.0.into_inner().map_err(|error| ExportError::Io(error.into_error()))
    }
}

/// The name of a column, with its unit where the name does not say it.
pub(super) fn header(Column { name, unit, .. }: &Column, style: Style<'_>) -> String {
    let texts = &style.language.texts().files;
    let word = match unit {
        Some(Unit::Percent) => "%",
        Some(Unit::Money) => style.currency,
        Some(Unit::Months) => texts.in_months,
        Some(Unit::Seconds) => texts.in_seconds,
        Some(Unit::Count | Unit::Decimal) | None => return name.clone(),
    };
    if name.to_lowercase().contains(&word.to_lowercase()) { name.clone() } else { format!("{name} ({word})") }
}

pub(super) fn number(cell: &Cell) -> String {
    match cell {
        // Whole months have their decimal, too, as in tables of the page.
        Cell::Figure(value, Unit::Months) => format!("{value:.1}"),
        Cell::Figure(value, _) => value.to_string(),
        // Empty as what is hidden is: a program reads a number or nothing. The note says why.
        Cell::None | Cell::Hidden | Cell::NoData(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::grid::Level;

    fn grid() -> Grid {
        let row = |name: &str, figures: &[Cell]| Row {
            texts: vec![name.to_owned()],
            figures: figures.to_vec(),
            level: Level::Plain,
        };
        Grid {
            texts: vec!["Offer".to_owned()],
            figures: vec![Column::new("Sales", Unit::Money), Column::new("Redeem %", Unit::Percent)],
            rows: vec![
                row("=1+1", &[Cell::Figure(-1234.5, Unit::Money), Cell::Figure(12.0, Unit::Percent)]),
                row("a;b, \"c\"", &[Cell::Hidden, Cell::None]),
            ],
            ..Grid::default()
        }
    }

    #[test]
    fn nothing_of_a_text_is_a_formula_whatever_the_separator_of_the_spreadsheet() {
        let vectors: Vec<(String, String)> = serde_json::from_str(include_str!("csv_vectors.json")).expect("vectors");
        assert!(vectors.len() > 30);
        for (text, expected) in &vectors {
            assert_eq!(safe(text), *expected, "{text:?}");
        }
        // Read back with each separator, no cell begins like a formula, in quotation marks or without.
        let row = Row {
            texts: vectors.into_iter().map(|(text, _)| text).collect(),
            figures: Vec::new(),
            level: Level::Plain,
        };
        let grid = Grid { texts: row.texts.clone(), rows: vec![row], ..Grid::default() };
        for separator in [Separator::Comma, Separator::Semicolon, Separator::Tab] {
            let style = Style { separator, byte_order_mark: true, currency: "EUR", language: Language::En };
            let file = String::from_utf8(write(&grid, style).expect("written")).expect("UTF-8");
            for other in [',', ';', '\t'] {
                for cell in file.lines().flat_map(|line| line.split(other)) {
                    let start = cell.trim_start_matches(|letter: char| {
                        letter.is_whitespace() || letter.is_control() || ['"', '\u{feff}', '\u{200b}'].contains(&letter)
                    });
                    assert!(!start.starts_with(SIGNS), "{cell:?} with {separator:?} opened with {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_tenure_has_its_decimal() {
        let cells = [27.3, 27.0].map(|months| number(&Cell::Figure(months, Unit::Months)));
        assert_eq!(cells, ["27.3", "27.0"]);
    }

    #[test]
    fn figures_are_plain_numbers_and_texts_are_safe() {
        let style =
            Style { separator: Separator::Comma, byte_order_mark: true, currency: "EUR", language: Language::En };
        let text = |style| String::from_utf8(write(&grid(), style).expect("written")).expect("UTF-8");
        assert_eq!(text(style), "\u{feff}Offer,Sales (EUR),Redeem %\r\n'=1+1,-1234.5,12\r\n\"a;b, \"\"c\"\"\",,\r\n");
        let style = Style { separator: Separator::Semicolon, byte_order_mark: false, ..style };
        assert_eq!(text(style), "Offer;Sales (EUR);Redeem %\r\n'=1+1;-1234.5;12\r\n\"a;b, \"\"c\"\"\";;\r\n");
        let style = Style { separator: Separator::Tab, ..style };
        assert_eq!(text(style), "Offer\tSales (EUR)\tRedeem %\r\n'=1+1\t-1234.5\t12\r\n\"a;b, \"\"c\"\"\"\t\t\r\n");
    }
}
