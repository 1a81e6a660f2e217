//! Loads of workbooks and JSON, and what is refused of them.

use std::path::Path;

use super::mapped::options;
use super::*;

/// Two sheets: a note, and purchases with a note above the header and a total below an empty row.
fn workbook(end: &str) -> PathBuf {
    let folder = "src/warehouse/load/tests/workbooks";
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("purchases.{end}"))
}

const TABLES: &str = r#"
[[file.table]]
name = "logins"
[file.table.columns]
member_id = "Customer"
logged_in_at = "Logged in"

[[file.table]]
name = "web_sessions"
[file.table.columns]
date = "Bought on"
source = { value = "shop" }
device_category = { value = "desktop" }
browser = { value = "x" }
operating_system = { value = "x" }
screen_resolution = { value = "x" }
visitor_type = { value = "NEW" }
sessions = "Units"
pageviews = "Units"
duration_seconds = { column = "Time spent", format = "%H:%M:%S" }
"#;

const MEMBERS: &[(&str, &str)] = &[
    ("user_groups.csv", "id,type,name\n1,TIER,a\n2,LOB,b\n3,AUDIENCE,c\n"),
    (
        "members.csv",
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,2,3,2026-01-01,Email\nM2,1,2,3,2026-01-01,Email\n",
    ),
];

/// A mapping of a file that fills [`TABLES`].
fn mapping(name: &str, keys: &str) -> String {
    format!("[[file]]\nname = \"{name}\"\n{keys}\n{TABLES}")
}

/// Loads members, and a file by a mapping.
fn load(harness: &Harness, file: &Path, text: String) -> Result<ImportReport, ImportError> {
    let folder = harness.dir.path().join("members");
    std::fs::create_dir_all(&folder).expect("made");
    for (name, text) in MEMBERS {
        std::fs::write(folder.join(name), text).expect("written");
    }
    let mapping = Some(MappingFile { name: "mapping.toml".to_owned(), text });
    let options = ImportOptions { mapping, ..options() };
    import(&harness.warehouse, &[folder, file.to_path_buf()], &options, &())
}

