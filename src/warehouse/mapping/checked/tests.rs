use super::*;

fn faults(text: &str) -> Vec<String> {
    match Mapping::parse("mapping.toml", text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| format!("{}: {}", fault.line, fault.what)).collect(),
    }
}

/// A file of logins with this line among its own, and one among those of the table's columns.
fn logins(file: &str, column: &str) -> String {
    format!(
        "[[file]]\nname = \"a.csv\"\n{file}\n[[file.table]]\nname = \"logins\"\n[file.table.columns]\nmember_id = \"Who\"\n{column}\n"
    )
}

#[test]
fn names_match_patterns() {
    for (pattern, name, wanted) in [
        ("a.csv", "a.csv", true),
        ("a.csv", "aa.csv", false),
        ("*.csv", "a.csv", true),
        ("ledger-*.csv", "ledger-2026-01.csv", true),
        ("ledger-*.csv", "ledger.csv", false),
        ("a*a", "a", false),
        ("a*b*c", "axbxc", true),
        ("a*b*c", "axc", false),
        ("Caf\u{e9}-*.csv", "Cafe\u{301}-1.csv", true),
        ("*", "", true),
    ] {
        assert_eq!(matches_name(pattern, name), wanted, "{pattern} {name}");
    }
}

#[test]
fn what_is_wrong_with_a_mapping_is_said_by_line() {
    for (text, wanted) in [
        (logins("", "logged_in_at = \"When\""), ""),
        (logins("colour = 1", ""), "3: unknown field `colour`"),
        (logins("", "logged_in_at = { column = \"When\", colour = 1 }"), "8: unknown field `colour`"),
        (logins("", "logged_in_at = 7"), "8: invalid type: integer `7`, expected the name of a column, or a table"),
        (logins("", "shoe_size = \"A\""), "8: logins has no column \"shoe_size\"; its columns are member_id, logged_in_at"),
        (logins("encoding = \"ebcdic\"", ""), "3: \"ebcdic\" is no known encoding"),
        (logins("separator = \";;\"", ""), "3: separator must be one ASCII character"),
        (logins("separator = \"'\"\nquote = \"'\"", ""), "4: quote and separator are the same character"),
        (logins("zone = \"Mars/Olympus\"", ""), "3: \"Mars/Olympus\" is not a known time zone"),
        (logins("time = \"DD.MM.YYYY\"", ""), "3: \"DD.MM.YYYY\" describes no date"),
        (logins("columns = [\"a\", \"a\"]", ""), "3: columns must name each column"),
        (logins("decimal = \"ab\"", ""), "3: decimal must be one character"),
        (logins("", "logged_in_at = { column = \"A\", value = \"B\" }"), "8: logged_in_at: say where its values come from by one of"),
        (logins("", "logged_in_at = { format = \"unix\" }"), "8: logged_in_at: say where its values come from by one of"),
        (logins("", "logged_in_at = { column = \"A\", hash = true }"), "8: logged_in_at: only a member_id may be hashed"),
        (logins("", "logged_in_at = { column = \"A\", round = true }"), "8: logged_in_at: decimal, thousands, remove and round are for numbers"),
        (logins("", "logged_in_at = { column = \"A\", ids = true }"), "8: logged_in_at: ids can only be given to names"),
        (logins("", "logged_in_at = { column = \"A\", list = \",\" }"), "8: logged_in_at: list is for a column of several ids"),
        (logins("", "logged_in_at = { column = \"A\", split = \",\" }"), "8: logged_in_at: split and part belong together"),
        (logins("", "logged_in_at = { column = \"A\", split = \",\", part = 0 }"), "8: logged_in_at: parts are counted from 1"),
        (logins("", "logged_in_at = { column = \"A\", otherwise = \"drop\" }"), "8: logged_in_at: otherwise says what becomes"),
        (logins("", "logged_in_at = { value = \"A\", format = \"unix\" }"), "8: logged_in_at: a constant is taken as it is"),
        (logins("", "logged_in_at = { column = \"A\", case = \"Title\" }"), "8: logged_in_at: case must be \"lower\" or \"upper\""),
        (logins("", "logged_in_at = { template = \"{A\" }"), "8: logged_in_at: the template has a { without its }"),
        ("[[file]]\nname = \"a/b.csv\"\ntable = []\n".into(), "1: name must be a file name"),
        ("[[file]]\nname = \"a.csv\"\ntable = []\n".into(), "1: the file fills no table; add [[file.table]]"),
        ("[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"visits\"\n".into(), "4: there is no table \"visits\"; the tables are user_groups"),
        (logins("", "[[file.table]]\nname = \"logins\""), "8: logins is filled twice from the same rows"),
        (
            "[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"logins\"\nwhere = { A = \"1\" }\nwhere_not = { A = \"2\" }\n".into(),
            "6: \"A\" is in where and in where_not",
        ),
        (
            "[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"logins\"\ndistinct = \"same\"\n".into(),
            "5: logins has no key that distinct could compare",
        ),
        (format!("[program]\nshop = \"A\"\n{}", logins("", "")), "2: no table has a column \"shop\""),
        (format!("[program]\ntier_id = 1\n{}", logins("", "")), "2: invalid type: integer `1`, expected text in quotation marks"),
        (format!("[program]\nunknown_members = \"skip\"\n{}", logins("", "")), "2: unknown_members must be \"error\""),
        (format!("[program]\nunknown_members = {{ add = true, tier = \"A\", shop = \"B\" }}\nlob = \"A\"\naudience = \"A\"\n{}", logins("", "")), "2: members has no column \"shop\""),
        (format!("[program]\nunknown_members = {{ add = true, tier = \"A\" }}\nlob = \"A\"\n{}", logins("", "")), "2: members that are added need audience; write it here or in [program]"),
        ("file = 3".into(), "1: invalid type: integer `3`"),
        ("[[file]\n".into(), "1: "),
        (String::new(), "1: missing field `file`"),
    ] {
        let found = faults(&text);
        match wanted {
            "" => assert_eq!(found, Vec::<String>::new(), "{text}"),
            wanted => assert!(found.len() == 1 && found[0].starts_with(wanted), "{found:?} is not {wanted}\n{text}"),
        }
    }
}

#[test]
fn every_fault_of_a_mapping_is_listed() {
    let text = logins("encoding = \"ebcdic\"\nzone = \"Mars\"", "shoe_size = \"A\"");
    assert_eq!(faults(&text).iter().map(|fault| &fault[..2]).collect::<Vec<_>>(), ["3:", "4:", "9:"]);
}
