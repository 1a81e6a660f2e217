//! What the mapping of all files together fills: the table that the rows of each are, and those whose rows are named in it.

use std::collections::BTreeSet;

use super::asked::Sure;
use super::decide::{Choice, Decision};
use super::detect::Conditions;
use super::guess::{Fill, Guess};
use super::hints::Role;
use super::profile::{Contents, Kind};
use super::relate::{Link, key_of};
use super::rules::{Rule, UNKNOWN_MEMBERS, others, quoted, rule};
use super::source::Source;
use super::values::meaning;
use crate::warehouse::feed::{Column, Kind as TableKind, Refers, TABLES, Table, Type};
use crate::warehouse::mapping::time::written_as;

mod counted;
mod named;
mod queries;

/// A table that a file fills.
pub(super) struct PlannedTable {
    pub(super) table: &'static Table,
    /// Which row of a key counts, or that they are added up.
    pub(super) distinct: Option<&'static str>,
    /// Columns of the file with the values by which a row is left out.
    pub(super) where_not: Conditions,
    /// Columns of the file with the values without which it is.
    pub(super) only: Conditions,
    /// One for each column of the table.
    pub(super) columns: Vec<Planned>,
    /// Whether the query of the file makes its rows.
    pub(super) of_query: bool,
}

/// Words of `distinct`.
pub(super) const FIRST: &str = "first";
pub(super) const EARLIEST: &str = "earliest";

impl PlannedTable {
    /// Leaves out the rows that another table of the same file leaves out.
    fn leave_out_as(&mut self, where_not: &Conditions, only: &Conditions) {
        for (column, values) in where_not {
            self.where_not.entry(column.clone()).or_default().extend(values.iter().cloned());
        }
        for (column, values) in only {
            match self.only.get_mut(column) {
                Some(own) => own.retain(|value| values.contains(value)),
                None => _ = self.only.insert(column.clone(), values.clone()),
            }
        }
        // A mapping names a column in one of the two.
        for (column, values) in &mut self.only {
            if let Some(not) = self.where_not.remove(column) {
                values.retain(|value| !not.contains(value));
            }
        }
    }
}

/// What fills a column.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) from: Option<usize>,
    pub(super) rule: Option<Rule>,
    /// A constant for the column.
    pub(super) value: Option<String>,
    pub(super) sure: Option<Sure>,
    /// Whether `[program]` says it.
    pub(super) is_common: bool,
}

const NOTHING: Planned = Planned { from: None, rule: None, value: None, sure: None, is_common: false };

/// The tables that a file fills: that of its rows, then others.
pub(super) struct PlannedFile {
    pub(super) source: usize,
    pub(super) tables: Vec<PlannedTable>,
    /// The SQL of its query.
    pub(super) query: Option<String>,
}

/// Everything that is filled.
pub(super) struct Plan {
    pub(super) files: Vec<PlannedFile>,
    /// What all rows have in common: keys and values of `[program]`.
    pub(super) program: Vec<(String, String)>,
}

/// What stands for a name that no file has.
const ALL: &str = "All";
const UNKNOWN: &str = "Unknown";

/// What stands for a number that no row has: the one below those that Bond gives to names.
const NO_ID: &str = "1000000000";

/// A constant for a link that no file has.
const NO_LINK: &str = "https://example.com/";

/// The least score of a column that another table is filled from.
const NAMED: f64 = 5.0;

/// Works out the plan.
pub(super) struct Planner<'a> {
    pub(super) sources: &'a [Source],
    pub(super) decisions: &'a [Decision],
    pub(super) links: &'a [Link],
    program: Vec<(String, String)>,
    /// Whether facts name members that no file has.
    names_members: bool,
}

