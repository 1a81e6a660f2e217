use std::collections::BTreeMap;

use duckdb::Connection;
use time::macros::date;

use super::*;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{TABLES, Type, moved_sums};
use crate::warehouse::open::Limits;

/// A warehouse and a folder for feed files, both gone at the end.
struct Harness {
    dir: tempfile::TempDir,
    warehouse: Warehouse,
}

/// The files that most tests load first.
const BASE: &[(&str, &str)] = &[
    ("user_groups.csv", "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,Retail\n1,AUDIENCE,All\n2,AUDIENCE,Some\n"),
    (
        "members.csv",
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2023-12-01,Email\nM2,2,1,2|1,2024-02-01,Website\n",
    ),
    ("partners.csv", "id,name\n1,Coffee\n"),
    ("offer_categories.csv", "id,name\n1,Drinks\n"),
    ("offers.csv", "id,name,partner_id,category_id,active_from,active_to\n1,A coffee,1,1,2023-01-01,\n"),
    ("campaign_types.csv", "id,name\n1,Offer\n"),
    (
        "campaigns.csv",
        "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n1,Jan,1,Hello,,https://a.example/,2024-01-01 09:00:00\n2,Feb,1,Hello,,https://a.example/,2024-02-01 09:00:00\n",
    ),
    ("articles.csv", "id,title,category,published_on\n1,Points,Help,2023-05-05\n"),
    ("polls.csv", "id,question,opened_on,closed_on\n1,Why?,2024-01-01,\n"),
    ("poll_options.csv", "poll_id,option_index,text\n1,1,So\n1,2,Not so\n"),
    ("logins.csv", "member_id,logged_in_at\nM1,2024-01-01 10:00:00\nM1,2024-01-02 10:00:00\nM2,2024-01-02 11:00:00\n"),
];

impl Harness {
    fn new() -> Harness {
        let dir = tempfile::tempdir().expect("a directory");
        let limits = Limits { memory: "1GB".into(), threads: 2, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        let warehouse = Warehouse::open(dir.path(), &limits).expect("a warehouse");
        Harness { dir, warehouse }
    }

    fn with_base() -> Harness {
        let harness = Harness::new();
        harness.load(BASE).expect("the base loads");
        harness
    }

    fn load(&self, files: &[(&str, &str)]) -> Result<ImportReport, ImportError> {
        self.load_with(files, &ImportOptions::default())
    }

    fn load_with(&self, files: &[(&str, &str)], options: &ImportOptions) -> Result<ImportReport, ImportError> {
        let folder = self.dir.path().join("feed");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("the files of the previous load are removed");
        }
        std::fs::create_dir(&folder).expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        import(&self.warehouse, &[folder], options, &())
    }

    /// The faults of a load that must be refused and leave nothing behind.
    fn faults(&self, files: &[(&str, &str)]) -> Vec<String> {
        let before = (self.warehouse.data_version(), self.everything());
        let faults = match self.load(files) {
            Err(ImportError::Faults(faults)) => faults,
            other => panic!("{other:?}"),
        };
        assert_eq!(before, (self.warehouse.data_version(), self.everything()), "something was loaded");
        assert_eq!(self.texts("select table_name from duckdb_tables() where temporary"), Vec::<String>::new());
        faults.listed().iter().map(ToString::to_string).collect()
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let writer = self.warehouse.writer().expect("a writer");
        let mut statement = writer.prepare(sql).expect("a statement");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    }

    /// Every row of every table but the batches.
    fn everything(&self) -> BTreeMap<String, Vec<String>> {
        let tables = self.texts(
            "select schema_name || '.' || table_name from duckdb_tables()
             where database_name = 'bond' and table_name not in ('batch', 'migration')",
        );
        let added_up: BTreeMap<String, String> = moved_sums()
            .flat_map(|(_, sums)| {
                let each = sums.each();
                each.map(|each| (format!("derived.{}", sums.table(each)), sums.added_up(each))).collect::<Vec<_>>()
            })
            .collect();
        tables
            .into_iter()
            .map(|table| {
                let read = added_up.get(&table).map_or(table.clone(), |sql| format!("({sql})"));
                let rows = self.texts(&format!("select t::varchar from {read} t order by 1"));
                (table, rows)
            })
            .collect()
    }
}

