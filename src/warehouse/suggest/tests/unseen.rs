//! Kinds of columns and files that sets of files showed which nobody had looked at before.

use super::difficult::{loaded, proposed, rows};
use super::*;

/// What fills a column of the only table of a file.
fn from(suggestion: &Suggestion, file: &str, column: &str) -> Option<String> {
    let found = suggestion.recognised.iter().find(|one| one.file == file)?;
    let at = found.table.columns.iter().position(|known| known.name == column)?;
    found.columns[at].from.clone()
}

#[test]
fn digits_of_a_card_are_no_time() {
    let cards = rows("Numero tessera,Fascia,Data di iscrizione", 30, |row| {
        format!("{},{},{:02}/03/2026", 1_700_000_000 + row * 977, ["Base", "Oro"][row % 2], 1 + row % 28)
    });
    let receipts = rows("Scontrino;Data e ora;Tessera;Importo", 60, |row| {
        format!("{row};{:02}/04/2026 18.{:02};{};10,50", 1 + row % 28, row % 60, 1_700_000_000 + row % 30 * 977)
    });
    let files = [("soci.csv", cards.as_str()), ("scontrini.csv", receipts.as_str())];
    let counts = "select concat_ws(' ', (select count(*) from feed.members), count(*), sum(sales), min(transacted_on))
                  from feed.partner_transactions";
    assert_eq!(loaded(&files, counts), ["30 60 630.00 2026-04-01"]);
    // Without such a name they are.
    let logins = rows("member_id,ts", 30, |row| format!("M{},{}", row % 7, 1_771_000_000 + row));
    assert_eq!(from(&proposed(&[("logins.csv", &logins)]), "logins.csv", "logged_in_at").as_deref(), Some("ts"));
}

#[test]
fn no_group_has_one_member_each_and_names_of_levels_are_tiers() {
    let text = rows("reader id,card number,category,joined", 30, |row| {
        format!("{},C-{},{},2025-01-{:02}", 100 + row, 7_000 + row, ["Adult", "Student"][row % 2], 1 + row % 28)
    });
    assert_eq!(from(&proposed(&[("readers.csv", &text)]), "readers.csv", "tier_id").as_deref(), Some("category"));
    let text = rows("customer id,customer group,segment,joined", 30, |row| {
        let (group, level) = (["Private", "Trade"][row % 2], ["Blue", "Silver", "Gold"][row % 3]);
        format!("{},{group},{level},2025-01-{:02}", 100 + row, 1 + row % 28)
    });
    let suggestion = proposed(&[("customers.csv", &text)]);
    let groups = ["tier_id", "audience_ids"].map(|column| from(&suggestion, "customers.csv", column));
    assert_eq!(groups.map(Option::unwrap_or_default), ["segment", "customer group"]);
    let text = rows("member no,previous level,new level,valid from", 30, |row| {
        format!("{},Silver,Gold,2026-01-{:02}", 100 + row, 1 + row % 28)
    });
    assert_eq!(from(&proposed(&[("upgrades.csv", &text)]), "upgrades.csv", "id").as_deref(), Some("new level"));
}

#[test]
fn answers_in_words_are_the_options_of_their_polls() {
    let text = rows("Voted at,Member,Question,Answer", 30, |row| {
        let answer = ["Yes", "No", "Undecided"][row % 3];
        format!("2026-05-{:02} 10:00:00,M{row},Longer opening hours?,{answer}", 1 + row % 28)
    });
    let options = "select string_agg(concat(text, ' ', n), ', ' order by text) from
                     (select text, count(*) as n from feed.poll_answers join feed.poll_options using (poll_id, option_index)
                      group by text)";
    assert_eq!(loaded(&[("votes.csv", &text)], options), ["No 10, Undecided 10, Yes 10"]);
}

#[test]
fn a_line_of_totals_lacks_nothing() {
    let offers = rows("offer id,offer,partner,valid from", 4, |row| format!("{},Zoo {row},Zoo,2026-01-01", 1 + row));
    let uses = rows("Date,member no,offer id,sales", 40, |row| match row {
        39 => "Total,,,390.00".to_owned(),
        row => format!("2026-05-{:02},{},{},10.00", 1 + row % 28, 100 + row % 9, 1 + row % 4),
    });
    let files = [("offers.csv", offers.as_str()), ("uses.csv", uses.as_str())];
    let counts = "select concat_ws(' ', count(*), sum(sales), (select count(*) from feed.offers))
                  from feed.partner_transactions";
    assert_eq!(loaded(&files, counts), ["39 390.00 4"]);
}

#[test]
fn what_a_file_only_marks_was_when_the_message_was_sent() {
    let count =
        "select concat_ws(' ', count(*), count(opened_at), count(clicked_at), count(*) filter (opened_at = sent_at),
                                  count(*) filter (outcome = 'BOUNCED'))
                 from feed.email_messages";
    let text = rows("Kampagne;Gesendet am;Mitgliedsnummer;Status;Geöffnet;Klicks;Öffnungsrate", 40, |row| {
        let status = ["zugestellt", "nicht zugestellt"][usize::from(row % 8 == 7)];
        let (opened, clicks) = (["Ja", "Nein"][row % 2], if row % 4 == 0 { row % 3 } else { 0 });
        format!("Mai;{:02}.05.2026 09:00;{};{status};{opened};{clicks};{row}", 1 + row % 28, 100 + row)
    });
    // Every second one was opened; of rows 0, 4, ..., 36 those whose number is no multiple of 3 have clicks.
    assert_eq!(loaded(&[("versand.csv", &text)], count), ["40 20 6 20 5"]);
}

