//! Files that are hard to read: each proposal is loaded as it is, and its rows are those that were meant.

use super::*;
use crate::warehouse::Warehouse;
use crate::warehouse::load::import;
use crate::warehouse::open::Limits;

/// An empty warehouse in a folder.
pub(super) fn warehouse(data: &Path) -> Warehouse {
    let (memory, threads, temp_dir) = ("500MB".to_owned(), 1, data.join("tmp"));
    let limits = Limits { memory, threads, temp_dir, temp_bytes: None };
    Warehouse::open(data, &limits).expect("a warehouse")
}

/// What is proposed for files.
pub(super) fn proposed(files: &[(&str, &str)]) -> Suggestion {
    let (_dir, paths) = written(files);
    suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"))
}

/// Loads files by their own proposal, and returns what a query says then.
pub(super) fn loaded(files: &[(&str, &str)], sql: &str) -> Vec<String> {
    let (_dir, paths) = written(files);
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    let data = tempfile::tempdir().expect("a directory");
    let warehouse = warehouse(data.path());
    let member_key = Some(MemberKey([7; 32]));
    let options =
        ImportOptions { mapping: Some(MappingFile::of_folder(&*suggestion.mapping)), member_key, ..options() };
    if let Err(error) = import(&warehouse, &paths, &options, &()) {
        panic!("{error}\n{}", suggestion.mapping);
    }
    let connection = warehouse.writer().expect("a connection");
    let mut statement = connection.prepare(sql).expect("a query");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

pub(super) fn rows(head: &str, count: usize, row: impl Fn(usize) -> String) -> String {
    std::iter::once(head.to_owned()).chain((0..count).map(row)).map(|line| line + "\n").collect()
}

#[test]
fn a_log_of_events_fills_a_table_for_each_kind_of_event() {
    let names = ["sign_in", "coupon_seen", "coupon_redeemed", "story_opened", "heartbeat"];
    let text = rows("ts,customer_no,event_name,coupon,story_id", 40, |row| {
        let name = names[row % names.len()];
        let coupon = if name.starts_with("coupon") { format!("Deal {}", row % 3) } else { String::new() };
        let story = if name == "story_opened" { format!("{}", 700 + row % 4) } else { String::new() };
        format!("2026-02-{:02} 08:{row:02}:00,K-{},{name},{coupon},{story}", 1 + row % 28, 500 + row % 9)
    });
    let files = [("journal.csv", text.as_str())];
    let counts = "select concat_ws(' ', (select count(*) from feed.logins),
                    (select count(*) from feed.offer_interactions where kind = 'VIEW'),
                    (select count(*) from feed.offer_interactions where kind = 'REDEEM_CLICK'),
                    (select count(*) from feed.offers), (select count(*) from feed.members))";
    assert_eq!(loaded(&files, counts), ["8 8 8 3 9"]);
}

#[test]
fn a_second_line_of_the_header_is_no_row() {
    let text = rows("Visitor key,Joined on,Points,Level\nText,Day,Whole number,Text", 30, |row| {
        format!("V{},2025-0{}-11,{},{}", 900 + row, 1 + row % 9, row * 10, ["Basic", "Plus"][row % 2])
    });
    let (_dir, paths) = written(&[("customers.csv", &text)]);
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    assert!(suggestion.mapping.contains("where_not = { \"Joined on\" = \"Day\" }"), "{}", suggestion.mapping);
    let groups = "select concat(\"type\", ' ', name) from feed.user_groups order by 1";
    assert_eq!(loaded(&[("customers.csv", &text)], groups), ["AUDIENCE All", "LOB All", "TIER Basic", "TIER Plus"]);
    assert_eq!(loaded(&[("customers.csv", &text)], "select count(*)::varchar from feed.members"), ["30"]);
    // The first row of data is none, though it lacks a value.
    let plain = text.replacen("Text,Day,Whole number,Text\n", "V1,,5,Basic\n", 1);
    let (_dir, paths) = written(&[("customers.csv", &plain)]);
    let suggestion = suggest(&paths, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suggestion.recognised[0].rows, 31);
}

