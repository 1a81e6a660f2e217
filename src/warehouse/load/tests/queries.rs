//! Loads whose mapping has queries.

use super::mapped::options;
use super::*;

fn example() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mappings/events")
}

/// The files of the example, with one of them written anew.
fn files_with(name: &str, text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = ["activity.csv", "campaigns.csv", "mapping.toml", "recipients.csv"]
        .iter()
        .map(|name| ((*name).to_owned(), std::fs::read_to_string(example().join(name)).expect("a file")))
        .collect();
    files.retain(|(known, _)| known != name);
    if !text.is_empty() {
        files.push((name.to_owned(), text.to_owned()));
    }
    files
}

fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files.iter().map(|(name, text)| (&**name, &**text)).collect()
}

fn refused(files: &[(String, String)]) -> Vec<String> {
    match Harness::new().load_with(&borrowed(files), &options()) {
        Err(ImportError::Faults(faults)) => faults.listed().iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

const MESSAGES: &str =
    "select concat_ws(' ', c.name, m.outcome, m.sent_at, m.opened_at, m.clicked_at, m.unsubscribed_at)
     from feed.email_messages m join feed.campaigns c on c.id = m.campaign_id order by 1";

#[test]
fn events_become_messages() {
    let harness = Harness::new();
    let report = import(&harness.warehouse, &[example()], &options(), &()).unwrap_or_else(|error| panic!("{error}"));
    // Counted by hand.
    assert_eq!(
        harness.texts(MESSAGES),
        [
            "Partner news DELIVERED 2026-03-10 09:00:00",
            "Partner news DELIVERED 2026-03-10 09:00:00 2026-03-10 09:30:00 2026-03-10 09:31:00",
            "Spring points BOUNCED 2026-03-03 09:00:00",
            "Spring points DELIVERED 2026-03-03 09:00:00 2026-03-03 09:10:00 2026-03-03 09:12:00",
            "Spring points DELIVERED 2026-03-03 09:00:00 2026-03-03 11:30:00",
        ]
    );
    assert_eq!(harness.texts("select count(*)::varchar from feed.member_keys"), ["3"]);
    let of = |report: &ImportReport| {
        let rows = |file: &FileReport| (file.file.clone(), file.table, file.rows, file.sha256.len());
        report.files.iter().map(rows).collect::<Vec<_>>()
    };
    assert_eq!(
        of(&report),
        [
            ("campaigns.csv".to_owned(), "campaign_types", 1, 64),
            ("campaigns.csv".to_owned(), "campaigns", 2, 64),
            ("query messages".to_owned(), "email_messages", 5, 64),
        ]
    );
    assert_eq!(report.warnings, ["3 unknown members were added, as the mapping says"]);
    let again = import(&harness.warehouse, &[example()], &options(), &()).expect("the same files");
    assert!(again.already_loaded);
    // Another event is another load.
    let activity = std::fs::read_to_string(example().join("activity.csv")).expect("a file");
    let more = files_with("activity.csv", &format!("{activity}2026-03-10 10:00:00,502,ann@example.com,open\n"));
    let report = harness.load_with(&borrowed(&more), &options()).expect("loads");
    assert!(!report.already_loaded && harness.texts(MESSAGES)[1].ends_with("2026-03-10 10:00:00"));
    super::undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(harness.texts(MESSAGES)[0], "Partner news DELIVERED 2026-03-10 09:00:00");
}

#[test]
fn a_check_of_a_query_publishes_nothing() {
    let harness = Harness::new();
    let report =
        import(&harness.warehouse, &[example()], &ImportOptions { check: true, ..options() }, &()).expect("checked");
    assert_eq!((report.rows, harness.warehouse.data_version()), (8, 0));
}

#[test]
fn faults_of_a_query_name_its_row_and_the_line_of_the_file() {
    let wrong = "campaign_id,email\n501,ann@example.com\n599,bob@example.com\nx,cy@example.com\n";
    let mapping = std::fs::read_to_string(example().join("mapping.toml")).expect("a file");
    let mut files = files_with("recipients.csv", wrong);
    files.retain(|(name, _)| name != "mapping.toml");
    let left = mapping
        .replace("join \"campaigns.csv\" c", "left join \"campaigns.csv\" c")
        .replace("c.send_time", "'2026-03-03 09:00:00' as send_time");
    files.push(("mapping.toml".to_owned(), left));
    assert_eq!(
        refused(&files),
        [
            "query messages:3:campaign_id: \"x\" is not a positive integer up to 2147483647; the row comes from line 4 of recipients.csv"
        ]
    );
    let files: Vec<_> = files.into_iter().map(|(name, text)| (name, text.replace("\nx,", "\n501,"))).collect();
    assert_eq!(
        refused(&files),
        [
            "query messages:2:campaign_id: 599 is not in campaigns; load it before or together with this file; the row comes from line 3 of recipients.csv"
        ]
    );
}

#[test]
fn missing_files_and_other_columns_are_faults_and_no_files_a_warning() {
    let missing = refused(&files_with("activity.csv", ""));
    assert_eq!(missing, ["mapping.toml:37: query messages: the load has no file activity.csv; add it to the load"]);
    let broken = refused(&files_with("activity.csv", "timestamp,action\n\"2026\n"));
    assert!(
        broken[0].starts_with("activity.csv:2:timestamp: the quotation mark that opens this field is never closed"),
        "{broken:?}"
    );
    let unknown = refused(&files_with("activity.csv", "timestamp,campaign_id,email\n"));
    assert!(unknown[0].starts_with("mapping.toml:31: query messages: Binder Error: "), "{unknown:?}");

    let mut files = files_with("activity.csv", "");
    files.retain(|(name, _)| name != "recipients.csv");
    let mapping = files.iter_mut().find(|(name, _)| name == "mapping.toml").expect("a mapping");
    let program = "unknown_members = { add = true, tier = \"Unknown\" }\n";
    mapping.1 = mapping.1.replace(program, "");
    mapping.1 = mapping.1.replace("c.send_time", "now_is").replace("join \"campaigns.csv\" c", "join x c");
    let report = Harness::new().load_with(&borrowed(&files), &options()).expect("loads");
    let left_out = "mapping.toml:26: query messages is left out; the load has none of its files";
    assert!(report.warnings.iter().any(|warning| warning == left_out), "{:?}", report.warnings);
}

#[test]
fn several_files_are_one_table() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"visits-*.txt\"\nseparator = \";\"\nempty = [\"-\"]\n\n[[file]]\nname = \"notes.csv\"\nignore = true\n\n\
                   [[query]]\nname = \"visits\"\nsql = '''\nselect who as member_id, coalesce(seen, '2024-03-05 08:00:00') as logged_in_at\n\
                   from \"visits-*.txt\" where \"#file\" <> 'visits-3.txt' '''\n[[query.table]]\nname = \"logins\"\n";
    let files = [
        ("mapping.toml", mapping),
        ("notes.csv", "anything\n"),
        ("visits-1.txt", "who;seen\nM1;2024-03-04 08:00:00\n"),
        ("visits-2.txt", "seen;who\n-;M2\n"),
        ("visits-3.txt", "who;seen\nM9;never\n"),
    ];
    let report = harness.load_with(&files, &ImportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.warnings, Vec::<String>::new());
    let logins =
        "select concat_ws(' ', member_id, logged_in_at) from feed.logins join feed.member_keys using (member_key)
                  where logged_in_at > '2024-03-01' order by 1";
    assert_eq!(harness.texts(logins), ["M1 2024-03-04 08:00:00", "M2 2024-03-05 08:00:00"]);
    let other = [files[0], files[1], files[2], ("visits-2.txt", "who;when\nM2;-\n")];
    let Err(ImportError::Faults(faults)) = harness.load_with(&other, &ImportOptions::default()) else {
        panic!("loaded")
    };
    assert_eq!(
        faults.listed()[0].to_string(),
        "visits-2.txt:1: the file has no column \"seen\"; files that are one table of a query need the same columns"
    );
}

#[test]
fn a_sheet_is_a_table() {
    let harness = Harness::with_base();
    let dir = tempfile::tempdir().expect("a directory");
    let workbooks = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/warehouse/load/tests/workbooks");
    std::fs::copy(workbooks.join("purchases.xlsx"), dir.path().join("purchases.xlsx")).expect("a copy");
    // Two rows below the header, between a note and a total.
    let mapping = "[[file]]\nname = \"purchases.xlsx\"\nheader = \"Bought on\"\nuntil = \"empty line\"\n[[query]]\nname = \"logins\"\n\
                   sql = \"\"\"select 'M1' as member_id, '2024-03-05 08:00:0' || count(*)::varchar as logged_in_at, \
                   sum(\"Units\"::integer) from \"purchases.xlsx/Purchases\" \"\"\"\n[[query.table]]\nname = \"logins\"\n";
    std::fs::write(dir.path().join("mapping.toml"), mapping).expect("a mapping");
    import(&harness.warehouse, &[dir.path().to_path_buf()], &ImportOptions::default(), &())
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        harness.texts("select logged_in_at::varchar from feed.logins where logged_in_at > '2024-03-01'"),
        ["2024-03-05 08:00:02"]
    );
}

#[test]
fn a_file_of_a_query_in_another_encoding_is_named_by_line() {
    let dir = tempfile::tempdir().expect("a directory");
    let mapping =
        "[[query]]\nname = \"logins\"\nsql = 'select * from \"visits.csv\"'\n[[query.table]]\nname = \"logins\"\n";
    std::fs::write(dir.path().join("mapping.toml"), mapping).expect("a mapping");
    std::fs::write(dir.path().join("visits.csv"), b"member_id,logged_in_at\nM\xff,2024-03-05 08:00:00\n")
        .expect("a file");
    let harness = Harness::with_base();
    let refused = import(&harness.warehouse, &[dir.path().to_path_buf()], &ImportOptions::default(), &());
    let Err(ImportError::Faults(faults)) = refused else { panic!("{refused:?}") };
    let fault = faults.listed()[0].to_string();
    assert!(
        fault.starts_with("visits.csv:2:member_id: the bytes are not UTF-8; set encoding under [[file]]"),
        "{fault}"
    );
}
