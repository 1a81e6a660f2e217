//! How a file is written, as a mapping says it.

use super::rules::quoted;
use crate::warehouse::mapping::Dialect;

/// How a file is written, as keys of `[[file]]` where that is not the default.
pub(super) fn form_of(dialect: &Dialect) -> Vec<(&'static str, String)> {
    let Dialect { encoding, separator, skip_lines, columns, header, until_empty, fill_short, sheet, quote: _ } =
        dialect;
    let names = columns.as_ref().map(|columns| columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "));
    let keys = [
        ("sheet", sheet.as_ref().map(|sheet| quoted(sheet))),
        ("header", header.as_ref().map(|name| quoted(name))),
        ("until", until_empty.then(|| quoted("empty line"))),
        ("short_rows", fill_short.then(|| quoted("fill"))),
        ("encoding", encoding.map(|encoding| quoted(&encoding.name().to_lowercase()))),
        ("separator", (*separator != b',').then(|| quoted(&char::from(*separator).to_string()))),
        ("skip_lines", (*skip_lines > 0).then(|| skip_lines.to_string())),
        ("columns", names.map(|names| format!("[{names}] # the file has no header: give the columns their names"))),
    ];
    keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}
