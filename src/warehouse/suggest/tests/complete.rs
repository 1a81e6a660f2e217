//! Whatever is proposed without a fault loads, and it has what the files have.

use super::difficult::{loaded, proposed, rows};
use super::*;

const OFFERS: &str = "select concat_ws(' ', name, active_from) from feed.offers order by name";

#[test]
fn rows_that_name_no_offer_have_one_that_says_so() {
    let sales = rows("customer_id,order_date,offer,category,quantity,amount", 20, |row| {
        let offer = if row % 5 == 0 { "" } else { ["Tea", "Soap"][row % 2] };
        let category = if row == 3 { "" } else { "Daily" };
        format!("C-{},2026-03-{:02},{offer},{category},1,4.50", row % 7, 1 + row)
    });
    let counts = "select concat_ws(' ', count(*), sum(sales)) from feed.partner_transactions";
    assert_eq!(loaded(&[("sales.csv", &sales)], counts), ["20 90.00"]);
    let names =
        "select concat_ws('/', o.name, c.name) from feed.offers o join feed.offer_categories c on c.id = category_id
                 order by o.name";
    assert_eq!(loaded(&[("sales.csv", &sales)], names), ["Soap/Daily", "Tea/Daily", "Unknown/Daily"]);
}

#[test]
fn rows_without_a_number_have_one_that_no_row_has() {
    let offers = "offer_id,offer_name,category,start_date\n11,Tea,Food,2026-01-01\n12,Soap,Care,2026-01-01\n";
    let members = rows("member_id,tier_id,joined", 12, |row| {
        format!("M{row},{},2025-01-{:02}", if row == 4 { "" } else { ["1", "2"][row % 2] }, 1 + row)
    });
    let tiers = "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n";
    let sales = rows("member_id,offer_id,date,amount", 12, |row| {
        format!("M{row},{},2026-03-{:02},3.00", if row == 2 { "" } else { ["11", "12"][row % 2] }, 1 + row)
    });
    let files = [("offers.csv", offers), ("members.csv", &*members), ("tiers.csv", tiers), ("sales.csv", &*sales)];
    let of_offers =
        "select concat_ws(' ', name, count(*)) from feed.partner_transactions join feed.offers on id = offer_id
                     group by name order by name";
    assert_eq!(loaded(&files, of_offers), ["Soap 6", "Tea 5", "Unknown 1"]);
    let of_tiers = "select concat_ws(' ', name, count(*)) from feed.members join feed.user_groups on id = tier_id
                    where \"type\" = 'TIER' group by name order by name";
    assert_eq!(loaded(&files, of_tiers), ["Gold 5", "Silver 6", "Unknown 1"]);
}

#[test]
fn offers_that_their_own_file_lacks_are_those_of_the_rows_that_name_them() {
    let offers =
        rows("number,offer_name,category,start_date", 19, |row| format!("{},Offer {row},Food,2026-01-01", 500 + row));
    let sales = rows("member_id,offer_name,date,amount", 60, |row| {
        format!("M{},Offer {},2026-03-{:02},3.00", row % 9, row % 20, 1 + row % 20)
    });
    let files = [("offers.csv", &*offers), ("sales.csv", &*sales)];
    // Offer 19 is in no list.
    let counts = "select concat_ws(' ', count(*), count(distinct name), min(id), min(active_from)) from feed.offers";
    assert_eq!(loaded(&files, counts), ["20 20 500 2026-01-01"]);
}

#[test]
fn a_date_that_a_member_lacks_is_the_first_of_all() {
    let members = rows("member_id,tier,joined", 12, |row| {
        let joined = if row == 4 { String::new() } else { format!("{:02}.02.2025", 3 + row) };
        format!("M{row},Gold,{joined}")
    });
    let first = "select concat_ws(' ', count(*), min(eligible_on)) from feed.members";
    assert_eq!(loaded(&[("members.csv", &members)], first), ["12 2025-02-03"]);
}

