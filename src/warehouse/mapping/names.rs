//! Ids for names: an export that names a campaign, an offer or a tier in every row, but has no number for it.
//!
//! A name gets its id when it is first seen and has it ever after. Ids count up from [`FIRST`], above the numbers that
//! programs use themselves.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use unicode_normalization::UnicodeNormalization;

use crate::warehouse::feed::{Column, Refers, Table};

/// The first id that is given to a name.
pub(in crate::warehouse) const FIRST: i32 = 1_000_000_001;

/// How many keys of one table `distinct` remembers in a load.
const MOST_KEYS: usize = 1_000_000;

/// What a load remembers of its mapped files: the ids of names, and the keys of distinct rows.
#[derive(Default)]
pub(in crate::warehouse) struct Memory {
    pub(in crate::warehouse) names: Names,
    seen: HashMap<&'static str, HashMap<String, Known>>,
    /// Of ids that are hashed as they are written: a digest of each in small letters, with that of the first written so.
    small: HashMap<u64, u64>,
    alike: HashSet<u64>,
    /// Rows whose place others have taken.
    pub(in crate::warehouse) replaced: u64,
}

/// The row that counts of those with a key.
struct Known {
    /// A digest of its values.
    values: u64,
    /// The day by which an earlier row takes its place, where one may.
    day: Option<Box<str>>,
}

/// Whether a row is the first with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::warehouse) enum Seen {
    First,
    Same,
    Different,
    /// It takes the place of one with a later day.
    Earlier,
    TooMany,
}

impl Memory {
    /// Notes the id of a member that is hashed as it is written.
    pub(in crate::warehouse) fn hashes(&mut self, id: &str) {
        let (written, small) = (digest(id), digest(&id.to_lowercase()));
        if self.small.len() < MOST_KEYS && *self.small.entry(small).or_insert(written) != written {
            self.alike.insert(written);
        }
    }

    /// How many of these ids differ from another in capitals alone: hashes do not show it.
    pub(in crate::warehouse) fn alike(&self) -> usize {
        self.alike.len()
    }

