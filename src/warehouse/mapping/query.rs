//! The SQL of a `[[query]]`: which files it names, and which words of it would give other rows each time. Whether it is a
//! single SELECT is for DuckDB's own parser to say, which never sees it outside a child process.

/// Rows that SQL makes of files of the load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::warehouse) struct Query {
    pub(in crate::warehouse) name: String,
    pub(in crate::warehouse) sql: String,
    /// The first and the last line of the SQL in the mapping.
    pub(in crate::warehouse) lines: (usize, usize),
    /// The tables that it reads, each once.
    pub(in crate::warehouse) tables: Vec<Named>,
}

/// A table of a query: a file, or several of one form, or a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::warehouse) struct Named {
    /// As the query has it.
    pub(in crate::warehouse) name: String,
    /// The file's name, with `*` for any characters.
    pub(in crate::warehouse) file: String,
    pub(in crate::warehouse) sheet: Option<String>,
    /// In the SQL, from 1.
    pub(in crate::warehouse) line: usize,
}

impl Query {
    /// What it is called in messages.
    pub(in crate::warehouse) fn called(&self) -> String {
        format!("query {}", self.name)
    }

    /// The line of the mapping that has a line of the SQL, from 1.
    pub(in crate::warehouse) fn line(&self, of_sql: usize) -> usize {
        (self.lines.0 + of_sql.max(1) - 1).min(self.lines.1)
    }
}

/// The ends of names that are files, in a query.
const ENDS: [&str; 12] =
    ["csv", "txt", "tsv", "parquet", "xlsx", "xlsm", "xlsb", "xls", "ods", "json", "jsonl", "ndjson"];

/// What gives another answer each time: functions, and words that are none.
const UNSTABLE_CALLS: [&str; 14] = [
    "now",
    "today",
    "random",
    "setseed",
    "uuid",
    "uuidv4",
    "uuidv7",
    "gen_random_uuid",
    "transaction_timestamp",
    "get_current_timestamp",
    "get_current_time",
    "current_localtime",
    "current_localtimestamp",
    "nextval",
];
const UNSTABLE_WORDS: [&str; 6] =
    ["current_date", "current_time", "current_timestamp", "localtime", "localtimestamp", "tablesample"];

/// The most tables of a query.
pub(super) const MOST_TABLES: usize = 200;

/// The most faults that are listed of functions whose answers change from one run to the next.
const MOST_UNSTABLE: usize = 20;

/// The files that a query names in quotation marks, each once, and one more than [`MOST_TABLES`] at most. `is_described`
/// says whether the mapping has a `[[file]]` of a name, which may end in anything.
pub(super) fn named(sql: &str, is_described: &dyn Fn(&str) -> bool) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    let tokens = tokens(sql);
    for (index, (at, token)) in tokens.iter().enumerate() {
        let Token::Quoted(name) = token else { continue };
        // A column of a table, or the name of a column.
        let before = index.checked_sub(1).map(|before| &tokens[before].1);
        let is_column = before.is_some_and(|before| before.is_sign('.') || before.is_word("as"));
        let (file, sheet) = name.split_once('/').map_or((name.as_str(), None), |(file, sheet)| (file, Some(sheet)));
        let end = file.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
        let is_file = end.is_some_and(|end| ENDS.contains(&end.as_str())) || is_described(file);
        if is_file && !is_column && !found.iter().any(|known| known.name == *name) {
            let (file, sheet) = (file.to_owned(), sheet.map(str::to_owned));
            found.push(Named { name: name.clone(), file, sheet, line: line_of(sql, *at) });
            if found.len() > MOST_TABLES {
                break;
            }
        }
    }
    found
}

/// What of a query gives another answer each time, with its line.
pub(super) fn unstable(sql: &str) -> Vec<(usize, String)> {
    let tokens = tokens(sql);
    let mut found = Vec::new();
    for (index, (at, token)) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        let lower = word.to_ascii_lowercase();
        let after = tokens.get(index + 1).map(|(_, after)| after);
        let is_column = index > 0 && tokens[index - 1].1.is_sign('.');
        let is_call = UNSTABLE_CALLS.contains(&lower.as_str()) && after.is_some_and(|after| after.is_sign('('));
        let is_word = UNSTABLE_WORDS.contains(&lower.as_str())
            || (lower == "using" && after.is_some_and(|after| after.is_word("sample")));
        if is_call || (is_word && !is_column) {
            let called = if is_call { format!("{lower}()") } else { lower };
            found.push((line_of(sql, *at), called));
            if found.len() == MOST_UNSTABLE {
                break;
            }
        }
    }
    found
}

fn line_of(sql: &str, at: usize) -> usize {
    1 + sql[..at].matches('\n').count()
}

/// What SQL consists of besides spaces, comments and texts.
enum Token<'a> {
    Word(&'a str),
    /// A name in quotation marks.
    Quoted(String),
    Sign(char),
}

