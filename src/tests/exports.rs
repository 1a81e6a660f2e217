//! Files of what is shown: each is read back by other crates and compared with the answers of the JSON calls, cell by cell.

use std::collections::{BTreeMap, HashSet};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use bond::figures::Unit;
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::render::Formats;
use bond::scope::{GroupLimit, Limits};
use bond::screens::{Block, Breakdown, DASHBOARDS, Dashboard, Field, List, Shape, Totals};
use bond::store::audit::AuditFilter;
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use time::macros::date;

use crate::brute_force::world::{SEED, World};
use crate::{Answer, Program, TestApp, of_today};

const XLSX: &str = "/api/v1/export/xlsx";
const PDF: &str = "/api/v1/export/pdf";
const DOSSIER: &str = "/api/v1/export/dossier";
const ZIP: &str = "/api/v1/export/zip";
const CSV: &str = "/api/v1/export/csv";
const LOGINS: &str = "api/v1/dashboard/users/logins";

/// A cell as it should be.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Text(String),
    Number(f64, Unit),
    /// In place of a 0 that stands for nothing.
    NoData,
    Empty,
}

fn text(value: &Value) -> Cell {
    match value {
        Value::String(text) if text.is_empty() => Cell::Empty,
        Value::String(text) => Cell::Text(text.clone()),
        Value::Null => Cell::Empty,
        other => Cell::Text(other.to_string()),
    }
}

/// Whether it is said of a figure that it has no data.
fn has_no_data(why: &Value) -> bool {
    why.get("notLoaded").or(why.get("noDays")).is_some()
}

fn number(value: &Value, field: &Field) -> Cell {
    value.as_f64().map_or(Cell::Empty, |value| Cell::Number(value, field.metric.unit))
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

fn object(row: &Value, texts: &[&str], fields: &[Field]) -> Vec<Cell> {
    let texts = texts.iter().map(|name| text(&row[*name]));
    let figure = |field: &Field| match has_no_data(&row["hidden"][field.name]) {
        true => Cell::NoData,
        false => number(&row[field.name], field),
    };
    texts.chain(fields.iter().map(figure)).collect()
}

fn of_list(list: &List, data: &Value) -> Vec<Vec<Cell>> {
    let texts: Vec<&str> = list.texts.iter().map(|(name, _)| *name).collect();
    rows(data).iter().map(|row| object(row, &texts, list.fields)).collect()
}

/// Rows by period. A 0 of a period without data is no figure.
fn by_period(answer: &Value, fields: &[Field], is_grouped: bool) -> Vec<Vec<Cell>> {
    let cells = |row: &Value, is_covered: bool| -> Vec<Cell> {
        let shown = |(at, field)| if is_covered { number(&row[at + 1], field) } else { Cell::Empty };
        fields.iter().enumerate().map(shown).collect()
    };
    let periods = rows(&answer["periods"]);
    let mut table: Vec<Vec<Cell>> = Vec::new();
    for (at, period) in periods.iter().enumerate() {
        let is_covered = period["covered"] == true;
        let mut row = vec![text(&period["label"])];
        if is_grouped {
            rows(&answer["data"]).iter().for_each(|line| row.extend(cells(&line["records"][at], is_covered)));
        } else {
            row.extend(cells(&answer["data"][at], is_covered));
            let previous = answer.get("previousToDate").unwrap_or(&answer["previous"]);
            row.extend(cells(&previous[at], period["previousCovered"] == true));
        }
        table.push(row);
    }
    if is_grouped && rows(&answer["data"]).is_empty() { Vec::new() } else { table }
}

/// The rows of a table. In a workbook a group and the one within it share a column, in CSV they have one each.
fn of_table(answer: &Value, fields: &[Field], is_workbook: bool) -> Vec<Vec<Cell>> {
    let is_nested = answer["filterParams"]["viewByH2"] != "NONE";
    let mut table = Vec::new();
    for group in rows(&answer["data"]) {
        let mut add = |row: &Value, second: Cell| {
            let mut cells = object(row, &[], fields);
            let name = text(&row["name"]);
            match (is_nested, is_workbook, &second) {
                (false, ..) | (true, true, _) => cells.insert(0, name),
                (true, false, Cell::Text(total)) if total == "Total" => {
                    cells.splice(0..0, [name, second]).for_each(drop)
                }
                (true, false, Cell::Empty) => cells.splice(0..0, [name, Cell::Empty]).for_each(drop),
                (true, false, _) => cells.splice(0..0, [text(&group["name"]), second]).for_each(drop),
            }
            table.push(cells);
        };
        let is_grand = group["name"] == "Total" && rows(&group["records"]).is_empty();
        add(group, if is_grand { Cell::Empty } else { Cell::Text("Total".to_owned()) });
        rows(&group["records"]).iter().for_each(|within| add(within, text(&within["name"])));
    }
    table
}

fn of_block(block: &Block, answer: &Value, is_workbook: bool) -> Vec<Vec<Cell>> {
    let data = &answer["data"];
    match &block.shape {
        Shape::ByPeriod(fields) => by_period(answer, fields, answer["filterParams"]["viewBy"] != "TOTALS"),
        Shape::ByPeriodTotals(fields) => by_period(answer, fields, false),
        Shape::Series(_, field) => by_period(answer, std::slice::from_ref(field), true),
        Shape::Table(fields) | Shape::InAndOut(fields) => of_table(answer, fields, is_workbook),
        Shape::Flow(field) => {
            let words = |text: &Value| match text.as_str().expect("a text") {
                "" => "Not registered".to_owned(),
                word => [word[..1].to_uppercase(), word[1..].to_owned()].concat(),
            };
            let row = |row: &Value| {
                let texts = ["from", "to", "way"].map(|name| Cell::Text(words(&row[name])));
                texts.into_iter().chain([number(&row[field.name], field)]).collect()
            };
            rows(data).iter().map(row).collect()
        }
        Shape::Groups(_, field) => {
            rows(data).iter().map(|row| object(row, &["name"], std::slice::from_ref(field))).collect()
        }
        Shape::Bars(list) | Shape::List(list) => of_list(list, data),
        Shape::Lists(lists) => {
            let all = lists.iter().flat_map(|(key, list)| {
                let label = list.counted[0].label;
                of_list(list, &data[*key])
                    .into_iter()
                    .map(move |row| [vec![Cell::Text(label.to_owned())], row].concat())
            });
            all.collect()
        }
        Shape::Months(fields) => {
            let month = |(row, period): (&Value, &Value)| match period["covered"] == true {
                true => object(row, &["date"], fields),
                false => [vec![text(&row["date"])], vec![Cell::Empty; fields.len()]].concat(),
            };
            rows(data).iter().zip(rows(&answer["periods"])).map(month).collect()
        }
        Shape::Pairs(list) => {
            let pair = |row: &Value| vec![text(&row[0]), number(&row[1], &list.fields[0])];
            rows(data).iter().map(pair).collect()
        }
        Shape::Triples(list) => {
            let field = &list.fields[0];
            let triple = |row: &Value| {
                let months = rows(&row[2]).iter().zip(rows(&answer["periods"]));
                let months = months.map(|(month, period)| match period["covered"] == true {
                    true => number(&month[1], field),
                    false => Cell::NoData,
                });
                [text(&row[0]), number(&row[1], field)].into_iter().chain(months).collect()
            };
            rows(data).iter().map(triple).collect()
        }
        Shape::Card(fields) => {
            let row = |field: &Field| vec![Cell::Text(field.full_label.to_owned()), number(&data[field.name], field)];
            fields.iter().map(row).collect()
        }
        Shape::Column(..) => panic!("columns are compared together"),
    }
}

/// The tables of a breakdown.
fn of_breakdown(breakdown: &Breakdown, answer: &Value, is_workbook: bool) -> Vec<Vec<Vec<Cell>>> {
    let is_column = |block: &&Block| matches!(block.shape, Shape::Column(..));
    let columns: Vec<&Block> = breakdown.blocks.iter().filter(is_column).collect();
    if let Some(first) = columns.first() {
        let row = |at: usize| {
            let cell = |block: &&Block| match &block.shape {
                Shape::Column(list, name) => match list.fields.iter().find(|field| field.name == *name) {
                    Some(field) => number(&answer[block.id][at], field),
                    None => text(&answer[block.id][at]),
                },
                _ => Cell::Empty,
            };
            columns.iter().map(cell).collect()
        };
        return vec![(0..rows(&answer[first.id]).len()).map(row).collect()];
    }
    let block = |block: &Block| match breakdown.unwrapped {
        true => of_block(block, &json!({"data": answer[block.id], "periods": answer["periods"]}), is_workbook),
        false => of_block(block, &answer[block.id], is_workbook),
    };
    breakdown.blocks.iter().map(block).collect()
}

/// The table of cards: figure, note, value, before, change, points.
fn of_totals(totals: &Totals, answer: &Value) -> Vec<Vec<Cell>> {
    let mut table = Vec::new();
    for (card, field) in totals.cards.iter().flat_map(|card| card.all_fields().map(move |field| (card, field))) {
        let of_card = &answer[card.key];
        let change = &answer["compare"][card.metric_id(field)];
        let unit = field.metric.unit;
        let of = |value: &Value, unit| value.as_f64().map_or(Cell::Empty, |value| Cell::Number(value, unit));
        let now = match field.name {
            "" => of(&change["now"], unit),
            name => of(&of_card[name], unit),
        };
        let why = &of_card["hidden"][if field.name.is_empty() { "years" } else { field.name }];
        let (lacks_now, lacks_before) = (has_no_data(why), has_no_data(&change["beforeHidden"]));
        let note = match why["notLoaded"].as_str() {
            Some(table) => Cell::Text(format!("no data: {table}")),
            None if lacks_now => Cell::Text("no data".to_owned()),
            None => text(&change["note"]),
        };
        let of_change = |name: &str, unit| match lacks_now || lacks_before {
            true => Cell::Empty,
            false => of(&change[name], unit),
        };
        table.push(vec![
            Cell::Text(field.full_label.to_owned()),
            note,
            if lacks_now { Cell::NoData } else { now },
            if lacks_before { Cell::NoData } else { of(&change["before"], unit) },
            of_change("changePercent", Unit::Percent),
            if unit == Unit::Percent { of_change("points", Unit::Decimal) } else { Cell::Empty },
        ]);
    }
    table
}

/// A screen with the tables that its file should have.
struct Expected {
    path: &'static str,
    workbook: Vec<Vec<Vec<Cell>>>,
    tables: Vec<Vec<Vec<Cell>>>,
}

fn totals_of(dashboard: &Dashboard) -> impl Iterator<Item = &'static Totals> {
    dashboard.all_totals().filter(|totals| !totals.unwrapped)
}