#[test]
fn rows_that_share_a_key_are_added_up_or_the_first_of_them_counts() {
    let visits = rows("date,hour,device,browser,os,resolution,source,sessions,pageviews", 48, |row| {
        format!("2026-03-{:02},{},Phone,Safari,iOS,390x844,Direct,2,5", 1 + row / 24, row % 24)
    });
    let sums = "select concat_ws(' ', date, sessions, pageviews) from feed.web_sessions order by date";
    assert_eq!(loaded(&[("visits.csv", &visits)], sums), ["2026-03-01 48 120", "2026-03-02 48 120"]);
    let text = proposed(&[("visits.csv", &visits)]).mapping;
    assert!(text.contains("distinct = \"sum\"") && text.contains("46 rows share their key with others"), "{text}");
    let votes = rows("poll,question,option,answer,member_id,answered_at", 20, |row| {
        format!("1,Why?,{0},Answer {0},M{1},2026-03-01 10:{row:02}:00", 1 + row % 2, row % 10)
    });
    let counts = "select count(*)::varchar from feed.poll_answers";
    assert_eq!(loaded(&[("poll votes.csv", &votes)], counts), ["10"]);
}

#[test]
fn what_rows_name_is_collected_from_the_rows_that_are_taken_and_its_day_is_the_earliest() {
    // The newest rows stand first, and what is no view of an offer is left out.
    let events = rows("member_id,event_type,offer,occurred_at", 40, |row| {
        let (event, offer) =
            if row % 4 == 3 { ("consent given", "Terms") } else { ("offer viewed", ["Tea", "Soap"][row % 2]) };
        format!("M{},{event},{offer},2026-03-{:02} 10:00:00", row % 9, 31 - row % 30)
    });
    assert_eq!(loaded(&[("interactions.csv", &events)], OFFERS), ["Soap 2026-03-02", "Tea 2026-03-03"]);
    let without_member = rows("customer_id,order_date,product,quantity,amount", 30, |row| {
        let (customer, product) = if row % 10 == 0 { ("", "Total") } else { ("C1", "Tea") };
        format!("{customer}{},2026-03-{:02},{product},1,4.50", if customer.is_empty() { "" } else { "x" }, 30 - row)
    });
    assert_eq!(loaded(&[("sales.csv", &without_member)], OFFERS), ["Tea 2026-03-01"]);
}

#[test]
fn amounts_in_cents_are_divided() {
    let sums = "select concat_ws(' ', sum(sales), sum(savings)) from feed.partner_transactions";
    let sales = rows("customer_id,paid_on,product,quantity,total_cents,discount_cents", 12, |row| {
        format!("C{},2026-03-{:02},Tea,1,{},5", row % 3, 1 + row, 1205 + row)
    });
    assert_eq!(loaded(&[("orders.csv", &sales)], sums), ["145.26 0.60"]);
    let charges = rows("id,created,customer,amount,currency,description", 12, |row| {
        format!("ch_{row},{},cus_{},{},usd,Tea", 1_772_000_000 + row * 86_400, row % 3, 1205 + row)
    });
    assert_eq!(loaded(&[("charges.csv", &charges)], sums), ["145.26 0.00"]);
    // Whole amounts are none, unless something says so.
    let whole = sales.replace("_cents", "_amount");
    assert_eq!(loaded(&[("orders.csv", &whole)], sums), ["14526.00 60.00"]);
}

/// The column of a file that is the member.
fn member(file: &str, text: &str) -> Option<String> {
    let proposed = proposed(&[(file, text)]);
    proposed.recognised.iter().find_map(|one| {
        let at = one.table.columns.iter().position(|column| column.name == "member_id")?;
        one.columns[at].from.clone()
    })
}

#[test]
fn the_member_is_an_id_that_stays_and_never_the_response() {
    let survey = rows("ResponseId,RecipientEmail,ExternalReference,RecordedDate,Satisfaction", 20, |row| {
        format!("R_{row}x,m{row}@example.com,C-{row},2026-03-{:02} 10:00:00,{}", 1 + row, 1 + row % 5)
    });
    assert_eq!(member("survey.csv", &survey).as_deref(), Some("ExternalReference"));
    let survey = survey.replace("RecipientEmail", "Email").replace("ExternalReference", "External Data Reference");
    assert_eq!(member("survey.csv", &survey).as_deref(), Some("External Data Reference"));
    for id in ["external_id", "external_customer_id", "ContactKey", "SubscriberKey", "Member number", "customer_id"] {
        let people = rows(&format!("email,{id},tier,joined"), 12, |row| {
            format!("m{row}@example.com,X{row},Gold,2025-01-{:02}", 1 + row)
        });
        assert_eq!(member("people.csv", &people).as_deref(), Some(id));
    }
    // Where nothing else is there, the address is.
    let people = rows("email,tier,joined", 12, |row| format!("m{row}@example.com,Gold,2025-01-{:02}", 1 + row));
    assert_eq!(member("people.csv", &people).as_deref(), Some("email"));
    // An address that other files have is what they have in common.
    let messages =
        rows("email,campaign,sent_at", 12, |row| format!("m{row}@example.com,May,2026-05-01 10:{row:02}:00"));
    let people = rows("email,customer_id,tier,joined", 12, |row| {
        format!("m{row}@example.com,X{row},Gold,2025-01-{:02}", 1 + row)
    });
    let files = [("people.csv", &*people), ("messages.csv", &*messages)];
    assert_eq!(loaded(&files, "select concat_ws(' ', count(*)) from feed.member_keys"), ["12"]);
}

