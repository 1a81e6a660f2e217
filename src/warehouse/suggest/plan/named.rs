//! The rows of tables that the rows of a file name: offers of purchases, campaigns of messages, and what these name.

use std::collections::BTreeSet;

use super::{
    ALL, EARLIEST, FIRST, NAMED, NO_ID, NOTHING, Planned, PlannedTable, Planner, UNKNOWN, default, named_constant,
    require,
};
use crate::warehouse::feed::{Column, Refers, TABLES, Table, Type};
use crate::warehouse::suggest::asked::Sure;
use crate::warehouse::suggest::decide::Decision;
use crate::warehouse::suggest::detect::Conditions;
use crate::warehouse::suggest::guess::{Fill, Guess};
use crate::warehouse::suggest::profile::Contents;
use crate::warehouse::suggest::relate::{Link, REFERS, key_of, target};

/// How much of what a column names another file has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Has {
    Nothing,
    /// Not the last of it.
    Most,
    All,
}

impl Planner<'_> {
    /// The rows of a table that the values of a column name, as far as no other file has them. `lacks` says whether a name
    /// stands in rows without a value.
    pub(super) fn named_in(
        &mut self,
        source: usize,
        column: &Column,
        fill: &Fill,
        guess: &Guess,
        lacks: bool,
    ) -> Vec<PlannedTable> {
        let Some(target) = target(column) else { return Vec::new() };
        let contents = self.contents(source, fill.index);
        // A load adds the groups that members name.
        if target == "user_groups" {
            let is_numbered = lacks && !contents.needs_ids();
            return if is_numbered { vec![unknown_group(column, contents)] } else { Vec::new() };
        }
        let Some(table) = TABLES.iter().find(|table| table.name == target) else { return Vec::new() };
        match self.has(target, (source, fill.index)) {
            Has::All if !lacks => Vec::new(),
            Has::All => {
                let unknown = if contents.needs_ids() { Id::Name(UNKNOWN) } else { Id::Number };
                let mut tables = self.of_rows(source, table, unknown, guess);
                tables.iter_mut().for_each(|table| table.leave_out_as(&Conditions::new(), &without(contents)));
                tables
            }
            Has::Most | Has::Nothing if target == "members" && !self.says_of_members(source, fill, guess) => {
                self.names_members = true;
                Vec::new()
            }
            Has::Most | Has::Nothing => self.of_rows(source, table, Id::Column(fill, lacks), guess),
        }
    }

    /// Whether the rows of facts say more of their members than that there are such.
    fn says_of_members(&self, source: usize, id: &Fill, guess: &Guess) -> bool {
        let day = guess.table.day_column().and_then(|day| guess.fill(day)).map(|fill| fill.index);
        let own = self.sources[source].guesses.iter().find(|guess| guess.table.name == "members");
        let fills = own.into_iter().flat_map(|own| own.table.columns.iter().zip(&own.fills));
        let mut others = fills.filter(|(column, _)| column.name != "member_id");
        others.any(|(_, fill)| {
            fill.is_some_and(|fill| fill.score >= NAMED && fill.index != id.index && Some(fill.index) != day)
        })
    }

    /// Whether another file has the rows that a column refers to.
    fn has(&self, target: &str, child: (usize, usize)) -> Has {
        let is_it = |link: &&Link| {
            link.child == child
                && match &self.decisions[link.parent.0] {
                    // Names stand for the ids of the rows that have them.
                    Decision::Fills(choice) => {
                        let names = ["name", "title", "question"].iter().filter_map(|name| choice.guess.fill(name));
                        let keys = key_of(&choice.guess).into_iter().chain(names.map(|fill| fill.index));
                        choice.guess.table.name == target && keys.into_iter().any(|key| key == link.parent.1)
                    }
                    Decision::Known(known) => known.file.tables.iter().any(|table| table.table.name == target),
                    Decision::Ignored { .. } => false,
                }
        };
        match self.links.iter().filter(is_it).map(|link| link.share).fold(0.0, f64::max) {
            1.0.. => Has::All,
            REFERS.. => Has::Most,
            _ => Has::Nothing,
        }
    }

    /// The rows of a table with a constant name.
    pub(super) fn constant(&mut self, source: usize, name: &str, guess: &Guess) -> Vec<PlannedTable> {
        let Some(table) = TABLES.iter().find(|table| table.name == name) else { return Vec::new() };
        self.of_rows(source, table, Id::Name(ALL), guess)
    }

    /// The rows of a table as the rows of a file name them.
    fn of_rows(&mut self, source: usize, table: &'static Table, id: Id<'_>, guess: &Guess) -> Vec<PlannedTable> {
        let detected = &self.sources[source].detected;
        let own = self.sources[source].guesses.iter().find(|guess| guess.table.name == table.name);
        let (mut columns, mut others) = (Vec::new(), Vec::new());
        let (mut where_not, mut distinct) = (Conditions::new(), FIRST);
        let key = match id {
            Id::Column(fill, lacks) => Some((fill, lacks, &detected.columns[fill.index])),
            Id::Name(_) | Id::Number => None,
        };
        for column in table.columns {
            let suits = |fill: &Fill| fill.score >= NAMED && Some(fill.index) != key.map(|(fill, ..)| fill.index);
            // Only a table with items has more of them than a name.
            // Nothing stands for a value that only some rows have.
            let is_whole = |fill: &Fill| {
                let contents = &detected.columns[fill.index];
                let has_all = contents.filled == contents.rows || column.may_be_empty;
                has_all || default(table, column, contents).is_some()
            };
            let fill = own.and_then(|own| own.fill(column.name));
            let fill = fill.filter(|fill| key.is_some() && suits(fill) && is_whole(fill));
            let planned = match (column.name, fill) {
                ("id" | "member_id", _) => match (id, key) {
                    (_, Some((fill, lacks, contents))) => {
                        if contents.filled < contents.rows && !lacks {
                            require(&mut where_not, contents);
                        }
                        self.filled(table, column, contents, fill, lacks)
                    }
                    (Id::Name(name), _) => named_constant(name),
                    _ => constant(NO_ID),
                },
                ("name" | "title" | "question", None) => match (id, key) {
                    (_, Some((fill, lacks, contents))) => self.filled(table, column, contents, fill, lacks),
                    (Id::Name(name), _) => constant(name),
                    _ => constant(UNKNOWN),
                },
                // A campaign is sent, an offer begins and an article is published when its first row says.
                (_, None) if matches!(column.kind, Type::Date | Type::Time) && !column.may_be_empty => {
                    let day = guess.table.day_column().and_then(|day| guess.fill(day));
                    day.map_or(NOTHING, |day| {
                        distinct = EARLIEST;
                        let contents = &detected.columns[day.index];
                        Planned { sure: Some(Sure::Guess), ..self.filled(table, column, contents, &day, false) }
                    })
                }
                ("subject", None) => columns.get(1).cloned().unwrap_or(NOTHING),
                ("category", None) => constant(ALL),
                (_, Some(fill)) => {
                    let contents = &detected.columns[fill.index];
                    let lacks = contents.filled < contents.rows && !column.may_be_empty;
                    let lacks = lacks && default(table, column, contents).is_some();
                    others.extend(self.named_in(source, column, &fill, guess, lacks));
                    self.filled(table, column, contents, &fill, true)
                }
                (_, None) => self.unfilled(source, column, &Guess { table, ..guess.clone() }, &mut others),
            };
            columns.push(planned);
        }
        let mut tables = others;
        let only = Conditions::new();
        tables.push(PlannedTable { table, distinct: Some(distinct), where_not, only, columns, of_query: false });
        tables
    }
}