/// Every screen.
fn expected(post: &dyn Fn(&str) -> Value, dashboard: &'static Dashboard) -> Vec<Expected> {
    let mut all = Vec::new();
    for totals in totals_of(dashboard) {
        let answer = post(&format!("/{}", totals.path));
        let tables = |is_workbook| {
            let mut tables = vec![of_totals(totals, &answer)];
            if let Some((key, breakdown)) = totals.extra {
                tables.extend(of_breakdown(breakdown, &answer[key], is_workbook));
            }
            if dashboard.module == Module::Monitor {
                tables.push(indicators(&post("/api/v1/program/monitor/getIndicatorList")));
                tables.push(score(&post("/api/v1/bond/score")));
            }
            tables
        };
        all.push(Expected { path: totals.path, workbook: tables(true), tables: tables(false) });
    }
    for breakdown in dashboard.all_breakdowns() {
        let answer = post(&format!("/{}/breakdowns", breakdown.path));
        let [workbook, tables] = [true, false].map(|is_workbook| of_breakdown(breakdown, &answer, is_workbook));
        all.push(Expected { path: breakdown.path, workbook, tables });
    }
    all
}

fn indicators(answer: &Value) -> Vec<Vec<Cell>> {
    let of = |value: &Value, unit| value.as_f64().map_or(Cell::Empty, |value| Cell::Number(value, unit));
    let row = |row: &Value| {
        let figure = |name: &str, unit, whys: &[&str]| {
            let lacks = whys.iter().any(|why| has_no_data(&row["hidden"][*why]));
            if lacks { Cell::NoData } else { of(&row[name], unit) }
        };
        vec![
            text(&row["typeName"]),
            text(&row["note"]),
            figure("sum", Unit::Count, &["sum"]),
            figure("percent", Unit::Percent, &["percent"]),
            figure("popSum", Unit::Count, &["sum", "popSum"]),
            figure("popPercent", Unit::Percent, &["sum", "popSum"]),
        ]
    };
    rows(answer).iter().map(row).collect()
}

fn score(answer: &Value) -> Vec<Vec<Cell>> {
    let of = |value: &Value, unit| value.as_f64().map_or(Cell::Empty, |value| Cell::Number(value, unit));
    let points = |value: &Value| of(value, Unit::Decimal);
    let missing = text(&answer["explain"]["missing"]);
    let mut table = vec![vec![Cell::Text("BOND Score".to_owned()), missing]];
    table[0].extend([points(&answer["score"]), points(&answer["scoreLastMonth"])]);
    table[0].resize(8, Cell::Empty);
    for part in rows(&answer["explain"]["parts"]) {
        let unit = if part["unit"] == "months" { Unit::Months } else { Unit::Percent };
        let note = match part["state"].as_str().expect("a state") {
            "ok" => Cell::Empty,
            "notApplicable" => Cell::Text("its data are not loaded".to_owned()),
            "insufficient" => Cell::Text("too little data".to_owned()),
            "hidden" => Cell::Text("too few members".to_owned()),
            other => Cell::Text(other.to_owned()),
        };
        let mut row = vec![text(&part["label"]), note];
        row.extend(["value", "valueLastMonth", "floor", "target"].map(|name| of(&part[name], unit)));
        row.extend([of(&part["weight"], Unit::Count), points(&part["pointsEarned"])]);
        table.push(row);
    }
    table
}

/// The sheets of a workbook after its cover, each with its header.
pub(super) fn sheets(answer: &Answer) -> Vec<(String, Vec<Vec<Data>>)> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let mut workbook = Xlsx::new(Cursor::new(answer.bytes.clone())).expect("a workbook");
    let names = workbook.sheet_names();
    assert_eq!(names[0], "About");
    let mut sheets = Vec::new();
    for name in names.into_iter().skip(1) {
        let range = workbook.worksheet_range(&name).expect("a sheet");
        let (height, width) = range.end().map_or((0, 0), |(row, column)| (row + 1, column + 1));
        let cell = |row, column| range.get_value((row, column)).cloned().unwrap_or(Data::Empty);
        let rows = (0..height).map(|row| (0..width).map(|column| cell(row, column)).collect());
        sheets.push((name, rows.collect()));
    }
    sheets
}

