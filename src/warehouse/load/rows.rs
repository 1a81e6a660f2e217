//! Adds checked rows to the temporary table of a load, as columns of many rows. Most of the time of reading was spent on
//! handing over one value after another.

use std::sync::Arc;

use duckdb::arrow::array::{
    ArrayRef, Date32Builder, Decimal128Builder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, RecordBatch,
    StringBuilder, TimestampMicrosecondBuilder, UInt8Builder,
};
use duckdb::arrow::error::ArrowError;
use duckdb::{Appender, Connection};

use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Table, Type};
use crate::warehouse::read::Cell;

/// How many rows are added at once: as many as DuckDB has in a vector.
const AT_ONCE: usize = 2_048;

/// Where a row stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its number in the load.
    pub(super) row_no: i32,
    /// The index of its file.
    pub(super) file: i32,
    pub(super) line: i64,
}

/// Rows on their way into `temp.stage_<table>`.
pub(super) struct StagedRows<'c> {
    appender: Appender<'c>,
    waiting: usize,
    numbers: Int32Builder,
    files: Int32Builder,
    lines: Int64Builder,
    columns: Vec<Values>,
}

impl<'c> StagedRows<'c> {
    pub(super) fn new(connection: &'c Connection, table: &Table) -> Result<StagedRows<'c>, WarehouseError> {
        Ok(StagedRows {
            appender: connection.appender_to_catalog_and_db(&format!("stage_{}", table.name), "temp", "main")?,
            waiting: 0,
            numbers: Int32Builder::new(),
            files: Int32Builder::new(),
            lines: Int64Builder::new(),
            columns: table.columns.iter().map(|column| Values::of(column.kind)).collect::<Result<_, _>>()?,
        })
    }

    /// Adds a row, with its values in the order of the table's columns.
    pub(super) fn add(&mut self, place: Place, cells: &[Cell<'_>]) -> Result<(), WarehouseError> {
        self.numbers.append_value(place.row_no);
        self.files.append_value(place.file);
        self.lines.append_value(place.line);
        for (values, cell) in self.columns.iter_mut().zip(cells) {
            values.add(cell);
        }
        self.waiting += 1;
        if self.waiting == AT_ONCE { self.pass_on() } else { Ok(()) }
    }

    fn pass_on(&mut self) -> Result<(), WarehouseError> {
        if self.waiting == 0 {
            return Ok(());
        }
        self.waiting = 0;
        let own: [ArrayRef; 3] =
            [Arc::new(self.numbers.finish()), Arc::new(self.files.finish()), Arc::new(self.lines.finish())];
        let columns = own.into_iter().chain(self.columns.iter_mut().map(Values::finish));
        let rows = RecordBatch::try_from_iter(columns.enumerate().map(|(index, column)| (index.to_string(), column)))?;
        Ok(self.appender.append_record_batch(rows)?)
    }

    /// Passes on all rows that were added, so that they can be read.
    pub(super) fn flush(&mut self) -> Result<(), WarehouseError> {
        self.pass_on()?;
        Ok(self.appender.flush()?)
    }

    /// Passes on the last rows.
    pub(super) fn finish(mut self) -> Result<(), WarehouseError> {
        self.flush()
    }
}

/// The values of a column.
enum Values {
    Texts(StringBuilder),
    Ints(Int32Builder),
    Counts(Int64Builder),
    Amounts(Decimal128Builder),
    Dates(Date32Builder),
    Times(TimestampMicrosecondBuilder),
    Lists(ListBuilder<Int32Builder>),
    Scores(UInt8Builder),
    Levels(Float64Builder),
}

impl Values {
    fn of(kind: Type) -> Result<Values, ArrowError> {
        Ok(match kind {
            Type::MemberId | Type::Text(_) | Type::OneOf(_) | Type::Link => Values::Texts(StringBuilder::new()),
            Type::Id | Type::Position => Values::Ints(Int32Builder::new()),
            Type::Count => Values::Counts(Int64Builder::new()),
            Type::Money => Values::Amounts(Decimal128Builder::new().with_precision_and_scale(18, 2)?),
            Type::Date | Type::Month => Values::Dates(Date32Builder::new()),
            Type::Time => Values::Times(TimestampMicrosecondBuilder::new()),
            Type::Groups => Values::Lists(ListBuilder::new(Int32Builder::new())),
            Type::Score => Values::Scores(UInt8Builder::new()),
            Type::Level => Values::Levels(Float64Builder::new()),
        })
    }

    /// Adds a value: one of the column's type, or NULL.
    fn add(&mut self, cell: &Cell<'_>) {
        match (self, cell) {
            (Values::Texts(texts), Cell::Text(text)) => texts.append_value(text),
            (Values::Texts(texts), _) => texts.append_null(),
            (Values::Ints(ints), Cell::Int(int)) => ints.append_value(*int),
            (Values::Ints(ints), _) => ints.append_null(),
            (Values::Counts(counts), Cell::Count(count)) => counts.append_value(*count),
            (Values::Counts(counts), _) => counts.append_null(),
            (Values::Amounts(amounts), Cell::Money(cents)) => amounts.append_value(i128::from(*cents)),
            (Values::Amounts(amounts), _) => amounts.append_null(),
            (Values::Dates(dates), Cell::Date(day)) => dates.append_value(*day),
            (Values::Dates(dates), _) => dates.append_null(),
            (Values::Times(times), Cell::Time(micros)) => times.append_value(*micros),
            (Values::Times(times), _) => times.append_null(),
            (Values::Lists(lists), Cell::Ids(ids)) => lists.append_value(ids.iter().copied().map(Some)),
            (Values::Lists(lists), _) => lists.append_null(),
            (Values::Scores(scores), Cell::Score(score)) => scores.append_value(*score),
            (Values::Scores(scores), _) => scores.append_null(),
            (Values::Levels(levels), Cell::Level(level)) => levels.append_value(*level),
            (Values::Levels(levels), _) => levels.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Texts(texts) => Arc::new(texts.finish()),
            Values::Ints(ints) => Arc::new(ints.finish()),
            Values::Counts(counts) => Arc::new(counts.finish()),
            Values::Amounts(amounts) => Arc::new(amounts.finish()),
            Values::Dates(dates) => Arc::new(dates.finish()),
            Values::Times(times) => Arc::new(times.finish()),
            Values::Lists(lists) => Arc::new(lists.finish()),
            Values::Scores(scores) => Arc::new(scores.finish()),
            Values::Levels(levels) => Arc::new(levels.finish()),
        }
    }
}