#[test]
fn the_sample_feed_fills_every_table() {
    let harness = Harness::new();
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/sample");
    let report = import(&harness.warehouse, std::slice::from_ref(&sample), &ImportOptions::default(), &())
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((report.already_loaded, report.data_version, report.warnings.len()), (false, 1, 0));
    let mut lines = 0;
    for file in &report.files {
        let text = std::fs::read_to_string(sample.join(&file.file)).expect("a file");
        assert_eq!(file.rows, text.lines().count() as u64 - 1, "{}", file.file);
        lines += file.rows;
    }
    assert_eq!(report.rows, lines);
    for table in TABLES {
        assert!(report.files.iter().any(|file| file.table == table.name), "data/sample lacks {}", table.name);
    }
    for (table, rows) in harness.everything() {
        let may_be_empty = [
            "derived.membership",
            "main.edition",
            "main.edition_part",
            "main.empty_day",
            "main.id_by_name",
            "main.moved",
            "main.setting",
        ]
        .contains(&table.as_str())
            || table.starts_with("undo.")
            || ["_sample", "_moved", "_moved_latest"].iter().any(|end| table.ends_with(end));
        assert!(!rows.is_empty() || may_be_empty, "{table} is empty");
    }
    for table in TABLES {
        let Some(day) = table.day_column() else { continue };
        let (name, loaded) = (table.name, "select concat_ws(' ', first_day, last_day, rows) from main.loaded");
        let rows = format!(
            "select concat_ws(' ', min({day})::date - date '2000-01-01', max({day})::date - date '2000-01-01', count(*))
             from feed.{name}"
        );
        let in_loaded = harness.texts(&format!("{loaded} where table_name = '{name}'"));
        assert_eq!(in_loaded, harness.texts(&rows), "main.loaded lacks the days of {name}");
    }
    let counted = "select (select count(*) from feed.logins) || ' ' || (select count(*) from derived.session)";
    assert_eq!(harness.texts(counted), ["2331 2331"]);
    let again = import(&harness.warehouse, &[sample], &ImportOptions::default(), &()).expect("an answer");
    assert_eq!((again.already_loaded, again.data_version), (true, 1));
}

#[test]
fn a_day_is_replaced_whole_and_the_result_says_so() {
    let harness = Harness::with_base();
    let report = harness
        .load(&[
            ("logins.csv", "member_id,logged_in_at\nM2,2024-01-02 08:00:00\nM1,2024-01-02 09:00:00\n"),
            ("logins-2.csv", "logged_in_at,member_id\n2024-01-02 10:00:00,M2\n2024-01-04 10:00:00,M2\n"),
        ])
        .expect("a correction");
    let replaced: Vec<String> = report.replaced.iter().map(ToString::to_string).collect();
    assert_eq!(replaced, ["logins 2024-01-02: 2 rows before, 3 after", "logins 2024-01-04: 0 rows before, 1 after"]);
    assert_eq!((report.data_version, harness.warehouse.data_version()), (2, 2));
    assert_eq!(
        harness.texts("select concat_ws(' ', member_id, logged_in_at) from feed.logins join feed.member_keys using (member_key) order by logged_in_at"),
        ["M1 2024-01-01 10:00:00", "M2 2024-01-02 08:00:00", "M1 2024-01-02 09:00:00", "M2 2024-01-02 10:00:00", "M2 2024-01-04 10:00:00"]
    );
    assert_eq!(
        harness.texts("select concat_ws(' ', day, member_key, prev1, is_first, gap) from derived.session order by day, member_key, prev1"),
        ["8766 1 0 true 0", "8767 1 8766 false 1", "8767 2 0 true 0", "8767 2 8767 false 0", "8769 2 8767 false 2"]
    );
    assert_eq!(
        harness.texts("select concat_ws(' ', table_name, first_day, last_day, rows) from main.loaded"),
        ["logins 8766 8769 5"]
    );
}

#[test]
fn the_same_bytes_are_loaded_once_until_another_load_touches_the_table() {
    let harness = Harness::with_base();
    let day = [("logins.csv", "member_id,logged_in_at\nM2,2024-01-05 08:00:00\n")];
    let other = [("logins.csv", "member_id,logged_in_at\nM1,2024-01-05 08:00:00\n")];
    assert_eq!(harness.load(&day).map(|report| report.already_loaded).ok(), Some(false));
    let again = harness.load(&day).expect("an answer");
    assert_eq!((again.already_loaded, again.data_version, again.replaced.len()), (true, 2, 0));
    assert_eq!(harness.load(&other).map(|report| report.data_version).ok(), Some(3));
    assert_eq!(harness.load(&day).map(|report| report.data_version).ok(), Some(4));
    // A load of other tables changes nothing about that.
    harness.load(&[("partners.csv", "id,name\n2,Tea\n")]).expect("a partner");
    assert_eq!(harness.load(&day).map(|report| (report.already_loaded, report.data_version)).ok(), Some((true, 4)));
    // The requested days are part of the digest.
    let options =
        ImportOptions { days: Some((date!(2024 - 01 - 05), date!(2024 - 01 - 06))), ..ImportOptions::default() };
    assert_eq!(harness.load_with(&day, &options).map(|report| report.already_loaded).ok(), Some(false));
}

#[test]
fn half_a_day_does_not_erase_the_other_half() {
    let harness = Harness::with_base();
    harness
        .load(&[(
            "logins.csv",
            "member_id,logged_in_at\nM1,2024-01-03 01:00:00\nM1,2024-01-03 02:00:00\nM1,2024-01-03 03:00:00\n",
        )])
        .expect("a day");
    let before = harness.everything();
    let half = [("logins.csv", "member_id,logged_in_at\nM1,2024-01-03 01:00:00\n")];
    let refused = harness.load(&half).expect_err("a loss");
    assert_eq!(
        refused.to_string(),
        "these days would lose more than half of their rows:\nlogins 2024-01-03: 3 rows before, 1 after\nnothing was loaded; \
         load whole days, or allow it if this is right (--allow-shrink; on the page: Replace even if more than half of a day's rows disappear)"
    );
    assert_eq!((harness.everything(), harness.warehouse.data_version()), (before, 2));
    harness.load_with(&half, &ImportOptions { allow_shrink: true, ..ImportOptions::default() }).expect("allowed");
    assert_eq!(harness.texts("select count(*)::varchar from feed.logins"), ["4"]);
}