/// The labels and texts of the cover.
pub(super) fn cover(answer: &Answer) -> BTreeMap<String, String> {
    let mut workbook = Xlsx::new(Cursor::new(answer.bytes.clone())).expect("a workbook");
    let range = workbook.worksheet_range("About").expect("the cover");
    range.rows().map(|row| (row[0].to_string(), row.get(1).map(Data::to_string).unwrap_or_default())).collect()
}

fn assert_cell(cell: Option<&Data>, expected: &Cell, place: &str) {
    match (cell.unwrap_or(&Data::Empty), expected) {
        (Data::Empty, Cell::Empty) => {}
        (Data::String(text), Cell::Empty) if text.is_empty() => {}
        (Data::String(text), Cell::Text(expected)) => assert_eq!(text, expected, "{place}"),
        // Days and months are dates.
        (Data::DateTime(found), Cell::Text(expected)) => {
            let day = date!(1899 - 12 - 30) + time::Duration::days(found.as_f64() as i64);
            let month = format!("{} {}", &day.month().to_string()[..3], day.year());
            let minutes = (found.as_f64().fract() * 1440.0).round() as i64;
            let time = format!("{day} {:02}:{:02}", minutes / 60, minutes % 60);
            let written = [day.to_string(), month, day.to_string()[..7].to_owned(), time];
            assert!(written.contains(expected), "{place}: {found:?}, not {expected}");
        }
        (Data::String(text), Cell::NoData) => assert!(text.starts_with("no data"), "{place}: {text}"),
        (found @ (Data::Float(_) | Data::Int(_) | Data::DateTime(_)), Cell::Number(expected, unit)) => {
            let found = match found {
                Data::Float(found) => *found,
                Data::Int(found) => *found as f64,
                Data::DateTime(found) => found.as_f64(),
                _ => f64::NAN,
            };
            let found = match unit {
                Unit::Percent => found * 100.0,
                Unit::Seconds => found * 86_400.0,
                _ => found,
            };
            assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{place}: {found}, not {expected}");
        }
        (found, expected) => panic!("{place}: {found:?}, not {expected:?}"),
    }
}

fn assert_workbook(answer: &Answer, expected: &[Vec<Vec<Cell>>], path: &str) {
    let sheets = sheets(answer);
    assert_eq!(sheets.len(), expected.len(), "{path}");
    let mut names = HashSet::new();
    for ((name, found), table) in sheets.iter().zip(expected) {
        assert!(
            (1..=31).contains(&name.chars().count()) && !name.contains(['[', ']', ':', '*', '?', '/', '\\']),
            "{name}"
        );
        assert!(names.insert(name.to_lowercase()), "{name} twice");
        assert!(!found.is_empty(), "{path}, {name}: no header");
        for (at, row) in table.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let place = format!("{path}, {name}, row {at}, column {column}");
                assert_cell(found.get(at + 1).and_then(|row| row.get(column)), cell, &place);
            }
            assert_eq!(found.get(at + 1).map_or(0, |found| found.len().saturating_sub(row.len())), 0, "{path}, {name}");
        }
        let is_empty = |row: &Vec<Data>| row.iter().all(|cell| *cell == Data::Empty);
        assert!(found.iter().skip(table.len() + 1).all(is_empty), "{path}, {name}: more rows than {}", table.len());
    }
}

/// The files of a zip, in order of their names.
pub(super) fn files(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes.clone())).expect("a zip");
    let mut files = Vec::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).expect("a file");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("UTF-8");
        let name = file.name().expect("a name").into_owned();
        files.push((name, text));
    }
    files.sort();
    files
}

fn assert_csv(text: &str, separator: u8, table: &[Vec<Cell>], place: &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or_else(|| panic!("{place}: a byte order mark"));
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).from_reader(text.as_bytes());
    let found: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a row")).collect();
    assert_eq!(found.len(), table.len(), "{place}");
    for (found, row) in found.iter().zip(table) {
        assert_eq!(found.len(), row.len(), "{place}: {found:?}, not {row:?}");
        for (found, cell) in found.iter().zip(row) {
            match cell {
                Cell::Empty | Cell::NoData => assert_eq!(found, "", "{place}: {row:?}"),
                Cell::Number(number, _) => assert_eq!(found.parse(), Ok(*number), "{place}: {row:?}"),
                Cell::Text(text) => {
                    let is_risky = text.trim_start().starts_with(['=', '+', '-', '@']);
                    let safe = if is_risky { format!("'{text}") } else { text.clone() };
                    assert_eq!(found, safe, "{place}: {row:?}");
                }
            }
        }
    }
}

/// The program that reads PDF files; `.ci/poppler` finds it.
fn pdftotext() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| {
        let found = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/poppler")).output().expect("started");
        let said = String::from_utf8_lossy(&found.stderr);
        assert!(found.status.success(), "{said}");
        PathBuf::from(String::from_utf8(found.stdout).expect("UTF-8").trim())
    })
}

/// The text of a PDF, as it stands on the pages.
pub(super) fn text_of_pdf(answer: &Answer) -> String {
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"), "{}", answer.text);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("screen.pdf");
    std::fs::write(&file, &answer.bytes).expect("written");
    if let Some(kept) = std::env::var_os("BOND_TESTS_KEEP_PDF") {
        let name = answer.header("content-disposition").split('"').nth(1).expect("a name").to_owned();
        std::fs::copy(&file, Path::new(&kept).join(name)).expect("kept");
    }
    let read = Command::new(pdftotext()).arg("-layout").arg(&file).arg("-").output().expect("started");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    String::from_utf8(read.stdout).expect("UTF-8")
}

/// A figure of a PDF without the sign of a rise and without the zeros that align a column.
fn bare(word: &str) -> String {
    let word = word.strip_prefix('+').unwrap_or(word);
    let (number, sign) = word.strip_suffix('%').map_or((word, ""), |number| (number, "%"));
    match number.contains('.') && number.ends_with('0') && !number.contains('$') {
        true => format!("{}{sign}", number.trim_end_matches('0').trim_end_matches('.')),
        false => word.to_owned(),
    }
}