impl<'a> Planner<'a> {
    pub(super) fn new(sources: &'a [Source], decisions: &'a [Decision], links: &'a [Link]) -> Planner<'a> {
        let mut program: Vec<(String, String)> = Vec::new();
        for decision in decisions {
            let Decision::Known(known) = decision else { continue };
            for (key, value) in &known.program {
                if !program.iter().any(|(other, _)| other == key) {
                    program.push((key.clone(), value.clone()));
                }
            }
        }
        Planner { sources, decisions, links, program, names_members: false }
    }

    pub(super) fn plan(mut self) -> Plan {
        let mut files = Vec::new();
        for (source, decision) in self.decisions.iter().enumerate() {
            if let Decision::Fills(choice) = decision {
                if choice.is_united {
                    files.push(PlannedFile { source, tables: Vec::new(), query: None });
                    continue;
                }
                let (mut tables, mut query) = self.tables(source, choice);
                if let (false, Some(first)) = (choice.united.is_empty(), tables.first_mut()) {
                    query = self.united(source, first, &choice.united);
                }
                if let (None, Some(first)) = (&query, tables.first_mut()) {
                    query = self.once_for_orders(source, first).or_else(|| self.marks_of_messages(source, first));
                }
                files.push(PlannedFile { source, tables, query });
            }
        }
        // The rows that count first are those of the table's own file.
        let place = |file: &PlannedFile| {
            file.tables.first().and_then(|first| TABLES.iter().position(|table| table.name == first.table.name))
        };
        files.sort_by_key(place);
        if self.names_members {
            self.add_unknown_members(&files);
        }
        // A table that is filled more than once takes the first row of each key.
        let fills = |name: &str, files: &[PlannedFile]| {
            files.iter().flat_map(|file| &file.tables).filter(|planned| planned.table.name == name).count()
        };
        let often: Vec<&str> = TABLES
            .iter()
            .filter(|table| table.kind == TableKind::Reference && fills(table.name, &files) > 1)
            .map(|table| table.name)
            .collect();
        let twice = |planned: &&mut PlannedTable| often.contains(&planned.table.name);
        for planned in files.iter_mut().flat_map(|file| &mut file.tables).filter(twice) {
            planned.distinct.get_or_insert(FIRST);
        }
        Plan { files, program: self.program }
    }

    fn contents(&self, source: usize, index: usize) -> &'a Contents {
        &self.sources[source].detected.columns[index]
    }

    /// The tables that a file fills, and the query that makes the rows of the first, where one does.
    fn tables(&mut self, source: usize, choice: &Choice) -> (Vec<PlannedTable>, Option<String>) {
        let Some(log) = &choice.log else { return (self.tables_of(source, &choice.guess, None), None) };
        let (mut tables, mut query): (Vec<PlannedTable>, Option<String>) = (Vec::new(), None);
        for (at, part) in log.parts.iter().enumerate() {
            let of_part = if at == 0 && log.is_of_messages {
                let mut messages = self.tables_of(source, &part.guess, None);
                query = messages.first_mut().and_then(|first| self.messages(source, first, log));
                messages
            } else {
                self.tables_of(source, &part.guess, Some((log.column, &part.values)))
            };
            for other in of_part {
                let same = |known: &PlannedTable| known.table.name == other.table.name && key(known) == key(&other);
                if !tables.iter().any(same) {
                    tables.push(other);
                }
            }
        }
        (tables, query)
    }