#[test]
fn requested_days_are_emptied_and_rows_of_other_days_are_refused() {
    let harness = Harness::with_base();
    let days = |from, to| ImportOptions { days: Some((from, to)), allow_shrink: true, ..ImportOptions::default() };
    let file = [("logins.csv", "member_id,logged_in_at\nM1,2024-01-02 10:00:00\n")];
    let report = harness.load_with(&file, &days(date!(2024 - 01 - 01), date!(2024 - 01 - 03))).expect("a load");
    let replaced: Vec<String> = report.replaced.iter().map(ToString::to_string).collect();
    assert_eq!(
        replaced,
        [
            "logins 2024-01-01: 1 row before, 0 after",
            "logins 2024-01-02: 2 rows before, 1 after",
            "logins 2024-01-03: 0 rows before, 0 after"
        ]
    );
    assert_eq!(harness.texts("select count(*)::varchar from derived.session"), ["1"]);
    let refused =
        harness.load_with(&file, &days(date!(2024 - 01 - 03), date!(2024 - 01 - 05))).expect_err("a stray row");
    assert_eq!(
        refused.to_string(),
        "logins.csv:2:logged_in_at: 2024-01-02 is outside the requested days 2024-01-03..2024-01-05; remove the row or widen --days\n1 fault; nothing was loaded"
    );
    for (from, to) in [(date!(2024 - 01 - 03), date!(2024 - 01 - 02)), (date!(1999 - 01 - 01), date!(2024 - 01 - 01))] {
        assert!(matches!(harness.load_with(&file, &days(from, to)), Err(ImportError::Days(_))));
    }
}

#[test]
fn faults_name_file_line_and_column() {
    let harness = Harness::with_base();
    let member = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
    let message = "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n";
    let lines = |head: &str, rows: &str| format!("{head}{rows}");
    for (files, wanted) in [
        (
            vec![(
                "logins.csv",
                lines("member_id,logged_in_at\n", "M1,2024-02-30 10:00:00\nann@example.org,2024-02-01 10:00:00\n"),
            )],
            vec![
                "logins.csv:2:logged_in_at: \"2024-02-30 10:00:00\" is not a time; write YYYY-MM-DD HH:MM:SS",
                "logins.csv:3:member_id: a member_id must not be an email address; send an id that says nothing about the person",
            ],
        ),
        (
            vec![
                ("logins.csv", lines("member_id,logged_in_at\n", "M1,2024-02-03 10:00:00\nM9,2024-02-03 10:00:00\n")),
                ("members.csv", lines(member, "M3,3,2,1|7,2024-01-01,Email\n")),
            ],
            vec![
                "members.csv:2:tier_id: 3 is not in user_groups with type TIER; load it before or together with this file",
                "members.csv:2:lob_id: 2 is not in user_groups with type LOB; load it before or together with this file",
                "members.csv:2:audience_ids: 7 is not in user_groups with type AUDIENCE; load it before or together with this file",
                "logins.csv:3:member_id: \"M9\" is not in members; load it before or together with this file",
            ],
        ),
        (
            vec![(
                "offers.csv",
                lines("id,name,partner_id,category_id,active_from,active_to\n", "2,Tea,5,6,2024-01-01,\n"),
            )],
            vec![
                "offers.csv:2:partner_id: 5 is not in partners; load it before or together with this file",
                "offers.csv:2:category_id: 6 is not in offer_categories; load it before or together with this file",
            ],
        ),
        (
            vec![
                (
                    "offers.csv",
                    lines(
                        "id,name,partner_id,category_id,active_from,active_to\n",
                        "2,Tea,1,1,2024-02-01,2024-01-31\n",
                    ),
                ),
                ("polls.csv", lines("id,question,opened_on,closed_on\n", "2,Why?,2024-03-02,2024-03-01\n")),
            ],
            vec![
                "offers.csv:2:active_to: 2024-01-31 is before active_from, 2024-02-01; correct one of the two dates",
                "polls.csv:2:closed_on: 2024-03-01 is before opened_on, 2024-03-02; correct one of the two dates",
            ],
        ),
        (
            vec![(
                "poll_answers.csv",
                lines("poll_id,option_index,member_id,answered_at\n", "1,3,M1,2024-01-01 10:00:00\n"),
            )],
            vec![
                "poll_answers.csv:2:option_index: 3 of poll 1 is not in poll_options; load it before or together with this file",
            ],
        ),
        (
            vec![
                ("members.csv", lines(member, "M3,1,1,1,2024-01-01,Email\n")),
                ("members-b.csv", lines(member, "M4,1,1,1,2024-01-01,Email\nM3,1,1,1,2024-01-01,Email\n")),
            ],
            vec!["members-b.csv:3:member_id: \"M3\" is already in members.csv on line 2; keep one of the two rows"],
        ),
        (
            vec![("user_groups.csv", lines("type,id,name\n", "TIER,7,A\nLOB,7,B\nTIER,7,C\n"))],
            vec![
                "user_groups.csv:4:type, id: \"TIER, 7\" is already in user_groups.csv on line 2; keep one of the two rows",
            ],
        ),
        (
            vec![("fa_activity.csv", lines("month,level\n", "2024-01-01,60\n2024-01-01,61\n"))],
            vec![
                "fa_activity.csv:3:month: \"2024-01-01\" is already in fa_activity.csv on line 2; keep one of the two rows",
            ],
        ),
        (
            vec![(
                "email_messages.csv",
                lines(
                    message,
                    "1,M1,2024-01-01 09:00:00,DELIVERED,,,,2024-01-02 09:00:00\n2,M1,2024-01-01 09:00:00,DELIVERED,,,,2024-01-02 09:00:00\n",
                ),
            )],
            vec![
                "email_messages.csv:3:registered_at: another row of member \"M1\" has a registered_at already; at most one may, so leave it empty here",
            ],
        ),
        (
            vec![(
                "csat_responses.csv",
                lines("member_id,responded_at,score\n", "M1,2024-01-01 09:00:00,0\nM1,1999-01-01 09:00:00,3\n"),
            )],
            vec![
                "csat_responses.csv:2:score: \"0\" is not a score from 1 to 5",
                "csat_responses.csv:3:responded_at: \"1999-01-01 09:00:00\" is not a day from 2000-01-02 to 2089-09-17",
            ],
        ),
    ] {
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(harness.faults(&files), wanted);
    }
}

