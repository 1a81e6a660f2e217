//! `[program]`: what the rows of a program have in common.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::super::rule::Rule;
use super::super::written::{Keys, WrittenConstant, WrittenMembers};
use super::rules::{Forms, rule_of};
use crate::warehouse::feed::{Column, Refers, TABLES, Table};

/// The key of `[program]` that is no column.
const UNKNOWN: &str = "unknown_members";

/// The source of members that are added, unless the mapping says another.
const SOURCE: &str = "Unknown";

/// A value that every row has in a column, and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    at: Range<usize>,
    key: String,
    value: String,
}

/// What becomes of the rows of members that are not loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::warehouse) enum Unknown {
    #[default]
    Error,
    /// They are left out.
    Drop,
    /// Their members are added.
    Add,
}

/// `[program]`, as far as it contradicts nothing.
#[derive(Default)]
pub(super) struct Common {
    pub(super) constants: Vec<Constant>,
    pub(super) unknown: Unknown,
    /// Of the members that are added, and where that is written.
    pub(super) members: Option<(Range<usize>, Vec<Constant>)>,
}

impl Constant {
    /// Whether it fills a column: by its name, or by that of what its groups are, such as `tier`.
    fn fills(&self, column: &Column) -> bool {
        let is_group = |kind: &str| kind.to_lowercase() == self.key;
        self.key == column.name || matches!(column.refers, Some(Refers::Group(kind)) if is_group(kind))
    }

    fn rule(&self, table: &Table, column: &Column, line: usize) -> Result<Rule, String> {
        let ids = (column.name != self.key).then_some(true);
        let keys = Keys { value: Some(self.value.clone()), ids, ..Keys::default() };
        rule_of(table, column, keys, &Forms::default(), line)
    }
}

/// A fault, and where it is.
type At = (Range<usize>, String);

/// Reads `[program]`. Adds what is wrong with it to `faults`.
pub(super) fn common(written: BTreeMap<Spanned<String>, WrittenConstant>, faults: &mut Vec<At>) -> Common {
    let mut common = Common::default();
    for (key, constant) in written {
        let (at, key) = (key.span(), key.into_inner());
        match constant {
            WrittenConstant::Text(word) if key == UNKNOWN => match word.as_str() {
                "drop" => common.unknown = Unknown::Drop,
                "error" => {}
                _ => faults.push((at, wrong_word())),
            },
            WrittenConstant::Members(WrittenMembers { add: true, columns }) if key == UNKNOWN => {
                let constant = |(key, value)| Constant { at: at.clone(), key, value };
                let members: Vec<Constant> = columns.into_iter().map(constant).collect();
                faults.extend(members.iter().filter_map(|constant| misses(constant, true)));
                common.unknown = Unknown::Add;
                common.members = Some((at, members));
            }
            WrittenConstant::Members(_) if key == UNKNOWN => faults.push((at, wrong_word())),
            WrittenConstant::Members(_) => faults.push((at, format!("{key} must be text in quotation marks"))),
            WrittenConstant::Text(value) => {
                let constant = Constant { at, key, value };
                faults.extend(misses(&constant, false));
                common.constants.push(constant);
            }
        }
    }
    common
}

fn wrong_word() -> String {
    format!("{UNKNOWN} must be \"error\", \"drop\" or {{ add = true, tier = \"...\" }}")
}

/// A fault if no table, or members, has such a column.
fn misses(constant: &Constant, of_members: bool) -> Option<At> {
    let mut tables = TABLES.iter().filter(|table| !of_members || table.name == "members");
    let is_found = tables.any(|table| table.columns.iter().any(|column| constant.fills(column)));
    let what = || match of_members {
        false => format!("no table has a column {:?}", constant.key),
        true => format!("members has no column {:?}", constant.key),
    };
    (!is_found).then(|| (constant.at.clone(), what()))
}

impl Common {
    /// The rules of a table for columns that nothing else fills.
    pub(super) fn rules(&self, table: &Table, line_at: &dyn Fn(usize) -> usize) -> Result<Vec<Option<Rule>>, At> {
        fill(&[&self.constants], table, line_at)
    }

    /// The rules of members that are added: their own constants, then those of all rows. None where none are.
    pub(super) fn added(
        &self,
        members: &Table,
        line_at: &dyn Fn(usize) -> usize,
    ) -> Option<Result<Vec<Option<Rule>>, At>> {
        let (at, own) = self.members.as_ref()?;
        let source = Constant { at: at.clone(), key: "source".to_owned(), value: SOURCE.to_owned() };
        let rules = fill(&[own, &self.constants, &[source]], members, line_at);
        Some(rules.and_then(|rules| {
            let needs = members
                .columns
                .iter()
                .zip(&rules)
                .find(|(column, rule)| rule.is_none() && !["member_id", "eligible_on"].contains(&column.name));
            let Some((column, _)) = needs else { return Ok(rules) };
            let word = match column.refers {
                Some(Refers::Group(kind)) => kind.to_lowercase(),
                _ => column.name.to_owned(),
            };
            Err((at.clone(), format!("members that are added need {word}; write it here or in [program]")))
        }))
    }
}

/// A rule for each column that one of these fills.
fn fill(constants: &[&[Constant]], table: &Table, line_at: &dyn Fn(usize) -> usize) -> Result<Vec<Option<Rule>>, At> {
    let rule = |column: &Column| {
        let constant = constants.iter().flat_map(|some| some.iter()).find(|constant| constant.fills(column))?;
        let rule = constant.rule(table, column, line_at(constant.at.start));
        Some(rule.map_err(|what| (constant.at.clone(), format!("{}: {what}", constant.key))))
    };
    table.columns.iter().map(|column| rule(column).transpose()).collect()
}