#[test]
fn three_lines_of_a_header_are_no_rows() {
    let import = |id: &str| format!("\"{{\"\"ImportId\"\":\"\"{id}\"\"}}\"");
    let mut text = "RecordedDate,ResponseId,ExternalReference,Q1\nRecorded Date,Response ID,External Data Reference,\"How satisfied are you, all in all?\"\n".to_owned();
    text += &["recordedDate", "_recordId", "externalDataReference", "QID1"].map(import).join(",");
    text.push('\n');
    (0..12).for_each(|row| text += &format!("2026-03-{:02} 10:00:00,R_{row},C-{row},{}\n", 1 + row, 1 + row % 5));
    let scores = "select concat_ws(' ', count(*), sum(score)) from feed.csat_responses";
    assert_eq!(loaded(&[("survey.csv", &text)], scores), ["12 33"]);
}

#[test]
fn a_file_without_a_header_has_its_columns_by_position() {
    for text in [
        rows("C-0;Gold;2025-02-01", 12, |row| format!("C-{};Gold;2025-01-{:02}", row + 1, 1 + row)),
        // Two of the first fields are those of rows below.
        rows("C-0;Gold;North;no", 12, |row| format!("C-{};{};North;no", row + 1, ["Gold", "Silver"][row % 2])),
    ] {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("customers.txt");
        std::fs::write(&path, &text).expect("a file");
        let Head { names, rows: first } = head(&path, &options()).expect("read").expect("text");
        assert_eq!(names[..2], ["column 1", "column 2"], "{text}");
        assert_eq!(first[0][..2], ["C-0", "Gold"]);
    }
    // Two files that were put together have a header all the same.
    let text = rows("who,level", 12, |row| if row == 6 { "who,level".to_owned() } else { format!("C-{row},Gold") });
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("customers.csv");
    std::fs::write(&path, &text).expect("a file");
    assert_eq!(head(&path, &options()).expect("read").expect("text").names, ["who", "level"]);
}

#[test]
fn a_file_in_two_encodings_is_said_to_be_with_its_lines() {
    let line = |row: usize| format!("C-{row};M\u{fc}ller;Gold;2025-01-{:02}\n", 1 + row);
    let latin = |text: &str| encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
    let header = b"Kundennummer;Nachname;Stufe;Beitritt\n".to_vec();
    let file = |utf8: &[usize]| {
        let lines =
            (0..12).flat_map(|row| if utf8.contains(&row) { line(row).into_bytes() } else { latin(&line(row)) });
        header.iter().copied().chain(lines).collect::<Vec<u8>>()
    };
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("kunden.csv");
    std::fs::write(&path, file(&[2, 5])).expect("a file");
    let text = suggest(std::slice::from_ref(&path), &Asked::default(), &options()).expect("a proposal").mapping;
    assert!(text.contains("windows-1252"), "{text}");
    let warehouse = difficult::warehouse(dir.path());
    let mapped = ImportOptions { mapping: Some(MappingFile::of_folder(text)), ..options() };
    let report = crate::warehouse::load::import(&warehouse, std::slice::from_ref(&path), &mapped, &()).expect("a load");
    let said = "kunden.csv is written in two encodings: it is read as windows-1252, and 2 lines are UTF-8, first on lines 4, 7";
    assert!(report.warnings.iter().any(|warning| warning.starts_with(said)), "{:?}", report.warnings);
    // Where nearly all is UTF-8, the others are at fault.
    std::fs::write(&path, file(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11])).expect("a file");
    let text = suggest(std::slice::from_ref(&path), &Asked::default(), &options()).expect("a proposal").mapping;
    let mapped = ImportOptions { mapping: Some(MappingFile::of_folder(text)), ..options() };
    let error = crate::warehouse::load::import(&warehouse, std::slice::from_ref(&path), &mapped, &())
        .expect_err("a fault")
        .to_string();
    assert!(error.contains("kunden.csv:11") && error.contains("not UTF-8"), "{error}");
}