#[test]
fn a_key_must_not_repeat_a_row_of_a_day_that_is_not_replaced() {
    let harness = Harness::with_base();
    let message = |row: &str| {
        format!("campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n{row}\n")
    };
    let first = message("1,M1,2024-01-01 09:00:00,DELIVERED,,,,2024-01-03 09:00:00");
    harness.load(&[("email_messages.csv", &first)]).expect("a message");
    assert_eq!(
        harness.faults(&[("email_messages.csv", &message("1,M1,2024-01-02 09:00:00,BOUNCED,,,,"))]),
        [
            "email_messages.csv:2:campaign_id, member_id: \"1, M1\" is already loaded with sent_at 2024-01-01 09:00:00, and has 2024-01-02 09:00:00 here; leave this row out, or give what was sent again a campaign of its own, or load 2024-01-01 again without its row, together with this file"
        ]
    );
    assert_eq!(
        harness
            .faults(&[("email_messages.csv", &message("2,M1,2024-01-02 09:00:00,DELIVERED,,,,2024-01-03 09:00:00"))]),
        [
            "email_messages.csv:2:registered_at: another row of member \"M1\" has a registered_at already; at most one may, so leave it empty here"
        ]
    );
    // The same day again is a correction, not a repetition.
    let opened = message("1,M1,2024-01-01 09:00:00,DELIVERED,2024-01-01 10:00:00,,,2024-01-03 09:00:00");
    harness.load(&[("email_messages.csv", &opened)]).expect("a correction");
    assert_eq!(harness.texts("select opened::varchar from derived.message"), ["true"]);
}

#[test]
fn sums_beyond_64_bits_are_refused() {
    let harness = Harness::with_base();
    let head = "member_id,offer_id,transacted_on,redemptions,sales,savings\n";
    let of = |day: &str, redemptions: i64, sales: &str| format!("M1,1,{day},{redemptions},{sales},0\n");
    let half = i64::MAX / 2;
    let loaded = format!("{head}{}", of("2024-01-01", half, "1"));
    for _ in 0..2 {
        harness.load(&[("partner_transactions.csv", &loaded)]).expect("half fits, also when it replaces itself");
    }
    let more = format!("{head}{}{}", of("2024-01-02", 1, "1"), of("2024-01-02", half + 2, "1"));
    assert_eq!(
        harness.faults(&[("partner_transactions.csv", &more)]),
        [
            "partner_transactions.csv:3:redemptions: with \"4611686018427387905\" the sum of all loaded values would exceed 9223372036854775807; correct the largest values"
        ]
    );
    let more = format!("{head}{}", of("2024-01-02", 1, "-9999999999999999.99").repeat(10));
    let faults = harness.faults(&[("partner_transactions.csv", &more)]);
    assert!(faults[0].ends_with("would exceed 92233720368547758.07; correct the largest values"), "{faults:?}");
}

