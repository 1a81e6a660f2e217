//! The values of a dimension, their attributes, and the value that each row counts in.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::dimension::Dimension;
use super::model::Metric;
use super::natural::Natural;
use super::operands::Operands;
use super::rollup::Figures;
use super::table::Figure;
use crate::warehouse::aggregate::SEPARATOR;
use crate::warehouse::{Column, Rows};

/// Figures for every value of a dimension.
pub struct ItemFigures {
    dimension: &'static Dimension,
    table: Arc<ItemTable>,
    pub len: usize,
    pub figures: Figures,
}

impl ItemFigures {
    /// A metric of one value, for a group and period, with whether it may be shown.
    pub fn figure(&self, metric: &Metric, item: usize, group: usize, period: usize) -> Figure {
        self.figures.figure(metric, item * self.figures.groups.len() + group, period)
    }

    /// The operands of a metric of one value, in the first group.
    pub(super) fn counted(&self, metric: &Metric, item: usize, period: usize) -> Operands {
        self.figures.counted(metric, item * self.figures.groups.len(), period)
    }

    /// The unique id or key of a value.
    pub(super) fn key(&self, item: usize) -> String {
        match &self.table.rows {
            Column::Int(ids) => ids[item].to_string(),
            rows => rows.texts()[item].clone(),
        }
    }

    /// The name of a value; for one without an id, all its attributes.
    pub(super) fn full_name(&self, item: usize) -> String {
        let names = self.table.attributes.iter().take(self.table.named_by);
        names.map(|names| names.texts()[item].as_str()).collect::<Vec<_>>().join(", ")
    }

    /// An attribute of all values; None for a name the dimension does not have.
    pub fn attribute(&self, name: &str) -> Option<&Column> {
        self.table.attributes.get(self.dimension.index_of(name)?)
    }

    /// The name of a value: its first attribute.
    pub fn name(&self, item: usize) -> &str {
        self.table.attributes.first().map_or("", |names| &names.texts()[item])
    }

    /// Compares two values by name ([`Natural`]), then id. The name of a value without an id
    /// consists of all its attributes.
    pub fn by_name(&self, one: usize, other: usize) -> Ordering {
        let positions = self.table.positions_by_name();
        positions[one].cmp(&positions[other])
    }
}

/// The values of a dimension, and which of them a key counts in.
pub(super) struct ItemTable {
    /// One column per attribute, in the dimension's order.
    attributes: Vec<Column>,
    /// Ids or keys, which distinguish rows with the same name.
    rows: Column,
    /// How many attributes make the name.
    named_by: usize,
    pub len: usize,
    /// Whether more than one key counts in a row.
    pub several_keys: bool,
    by_id: HashMap<i64, u32>,
    by_text: HashMap<String, u32>,
    positions_by_name: OnceLock<Vec<u32>>,
}

impl ItemTable {
    /// Takes the values from rows of (key, row, attributes…), if `is_wanted` holds for them.
    pub(super) fn named(names: &Rows, is_wanted: impl Fn(usize) -> bool) -> ItemTable {
        let mut table = ItemTable::empty(1);
        let [keys, rows, attributes @ ..] = names.columns.as_slice() else { return table };
        // The first key of each row, which gives it its attributes.
        let mut firsts: Vec<usize> = Vec::new();
        let mut index_of_row: HashMap<RowId<'_>, u32> = HashMap::new();
        for at in (0..names.len).filter(|at| is_wanted(*at)) {
            let index = *index_of_row.entry(RowId::of(rows, at)).or_insert_with(|| {
                firsts.push(at);
                (firsts.len() - 1) as u32
            });
            match keys {
                Column::Int(ids) => table.by_id.insert(ids[at], index),
                keys => table.by_text.insert(keys.texts()[at].clone(), index),
            };
        }
        table.len = firsts.len();
        table.several_keys = table.by_id.len() + table.by_text.len() > table.len;
        table.attributes = attributes.iter().map(|column| column.picked(&firsts)).collect();
        table.rows = rows.picked(&firsts);
        table
    }

