//! The child: tables from its input, rows of a query to its output.

use std::io::{self, BufReader, BufWriter, Read, Write};

use duckdb::{Config, Connection, ToSql, appender_params_from_iter};

use super::asked::{FILE, LINE};
use crate::warehouse::read::frames::{Block, END, FAULT, LONGEST, LONGEST_NAME, MOST_COLUMNS, ROWS, Stop, TABLE, text};
use crate::warehouse::read::relation;

/// The longest SQL, in bytes: that of a mapping.
const LONGEST_SQL: usize = 1 << 20;

/// Reads SQL and tables, and writes the rows that the SQL gives. `close` is called when nothing more has to be opened:
/// before anything is read. `memory` is in MiB.
///
/// # Errors
/// Errors of the input and the output. What is wrong with the query is part of the output.
pub fn answer(
    input: impl Read,
    output: impl Write,
    memory: u64,
    close: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let mut output = BufWriter::with_capacity(64 * 1024, output);
    match run(&mut input, &mut output, memory, close) {
        Ok(()) => output.write_all(&[END])?,
        Err(Stop::Fault(what)) => {
            output.write_all(&[FAULT])?;
            text(&mut output, &what.chars().take(LONGEST_NAME).collect::<String>())?;
        }
        Err(Stop::Gone(error)) => return Err(error),
    }
    output.flush()
}

fn run(
    input: &mut impl Read,
    output: &mut impl Write,
    memory: u64,
    close: impl FnOnce() -> io::Result<()>,
) -> Result<(), Stop> {
    let no_table = |error: duckdb::Error| Stop::Fault(said(&error.to_string()));
    let conn = opened(memory).map_err(no_table)?;
    close()?;
    let sql = string(input, LONGEST_SQL)?;
    while byte(input)? == TABLE {
        table(&conn, input)?.map_err(no_table)?;
    }
    let failed = |error: &duckdb::Error| {
        let message = error.to_string();
        // The text is one SELECT, then, or no SQL: to prepare it runs nothing, and counts lines from its own start.
        let is_of_text = message.starts_with(SYNTAX) || BINDING.iter().any(|kind| message.starts_with(kind));
        let alone = is_of_text.then(|| conn.prepare(&sql).err()).flatten();
        Stop::Fault(said(&alone.map_or(message, |error| error.to_string())))
    };
    // The function takes one SELECT and nothing else, so that no other statement can be in the text.
    relation(&conn, &format!("query('{}')", sql.replace('\'', "''")), &failed, output)
}

/// An empty database that opens no file, loads no extension and changes no setting.
fn opened(memory: u64) -> Result<Connection, duckdb::Error> {
    let conn = Connection::open_in_memory_with_flags(
        Config::default()
            .max_memory(&format!("{memory}MiB"))?
            // The same rows in the same order each time.
            .threads(1)?
            .with("temp_directory", "")?
            .with("autoinstall_known_extensions", "false")?
            .with("autoload_known_extensions", "false")?
            .enable_external_access(false)?,
    )?;
    conn.execute_batch("set lock_configuration = true")?;
    Ok(conn)
}

/// Reads a table into the database, up to what ends it.
fn table(conn: &Connection, input: &mut impl Read) -> io::Result<Result<(), duckdb::Error>> {
    let name = string(input, LONGEST_NAME)?;
    let count = number(input, MOST_COLUMNS)?;
    let names = (0..count).map(|_| string(input, LONGEST)).collect::<io::Result<Vec<String>>>()?;
    let columns: String = names.iter().map(|name| format!("{} varchar, ", in_marks(name))).collect();
    let sql = format!("create table {} ({columns}\"{LINE}\" bigint, \"{FILE}\" varchar)", in_marks(&name));
    let filled = conn.execute_batch(&sql).and_then(|()| conn.appender(&name));
    let mut appender = match filled {
        Ok(appender) => appender,
        Err(error) => return Ok(Err(error)),
    };
    let (mut block, mut left) = (Block::default(), u64::MAX);
    loop {
        match byte(input)? {
            ROWS => block.read(input, count + 2, &mut left)?,
            END => return Ok(appender.flush()),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
        let appended = block.each(|fields| {
            let line: Option<i64> = fields[count].parse().ok();
            // A query that joins and casts expects nothing where a file has nothing.
            let texts: Vec<Option<&str>> =
                fields.iter().map(|field| Some(*field).filter(|field| !field.is_empty())).collect();
            let value = |index: usize| if index == count { &line as &dyn ToSql } else { &texts[index] };
            appender.append_row(appender_params_from_iter((0..texts.len()).map(value)))
        });
        match appended {
            Some(Ok(())) => {}
            Some(Err(error)) => return Ok(Err(error)),
            None => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn in_marks(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// How messages begin about a text that is no SQL.
const SYNTAX: &str = "Parser Error: syntax error";

/// How messages begin about names in SQL that has been parsed.
const BINDING: [&str; 2] = ["Binder Error", "Catalog Error"];

/// What DuckDB says, for whoever wrote the query: on a first line the line of the SQL, or 0, and below it the message.
fn said(message: &str) -> String {
    // What arises while rows are computed names their values, and not where the query has them.
    let is_of_text = message.starts_with("Parser Error") || BINDING.iter().any(|kind| message.starts_with(kind));
    let shown = if is_of_text { message.to_owned() } else { without_values(message) };
    let message = &*shown;
    let line = message.split("\nLINE ").nth(1).filter(|_| is_of_text);
    let line = line.and_then(|rest| rest.split(':').next()?.parse().ok()).unwrap_or(0_usize);
    let lines = message.lines().map(str::trim).take_while(|line| !line.is_empty() && !line.starts_with("LINE "));
    let what = lines.collect::<Vec<_>>().join("; ");
    let unknown =
        what.strip_prefix("Catalog Error: Table with name ").and_then(|rest| rest.split_once(" does not exist"));
    let what = match unknown {
        Some((name, _)) => {
            format!("the load has no file {name}; name its files in quotation marks, such as \"export.csv\"")
        }
        None if what.starts_with("Out of Memory Error") => {
            "it takes too much memory; join fewer rows, or load the files in parts".to_owned()
        }
        None => what,
    };
    format!("{line}\n{what}")
}

/// A message without what is in quotation marks, which may be of a person.
fn without_values(message: &str) -> String {
    let mut mark = None;
    let mut shown = String::new();
    for c in message.chars() {
        match mark {
            Some(open) if c == open => {
                mark = None;
                shown += "...";
                shown.push(c);
            }
            Some(_) => {}
            None => {
                mark = Some(c).filter(|c| matches!(c, '"' | '\''));
                shown.push(c);
            }
        }
    }
    shown
}

/// The line of the SQL that a message is about, or 0, and the message.
pub(super) fn place(said: &str) -> (usize, &str) {
    let parts = said.split_once('\n').and_then(|(line, what)| Some((line.parse().ok()?, what)));
    parts.unwrap_or((0, said))
}

fn byte(input: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    input.read_exact(&mut byte)?;
    Ok(byte[0])
}

fn number(input: &mut impl Read, most: usize) -> io::Result<usize> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    let number = u32::from_le_bytes(bytes) as usize;
    if number > most { Err(io::ErrorKind::InvalidData.into()) } else { Ok(number) }
}

fn string(input: &mut impl Read, longest: usize) -> io::Result<String> {
    let mut bytes = vec![0; number(input, longest)?];
    input.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}