/// Each figure is in the text of a PDF as often as in the tables, and the figures of a row stand on one line.
fn assert_pdf(text: &str, tables: &[Vec<Vec<Cell>>], formats: &Formats, place: &str) {
    let written = |cell: &Cell| match cell {
        Cell::Number(value, unit) => Some(formats.cell(*value, *unit)),
        _ => None,
    };
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    text.split_whitespace().for_each(|word| *found.entry(bare(word)).or_default() += 1);
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    let cells = tables.iter().flatten().flatten();
    cells.filter_map(written).for_each(|word| *expected.entry(bare(&word)).or_default() += 1);
    for (word, count) in expected {
        let found = found.get(&word).copied().unwrap_or_default();
        assert!(found >= count, "{place}: {word} is there {found} times, not {count} times:\n{text}");
    }
    let is_of_figure = |word: &&str| !["hidden", "no", "data"].contains(word);
    let words = |line: &str| line.split_whitespace().filter(is_of_figure).map(bare).collect::<Vec<String>>().join(" ");
    // Blocks stand side by side.
    let lines: Vec<String> = text.lines().map(|line| format!(" {} ", words(line))).collect();
    for row in tables.iter().flatten() {
        let figures: Vec<String> = row.iter().filter_map(written).map(|word| bare(&word)).collect();
        // A table with more columns continues below.
        let columns = row.iter().filter(|cell| !matches!(cell, Cell::Text(_))).count();
        if !figures.is_empty() && columns <= 8 {
            let end = format!(" {} ", figures.join(" "));
            assert!(lines.iter().any(|line| line.contains(&end)), "{place}: no line has {end}:\n{text}");
        }
        // Names wrap: each of their words is there.
        let names = row.iter().filter_map(|cell| if let Cell::Text(text) = cell { Some(text) } else { None });
        for word in names.flat_map(|name| name.split_whitespace()).filter(|word| word.chars().count() < 20) {
            assert!(text.contains(word), "{place}: {word} is missing:\n{text}");
        }
    }
}

/// What stands between two texts, each time.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).map(|rest| rest.split_once(end).map_or(rest, |(inner, _)| inner)).collect()
}

/// The rows of the tables of a page, without headers: texts, and figures as their cells have them.
fn tables_of_page(answer: &Answer) -> Vec<Vec<Vec<Data>>> {
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"), "{}", answer.text);
    let unescaped = |text: &str| {
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    };
    let cell = |cell: &str| {
        let (tag, text) = cell.split_once('>').expect("a tag");
        match between(tag, "data-value=\"", "\"").first() {
            Some(value) => Data::Float(value.parse().expect("a number")),
            None if tag.contains("figure") => Data::Empty,
            None => Data::String(unescaped(text)),
        }
    };
    let row = |row: &str| {
        let cells = row.replace("</th>", "</td>").replace("<th", "<td");
        between(&cells, "<td", "</td>").into_iter().map(cell).collect()
    };
    // A section without rows has no table.
    let table = |section: &str| match between(section, "<tbody>", "</tbody>").first() {
        Some(body) => between(body, "<tr", "</tr>").into_iter().map(row).collect(),
        None => Vec::new(),
    };
    between(&answer.text, "<section class=\"block\">", "</section>").into_iter().map(table).collect()
}

fn assert_page(answer: &Answer, expected: &[Vec<Vec<Cell>>], place: &str) {
    let found = tables_of_page(answer);
    assert_eq!(found.len(), expected.len(), "{place}");
    for (at, (found, table)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found.len(), table.len(), "{place}, table {at}");
        for (found, row) in found.iter().zip(table) {
            assert_eq!(found.len(), row.len(), "{place}, table {at}: {row:?}");
            for (found, cell) in found.iter().zip(row) {
                let is_same = match (found, cell) {
                    (Data::Float(found), Cell::Number(expected, _)) => found == expected,
                    (Data::String(found), Cell::Text(expected)) => found == expected,
                    (Data::String(found), Cell::Empty) => found.is_empty(),
                    (found, expected) => *found == Data::Empty && matches!(expected, Cell::Empty | Cell::NoData),
                };
                assert!(is_same, "{place}, table {at}: {found:?}, not {cell:?}");
            }
        }
    }
}

pub(super) fn with(filter: &Value, more: Value) -> Value {
    let mut body = filter.clone();
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

/// Compares the files of all screens with the answers to the same filter.
fn compare(program: &Program, filter: &Value) {
    let formats = Formats::new(&program.app.app.config.currency);
    for dashboard in DASHBOARDS {
        for screen in of_today(expected(&|path| program.post(path, filter), dashboard)) {
            let path = screen.path;
            let workbook = program.call(XLSX, &with(filter, json!({"screen": path})));
            assert_workbook(&workbook, &screen.workbook, path);
            let pdf = program.call(PDF, &with(filter, json!({"screen": path})));
            assert_pdf(&text_of_pdf(&pdf), &screen.workbook, &formats, path);
            let dossier = program.call(DOSSIER, &with(filter, json!({"screen": path, "extent": "screen"})));
            assert_page(&dossier, &screen.workbook, path);
            let zip = program.call(ZIP, &with(filter, json!({"screen": path, "separator": "semicolon"})));
            let files = files(&zip);
            assert_eq!((files[0].0.as_str(), files.len()), ("00-about.csv", screen.tables.len() + 1), "{path}");
            for ((name, text), table) in files[1..].iter().zip(&screen.tables) {
                assert_csv(text, b';', table, &format!("{path}, {name}"));
            }
        }
    }
}

#[test]
fn the_files_of_every_screen_have_the_figures_of_the_calls() {
    let program = Program::shared();
    let days = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    for more in [
        json!({}),
        json!({"viewBy": "TIER", "viewByH1": "TIER", "viewByH2": "LOB", "timeScale": "BY_QUARTERS", "recordCount": 2}),
        json!({"startDate": "2023-01-01", "endDate": "2024-03-31", "userGroupTiers": [1], "userGroupsTiersAll": false,
            "comparison": "SAME_DATES_LAST_YEAR"}),
        json!({"userGroupTiers": [], "userGroupsTiersAll": false}),
    ] {
        compare(&program, &with(&days, more));
    }
}

#[test]
fn a_whole_dashboard_is_one_file() {
    let program = Program::shared();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    for dashboard in DASHBOARDS {
        let screens = expected(&|path| program.post(path, &filter), dashboard);
        let first = totals_of(dashboard).next().expect("cards");
        let in_cards = |path: &str| first.extra.is_some_and(|(_, breakdown)| breakdown.path == path);
        let tables: Vec<_> =
            screens.iter().filter(|screen| !in_cards(screen.path)).flat_map(|screen| screen.workbook.clone()).collect();
        // Any screen of the dashboard names it.
        for screen in [first.path, screens.last().expect("a screen").path] {
            let body = with(&filter, json!({"screen": screen, "whole": true}));
            assert_workbook(&program.call(XLSX, &body), &tables, screen);
            let formats = Formats::new(&program.app.app.config.currency);
            assert_pdf(&text_of_pdf(&program.call(PDF, &body)), &tables, &formats, screen);
            let body = with(&filter, json!({"screen": screen, "extent": "dashboard"}));
            assert_page(&program.call(DOSSIER, &body), &tables, screen);
        }
    }
}

#[test]
fn the_cover_says_what_the_workbook_is_of() {
    let program = Program::shared();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "userGroupTiers": [1], "screen": LOGINS});
    let workbook = program.call(XLSX, &filter);
    let cover = cover(&workbook);
    let groups = program.get("/api/v1/dashboard/users/userGroups");
    let tier = rows(&groups).iter().find(|group| group["type"] == "TIER" && group["id"] == 1).expect("a tier");
    for (label, expected) in [
        ("Screen", "Logins"),
        ("Program", program.app.app.config.program_name.as_str()),
        ("Period", "2024-02-01 to 2025-03-10"),
        ("Tier", tier["name"].as_str().expect("a name")),
        ("Line of Business", "all"),
        ("Data through", "2025-03-10"),
        ("Created by", "ann"),
    ] {
        assert_eq!(cover.get(label).map(String::as_str), Some(expected), "{label} in {cover:?}");
    }
    assert!(cover["Compared with"].starts_with("previous period: 20"), "{cover:?}");
    assert!(cover["Total Logins"].contains("ogins"), "{cover:?}");
    assert_eq!(workbook.header("content-disposition"), "attachment; filename=\"bond-logins.xlsx\"");
    assert_eq!(workbook.header("content-encoding"), "");
}

