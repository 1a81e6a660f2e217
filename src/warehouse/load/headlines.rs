//! The figures of the whole program that a check shows before and after.

use duckdb::Connection;

use super::report::{Headline, ImportError};

/// Each figure with its value as text.
pub(super) type Values = Vec<(&'static str, String)>;

/// Reads the figures, inside a load's transaction or outside.
pub(super) fn headlines(connection: &Connection) -> Result<Values, ImportError> {
    let value = |sql: &str| -> Result<String, ImportError> {
        let found: Option<String> = connection.query_row(sql, [], |row| row.get(0))?;
        Ok(found.unwrap_or_else(|| "none".to_owned()))
    };
    let last_30_days = |what: &str| {
        format!(
            "select format('{{:,}}', {what}) from derived.session
             where day > (select max(day) - 30 from derived.session)"
        )
    };
    Ok(vec![
        ("Members", value("select format('{:,}', count(*)) from derived.member")?),
        ("Registered members", value("select format('{:,}', count(distinct member_key)) from derived.session")?),
        (
            "Data through",
            value(
                "select max((date '2000-01-01' + last_day::integer)::date)::varchar from main.loaded where table_name = 'logins'",
            )?,
        ),
        ("Logins of the last 30 loaded days", value(&last_30_days("count(*)"))?),
        ("Members with a login in those days", value(&last_30_days("count(distinct member_key)"))?),
        ("Rows of all fact tables", value("select format('{:,}', coalesce(sum(rows), 0)::bigint) from main.loaded")?),
    ])
}

/// Pairs the values before with those after.
pub(super) fn compare(before: Values, after: Values) -> Vec<Headline> {
    before.into_iter().zip(after).map(|((what, before), (_, after))| Headline { what, before, after }).collect()
}
