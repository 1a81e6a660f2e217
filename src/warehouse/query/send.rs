//! Sends the rows of files to the child that runs a query.

use std::borrow::Cow;
use std::io::{self, Write};

use super::asked::{FILE, Input, LINE, Run};
use crate::warehouse::error::WarehouseError;
use crate::warehouse::mapping::{Row, composed};
use crate::warehouse::progress::{Phase, Progress};
use crate::warehouse::read::frames::{Block, END, MOST_COLUMNS, TABLE, number, text};
use crate::warehouse::read::{Fault, Faults, ReadError, Rows, Sink, Stored, read_rows};

/// Writes the SQL and every table. Faults of the files are added.
pub(super) fn send(run: &Run<'_>, output: &mut impl Write, faults: &mut Faults) -> Result<(), ReadError> {
    text(output, &run.query.sql)?;
    for (named, inputs) in &run.tables {
        output.write_all(&[TABLE])?;
        text(output, &named.name)?;
        let mut columns = None;
        for input in inputs {
            run.progress.start(Phase::Reading(input.name), None);
            let sent = Sent { input, order: Vec::new(), columns: &mut columns, sent: 0, progress: run.progress };
            let block = Block::default();
            let mut sender = Sender { sent, output: &mut *output, block, faults: &mut *faults, broken: None };
            let read = read_rows(input.path, &input.dialect, run.decoder, &mut sender, &mut |_, _| Ok(()))
                .and_then(|()| Ok(sender.write(|output, block| block.write(output))?));
            if let Some(error) = sender.broken {
                return Err(error.into());
            }
            run.progress.finish();
            read?;
        }
        // Every file was at fault, and says so.
        if columns.is_none() {
            return Ok(());
        }
        output.write_all(&[END])?;
    }
    output.write_all(&[END])?;
    Ok(())
}

/// What is sent of one file.
struct Sent<'a> {
    input: &'a Input<'a>,
    /// For each column of the table, its index in this file.
    order: Vec<usize>,
    /// Those of the table, once its first file is read.
    columns: &'a mut Option<Vec<String>>,
    sent: u64,
    progress: &'a dyn Progress,
}

struct Sender<'a, W> {
    sent: Sent<'a>,
    output: &'a mut W,
    block: Block,
    faults: &'a mut Faults,
    /// Why the child cannot be written to.
    broken: Option<io::Error>,
}

impl<W: Write> Sender<'_, W> {
    /// Writes something. Reading ends where that fails.
    fn write(&mut self, write: impl FnOnce(&mut W, &mut Block) -> io::Result<()>) -> Result<(), WarehouseError> {
        write(self.output, &mut self.block).map_err(|error| {
            self.broken = Some(error);
            WarehouseError::Worker("the child of a query reads no more".to_owned())
        })
    }
}

/// Names that differ, as DuckDB compares them: those of a table.
fn distinct(names: &[&str], row: Row<'_>) -> Vec<String> {
    let mut taken = vec![LINE.to_owned(), FILE.to_owned()];
    let mut distinct = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let name = composed(row.clean(name)).into_owned();
        let name = if name.is_empty() { format!("column{index}") } else { name };
        let mut own = name.clone();
        let mut number = 0;
        while taken.contains(&own.to_lowercase()) {
            number += 1;
            own = format!("{name}_{number}");
        }
        taken.push(own.to_lowercase());
        distinct.push(own);
    }
    distinct
}

impl<W: Write> Rows for Sender<'_, W> {
    fn header(&mut self, line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        let own = distinct(names, self.sent.input.row);
        if own.len() + 2 > MOST_COLUMNS {
            self.fault(
                line,
                None,
                format!("the file has {} columns; at most {} are read", own.len(), MOST_COLUMNS - 2),
            );
            return Ok(false);
        }
        let Some(columns) = self.sent.columns.as_ref() else {
            self.sent.order = (0..own.len()).collect();
            self.write(|output, _| {
                number(output, own.len())?;
                own.iter().try_for_each(|name| text(output, name))
            })?;
            *self.sent.columns = Some(own);
            return Ok(true);
        };
        let place = |wanted: &String| own.iter().position(|name| name == wanted);
        let order: Vec<Option<usize>> = columns.iter().map(place).collect();
        let missing = columns.iter().zip(&order).find(|(_, place)| place.is_none()).map(|(name, _)| name);
        let other = own.iter().find(|name| !columns.contains(name));
        let what = match (missing, other) {
            (Some(missing), _) => format!("has no column {missing:?}"),
            (None, Some(other)) => format!("alone has a column {other:?}"),
            (None, None) => {
                self.sent.order = order.into_iter().flatten().collect();
                return Ok(true);
            }
        };
        let what = format!("the file {what}; files that are one table of a query need the same columns");
        self.fault(line, None, what);
        Ok(false)
    }

    fn row(&mut self, line: u64, fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        const STEP: u64 = 10_000;
        self.sent.sent += 1;
        if self.sent.sent.is_multiple_of(STEP) {
            self.sent.progress.advance(STEP);
            if self.sent.progress.is_cancelled() {
                return Err(WarehouseError::Cancelled);
            }
        }
        let input = self.sent.input;
        let own = self.sent.order.iter().map(|index| composed(input.row.clean(fields[*index])));
        self.block.add(own.chain([Cow::Owned(line.to_string()), Cow::Borrowed(input.name)]));
        self.write(|output, block| block.write_if_full(output))
    }

    fn stored(&self, _index: usize, _stored: Stored<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String) {
        let column = index.and_then(|index| self.sent.columns.as_ref()?.get(index).cloned());
        let file = match &self.sent.input.dialect.sheet {
            Some(sheet) => format!("{} ({sheet})", self.sent.input.name),
            None => self.sent.input.name.to_owned(),
        };
        self.faults.of_row(Fault { file, line, column, what });
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}