#[test]
fn the_cover_names_chosen_items_of_its_own_dashboard() {
    let program = Program::shared();
    let offers =
        program.post("/api/v1/offer/dashboard/getOffers", &json!({"startDate": "2024-02-01", "endDate": "2025-03-10"}));
    let two = &rows(&offers)[..2];
    let ids: Vec<&Value> = two.iter().map(|offer| &offer["id"]).collect();
    let mut names: Vec<(i64, &str)> = two
        .iter()
        .map(|offer| (offer["id"].as_i64().expect("an id"), offer["name"].as_str().expect("a name")))
        .collect();
    names.sort_unstable();
    let names: Vec<&str> = names.into_iter().map(|(_, name)| name).collect();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "offers": ids, "offersAll": false});
    let line = |screen: &str| {
        let workbook = program.call(XLSX, &with(&filter, json!({"screen": screen})));
        cover(&workbook).get("Offers").cloned()
    };
    assert_eq!(line("api/v1/offer/dashboard/offers"), Some(names.join(", ")));
    assert_eq!(line(LOGINS).as_deref(), Some("2 chosen"));
}

#[test]
fn a_block_is_a_table_with_the_chosen_separator() {
    let program = Program::shared();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "viewByH1": "TIER", "viewByH2": "LOB"});
    let whole = program.post(&format!("/{LOGINS}/breakdown/LOGINS_TABLE"), &filter);
    let breakdown = bond::screens::BREAKDOWNS.iter().find(|of| of.path == LOGINS).expect("declared");
    let block = breakdown.blocks.iter().find(|block| block.id == "LOGINS_TABLE").expect("declared");
    let table = of_block(block, &whole, false);
    for (separator, byte) in [("comma", b','), ("semicolon", b';'), ("tab", b'\t')] {
        let body = with(&filter, json!({"screen": LOGINS, "block": "LOGINS_TABLE", "separator": separator}));
        let answer = program.call(CSV, &body);
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"), "{}", answer.text);
        assert_csv(&answer.text, byte, &table, separator);
    }
    // The dashed line is of a year before, whatever the filter compares with.
    let page = program.call(DOSSIER, &with(&filter, json!({"screen": LOGINS, "extent": "screen"}))).text;
    assert!(page.contains("Year before: Feb 1, 2023 to Mar 10, 2024."), "{page}");
    let bare = with(&filter, json!({"screen": LOGINS, "block": "LOGINS_TABLE", "bom": false}));
    assert!(program.call(CSV, &bare).text.starts_with("Tier,Line of Business,Total Logins,Unique Logins\r\n"));
    let cards = "api/v1/dashboard/users/userDashboardInfo";
    let of_cards = program.call(CSV, &with(&filter, json!({"screen": cards})));
    let totals = totals_of(DASHBOARDS[1]).next().expect("cards");
    assert_csv(&of_cards.text, b',', &of_totals(totals, &program.post(&format!("/{cards}"), &filter)), cards);
}

#[test]
fn what_is_wrong_is_named() {
    let program = Program::shared();
    for (path, body, expected) in [
        (XLSX, json!({}), "missing field `screen`"),
        (XLSX, json!({"screen": "Logins"}), "screen: expected the path of a dashboard's cards or of a breakdown"),
        (XLSX, json!({"screen": LOGINS, "endDate": "x"}), "endDate must be"),
        (XLSX, json!({"screen": LOGINS, "whole": 1}), "whole: invalid type"),
        (PDF, json!({"screen": LOGINS, "endDate": "x"}), "endDate must be"),
        (PDF, json!({"screen": LOGINS, "whole": 1}), "whole: invalid type"),
        (DOSSIER, json!({"screen": LOGINS}), "missing field `extent`"),
        (DOSSIER, json!({"screen": LOGINS, "extent": "all"}), "extent: unknown variant `all`"),
        (ZIP, json!({"screen": LOGINS, "separator": "dot"}), "separator: unknown variant `dot`"),
        (CSV, json!({"screen": LOGINS, "block": "NOTHING"}), "block: expected one of LOGINS_BY_PERIOD, "),
        (CSV, json!({"screen": LOGINS}), "block: expected one of LOGINS_BY_PERIOD, "),
        (XLSX, json!({"screen": LOGINS, "compared": ["X"]}), "compared: expected some of LOGINS_TABLE"),
        (
            CSV,
            json!({"screen": "api/v1/dashboard/users/userDashboardInfo", "block": "X"}),
            "block: expected nothing: this screen has cards alone",
        ),
    ] {
        let answer = program.call(path, &body);
        assert_eq!(answer.status, 400, "{path} {body}");
        let said = answer.json()["message"].as_str().expect("text").to_owned();
        assert!(said.starts_with(expected), "{path} {body}: {said}");
    }
}

fn role(name: &str, modules: &[Module], tiers: &[i32]) -> Role {
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    let limit = GroupLimit { grouping: Grouping::Tier, ids: tiers.to_vec() };
    let groups = if tiers.is_empty() { Vec::new() } else { vec![limit] };
    Role {
        name: name.to_owned(),
        permissions: modules.iter().map(permission).collect(),
        limits: Limits { groups, without_members: false },
    }
}

/// Signs in somebody with these roles.
fn user(app: &TestApp, login: &str, roles: &[Role]) -> String {
    let hash = &bond::auth::password::hash("correct horse 1").expect("hashed");
    for role in roles {
        app.app.store.add_role(role, 1).expect("added");
    }
    let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
    let user = bond::store::users::NewUser { login, first_name: "Bob", password_hash: hash, roles: &names };
    app.app.store.add_user(&user, app.app.clock.now()).expect("added");
    app.login(login, "correct horse 1").json()["token"].as_str().expect("a token").to_owned()
}

