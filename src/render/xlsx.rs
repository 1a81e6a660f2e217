//! Grids as a workbook.

use std::path::Path;

use rust_xlsxwriter::{
    Chart as Drawn, ChartFormat, ChartLegendPosition, ChartLine, ChartLineDashType, ChartPoint, ChartSolidFill, Color,
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Note, Url, Workbook, Worksheet, XlsxError,
};

use super::about::About;
use super::drawing::tokens::on_paper;
use super::drawing::{Ink, lines, names};
use super::error::ExportError;
use super::gather::Gathered;
use super::grid::{Cell, Chart, Column, Grid, Level, Periods, Row, no_data};
use super::titles::SheetNames;
use crate::clock;
use crate::figures::period::Grain;
use crate::figures::{Metric, Unit};
use crate::i18n::language::Language;
use crate::screens::currency_sign;
use crate::screens::metric_ids::definition;

/// The content type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The widths of the columns of the first sheet.
const COVER_WIDTHS: [f64; 3] = [34.0, 70.0, 70.0];
/// A sheet with more rows is written to a temporary file row by row.
const MANY_ROWS: usize = 5_000;
/// The most rows below the header that a sheet may have.
const MOST_ROWS: usize = 1_048_575;
/// The most characters of a text that a cell may have.
const LONGEST_TEXT: usize = 32_767;
/// Charts with more rows or lines than these are not read by anybody.
const MOST_CHART_ROWS: usize = 500;
const MOST_LINES: usize = 12;
/// Notes take more room than cells: beyond so many only the fill marks a hidden figure.
const MOST_NOTES: usize = 1_000;
/// The rows whose texts decide the widths of columns.
const MEASURED_ROWS: usize = 500;

/// The height of a line, and how wide a letter may be against the average.
const LINE: f64 = 15.0;
const WIDEST: f64 = 1.15;

/// Divided figures have so many decimals.
const EXACT: f64 = 1e12;

const HIDDEN_FILL: Color = Color::RGB(0xEE_EEEE);
const HEADER_FILL: Color = Color::RGB(0xE8_E8F4);

/// A workbook: a cover, then a sheet for each block. Large sheets use files in `temp_dir`.
///
/// # Errors
/// If an answer does not have the declared shape, or a temporary file cannot be written.
pub fn workbook(gathered: Gathered, about: &About, temp_dir: &Path) -> Result<Vec<u8>, ExportError> {
    let mut workbook = Workbook::new();
    workbook.set_tempdir(temp_dir)?;
    workbook.set_properties(&DocProperties::new().set_title(&about.screen).set_author(&about.login));
    let formats = Formats::new(&about.currency, about.language);
    let mut names = SheetNames::default();
    workbook.add_worksheet().set_name(names.name(about.texts().about))?;
    let mut contents = Contents::default();
    for grid in gathered.grids() {
        let grid = grid?;
        let name = names.name(&grid.title);
        let page = match grid.rows.len() > MANY_ROWS {
            true => workbook.add_worksheet_with_constant_memory()?,
            false => workbook.add_worksheet(),
        };
        page.set_name(&name)?;
        write(page, &name, &grid, &formats, about)?;
        contents.add(name, &grid, about);
    }
    write_cover(workbook.worksheet_from_index(0)?, about, &contents, &formats)?;
    Ok(workbook.save_to_buffer()?)
}

/// What the cover says of the sheets.
#[derive(Default)]
struct Contents {
    /// The name and title of each, and what a reader must know.
    sheets: Vec<(String, String, Vec<String>)>,
    metrics: Vec<(&'static str, &'static Metric)>,
}

impl Contents {
    fn add(&mut self, name: String, grid: &Grid, about: &About) {
        let mut notes = grid.notes.clone();
        match grid.hidden() {
            0 => {}
            hidden => notes.push(about.hidden(hidden)),
        }
        if grid.rows.is_empty() {
            notes.push(about.texts().empty.to_owned());
        }
        if grid.rows.len() > MOST_ROWS {
            notes.push((about.texts().rows_left_out)(grid.rows.len(), MOST_ROWS));
        }
        self.sheets.push((name, grid.title.clone(), notes));
        for (label, metric) in &grid.metrics {
            if !self.metrics.iter().any(|(known, other)| known == label && std::ptr::eq(*other, *metric)) {
                self.metrics.push((label, metric));
            }
        }
    }
}

