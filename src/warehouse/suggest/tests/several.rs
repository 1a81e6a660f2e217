//! Rows of which several are one, rows that do not count, and what tells them.

use super::difficult::{loaded, proposed, rows};
use super::*;

#[test]
fn a_log_of_events_of_messages_is_one_row_for_each_message() {
    // Each of 12 people gets two mailings; what follows stands in rows of its own, in no order.
    let mut lines = Vec::new();
    for (mailing, day) in [("Tulips", 3), ("Roses", 17)] {
        for person in 0..12 {
            let mut line = |minute: usize, what: &str, target: &str| {
                let capital = if person % 5 == 0 && what == "opened" { "R" } else { "r" };
                lines.push(format!(
                    "{day:02}.05.2026 09:{minute:02},{capital}eader{person}@example.org,{mailing},{what},{target}"
                ));
            };
            line(person, "dispatched", "");
            match person % 4 {
                0 => line(30, "opened", ""),
                1 => {
                    line(40, "opened", "");
                    line(35, "opened", "");
                    line(41, "clicked", "https://garden.example.org/");
                }
                2 => line(person + 1, "bounced", ""),
                _ => line(50, "unsubscribed", ""),
            }
        }
    }
    lines.reverse();
    let log = format!("at,recipient,mailing,what_happened,target url\n{}\n", lines.join("\n"));
    let files = [("postbox.csv", log.as_str())];
    let suggestion = proposed(&files);
    assert!(suggestion.mapping.contains("[[query]]"), "{}", suggestion.mapping);
    assert_eq!(suggestion.recognised[0].table.name, "email_messages");
    let query = suggestion.previews.iter().find(|preview| preview.table == "email_messages").expect("a preview");
    assert_eq!((query.rows.len(), &*query.faults), (SHOWN, &[][..]));
    let counts =
        "select concat_ws(' ', count(*), count(*) filter (outcome = 'BOUNCED'), count(opened_at), count(clicked_at),
                         count(unsubscribed_at), count(*) filter (opened_at::time = '09:35:00'),
                         (select count(*) from feed.email_link_clicks), (select count(*) from feed.members),
                         (select string_agg(concat_ws(' ', name, sent_at), ', ' order by sent_at) from feed.campaigns))
                  from feed.email_messages";
    let campaigns = "Tulips 2026-05-03 09:00:00, Roses 2026-05-17 09:00:00";
    assert_eq!(loaded(&files, counts), [format!("24 6 12 6 6 6 6 12 {campaigns}")]);
}

#[test]
fn a_status_of_each_message_is_no_log_of_events() {
    let text = rows("recipient,mailing,sent time,what_happened", 40, |row| {
        let what = ["dispatched", "opened", "clicked", "bounced"][row % 4];
        format!("reader{row}@example.org,Tulips,2026-05-03 09:00:{row:02},{what}")
    });
    let suggestion = proposed(&[("postbox.csv", &text)]);
    assert!(!suggestion.mapping.contains("[[query]]"), "{}", suggestion.mapping);
}

/// Orders with two lines each, of which each has the total of the order, and half of the total.
fn orders(head: &str, line: impl Fn(usize, usize) -> String) -> String {
    rows(head, 60, |row| line(row / 2, row % 2))
}

#[test]
fn an_amount_of_an_order_that_each_line_repeats_counts_once() {
    let text = orders("order no;customer no;order date;product;pieces;order total;discount", |order, line| {
        let product = ["Spade", "Rake"][line];
        format!("B{order};K{};{:02}.05.2026;{product};1;{},50;{},00", order % 7, 1 + order % 28, 20 + order, order % 3)
    });
    let sums =
        "select concat_ws(' ', count(*), sum(sales), sum(savings), sum(redemptions)) from feed.partner_transactions";
    // 20.50 to 49.50, and 0, 1, 2 ten times.
    assert_eq!(loaded(&[("orders.csv", &text)], sums), ["60 1050.00 30.00 60"]);
    let suggestion = proposed(&[("orders.csv", &text)]);
    assert!(suggestion.mapping.contains("it counts once, on the first of them"), "{}", suggestion.mapping);
}

#[test]
fn the_amount_of_a_line_counts_before_that_of_its_order() {
    let text = orders("order no;customer no;order date;product;pieces;amount;order total", |order, line| {
        let (product, amount) = [("Spade", 12), ("Rake", 8 + order)][line];
        format!("B{order};K{};{:02}.05.2026;{product};1;{amount},25;{},50", order % 7, 1 + order % 28, 20 + order)
    });
    let sums = "select sum(sales)::varchar from feed.partner_transactions";
    assert_eq!(loaded(&[("orders.csv", &text)], sums), ["1050.00"]);
    assert!(!proposed(&[("orders.csv", &text)]).mapping.contains("[[query]]"));
}

#[test]
fn purchases_that_were_cancelled_are_left_out() {
    let head = "customer no,order date,product,pieces,amount";
    let row = |row: usize| format!("K{},2026-05-{:02},Spade,1,10.00", row % 7, 1 + row % 28);
    let count = "select count(*)::varchar from feed.partner_transactions";
    for (column, of_row, wanted) in [
        ("order state", ["shipped", "cancelled", "paid", "payment declined"], 20),
        ("Voided?", ["no", "no", "yes", "no"], 30),
        ("cancelled at", ["", "", "", "2026-05-30 10:00:00"], 30),
        // Nothing in it was cancelled.
        ("order state", ["shipped", "paid", "refunded", "open"], 40),
        // All of it was.
        ("order state", ["cancelled", "cancelled", "cancelled", "cancelled"], 40),
    ] {
        let text = rows(&format!("{head},{column}"), 40, |at| format!("{},{}", row(at), of_row[at % 4]));
        assert_eq!(loaded(&[("sales.csv", &text)], count), [wanted.to_string()], "{column} {of_row:?}");
    }
}

