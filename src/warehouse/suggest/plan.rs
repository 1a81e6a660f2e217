//! What the mapping of all files together fills: the table that the rows of each are, and those whose rows are named in it.

use std::collections::{BTreeMap, BTreeSet};

use super::asked::Sure;
use super::decide::{Choice, Decision};
use super::guess::{Fill, Guess};
use super::hints::Role;
use super::profile::{Contents, Kind};
use super::relate::{Link, REFERS, key_of, target};
use super::rules::{Rule, UNKNOWN_MEMBERS, quoted, rule};
use super::source::Source;
use super::values::meaning;
use crate::warehouse::feed::{Column, Kind as TableKind, Refers, TABLES, Table, Type};

/// A table that a file fills.
pub(super) struct PlannedTable {
    pub(super) table: &'static Table,
    /// Whether the first row of a key counts.
    pub(super) distinct: bool,
    /// Columns of the file with the values by which a row is left out.
    pub(super) where_not: Conditions,
    /// Columns of the file with the values without which it is.
    pub(super) only: Conditions,
    /// One for each column of the table.
    pub(super) columns: Vec<Planned>,
}

/// Values by the name of the column of the file that they stand in.
pub(super) type Conditions = BTreeMap<String, BTreeSet<String>>;

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
                files.push(PlannedFile { source, tables: self.tables(source, choice) });
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
        for planned in files.iter_mut().flat_map(|file| &mut file.tables) {
            planned.distinct |= often.contains(&planned.table.name);
        }
        Plan { files, program: self.program }
    }

    fn contents(&self, source: usize, index: usize) -> &'a Contents {
        &self.sources[source].detected.columns[index]
    }

    fn tables(&mut self, source: usize, choice: &Choice) -> Vec<PlannedTable> {
        let Some(log) = &choice.log else { return self.tables_of(source, &choice.guess, None) };
        let mut tables: Vec<PlannedTable> = Vec::new();
        for part in &log.parts {
            let of_part = self.tables_of(source, &part.guess, Some((log.column, &part.values)));
            for other in of_part {
                let same = |known: &PlannedTable| known.table.name == other.table.name && key(known) == key(&other);
                if !tables.iter().any(same) {
                    tables.push(other);
                }
            }
        }
        tables
    }

    /// The tables that rows fill: all of them, or those that have one of the values in a column.
    fn tables_of(
        &mut self,
        source: usize,
        guess: &Guess,
        part: Option<(usize, &BTreeSet<String>)>,
    ) -> Vec<PlannedTable> {
        let (mut columns, mut others) = (Vec::new(), Vec::new());
        let mut where_not = Conditions::new();
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
                    if contents.filled < contents.rows && must_have {
                        require(&mut where_not, contents);
                    }
                    if let Some(table) = self.named_in(source, column, fill, guess) {
                        others.extend(table);
                    }
                    match part.filter(|(of, _)| *of == fill.index) {
                        Some((_, values)) => {
                            let contents = Contents { values: values.clone(), ..contents.clone() };
                            self.filled(column, &contents, fill, !must_have)
                        }
                        None => self.filled(column, contents, fill, !must_have),
                    }
                }
                None => self.unfilled(source, column, guess, &mut others),
            };
            columns.push(planned);
        }
        let is_unique = key_of(guess).is_none_or(|key| self.contents(source, key).is_unique);
        let distinct = guess.table.kind == TableKind::Reference && !is_unique;
        let mut only = self.only(source, guess);
        if let Some((column, values)) = part {
            only.insert(self.contents(source, column).name.clone(), values.clone());
            for other in &mut others {
                other.only.clone_from(&only);
            }
        }
        let mut tables = vec![PlannedTable { table: guess.table, distinct, where_not, only, columns }];
        for other in others {
            let same = |known: &PlannedTable| known.table.name == other.table.name && key(known) == key(&other);
            if !tables.iter().any(same) {
                tables.push(other);
            }
        }
        tables.extend(self.options_of(source, guess));
        if let Some((column, value)) = &self.sources[source].detected.second_header {
            for table in &mut tables {
                table.where_not.entry(column.clone()).or_default().insert(value.clone());
            }
        }
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
        let (text, of_option) = (own.fill("text")?, own.fill("option_index")?);
        let polls = |name: &str| if name == "poll_id" { guess.fill(name) } else { own.fill(name) };
        let planned = |column: &Column| {
            let fill = polls(column.name)?;
            Some(self.filled(column, self.contents(source, fill.index), &fill, false))
        };
        let columns: Vec<Planned> = own.table.columns.iter().map(planned).collect::<Option<_>>()?;
        let is_apart =
            text.index != of_option.index && guess.fill("option_index").map(|fill| fill.index) == Some(of_option.index);
        let (where_not, only) = (Conditions::new(), Conditions::new());
        is_apart.then_some(PlannedTable { table: own.table, distinct: true, where_not, only, columns })
    }

    /// What the rows must have: a login that failed is none.
    fn only(&self, source: usize, guess: &Guess) -> Conditions {
        let mut only = Conditions::new();
        if guess.table.name == "logins" {
            let columns = self.sources[source].detected.columns.iter();
            for contents in columns.filter(|contents| contents.spoken.has("STATUS") || contents.spoken.has("RESPONSE"))
            {
                let succeeded = |value: &&String| meaning(&OUTCOMES, value) == Some(OUTCOMES[0]);
                let failed = contents.values.iter().any(|value| meaning(&OUTCOMES, value) == Some(OUTCOMES[1]));
                let values: BTreeSet<String> = contents.values.iter().filter(succeeded).cloned().collect();
                if failed && !values.is_empty() {
                    only.insert(contents.name.clone(), values);
                }
            }
        }
        only
    }

    fn filled(&self, column: &Column, contents: &Contents, fill: &Fill, may_default: bool) -> Planned {
        let sure = match fill.score {
            score if score >= 8.0 && score - fill.next >= 2.0 => Sure::Sure,
            score if score >= 4.5 && score - fill.next >= 0.5 => Sure::Likely,
            _ => Sure::Guess,
        };
        let default = (may_default && contents.filled < contents.rows && !column.may_be_empty).then(|| default(column));
        let rule = rule(column, contents, default.flatten());
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
                named_constant()
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

    /// The rows of a table that the values of a column name, unless another file has them.
    fn named_in(&mut self, source: usize, column: &Column, fill: &Fill, guess: &Guess) -> Option<Vec<PlannedTable>> {
        // A load adds the groups that members name.
        let target = target(column).filter(|target| *target != "user_groups")?;
        if self.has(target, (source, fill.index)) {
            return None;
        }
        if target == "members" && !self.says_of_members(source, fill, guess) {
            self.names_members = true;
            return None;
        }
        let table = TABLES.iter().find(|table| table.name == target)?;
        Some(self.of_rows(source, table, Some(fill), guess))
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
    fn has(&self, target: &str, child: (usize, usize)) -> bool {
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
        self.links.iter().filter(is_it).any(|link| link.share >= if target == "members" { 1.0 } else { REFERS })
    }

    /// The rows of a table with a constant name.
    fn constant(&mut self, source: usize, name: &str, guess: &Guess) -> Vec<PlannedTable> {
        let Some(table) = TABLES.iter().find(|table| table.name == name) else { return Vec::new() };
        self.of_rows(source, table, None, guess)
    }

    /// The rows of a table as the rows of a file name them: `id` has the key, or it is a constant.
    fn of_rows(&mut self, source: usize, table: &'static Table, id: Option<&Fill>, guess: &Guess) -> Vec<PlannedTable> {
        let detected = &self.sources[source].detected;
        let own = self.sources[source].guesses.iter().find(|guess| guess.table.name == table.name);
        let (mut columns, mut others) = (Vec::new(), Vec::new());
        let mut where_not = Conditions::new();
        for column in table.columns {
            let suits = |fill: &Fill| fill.score >= NAMED && Some(fill.index) != id.map(|id| id.index);
            // Only a table with items has more of them than a name.
            let fill = own.and_then(|own| own.fill(column.name)).filter(|fill| id.is_some() && suits(fill));
            let planned = match (column.name, fill) {
                ("id", _) => match id {
                    Some(fill) => {
                        let contents = &detected.columns[fill.index];
                        if contents.filled < contents.rows {
                            require(&mut where_not, contents);
                        }
                        self.filled(column, contents, fill, false)
                    }
                    None => named_constant(),
                },
                ("member_id", _) => match id {
                    Some(fill) => {
                        let contents = &detected.columns[fill.index];
                        if contents.filled < contents.rows {
                            require(&mut where_not, contents);
                        }
                        self.filled(column, contents, fill, false)
                    }
                    None => NOTHING,
                },
                ("name" | "title" | "question", None) => match id {
                    Some(fill) => {
                        let contents = &detected.columns[fill.index];
                        Planned {
                            rule: Some(rule(column, contents, None)),
                            ..self.filled(column, contents, fill, false)
                        }
                    }
                    None => Planned { value: Some(ALL.to_owned()), sure: Some(Sure::Guess), ..NOTHING },
                },
                // A campaign is sent, an offer begins and an article is published when its first row says.
                (_, None) if matches!(column.kind, Type::Date | Type::Time) && !column.may_be_empty => {
                    let day = guess.table.day_column().and_then(|day| guess.fill(day));
                    day.map_or(NOTHING, |day| {
                        let contents = &detected.columns[day.index];
                        Planned { sure: Some(Sure::Guess), ..self.filled(column, contents, &day, false) }
                    })
                }
                ("subject", None) => columns.get(1).cloned().unwrap_or(NOTHING),
                ("category", None) => Planned { value: Some(ALL.to_owned()), sure: Some(Sure::Guess), ..NOTHING },
                (_, Some(fill)) => {
                    if let Some(table) = self.named_in(source, column, &fill, guess) {
                        others.extend(table);
                    }
                    self.filled(column, &detected.columns[fill.index], &fill, true)
                }
                (_, None) => self.unfilled(source, column, &Guess { table, ..guess.clone() }, &mut others),
            };
            columns.push(planned);
        }
        let mut tables = others;
        tables.push(PlannedTable { table, distinct: true, where_not, only: Conditions::new(), columns });
        tables
    }
}

/// Leaves out the rows without a value.
fn require(where_not: &mut Conditions, contents: &Contents) {
    for column in contents.columns() {
        where_not.entry(column).or_default().insert(String::new());
    }
}

/// How a login ends.
const OUTCOMES: [&str; 2] = ["SUCCEEDED", "FAILED"];

/// What names a row that stands for all.
fn named_constant() -> Planned {
    Planned { value: Some(ALL.to_owned()), sure: Some(Sure::Guess), rule: Some(Rule::ids_of_value(ALL)), ..NOTHING }
}

/// How the key of a table is filled.
fn key(planned: &PlannedTable) -> Vec<(Option<String>, Option<String>)> {
    let columns = planned.table.columns.iter().zip(&planned.columns);
    let keys = columns.filter(|(column, _)| planned.table.key.contains(&column.name));
    keys.map(|(_, filled)| (filled.rule.as_ref().map(|rule| rule.toml.clone()), filled.value.clone())).collect()
}

/// What stands where a column that may not be empty has no value.
fn default(column: &Column) -> Option<String> {
    match column.kind {
        Type::Count | Type::Money => Some("0".to_owned()),
        Type::Text(_) => Some(UNKNOWN.to_owned()),
        Type::Id if matches!(column.refers, Some(Refers::Id(_) | Refers::Group(_))) => Some(UNKNOWN.to_owned()),
        Type::Groups => Some(UNKNOWN.to_owned()),
        _ => None,
    }
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