    /// The tables that rows fill: all of them, or those that have one of the values in a column.
    fn tables_of(
        &mut self,
        source: usize,
        guess: &Guess,
        part: Option<(usize, &BTreeSet<String>)>,
    ) -> Vec<PlannedTable> {
        let (mut columns, mut others) = (Vec::new(), Vec::new());
        let (mut where_not, mut dropped) = (Conditions::new(), Conditions::new());
        for (column, fill) in guess.table.columns.iter().zip(&guess.fills) {
            let planned = match fill {
                Some(fill) => {
                    let contents = self.contents(source, fill.index);
                    let must_have = column.refers == Some(Refers::Member)
                        || guess.table.key == [column.name]
                        || guess
                            .evidence
                            .columns
                            .iter()
                            .any(|hint| hint.column == column.name && hint.role == Role::Key);
                    let lacks = contents.filled < contents.rows && !column.may_be_empty;
                    let may_default = !must_have && default(guess.table, column, contents).is_some();
                    if contents.filled < contents.rows && (must_have || (lacks && !may_default)) {
                        require(&mut where_not, contents);
                    }
                    if !contents.totals.is_empty() {
                        where_not.entry(contents.name.clone()).or_default().extend(contents.totals.iter().cloned());
                    }
                    others.extend(self.named_in(source, column, fill, guess, lacks && may_default));
                    if let Some(kept) = kept(column, contents) {
                        dropped.insert(contents.name.clone(), kept);
                    }
                    match part.filter(|(of, _)| *of == fill.index) {
                        Some((_, values)) => {
                            let contents = Contents { values: values.clone(), ..contents.clone() };
                            self.filled(guess.table, column, &contents, fill, may_default)
                        }
                        None => self.filled(guess.table, column, contents, fill, may_default),
                    }
                }
                None => self.unfilled(source, column, guess, &mut others),
            };
            columns.push(planned);
        }
        let is_unique = key_of(guess).is_none_or(|key| self.contents(source, key).is_unique);
        let distinct = (guess.table.kind == TableKind::Reference && !is_unique).then_some(FIRST);
        let (mut only, cancelled) = self.counted(source, guess);
        where_not.extend(cancelled);
        if let Some((column, values)) = part {
            only.insert(self.contents(source, column).name.clone(), values.clone());
        }
        for other in &mut others {
            other.leave_out_as(&where_not, &only);
            other.leave_out_as(&Conditions::new(), &dropped);
        }
        let (only_first, of_query) = (Conditions::new(), false);
        let mut first = PlannedTable { table: guess.table, distinct, where_not, only: only_first, columns, of_query };
        first.leave_out_as(&Conditions::new(), &only);
        let mut tables = vec![first];
        for other in others {
            let same = |known: &PlannedTable| known.table.name == other.table.name && key(known) == key(&other);
            if !tables.iter().any(same) {
                tables.push(other);
            }
        }
        tables.extend(self.options_of(source, guess));
        let headers = &self.sources[source].detected.more_headers;
        tables.iter_mut().for_each(|table| table.leave_out_as(headers, &Conditions::new()));
        tables
    }

    /// The options of polls that answers name, unless another file has them.
    fn options_of(&self, source: usize, guess: &Guess) -> Option<PlannedTable> {
        let is_it = |decision: &Decision| match decision {
            Decision::Fills(choice) => choice.guess.table.name == "poll_options",
            Decision::Known(known) => known.file.tables.iter().any(|table| table.table.name == "poll_options"),
            Decision::Ignored { .. } => false,
        };
        if guess.table.name != "poll_answers" || self.decisions.iter().any(is_it) {
            return None;
        }
        let own = self.sources[source].guesses.iter().find(|own| own.table.name == "poll_options")?;
        let of_option = guess.fill("option_index")?;
        let is_in_words = self.contents(source, of_option.index).kind == Kind::Text;
        let (text, of_option) =
            if is_in_words { (of_option, of_option) } else { (own.fill("text")?, own.fill("option_index")?) };
        let polls = |name: &str| match name {
            "poll_id" => guess.fill(name),
            "text" => Some(text),
            _ => Some(of_option),
        };
        let planned = |column: &Column| {
            let fill = polls(column.name)?;
            Some(self.filled(own.table, column, self.contents(source, fill.index), &fill, false))
        };
        let columns: Vec<Planned> = own.table.columns.iter().map(planned).collect::<Option<_>>()?;
        let is_apart = is_in_words
            || text.index != of_option.index
                && guess.fill("option_index").map(|fill| fill.index) == Some(of_option.index);
        let (where_not, only) = (Conditions::new(), Conditions::new());
        let of_query = false;
        is_apart.then_some(PlannedTable { table: own.table, distinct: Some(FIRST), where_not, only, columns, of_query })
    }