#[test]
fn amounts_in_parentheses_are_negative_numbers() {
    let text = rows("card number;purchase date;article;quantity;net sales;discount", 24, |row| {
        let sales = if row % 6 == 5 { format!("(£{}.50)", row) } else { format!("£{}.50", row) };
        format!("{};{:02}/02/2026;Item {};1;{sales};£0.25", 40_000 + row % 7, 1 + row, row % 5)
    });
    let total = "select sum(sales)::varchar from feed.partner_transactions";
    // The numbers from 0 to 23 with a half each; those of 5, 11, 17 and 23 are taken away.
    assert_eq!(loaded(&[("till.csv", &text)], total), ["172.00"]);
}

#[test]
fn ratings_in_words_and_members_that_only_a_key_names() {
    let people = rows("Ref,Kind of plan,Active since", 20, |row| {
        format!("Q-{}-{row},{},2024-05-{:02}", row * 37 % 90, ["Home", "Farm"][row % 2], 1 + row)
    });
    let answers = ["Very satisfied", "Satisfied", "Neutral", "Dissatisfied", "Very dissatisfied"];
    let survey = rows("Response ID,Ended at,Extra 1,How satisfied are you with us?", 20, |row| {
        format!("{},2026-01-{:02} 10:00:00,Q-{}-{row},{}", 88_000_000 + row, 1 + row, row * 37 % 90, answers[row % 5])
    });
    let files = [("clients.csv", people.as_str()), ("feedback.csv", survey.as_str())];
    let scores = "select string_agg(n, ' ' order by score) from
                    (select score, concat(score, ':', count(*)) as n from feed.csat_responses
                     join feed.member_keys using (member_key) where member_id like 'Q-%' group by score)";
    assert_eq!(loaded(&files, scores), ["1:4 2:4 3:4 4:4 5:4"]);
}

#[test]
fn logins_that_failed_are_left_out_and_files_of_other_things_too() {
    let text = rows("user,when,result", 30, |row| {
        format!(
            "u{},2026-03-{:02} 09:00:00,{}",
            row % 8,
            1 + row % 28,
            ["success", "wrong password"][usize::from(row % 3 == 0)]
        )
    });
    let meters = rows("meter,kWh", 30, |row| format!("{row},{}", row * 3));
    let files = [("sign-ins.csv", text.as_str()), ("meters.csv", meters.as_str())];
    assert_eq!(loaded(&files, "select count(*)::varchar from feed.logins"), ["20"]);
}

#[test]
fn groups_in_lists_are_added_by_name() {
    let text = rows("member_id,tier,tags,joined", 20, |row| {
        let tags = ["\"\"\"Wine\"\", \"\"Tea\"\"\"", "\"\"\"Tea\"\"\""][row % 2];
        format!("M{row},Gold,{tags},2025-01-{:02}", 1 + row)
    });
    let names = "select name from feed.user_groups where \"type\" = 'AUDIENCE' order by name";
    assert_eq!(loaded(&[("members.csv", &text)], names), ["Tea", "Wine"]);
}

#[test]
fn groups_have_a_position_where_a_column_says_their_rank() {
    let groups = "select concat_ws(' ', \"type\", name, position) from feed.user_groups order by \"type\", id";
    let text = "Tier ID,Type,Tier name,Rank\n7,TIER,Gold,2\n8,TIER,Silver,1\n9,TIER,Guest,\n";
    let expected = ["TIER Gold 2", "TIER Silver 1", "TIER Guest"];
    assert_eq!(loaded(&[("tiers.csv", text)], groups), expected);
    // Files of the feed need no mapping, with the column or without it.
    let text = "id,type,name\n7,TIER,Gold\n";
    assert_eq!(loaded(&[("groups.csv", text)], groups), ["TIER Gold"]);
}

#[test]
fn sheets_are_told_apart_by_their_own_names() {
    let spoken = |sheet: &str| {
        let dialect = Dialect { sheet: Some(sheet.to_owned()), ..Dialect::FEED };
        let detected =
            Detected { dialect, columns: Vec::new(), rows: 0, more_headers: Default::default(), has_events: false };
        Source::new("coupons.xlsx".to_owned(), detected).spoken
    };
    assert!(!spoken("Colours").has("OFFER"));
    assert!(spoken("Sheet2").has("OFFER") && spoken("Tabelle1").has("OFFER"));
}
