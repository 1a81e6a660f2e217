//! What figures as they were tell together with those as they are.
//!
//! Members are in parts, by the groups that they were in and those that they are in now. The rows of a table as they are
//! stay as they are, and tell of the parts in each of their groups together. Of the rows as they were, so many are hidden
//! that the others tell only of blocks of groups, and that every sum or difference of figures of both tables has no members
//! behind it, or enough.

use std::collections::{HashMap, HashSet};

use time::Date;

use super::cuts::Graph;
use super::forms::{Column, Form};
use crate::figures::operands::Operands;
use crate::figures::operands::Part;
use crate::figures::period::Window;
use crate::figures::table::{Entry, Row, Table};
use crate::figures::{Hidden, Term};

/// Hides figures as they were. `suppress` hides those of a table in one reading.
pub fn hide(table: &mut Table, suppress: fn(&mut Table)) {
    let now = as_they_are(table, suppress);
    for row in 0..table.rows.len() {
        for column in 0..table.metrics.len() {
            let Entry { other, .. } = table.rows[row].entries[column];
            let is_hidden_now = now.hidden(row, column).is_some();
            let told = other.map_or([is_hidden_now, false, false], |other| {
                std::array::from_fn(|form| other.tells[form] || (is_hidden_now && other.few[form]))
            });
            if is_hidden_now || told.contains(&true) {
                hide_figure(table, (row, column), told);
            }
        }
    }
    for (rows, parts) in std::mem::take(&mut table.divided) {
        for column in (0..table.metrics.len()).filter(|column| table.is_of_members(*column)).collect::<Vec<_>>() {
            let blocks = Blocks::new(table, &now, (&rows, &parts), column);
            for (group, row) in rows.iter().enumerate() {
                if let (Some(row), Some(told)) = (row, blocks.told_by(group as u32)) {
                    hide_figure(table, (*row, column), told);
                }
            }
        }
    }
    let timelines = std::mem::take(&mut table.timelines);
    for (group, rows) in std::mem::take(&mut table.groups_of_timelines).into_iter().zip(timelines) {
        hide_in_time(table, group, &rows);
    }
}

/// The table as it is, suppressed.
fn as_they_are<'a>(table: &Table<'a>, suppress: fn(&mut Table)) -> Table<'a> {
    let mut now = Table::new(table.minimum.try_into().unwrap_or(u16::MAX), &table.metrics);
    let of_now = |entry: &Entry| match entry.other {
        None => *entry,
        Some(other) => Entry {
            value: other.value,
            hidden: other.few.contains(&true).then_some(Hidden::Few),
            other: None,
            tells: [false; 3],
        },
    };
    let rows = table.rows.iter();
    now.rows = rows.map(|row| Row { window: row.window, entries: row.entries.iter().map(of_now).collect() }).collect();
    now.sums = table.sums.clone();
    now.timelines = table.timelines.clone();
    now.together = table.together.clone();
    now.wholly = table.wholly.clone();
    suppress(&mut now);
    now
}

fn hide_figure(table: &mut Table, (row, column): (usize, usize), told: [bool; 3]) {
    if table.hidden(row, column).is_none() {
        table.hide_other(row, column);
    }
    let tells = &mut table.rows[row].entries[column].tells;
    *tells = std::array::from_fn(|form| tells[form] || told[form]);
}

/// Lists of groups that members are in, those of no group among them, and which of them the figures of a column as they were
/// must not tell apart.
struct Blocks<'a> {
    lists: Vec<&'a [u32]>,
    /// The block of each list.
    block_of: Vec<usize>,
    /// What would be told if a block were divided.
    told: Vec<[bool; 3]>,
}

