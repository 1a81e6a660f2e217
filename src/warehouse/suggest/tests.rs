mod cases;
mod complete;
mod difficult;
mod recipes;
mod several;
mod unseen;

use super::*;
use crate::warehouse::feed::registry::TABLES;
use crate::warehouse::mapping::time::TimeZone;

fn example(folder: &str, file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mappings").join(folder).join(file)
}

fn options() -> ImportOptions {
    ImportOptions { zone: TimeZone::get("Europe/Paris").expect("a zone"), ..ImportOptions::default() }
}

fn suggested(folder: &str, file: &str) -> Suggestion {
    suggest(&[example(folder, file)], &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines of a proposed mapping that are no comments.
fn lines(suggestion: &Suggestion) -> Vec<String> {
    let plain = |line: &str| line.split(" # ").next().unwrap_or_default().to_owned();
    suggestion.mapping.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(plain).collect()
}

#[test]
fn the_ledger_is_recognized_with_its_encoding_dates_and_decimals() {
    let suggestion = suggested("ledger", "buchungen-2026-03.csv");
    let lines = lines(&suggestion);
    let (program, file) = lines.split_at(lines.iter().position(|line| line == "[[file]]").expect("a file"));
    // Nothing but the bookings names the members, and they do not say their groups.
    let added =
        ["[program]", "tier = \"All\"", "lob = \"All\"", "audience = \"All\"", "unknown_members = { add = true }"];
    assert_eq!(program, added);
    assert_eq!(
        file[..15],
        [
            "[[file]]",
            "name = \"buchungen-2026-03.csv\"",
            "encoding = \"windows-1252\"",
            "separator = \";\"",
            "skip_lines = 3",
            "[[file.table]]",
            "name = \"partner_transactions\"",
            // Credits of points have no amount.
            "where_not = { \"Umsatz (€)\" = \"\" }",
            "[file.table.columns]",
            "member_id = \"Kundennr.\"",
            "offer_id = { column = \"Angebot\", default = \"Unknown\", ids = true }",
            "transacted_on = { column = \"Buchungstag\", format = \"%d.%m.%Y\" }",
            "redemptions = { column = \"Anzahl\", default = \"0\" }",
            "sales = { column = \"Umsatz (€)\", decimal = \",\", thousands = \".\" }",
            "savings = { column = \"Ersparnis (€)\", default = \"0\", decimal = \",\" }",
        ]
    );
    let preview = &suggestion.previews[0];
    assert_eq!((preview.table, preview.rows.len(), preview.columns.len()), ("partner_transactions", SHOWN, 6));
    assert_eq!(preview.rows[0][0], "K-10069");
    assert_eq!(preview.faults, []);
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
        "outcome = { column = \"Status\", values = { \"Delivered\" = \"DELIVERED\", \"Hard Bounce\" = \"BOUNCED\" }, otherwise = \"drop\" }",
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
            match suggest(&[path], &Asked::default(), &options()) {
                Ok(suggestion) => {
                    assert!(suggestion.mapping.contains("[[file]]") || suggestion.mapping.contains("# Left out"))
                }
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

fn written(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |(name, text): &(&str, &str)| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let paths = files.iter().map(path).collect();
    (dir, paths)
}

const PEOPLE: &str = "Loyalty Number,Card,Enrolled On\n100018,Star,2016-02-01\n100102,Nova,2016-03-01\n";

#[test]
fn what_is_said_of_a_file_counts_and_what_is_not_there_is_a_fault() {
    let (_dir, paths) = written(&[("people.csv", PEOPLE), ("weather.csv", "station,rain\nA,1.5\nB,2.5\n")]);
    let mut asked = Asked::default();
    asked.say("people.csv=logins").expect("a table");
    asked.say("weather.csv = ignore").expect("left out");
    let suggestion = suggest(&paths, &asked, &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((suggestion.recognised[0].table.name, suggestion.recognised[0].sure), ("logins", Sure::Sure));
    let ignored: Vec<(&str, &str)> =
        suggestion.ignored.iter().map(|ignored| (ignored.file.as_str(), ignored.reason.as_str())).collect();
    assert_eq!(ignored, [("weather.csv", "it is to be left out")]);
    assert!(asked.say("people.csv=nothing").is_err_and(|what| what.starts_with("there is no table \"nothing\"")));
    asked.say("peple.csv=members").expect("a table");
    match suggest(&paths, &asked, &options()) {
        Err(ImportError::Faults(faults)) => assert_eq!(faults.listed()[0].file, "peple.csv"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_form_of_dates_follows_from_the_last_row_and_names_may_have_line_breaks() {
    let many: String =
        (0..1_500).map(|row| format!("M{},0{}/0{}/2026 10:00\n", row % 700, 1 + row % 9, 1 + row % 8)).collect();
    let text = format!("\"member\nid\",login time\n{many}M1,12/31/2026 10:00\n");
    let (_dir, paths) = written(&[("logins_export.csv", &text)]);
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    assert!(suggestion.mapping.contains("format = \"%m/%d/%Y %H:%M\""), "{}", suggestion.mapping);
    assert_eq!(suggestion.recognised[0].columns[0].from.as_deref(), Some("member\nid"));
    assert_eq!(suggestion.recognised[0].rows, 1_501);
}

#[test]
fn a_saved_mapping_knows_a_file_by_its_columns() {
    let text = "[[file]]\nname = \"crm-*.csv\"\n\n[[file.table]]\nname = \"logins\"\n[file.table.columns]\n\
                member_id = { template = \"{Card}-{Loyalty Number}\" }\nlogged_in_at = \"Enrolled On\"\n";
    let saved = MappingFile { name: "crm.toml".to_owned(), text: text.to_owned() };
    let asked = Asked { saved: vec![saved], ..Asked::default() };
    let (_dir, paths) = written(&[("people.csv", PEOPLE)]);
    let suggestion = suggest(&paths, &asked, &options()).unwrap_or_else(|error| panic!("{error}"));
    let found = &suggestion.recognised[0];
    assert_eq!((found.table.name, found.recipe.as_deref()), ("logins", Some("crm")));
    assert!(suggestion.mapping.contains("name = \"people.csv\""), "{}", suggestion.mapping);
    assert_eq!(suggestion.previews[0].rows[0][0], "Star-100018");
}

#[test]
fn what_no_column_says_is_a_guess_and_what_nothing_says_is_left_out() {
    let (_dir, paths) = written(&[("a.csv", "x,y\n1,2\n3,4\n"), ("people.csv", PEOPLE)]);
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suggestion.ignored[0].reason, "nothing in it says what its rows are");
    let members = &suggestion.recognised[0];
    let sure_of = |column: &str| {
        let at = members.table.columns.iter().position(|known| known.name == column).expect("a column");
        (members.columns[at].value.as_deref(), members.columns[at].sure)
    };
    assert_eq!(sure_of("source"), (Some("Unknown"), Some(Sure::Guess)));
    assert_eq!(sure_of("member_id"), (None, Some(Sure::Sure)));
    assert_eq!(sure_of("lob_id").0, Some("All"));
    let program = "\n[program] # what no file says of the members\n";
    assert!(suggestion.mapping.contains(program), "{}", suggestion.mapping);
    assert!(suggestion.mapping.contains("\nlob = \"All\"\n"), "{}", suggestion.mapping);
    assert!(suggestion.mapping.contains("# Left out: \"a.csv\""), "{}", suggestion.mapping);
}

#[test]
fn a_preview_takes_a_date_alone_for_its_midnight_where_a_load_does() {
    let (_dir, paths) = written(&[("visits.csv", "Who,Day\nM1,2026-03-02\n")]);
    let mapping = |day: &str| {
        MappingFile::of_folder(format!(
            "[[query]]\nname = \"q\"\nsql = 'select \"Who\", {day} as at from \"visits.csv\"'\n\
             [[query.table]]\nname = \"logins\"\n[query.table.columns]\nmember_id = \"Who\"\nlogged_in_at = \"at\"\n"
        ))
    };
    for day in ["\"Day\"::date", "\"Day\"::timestamp", "\"Day\""] {
        let previews = preview(&mapping(day), &paths, &options()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((previews[0].rows.len(), &*previews[0].faults), (1, &[][..]), "{day}");
    }
    let previews = preview(&mapping("upper(\"Who\")"), &paths, &options());
    assert_eq!(previews.unwrap_or_else(|error| panic!("{error}"))[0].faults.len(), 1);
}

#[test]
fn a_preview_of_a_file_without_a_header_has_the_one_fault_that_says_why() {
    let (_dir, mut paths) = written(&[("visits.csv", "")]);
    std::fs::write(&paths[0], b"Gr\xf6\xdfe,Who,At\n1,M1,2026-03-02 10:00:00\n").expect("written");
    paths.push(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/warehouse/load/tests/workbooks").join("purchases.xlsx"),
    );
    for (file, form, wanted) in [
        ("visits.csv", "", "the bytes are not UTF-8"),
        ("visits.csv", "header = \"Whom\"", "the file has no line with \"Whom\""),
        ("purchases.xlsx", "", "the workbook has the sheets"),
    ] {
        let mapping = MappingFile::of_folder(format!(
            "[[file]]\nname = \"{file}\"\n{form}\n[[file.table]]\nname = \"logins\"\n\
             [file.table.columns]\nmember_id = \"Who\"\n"
        ));
        let previews = preview(&mapping, &paths, &options()).unwrap_or_else(|error| panic!("{error}"));
        let [fault] = &previews[0].faults[..] else { panic!("{:?}", previews[0].faults) };
        assert!(fault.file == file && fault.what.contains(wanted), "{fault}");
    }
}

#[test]
fn the_card_is_the_member_where_nothing_else_is() {
    let cards = |name: &str, other: &str, of: fn(usize) -> String| {
        let rows: String = (0..12).map(|row| format!("{},Ann,2026-01-{:02},{row}\n", of(row), row + 1)).collect();
        let (_dir, paths) = written(&[("list.csv", &format!("{name},First name,Joined,{other}\n{rows}"))]);
        let asked = Asked { tables: vec![(Some("list.csv".to_owned()), "members".to_owned())], ..Asked::default() };
        let suggestion = suggest(&paths, &asked, &options()).unwrap_or_else(|error| panic!("{error}"));
        let columns = &suggestion.recognised[0].columns;
        (columns[0].from.clone(), columns[1].from.clone())
    };
    let number = |row: usize| format!("{}", 70_001 + row * 13);
    for name in ["Card", "Card no", "Karte", "Kartennummer", "Tarjeta", "Carte"] {
        assert_eq!(cards(name, "Visits", number), (Some(name.to_owned()), None), "{name}");
        assert_eq!(cards(name, "Visits", |row| format!("C-{row:04}")), (Some(name.to_owned()), None), "{name}");
    }
    // Where something else is, and where it says a level, it is none.
    assert_eq!(cards("Card", "Customer no", number).0.as_deref(), Some("Customer no"));
    assert_eq!(cards("Card", "Visits", |row| ["Gold", "Silver"][row % 2].to_owned()), (None, Some("Card".to_owned())));
}

#[test]
fn a_list_of_what_is_in_stock_is_left_out() {
    for (name, head, row) in [
        ("stock.csv", "SKU,Description,Quantity on hand,Warehouse,Price", "BB-14,Soap,120,North,3.50"),
        ("products.csv", "sku,title,category,qty_on_hand,warehouse,price", "A1,Soap,Bath,7,North,3.50"),
        ("Artikelbestand.csv", "Artikelnummer,Bezeichnung,Bestand,Lager,Preis", "100,Seife,12,Nord,3.50"),
        ("articles.csv", "article id,title,category,on hand,price", "9,Soap,Bath,4,3.50"),
        ("stock level.csv", "SKU,Description,On hand,Price", "BB-14,Soap,120,3.50"),
        ("inventario.csv", "Referencia,Producto,Existencias,Almacén,Precio", "R1,Jabón,4,Norte,3.50"),
    ] {
        let rows: String = (0..12).map(|at| format!("{at}{row}\n")).collect();
        let (_dir, paths) = written(&[(name, &format!("{head}\n{rows}")), ("people.csv", PEOPLE)]);
        let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
        let taken: Vec<&str> = (suggestion.recognised.iter().filter(|recognised| recognised.file == name))
            .map(|recognised| recognised.table.name)
            .collect();
        assert_eq!((&taken[..], suggestion.ignored.len()), (&[][..], 1), "{name}");
    }
}

#[test]
fn every_table_can_be_proposed_and_the_sample_is_taken_for_what_it_is() {
    for table in TABLES {
        assert!(hints::EVIDENCE.iter().any(|evidence| evidence.table == table.name), "{}", table.name);
    }
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/sample");
    let entries = std::fs::read_dir(sample).expect("the sample").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|is| is == "csv")).collect();
    paths.sort();
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suggestion.ignored.len(), 0, "{:?}", suggestion.ignored);
    let taken: Vec<(&str, &str)> =
        suggestion.recognised.iter().map(|known| (known.file.as_str(), known.table.name)).collect();
    let of_name = |(file, _): &(&str, &str)| file.trim_end_matches(".csv").trim_end_matches("-2").to_owned();
    let named: Vec<String> = taken.iter().map(of_name).collect();
    assert_eq!(taken.iter().map(|(_, table)| *table).collect::<Vec<_>>(), named);
    let faults: Vec<_> = suggestion.previews.iter().flat_map(|preview| &preview.faults).collect();
    assert!(faults.is_empty(), "{faults:?}");
}