#[test]
fn faults_of_many_rows_are_one_line_for_each_kind() {
    let harness = Harness::with_base();
    let head = "member_id,logged_in_at\n";
    let rows = |row: &dyn Fn(usize) -> String| (0..1_500).map(row).collect::<String>();
    for (text, wanted) in [
        (
            rows(&|_| "M1,yesterday\n".to_owned()),
            vec![
                "logins.csv:2:logged_in_at: 1,500 rows, first on lines 2, 3, 4: \"yesterday\" is not a time; write YYYY-MM-DD HH:MM:SS",
            ],
        ),
        (
            rows(&|row| format!("M1,{row}\n")),
            vec![
                "logins.csv:2:logged_in_at: 1,500 rows, first on lines 2, 3, 4: logged_in_at is not a time; write YYYY-MM-DD HH:MM:SS",
            ],
        ),
        (
            rows(&|row| format!("M{},2024-01-01 10:00:00\n", if row % 3 == 0 { 9 } else { row + 100 })),
            vec![
                "logins.csv:2:member_id: 500 rows, first on lines 2, 5, 8: \"M9\" is not in members; load it before or together with this file",
                "logins.csv:3:member_id: 1,000 rows, first on lines 3, 4, 6: member_id is not in members; load it before or together with this file",
            ],
        ),
    ] {
        assert_eq!(harness.faults(&[("logins.csv", &format!("{head}{text}"))]), wanted);
    }
    // One kind, however many files of the table have it.
    let month = format!("{head}M1,soon\nM1,later\n");
    assert_eq!(
        harness.faults(&[("logins.csv", &month), ("logins-2.csv", &month)]),
        [
            "logins.csv:2:logged_in_at: 4 rows, first on lines 2, 3, logins-2.csv:2: logged_in_at is not a time; write YYYY-MM-DD HH:MM:SS"
        ]
    );
}

#[test]
fn what_follows_from_a_message_is_not_before_it() {
    let harness = Harness::with_base();
    let head = "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n";
    let messages = format!(
        "{head}1,M1,2024-01-05 09:00:00,DELIVERED,2024-01-05 09:00:00,2024-01-04 09:00:00,2024-01-05 08:59:59,\n\
         1,M2,2024-01-05 09:00:00,BOUNCED,2024-01-05 10:00:00,,,\n"
    );
    assert_eq!(
        harness.faults(&[("email_messages.csv", &messages)]),
        [
            "email_messages.csv:2:clicked_at: 2024-01-04 09:00:00 is before sent_at, 2024-01-05 09:00:00; correct the times or their zones, or leave clicked_at empty",
            "email_messages.csv:2:unsubscribed_at: 2024-01-05 08:59:59 is before sent_at, 2024-01-05 09:00:00; correct the times or their zones, or leave unsubscribed_at empty",
        ]
    );
    // A click without an open counts as a click, and as no open.
    let clicked = format!("{head}1,M1,2024-01-05 09:00:00,DELIVERED,,2024-01-05 09:00:00,,\n");
    harness.load(&[("email_messages.csv", &clicked)]).expect("a message");
    assert_eq!(harness.texts("select opened || ' ' || clicked from derived.message"), ["false true"]);
}

#[test]
fn what_is_doubtful_is_loaded_and_pointed_out() {
    let harness = Harness::with_base();
    let head = "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n";
    let sent = format!(
        "{head}1,M1,2024-01-05 09:00:00,DELIVERED,,,,\n1,M2,2024-01-05 09:00:00,BOUNCED,2024-01-05 10:00:00,,,\n"
    );
    // Of a message, and of a campaign without one.
    let clicks = "campaign_id,member_id,link,clicked_at\n1,M1,https://a.example/,2024-01-04 09:00:00\n\
                  2,M1,https://a.example/,2024-01-31 09:00:00\n";
    let bounced = "1 message bounced, and yet was opened, clicked or answered; that does not count";
    let early = "2 clicks on links are before the message, or the campaign, was sent; check the times and their zones";
    let messages = [("email_messages.csv", sent.as_str())];
    assert_eq!(harness.load(&messages).expect("messages").warnings, [bounced]);
    assert_eq!(harness.texts("select opened || ' ' || clicked from derived.message"), ["false false"; 2]);
    let clicked = [("email_link_clicks.csv", clicks)];
    assert_eq!(harness.load(&clicked).expect("clicks").warnings, [early], "of a message that is loaded");
    let later = clicks.replace("2024-01-04", "2024-01-06").replace("2024-01-31", "2024-02-01");
    let together = [("email_messages.csv", sent.as_str()), ("email_link_clicks.csv", later.as_str())];
    assert_eq!(harness.load(&together).expect("later clicks").warnings, [bounced]);
}

#[test]
fn an_hour_that_the_clocks_repeat_is_in_no_order() {
    let harness = Harness::with_base();
    let zone = crate::warehouse::mapping::time::TimeZone::get("Europe/Paris").expect("a zone");
    let options = ImportOptions { zone, new_time_zone: true, ..ImportOptions::default() };
    let head = "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n";
    let message = |sent: &str, opened: &str| {
        let file = format!("{head}1,M1,2024-10-27 {sent},DELIVERED,2024-10-27 {opened},,,\n");
        harness.load_with(&[("email_messages.csv", &file)], &options).map(|report| report.rows)
    };
    assert!(message("02:55:00", "02:05:00").is_ok());
    assert!(message("03:00:00", "02:05:00").is_err() && message("02:05:00", "01:59:00").is_err());
}

