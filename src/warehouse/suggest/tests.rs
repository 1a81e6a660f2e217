use super::*;
use crate::warehouse::mapping::time::TimeZone;

fn example(folder: &str, file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mappings").join(folder).join(file)
}

fn options() -> ImportOptions {
    ImportOptions { zone: TimeZone::get("Europe/Paris").expect("a zone"), ..ImportOptions::default() }
}

fn suggested(folder: &str, file: &str) -> Suggestion {
    suggest(&[example(folder, file)], &options()).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines of a proposed mapping that are no comments.
fn lines(suggestion: &Suggestion) -> Vec<String> {
    let plain = |line: &str| line.split(" # ").next().unwrap_or_default().to_owned();
    suggestion.mapping.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(plain).collect()
}

#[test]
fn the_ledger_is_recognized_with_its_encoding_dates_and_decimals() {
    let suggestion = suggested("ledger", "buchungen-2026-03.csv");
    assert_eq!(
        lines(&suggestion),
        [
            "[[file]]",
            "name = \"buchungen-2026-03.csv\"",
            "encoding = \"windows-1252\"",
            "separator = \";\"",
            "skip_lines = 3",
            "[[file.table]]",
            "name = \"partner_transactions\"",
            "[file.table.columns]",
            "member_id = \"Kundennr.\"",
            "offer_id = { column = \"Angebot\", ids = true }",
            "transacted_on = { column = \"Buchungstag\", format = \"%d.%m.%Y\" }",
            "redemptions = \"Anzahl\"",
            "sales = { column = \"Umsatz (€)\", decimal = \",\", thousands = \".\" }",
            "savings = { column = \"Ersparnis (€)\", decimal = \",\" }",
        ]
    );
    let preview = &suggestion.previews[0];
    assert_eq!((preview.table, preview.rows.len(), preview.columns.len()), ("partner_transactions", SHOWN, 6));
    assert_eq!(preview.rows[0][0], "K-10069");
    // Credits have no offer: the preview says so by line and column.
    assert!(
        preview.faults.iter().any(|fault| fault.line == Some(6) && fault.column.as_deref() == Some("Angebot")),
        "{:?}",
        preview.faults
    );
}

#[test]
fn recipients_of_a_campaign_are_messages_with_hashed_addresses() {
    let suggestion = suggested("email", "campaign-recipients-2026-03.csv");
    let lines = lines(&suggestion);
    for wanted in [
        "name = \"email_messages\"",
        "campaign_id = { column = \"Campaign\", ids = true }",
        "member_id = { column = \"Email Address\", case = \"lower\", hash = true }",
        "sent_at = { column = \"Send Time\", format = \"%m/%d/%Y %I:%M %p\" }",
        "outcome = { column = \"Status\", values = { \"Delivered\" = \"DELIVERED\", \"Hard Bounce\" = \"BOUNCED\" } }",
        "opened_at = { column = \"First Open\", format = \"%m/%d/%Y %I:%M %p\" }",
    ] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}\n{}", suggestion.mapping);
    }
    assert!(
        !format!("{:?}", suggestion.previews).contains("example.com/")
            || !format!("{:?}", suggestion.previews).contains("@example.com")
    );
}

#[test]
fn traffic_and_utf16_are_recognized() {
    let traffic = suggested("web", "traffic-2026-03.csv");
    for wanted in [
        "skip_lines = 6",
        "name = \"web_sessions\"",
        "date = { column = \"Date\", format = \"%Y%m%d\" }",
        "sessions = { column = \"Sessions\", thousands = \",\", round = true }",
    ] {
        assert!(lines(&traffic).iter().any(|line| line == wanted), "{wanted}\n{}", traffic.mapping);
    }
    assert!(
        traffic.previews[0].faults.iter().any(|fault| fault.what.contains("has nothing for screen_resolution"))
            || traffic.mapping.contains("screen_resolution = \"Screen"),
        "{}",
        traffic.mapping
    );
    let clicks = suggested("email", "link-clicks-2026-03.txt");
    for wanted in [
        "encoding = \"utf-16le\"",
        "separator = \"\\t\"",
        "name = \"email_link_clicks\"",
        "clicked_at = { column = \"clicked_ms\", format = \"unix_ms\" }",
    ] {
        assert!(lines(&clicks).iter().any(|line| line == wanted), "{wanted}\n{}", clicks.mapping);
    }
    assert_eq!(clicks.previews[0].rows.len(), 8);
}

#[test]
fn any_start_of_a_file_gets_a_mapping_that_can_be_read() {
    let dir = tempfile::tempdir().expect("a directory");
    for (index, bytes) in
        [&b""[..], b"\n\n\n", b"\0\0\0\0", b"\xff\xfe", b"a", b"\"", b"a,a\n1,2\n", b"1;2;3\n4;5;6\n", b"PAR1"]
            .iter()
            .enumerate()
    {
        for name in [format!("{index}.csv"), format!("{index} [x] \"y\".parquet")] {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            // What is no table is refused, and so is no mapping that was proposed.
            match suggest(&[path], &options()) {
                Ok(suggestion) => assert!(suggestion.mapping.contains("[[file]]")),
                Err(ImportError::Faults(faults)) => {
                    assert!(
                        faults.listed().iter().all(|fault| fault.file.starts_with(&index.to_string())),
                        "{faults:?}"
                    );
                }
                Err(error) => panic!("{bytes:?}: {error}"),
            }
        }
    }
}

#[test]
fn a_preview_of_a_sheet_names_file_and_sheet() {
    let book =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/warehouse/load/tests/workbooks").join("purchases.xlsx");
    let text = "[[file]]\nname = \"*.xlsx\"\nsheet = \"Purchases\"\nheader = \"Customer\"\n[[file.table]]\nname = \"logins\"\n\
                [file.table.columns]\nmember_id = \"Customer\"\nlogged_in_at = \"Units\"\n";
    let mapping = MappingFile { name: "mapping.toml".to_owned(), text: text.to_owned() };
    let previews = preview(&mapping, &[book], &options()).expect("a preview");
    assert_eq!(previews[0].file, "purchases.xlsx (Purchases)");
    assert_eq!(previews[0].faults[0].file, "purchases.xlsx (Purchases)");
}