impl<'a> Blocks<'a> {
    fn new(table: &Table, now: &Table, (rows, parts): (&[Option<usize>], &'a [Part]), column: usize) -> Blocks<'a> {
        let mut lists: Vec<&[u32]> = parts.iter().flat_map(|part| [&part.then[..], &part.now[..]]).collect();
        lists.sort_unstable();
        lists.dedup();
        let index = |list: &[u32]| lists.partition_point(|known| *known < list);
        // Groups of now that the figures as they are do not tell apart.
        let is_shown = |group: &&u32| {
            rows.get(**group as usize).copied().flatten().is_some_and(|row| now.hidden(row, column).is_none())
        };
        let class = |list: &[u32]| (list.is_empty(), list.iter().filter(is_shown).copied().collect::<Vec<u32>>());
        let classes: Vec<(bool, Vec<u32>)> = lists.iter().map(|list| class(list)).collect();
        let class_of: Vec<usize> =
            classes.iter().map(|own| classes.iter().position(|class| class == own).unwrap_or_default()).collect();
        let count = lists.len();
        let mut blocks = Blocks { lists: lists.clone(), block_of: (0..count).collect(), told: vec![[false; 3]; count] };
        for (list, class) in class_of.iter().enumerate() {
            blocks.join(list, *class, [false; 3]);
        }
        let counted: Vec<(usize, usize, &Operands)> =
            parts.iter().map(|part| (index(&part.then), class_of[index(&part.now)], &part.counted[column])).collect();
        let outside = classes.iter().position(|(is_outside, _)| *is_outside);
        while let Some(([one, other], told)) = blocks.told(table, &counted, outside, column) {
            blocks.join(one, other, told);
        }
        blocks
    }

    /// Two blocks whose figures tell something of few members, the smallest of them, and of what they tell it.
    fn told(
        &self,
        table: &Table,
        counted: &[(usize, usize, &Operands)],
        outside: Option<usize>,
        column: usize,
    ) -> Option<([usize; 2], [bool; 3])> {
        // Blocks of then are nodes, and after them classes of now. Of who is in no group, nothing is known then or now.
        let count = self.lists.len();
        let of_class = |class: usize| if Some(class) == outside { self.block_of[class] } else { count + class };
        let mut graphs: Vec<(usize, Graph)> = Vec::new();
        let mut sizes: HashMap<usize, i128> = HashMap::new();
        for (then, class, counted) in counted {
            let block = self.block_of[*then];
            *sizes.entry(block).or_default() += counted.largest();
            for (at, (form, members)) in counted.behind(table.metrics[column]).into_iter().enumerate() {
                if at == graphs.len() {
                    graphs.push((form, Graph::default()));
                }
                graphs[at].1.add(block, of_class(*class), members);
            }
        }
        let least = 2 * table.minimum;
        let sides = graphs.iter().find_map(|(_, graph)| graph.cut(least, |node| node < count))?;
        let mut told = [false; 3];
        for (form, graph) in &graphs {
            told[*form] |= (1..least).contains(&graph.between(&sides[0]));
        }
        // Rows that are hidden already are hidden first, then small ones, and last the total.
        let is_outside = |block: usize| outside.is_some_and(|list| self.block_of[list] == block);
        let is_alone = |block: usize| self.block_of.iter().filter(|of| **of == block).count() == 1;
        let loss =
            |block: &usize| (is_outside(*block), is_alone(*block), sizes.get(block).copied().unwrap_or_default());
        let of_side = |side: &Vec<usize>| side.iter().copied().filter(|node| *node < count).min_by_key(loss);
        Some(([of_side(&sides[0])?, of_side(&sides[1])?], told))
    }

    /// Makes one block of those of two lists.
    fn join(&mut self, one: usize, other: usize, told: [bool; 3]) {
        let [from, to] = [one, other].map(|list| self.block_of[list]);
        self.block_of.iter_mut().filter(|block| **block == from).for_each(|block| *block = to);
        let before = self.told[from];
        self.told[to] = std::array::from_fn(|form| self.told[to][form] || before[form] || told[form]);
    }

    /// What the figures of a group would tell as they were; None if they may be shown: whole blocks are in it.
    fn told_by(&self, group: u32) -> Option<[bool; 3]> {
        let has = |list: &usize| self.lists[*list].contains(&group);
        let (inside, outside): (Vec<usize>, Vec<usize>) = (0..self.lists.len()).partition(has);
        let blocks: HashSet<usize> = outside.into_iter().map(|list| self.block_of[list]).collect();
        let divided = inside.into_iter().map(|list| self.block_of[list]).filter(|block| blocks.contains(block));
        divided.map(|block| self.told[block]).reduce(|one, other| std::array::from_fn(|form| one[form] || other[form]))
    }
}

/// Hides what figures of several days tell of those who moved between them. What is known as of a day is shown as it was on
/// one day alone, and of days that two rows have in common one of the rows: they count the members of different days.
fn hide_in_time(table: &mut Table, group: usize, rows: &[usize]) {
    let of_members = (0..table.metrics.len()).filter(|column| table.is_of_members(*column)).collect::<Vec<_>>();
    let moves = table.moves.take();
    let moved =
        |one: Date, other: Date| one != other && moves.as_ref().is_none_or(|moves| moves.any(group, [one, other]));
    let mut kept: Vec<Window> = Vec::new();
    let mut kept_day = None;
    for row in rows.iter().copied() {
        let own = table.rows[row].window;
        let overlaps = |other: &Window| other.start <= own.end && own.start <= other.end;
        if kept.iter().any(|other| overlaps(other) && moved(own.end, other.end)) {
            of_members.iter().for_each(|column| hide_figure(table, (row, *column), [true; 3]));
            continue;
        }
        kept.push(own);
        if !moved(own.end, Date::MAX) || *kept_day.get_or_insert(own) == own {
            continue;
        }
        for column in of_members.iter().copied() {
            match Column::of(table.metrics[column]) {
                Column::Sum(form) if is_as_of_a_day(&form) => hide_figure(table, (row, column), [true; 3]),
                Column::Sum(_) => {}
                // It may be shown where its row does not tell that side.
                Column::Ratio(of, by, _) => {
                    let told = [is_as_of_a_day(&of), is_as_of_a_day(&by), false];
                    let tells = &mut table.rows[row].entries[column].tells;
                    *tells = std::array::from_fn(|form| tells[form] || told[form]);
                }
            }
        }
    }
    table.moves = moves;
}

fn is_as_of_a_day(form: &Form) -> bool {
    form.iter().any(|(_, term)| matches!(term, Term::Before(_)))
}
