//! Writes the statements that answer questions, over the macros of `sources.rs`.
//!
//! Names come from the declarations only; every value is bound.

use super::aggregate::{Condition, Key};
use super::columns::Value;
use super::dialect::Dialect;
use super::question::{
    Changed, Computed, Items, MembersQuestion, MovedOn, MovedRows, OfProfile, PAIR, Piece, ProfileRange, Question,
    Relation, RowExpression, SetsQuestion, Span, Steps,
};
use super::sources::moved_macros;

const DUCKDB: Dialect = Dialect::DuckDb;

/// The rows that change profiles are scanned for each window where there are no more than these, and otherwise once for
/// all of them: planning a scan takes longer than reading the rows of a few days.
const MOST_CHANGE_SCANS: usize = 3;

/// So many windows are a scan each where less than half of the days from the first to the last of these are theirs: one scan
/// for all would read the others too.
const MOST_SPARSE_SCANS: usize = 12;

/// The largest id that is looked up as a bit; larger ones are looked up in a list.
const MOST_BITS: usize = 1 << 16;

/// The statement for a question, and its values.
pub fn write(question: &Question) -> (String, Vec<Value>) {
    let mut statement = Statement { question, values: Vec::new() };
    let parts: Vec<String> = question.parts.iter().flat_map(|part| statement.part(part)).collect();
    (parts.join("\nunion all\n"), statement.values)
}

/// The statement for the sets of all months: month, key, measure, members.
pub(super) fn write_sets(question: &SetsQuestion) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let sql = format!(
        "select month::bigint, {key}, measure, members from memory.main.{source}_member_sets()\n{filter}",
        key = key_or_none(question.by),
        source = question.source,
        filter = item_filter(question.items.as_ref(), &mut values),
    );
    (sql, values)
}

/// The statement for the members of rows: window, key, the bits of the kinds that rows are of, and the member of each
/// row. DuckDB makes these lists in less time than it takes to hand over the rows.
pub(super) fn write_members(question: &MembersQuestion) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let MembersQuestion { of: SetsQuestion { source, items, by }, only, kinds, windows } = question;
    let kinds: Vec<String> =
        (0..).zip(kinds).map(|(bit, kind)| format!("if({}, {}, 0)", DUCKDB.condition(kind), 1 << bit)).collect();
    let mut parts = Vec::new();
    for (window, days) in windows {
        values.extend([days.first, days.last].map(int));
        parts.push(format!(
            "select {window}::bigint, {key}, ({kinds})::bigint, list(member_key)\n\
             from memory.main.{source}_window(?::smallint, ?::smallint)\n{filter}group by all\n",
            key = key_or_none(*by),
            kinds = kinds.join(" + "),
            filter = and_only(item_filter(items.as_ref(), &mut values), only),
        ));
    }
    (parts.join("union all\n"), values)
}

/// A filter, which may be empty, and conditions that rows have to meet.
fn and_only(filter: String, only: &[Condition]) -> String {
    only.iter().fold(filter, |filter, only| {
        let before = if filter.is_empty() { "where" } else { "and" };
        format!("{filter}{before} {}\n", DUCKDB.condition(only))
    })
}

/// The number of the first of some windows, what they are, and all their days, if a row's window follows from its day.
fn steps(windows: &[(i64, Span)]) -> Option<(i64, Steps, Span)> {
    let (numbers, spans): (Vec<i64>, Vec<Span>) = windows.iter().copied().unzip();
    let steps = Steps::of(&spans)?;
    let (first, last) = (spans.first()?, spans.last()?);
    let is_numbered = numbers.windows(2).all(|two| two[1] == two[0] + 1);
    is_numbered.then_some((*numbers.first()?, steps, Span { first: first.first, last: last.last }))
}

fn int(day: i32) -> Value {
    Value::Int(i64::from(day))
}

/// The key that rows are grouped by; 0 for one group.
fn key_or_none(by: Option<Key>) -> String {
    by.map_or_else(|| "0::bigint".to_owned(), |by| DUCKDB.key(&by))
}