#[test]
fn references_are_replaced_by_key_and_history_follows_the_member() {
    let harness = Harness::with_base();
    let member = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
    let file =
        format!("{member}M1,2,1,1,2023-12-01,Partner\nM2,2,1,1|2,2024-02-01,Website\nM3,1,1,1,2024-03-01,Email\n");
    let report = harness.load(&[("members.csv", &file)]).expect("members");
    assert_eq!(report.references, [ReferenceReport { table: "members", added: 1, changed: 1, same: 1 }]);
    let sessions = "select concat_ws(' ', s.day, s.member_key, g.tier_id) from derived.session s join derived.segment g using (segment_id) order by 1";
    assert_eq!(harness.texts(sessions), ["8766 1 2", "8767 1 2", "8767 2 2"]);
    assert_eq!(
        harness.texts("select concat_ws(' ', r.day, r.members, s.name) from derived.registration_day r join derived.source s using (source_id) order by 1"),
        ["8766 1 Partner", "8767 1 Website"]
    );
    assert_eq!(harness.texts("select name from derived.source order by 1"), ["Email", "Partner", "Website"]);
    // Rows that are not in the file stay.
    harness.load(&[("partners.csv", "id,name\n2,Tea\n")]).expect("a partner");
    assert_eq!(harness.texts("select name from feed.partners order by id"), ["Coffee", "Tea"]);
}

#[test]
fn the_schedule_is_replaced_whole() {
    let harness = Harness::with_base();
    let head = "date,audience,enrollment_status,notes\n";
    harness
        .load(&[("email_schedule.csv", &format!("{head}2024-05-01,All,Registered,\n2024-06-01,All,Registered,x\n"))])
        .expect("a schedule");
    let report =
        harness.load(&[("email_schedule.csv", &format!("{head}2024-07-01,All,Registered,\n"))]).expect("a schedule");
    assert_eq!(
        report.replaced,
        [Replaced { table: "email_schedule", source: String::new(), day: None, before: 2, after: 1 }]
    );
    assert_eq!(harness.texts("select date::varchar || notes from feed.email_schedule"), ["2024-07-01"]);
}

#[test]
fn parquet_loads_as_csv_does() {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/sample");
    let csv = Harness::new();
    import(&csv.warehouse, std::slice::from_ref(&sample), &ImportOptions::default(), &()).expect("the sample");

    let parquet = Harness::new();
    let folder = parquet.dir.path().join("feed");
    std::fs::create_dir(&folder).expect("a folder");
    let conn = Connection::open_in_memory().expect("DuckDB opens");
    for table in TABLES {
        let columns: Vec<String> = table
            .columns
            .iter()
            .map(|column| match column.kind {
                Type::Groups => format!("string_split({0}, '|')::integer[] as {0}", column.name),
                kind => format!("\"{0}\"::{1} as \"{0}\"", column.name, kind.sql()),
            })
            .collect();
        for file in collect(std::slice::from_ref(&sample), None, None).expect("the sample").files {
            if file.table.name == table.name {
                conn.execute_batch(&format!(
                    "copy (select {} from read_csv('{}', all_varchar = true, header = true)) to '{}' (format parquet)",
                    columns.join(", "),
                    file.path.display(),
                    folder.join(file.name.replace(".csv", ".parquet")).display()
                ))
                .expect("a Parquet file");
            }
        }
    }
    let report =
        import(&parquet.warehouse, &[folder], &ImportOptions::default(), &()).unwrap_or_else(|error| panic!("{error}"));
    assert!(report.files.iter().all(|file| file.file.ends_with(".parquet")));
    assert_eq!(parquet.everything(), csv.everything());
}

#[test]
fn parquet_has_the_same_faults() {
    let harness = Harness::with_base();
    let conn = Connection::open_in_memory().expect("DuckDB opens");
    for (select, wanted) in [
        (
            "select * from (values ('M1', timestamp '2024-01-01 10:00:00'), ('M9', '2024-01-01 10:00:00')) t(member_id, logged_in_at)",
            "logins.parquet:2:member_id: \"M9\" is not in members; load it before or together with this file",
        ),
        (
            "select 'M1' as member_id, timestamp '2024-01-01 10:00:00.5' as logged_in_at",
            "logins.parquet:1:logged_in_at: \"2024-01-01 10:00:00.5\" is not a time; write YYYY-MM-DD HH:MM:SS",
        ),
        (
            "select 'M1' as member_id, date '2024-01-01' as logged_in_at",
            "logins.parquet:logged_in_at: the column has type DATE; write it as a timestamp without time zone or text",
        ),
        (
            "select null::varchar as member_id, timestamp '2024-01-01 10:00:00' as logged_in_at",
            "logins.parquet:1:member_id: the value is missing; this column may not be empty",
        ),
        (
            "select 'M1' as member_id",
            "logins.parquet:logged_in_at: the column is missing; add it to the header and every row",
        ),
        (
            "select 'M1' || chr(0) as member_id, timestamp '2024-01-01 10:00:00' as logged_in_at",
            "logins.parquet:1:member_id: \"M1\\0\" contains a NUL byte; remove it",
        ),
    ] {
        let folder = harness.dir.path().join("feed");
        std::fs::remove_dir_all(&folder).expect("no folder");
        std::fs::create_dir(&folder).expect("a folder");
        let file = folder.join("logins.parquet");
        conn.execute_batch(&format!("copy ({select}) to '{}' (format parquet)", file.display())).expect("a file");
        match import(&harness.warehouse, &[folder], &ImportOptions::default(), &()) {
            Err(ImportError::Faults(faults)) => {
                assert_eq!(faults.listed().iter().map(ToString::to_string).collect::<Vec<_>>(), [wanted]);
            }
            other => panic!("{other:?}"),
        }
    }
    let faults = harness.faults(&[("logins.parquet", "PAR1 this is not Parquet PAR1")]);
    assert!(
        faults[0].starts_with("logins.parquet: the file is not readable as Parquet; write it again: "),
        "{faults:?}"
    );
}

