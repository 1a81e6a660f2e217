//! A table as programs read it: rows that each say their days, why figures are missing, and of which receipt they are.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::csv::{self, Style, Table, header, number};
use super::error::ExportError;
use super::gather::Gathered;
use super::grid::{Cell, Grid, Row, no_data};
use crate::figures::filter::iso;
use crate::figures::period::Window;

/// The columns that every table ends with. Their names are the same in all languages: programs refer to them.
pub const ENDS: [&str; 4] = ["first_day", "last_day", "missing", "receipt"];

/// The rows of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flat {
    /// The names of the columns with texts, which come first.
    pub texts: Vec<String>,
    /// Those of the columns with figures, with their units.
    pub figures: Vec<String>,
    pub rows: Vec<FlatRow>,
}

/// A row of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlatRow {
    pub texts: Vec<String>,
    /// As plain numbers; empty where there is none.
    pub figures: Vec<String>,
    /// The days that they are of: yyyy-mm-dd.
    pub first_day: String,
    pub last_day: String,
    /// Why figures are missing that should be there; empty where none is.
    pub missing: String,
}

/// The table of a block; without one, that of the cards, which is the first. `window` has the days of rows that are no
/// periods.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn of(gathered: Gathered, block: Option<&str>, window: Window, style: Style<'_>) -> Result<Flat, ExportError> {
    for grid in gathered.grids() {
        let grid = grid?;
        if block.is_none_or(|id| grid.blocks.contains(&id)) {
            return Ok(of_grid(&grid, window, style));
        }
    }
    Err(ExportError::NoTable)
}

fn of_grid(grid: &Grid, window: Window, style: Style<'_>) -> Flat {
    let mut names = Names(ENDS.map(str::to_owned).to_vec());
    let texts: Vec<String> = grid.texts.iter().map(|name| names.unique(name)).collect();
    let figures: Vec<String> = grid.figures.iter().map(|column| names.unique(&header(column, style))).collect();
    let days = |at: usize| {
        let of_row = grid.periods.as_ref().and_then(|periods| Some((periods.starts.get(at)?, periods.ends.get(at)?)));
        of_row.map_or_else(|| (iso(window.start), iso(window.end)), |(start, end)| (start.clone(), end.clone()))
    };
    let row = |(at, row): (usize, &Row)| {
        let (first_day, last_day) = days(at);
        FlatRow {
            texts: row.texts.clone(),
            figures: row.figures.iter().map(number).collect(),
            first_day,
            last_day,
            missing: missing(row, &figures, style),
        }
    };
    let rows = grid.rows.iter().enumerate().map(row).collect();
    Flat { texts, figures, rows }
}

/// Names of columns, each once.
struct Names(Vec<String>);

impl Names {
    fn unique(&mut self, name: &str) -> String {
        let numbered = |number: usize| if number == 1 { name.to_owned() } else { format!("{name} ({number})") };
        let free = (1..).map(numbered).find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.push(free.clone());
        free
    }
}

/// Which figures of a row are hidden or have no data.
fn missing(row: &Row, names: &[String], style: Style<'_>) -> String {
    let texts = &style.language.texts().files;
    let said = |(cell, name): (&Cell, &String)| match cell {
        Cell::Hidden => Some(format!("{name}: {}", texts.hidden)),
        Cell::NoData(table) => Some(format!("{name}: {}", no_data(*table, texts))),
        Cell::Figure(..) | Cell::None => None,
    };
    row.figures.iter().zip(names).filter_map(said).collect::<Vec<String>>().join("; ")
}

