//! Offers, partners, campaigns and the like that only left out rows name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::report::{FileReport, ImportError};
use super::stage::Staging;
use crate::warehouse::feed::{Kind, Refers, TABLES, Table};

/// What rows that are left out name: ids by table, and the files that these rows are from.
#[derive(Default)]
pub(super) struct Named<'a> {
    ids: BTreeMap<&'static str, BTreeSet<i32>>,
    paths: BTreeSet<&'a Path>,
}

impl<'a> Named<'a> {
    /// Notes what rows name, given as what follows `from`.
    pub(super) fn take(&mut self, staging: &'a Staging<'_>, table: &Table, rows: &str) -> Result<(), ImportError> {
        for (column, target) in references(table) {
            if !staging.has(target) {
                continue;
            }
            let mut statement =
                staging.connection.prepare(&format!("select distinct \"{column}\", file from {rows}"))?;
            let found = statement.query_map([], |row| Ok((row.get::<_, Option<i32>>(0)?, row.get::<_, i32>(1)?)))?;
            for pair in found {
                let (id, file) = pair?;
                self.ids.entry(target).or_default().extend(id);
                self.paths.insert(&staging.files[file.unsigned_abs() as usize].path);
            }
        }
        Ok(())
    }

    /// Leaves out what no other row of the load names, where it was collected from the same files: what a list of its own has
    /// stays.
    pub(super) fn drop_rows(mut self, staging: &'a Staging<'_>, files: &mut [FileReport]) -> Result<(), ImportError> {
        // What names others comes first: offers before their partners.
        for table in TABLES.iter().rev().filter(|table| table.kind == Kind::Reference) {
            let name = table.name;
            let ids = self.ids.remove(name).filter(|_| staging.has(name) && table.key == ["id"]).unwrap_or_default();
            // Of a name that a later list has, too, only the first row is known here.
            let of_files = staging.files.iter().enumerate().filter(|(_, file)| file.table.name == name).rev();
            let same = of_files.take_while(|(_, file)| self.paths.contains(&*file.path)).map(|(at, _)| at.to_string());
            let same: Vec<String> = same.collect();
            if ids.is_empty() || same.is_empty() {
                continue;
            }
            let ids: Vec<String> = ids.iter().map(i32::to_string).collect();
            let mut rows =
                format!("temp.stage_{name} where file in ({}) and id in ({})", same.join(", "), ids.join(", "));
            for other in staging.tables {
                for (column, _) in references(other).filter(|(_, target)| *target == name) {
                    let other = other.name;
                    rows += &format!(
                        " and id not in (select \"{column}\" from temp.stage_{other} where \"{column}\" is not null)"
                    );
                }
            }
            self.take(staging, table, &rows)?;
            staging.take_out(&rows, "only rows of unknown members name it", files)?;
        }
        Ok(())
    }
}

/// The columns that refer to tables with ids.
fn references(table: &Table) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let of_id = |column: &crate::warehouse::feed::Column| match column.refers {
        Some(Refers::Id(target)) => Some((column.name, target)),
        _ => None,
    };
    table.columns.iter().filter_map(of_id).collect::<Vec<_>>().into_iter()
}
