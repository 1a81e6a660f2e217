//! Excel and OpenDocument workbooks, by calamine.

use std::io::Write;
use std::path::Path;

use calamine::{Data, ExcelDateTime, Reader, SheetType, SheetVisible, Sheets, open_workbook_auto};

use crate::warehouse::read::format::Format;
use crate::warehouse::read::frames::{
    LONGEST_NAME, MOST_COLUMNS, MOST_ROWS, ROW, SHEET, SHEETS, Stop, number, plain, require_short, text,
};

/// Writes the rows of a sheet that have a cell.
pub(super) fn decode(path: &Path, sheet: Option<&str>, output: &mut impl Write) -> Result<(), Stop> {
    let unreadable = |error: calamine::Error| Stop::unreadable(Format::Workbook, &error);
    let mut workbook = open_workbook_auto(path).map_err(unreadable)?;
    let name = match &chosen(&workbook, sheet)?[..] {
        [only] => only.clone(),
        several => {
            output.write_all(&[SHEETS])?;
            number(output, several.len())?;
            return Ok(several.iter().try_for_each(|name| text(output, name))?);
        }
    };
    output.write_all(&[SHEET])?;
    let mut rows = SheetRows { output, row: 0, fields: Vec::new() };
    // Of the usual form, cells are read one after another; the others are read whole.
    if let Sheets::Xlsx(workbook) = &mut workbook {
        let mut cells = workbook.worksheet_cells_reader(&name).map_err(|error| unreadable(error.into()))?;
        while let Some(cell) = cells.next_cell().map_err(|error| unreadable(error.into()))? {
            let (row, column) = cell.get_position();
            rows.cell(row, column, shown(&cell.get_value().clone().into()))?;
        }
    } else {
        let range = workbook.worksheet_range(&name).map_err(unreadable)?;
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let (row, column) = (top + row as u32, left + column as u32);
            rows.cell(row, column, shown(value))?;
        }
    }
    rows.end()
}

/// The sheet to read: the one that is named, or the only one that is shown. Several where one has to be named.
fn chosen<R: std::io::Read + std::io::Seek>(workbook: &Sheets<R>, wanted: Option<&str>) -> Result<Vec<String>, Stop> {
    let sheets: Vec<&calamine::Sheet> =
        workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet).collect();
    if let Some(wanted) = wanted {
        return match sheets.iter().find(|sheet| sheet.name == wanted) {
            Some(sheet) => Ok(vec![sheet.name.clone()]),
            None => Err(Stop::Fault(format!(
                "the workbook has no sheet {wanted:?}; its sheets are {}; correct sheet in the mapping",
                sheets.iter().map(|sheet| format!("{:?}", sheet.name)).collect::<Vec<_>>().join(", ")
            ))),
        };
    }
    let is_shown = |sheet: &&&calamine::Sheet| sheet.visible == SheetVisible::Visible;
    let names: Vec<String> = sheets.iter().filter(is_shown).map(|sheet| sheet.name.clone()).collect();
    if names.is_empty() {
        return Err(Stop::Fault(
            "the workbook has no sheet that is shown; name one with sheet in a mapping".to_owned(),
        ));
    }
    if names.len() > MOST_COLUMNS || names.iter().any(|name| name.len() > LONGEST_NAME) {
        return Err(Stop::unreadable(Format::Workbook, &"it has too many sheets, or one with too long a name"));
    }
    Ok(names)
}

/// Cells that become rows.
struct SheetRows<'a, W> {
    output: &'a mut W,
    /// From 0.
    row: u32,
    fields: Vec<String>,
}

impl<W: Write> SheetRows<'_, W> {
    fn cell(&mut self, row: u32, column: u32, value: String) -> Result<(), Stop> {
        if value.is_empty() {
            return Ok(());
        }
        if row < self.row {
            return Err(Stop::unreadable(Format::Workbook, &"its rows are out of order"));
        }
        let column = column as usize;
        if column >= MOST_COLUMNS {
            return Err(Stop::Fault(format!("the sheet has a value beyond column {MOST_COLUMNS}; remove it")));
        }
        if row as usize >= MOST_ROWS {
            return Err(Stop::Fault(format!("the sheet has a value below row {MOST_ROWS}; remove it")));
        }
        require_short("the sheet", &value)?;
        if row > self.row {
            self.end()?;
            self.row = row;
        }
        if self.fields.len() <= column {
            self.fields.resize(column + 1, String::new());
        }
        self.fields[column] = value;
        Ok(())
    }

    /// Writes the row that is complete.
    fn end(&mut self) -> Result<(), Stop> {
        if !self.fields.is_empty() {
            self.output.write_all(&[ROW])?;
            number(self.output, self.row as usize + 1)?;
            number(self.output, self.fields.len())?;
            for field in self.fields.drain(..) {
                text(self.output, &field)?;
            }
        }
        Ok(())
    }
}

/// A value as CSV would have it.
fn shown(value: &Data) -> String {
    match value {
        Data::Empty => String::new(),
        Data::Int(number) => number.to_string(),
        // Excel keeps and shows 15 digits, so that 0.1 + 0.2 is 0.3.
        Data::Float(number) => plain(&format!("{number:.14e}")).into_owned(),
        Data::String(text) => text.clone(),
        Data::DurationIso(text) => duration(text).unwrap_or_else(|| text.clone()),
        Data::Bool(truth) => truth.to_string(),
        Data::DateTime(time) => time_of(*time),
        Data::DateTimeIso(text) => text.replacen('T', " ", 1).trim_end_matches(" 00:00:00").to_owned(),
        Data::Error(error) => error.to_string(),
    }
}

/// Seconds as hours, minutes and seconds.
fn clock(seconds: i64) -> String {
    let (sign, seconds) = (if seconds < 0 { "-" } else { "" }, seconds.abs());
    format!("{sign}{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A duration such as PT25H01M19S; None for what has years, months or days.
fn duration(text: &str) -> Option<String> {
    let (mut rest, mut seconds) = (text.strip_prefix("PT")?, 0.0);
    for (unit, worth) in [('H', 3_600.0), ('M', 60.0), ('S', 1.0)] {
        if let Some((number, after)) = rest.split_once(unit) {
            seconds += number.parse::<f64>().ok()? * worth;
            rest = after;
        }
    }
    rest.is_empty().then(|| clock(seconds.round() as i64))
}

/// A date, with its time unless that is midnight; a duration in hours, minutes and seconds.
fn time_of(time: ExcelDateTime) -> String {
    if time.is_duration() {
        return clock((time.as_f64() * 86_400.0).round() as i64);
    }
    let (year, month, day, hour, minute, second, milli) = time.to_ymd_hms_milli();
    match (hour, minute, second, milli) {
        (0, 0, 0, 0) => format!("{year:04}-{month:02}-{day:02}"),
        (_, _, _, 0) => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"),
        _ => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{milli:03}"),
    }
}
