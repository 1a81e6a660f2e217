//! The groups of a member on a day, found plainly: day by day, from the rows of memberships, from what loads of members
//! have dated, and from the groups of now.

use std::collections::BTreeSet;

use time::{Date, Duration};

/// The types of groups, the last of which has several groups of a member.
pub const TYPES: [&str; 3] = ["TIER", "LOB", "AUDIENCE"];
const MANY: usize = 2;

/// The groups of each type.
pub type Groups = [Vec<i32>; 3];

/// A row of memberships; `of` is the place of its type in [`TYPES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub of: usize,
    pub id: i32,
    pub from: Date,
    pub until: Option<Date>,
}

impl Row {
    /// The line of a file, whose columns are member_id, type, id, from, until.
    pub fn line(&self, member: &str) -> String {
        let until = self.until.map(|day| day.to_string()).unwrap_or_default();
        format!("{member},{},{},{},{until}\n", TYPES[self.of], self.id, self.from)
    }
}

/// Random rows of a member, at least one, which begin on one of so many days: with gaps, overlaps and groups again.
/// `below` gives a number below another one.
pub fn random_rows(below: &mut dyn FnMut(u64) -> u64, first: Date, days: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    while rows.is_empty() {
        for (of, groups) in [3, 2, 3].into_iter().enumerate() {
            for _ in 0..if below(100) < 40 { 0 } else { 1 + below(4) } {
                let from = first + Duration::days(below(days) as i64);
                let until = (below(100) < 60).then(|| from + Duration::days(below(days / 3) as i64));
                let row = Row { of, id: 1 + below(groups) as i32, from, until };
                let is_same = |other: &Row| other.of == of && other.from == from && (of != MANY || other.id == row.id);
                if !rows.iter().any(is_same) {
                    rows.push(row);
                }
            }
        }
    }
    rows
}

/// What loads have said of a member.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// What loads of members have dated: the groups from each day on, in order.
    pub dated: Vec<(Date, Groups)>,
    pub rows: Vec<Row>,
}

impl Past {
    /// What a load of members says of the groups from a day on.
    pub fn date(&mut self, day: Date, groups: &Groups) {
        self.dated.retain(|(since, _)| *since < day);
        if self.dated.last().is_none_or(|(_, last)| last != groups) {
            self.dated.push((day, groups.clone()));
        }
    }

    /// The groups on a day. `last` is the last loaded day, `now` what the table of members has.
    pub fn on(&self, day: Date, last: Date, now: &Groups) -> Groups {
        [0, 1, 2].map(|of| self.of_type(of, day, last, &now[of]))
    }

    fn of_type(&self, of: usize, day: Date, last: Date, now: &[i32]) -> Vec<i32> {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.of == of && row.from <= last).collect();
        if rows.is_empty() {
            let known = self.dated.iter().rev().find(|(since, _)| *since <= day).or(self.dated.first());
            return known.map_or_else(|| now.to_vec(), |(_, groups)| groups[of].clone());
        }
        let ends = rows.iter().filter_map(|row| row.until).filter(|until| of == MANY && *until < last);
        let ends = ends.map(|until| until + Duration::days(1));
        let turned = rows.iter().map(|row| row.from).chain(ends).max().expect("a row");
        let mut later = self.dated.iter().filter(|(since, _)| *since > turned).rev();
        let at_the_end =
            later.clone().next().map_or_else(|| of_rows(&rows, of, last), |(_, groups)| groups[of].clone());
        // Groups of the last loaded day that members contradicts are none.
        if at_the_end != now && (day >= last || rows.iter().all(|row| row.from == last)) {
            return now.to_vec();
        }
        // Days to come are like the last one: what ends after it has not ended yet.
        let dated = later.find(|(since, _)| *since <= day);
        dated.map_or_else(|| of_rows(&rows, of, day.min(last)), |(_, groups)| groups[of].clone())
    }
}

/// The groups that rows of a type give on a day, or else on the last day before it with a group; before all rows the first.
fn of_rows(rows: &[&Row], of: usize, day: Date) -> Vec<i32> {
    let first = rows.iter().map(|row| row.from).min().expect("a row");
    let mut day = day.max(first);
    loop {
        let begun = rows.iter().filter(|row| row.from <= day);
        let ids: BTreeSet<i32> = if of == MANY {
            begun.filter(|row| row.until.is_none_or(|until| until >= day)).map(|row| row.id).collect()
        } else {
            begun.max_by_key(|row| row.from).map(|row| row.id).into_iter().collect()
        };
        if !ids.is_empty() {
            return ids.into_iter().collect();
        }
        day -= Duration::days(1);
    }
}
