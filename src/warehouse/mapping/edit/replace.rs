//! Puts other tables in the place of those that a file fills.

use toml_edit::{DocumentMut, Item, RawString, Table};

use super::{EditError, Place, files, parse, table_at};

/// Puts the first table that another mapping describes in the place of one.
///
/// # Errors
/// [`EditError`]
pub fn replace(text: &str, place: Place, other: &str) -> Result<String, EditError> {
    let (mut document, mut other) = (parse(text)?, parse(other)?);
    let mut new = table_at(&mut other, Place { file: 0, table: 0 })?.clone();
    let table = table_at(&mut document, place)?;
    let (position, end) = (table.position(), end(table));
    *new.decor_mut() = table.decor().clone();
    forget_positions(&mut new);
    new.set_position(position);
    *table = new;
    comment(&mut document, end, &other);
    Ok(document.to_string())
}

/// Fills other tables from a file: those that another mapping fills from its first file. What is said of the form of the
/// file stays.
///
/// # Errors
/// [`EditError`]
pub fn replace_tables(text: &str, file: usize, other: &str) -> Result<String, EditError> {
    let (mut document, mut other) = (parse(text)?, parse(other)?);
    let mut new = files(&mut other)?.get(0).ok_or(EditError::Gone)?.clone();
    forget_positions(&mut new);
    let old = files(&mut document)?.get_mut(file).ok_or(EditError::Gone)?;
    let end = end(old);
    // It says what the file is.
    old.decor_mut().set_suffix(new.decor().suffix().cloned().unwrap_or_default());
    for (key, item) in new.iter() {
        if key == "table" || !old.contains_key(key) {
            old.insert(key, item.clone());
        }
    }
    comment(&mut document, end, &other);
    Ok(document.to_string())
}

/// Tables of another text stand where they are put.
fn forget_positions(table: &mut Table) {
    table.set_position(None);
    each_within(table, &mut |table| table.set_position(None));
}

/// The position of the last table within one.
fn end(table: &mut Table) -> Option<isize> {
    let mut end = table.position();
    each_within(table, &mut |table| end = end.max(table.position()));
    end
}

/// Calls a function with each table within one.
fn each_within(table: &mut Table, each: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        let tables = match item {
            Item::Table(table) => vec![table],
            Item::ArrayOfTables(tables) => tables.iter_mut().collect(),
            Item::None | Item::Value(_) => Vec::new(),
        };
        for table in tables {
            each(table);
            each_within(table, each);
        }
    }
}

/// Puts the comment below the tables of another text in the place of that below those that ended at a position. Where a
/// header follows, it stands in the text before that.
fn comment(document: &mut DocumentMut, end: Option<isize>, other: &DocumentMut) {
    let (mut next, text) =
        (None, |text: Option<&RawString>| text.and_then(RawString::as_str).unwrap_or_default().to_owned());
    each_within(document, &mut |table| {
        let position = table.position();
        if position > end && (next.is_none() || position < next) {
            next = position;
        }
    });
    let new = text(Some(other.trailing()));
    let new = below(&new, true).0;
    match next {
        None => {
            let old = text(Some(document.trailing()));
            document.set_trailing(format!("{new}{}", below(&old, true).1));
        }
        Some(_) => each_within(document, &mut |table| {
            if table.position() == next {
                let old = text(table.decor().prefix());
                table.decor_mut().set_prefix(format!("{new}{}", below(&old, false).1));
            }
        }),
    }
}

/// The lines up to the first empty one, and the others. What stands right above a header may be about that.
fn below(text: &str, is_last: bool) -> (&str, &str) {
    let lines = text.split_inclusive('\n').take_while(|line| !line.trim().is_empty());
    let end = lines.map(str::len).sum();
    if end == text.len() && !is_last { ("", text) } else { text.split_at(end) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TEXT, at, changed};
    use super::*;

    #[test]
    fn the_tables_of_a_file_are_replaced_together() {
        let other = "[[file]] # polls: sure\nname = \"x\"\nempty = [\"-\"]\n[[file.table]]\nname = \"polls\"\n\
            [file.table.columns]\nid = \"Poll\"\n[[file.table]]\nname = \"poll_options\"\n";
        let new = replace_tables(TEXT, 0, other).expect("changed");
        let (went, came) = changed(&new);
        assert!(went.contains(&"tier_id = { column = \"Tier\", ids = true, case = \"upper\" }"), "{new}");
        assert_eq!(
            came,
            [
                "[[file]] # polls: sure",
                "empty = [\"-\"]",
                "name = \"polls\"",
                "id = \"Poll\"",
                "name = \"poll_options\""
            ]
        );
        let places: Vec<Option<usize>> =
            ["\"a.csv\" # the", "\"polls\"", "\"poll_options\"", "\"b-*"].iter().map(|name| new.find(name)).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{new}");
        assert!(new.contains("separator = \";\""), "{new}");
    }

    #[test]
    fn comments_of_a_table_go_with_it_and_those_of_the_next_file_stay() {
        let other = "[[file]]\nname = \"x\"\n[[file.table]]\nname = \"polls\"\n[file.table.columns]\nid = \"Poll\"\n# Not used: \"Z\"\n";
        let tail = "# opened_at = \"\" # may stay empty\n# Not used: \"Y\"\n";
        let first = TEXT.split("[[file]]\nname = \"b").next().expect("a file").trim_end();
        let next = "# Those of the partners.\n[[file]]\nname = \"b.csv\"\n[[file.table]]\nname = \"offers\"\n";
        let changed = |text: &str, file: usize| {
            let tables = replace_tables(text, file, other).expect("changed");
            let one = replace(text, at(file, if file == 0 { 1 } else { 0 }), other).expect("changed");
            [tables, one]
        };
        for new in changed(&format!("{first}\n{tail}\n{next}"), 0) {
            assert!(!new.contains("may stay empty") && !new.contains("\"Y\""), "{new}");
            assert!(new.ends_with(&format!("id = \"Poll\"\n# Not used: \"Z\"\n\n{next}")), "{new}");
        }
        for new in changed(&format!("{first}\n\n{next}{tail}\n# The end.\n"), 1) {
            assert!(new.ends_with("id = \"Poll\"\n# Not used: \"Z\"\n\n# The end.\n"), "{new}");
        }
    }
}
