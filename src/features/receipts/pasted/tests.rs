use super::*;

const NUMBER: &str = "R-0123456789abcdef";

fn table() -> Flat {
    let row = |name: &str, figures: [&str; 2]| FlatRow {
        texts: vec![name.to_owned()],
        figures: figures.map(str::to_owned).to_vec(),
        first_day: "2026-10-01".to_owned(),
        last_day: "2026-10-31".to_owned(),
        missing: String::new(),
    };
    Flat {
        texts: vec!["Tier".to_owned()],
        figures: vec!["Logins".to_owned(), "Rate (%)".to_owned()],
        rows: vec![row("Gold", ["1284", "12.5"]), row("Silver", ["5021", ""]), row("Total", ["6305", "9.75"])],
    }
}

fn quotes(text: &str) -> Vec<Quote> {
    match pasted(text) {
        Pasted::Quotes(quotes) => quotes,
        Pasted::Receipt(_) => panic!("quotes"),
    }
}

/// Whether each quote of a text is altered, and how many figures of it are quoted.
fn judged(text: &str) -> Vec<(bool, usize)> {
    let then = table();
    let all = quotes(text);
    all.iter().for_each(|quote| assert_eq!(quote.number, NUMBER));
    let comparisons = all.iter().map(|quote| compare(quote, &then, &[], Some(&then)));
    comparisons.map(|found| (found.is_altered(), found.figures.len())).collect()
}