/// The condition for the chosen items, with its value; empty where all items count.
fn item_filter(items: Option<&Items>, values: &mut Vec<Value>) -> String {
    let Some(Items { column, ids }) = items else { return String::new() };
    let largest = ids.iter().max().copied().unwrap_or_default();
    match usize::try_from(largest) {
        // One bit per id costs a fraction of a join with the ids. Ids begin at 1; those beyond the last share one more
        // bit, which is 0.
        Ok(last) if last <= MOST_BITS => {
            let mut bits = vec![b'0'; last + 2];
            for id in ids.iter().filter_map(|id| usize::try_from(*id).ok()) {
                bits[id] = b'1';
            }
            values.push(Value::Text(bits.into_iter().map(char::from).collect()));
            values.push(Value::Int(i64::from(largest) + 1));
            format!("where get_bit(?::bit, least({column}, ?::integer)) = 1\n")
        }
        _ => {
            values.push(Value::Ints(ids.clone()));
            format!("where {column} in (select unnest(?::integer[]))\n")
        }
    }
}

/// Whether changes are of few days, far apart: scanned one by one they read less than half of the days from the first to
/// the last.
fn are_sparse(changes: &[Changed]) -> bool {
    let first = changes.iter().map(|changed| changed.days.first).min().unwrap_or_default();
    let last = changes.iter().map(|changed| changed.days.last).max().unwrap_or_default();
    let days: i32 = changes.iter().map(|changed| changed.days.last - changed.days.first + 1).sum();
    changes.len() <= MOST_SPARSE_SCANS && 2 * days < last - first + 1
}

struct Statement<'a> {
    question: &'a Question,
    values: Vec<Value>,
}