/// A permission on EXPORT and on the module of the screen, and the members that both show; each file is a line of the audit
/// log.
#[test]
fn files_need_both_permissions_and_have_the_members_of_both() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app;
    let body = json!({"screen": LOGINS, "startDate": "2024-02-01", "endDate": "2025-03-10"});
    let log = || {
        let filter = AuditFilter { what: Some("exported".to_owned()), ..AuditFilter::default() };
        app.app.store.audit_lines(&filter, 0, 100).expect("read")
    };
    for (login, modules) in [("members", [Module::Members].as_slice()), ("export", &[Module::Export, Module::Offers])] {
        let token = user(app, login, &[role(login, modules, &[])]);
        for path in [XLSX, PDF, ZIP, CSV] {
            let answer = app.post(path).bearer(&token).json(&body).send();
            assert_eq!(answer.status, 403, "{path} as {login}: {}", answer.text);
            let missing = if login == "members" { "EXPORT" } else { "MEMBERS" };
            assert!(answer.text.contains(missing), "{}", answer.text);
        }
    }
    assert_eq!(log().len(), 0);

    // One role shows the members of tier 1 and 2, the other exports those of tier 2 and 3.
    let both = [role("shows", &[Module::Members], &[1, 2]), role("exports", &[Module::Export], &[2, 3])];
    let token = user(app, "both", &both);
    let two = user(app, "two", &[role("two", &[Module::Members], &[2])]);
    let days = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    let answers = |path: &str| app.post(path).bearer(&two).json(&days).send().json();
    let screens = expected(&answers, DASHBOARDS[1]);
    let screen = screens.iter().find(|screen| screen.path == LOGINS).expect("declared");
    let workbook = app.post(XLSX).bearer(&token).json(&body).send();
    assert_workbook(&workbook, &screen.workbook, LOGINS);
    let all = program.post(&format!("/{LOGINS}/breakdowns"), &days);
    assert_ne!(all, answers(&format!("/{LOGINS}/breakdowns")), "there are others to be left out");

    let lines = log();
    assert_eq!(lines.len(), 1);
    let line = &lines[0];
    assert_eq!((line.actor.as_deref(), line.subject.as_deref()), (Some("both"), Some("XLSX of Logins")));
    let detail = line.detail.as_deref().unwrap_or_default();
    let expected = format!("{LOGINS}: Period 2024-02-01 to 2025-03-10, Compared with previous period");
    assert!(detail.starts_with(&expected), "{detail}");
    assert!(line.address.is_some());
}

/// Figures about few members are empty in every file, with a note.
#[test]
fn small_groups_are_empty() {
    if !crate::takes_turn(5) {
        return;
    }
    let (app, _) = World::prepared(SEED, |config| config.minimum_members = 5);
    let program = Program { token: app.signed_in("ann", USERS), app };
    let filter = json!({"startDate": "2025-03-01", "endDate": "2025-03-07", "viewByH1": "TIER", "viewByH2": "LOB"});
    let mut hidden = 0;
    for breakdown in bond::screens::BREAKDOWNS.iter().filter(|breakdown| !breakdown.unwrapped) {
        let answer = program.post(&format!("/{}/breakdowns", breakdown.path), &filter);
        hidden += breakdown.blocks.iter().filter_map(|block| answer[block.id]["hidden"].as_u64()).sum::<u64>();
    }
    assert!(hidden > 20, "{hidden} are hidden");
    compare(&program, &filter);

    let hides = program.post(&format!("/{LOGINS}/breakdown/LOGINS_TABLE"), &filter)["hidden"].as_u64().unwrap_or(0);
    let workbook = program.call(XLSX, &with(&filter, json!({"screen": LOGINS})));
    let mut zip = zip::ZipArchive::new(Cursor::new(workbook.bytes.clone())).expect("a zip");
    let notes: Vec<String> = (0..zip.len())
        .filter_map(|at| {
            let mut file = zip.by_index(at).expect("a file");
            let mut text = String::new();
            let is_notes = file.name().expect("a name").contains("comments");
            is_notes.then(|| file.read_to_string(&mut text).map(|_| text).expect("UTF-8"))
        })
        .collect();
    let written = notes.iter().map(|text| text.matches("Hidden: fewer than 5 members").count() as u64).sum::<u64>();
    assert!(hides > 0 && written >= hides, "{written} notes, {hides} hidden");
}

#[test]
fn texts_are_no_formulas() {
    let app = TestApp::new();
    let risky = "=HYPERLINK(\"http://evil.example\",\"x\")";
    let groups = format!("id,type,name\n1,TIER,\"{}\"\n1,LOB,@A\n1,AUDIENCE,All\n", risky.replace('"', "\"\""));
    app.import(&[
        ("user_groups.csv", &groups),
        ("members.csv", "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-10-01,Email\n"),
        ("logins.csv", "member_id,logged_in_at\nM1,2026-03-01 10:00:00\n"),
    ])
    .expect("loaded");
    let token = app.signed_in("ann", USERS);
    let body = json!({"screen": LOGINS, "block": "LOGINS_TABLE", "viewByH1": "TIER", "viewByH2": "LOB"});
    let csv = app.post(CSV).bearer(&token).json(&body).send();
    assert!(csv.text.contains("\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",'@A,1,1\r\n"), "{}", csv.text);
    let body = json!({"screen": LOGINS, "viewByH1": "TIER", "viewByH2": "LOB"});
    let workbook = app.post(XLSX).bearer(&token).json(&body).send();
    let found = sheets(&workbook);
    assert!(found.iter().any(|(_, rows)| rows.iter().any(|row| row[0] == Data::String(risky.to_owned()))));
    let mut zip = Xlsx::new(Cursor::new(workbook.bytes.clone())).expect("a workbook");
    for (name, _) in &found {
        let formulas = zip.worksheet_formula(name).expect("a sheet");
        assert!(formulas.cells().all(|(.., formula)| formula.is_empty()), "{name}");
    }
}

/// What a program that reads PDF files says of one.
fn properties(answer: &Answer) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("screen.pdf");
    std::fs::write(&file, &answer.bytes).expect("written");
    let read = Command::new(pdftotext().with_file_name("pdfinfo")).arg(&file).output().expect("started");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    String::from_utf8(read.stdout).expect("UTF-8")
}

#[test]
fn a_pdf_says_what_it_is_of_on_every_page() {
    let program = Program::shared();
    let name = program.app.app.config.program_name.clone();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "screen": LOGINS, "viewByH2": "TIER"});
    let answer = program.call(PDF, &filter);
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"bond-logins.pdf\"");
    assert_eq!(answer.header("content-encoding"), "");
    let (text, properties) = (text_of_pdf(&answer), properties(&answer));
    let property = |label: &str| {
        let line =
            properties.lines().find_map(|line| line.strip_prefix(label)).unwrap_or_else(|| panic!("{properties}"));
        line.trim().to_owned()
    };
    assert_eq!(property("Title:"), format!("{name}: Logins"));
    assert_eq!(property("Author:"), "ann");
    assert!(property("Page size:").contains("A4"), "{properties}");
    assert!(answer.bytes.windows(9).any(|bytes| bytes == b"/Lang(en)"), "a language");
    let pages: Vec<&str> = text.trim_end_matches('\u{c}').split('\u{c}').collect();
    assert_eq!(property("Pages:"), pages.len().to_string());
    for (at, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("Page {} of {}", at + 1, pages.len())), "{page}");
        assert!(page.contains(&format!("{name}: Logins · 2024-02-01 to 2025-03-10 · created by ann at ")), "{page}");
    }
    for line in ["Data through", "previous period: 20", "Line of Business", "Definitions"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

/// What the audit log has of the receipts of a file, by the digests on its cover.
pub(super) fn digest_of_digests(digests: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    let list: String = digests.into_iter().map(|digest| format!("{digest}\n")).collect();
    Sha256::digest(list).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The receipts of a page, by the ids of their figures.
fn receipts_of_page(text: &str) -> BTreeMap<String, Vec<u8>> {
    let unescaped =
        |text: &str| text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let receipts = between(text, "<pre tabindex=\"0\">", "</pre>").into_iter().map(unescaped);
    let by_id = |json: String| {
        let receipt: Value = serde_json::from_str(&json).expect("a receipt");
        (receipt["metric"]["id"].as_str().expect("an id").to_owned(), json.into_bytes())
    };
    receipts.map(by_id).collect()
}

#[test]
fn a_dossier_has_receipts_and_loads_nothing() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "screen": LOGINS, "extent": "screen"});
    let answer = program.call(DOSSIER, &filter);
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"bond-logins.html\"");
    let receipts = receipts_of_page(&answer.text);
    assert_eq!(receipts.keys().collect::<Vec<_>>(), ["logins.totalLogins", "logins.uniqueLogins"]);
    let days = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    let info = program.post("/api/v1/dashboard/users/userDashboardInfo", &days);
    for (id, json) in receipts {
        let receipt = bond::screens::receipts::verified(&json, None).expect("a signature that is right");
        let value = receipt.figure.and_then(|figure| figure.value).expect("a value");
        assert_eq!(Some(value.shown), info["logins"][id.trim_start_matches("logins.")].as_f64(), "{id}");
    }
    // The file is one line of the audit log, with its receipts.
    let lines = |what: &str| {
        let filter = AuditFilter { what: Some(what.to_owned()), ..AuditFilter::default() };
        program.app.app.store.audit_lines(&filter, 0, 100).expect("read")
    };
    assert_eq!((lines("receipt_issued").len(), lines("exported").len()), (0, 1));
    let detail = lines("exported")[0].detail.clone().expect("a detail");
    let (about, digest) = detail.split_once("; receipts: 2, sha256 of their digests ").expect("its receipts");
    assert!(about.starts_with(LOGINS) && digest.len() == 64, "{detail}");

    let policy = between(&answer.text, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    assert!(policy.len() == 1 && policy[0].starts_with("default-src 'none'; "), "{policy:?}");
    assert!(!policy[0].contains("http") && !policy[0].contains("unsafe"), "{policy:?}");
    for loading in ["src=", "<link", "<iframe", "<img", "<object", "@import", "fetch(", "XMLHttpRequest"] {
        assert!(!answer.text.contains(loading), "{loading}");
    }
}