    /// Records a row by its key and a digest of its values. `day` is that of a row of which the earliest counts.
    pub(in crate::warehouse) fn see(
        &mut self,
        table: &'static str,
        key: String,
        values: u64,
        day: Option<&str>,
    ) -> Seen {
        let seen = self.seen.entry(table).or_default();
        let is_full = seen.len() == MOST_KEYS;
        match seen.get_mut(&key) {
            Some(known) if known.values == values => Seen::Same,
            Some(Known { day: Some(known), values: of }) if day.is_some_and(|day| *day < **known) => {
                (*known, *of) = (day.unwrap_or_default().into(), values);
                self.replaced += 1;
                Seen::Earlier
            }
            Some(_) => Seen::Different,
            None if is_full => Seen::TooMany,
            None => {
                seen.insert(key, Known { values, day: day.map(Into::into) });
                Seen::First
            }
        }
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The ids of names, by what they name: a reference table, or a type of user groups.
#[derive(Default)]
pub(in crate::warehouse) struct Names {
    ids: HashMap<String, HashMap<String, i32>>,
    /// Ids of groups that have them already, by what they name and their name.
    fixed: HashMap<String, HashMap<String, i32>>,
    /// In the order in which they were given.
    added: Vec<(String, String, i32)>,
}

impl Names {
    /// The names that are known already, as (space, name, id).
    pub(in crate::warehouse) fn new(known: impl IntoIterator<Item = (String, String, i32)>) -> Names {
        let mut names = Names::default();
        for (space, name, id) in known {
            names.ids.entry(space).or_default().insert(name, id);
        }
        names
    }

    /// Has a name stand for an id that was not given to it here.
    pub(in crate::warehouse) fn fix(&mut self, space: String, name: String, id: i32) {
        self.fixed.entry(space).or_default().insert(name, id);
    }

    /// The id of a name, a new one if it has none; None if there are no more.
    pub(in crate::warehouse) fn id(&mut self, space: &str, name: &str) -> Option<i32> {
        if let Some(id) = self.fixed.get(space).and_then(|fixed| fixed.get(name)) {
            return Some(*id);
        }
        if let Some(id) = self.known(space, name) {
            return Some(id);
        }
        if !self.ids.contains_key(space) {
            self.ids.insert(space.to_owned(), HashMap::new());
        }
        let ids = self.ids.get_mut(space)?;
        // Ids are never taken back, so their number tells the next.
        let id = FIRST.checked_add(i32::try_from(ids.len()).ok()?)?;
        ids.insert(name.to_owned(), id);
        self.added.push((space.to_owned(), name.to_owned(), id));
        Some(id)
    }

    /// The id that was given to a name.
    pub(in crate::warehouse) fn known(&self, space: &str, name: &str) -> Option<i32> {
        let ids = self.ids.get(space)?;
        // Ids that were given to the name before its letters were composed.
        let decomposed = || if name.is_ascii() { None } else { ids.get(&name.nfd().collect::<String>()) };
        ids.get(name).or_else(decomposed).copied()
    }

    /// The name that has an id.
    pub(in crate::warehouse) fn name(&self, space: &str, id: i32) -> Option<&str> {
        let mut names = self.ids.get(space)?.iter();
        names.find(|(_, known)| **known == id).map(|(name, _)| name.as_str())
    }

    /// The names that got their ids in this load.
    pub(in crate::warehouse) fn added(&self) -> &[(String, String, i32)] {
        &self.added
    }
}

/// The column with the type of the group that a row is of, or names; None where rows do neither.
pub(in crate::warehouse) fn kind_column(table: &Table) -> Option<usize> {
    let names_groups = table.columns.iter().any(|column| column.refers == Some(Refers::GroupOfType));
    let mut columns = table.columns.iter();
    columns.position(|column| column.name == "type").filter(|_| names_groups || table.name == "user_groups")
}

/// What a column's ids identify; None if it has no ids that could stand for names. `kind` is the type of a row's group.
pub(in crate::warehouse) fn space(table: &Table, column: &Column, kind: &str) -> Option<String> {
    match column.refers {
        Some(Refers::Id(target)) => Some(target.to_owned()),
        Some(Refers::Group(kind)) => Some(format!("user_groups {kind}")),
        Some(Refers::GroupOfType) => Some(format!("user_groups {kind}")),
        Some(Refers::Member | Refers::PollOption) => None,
        None if column.name != "id" => None,
        None if table.name == "user_groups" => Some(format!("user_groups {kind}")),
        None => Some(table.name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_id_and_spaces_are_apart() {
        let mut names = Names::new([("offers".to_owned(), "A".to_owned(), FIRST)]);
        assert_eq!([names.id("offers", "A"), names.id("offers", "B")], [Some(FIRST), Some(FIRST + 1)]);
        assert_eq!([names.id("partners", "A"), names.id("offers", "B")], [Some(FIRST), Some(FIRST + 1)]);
        assert_eq!(names.added().len(), 2);
        assert_eq!((names.name("offers", FIRST + 1), names.name("offers", 7)), (Some("B"), None));
    }

    #[test]
    fn distinct_rows_are_those_with_a_new_key() {
        let mut memory = Memory::default();
        let mut see = |table, key: &str, values| memory.see(table, key.to_owned(), values, None);
        assert_eq!(
            [see("offers", "1", 7), see("offers", "1", 7), see("offers", "1", 8), see("partners", "1", 8)],
            [Seen::First, Seen::Same, Seen::Different, Seen::First]
        );
        let mut see = |values, day| memory.see("campaigns", "1".to_owned(), values, day);
        assert_eq!(
            [see(1, Some("2024-02-02")), see(2, Some("2024-02-03")), see(3, Some("2024-02-01")), see(4, None)],
            [Seen::First, Seen::Different, Seen::Earlier, Seen::Different]
        );
    }
}