#[test]
fn files_are_ordered_by_table_and_name() {
    let dir = tempfile::tempdir().expect("a directory");
    for name in
        ["logins-10.csv", "logins-2.csv", "logins.csv", "logins-b.parquet", "members.csv", "notes.txt", ".hidden.csv"]
    {
        std::fs::write(dir.path().join(name), "").expect("a file");
    }
    let names = |inputs: &[PathBuf]| -> Vec<String> {
        collect(inputs, None, None).expect("files").files.into_iter().map(|file| file.name).collect()
    };
    let folder = dir.path().to_path_buf();
    let wanted = ["members.csv", "logins.csv", "logins-2.csv", "logins-10.csv", "logins-b.parquet"];
    assert_eq!(names(std::slice::from_ref(&folder)), wanted);
    assert_eq!(names(&[folder.clone(), folder.join("logins.csv")]), wanted, "a file given twice is one file");

    std::fs::write(folder.join("login.csv"), "").expect("a file");
    let refused =
        collect(std::slice::from_ref(&folder), None, None).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(
        refused.contains("login.csv is not a feed file: there is no table \"login\"; the tables are user_groups"),
        "{refused}"
    );
    let refused =
        collect(&[folder.join("notes.txt")], None, None).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(
        refused.contains("notes.txt is not a feed file: its name must end in .csv, .parquet, .xlsx, "),
        "{refused}"
    );
    let empty = tempfile::tempdir().expect("a directory");
    assert!(matches!(collect(&[empty.path().to_path_buf()], None, None), Err(ImportError::NoFiles(_))));
    assert!(matches!(collect(&[folder.join("absent.csv")], None, None), Err(ImportError::Io { .. })));
}

#[tokio::test]
async fn readers_see_the_load_before_or_the_load_after() {
    let harness = std::sync::Arc::new(Harness::with_base());
    let loads = {
        let harness = std::sync::Arc::clone(&harness);
        tokio::task::spawn_blocking(move || {
            for round in 1..=6_u64 {
                let rows =
                    format!("M{},2024-01-0{} 10:00:00\n", 1 + round % 2, 3 + round % 3).repeat(2_000 * round as usize);
                let logins = format!("member_id,logged_in_at\n{rows}");
                let options = ImportOptions { allow_shrink: true, ..ImportOptions::default() };
                harness.load_with(&[("logins.csv", &logins)], &options).expect("a load");
            }
        })
    };
    let counts = "select (select count(*) from feed.logins)::bigint, (select count(*) from derived.session)::bigint,
                         (select rows from main.loaded where table_name = 'logins')::bigint,
                         (select max(batch_id) from main.batch)::bigint";
    let mut answers = 0;
    while !loads.is_finished() || answers == 0 {
        let version = harness.warehouse.data_version();
        match harness.warehouse.query(version, counts.into(), vec![]).await {
            Ok(rows) => {
                let found: Vec<i64> = rows.columns.iter().map(|column| column.ints()[0]).collect();
                assert_eq!((found[0], found[0], i64::from(version)), (found[1], found[2], found[3]));
                answers += 1;
            }
            Err(WarehouseError::VersionMoved) => {}
            Err(error) => panic!("{error}"),
        }
    }
    loads.await.expect("the loads end");
}

/// Every row of the tables that figures are computed from, as text.
fn contents(connection: &Connection) -> BTreeMap<String, Vec<String>> {
    let mut statement = connection
        .prepare(
            "select schema_name || '.' || table_name from duckdb_tables()
             where database_name = 'bond' and (schema_name in ('feed', 'derived') or table_name = 'loaded')",
        )
        .expect("tables");
    let names: Vec<String> =
        statement.query_map([], |row| row.get(0)).expect("tables").collect::<Result<_, _>>().expect("names");
    names
        .into_iter()
        .map(|name| {
            let mut rows = connection.prepare(&format!("select t::varchar from {name} t order by 1")).expect("rows");
            let rows = rows.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("text");
            (name, rows)
        })
        .collect()
}