/// What the rows of a table that others name are called.
#[derive(Clone, Copy)]
enum Id<'f> {
    /// A column of the file has it; whether a name stands in rows without a value.
    Column(&'f Fill, bool),
    /// All rows have this name.
    Name(&'static str),
    /// All rows have the number that no other row has.
    Number,
}

fn constant(value: &str) -> Planned {
    Planned { value: Some(value.to_owned()), sure: Some(Sure::Guess), ..NOTHING }
}

/// The rows without a value in a column.
fn without(contents: &Contents) -> Conditions {
    contents.columns().into_iter().map(|column| (column, BTreeSet::from([String::new()]))).collect()
}

/// The group of members whose file numbers groups and has no number for them.
fn unknown_group(column: &Column, contents: &Contents) -> PlannedTable {
    let kind = if let Some(Refers::Group(kind)) = column.refers { kind } else { "" };
    let table = TABLES.iter().find(|table| table.name == "user_groups").unwrap_or(&TABLES[0]);
    let filled = |column: &Column| match column.name {
        "id" => constant(NO_ID),
        "type" => constant(kind),
        "name" => constant(UNKNOWN),
        _ => NOTHING,
    };
    let columns = table.columns.iter().map(filled).collect();
    let (where_not, only, of_query) = (Conditions::new(), without(contents), false);
    PlannedTable { table, distinct: Some(FIRST), where_not, only, columns, of_query }
}