    /// Takes the values from the keys in answers.
    pub(super) fn of_keys<'a>(answers: impl Iterator<Item = &'a Rows>, parts: usize) -> ItemTable {
        let mut table = ItemTable::empty(parts);
        let mut keys = Vec::new();
        for key in answers.filter_map(|rows| rows.columns.get(2)?.codes()).flat_map(|(values, _)| values.texts()) {
            if !table.by_text.contains_key(key) {
                table.by_text.insert(key.clone(), keys.len() as u32);
                keys.push(key.clone());
            }
        }
        let part = |key: &String, at: usize| key.splitn(parts, SEPARATOR).nth(at).unwrap_or_default().to_owned();
        table.len = keys.len();
        table.attributes = (0..parts).map(|at| Column::Text(keys.iter().map(|key| part(key, at)).collect())).collect();
        table.rows = Column::Text(keys);
        table
    }

    /// Adds the figures of each value.
    pub(super) fn with(self: Arc<ItemTable>, dimension: &'static Dimension, figures: Figures) -> ItemFigures {
        ItemFigures { dimension, len: self.len, table: self, figures }
    }

    /// The position of each value in the order of names, then by id or key.
    fn positions_by_name(&self) -> &[u32] {
        self.positions_by_name.get_or_init(|| {
            // Tab comes before every sign of a name: what the first attribute says goes first, and case only where all agree.
            let name = |item: usize| {
                let named = self.attributes.iter().take(self.named_by);
                Natural(named.map(|column| column.texts()[item].as_ref()).collect::<Vec<&str>>().join("\t"))
            };
            let names: Vec<Natural<String>> = (0..self.len).map(name).collect();
            let mut order: Vec<usize> = (0..self.len).collect();
            order.sort_by(|one, other| {
                names[*one].cmp(&names[*other]).then_with(|| match &self.rows {
                    Column::Int(ids) => ids[*one].cmp(&ids[*other]),
                    rows => rows.texts()[*one].cmp(&rows.texts()[*other]),
                })
            });
            let mut positions = vec![0; self.len];
            (0..).zip(order).for_each(|(position, item)| positions[item] = position);
            positions
        })
    }

    fn empty(named_by: usize) -> ItemTable {
        ItemTable {
            attributes: Vec::new(),
            rows: Column::Text(Vec::new()),
            named_by,
            len: 0,
            several_keys: false,
            by_id: HashMap::new(),
            by_text: HashMap::new(),
            positions_by_name: OnceLock::new(),
        }
    }

    /// For each row of an answer the value it counts in; `keys` is the answer's coded column.
    pub(super) fn of_rows(&self, keys: Option<&Column>) -> Vec<Option<u32>> {
        let Some((values, codes)) = keys.and_then(Column::codes) else { return Vec::new() };
        let of_value: Vec<Option<u32>> = match values {
            Column::Int(ids) => ids.iter().map(|id| self.by_id.get(id).copied()).collect(),
            values => values.texts().iter().map(|key| self.by_text.get(key).copied()).collect(),
        };
        codes.iter().map(|code| of_value[*code as usize]).collect()
    }
}

/// The identity of a row of a dimension.
#[derive(PartialEq, Eq, Hash)]
enum RowId<'a> {
    Id(i64),
    Text(&'a str),
}

impl RowId<'_> {
    fn of(rows: &Column, at: usize) -> RowId<'_> {
        match rows {
            Column::Int(ids) => RowId::Id(ids[at]),
            rows => RowId::Text(&rows.texts()[at]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> Column {
        Column::Text(values.iter().map(|text| (*text).to_owned()).collect())
    }

    #[test]
    fn several_keys_may_count_in_one_row() {
        let names = Rows {
            columns: vec![
                Column::Int(vec![11, 12, 13]),
                Column::Int(vec![1, 2, 1]),
                texts(&["Dining", "Travel", "Dining"]),
            ],
            len: 3,
        };
        let table = ItemTable::named(&names, |_| true);
        assert_eq!((table.len, &table.attributes[0]), (2, &texts(&["Dining", "Travel"])));
        let keys = Column::Int(vec![13, 12, 11, 99]).coded();
        assert_eq!(table.of_rows(Some(&keys)), [Some(0), Some(1), Some(0), None], "99 has no name, so it is no row");
        let filtered = ItemTable::named(&names, |row| row > 0);
        assert_eq!(filtered.of_rows(Some(&keys)), [Some(1), Some(0), None, None]);
    }

    #[test]
    fn keys_of_several_columns_are_split() {
        let rows = Rows {
            columns: vec![
                Column::Int(vec![1, 2]),
                Column::Int(vec![0, 0]),
                texts(&["Article\u{1f}/a", "Article\u{1f}/a"]).coded(),
            ],
            len: 2,
        };
        let table = ItemTable::of_keys([&rows].into_iter(), 2);
        assert_eq!(table.len, 1);
        assert_eq!(table.attributes, [texts(&["Article"]), texts(&["/a"])]);
        assert_eq!(table.of_rows(rows.columns.get(2)), [Some(0), Some(0)]);
    }
}