#[test]
fn undo_takes_back_replaced_days_changed_references_and_new_members() {
    let harness = Harness::with_base();
    harness
        .load(&[("email_schedule.csv", "date,audience,enrollment_status,notes\n2024-01-05,All,ENROLLED,a\n")])
        .expect("a schedule");
    let before = contents(&harness.warehouse.writer().expect("a writer"));
    harness
        .load(&[
            ("user_groups.csv", "id,type,name\n1,TIER,Golden\n3,TIER,Bronze\n"),
            (
                "members.csv",
                "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,3,1,1,2023-12-01,Email\nM3,1,1,2,2024-03-01,Radio\n",
            ),
            ("logins.csv", "member_id,logged_in_at\nM3,2024-01-02 09:00:00\nM1,2024-01-02 12:00:00\nM3,2024-02-01 09:00:00\n"),
            ("offer_interactions.csv", "member_id,offer_id,occurred_at,kind\nM1,1,2024-01-01 10:05:00,VIEW\n"),
            ("email_schedule.csv", "date,audience,enrollment_status,notes\n2024-02-05,All,ENROLLED,b\n"),
        ])
        .expect("the second load");
    assert_ne!(contents(&harness.warehouse.writer().expect("a writer")), before);
    let report = undo(&harness.warehouse, Some(7), None, &()).expect("undone");
    assert_eq!(report.data_version, 4);
    let of_logins: Vec<_> = report.replaced.iter().filter(|day| day.table == "logins").collect();
    assert_eq!(of_logins.len(), 2);
    assert_eq!((of_logins[0].before, of_logins[0].after, of_logins[1].after), (2, 2, 0));
    let writer = harness.warehouse.writer().expect("a writer");
    let after = contents(&writer);
    for (table, rows) in &before {
        assert_eq!(&after[table], rows, "{table}");
    }
    drop(writer);
    // An undo cannot be undone, and the same files can be loaded again.
    assert!(matches!(undo(&harness.warehouse, None, None, &()), Err(ImportError::NothingToUndo(_))));
    let again = harness.load(&[("logins.csv", "member_id,logged_in_at\nM1,2024-01-02 12:00:00\n")]).expect("loaded");
    assert!(!again.already_loaded);
}

#[test]
fn a_load_of_files_already_loaded_leaves_what_can_be_undone() {
    let harness = Harness::with_base();
    let files: &[(&str, &str)] =
        &[("logins.csv", "member_id,logged_in_at\nM1,2024-01-02 12:00:00\nM2,2024-01-02 12:00:00\n")];
    harness.load(files).expect("loaded");
    assert!(harness.load(files).expect("again").already_loaded);
    undo(&harness.warehouse, None, None, &()).expect("the load before is undone");
    let writer = harness.warehouse.writer().expect("a writer");
    let first: String = writer
        .query_row("select min(logged_in_at)::varchar from feed.logins where logged_in_at >= '2024-01-02'", [], |row| {
            row.get(0)
        })
        .expect("a login");
    assert_eq!(first, "2024-01-02 10:00:00");
}

#[test]
fn a_check_changes_nothing_and_shows_what_would_change() {
    let harness = Harness::with_base();
    let before = contents(&harness.warehouse.writer().expect("a writer"));
    let options = ImportOptions { check: true, ..ImportOptions::default() };
    let report = harness
        .load_with(&[("logins.csv", "member_id,logged_in_at\nM2,2024-01-09 12:00:00\n")], &options)
        .expect("checked");
    assert_eq!(report.data_version, 0);
    let of = |what: &str| report.headlines.iter().find(|line| line.what == what).expect("a headline").clone();
    let through = of("Data through");
    assert_eq!((through.before.as_str(), through.after.as_str()), ("2024-01-02", "2024-01-09"));
    let logins = of("Logins of the last 30 loaded days");
    assert_eq!((logins.before.as_str(), logins.after.as_str()), ("3", "4"));
    assert_eq!(contents(&harness.warehouse.writer().expect("a writer")), before);
    assert_eq!(harness.warehouse.data_version(), 1);
}

/// Cancels as soon as it is asked.
struct Impatient;

impl Progress for Impatient {
    fn start(&self, _: Phase<'_>, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn finish(&self) {}
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_cancelled_load_changes_nothing() {
    let harness = Harness::with_base();
    let file = harness.dir.path().join("logins.csv");
    std::fs::write(&file, "member_id,logged_in_at\nM2,2024-01-09 12:00:00\n").expect("written");
    let before = contents(&harness.warehouse.writer().expect("a writer"));
    let cancelled = import(&harness.warehouse, &[file], &ImportOptions::default(), &Impatient);
    assert!(matches!(cancelled, Err(ImportError::Cancelled)), "{cancelled:?}");
    assert_eq!(contents(&harness.warehouse.writer().expect("a writer")), before);
}

#[test]
fn the_kept_copies_are_the_files() {
    let harness = Harness::new();
    let keep = tempfile::tempdir().expect("a directory");
    let options = ImportOptions { keep_in: Some(keep.path().to_path_buf()), ..ImportOptions::default() };
    let report = harness.load_with(BASE, &options).expect("loaded");
    for (name, text) in BASE {
        let copy = std::fs::read(keep.path().join(format!("{name}.zst"))).expect("a copy");
        assert_eq!(zstd::decode_all(copy.as_slice()).expect("zstd"), text.as_bytes(), "{name}");
        let file = report.files.iter().find(|file| file.file == *name).expect("reported");
        assert_eq!((file.bytes, file.sha256.len()), (text.len() as u64, 64));
    }
}

mod dated;
mod distinct;
mod formats;
mod mapped;
mod memberships;
mod optional;
mod program;
mod queries;
mod sources;
mod trials;
mod unfilled;
mod zone;