#[test]
fn rows_are_read_however_they_are_pasted() {
    let header = "Tier,Logins,Rate (%),first_day,last_day,missing,receipt";
    for (text, expected) in [
        (format!("{header}\nGold,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(false, 2)]),
        (format!("Gold\t1,284\t12.50\t2026-10-01\t2026-10-31\t\t{NUMBER}\r\n"), vec![(false, 2)]),
        (format!("Silver;5.021;;01.10.2026;31.10.2026;;{NUMBER}"), vec![(false, 2)]),
        (format!("| Total | 6 305 | {NUMBER} |"), vec![(false, 1)]),
        (format!("{header}\nGold,1384,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 2)]),
        (format!("Gold\t1,284\t12.50\t2026-09-01\t2026-10-31\t\t{NUMBER}"), vec![(true, 2)]),
        // The figures of another row.
        (format!("Silver,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 2)]),
        (format!("Bronze,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}"), vec![(true, 0)]),
    ] {
        assert_eq!(judged(&text), expected, "{text}");
    }
    let two = format!("{header}\nGold,1284,12.5,2026-10-01,2026-10-31,,{NUMBER}\nTotal,6305,9.8,,,,{NUMBER}");
    assert_eq!(judged(&two), [(false, 2), (false, 2)]);
}

#[test]
fn json_is_read_by_its_names() {
    let row = |logins: u32| format!(r#"[{{"Tier":"Gold","Logins":{logins},"Rate (%)":12.5,"receipt":"{NUMBER}"}}]"#);
    assert_eq!((judged(&row(1284)), judged(&row(1285))), (vec![(false, 2)], vec![(true, 2)]));
    assert_eq!(judged(&format!("The answer:\n```json\n{}\n```", row(1284))), [(false, 2)]);
    let nested = format!(r#"{{"answer":{{"figure":{{"value":1284}},"receipt":"{NUMBER}"}}}}"#);
    assert_eq!(judged(&nested).len(), 1);
    assert!(matches!(pasted(r#" {"format":"bond-receipt-1"} "#), Pasted::Receipt(_)));
}

#[test]
fn sentences_quote_figures_beside_numbers_that_are_none() {
    let right = format!(
        "In October 2026, Gold had 1,284 logins (12.5 %), of 6,305 in total. From 2026-10-01 to October 31, Q4. \
         Receipt: {NUMBER}."
    );
    assert_eq!(judged(&right), [(false, 3)]);
    assert_eq!(judged(&right.replace("1,284", "1,824")), [(true, 2)]);
    assert_eq!(judged(&format!("El nivel Gold tuvo 1.284 accesos, un 12,5 %. {NUMBER}")), [(false, 2)]);
    // The number alone is of the whole table.
    assert_eq!(judged(NUMBER), [(false, 0)]);
    assert_eq!(whole(&table(), Some(&table())).len(), 6);
    assert_eq!(quotes("Nothing to see, R-0123, xR-0123456789abcdef, 2026-03-01, 3F9A-1C07-BEGG"), []);
    let two = quotes("1,284 logins (r-0123456789ABCDEF), and 12.5 % (3f9a-1c07-be42) in Gold.");
    assert_eq!(two.iter().map(|quote| quote.number.as_str()).collect::<Vec<_>>(), [NUMBER, "3F9A-1C07-BE42"]);
}

#[test]
fn a_forged_figure_in_a_sentence_is_found_however_it_is_written() {
    for (text, is_altered) in [
        // It could be a year, a span of time or the figure of another row.
        ("In 2025 and 2026, Gold had 1284 logins.", false),
        ("Gold had 1999 logins.", true),
        ("Gold had 5,021 logins (12.5 %).", true),
        ("Gold had 1,284 and Silver 5,021 of 6,305 logins.", false),
        ("Gold hatte 1.284 Logins. Mehr waren es mit 5.021 bei Silber.", false),
        ("Of 6,305 logins, Gold had 1,284.", false),
        // Shortened, or with letters behind.
        ("Gold had 1.3k logins, Silver 5k.", false),
        ("Gold had 9.3k logins.", true),
        ("Silver hatte 5 Tsd. Logins am 31. Oktober.", false),
        ("Silver hatte 7 Tsd. Logins.", true),
        ("Silver tuvo 5 mil accesos, un aumento.", false),
        ("Silver tuvo 9 mil accesos.", true),
        ("Gold: 12.5pct", false),
        ("Gold: 14.5pct", true),
        ("Gold:1284", false),
        ("Gold:1285", true),
    ] {
        assert_eq!(judged(&format!("{text} {NUMBER}"))[0].0, is_altered, "{text}");
    }
}

#[test]
fn rows_of_an_answer_have_their_number_below() {
    for (text, altered) in [
        ("Tier | Logins | why\n«Gold» | 1284 | –\n«Silver» | 5021 | –\nTotal | 6305 | –\nReceipt: ", 0),
        // The figures of another row, under a header of one's own as well.
        ("Tier | Logins\n«Gold» | 5021\n«Silver» | 1284\nReceipt: ", 2),
        ("| Level | Sign-ins |\n|:--|--:|\n| **Gold** | 1,284 |\n| Silver | 5,022 |\n", 1),
        ("Gold | 9999\nReceipt: ", 1),
    ] {
        let text = format!("{text}{NUMBER}");
        assert_eq!(judged(&text).iter().filter(|(is_altered, _)| *is_altered).count(), altered, "{text}");
    }
    let said = ["Of 30 tiers.".to_owned()];
    let quote = &quotes(&format!("Of 30 tiers.\n{NUMBER} says 1284, which fell by 12.5."))[0];
    let mut then = table();
    then.rows[0].figures[1] = "-12.5".to_owned();
    assert!(!compare(quote, &then, &said, Some(&then)).is_altered());
    assert!(compare(quote, &then, &[], Some(&then)).is_altered());
}

#[test]
fn what_changed_since_is_told_from_what_was_altered() {
    let (then, mut now) = (table(), table());
    now.rows[0].figures[0] = "1290".to_owned();
    now.rows.remove(1);
    let of = |name: &str, logins: &str| {
        let quote = &quotes(&format!("{name}\t{logins}\t{NUMBER}"))[0];
        let found = compare(quote, &then, &[], Some(&now));
        (found.is_altered(), found.is_outdated(), found.figures.first().and_then(|figure| figure.now.clone()))
    };
    assert_eq!(of("Gold", "1284"), (false, true, Some("1290".to_owned())));
    assert_eq!(of("Silver", "5021"), (false, true, None));
    assert_eq!(of("Total", "6305"), (false, false, Some("6305".to_owned())));
    assert_eq!(of("Total", "6306"), (true, false, None));
}
