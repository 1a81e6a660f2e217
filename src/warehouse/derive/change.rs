//! What changes in sums is added to them.

/// The statements that add the rows of the table `change` to those of `target` with the same keys, and drop it. Rows in
/// which nothing is counted are deleted.
pub(super) fn adding(change: &str, target: &str, keys: &[&str], counts: &[&str]) -> [String; 4] {
    let all = |of: &dyn Fn(&str) -> String, names: &[&str], between: &str| {
        names.iter().map(|name| of(name)).collect::<Vec<_>>().join(between)
    };
    let is_same_row = all(&|key| format!("c.{key} = t.{key}"), keys, " and ");
    [
        format!(
            "update {target} as t set {} from {change} c where {is_same_row}",
            all(&|count| format!("{count} = t.{count} + c.{count}"), counts, ", ")
        ),
        format!("insert into {target} by name (select c.* from {change} c anti join {target} t on {is_same_row})"),
        format!("delete from {target} where {}", all(&|count| format!("{count} = 0"), counts, " and ")),
        format!("drop table {change}"),
    ]
}