#[test]
fn a_dossier_of_everything_has_the_dashboards_that_are_open() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app;
    let titles = |answer: &Answer| -> Vec<String> {
        assert_eq!(answer.status, 200, "{}", answer.text);
        let titles = between(&answer.text, "<h2 id=\"s", "</h2>");
        titles.into_iter().map(|rest| rest.split_once('>').expect("a title").1.to_owned()).collect()
    };
    // As in the menu.
    let menu = ["Program Monitor", "Member", "Emails", "Website", "Offers", "Content"];
    let place = |dashboard: &&Dashboard| menu.iter().position(|name| dashboard.title.starts_with(name)).expect("in it");
    let mut dashboards = DASHBOARDS.to_vec();
    dashboards.sort_by_key(place);
    let body = json!({"screen": LOGINS, "extent": "everything", "startDate": "2024-02-01", "endDate": "2025-03-10"});
    let all = program.call(DOSSIER, &body);
    assert_eq!(titles(&all), dashboards.iter().map(|dashboard| dashboard.title).collect::<Vec<_>>());
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    let mut tables = Vec::new();
    for dashboard in dashboards.iter().copied() {
        let first = totals_of(dashboard).next().expect("cards");
        let in_cards = |path: &str| first.extra.is_some_and(|(_, breakdown)| breakdown.path == path);
        let screens = expected(&|path| program.post(path, &filter), dashboard);
        tables.extend(screens.into_iter().filter(|screen| !in_cards(screen.path)).flat_map(|screen| screen.workbook));
    }
    assert_page(&all, &tables, "everything");

    let token = user(app, "few", &[role("few", &[Module::Export, Module::Members, Module::Offers], &[])]);
    let few = app.post(DOSSIER).bearer(&token).json(&body).send();
    let open = dashboards.iter().filter(|dashboard| [Module::Members, Module::Offers].contains(&dashboard.module));
    assert_eq!(titles(&few), open.map(|dashboard| dashboard.title).collect::<Vec<_>>());
    // A card of the Program Monitor is of another dashboard, and so is its receipt.
    let token = user(app, "monitor", &[role("monitor", &[Module::Export, Module::Monitor], &[])]);
    let monitor = with(&body, json!({"screen": "api/v1/program/monitor/info"}));
    let of_monitor = app.post(DOSSIER).bearer(&token).json(&monitor).send();
    assert_eq!(receipts_of_page(&of_monitor.text).keys().collect::<Vec<_>>(), ["score"]);
    assert!(receipts_of_page(&all.text).len() > 20);
    let token = user(app, "none", &[role("none", &[Module::Export, Module::Offers], &[])]);
    assert_eq!(app.post(DOSSIER).bearer(&token).json(&body).send().status, 403);
}

#[test]
fn long_names_wrap_and_their_letters_are_found() {
    let app = TestApp::new();
    let long = "Ein Frühstück für zwei Personen mit Kaffee, Säften und Brötchen in jeder Filiale des Bäckers, Größe nach Wahl, ¿y por qué no mañana? ".repeat(3);
    let searches = format!("date,query,searches\n2026-02-01,\"{}\",7\n", long.trim());
    app.import(&[("site_searches.csv", &searches)]).expect("loaded");
    let token = app.signed_in("ann", USERS);
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches"});
    let text = text_of_pdf(&app.post(PDF).bearer(&token).json(&body).send());
    for word in ["Frühstück", "Säften", "Größe", "¿y", "mañana?"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn letters_of_every_script_are_in_a_pdf_and_those_without_a_font_are_named() {
    let app = TestApp::new();
    let words = ["Ελλάδα", "Привет", "שלום", "مرحبا", "สวัสดี", "नमस्ते", "🎈"];
    let lone = '\u{10fffd}';
    let rows = words.iter().map(|word| format!("2026-02-01,{word},7\n"));
    let searches = format!("date,query,searches\n{}2026-02-01,a{lone}b,3\n", rows.collect::<String>());
    app.import(&[("site_searches.csv", &searches)]).expect("loaded");
    let token = app.signed_in("ann", USERS);
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches"});
    let text = text_of_pdf(&app.post(PDF).bearer(&token).json(&body).send());
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(text.contains("that no font of the server has: U+10FFFD (1 in all)."), "{text}");
}

#[test]
fn a_pdf_begins_with_the_score_what_changed_and_the_cards() {
    let program = Program::shared();
    let filter = json!({"startDate": "2024-02-01", "endDate": "2025-03-10"});
    let body = with(&filter, json!({"screen": "api/v1/program/monitor/info"}));
    let text = text_of_pdf(&program.call(PDF, &body));
    let (first, rest) = text.split_once('\u{c}').expect("two pages");
    let score = program.post("/api/v1/bond/score", &filter)["score"].as_f64();
    let info = program.post("/api/v1/program/monitor/info", &filter);
    let formats = Formats::new(&program.app.app.config.currency);
    let logins = formats.cell(info["logins"]["totalLogins"].as_f64().expect("logins"), Unit::Count);
    // The fixture has too little for a score; page one then begins with the cards.
    assert_eq!((score, first.contains("BOND Score")), (None, false));
    for said in ["Registrations", "Total New Registered", &logins] {
        assert!(first.contains(said), "no {said} in {first}");
    }
    assert!(first.contains("Feb 1, 2024 to Mar 10, 2025"), "{first}");
    // Its receipts are one number here, and all at the end.
    let line = first.lines().find(|line| line.contains("receipts, ")).expect("how many receipts there are").trim();
    let short = line.split(", ").nth(1).expect("a number");
    assert_eq!(short.len(), 12, "{line}");
    let digests: Vec<&str> = rest
        .split_whitespace()
        .filter(|word| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit()))
        .collect();
    assert!(digest_of_digests(&digests).starts_with(short), "{short} is not of {digests:?}");
    assert!(line.starts_with(&format!("{} receipts", digests.len())), "{line}");
}

/// How far the file with a number is: the steps done, and all.
fn progress(app: &TestApp, token: &str, number: u64) -> (u64, u64) {
    let answer = app.get(&format!("/api/v1/export/progress/{number}")).bearer(token).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    let steps = answer.json();
    (steps["done"].as_u64().expect("a count"), steps["all"].as_u64().expect("a count"))
}

#[test]
fn a_file_in_the_making_says_to_its_user_how_far_it_is() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let (app, token) = (&program.app, &program.token);
    let other = app.signed_in("eve", USERS);
    let body = json!({"screen": LOGINS, "extent": "everything"});
    let mut seen = Vec::new();
    std::thread::scope(|scope| {
        let made = scope.spawn(|| app.post(DOSSIER).bearer(token).header("bond-export-id", "7").json(&body).send());
        while !made.is_finished() {
            seen.push(progress(app, token, 7));
            assert_eq!(progress(app, &other, 7), (0, 0), "it is another user's");
            assert_eq!(progress(app, token, 8), (0, 0), "it has another number");
        }
        assert_eq!(made.join().expect("answered").status, 200);
    });
    seen.retain(|(_, all)| *all > 0);
    assert!(seen.iter().all(|(done, all)| done <= all) && seen.windows(2).all(|two| two[0].0 <= two[1].0), "{seen:?}");
    let steps: HashSet<u64> = seen.iter().map(|(done, _)| *done).collect();
    assert!(steps.len() > 3, "{seen:?}");
    assert_eq!(progress(app, token, 7), (0, 0), "it has ended");
    let wrong = app.post(DOSSIER).bearer(token).header("bond-export-id", "x").json(&body).send();
    assert_eq!(wrong.status, 400);
    assert!(wrong.text.contains("bond-export-id: expected a whole number"), "{}", wrong.text);
}