impl Statement<'_> {
    fn part(&mut self, part: &Piece) -> Vec<String> {
        match part {
            Piece::Rows { relation, window, days } => vec![self.rows(*relation, *window, *days)],
            Piece::RowsOfEach { relation, windows } => vec![self.rows_of_each(*relation, windows)],
            Piece::Months(months) => vec![self.months(months)],
            Piece::Profile { table, windows } => {
                // What later rows take away from days by item is found for one window at a time.
                let at_once = if *table == OfProfile::ItemDays { 1 } else { windows.len().max(1) };
                windows.chunks(at_once).map(|windows| self.profile(*table, windows)).collect()
            }
            Piece::Changes(changes) if changes.len() <= MOST_CHANGE_SCANS || are_sparse(changes) => {
                changes.iter().map(|changed| self.changes(changed)).collect()
            }
            Piece::Changes(changes) => vec![self.changes_of_windows(changes)],
            Piece::Moved { rows, window, of_profile: true } => vec![self.moved_in_profile(*rows, *window)],
            Piece::Moved { rows, window, of_profile: false } => vec![self.moved(*rows, *window)],
            Piece::MovedSums { window, days, moved } => vec![self.moved_sums(*window, *days, *moved)],
        }
    }

    fn rows(&mut self, relation: Relation, window: i64, days: Span) -> String {
        self.values.extend([days.first, days.first, days.last].map(int));
        let day = if relation == Relation::Reference { "integer" } else { "smallint" };
        let by = self.by();
        let rows = format!(
            "from (select *, ?::{day} as since from {relation}(?::{day}, ?::{day}))\n\
             {filter}",
            relation = self.relation(relation),
            filter = self.restriction(),
        );
        // One row per member first, then count: half the time of a count(distinct) per measure.
        let rows = match self.members() {
            None => rows,
            Some(each) => format!("from (select segment_id, {each}\n{rows}group by segment_id, member_key{by})\n"),
        };
        format!(
            "select segment_id::bigint, {window}::bigint as period, {columns}\n\
             {rows}group by segment_id{by}",
            columns = self.columns(relation),
        )
    }

    fn rows_of_each(&mut self, relation: Relation, windows: &[(i64, Span)]) -> String {
        if let Some((numbered_from, steps, days)) = steps(windows) {
            return self.rows_of_steps(relation, (numbered_from, steps), days);
        }
        let list = |of: fn(&(i64, Span)) -> i32| Value::Ints(windows.iter().map(of).collect());
        self.values.extend([
            list(|(window, _)| *window as i32),
            list(|(_, days)| days.first),
            list(|(_, days)| days.last),
        ]);
        let first = windows.first().map_or(1, |(_, days)| days.first);
        let last = windows.last().map_or(0, |(_, days)| days.last);
        self.values.extend([first, last].map(int));
        format!(
            "with period as (\n  \
               select unnest(?::integer[]) as period, unnest(?::integer[]) as first, unnest(?::integer[]) as last),\n\
             calendar as (\n  \
               select period, first::smallint as since, unnest(range(first, last + 1))::smallint as day from period)\n\
             select segment_id::bigint, period::bigint, {columns}\n\
             from {relation}(?::smallint, ?::smallint) join calendar using (day)\n\
             {filter}group by segment_id, period{by}",
            columns = self.columns(relation),
            relation = self.relation(relation),
            filter = self.restriction(),
            by = self.by(),
        )
    }

    /// The rows of windows of one length that follow each other: a row's window is computed from its day.
    fn rows_of_steps(&mut self, relation: Relation, (numbered_from, steps): (i64, Steps), days: Span) -> String {
        let Steps { first, days: length } = steps;
        self.values.push(Value::Int(numbered_from));
        self.values.extend([first, length, first, length, days.first, days.last].map(int));
        format!(
            "select segment_id::bigint, ?::bigint + period::bigint, {columns}\n\
             from (select *, step as period, (?::integer + ?::integer * step)::smallint as since from (\n  \
             select *, (day - ?::integer) // ?::integer as step from {relation}(?::smallint, ?::smallint)))\n\
             {filter}group by segment_id, period{by}",
            columns = self.columns(relation),
            relation = self.relation(relation),
            filter = self.restriction(),
            by = self.by(),
        )
    }

    fn months(&mut self, months: &[(i64, i32)]) -> String {
        let (windows, months): (Vec<i32>, Vec<i32>) =
            months.iter().map(|(window, month)| (*window as i32, *month)).unzip();
        let ends = months.iter().min().zip(months.iter().max()).map_or([1, 0], |(first, last)| [*first, *last]);
        self.values.extend(ends.map(int));
        self.values.extend([windows, months].map(Value::Ints));
        format!(
            "select segment_id::bigint, period::bigint as period, {columns}\n\
             from memory.main.{source}_sums(?::smallint, ?::smallint) join (\n  \
               select unnest(?::integer[]) as period, unnest(?::smallint[]) as month) using (month)\n\
             {filter}group by segment_id, period{by}",
            columns = self.sums(""),
            source = self.question.source,
            filter = self.restriction(),
            by = self.by(),
        )
    }

    fn profile(&mut self, table: OfProfile, windows: &[ProfileRange]) -> String {
        let (macros, column) = match table {
            OfProfile::Table(kind) => (kind.macros(), kind.each().column()),
            OfProfile::ItemDays => ("item_days", "day"),
        };
        let source = self.question.source;
        if let [ProfileRange { window, day, days }] = windows {
            self.values.extend([*day, days.first, days.last].map(int));
            return format!(
                "select segment_id::bigint, {window}::bigint as period, {columns}\n\
                 from memory.main.{source}_{macros}(?::smallint, ?::smallint, ?::smallint)\n\
                 {filter}group by segment_id{by}",
                columns = self.sums(""),
                filter = self.restriction(),
                by = self.by(),
            );
        }
        let list = |of: fn(&ProfileRange) -> i32| Value::Ints(windows.iter().map(of).collect());
        self.values.extend([
            list(|kept| kept.window as i32),
            list(|kept| kept.day),
            list(|kept| kept.days.first),
            list(|kept| kept.days.last),
        ]);
        format!(
            "select segment_id::bigint, period::bigint as period, {columns}\n\
             from (select * from memory.main.{source}_kept_{macros}() join (\n  \
             select unnest(?::integer[]) as period, unnest(?::smallint[]) as kept_day,\n    \
             unnest(?::smallint[]) as first, unnest(?::smallint[]) as last)\n\
             using (kept_day) where {column} between first and last)\n\
             {filter}group by segment_id, period{by}",
            columns = self.sums(""),
            filter = self.restriction(),
            by = self.by(),
        )
    }

    fn changes(&mut self, Changed { window, days, since, subtracts }: &Changed) -> String {
        self.values.extend([days.first, days.last, *since].map(int));
        format!(
            "select segment_id::bigint, {window}::bigint as period, {columns}\n\
             from memory.main.{source}{of_members}_rows(?::smallint, ?::smallint, ?::smallint)\n\
             {filter}group by segment_id{by}",
            columns = self.sums(if *subtracts { "-" } else { "" }),
            source = self.question.source,
            of_members = self.of_members(),
            filter = self.restriction(),
            by = self.by(),
        )
    }

    fn changes_of_windows(&mut self, changes: &[Changed]) -> String {
        let list = |of: fn(&Changed) -> i32| Value::Ints(changes.iter().map(of).collect());
        self.values.extend([
            list(|changed| changed.window as i32),
            list(|changed| changed.days.first),
            list(|changed| changed.days.last),
            list(|changed| changed.since),
            list(|changed| if changed.subtracts { -1 } else { 1 }),
        ]);
        format!(
            "select segment_id::bigint, period::bigint as period, {columns}\n\
             from memory.main.{source}_rows_of_windows(\n  \
             ?::integer[], ?::smallint[], ?::smallint[], ?::smallint[], ?::tinyint[])\n\
             {filter}group by segment_id, period{by}",
            columns = self.sums(""),
            source = self.question.source,
            filter = self.restriction(),
            by = self.by(),
        )
    }

    fn moved(&mut self, MovedRows { days, since, at, subtracts }: MovedRows, window: i64) -> String {
        self.values.extend([since, days.first, days.last].map(int));
        let (moved, day) = self.moved_at(at);
        let by = self.by();
        let rows = format!(
            "from (select *, ?::smallint as since from memory.main.{source}_{moved}_window(\n  \
             ?::smallint, ?::smallint, {day}))\n\
             {filter}",
            source = self.question.source,
            filter = self.restriction(),
        );
        let rows = match self.members() {
            None => rows,
            Some(each) => {
                format!(
                    "from (select segment_id, segment_now, {each}\n\
                     {rows}group by segment_id, segment_now, member_key{by})\n"
                )
            }
        };
        let columns = self.columns_of_rows();
        self.in_both_segments(&columns, &rows, window, subtracts)
    }

    /// Rows of members who moved, added up by their two segments and then counted in the one and taken from the other:
    /// rows that were doubled first would take several times as long.
    fn in_both_segments(&self, columns: &str, rows: &str, window: i64, subtracts: bool) -> String {
        let ((segment, segments), by) = (self.segment_of_moved(), self.by());
        let signs = if subtracts { "[-1, 1]" } else { "[1, -1]" };
        let sum = |Computed { name, .. }: &Computed| format!("sum(sign * {name})::bigint as {name}");
        format!(
            "select {segment}, {window}::bigint as period{by}, {sums}\n\
             from (select * exclude (segment_id), unnest([segment_id, segment_now]) as segment_id, unnest({signs}) as sign\n\
             from (select segment_id, segment_now, {columns}\n\
             {rows}group by segment_id, segment_now{by}))\n\
             group by {segments}{by}",
            sums = self.question.columns.iter().map(sum).collect::<Vec<_>>().join(", "),
        )
    }

    /// The segment of rows of members who moved, and what they are grouped by for it.
    fn segment_of_moved(&self) -> (String, &'static str) {
        match self.question.pairs_segments {
            true => (format!("segment_id::bigint * {PAIR} + segment_now::bigint"), "segment_id, segment_now"),
            false => ("segment_id::bigint".to_owned(), "segment_id"),
        }
    }

    fn moved_in_profile(&mut self, MovedRows { days, since, at, subtracts }: MovedRows, window: i64) -> String {
        self.values.extend([days.first, days.last, since].map(int));
        let (moved, day) = self.moved_at(at);
        let rows = format!(
            "from memory.main.{source}_{moved}_rows(?::smallint, ?::smallint, ?::smallint, {day})\n{filter}",
            source = self.question.source,
            filter = self.restriction(),
        );
        self.in_both_segments(&self.sums(""), &rows, window, subtracts)
    }

    fn moved_sums(&mut self, window: i64, days: Span, MovedOn { days: on, each, subtracts }: MovedOn) -> String {
        self.values.extend([on.first, on.last, days.first, days.last].map(int));
        format!(
            "select segment_id::bigint, {window}::bigint as period, {columns}\n\
             from memory.main.{source}_{macros}(?::integer, ?::integer, ?::smallint, ?::smallint)\n\
             group by segment_id",
            columns = self.sums(if subtracts { "-" } else { "" }),
            source = self.question.source,
            macros = moved_macros(each),
        )
    }

    /// The macros of members who moved, and their last parameters: the day whose segments count, or the two.
    fn moved_at(&mut self, at: i32) -> (&'static str, &'static str) {
        match self.question.between {
            None => {
                self.values.push(int(at));
                ("moved", "?::smallint")
            }
            Some((one, other)) => {
                self.values.extend([one, other].map(int));
                ("paired", "?::smallint, ?::smallint")
            }
        }
    }

    fn relation(&self, relation: Relation) -> String {
        let kind = if relation == Relation::Sums { "sums" } else { "window" };
        format!("memory.main.{}{}_{kind}", self.question.source, self.of_members())
    }

    /// Whose rows are read.
    fn of_members(&self) -> &'static str {
        if self.question.is_sampled { "_sample" } else { "" }
    }

    /// What restricts the rows of a relation, with its values: to newcomers and the chosen items.
    fn restriction(&mut self) -> String {
        // A join with the members takes half the time of `member_key in`.
        let newcomers = self.question.newcomers.map(|Span { first, last }| {
            self.values.extend([int(first), int(last)]);
            "join (select member_key from bond.derived.member where first_day between ?::smallint and ?::smallint) \
             using (member_key)\n"
        });
        let of_segments = self.question.of_segments.as_ref().map(|segments| {
            self.values.push(Value::Ints(segments.clone()));
            "join (select unnest(?::integer[]) as segment_now) using (segment_now)\n"
        });
        let filter = item_filter(self.question.items.as_ref(), &mut self.values);
        format!("{}{}{filter}", newcomers.unwrap_or_default(), of_segments.unwrap_or_default())
    }

    /// The value that rows are by.
    fn value(&self) -> Option<String> {
        self.question.by.map(|by| format!("{} as item", DUCKDB.key(&by)))
    }

    fn by(&self) -> &'static str {
        if self.question.by.is_some() { ", item" } else { "" }
    }

    /// For each member, the value and one column for each count of members: true or false. None where none is counted.
    fn members(&self) -> Option<String> {
        let member = |column: &Computed| match column.output?.rows {
            RowExpression::Members(rows) => Some(format!("bool_or({}) as {}", DUCKDB.condition(&rows), column.name)),
            RowExpression::Aggregate(_) => None,
        };
        let members: Vec<String> = self.question.columns.iter().filter_map(member).collect();
        (!members.is_empty()).then(|| self.value().into_iter().chain(members).collect::<Vec<_>>().join(", "))
    }

    /// The value and the columns, of rows or of sums by day.
    fn columns(&self, relation: Relation) -> String {
        if relation == Relation::Sums { separated(self.value(), self.sums_of("")) } else { self.columns_of_rows() }
    }

    /// The same of rows.
    fn columns_of_rows(&self) -> String {
        let value = if self.members().is_some() { self.question.by.map(|_| "item".to_owned()) } else { self.value() };
        let computed = |Computed { name, output }: &Computed| match output.map(|output| output.rows) {
            None => format!("0::bigint as {name}"),
            Some(RowExpression::Aggregate(aggregate)) => {
                format!("({})::bigint as {name}", DUCKDB.aggregate(&aggregate))
            }
            Some(RowExpression::Members(_)) => format!("count_if({name})::bigint as {name}"),
        };
        separated(value, self.question.columns.iter().map(computed))
    }

    /// The value and the columns, of sums by month or of a profile.
    fn sums(&self, sign: &str) -> String {
        self.value().into_iter().chain(self.sums_of(sign)).collect::<Vec<_>>().join(", ")
    }

    fn sums_of(&self, sign: &str) -> impl Iterator<Item = String> {
        self.question.columns.iter().map(move |Computed { name, output }| match output {
            Some(output) => format!("({sign}sum({}))::bigint as {name}", output.column),
            None => format!("0::bigint as {name}"),
        })
    }
}

fn separated(value: Option<String>, columns: impl Iterator<Item = String>) -> String {
    value.into_iter().chain(columns).collect::<Vec<_>>().join(",\n  ")
}