impl Token<'_> {
    fn is_sign(&self, wanted: char) -> bool {
        matches!(self, Token::Sign(sign) if *sign == wanted)
    }

    fn is_word(&self, wanted: &str) -> bool {
        matches!(self, Token::Word(word) if word.eq_ignore_ascii_case(wanted))
    }
}

/// The tokens with where they begin.
fn tokens(sql: &str) -> Vec<(usize, Token<'_>)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(c) = sql[at..].chars().next() {
        let rest = &sql[at..];
        let is_in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let len = match c {
            '\'' => quoted(rest, '\'', false),
            'e' | 'E' if rest[1..].starts_with('\'') => 1 + quoted(&rest[1..], '\'', true),
            '"' => {
                let len = quoted(rest, '"', false);
                let inner = rest[1..len].strip_suffix('"').unwrap_or(&rest[1..len]);
                found.push((at, Token::Quoted(inner.replace("\"\"", "\""))));
                len
            }
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '$' if dollars(rest).is_some() => dollars(rest).unwrap_or(rest.len()),
            c if is_in_word(c) => {
                let len = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
                found.push((at, Token::Word(&rest[..len])));
                len
            }
            c => {
                if !c.is_whitespace() {
                    found.push((at, Token::Sign(c)));
                }
                c.len_utf8()
            }
        };
        at += len;
    }
    found
}

/// The bytes of what is between two marks, and of both; up to the end if the second is missing.
fn quoted(text: &str, mark: char, has_escapes: bool) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if has_escapes && c == '\\' {
            chars.next();
        } else if c == mark && chars.next_if(|(_, next)| *next == mark).is_none() {
            return at + mark.len_utf8();
        }
    }
    text.len()
}

/// The bytes of a comment, which may contain others.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match text.as_bytes().get(at..at + 2) {
            Some(b"/*") => depth += 1,
            Some(b"*/") => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The bytes of a text such as `$tag$it's$tag$`; None where a dollar begins none.
fn dollars(text: &str) -> Option<usize> {
    let end = 1 + text[1..].find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let has_tag = text[end..].starts_with('$') && !text[1..].starts_with(|c: char| c.is_ascii_digit());
    let tag = text.get(..=end).filter(|_| has_tag)?;
    Some(text[tag.len()..].find(tag).map_or(text.len(), |at| at + 2 * tag.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sql: &str) -> Vec<String> {
        named(sql, &|name| name == "Buchungen").into_iter().map(|named| named.name).collect()
    }

    #[test]
    fn the_files_of_a_query_are_its_names_in_quotation_marks() {
        for (sql, wanted) in [
            ("select * from \"a.csv\" join \"b.parquet\" using (id)", vec!["a.csv", "b.parquet"]),
            ("select \"a.csv\".id from \"a.csv\", \"Buch.xlsx/März\"", vec!["a.csv", "Buch.xlsx/März"]),
            ("select x.\"c.csv\", 1 as \"d.csv\" from \"recipients-*.csv\" x", vec!["recipients-*.csv"]),
            ("select 'it''s \"x.csv\"', e'\\'\"y.csv\"' from \"Buchungen\"", vec!["Buchungen"]),
            ("select $t$ \"x.csv\" $t$ -- \"y.csv\"\nfrom /* /* \"z.csv\" */ \"z.csv\" */ \"a.csv\"", vec!["a.csv"]),
            ("select \"customer.id\", $1 from \"say \"\"hi\"\".csv\"", vec!["say \"hi\".csv"]),
            ("select \"a.csv", vec!["a.csv"]),
            ("select 'never closed \"a.csv\"", vec![]),
            ("/* never closed \"a.csv\"", vec![]),
            ("select $x$ never closed \"a.csv\"", vec![]),
            ("$", vec![]),
        ] {
            assert_eq!(names(sql), wanted, "{sql}");
        }
        let named = named("select 1\nfrom \"a.xlsx/b/c\"", &|_| false);
        assert_eq!((&*named[0].file, named[0].sheet.as_deref(), named[0].line), ("a.xlsx", Some("b/c"), 2));
    }

    #[test]
    fn what_gives_another_answer_each_time_is_found() {
        for (sql, wanted) in [
            ("select NOW(), a from b", vec![(1, "now()")]),
            ("select a\nfrom b where c < current_date", vec![(2, "current_date")]),
            ("select a from b using sample 10", vec![(1, "using")]),
            ("select now, t.current_date, 'random()' from t -- uuid()", vec![]),
            ("select pg_catalog.random ()", vec![(1, "random()")]),
        ] {
            let found = unstable(sql);
            assert_eq!(found.iter().map(|(line, what)| (*line, what.as_str())).collect::<Vec<_>>(), wanted, "{sql}");
        }
    }
}
