//! How a column is filled from the column of a file that somebody has chosen.

use std::path::Path;

use super::detect::READ;
use super::profile::Column as Profile;
use super::rules::rule;
use super::unreadable;
use crate::warehouse::feed::Column;
use crate::warehouse::load::{ImportError, ImportOptions};
use crate::warehouse::mapping::Dialect;
use crate::warehouse::read::sample;

/// How a column of a table is filled from a column of a file, as TOML writes it: by the first rows. None if the file has no
/// such column.
pub(in crate::warehouse) fn suggest_rule(
    path: &Path,
    dialect: &Dialect,
    column: &Column,
    from: &str,
    options: &ImportOptions,
) -> Result<Option<String>, ImportError> {
    let read = sample(path, dialect, &options.decoder, READ).map_err(|error| unreadable(path, error))?;
    let Some(index) = read.names.iter().position(|name| name == from) else { return Ok(None) };
    let mut profile = Profile::new();
    read.rows.iter().filter_map(|(_, fields)| fields.get(index)).for_each(|field| profile.take(field));
    Ok(Some(rule(column, &profile.end(from), None).toml))
}