    fn filled(&self, table: &Table, column: &Column, contents: &Contents, fill: &Fill, may_default: bool) -> Planned {
        let sure = match fill.score {
            score if score >= 8.0 && score - fill.next >= 2.0 => Sure::Sure,
            score if score >= 4.5 && score - fill.next >= 0.5 => Sure::Likely,
            _ => Sure::Guess,
        };
        let lacks = may_default && contents.filled < contents.rows && !column.may_be_empty;
        let rule = rule(column, contents, lacks.then(|| default(table, column, contents)).flatten());
        Planned { from: Some(fill.index), sure: Some(sure), rule: Some(rule), ..NOTHING }
    }

    /// What stands for a column that the file lacks.
    fn unfilled(&mut self, source: usize, column: &Column, guess: &Guess, others: &mut Vec<PlannedTable>) -> Planned {
        let value = |value: String| Planned { value: Some(value), sure: Some(Sure::Guess), ..NOTHING };
        match (guess.table.name, column.name, column.refers) {
            _ if column.may_be_empty => NOTHING,
            (_, _, Some(Refers::Group(kind))) => self.common(&kind.to_lowercase(), ALL),
            (_, "eligible_on", _) => self.first_day().map_or(NOTHING, value),
            ("members", "source", _) => value(UNKNOWN.to_owned()),
            ("memberships", "type", _) => {
                let of = guess.fill("id").map(|fill| &self.contents(source, fill.index).spoken);
                let is_it = |kind: &&str| of.is_some_and(|spoken| spoken.has(kind));
                value(["LOB", "AUDIENCE"].into_iter().find(is_it).unwrap_or("TIER").to_owned())
            }
            ("email_messages", "outcome", _) => value("DELIVERED".to_owned()),
            ("offer_interactions", "kind", _) => value("REDEEM_CLICK".to_owned()),
            ("partner_transactions", "redemptions", _) => value("1".to_owned()),
            ("partner_transactions", "savings", _) => value("0".to_owned()),
            ("web_sessions", "pageviews" | "duration_seconds", _) => value("0".to_owned()),
            ("web_sessions", "visitor_type", _) => value("NEW".to_owned()),
            ("web_sessions", _, _) if matches!(column.kind, Type::Text(_)) => value(UNKNOWN.to_owned()),
            ("email_schedule", "enrollment_status", _) => value(ALL.to_owned()),
            ("content_actions", "type" | "page", _) => value(UNKNOWN.to_owned()),
            (_, "preview_url", _) => value(NO_LINK.to_owned()),
            (_, "active_from", _) => self.first_day().map_or(NOTHING, value),
            (_, _, Some(Refers::Id(table))) if table != "polls" => {
                others.extend(self.constant(source, table, guess));
                named_constant(ALL)
            }
            _ => NOTHING,
        }
    }

    /// A value that all rows of the program have.
    fn common(&mut self, key: &str, value: &str) -> Planned {
        if !self.program.iter().any(|(known, _)| known == key) {
            self.program.push((key.to_owned(), value.to_owned()));
        }
        Planned { value: Some(value.to_owned()), sure: Some(Sure::Likely), is_common: true, ..NOTHING }
    }

    /// Members that facts name and no file has: their groups are those of all members, and unknown where files have members.
    fn add_unknown_members(&mut self, files: &[PlannedFile]) {
        if self.program.iter().any(|(key, _)| key == UNKNOWN_MEMBERS) {
            return;
        }
        let fills_members = |table: &Table| table.name == "members";
        let has_members = files.iter().flat_map(|file| &file.tables).any(|planned| fills_members(planned.table))
            || self.decisions.iter().any(|decision| match decision {
                Decision::Known(known) => known.file.tables.iter().any(|mapped| fills_members(mapped.table)),
                Decision::Fills(_) | Decision::Ignored { .. } => false,
            });
        let mut added = "add = true".to_owned();
        for key in ["tier", "lob", "audience"] {
            let is_said = self.program.iter().any(|(known, _)| known == key);
            if has_members && !is_said {
                added += &format!(", {key} = {}", quoted(UNKNOWN));
            } else if !is_said {
                self.common(key, ALL);
            }
        }
        self.program.push((UNKNOWN_MEMBERS.to_owned(), format!("{{ {added} }}")));
    }

