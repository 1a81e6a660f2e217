//! What changes in sums is added to them.

/// The statements that add the rows of the table `change` to those of `target` with the same keys, and drop it. Rows in
/// which nothing is counted are deleted.
pub(super) fn adding(change: &str, target: &str, keys: &[&str], counts: &[&str]) -> [String; 2] {
    let all = |of: &dyn Fn(&str) -> String, names: &[&str], between: &str| {
        names.iter().map(|name| of(name)).collect::<Vec<_>>().join(between)
    };
    [
        format!(
            "merge into {target} as t using {change} as c on ({same_row})
             when matched and ({added}) = ({zeros}) then delete
             when matched then update set {sums}
             when not matched and ({counted}) <> ({zeros}) then insert by name",
            same_row = all(&|key| format!("c.{key} = t.{key}"), keys, " and "),
            added = all(&|count| format!("t.{count} + c.{count}"), counts, ", "),
            sums = all(&|count| format!("{count} = t.{count} + c.{count}"), counts, ", "),
            counted = all(&|count| format!("c.{count}"), counts, ", "),
            zeros = all(&|_| "0".to_owned(), counts, ", "),
        ),
        format!("drop table {change}"),
    ]
}