/// The formats of cells.
struct Formats {
    header: Format,
    figure_header: Format,
    texts: [Format; 3],
    day: Format,
    time: Format,
    month: Format,
    hidden: Format,
    title: Format,
    label: Format,
    wrapped: Format,
    link: Format,
    money_of_axis: String,
    /// By unit, those of plain and of bold figures.
    figures: Vec<(Unit, [Format; 2])>,
}

impl Formats {
    fn new(currency: &str, language: Language) -> Formats {
        // Spreadsheets write the separators of whoever opens the file.
        let currency = |number: &str| (language.texts().writing.money_format)(number, currency_sign(currency));
        let number = |unit: Unit| match unit {
            Unit::Count => "#,##0".to_owned(),
            Unit::Decimal => "#,##0.00".to_owned(),
            Unit::Percent => "0.00%".to_owned(),
            Unit::Money => currency("#,##0.00"),
            Unit::Months => "0.0".to_owned(),
            Unit::Seconds => "[mm]:ss".to_owned(),
        };
        let units = [Unit::Count, Unit::Percent, Unit::Money, Unit::Decimal, Unit::Months, Unit::Seconds];
        let figures = units.map(|unit| {
            let plain = Format::new().set_num_format(number(unit));
            (unit, [plain.clone(), plain.set_bold()])
        });
        let top = || Format::new().set_align(FormatAlign::Top);
        let header = Format::new()
            .set_bold()
            .set_text_wrap()
            .set_align(FormatAlign::Top)
            .set_background_color(HEADER_FILL)
            .set_border_bottom(FormatBorder::Thin);
        Formats {
            figure_header: header.clone().set_align(FormatAlign::Right),
            header,
            texts: [Format::new(), Format::new().set_indent(1), Format::new().set_bold()],
            day: Format::new().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Left),
            time: Format::new().set_num_format("yyyy-mm-dd hh:mm").set_align(FormatAlign::Left),
            month: Format::new().set_num_format("mmm yyyy").set_align(FormatAlign::Left),
            hidden: Format::new().set_background_color(HIDDEN_FILL),
            title: Format::new().set_bold().set_font_size(14),
            label: top().set_bold(),
            wrapped: top().set_text_wrap(),
            link: top().set_hyperlink(),
            money_of_axis: currency("#,##0"),
            figures: figures.to_vec(),
        }
    }

    fn text(&self, level: Level) -> &Format {
        match level {
            Level::Plain => &self.texts[0],
            Level::Within => &self.texts[1],
            Level::Total => &self.texts[2],
        }
    }

    fn figure(&self, unit: Unit, level: Level) -> &Format {
        let found = self.figures.iter().find(|(of, _)| *of == unit);
        found.map_or(&self.texts[0], |(_, formats)| &formats[usize::from(level == Level::Total)])
    }
}

/// The value of a cell: spreadsheets write 12 % as 0.12, and a time as days.
fn value(figure: f64, unit: Unit) -> f64 {
    let divided = match unit {
        Unit::Percent => figure / 100.0,
        // A part of a day is no short decimal.
        Unit::Seconds => return figure / 86_400.0,
        _ => return figure,
    };
    // What is left of dividing is no part of the figure: 0.3855, not 0.38549999999999995.
    (divided * EXACT).round() / EXACT
}

/// The first day of a period, as a date where periods are months, weeks or days.
fn starting<'a>(periods: &Periods, at: usize, formats: &'a Formats) -> Option<(ExcelDateTime, &'a Format)> {
    let format = match periods.scale {
        Grain::Month => &formats.month,
        Grain::Day | Grain::Week | Grain::MondayWeek => &formats.day,
        Grain::Quarter | Grain::Year => return None,
    };
    Some((day(periods.starts.get(at)?)?, format))
}