/// Whoever leaves has no file made for them, and no line in the audit log.
#[test]
fn a_file_whose_user_leaves_is_not_made() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let (app, token) = (&program.app, &program.token);
    let body = json!({"screen": LOGINS, "extent": "everything"}).to_string();
    let origin = app.origin();
    let host = origin.trim_start_matches("http://");
    let mut connection = std::net::TcpStream::connect(host).expect("connected");
    let request = format!(
        "POST {DOSSIER} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\nbond-export-id: 9\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).expect("sent");
    let until = |what: &str, wanted: fn((u64, u64)) -> bool| {
        for _ in 0..1_000 {
            if wanted(progress(app, token, 9)) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{what}: {:?}", progress(app, token, 9));
    };
    until("it is begun", |(done, all)| done > 0 && all > 0);
    drop(connection);
    until("it has ended", |(_, all)| all == 0);
    let lines = app.app.store.last_audit_lines(50).expect("read");
    assert!(lines.iter().all(|line| line.event != "exported"), "it was made to the end");
}

/// Begins a workbook of all rows, and returns the connection that waits for it.
fn begun_workbook(app: &TestApp, token: &str) -> std::net::TcpStream {
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches"}).to_string();
    let origin = app.origin();
    let host = origin.trim_start_matches("http://");
    let mut connection = std::net::TcpStream::connect(host).expect("connected");
    let request = format!(
        "POST {XLSX} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).expect("sent");
    connection
}

/// Whoever leaves while a file is written does not free a place for another writer: the work goes on for a while.
#[test]
fn users_who_leave_while_files_are_written_leave_no_more_writers_than_there_are_places() {
    let app = TestApp::new();
    let mut searches = "date,query,searches\n".to_owned();
    for at in 0..30_000 {
        searches += &format!("2026-02-{:02},term {at},1\n", at % 28 + 1);
    }
    app.import(&[("site_searches.csv", &searches)]).expect("loaded");
    let tokens: Vec<String> = (0..6).map(|at| app.signed_in(&format!("user{at}"), USERS)).collect();
    let counts = app.app.limited.files.counts().clone();
    let begun = std::time::Instant::now();
    let mut most = 0;
    for round in 0..8 {
        let waiting: Vec<_> = tokens.iter().map(|token| begun_workbook(&app, token)).collect();
        // Until a file is written.
        let round_begun = std::time::Instant::now();
        while round_begun.elapsed().as_millis() < 300 || counts.running_now() == 0 {
            most = most.max(counts.running_now());
            assert!(begun.elapsed().as_secs() < 180, "round {round}: nothing is written");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        drop(waiting);
    }
    // A request that was sent before may be read after the others have ended.
    let are_none_in_metrics = || {
        let metrics = app.get("/metrics").send().text;
        metrics.lines().any(|line| line.starts_with("bond_work_running{of=\"files\"} 0"))
    };
    while counts.running_now() > 0 || counts.waiting_now() > 0 || !are_none_in_metrics() {
        most = most.max(counts.running_now());
        assert!(begun.elapsed().as_secs() < 180, "the writers do not end");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!((1..=bond::limited::MOST_FILES as i64).contains(&most), "{most} writers at once");
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches", "block": "searchTerms"});
    assert_eq!(app.post(CSV).bearer(&tokens[0]).json(&body).send().status, 200, "the places are free");
}

#[test]
fn a_hundred_thousand_rows_leave() {
    if !crate::runs_today() {
        return;
    }
    let app = TestApp::new();
    let mut searches = "date,query,searches\n".to_owned();
    for at in 0..100_000 {
        searches += &format!("2026-02-{:02},term {at},1\n", at % 28 + 1);
    }
    app.import(&[("site_searches.csv", &searches)]).expect("loaded");
    let token = app.signed_in("ann", USERS);
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches", "block": "searchTerms"});
    let csv = app.post(CSV).bearer(&token).json(&body).send();
    assert_eq!((csv.status, csv.text.lines().count()), (200, 100_001));
    let body = json!({"screen": "api/v1/website/dashboard/onSiteSearches"});
    let found = sheets(&app.post(XLSX).bearer(&token).json(&body).send());
    let (_, rows) = found.last().expect("a sheet");
    assert_eq!(rows.len(), 100_001);
    let terms: HashSet<String> = rows.iter().skip(1).map(|row| row[0].to_string()).collect();
    assert_eq!(terms.len(), 100_000);
    let text = text_of_pdf(&app.post(PDF).bearer(&token).json(&body).send());
    assert!(text.contains("The first 2,000 of 100,000 rows are here; the workbook and the CSV file have them all."));
    let starting = |start: &str| text.lines().filter(|line| line.trim_start().starts_with(start)).count();
    assert_eq!(starting("term "), 2_000);
    let header = csv.text.trim_start_matches('\u{feff}').split(',').next().expect("a header");
    let pages = text.matches('\u{c}').count();
    assert!(pages > 40 && starting(header) >= pages - 2, "{} headers on {pages} pages", starting(header));
}