fn faults(result: Result<ImportReport, ImportError>) -> Vec<String> {
    match result {
        Err(ImportError::Faults(faults)) => faults.listed().iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sheet_is_read_the_same_from_each_form_of_a_workbook() {
    for end in ["xlsx", "xls", "ods"] {
        let harness = Harness::new();
        let keys = "sheet = \"Purchases\"\nheader = \"Bought on\"\nuntil = \"empty line\"";
        load(&harness, &workbook(end), mapping("purchases.*", keys)).unwrap_or_else(|error| panic!("{end}: {error}"));
        assert_eq!(
            harness.texts("select logged_in_at::varchar from feed.logins order by 1"),
            ["2026-03-01 10:30:05", "2026-03-02 00:00:00"],
            "{end}"
        );
        assert_eq!(
            harness.texts("select concat_ws(' ', date, sessions, duration_seconds) from feed.web_sessions order by 1"),
            ["2026-03-01 2 90079", "2026-03-02 1 10"],
            "{end}"
        );
    }
}

#[test]
fn what_does_not_fit_a_sheet_is_named_with_its_row() {
    let harness = Harness::new();
    let found = |keys: &str| faults(load(&harness, &workbook("xlsx"), mapping("purchases.xlsx", keys)));
    let total = found("sheet = \"Purchases\"\nheader = \"Customer\"");
    assert_eq!(total[0], "purchases.xlsx (Purchases):7:Logged in: the value is missing; this column may not be empty");
    let header = found("sheet = \"Purchases\"\nheader = \"Kunde\"");
    let wanted = "purchases.xlsx (Purchases): the file has no line with \"Kunde\", which header says is a column";
    assert_eq!(header, [wanted]);
    let note = found("sheet = \"Purchases\"");
    assert!(note[0].contains("has no column \"Customer\"; its columns are \"Purchases of spring\""), "{note:?}");
    let several = found("");
    assert_eq!(
        several,
        ["purchases.xlsx: the workbook has the sheets \"Notes\", \"Purchases\"; name one with sheet in a mapping"]
    );
    let other = found("sheet = \"Sales\"");
    assert_eq!(
        other,
        [
            "purchases.xlsx (Sales): the workbook has no sheet \"Sales\"; its sheets are \"Notes\", \"Purchases\"; correct \
          sheet in the mapping"
        ]
    );
}

#[test]
fn sheets_of_a_workbook_fill_tables_of_their_own() {
    let harness = Harness::new();
    let note = "[[file]]\nname = \"purchases.xlsx\"\nsheet = \"Notes\"\ncolumns = [\"note\"]\n[[file.table]]\n\
                name = \"partners\"\n[file.table.columns]\nid = { column = \"note\", ids = true }\nname = \"note\"\n";
    let purchases = mapping("*.xlsx", "sheet = \"Purchases\"\nheader = \"Customer\"\nuntil = \"empty line\"");
    load(&harness, &workbook("xlsx"), format!("{note}{purchases}")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(harness.texts("select name from feed.partners"), ["Only a note"]);
    assert_eq!(harness.texts("select count(*)::varchar from feed.web_sessions"), ["2"]);
}

#[test]
fn lists_and_lines_of_json_are_rows_of_their_names() {
    let list = r#"[{"id": 1, "name": "Bäckerei"}, {"name": "Kiosk", "id": 2.0}]"#;
    let lines = "{\"id\": 1, \"name\": \"Bäckerei\"}\n\n{\"name\": \"Kiosk\", \"id\": 2}\n";
    let marked = format!("\u{feff} {list}");
    for (name, text) in [("partners.json", list), ("partners.ndjson", lines), ("partners.json", &marked)] {
        let harness = Harness::new();
        harness.load(&[(name, text)]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            harness.texts("select concat_ws(' ', id, name) from feed.partners order by 1"),
            ["1 Bäckerei", "2 Kiosk"],
            "{name}"
        );
    }
}

#[test]
fn values_within_values_are_columns_of_both_names() {
    let harness = Harness::new();
    let mapping = "[[file]]\nname = \"e.jsonl\"\n[[file.table]]\nname = \"partners\"\nwhere = { \"value.kind\" = \"p|q\" }\n\
                   [file.table.columns]\nid = \"value.offer id\"\nname = \"event\"\n";
    let rows = "{\"event\": \"a\", \"value\": {\"offer id\": 7, \"kind\": [\"p\", \"q\"]}}\n\
                {\"event\": \"b\", \"value\": {\"amount\": 1e-7, \"more\": [{\"x\": null}]}}\n";
    let folder = harness.dir.path().join("json");
    std::fs::create_dir_all(&folder).expect("made");
    std::fs::write(folder.join("mapping.toml"), mapping).expect("written");
    std::fs::write(folder.join("e.jsonl"), rows).expect("written");
    import(&harness.warehouse, &[folder], &options(), &()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(harness.texts("select concat_ws(' ', id, name) from feed.partners"), ["7 a"]);
}

#[test]
fn json_that_is_no_table_is_refused_with_what_to_do() {
    let advice = "the file is not readable as JSON; write a list of objects, or an object in each line: ";
    for (text, wanted) in [
        ("", "the file is empty; it must have a list of objects, or an object in each line".to_owned()),
        ("[1]", "value 1 of the file is no object such as {\"id\": 1}".to_owned()),
        ("{\"id\": 1, \"name\": \"a\"}\n7\n", "value 2 of the file is no object such as {\"id\": 1}".to_owned()),
        ("id,name\n1,a\n", format!("{advice}expected value at line 1 column 1")),
        ("[{\"id\": 1, \"name\": \"a\"}", format!("{advice}EOF while parsing a list at line 1 column 23")),
        ("[{\"id\": 1, \"name\": \"a\"}] {}", format!("{advice}trailing characters at line 1 column 26")),
        (&format!("[{}", "[".repeat(1_000)), format!("{advice}recursion limit exceeded at line 1 column 128")),
    ] {
        let harness = Harness::new();
        assert_eq!(faults(harness.load(&[("partners.json", text)])), [format!("partners.json: {wanted}")], "{text}");
    }
}

#[test]
fn files_of_other_kinds_are_refused_with_what_to_do() {
    let harness = Harness::new();
    for (name, bytes, wanted) in [
        ("partners.csv", &b"PK\x03\x04 and so on"[..], "workbook or a zip archive"),
        ("partners.csv", b"%PDF-1.7", "a PDF document; export the data as CSV or as a workbook"),
        ("partners.xlsx", b"<html><table></table></html>", "not readable as a workbook; open it and save it as .xlsx"),
        ("partners.ods", b"PK\x03\x04", "not readable as a workbook; open it and save it as .xlsx"),
    ] {
        let path = harness.dir.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let found = faults(import(&harness.warehouse, &[path], &options(), &()));
        assert!(found.len() == 1 && found[0].starts_with(name) && found[0].contains(wanted), "{wanted}: {found:?}");
    }
}

#[test]
fn a_table_ends_at_an_empty_line_and_short_rows_are_filled_where_the_mapping_says_so() {
    let harness = Harness::new();
    let folder = harness.dir.path().join("report");
    std::fs::create_dir_all(&folder).expect("made");
    let mapping = "[[file]]\nname = \"report.csv\"\nheader = \"name\"\nuntil = \"empty line\"\nshort_rows = \"fill\"\n\
                   [[file.table]]\nname = \"partners\"\n[file.table.columns]\nid = \"id\"\n\
                   name = { column = \"name\", cut = 3, default = \"none\" }\n";
    std::fs::write(folder.join("mapping.toml"), mapping).expect("written");
    let report = "A \"note\" of the export\nid,name\n1,Übergang\n2\n,\nDay,Users,More\n2026-03-01,7,x\n";
    std::fs::write(folder.join("report.csv"), report).expect("written");
    import(&harness.warehouse, &[folder], &options(), &()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(harness.texts("select concat_ws(' ', id, name) from feed.partners order by 1"), ["1 Übe", "2 non"]);
}