/// A text that is a day, `2026-03-12`, or a time of one, `2026-03-12 08:30`.
fn dated<'a>(text: &str, formats: &'a Formats) -> Option<(ExcelDateTime, &'a Format)> {
    match text.split_once(' ') {
        None => Some((day(text)?, &formats.day)),
        Some((of_day, time)) => {
            let (hour, minute) = time.split_once(':')?;
            let is_number = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number(hour) || !is_number(minute) {
                return None;
            }
            let time = day(of_day)?.and_hms(hour.parse().ok()?, minute.parse().ok()?, 0).ok()?;
            Some((time, &formats.time))
        }
    }
}

fn day(text: &str) -> Option<ExcelDateTime> {
    if text.len() != 10 {
        return None;
    }
    let day = clock::day(text).ok()?;
    ExcelDateTime::from_ymd(u16::try_from(day.year()).ok()?, day.month().into(), day.day()).ok()
}

fn cut(text: &str) -> &str {
    text.char_indices().nth(LONGEST_TEXT).map_or(text, |(end, _)| &text[..end])
}

fn write(page: &mut Worksheet, name: &str, grid: &Grid, formats: &Formats, about: &About) -> Result<(), XlsxError> {
    // A group and the group within it share a column.
    let texts = if grid.is_nested { vec![grid.texts.join(" / ")] } else { grid.texts.clone() };
    let first = u16::try_from(texts.len()).unwrap_or_default();
    let header_lines = grid.figures.iter().map(|column| lines(&column.name, figure_width(&column.name)));
    page.set_row_height(0, LINE * header_lines.fold(1.0, f64::max))?;
    for (column, text) in (0..).zip(&texts) {
        page.set_column_width(column, text_width(grid, usize::from(column), text))?;
        page.write_string_with_format(0, column, cut(text), &formats.header)?;
    }
    for (column, Column { name, .. }) in (first..).zip(&grid.figures) {
        page.set_column_width(column, figure_width(name))?;
        page.write_string_with_format(0, column, cut(name), &formats.figure_header)?;
    }
    page.set_freeze_panes(1, 1)?.set_repeat_rows(0, 0)?.set_landscape().set_print_fit_to_pages(1, 0);
    let mut notes = 0;
    for (at, Row { texts, figures, level }) in (1_u32..).zip(grid.rows.iter().take(MOST_ROWS)) {
        let shown = match (grid.is_nested, level) {
            (false, _) => &texts[..],
            (true, Level::Within) => &texts[1..],
            (true, _) => &texts[..1],
        };
        for (column, text) in (0..).zip(shown) {
            let period = grid.periods.as_ref().filter(|_| column == 0);
            let start = period.and_then(|periods| starting(periods, at as usize - 1, formats));
            match start.or_else(|| dated(text, formats)) {
                Some((day, format)) => page.write_datetime_with_format(at, column, &day, format)?,
                None => page.write_string_with_format(at, column, cut(text), formats.text(*level))?,
            };
        }
        for (column, cell) in (first..).zip(figures) {
            match cell {
                Cell::Figure(figure, unit) => {
                    page.write_number_with_format(at, column, value(*figure, *unit), formats.figure(*unit, *level))?;
                }
                Cell::None => {}
                Cell::NoData(table) => {
                    let text = no_data(*table, about.texts());
                    page.write_string_with_format(at, column, text, formats.text(*level))?;
                }
                Cell::Hidden => {
                    page.write_blank(at, column, &formats.hidden)?;
                    notes += 1;
                    if notes <= MOST_NOTES {
                        page.insert_note(
                            at,
                            column,
                            &Note::new(about.why_hidden()).set_author("Bond").add_author_prefix(false),
                        )?;
                    }
                }
            }
        }
    }
    if let Some(kind) = grid.chart.filter(|_| (1..=MOST_CHART_ROWS).contains(&grid.rows.len())) {
        let chart = drawn(kind, name, grid, first, formats);
        let column = first + u16::try_from(grid.figures.len()).unwrap_or_default() + 1;
        page.insert_chart(1, column, &chart)?;
    }
    Ok(())
}