#[test]
fn a_state_without_a_known_word_is_delivered_where_others_bounced() {
    let count = |word: &str| {
        let text = rows("mailing,sent time,recipient no,status", 40, |row| {
            let status = [word, "bounced", "queued"][row % 3];
            format!("Tulips,2026-05-03 09:00:{row:02},{},{status}", 100 + row)
        });
        let count = "select concat_ws(' ', count(*), count(*) filter (outcome = 'BOUNCED')) from feed.email_messages";
        loaded(&[("mailing.csv", &text)], count)
    };
    assert_eq!([count("arrived"), count("delivered")], [["40 13"], ["27 13"]]);
}

#[test]
fn events_of_messages_in_files_of_their_own_are_put_together() {
    let event = |word: &str, rows_of: &[usize], minute: usize| {
        rows("mailing,recipient no,happened at,event", rows_of.len(), |row| {
            let person = rows_of[row];
            format!("Tulips,{},2026-05-03 09:{:02}:00,{word}", 100 + person, minute + person)
        })
    };
    let (all, opened): (Vec<usize>, Vec<usize>) = ((0..30).collect(), (0..30).filter(|row| row % 3 == 0).collect());
    let people =
        rows("recipient no,level,joined on", 30, |row| format!("{},Gold,2025-01-{:02}", 100 + row, 1 + row % 28));
    let sent = event("sent", &all, 0);
    let mut opens = event("opened", &opened, 20);
    opens += event("opened", &opened, 25).split_once('\n').expect("rows").1;
    let bounces = event("bounced", &[1, 4], 1);
    let files = [
        ("people.csv", people.as_str()),
        ("bounces.csv", bounces.as_str()),
        ("opens.csv", opens.as_str()),
        ("sent.csv", sent.as_str()),
    ];
    let count = "select concat_ws(' ', count(*), count(opened_at), count(*) filter (outcome = 'BOUNCED'),
                                  min(opened_at), count(*) filter (opened_at - sent_at = interval 20 minute))
                 from feed.email_messages";
    assert_eq!(loaded(&files, count), ["30 10 2 2026-05-03 09:20:00 10"]);
    let suggestion = proposed(&files);
    assert!(suggestion.mapping.contains("its rows are put together with those of sent.csv"), "{}", suggestion.mapping);
}

#[test]
fn a_recipe_whose_members_are_in_another_form_is_not_used() {
    let head = "ClientID,SendID,SubscriberKey,EmailAddress,SubscriberID,ListID,EventDate,EventType";
    let event = |word: &str, every: usize, more: [&str; 2]| {
        let row = |at: usize| {
            let row = at * every;
            format!("7,501,k{row},p{row}@example.org,{},3,5/3/2026 9:{row:02}:00 AM,{word}{}", 900 + row, more[1])
        };
        rows(&format!("{head}{}", more[0]), 30 / every, row)
    };
    let (sent, opens) = (event("Sent", 1, [",BatchID", ",1"]), event("Open", 3, ["", ""]));
    let people = rows("SubscriberID,SubscriberKey,Level,Joined", 30, |row| {
        format!("{},k{row},Gold,2025-01-{:02}", 900 + row, 1 + row % 28)
    });
    let files = [("people.csv", people.as_str()), ("Sent.csv", sent.as_str()), ("Opens.csv", opens.as_str())];
    let count = "select concat_ws(' ', count(*), count(opened_at), (select count(*) from feed.members)) from feed.email_messages";
    assert_eq!(loaded(&files, count), ["30 10 30"]);
    // With the members of the recipe, what it cannot join to the messages is left out.
    let people = rows(
        "ClientID,SubscriberKey,EmailAddress,SubscriberID,Status,DateHeld,DateCreated,DateUnsubscribed",
        30,
        |row| format!("7,k{row},p{row}@example.org,{},active,,1/5/2024 9:00:00 AM,", 900 + row),
    );
    let files = [("Subscribers.csv", people.as_str()), ("Sent.csv", sent.as_str()), ("Opens.csv", opens.as_str())];
    let ignored: Vec<String> = proposed(&files).ignored.into_iter().map(|one| one.file).collect();
    assert_eq!(ignored, ["Opens.csv"]);
}

#[test]
fn channels_say_what_a_column_without_a_name_is() {
    let text = rows("date,label,visits,actions", 40, |row| {
        format!("2026-05-{:02},{},{row},{row}", 1 + row % 28, ["Direct entry", "Search engines", "Social"][row % 3])
    });
    assert_eq!(from(&proposed(&[("traffic.csv", &text)]), "traffic.csv", "source").as_deref(), Some("label"));
    let text =
        rows("date,label,nb_visits,nb_hits", 40, |row| format!("2026-05-{:02},word {row},{row},{row}", 1 + row % 28));
    let suggestion = proposed(&[("site search keywords.csv", &text)]);
    assert_eq!(suggestion.recognised[0].table.name, "site_searches", "{}", suggestion.mapping);
}

#[test]
fn logins_of_a_log_that_failed_are_left_out() {
    let text = rows("at,member no,event", 40, |row| {
        let event = ["login succeeded", "login failed", "heartbeat", "settings changed"][row % 4];
        format!("2026-05-{:02} 10:00:00,{},{event}", 1 + row % 28, 100 + row % 7)
    });
    assert_eq!(loaded(&[("journal.csv", &text)], "select count(*)::varchar from feed.logins"), ["10"]);
}
