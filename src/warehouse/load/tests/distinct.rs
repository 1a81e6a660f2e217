//! Rows of a mapping that share a key, and why rows are left out.

use super::*;

const OFFERS: &str = r#"
[[file]]
name = "list.csv"
[[file.table]]
name = "offers"
distinct = "first"
[file.table.columns]
id = { column = "what", ids = true }
name = "what"
partner_id = { value = "1" }
category_id = { value = "1" }
active_from = "since"

[[file]]
name = "sales-*.csv"
[[file.table]]
name = "offers"
distinct = "earliest"
where_not = { who = "", what = ["Bag", "Total"] }
[file.table.columns]
id = { column = "what", ids = true }
name = "what"
partner_id = { value = "1" }
category_id = { value = "1" }
active_from = "day"
"#;

#[test]
fn the_row_with_the_earliest_day_counts_after_those_that_count_first() {
    let harness = Harness::with_base();
    let files = [
        ("mapping.toml", OFFERS),
        ("list.csv", "what,since\nTea,2024-06-01\n"),
        (
            "sales-1.csv",
            "who,what,day\nM1,Soap,2024-03-03\nM1,Soap,2024-03-04\nM2,Soap,2024-03-02\nM2,Tea,2024-01-01\n",
        ),
        ("sales-2.csv", "who,what,day\nM1,Soap,2024-03-01\nM1,Rice,2024-05-01\n,Soap,2024-01-01\nM1,Bag,2024-01-01\n"),
    ];
    let report = harness.load(&files).expect("a load");
    let offers = "select concat_ws(' ', name, active_from) from feed.offers where id > 1 order by name";
    assert_eq!(harness.texts(offers), ["Rice 2024-05-01", "Soap 2024-03-01", "Tea 2024-06-01"]);
    let files: Vec<(&str, u64, Option<u64>)> =
        report.files.iter().map(|file| (&*file.file, file.rows, file.left_out)).collect();
    assert_eq!(files, [("list.csv", 1, Some(0)), ("sales-1.csv", 0, Some(4)), ("sales-2.csv", 2, Some(2))]);
    let whys = |at: usize| -> Vec<(&str, u64, &[u64])> {
        report.files[at].left_out_by.iter().map(|one| (&*one.why, one.rows, &*one.lines)).collect()
    };
    assert_eq!(whys(1), [("another row has the same key", 4, &[2, 3, 4][..])]);
    assert_eq!(
        whys(2),
        [("\"who\" has no value", 1, &[4][..]), ("\"what\" has one of the values \"Bag\", \"Total\"", 1, &[5])]
    );
}

#[test]
fn a_name_that_a_row_of_an_earlier_file_has_is_that_row() {
    let harness = Harness::with_base();
    let mapping = OFFERS.replacen("id = { column = \"what\", ids = true }", "id = \"number\"", 1);
    let files = [
        ("mapping.toml", &*mapping),
        ("list.csv", "number,what,since\n77,Tea,2024-06-01\n"),
        ("sales-1.csv", "who,what,day\nM1,Tea,2024-03-03\nM1,Soap,2024-03-04\n"),
    ];
    harness.load(&files).expect("a load");
    let offers = "select concat_ws(' ', name, id) from feed.offers where id > 1 order by name";
    assert_eq!(harness.texts(offers), ["Soap 1000000001", "Tea 77"]);
}

const VISITS: &str = r#"
[[file]]
name = "visits-*.csv"
[[file.table]]
name = "web_sessions"
distinct = "sum"
[file.table.columns]
date = "day"
source = "from"
device_category = { value = "Phone" }
browser = { value = "Any" }
operating_system = { value = "Any" }
screen_resolution = { value = "Any" }
visitor_type = { value = "NEW" }
sessions = "visits"
pageviews = "pages"
duration_seconds = { value = "0" }
"#;

#[test]
fn counts_of_rows_with_the_same_key_are_added_up_within_their_source() {
    let harness = Harness::with_base();
    let one = "day,hour,from,visits,pages\n2024-03-01,0,Mail,2,5\n2024-03-01,1,Mail,3,7\n2024-03-01,1,Shop,1,1\n";
    let two = "day,hour,from,visits,pages\n2024-03-01,2,Mail,10,20\n";
    let files = [("mapping.toml", VISITS), ("visits-1.csv", one), ("visits-2.csv", two)];
    let report = harness.load(&files).expect("a load");
    let sums = "select concat_ws(' ', source, sessions, pageviews) from feed.web_sessions order by source";
    assert_eq!(harness.texts(sums), ["Mail 15 32", "Shop 1 1"]);
    let files: Vec<(u64, Option<u64>)> = report.files.iter().map(|file| (file.rows, file.left_out)).collect();
    assert_eq!(files, [(2, Some(1)), (0, Some(1))]);
    assert_eq!(report.files[0].left_out_by[0].why, "it is added to a row with the same key");
    assert_eq!((report.rows, &report.files[0].left_out_by[0].lines), (2, &vec![3]));
}

#[test]
fn the_earliest_and_sums_are_for_tables_that_have_such() {
    let fault = |table: &str, word: &str| {
        let text = format!("[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"{table}\"\ndistinct = \"{word}\"\n");
        Mapping::parse("mapping.toml", &text).expect_err("a fault")[0].what.clone()
    };
    assert_eq!(fault("partners", "earliest"), "partners has no day by which a row could be the earliest");
    assert_eq!(fault("offers", "sum"), "offers has no counts that could be added up");
    assert_eq!(fault("offers", "last"), "distinct must be \"same\", \"first\", \"earliest\" or \"sum\"");
}