impl Flat {
    /// The names of all columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().chain(&self.figures).map(String::as_str).chain(ENDS)
    }

    /// As CSV, with the number of the receipt in each row.
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn csv(&self, receipt: &str, style: Style<'_>) -> Result<Vec<u8>, ExportError> {
        let mut file = Table::new(style);
        file.row(self.columns().map(|name| csv::safe(name).into_owned()))?;
        for row in &self.rows {
            let texts = row.texts.iter().map(|text| csv::safe(text).into_owned());
            let missing = csv::safe(&row.missing).into_owned();
            let ends = [row.first_day.clone(), row.last_day.clone(), missing, receipt.to_owned()];
            file.row(texts.chain(row.figures.iter().cloned()).chain(ends))?;
        }
        file.end()
    }

    /// As JSON: one object for each row.
    ///
    /// # Errors
    /// None in practice.
    pub fn json(&self, receipt: &str) -> Result<Vec<u8>, ExportError> {
        let rows: Vec<Map<String, Value>> = self.rows.iter().map(|row| self.object(row, receipt)).collect();
        Ok(serde_json::to_vec(&rows)?)
    }

    fn object(&self, row: &FlatRow, receipt: &str) -> Map<String, Value> {
        let figure = |text: &String| text.parse::<Number>().map_or(Value::Null, Value::Number);
        let texts = row.texts.iter().cloned().map(Value::String);
        let ends = [&row.first_day, &row.last_day, &row.missing].map(|text| Value::String(text.clone()));
        let values = texts.chain(row.figures.iter().map(figure)).chain(ends).chain([Value::String(receipt.to_owned())]);
        self.columns().map(str::to_owned).zip(values).collect()
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::super::csv::Separator;
    use super::super::grid::{Column, Level};
    use super::*;
    use crate::figures::Unit;
    use crate::i18n::language::Language;

    const STYLE: Style<'_> =
        Style { separator: Separator::Comma, byte_order_mark: false, currency: "EUR", language: Language::En };

    fn flat() -> Flat {
        let window = Window { start: date!(2026 - 10 - 01), end: date!(2026 - 10 - 31) };
        let row = |name: &str, figures: [Cell; 3]| Row {
            texts: vec![name.to_owned()],
            figures: figures.to_vec(),
            level: Level::Plain,
        };
        let grid = Grid {
            texts: vec!["receipt".to_owned()],
            figures: vec![
                Column::new("Sales", Unit::Money),
                Column::new("Sales", Unit::Money),
                Column::new("Tenure", Unit::Months),
            ],
            rows: vec![
                row(
                    "=Gold",
                    [
                        Cell::Figure(1234.5, Unit::Money),
                        Cell::Figure(-12.0, Unit::Money),
                        Cell::Figure(3.0, Unit::Months),
                    ],
                ),
                row("Silver", [Cell::Hidden, Cell::None, Cell::NoData(Some("sales"))]),
            ],
            ..Grid::default()
        };
        of_grid(&grid, window, STYLE)
    }

    #[test]
    fn rows_say_their_days_their_receipt_and_what_is_missing() {
        let csv = String::from_utf8(flat().csv("R-1", STYLE).expect("written")).expect("UTF-8");
        assert_eq!(
            csv,
            "receipt (2),Sales (EUR),Sales (EUR) (2),Tenure (months),first_day,last_day,missing,receipt\r\n\
             '=Gold,1234.5,-12,3.0,2026-10-01,2026-10-31,,R-1\r\n\
             Silver,,,,2026-10-01,2026-10-31,Sales (EUR): hidden; Tenure (months): no data: sales,R-1\r\n"
        );
    }

    #[test]
    fn json_has_numbers_and_nothing_where_there_is_none() {
        let rows: Value = serde_json::from_slice(&flat().json("R-1").expect("written")).expect("JSON");
        assert_eq!(rows[0]["receipt (2)"], "=Gold");
        assert_eq!((&rows[0]["Sales (EUR)"], &rows[0]["Sales (EUR) (2)"]), (&Value::from(1234.5), &Value::from(-12)));
        assert_eq!((&rows[1]["Sales (EUR)"], &rows[1]["receipt"]), (&Value::Null, &Value::from("R-1")));
    }
}