#[test]
fn a_line_of_totals_is_no_day() {
    let text = rows("Day,Traffic source,Device,Browser,Visits,Page views", 20, |row| match row {
        0 => "Grand total,,,,190,570".to_owned(),
        row => format!("\"May {row}, 2026\",Direct,Desktop,Firefox,10,30"),
    });
    let sum = "select concat_ws(' ', count(*), sum(sessions)) from feed.web_sessions";
    assert_eq!(loaded(&[("visits.csv", &text)], sum), ["19 190"]);
}

#[test]
fn years_of_two_digits_are_of_this_century() {
    let text = rows("customer no,order time,product,amount", 30, |row| {
        format!("K{},05/{:02}/26 04:15 PM,Spade,10.00", row % 7, 1 + row % 28)
    });
    let first = "select min(transacted_on)::varchar from feed.partner_transactions";
    assert_eq!(loaded(&[("sales.csv", &text)], first), ["2026-05-01"]);
}

#[test]
fn days_of_a_spreadsheet_are_read_where_a_name_says_that_they_are_days() {
    let text = rows("customer no,purchase date,product,amount", 30, |row| {
        format!("K{},{},Spade,{}", row % 7, 46_082 + row, 46_000 + row)
    });
    let days = "select concat_ws(' ', min(transacted_on), max(transacted_on)) from feed.partner_transactions";
    assert_eq!(loaded(&[("sales.csv", &text)], days), ["2026-03-01 2026-03-30"]);
}

#[test]
fn the_groups_of_a_history_are_of_the_kind_that_their_column_names() {
    let members = rows("customer no,level,joined on", 20, |row| format!("K{row},Gold,2025-01-{:02}", 1 + row));
    let history = rows("customer no,level,valid from,valid to", 20, |row| {
        format!("K{row},Silver,2024-01-{:02},2024-12-31", 1 + row)
    });
    let types = "select string_agg(distinct concat_ws(' ', \"type\", name), ', ') from feed.memberships
                 join feed.user_groups using (\"type\", id)";
    assert_eq!(loaded(&[("customers.csv", &members), ("level history.csv", &history)], types), ["TIER Silver"]);
}

#[test]
fn addresses_relate_files_whatever_their_capitals() {
    let members = rows("contact id,email,level,joined on", 30, |row| {
        format!("{row},reader{row}@example.org,Gold,2025-01-{:02}", 1 + row % 28)
    });
    let logins = rows("email,login time", 60, |row| {
        let name = if row < 30 { "reader" } else { "READER" };
        format!("{name}{}@example.org,2026-05-{:02} 10:00:00", row % 30, 1 + row % 28)
    });
    let count = "select concat_ws(' ', (select count(*) from feed.members), count(*)) from feed.logins";
    assert_eq!(loaded(&[("contacts.csv", &members), ("logins.csv", &logins)], count), ["30 60"]);
}

#[test]
fn questions_that_repeat_the_names_of_their_columns_are_no_rows() {
    let import = |name: &str| format!("\"{{\"\"ImportId\"\":\"\"{name}\"\"}}\"");
    let imports = ["a", "b", "c", "d", "e"].map(import).join(",");
    let head = format!(
        "RecordedDate,ExternalReference,Progress,Finished,Q4\n\
         Recorded Date,External Data Reference,Progress,Finished,How satisfied are you with us?\n{imports}"
    );
    let text = rows(&head, 30, |row| {
        let answer = ["Very satisfied", "Neutral", "Dissatisfied"][row % 3];
        format!("2026-05-{:02} 10:00:00,K{},100,True,{answer}", 1 + row % 28, row % 7)
    });
    let sum = "select concat_ws(' ', count(*), sum(score)) from feed.csat_responses";
    assert_eq!(loaded(&[("answers.csv", &text)], sum), ["30 100"]);
}

#[test]
fn counts_by_month_are_left_out_where_another_file_has_the_members() {
    let members = rows("customer no,level,joined on", 30, |row| format!("K{row},Gold,2025-01-{:02}", 1 + row % 28));
    let counts = rows("customer no,January,February,March", 30, |row| format!("K{row},{},{},3", row % 5, row % 3));
    let suggestion = proposed(&[("customers.csv", &members), ("visits by month.csv", &counts)]);
    let ignored: Vec<&str> = suggestion.ignored.iter().map(|one| &*one.file).collect();
    assert_eq!(ignored, ["visits by month.csv"], "{}", suggestion.mapping);
}

#[test]
fn words_that_the_feed_does_not_know_are_no_kinds_of_groups_or_actions() {
    let text = rows("member no,event,event type,event date,role,fee level", 40, |row| {
        let kind = ["Lecture", "Dinner"][row % 2];
        format!(
            "{},Spring {kind},{kind},2026-05-{:02},Guest,{}",
            100 + row % 9,
            1 + row % 28,
            ["Early", "Full"][row % 2]
        )
    });
    let suggestion = proposed(&[("participants.csv", &text)]);
    let tables: Vec<&str> = suggestion.recognised.iter().map(|one| one.table.name).collect();
    assert!(!tables.contains(&"memberships") && !tables.contains(&"content_actions"), "{tables:?}");
}