/// The width of a column with texts.
fn text_width(grid: &Grid, column: usize, header: &str) -> f64 {
    let texts = grid.rows.iter().take(MEASURED_ROWS).filter_map(|row| match row.level {
        Level::Within if grid.is_nested => row.texts.get(1),
        _ => row.texts.get(column),
    });
    let longest = texts.map(|text| text.chars().count()).max().unwrap_or_default();
    (longest.max(header.chars().count()) as f64 + 3.0).clamp(12.0, 60.0)
}

/// The width of a column with figures.
fn figure_width(header: &str) -> f64 {
    (header.chars().count() as f64 + 3.0).clamp(12.0, 30.0)
}

/// How many lines a text takes in a column. A spreadsheet does not measure this when it opens a file.
fn lines(text: &str, width: f64) -> f64 {
    (text.chars().count() as f64 * WIDEST / width).ceil().clamp(1.0, 20.0)
}

/// A colour of the page.
fn paper(ink: Ink) -> Color {
    let (red, green, blue) = on_paper(ink);
    Color::RGB(u32::from_be_bytes([0, red, green, blue]))
}

fn filled(ink: Ink) -> ChartFormat {
    ChartFormat::new().set_solid_fill(ChartSolidFill::new().set_color(paper(ink))).clone()
}

/// A chart of the sheet's figures.
fn drawn(kind: Chart, name: &str, grid: &Grid, first: u16, formats: &Formats) -> Drawn {
    let mut chart = match kind {
        Chart::Line => Drawn::new_line(),
        Chart::Bars => Drawn::new_bar(),
        Chart::Pie => Drawn::new_pie(),
    };
    let last = u32::try_from(grid.rows.len()).unwrap_or(1);
    let unit = grid.figures.first().and_then(|column| column.unit);
    // Bars and slices are of the first figure; the others are its parts.
    let most = if kind == Chart::Line { MOST_LINES } else { 1 };
    let inks = lines::inks(grid);
    let mut others = None;
    for (at, column) in (first..).zip(&grid.figures).take(most) {
        let series = chart.add_series();
        series.set_name((name, 0, at)).set_categories((name, 1, 0, last, 0)).set_values((name, 1, at, last, at));
        if column.unit != unit {
            others = column.unit;
            series.set_secondary_axis(true);
        }
        match kind {
            Chart::Line => {
                let mut line = ChartLine::new();
                if column.is_dashed() {
                    line.set_dash_type(ChartLineDashType::Dash);
                }
                series.set_format(ChartFormat::new().set_line(line.set_color(paper(inks[usize::from(at - first)]))));
            }
            Chart::Bars => {
                series.set_format(&mut filled(Ink::Series(0)));
            }
            Chart::Pie => {
                let names: Vec<&str> =
                    grid.rows.iter().map(|row| row.texts.first().map_or("", String::as_str)).collect();
                let point = |colour| ChartPoint::new().set_format(&mut filled(Ink::Series(colour)));
                series.set_points(&names::of(&names).into_iter().map(point).collect::<Vec<_>>());
            }
        }
    }
    chart.title().set_name(&grid.title);
    chart.set_width(760).set_height(400);
    if kind == Chart::Pie {
        return chart;
    }
    let axis = |unit: Option<Unit>| match unit {
        Some(Unit::Percent) => "0%".to_owned(),
        Some(Unit::Seconds) => "[mm]:ss".to_owned(),
        Some(Unit::Money) => formats.money_of_axis.clone(),
        Some(Unit::Decimal | Unit::Months) => "0.0".to_owned(),
        Some(Unit::Count) | None => "#,##0".to_owned(),
    };
    // The bars of a bar chart lie: its first axis, which is horizontal, has the figures.
    if kind == Chart::Bars {
        chart.x_axis().set_num_format(axis(unit));
        // From top to bottom.
        chart.y_axis().set_reverse();
    } else {
        chart.y_axis().set_num_format(axis(unit));
    }
    if let Some(unit) = others {
        chart.y2_axis().set_num_format(axis(Some(unit)));
    }
    if most == 1 || grid.figures.len() == 1 {
        chart.legend().set_hidden();
    } else {
        chart.legend().set_position(ChartLegendPosition::Bottom);
    }
    chart
}