    /// The first day that any file has.
    fn first_day(&self) -> Option<String> {
        let chosen = self.sources.iter().zip(self.decisions);
        let filled = chosen.filter_map(|(source, decision)| match decision {
            Decision::Fills(choice) => Some((source, &choice.guess)),
            Decision::Known(_) | Decision::Ignored { .. } => None,
        });
        let days = filled.flat_map(|(source, guess)| {
            guess.fills.iter().flatten().filter_map(|fill| source.detected.columns[fill.index].days)
        });
        days.map(|(first, _)| first).min().map(|day| day.to_string())
    }
}

/// Leaves out the rows without a value.
fn require(where_not: &mut Conditions, contents: &Contents) {
    for column in contents.columns() {
        where_not.entry(column).or_default().insert(String::new());
    }
}

/// What names a row that stands for all.
fn named_constant(name: &str) -> Planned {
    Planned { value: Some(name.to_owned()), sure: Some(Sure::Guess), rule: Some(Rule::ids_of_value(name)), ..NOTHING }
}

/// How the key of a table is filled.
fn key(planned: &PlannedTable) -> Vec<(Option<String>, Option<String>)> {
    let columns = planned.table.columns.iter().zip(&planned.columns);
    let keys = columns.filter(|(column, _)| planned.table.key.contains(&column.name));
    keys.map(|(_, filled)| (filled.rule.as_ref().map(|rule| rule.toml.clone()), filled.value.clone())).collect()
}

/// What stands where a column that may not be empty has no value, as the file would write it.
fn default(table: &Table, column: &Column, contents: &Contents) -> Option<String> {
    let is_named = column.name == "id" || matches!(column.refers, Some(Refers::Id(_) | Refers::Group(_)));
    match column.kind {
        Type::Count | Type::Money => Some("0".to_owned()),
        Type::Text(_) => Some(UNKNOWN.to_owned()),
        Type::Id | Type::Groups if is_named && contents.needs_ids() => Some(UNKNOWN.to_owned()),
        Type::Id | Type::Groups if is_named => Some(NO_ID.to_owned()),
        // Of all that is known, the first day is nearest to since ever.
        Type::Date | Type::Time if table.kind == TableKind::Reference => match (contents.kind, contents.days) {
            (Kind::Time(form, _), Some((first, _))) => written_as(first, form),
            _ => None,
        },
        _ => None,
    }
}

/// The values of rows that are taken, where the others are left out because no word of the feed is theirs.
fn kept(column: &Column, contents: &Contents) -> Option<BTreeSet<String>> {
    let Type::OneOf(words) = column.kind else { return None };
    let is_known = |value: &&String| meaning(words, value).is_some();
    let kept: BTreeSet<String> = contents.values.iter().filter(is_known).cloned().collect();
    let drops = contents.template.is_none()
        && !kept.is_empty()
        && kept.len() < contents.values.len()
        && others(words, contents).is_none();
    drops.then_some(kept)
}

impl Contents {
    /// The columns of the file that its values come from.
    pub(super) fn columns(&self) -> Vec<String> {
        match &self.template {
            None => vec![self.name.clone()],
            Some(template) => template
                .split('{')
                .skip(1)
                .filter_map(|part| part.split_once('}'))
                .map(|(name, _)| name.to_owned())
                .collect(),
        }
    }

    /// Whether its values are names, or numbers that are no ids of the feed.
    pub(super) fn needs_ids(&self) -> bool {
        !matches!(self.kind, Kind::Whole)
            || self.range.is_some_and(|(low, high)| low < 1.0 || high > f64::from(i32::MAX))
    }
}