fn write_cover(page: &mut Worksheet, about: &About, contents: &Contents, formats: &Formats) -> Result<(), XlsxError> {
    let texts = about.texts();
    page.set_screen_gridlines(false).set_landscape().set_print_fit_to_pages(1, 0);
    for (column, width) in (0..).zip(COVER_WIDTHS) {
        page.set_column_width(column, width)?;
    }
    page.write_string_with_format(0, 0, format!("{}: {}", about.program, about.screen), &formats.title)?;
    let mut row = 2;
    for (label, text) in about.lines() {
        page.write_string_with_format(row, 0, label, &formats.label)?;
        page.write_string_with_format(row, 1, cut(&text), &formats.wrapped)?;
        page.set_row_height(row, LINE * lines(&text, COVER_WIDTHS[1]))?;
        row += 1;
    }
    row += 1;
    for (column, header) in [texts.sheet, texts.what_it_shows, texts.notes].into_iter().enumerate() {
        page.write_string_with_format(row, column as u16, header, &formats.header)?;
    }
    for (name, title, notes) in &contents.sheets {
        row += 1;
        let link = Url::new(format!("internal:'{}'!A1", name.replace('\'', "''"))).set_text(name);
        page.write_url_with_format(row, 0, link, &formats.link)?;
        let notes = notes.join(" ");
        let height = lines(title, COVER_WIDTHS[1]).max(lines(&notes, COVER_WIDTHS[2]));
        page.write_string_with_format(row, 1, title, &formats.wrapped)?;
        page.write_string_with_format(row, 2, notes, &formats.wrapped)?;
        page.set_row_height(row, LINE * height)?;
    }
    if !about.receipts.is_empty() {
        row += 2;
        page.write_string_with_format(row, 0, texts.receipt, &formats.header)?;
        page.write_string_with_format(row, 1, texts.receipts_of_cover, &formats.header)?;
        for (label, sha256) in &about.receipts {
            row += 1;
            page.write_string_with_format(row, 0, label, &formats.label)?;
            page.write_string_with_format(row, 1, sha256, &formats.wrapped)?;
        }
    }
    row += 2;
    for (column, header) in [texts.figure, texts.definition].into_iter().enumerate() {
        page.write_string_with_format(row, column as u16, header, &formats.header)?;
    }
    for (label, metric) in &contents.metrics {
        row += 1;
        page.write_string_with_format(row, 0, *label, &formats.label)?;
        let definition = definition(metric, about.language);
        page.write_string_with_format(row, 1, definition, &formats.wrapped)?;
        page.set_row_height(row, LINE * lines(definition, COVER_WIDTHS[1]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_no_more_decimals_than_they_are_shown_with() {
        assert_eq!(value(38.55, Unit::Percent).to_string(), "0.3855");
        assert_eq!(value(80.64, Unit::Percent).to_string(), "0.8064");
        assert_eq!(value(1234.5, Unit::Decimal).to_string(), "1234.5");
        assert!((value(91.0, Unit::Seconds) * 86_400.0 - 91.0).abs() < 1e-9);
    }

    #[test]
    fn texts_that_are_days_are_dates() {
        let formats = Formats::new("USD", Language::En);
        let serial = |text: &str| dated(text, &formats).map(|(day, _)| day.to_excel());
        assert_eq!(serial("2026-03-12"), Some(46_093.0));
        assert_eq!(serial("2026-03-12 12:00"), Some(46_093.5));
        for text in ["2026-02-30", "2026-03", "12:00", "2026-03-12 noon", "Spring 26", "2026-03-12 1:00", "1026-03-12"]
        {
            assert_eq!(serial(text), None, "{text}");
        }
    }
}
