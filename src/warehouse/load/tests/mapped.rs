//! Loads of foreign files: the examples of docs/mapping.md, and what is refused.

use super::*;
use crate::turns::of_today;
use crate::warehouse::day::FactDays;
use crate::warehouse::feed::{Column, Kind, TABLES, Type};
use crate::warehouse::mapping::Mapping;
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::mapping::time::TimeZone;

const EXAMPLES: [&str; 4] = ["ledger", "email", "events", "web"];

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mappings").join(name)
}

/// As a program in Paris on 2026-04-01 would load.
pub(super) fn options() -> ImportOptions {
    ImportOptions {
        zone: TimeZone::get("Europe/Paris").expect("a zone"),
        // What most tests load first is of UTC.
        new_time_zone: true,
        member_key: Some(MemberKey([7; 32])),
        fact_days: FactDays { today: Some(date!(2026 - 04 - 01)), ..FactDays::default() },
        ..ImportOptions::default()
    }
}

fn load_example(harness: &Harness, name: &str) -> ImportReport {
    import(&harness.warehouse, &[example(name)], &options(), &()).unwrap_or_else(|error| panic!("{error}"))
}

impl Harness {
    /// The faults of a load of these files, which must leave nothing behind.
    fn mapped_faults(&self, files: &[(&str, &str)]) -> Vec<String> {
        let before = (self.warehouse.data_version(), self.everything());
        let faults = match self.load_with(files, &options()) {
            Err(ImportError::Faults(faults)) => faults,
            other => panic!("{other:?}"),
        };
        assert_eq!(before, (self.warehouse.data_version(), self.everything()), "something was loaded");
        let folder = format!("{}/", self.dir.path().join("feed").display());
        faults.listed().iter().map(|fault| fault.to_string().replace(&folder, "")).collect()
    }
}

#[test]
fn each_documented_mapping_is_the_file_that_is_tested() {
    let guide = include_str!("../../../../docs/mapping.md");
    for name in EXAMPLES {
        let mapping = std::fs::read_to_string(example(name).join("mapping.toml")).expect("a mapping");
        assert!(
            guide.contains(&format!("```toml\n{mapping}```\n")),
            "docs/mapping.md differs from data/mappings/{name}"
        );
    }
}

#[test]
fn the_points_ledger_is_loaded_with_its_umlauts_and_commas() {
    let harness = Harness::new();
    let report = load_example(&harness, "ledger");
    let left_out: Vec<(&str, u64, Option<u64>)> = report
        .files
        .iter()
        .filter(|file| file.file.starts_with("buchungen"))
        .map(|file| (file.table, file.rows, file.left_out))
        .collect();
    assert_eq!(
        left_out,
        [
            ("partners", 3, Some(33)),
            ("offer_categories", 3, Some(33)),
            ("offers", 4, Some(32)),
            ("partner_transactions", 27, Some(9))
        ]
    );
    let one = |sql: &str| harness.texts(sql).join(" | ");
    assert_eq!(
        one(
            "select concat_ws(' ', count(*), sum(redemptions), sum(sales), sum(savings), count(distinct transacted_on),
               count(*) filter (sales < 0), min(transacted_on), max(transacted_on)) from feed.partner_transactions"
        ),
        "27 43 18834.01 3781.36 25 3 2026-03-01 2026-03-31"
    );
    assert_eq!(one("select name from feed.partners order by name"), "Café Müller | Reise Öhler | Sport \"Alpha\"");
    assert_eq!(
        one("select concat_ws(' / ', o.name, p.name, c.name, active_from) from feed.offers o join feed.partners p on p.id = partner_id
             join feed.offer_categories c on c.id = category_id where o.name like '50%'"),
        "50 € Reisegutschein / Reise Öhler / Reise / 2026-01-01"
    );
    assert_eq!(
        one("select concat_ws(' ', member_id, tier_id, lob_id, audience_ids::varchar, eligible_on, source) from feed.members
             join feed.member_keys using (member_key) order by member_id limit 2"),
        "K-10020 1 1 [1] 2025-01-05 Email | K-10027 2 2 [1, 2] 2025-02-06 Website"
    );
}

#[test]
fn the_email_export_is_loaded_without_an_address() {
    let harness = Harness::new();
    load_example(&harness, "email");
    let one = |sql: &str| harness.texts(sql).join(" | ");
    assert_eq!(
        one("select concat_ws(' ', outcome, count(*), count(opened_at), count(clicked_at), count(unsubscribed_at))
             from feed.email_messages group by outcome order by 1"),
        "BOUNCED 2 0 0 0 | DELIVERED 26 16 8 2"
    );
    // 9:00 AM in New York is 15:00 in Paris; from 8 to 29 March the two are five hours apart, and 10:30 PM is the next day.
    assert_eq!(
        one("select concat_ws(' ', name, sent_at) from feed.campaigns order by sent_at"),
        "Spring Points, Double Up 2026-03-03 15:00:00 | Partner News March 2026-03-10 03:30:00 | Win-back 30 Days 2026-03-17 12:15:00"
    );
    // The clicks of the other file are by the same members, a few seconds after the minute of the first click.
    assert_eq!(
        one("select concat_ws(' ', count(*), count(distinct member_key), sum((c.clicked_at - m.clicked_at = interval 5 seconds)::int))
             from feed.email_link_clicks c join feed.email_messages m using (campaign_id, member_key)"),
        "8 5 8"
    );
    assert_eq!(
        one("select concat_ws(' ', count(*), min(length(member_id)), max(length(member_id))) from feed.member_keys"),
        "10 43 43"
    );
    assert_eq!(
        one("select concat_ws(' ', type, name) from feed.user_groups order by 1"),
        "AUDIENCE Everybody | LOB All lines | TIER Gold | TIER Silver"
    );
    for (table, rows) in harness.everything() {
        assert!(
            !rows.iter().any(|row| row.to_lowercase().contains("example.com") && !row.contains("https://")),
            "{table}"
        );
        assert!(!rows.iter().any(|row| row.to_lowercase().contains("ann.lee")), "{table}");
    }
}

#[test]
fn the_web_export_is_loaded_with_its_thousands_and_accents() {
    let harness = Harness::new();
    let report = load_example(&harness, "web");
    assert_eq!(report.files.iter().map(|file| file.left_out).collect::<Vec<_>>(), [Some(1), Some(0)]);
    let one = |sql: &str| harness.texts(sql).join(" | ");
    assert_eq!(
        one("select concat_ws(' ', count(*), sum(sessions), sum(pageviews), sum(duration_seconds),
               sum(sessions) filter (visitor_type = 'NEW')) from feed.web_sessions"),
        "32 41653 149773 4836674 15139"
    );
    assert_eq!(
        one("select distinct concat_ws(' ', source, screen_resolution) from feed.web_sessions order by 1"),
        "Direct 390x844 | Email 412x915 | Organic Search 1920x1080 | Paid Search 1536x864"
    );
    assert_eq!(one("select concat_ws(' ', count(*), sum(searches)) from feed.site_searches"), "18 757");
    assert_eq!(one("select distinct query from feed.site_searches where query like 'h%'"), "hôtel à Nîmes");
}

#[test]
fn names_keep_their_ids_from_load_to_load_and_a_refused_load_gives_none() {
    let harness = Harness::new();
    let mapping = "[[file]]\nname = \"x*.csv\"\n[[file.table]]\nname = \"partners\"\ndistinct = \"same\"\n[file.table.columns]\nid = { column = \"P\", ids = true }\nname = \"P\"\n";
    let load = |rows: &str| harness.load_with(&[("mapping.toml", mapping), ("x.csv", rows)], &options());
    let ids = || harness.texts("select concat_ws(' ', id, name) from feed.partners order by id");
    load("P\nB\nA\nB\n").expect("two names");
    assert_eq!(ids(), ["1000000001 B", "1000000002 A"]);
    assert!(load(&format!("P\nC\n{}\n", "x".repeat(201))).is_err());
    load("P\nD\nA\n").expect("another name");
    assert_eq!(ids(), ["1000000001 B", "1000000002 A", "1000000003 D"]);
    // Rows in two files of one load are the same rows.
    let two = [("mapping.toml", mapping), ("x.csv", "P\nE\n"), ("x2.csv", "P\nE\nF\n")];
    assert_eq!(harness.load_with(&two, &options()).expect("two files").rows, 2);
}

#[test]
fn faults_name_the_line_and_column_of_the_original_file() {
    let harness = Harness::with_base();
    let of = |file: &str, columns: &str, tables: &str| {
        format!(
            "[[file]]\nname = \"x.txt\"\n{file}\n[[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\n{columns}\n{tables}"
        )
    };
    let all = "member_id = \"Who\"\noffer_id = { value = \"1\" }\ntransacted_on = \"Day\"\nredemptions = \"N\"\nsales = \"Sum\"\nsavings = { value = \"0\" }";
    let german = of("separator = \";\"\ndate = \"%d.%m.%Y\"\ndecimal = \",\"\nskip_lines = 1", all, "");
    let hashed = german.replace("\"Who\"", "{ column = \"Who\", hash = true }");
    let listed = german.replace("\"N\"", "{ column = \"N\", values = { \"one\" = \"1\" } }");
    let head = "title\nWho;Day;N;Sum\n";
    let lines = |rows: &str| format!("{head}{rows}");
    for (mapping, text, wanted) in of_today([
        (
            &german,
            lines("M1;01.02.2024;1;1.5\n"),
            vec!["x.txt:3:Sum: \"1.5\" is not a number with ',' before decimals"],
        ),
        (
            &german,
            lines("M1;2024-02-01;1;1,5\n"),
            vec!["x.txt:3:Day: \"2024-02-01\" is not a date or time in the form %d.%m.%Y"],
        ),
        (
            &german.replacen("date = \"%d.%m.%Y\"\n", "", 1),
            lines("M1;01.02.2024;1;1,5\n"),
            vec![
                "x.txt:3:Day: \"01.02.2024\" is not a date as YYYY-MM-DD; set format for transacted_on in the mapping, such as \"%d.%m.%Y\"",
            ],
        ),
        (
            &german,
            lines("M1;01.02.2024;1;1,555\nM1;\"01.02.2024\n\";1;1\nM1;01.02.2024;x;1\n"),
            vec![
                "x.txt:3:Sum: \"1,555\" is not an amount with at most 2 decimals, such as 1234.50",
                "x.txt:6:N: \"x\" is not a number with ',' before decimals",
            ],
        ),
        (
            &german,
            lines("M1;01.02.2027;1;1\n"),
            vec![
                "x.txt:3:Day: \"01.02.2027\" is after today, 2026-04-01; correct it (the setting days_ahead allows days ahead)",
            ],
        ),
        (&german, lines("M1;01.02.2024;;1\n"), vec!["x.txt:3:N: the value is missing; this column may not be empty"]),
        (&german, lines("M1;01.02.2024;1\n"), vec!["x.txt:3: 3 fields, but the header has 4"]),
        (
            &german,
            lines("M9;01.02.2024;1;1\n"),
            vec![
                "x.txt:3:Who: \"M9\" is not in members; load members first, or say in the mapping what becomes of unknown_members, under [program]",
            ],
        ),
        (
            &german,
            lines("ann@example.org;01.02.2024;1;1\n"),
            vec![
                "x.txt:3:Who: a member_id must not be an email address; send an id that says nothing about the person",
            ],
        ),
        (
            &german,
            lines("Ann\u{7}Lee;01.02.2024;1;1\n"),
            vec![
                "x.txt:3:Who: the value (not shown, because it may be personal) contains a control character; remove it",
            ],
        ),
        (
            &german,
            lines("M1;ann@example.org;1;1\n"),
            vec![
                "x.txt:3:Day: the value (not shown, because it may be personal) is not a date or time in the form %d.%m.%Y",
            ],
        ),
        (
            &listed,
            lines("M1;01.02.2024;two;1\n"),
            vec![
                "x.txt:3:N: \"two\" is not among the values of the mapping; add it there, or say what becomes of others with otherwise",
            ],
        ),
        (
            &hashed,
            lines("ann@example.org;01.02.2024;1;1\n"),
            vec![
                "x.txt:3:Who: \"H0BDL8WVlOVi2iO7UuJ5yhXk-SLwDh8gYZy4SIub\"... is not in members; load members first, or say in the mapping what becomes of unknown_members, under [program]",
            ],
        ),
        (
            &german,
            "title\nWho;Day;Sum\nM1;01.02.2024;1\n".to_owned(),
            vec!["mapping.toml:13: x.txt has no column \"N\"; its columns are \"Who\", \"Day\", \"Sum\""],
        ),
        (
            &german,
            "title\nWho;Day;N;N;Sum\n".to_owned(),
            vec!["mapping.toml:13: x.txt has two columns \"N\"; rename one of them"],
        ),
        (
            &german,
            "title\n".to_owned(),
            vec!["x.txt: the file ends before line 2, which must contain the names of the columns"],
        ),
        (
            &of("encoding = \"utf-16\"", all, ""),
            "Who".to_owned(),
            vec![
                "x.txt:1: the bytes are not UTF-16LE; set encoding under [[file]] in the mapping to that of the file, such as \"windows-1252\"",
            ],
        ),
        (
            &of("", "", ""),
            "Who\n1\n".to_owned(),
            vec![
                "mapping.toml:4: x.txt has nothing for member_id of partner_transactions; name its column in columns; the file's are \"Who\"",
            ],
        ),
        (
            &of("", all, "[[file]]\nname = \"*.txt\"\n[[file.table]]\nname = \"logins\""),
            "Who\n".to_owned(),
            vec!["mapping.toml:13: x.txt is already described on line 1; change one of the two names"],
        ),
        (&of("colour = 1", all, ""), "Who\n".to_owned(), vec!["mapping.toml:3:1: unknown field `colour`"]),
    ]) {
        let found = harness.mapped_faults(&[("mapping.toml", mapping), ("x.txt", &text)]);
        assert_eq!(found.len(), if wanted[0].contains("has nothing") { 6 } else { wanted.len() }, "{found:?}");
        for (found, wanted) in found.iter().zip(&wanted) {
            let exact = found == wanted || wanted.contains("unknown field") && found.starts_with(wanted);
            assert!(exact, "{found}\n{wanted}");
            assert!(!found.contains("ann@") && !found.contains("Lee"), "{found}");
        }
    }
    let refused = harness.load(&[("mapping.toml", &hashed), ("x.txt", head)]).expect_err("no key");
    assert!(refused.to_string().ends_with("mapping.toml hashes ids, but this load has no key for them"), "{refused}");
}

/// Offers' purchases by a mapping of x.csv, whose rules differ.
fn purchases(file: &str, sales: &str) -> String {
    format!(
        "[[file]]\nname = \"x.csv\"\n{file}\n[[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\n\
         member_id = \"who\"\noffer_id = {{ value = \"1\" }}\ntransacted_on = {{ value = \"2024-02-01\" }}\n\
         redemptions = {{ column = \"n\", default = \"one\", values = {{ \"one\" = \"1\", \"two\" = \"2\" }} }}\n\
         sales = {sales}\nsavings = {{ value = \"0\" }}\n"
    )
}

#[test]
fn a_default_passes_the_steps_after_it() {
    let harness = Harness::with_base();
    let amount = "{ column = \"sum\", default = \"$1,50\", decimal = \",\", remove = [\"$\"] }";
    let files = [("mapping.toml", &*purchases("", amount)), ("x.csv", "who,n,sum\nM1,two,\"$3,00\"\nM1,,\n")];
    harness.load_with(&files, &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        harness.texts("select concat_ws(' ', redemptions, sales) from feed.partner_transactions where transacted_on = date '2024-02-01' order by 1"),
        ["1 1.50", "2 3.00"]
    );
    // An id that is given to the default, as to any name.
    let mapping = "[[file]]\nname = \"p.csv\"\n[[file.table]]\nname = \"partners\"\ndistinct = \"same\"\n[file.table.columns]\nid = { column = \"P\", default = \"Other\", ids = true }\nname = { column = \"P\", default = \"Other\" }\n";
    harness.load_with(&[("mapping.toml", mapping), ("p.csv", "P,x\n,1\nA,2\n")], &options()).expect("two names");
    assert_eq!(
        harness.texts("select concat_ws(' ', id, name) from feed.partners where id > 1000000000 order by id"),
        ["1000000001 Other", "1000000002 A"]
    );
    for (rule, wanted) in [
        ("{ column = \"n\", default = \"3\", decimal = \",\", thousands = \".\" }", ""),
        (
            "{ column = \"n\", default = \"1.5\", decimal = \",\" }",
            "the default \"1.5\" is not in the form of the column",
        ),
        (
            "{ column = \"n\", default = \"1\", values = { \"one\" = \"1\" } }",
            "the default \"1\" is not among the values",
        ),
        ("{ column = \"n\", default = \"1\", values = { \"one\" = \"1\" }, otherwise = \"keep\" }", ""),
    ] {
        let found = Mapping::parse("m", &purchases("", rule)).map(|_| ()).map_err(|faults| faults[0].what.clone());
        match wanted {
            "" => assert_eq!(found, Ok(()), "{rule}"),
            wanted => assert!(found.expect_err(rule).contains(wanted), "{rule}"),
        }
    }
}

#[test]
fn amounts_of_bookkeeping_are_read_without_what_their_column_removes() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"x.csv\"\ndecimal = \",\"\nremove = [\"EUR\"]\n[[file.table]]\nname = \"partner_transactions\"\n\
                   [file.table.columns]\nmember_id = \"who\"\noffer_id = { value = \"1\" }\n\
                   transacted_on = { value = \"2024-02-01\" }\nredemptions = { value = \"0\" }\nsales = \"sum\"\n\
                   savings = { column = \"off\", remove = [\"$\", \"off\"] }\n";
    let rows = "who,sum,off\nM1,\"EUR (3,00)\",\"$1,00-\"\nM1,\"3,50- EUR\",\"2,00 off\"\n";
    harness
        .load_with(&[("mapping.toml", mapping), ("x.csv", rows)], &options())
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        harness.texts("select concat_ws(' ', sales, savings) from feed.partner_transactions where transacted_on = date '2024-02-01' order by 1"),
        ["-3.00 -1.00", "-3.50 2.00"]
    );
    // The column's own list stands in place of the file's.
    let found = harness.mapped_faults(&[("mapping.toml", mapping), ("x.csv", "who,sum,off\nM1,1,EUR 1\n")]);
    assert_eq!(found, ["x.csv:2:off: \"EUR 1\" is not a number with ',' before decimals"]);
}

#[test]
fn text_is_cut_last_and_keeps_whole_letters() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"p.csv\"\n[[file.table]]\nname = \"partners\"\n[file.table.columns]\nid = \"id\"\n\
                   name = { column = \"name\", cut = 4, values = { \"n/a\" = \"unknown\" }, otherwise = \"keep\" }\n";
    let rows = "id,name\n71,n/a\n72,Cafe\u{301} Mu\u{308}ller\n73,abc def\n74,abc\n";
    harness
        .load_with(&[("mapping.toml", mapping), ("p.csv", rows)], &options())
        .unwrap_or_else(|error| panic!("{error}"));
    let names = "select name from feed.partners where id > 70 order by id";
    assert_eq!(harness.texts(names), ["unkn", "Caf\u{e9}", "abc", "abc"]);
}

#[test]
fn rows_that_are_left_out_are_not_checked() {
    let harness = Harness::with_base();
    let logins = "[[file.table]]\nname = \"logins\"\nwhere = { type = [\"LOGIN\"] }\n[file.table.columns]\nmember_id = \"who\"\nlogged_in_at = \"when\"\n";
    let searches = "[[file.table]]\nname = \"site_searches\"\nwhere = { type = [\"SEARCH\"] }\n[file.table.columns]\ndate = \"when\"\nquery = \"who\"\nsearches = { value = \"1\" }\n";
    let both = format!("[[file]]\nname = \"x.csv\"\n{logins}{searches}");
    let rows = "type,who,when\nLOGIN,M1,2024-02-01 10:00:00\nSEARCH,shoes,2024-02-01\nTOTAL,2\nNOTE,a,b,c,d\n";
    let report = harness.load_with(&[("mapping.toml", &*both), ("x.csv", rows)], &options());
    assert_eq!(report.unwrap_or_else(|error| panic!("{error}")).rows, 2);
    // Not even values that are wrong in themselves.
    let sums = "[[file]]\nname = \"x.csv\"\n[[file.table]]\nname = \"partners\"\nwhere_not = { type = \"TOTAL\" }\n\
                [file.table.columns]\nid = { column = \"type\", values = { \"A\" = \"81\" } }\nname = \"who\"\n";
    let totals = format!("type,who\nA,Shop\nTOTAL,\nTOTAL,{}\n", "x".repeat(300));
    let report = harness.load_with(&[("mapping.toml", sums), ("x.csv", totals.as_str())], &options());
    assert_eq!(report.unwrap_or_else(|error| panic!("{error}")).rows, 1);
    // A row that one of the tables takes is checked, and named once.
    for row in ["LOGIN,M1", "SEARCH,M1"] {
        let rows = format!("{rows}{row}\n");
        let found = harness.mapped_faults(&[("mapping.toml", &both), ("x.csv", &rows)]);
        assert_eq!(found, ["x.csv:6: 2 fields, but the header has 3"], "{row}");
    }
    let everything =
        both.replace("where = { type = [\"LOGIN\"] }\n", "").replace("where = { type = [\"SEARCH\"] }\n", "");
    let found = harness.mapped_faults(&[("mapping.toml", &everything), ("x.csv", "type,who,when\nx\n")]);
    assert_eq!(found, ["x.csv:2: 1 field, but the header has 3"]);
}

#[test]
fn the_mapping_decides_which_row_is_first() {
    let harness = Harness::with_base();
    let members = |file: &str, tier: &str| {
        format!(
            "[[file]]\nname = \"{file}\"\n[[file.table]]\nname = \"members\"\ndistinct = \"first\"\n[file.table.columns]\nmember_id = \"id\"\n\
             tier_id = {tier}\nlob_id = {{ value = \"1\" }}\naudience_ids = {{ value = \"1\" }}\neligible_on = {{ value = \"2020-01-01\" }}\nsource = {{ value = \"x\" }}\n"
        )
    };
    let mapping = members("crm.csv", "\"tier\"") + &members("buyers.csv", "{ value = \"1\" }");
    let files = [("mapping.toml", &*mapping), ("buyers.csv", "id\nN1\nN2\n"), ("crm.csv", "id,tier\nN1,2\n")];
    harness.load_with(&files, &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        harness.texts("select concat_ws(' ', member_id, tier_id) from feed.members m join feed.member_keys k using (member_key) where member_id in ('N1', 'N2') order by 1"),
        ["N1 2", "N2 1"]
    );
}

#[test]
fn letters_and_their_marks_are_one_however_they_are_written() {
    let harness = Harness::new();
    let (composed, decomposed) = ("Caf\u{e9}", "Cafe\u{301}");
    let mapping = format!(
        "[[file]]\nname = \"{composed}*.csv\"\n[[file.table]]\nname = \"partners\"\ndistinct = \"same\"\nwhere_not = {{ \"{composed}\" = \"{composed} x\" }}\n[file.table.columns]\nid = {{ column = \"{composed}\", ids = true }}\nname = \"{composed}\"\n"
    );
    let rows = format!("{decomposed},n\n{composed},1\n{decomposed},2\n{decomposed} x,3\n");
    let files = [("mapping.toml", &*mapping), (&*format!("{decomposed}1.csv"), &rows)];
    harness.load_with(&files, &options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(harness.texts("select concat_ws(' ', id, name) from feed.partners"), [format!("1000000001 {composed}")]);
}

/// What a program kept as floating point: ids, and sums that are nearly 0.
#[test]
fn binary_numbers_are_ids_and_amounts() {
    let harness = Harness::with_base();
    let rule = |round: &str| {
        format!(
            "[[file]]\nname = \"p.parquet\"\n[[file.table]]\nname = \"members\"\n[file.table.columns]\nmember_id = \"who\"\n\
             tier_id = \"tier\"\nlob_id = {{ value = \"1\" }}\naudience_ids = {{ value = \"1\" }}\neligible_on = {{ value = \"2020-01-01\" }}\n\
             source = {{ value = \"x\" }}\n[[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\nmember_id = \"who\"\n\
             offer_id = {{ value = \"1\" }}\ntransacted_on = {{ value = \"2024-02-01\" }}\nredemptions = {{ value = \"1\" }}\n\
             sales = {{ column = \"amount\"{round} }}\nsavings = {{ value = \"0\" }}\n"
        )
    };
    let folder = harness.dir.path().join("parquet");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("mapping.toml"), rule(", round = true")).expect("written");
    let conn = Connection::open_in_memory().expect("DuckDB opens");
    conn.execute_batch(&format!(
        "copy (select 4500000000123::double as who, 1::float as tier, 0.1::double + 0.2::double - 0.3::double as amount)
         to '{}' (format parquet)",
        folder.join("p.parquet").display()
    ))
    .expect("a file");
    import(&harness.warehouse, &[folder], &options(), &()).unwrap_or_else(|error| panic!("{error}"));
    let found = "select concat_ws(' ', member_id, sales) from feed.partner_transactions join feed.member_keys using (member_key)
                 where transacted_on = date '2024-02-01'";
    assert_eq!(harness.texts(found), ["4500000000123 0.00"]);
}

#[test]
fn hashed_ids_that_differ_in_capitals_only_are_pointed_out() {
    let members = |case: &str| {
        format!(
            "[[file]]\nname = \"p.csv\"\n[[file.table]]\nname = \"members\"\ndistinct = \"first\"\n[file.table.columns]\n\
             member_id = {{ column = \"mail\", hash = true{case} }}\ntier_id = {{ value = \"1\" }}\nlob_id = {{ value = \"1\" }}\n\
             audience_ids = {{ value = \"1\" }}\neligible_on = {{ value = \"2020-01-01\" }}\nsource = {{ value = \"x\" }}\n"
        )
    };
    let rows = "mail,n\nAnn@x.org,1\nann@x.org ,2\nANN@X.ORG,3\nZo\u{eb}@x.org,4\nZoe\u{308}@x.org,5\nbob@x.org,6\n";
    for (case, count, warned) in [("", 5, true), (", case = \"lower\"", 3, false)] {
        let harness = Harness::with_base();
        let before: usize = harness.texts("select count(*)::varchar from feed.members")[0].parse().expect("a number");
        let report = harness.load_with(&[("mapping.toml", &*members(case)), ("p.csv", rows)], &options());
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        let after: usize = harness.texts("select count(*)::varchar from feed.members")[0].parse().expect("a number");
        assert_eq!(after - before, count, "{case}");
        let says = report
            .warnings
            .iter()
            .any(|said| said.starts_with("2 hashed member ids differ from another in capitals only"));
        assert_eq!(says, warned, "{:?}", report.warnings);
    }
}

#[test]
fn what_is_wrong_says_a_way_out() {
    let harness = Harness::with_base();
    let mapping = purchases("", "\"sum\"")
        .replace("{ column = \"n\", default = \"one\", values = { \"one\" = \"1\", \"two\" = \"2\" } }", "\"n\"");
    let found = harness.mapped_faults(&[("mapping.toml", &mapping), ("x.csv", "who,n,sum\nM1,-1,-3\n")]);
    assert_eq!(
        found,
        [
            "x.csv:2:n: \"-1\" is not a whole number, 0 or more; a return is a row with 0 redemptions and negative sales and savings"
        ]
    );
    // The folder of the files is in no message.
    let folder = harness.dir.path().join("feed").display().to_string();
    let refused =
        harness.load_with(&[("a.csv", "x\n"), ("b.csv", "x\n")], &options()).expect_err("no feed files").to_string();
    assert!(refused.starts_with("a.csv is not a feed file: there is no table \"a\""), "{refused}");
    assert!(refused.contains("\nb.csv is not a feed file either\nother files need a mapping"), "{refused}");
    assert!(!refused.contains(&folder), "{refused}");
    std::fs::write(harness.dir.path().join("latin.csv"), b"who,n,sum\nM1,1,Caf\xe9\n").expect("written");
    std::fs::write(harness.dir.path().join("m.toml"), mapping.replace("x.csv", "latin.csv")).expect("written");
    let given = MappingFile::read(&harness.dir.path().join("m.toml")).expect("a mapping");
    let with = ImportOptions { mapping: Some(given), ..options() };
    let refused =
        import(&harness.warehouse, &[harness.dir.path().join("latin.csv")], &with, &()).expect_err("another encoding");
    let said =
        "latin.csv:2:sum: the bytes are not UTF-8; set encoding under [[file]] in the mapping to that of the file";
    assert!(refused.to_string().contains(said), "{refused}");
}

#[test]
fn a_mapping_beside_feed_files_leaves_them_as_they_are() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = [\"a-*.txt\", \"b.txt\"]\n[[file.table]]\nname = \"logins\"\n[file.table.columns]\nmember_id = \"m\"\nlogged_in_at = { column = \"t\", format = \"unix\" }\n[[file]]\nname = \"none.txt\"\n[[file.table]]\nname = \"logins\"\n";
    let files = [
        ("mapping.toml", mapping),
        ("a-1.txt", "m,t\nM1,1709287200\n\n"),
        ("b.txt", "t,m\n1709287260,M2\n"),
        ("logins.csv", "member_id,logged_in_at\nM1,2024-03-01 10:59:00\n"),
        ("notes.txt", "nothing"),
    ];
    let report = harness.load_with(&files, &options()).expect("a load");
    assert_eq!(
        report.files.iter().map(|file| file.file.as_str()).collect::<Vec<_>>(),
        ["logins.csv", "a-1.txt", "b.txt"]
    );
    assert_eq!(report.warnings.len(), 1, "{:?}", report.warnings);
    assert!(report.warnings[0].ends_with("mapping.toml:8: there is no file none.txt"), "{:?}", report.warnings);
    assert_eq!(
        harness.texts(
            "select logged_in_at::varchar from feed.logins where logged_in_at > timestamp '2024-03-01' order by 1"
        ),
        ["2024-03-01 10:59:00", "2024-03-01 11:00:00", "2024-03-01 11:01:00"]
    );
    let again = harness.load_with(&files, &options()).expect("an answer");
    assert!(again.already_loaded);
    let other = mapping.replace("none", "neither");
    let files = [("mapping.toml", other.as_str()), files[1], files[2], files[3]];
    assert!(!harness.load_with(&files, &options()).expect("another mapping").already_loaded);
}

#[test]
fn days_that_a_person_would_doubt_are_refused() {
    let harness = Harness::with_base();
    let days = |first, ahead| ImportOptions {
        fact_days: FactDays { first, today: Some(date!(2024 - 03 - 10)), ahead },
        ..ImportOptions::default()
    };
    let login = |at: &str| format!("member_id,logged_in_at\nM1,{at}\n");
    let load = |at: &str, options: &ImportOptions| {
        harness.load_with(&[("logins.csv", &login(at))], options).map(|_| ()).map_err(|error| error.to_string())
    };
    let (default, ahead) = (days(date!(2000 - 01 - 02), 0), days(date!(2024 - 02 - 01), 3));
    for (at, options, wanted) in [
        (
            "2024-03-11 00:00:00",
            &default,
            "logins.csv:2:logged_in_at: \"2024-03-11 00:00:00\" is after today, 2024-03-10; correct it (the setting days_ahead allows days ahead)\n1 fault; nothing was loaded",
        ),
        (
            "2024-03-14 00:00:00",
            &ahead,
            "logins.csv:2:logged_in_at: \"2024-03-14 00:00:00\" is after 2024-03-13, more than 3 days ahead of today (setting days_ahead)\n1 fault; nothing was loaded",
        ),
        (
            "2024-01-31 23:59:59",
            &ahead,
            "logins.csv:2:logged_in_at: \"2024-01-31 23:59:59\" is before 2024-02-01, the first day that the setting first_day allows\n1 fault; nothing was loaded",
        ),
    ] {
        assert_eq!(load(at, options), Err(wanted.to_owned()));
    }
    let through = || harness.texts("select last_day::varchar from main.loaded where table_name = 'logins'");
    for (at, options, last) in [
        ("2024-03-10 23:59:59", &default, "8834"),
        ("2024-03-13 23:59:59", &ahead, "8834"),
        ("2024-03-09 10:00:00", &default, "8834"),
        ("2024-02-01 00:00:00", &ahead, "8834"),
    ] {
        assert_eq!(load(at, options), Ok(()));
        // 2024-03-09, or before it the day that is loaded.
        assert_eq!(through(), [last], "data never reach beyond yesterday");
    }
    // What is planned may lie ahead, and an offer may be valid for years.
    let ahead = [
        ("offers.csv", "id,name,partner_id,category_id,active_from,active_to\n1,A,1,1,2024-05-01,2031-01-01\n"),
        ("email_schedule.csv", "date,audience,enrollment_status,notes\n2024-09-01,All,Registered,\n"),
    ];
    harness.load_with(&ahead, &default).expect("dates of reference tables");
    // An offer or a poll that ends before it begins.
    let ends = [
        ("offers.csv", "id,name,partner_id,category_id,active_from,active_to\n1,A,1,1,2024-05-01,2024-04-30\n"),
        ("polls.csv", "id,question,opened_on,closed_on\n1,Why?,2024-05-01,2024-04-30\n"),
    ];
    let faults = harness.faults(&ends);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("2024-04-30 is before")), "{faults:?}");
}

/// The copies of a load's files lie in one folder, and recovery loads that.
#[test]
fn two_folders_with_files_or_mappings_of_one_name_are_refused() {
    let harness = Harness::with_base();
    let login = "member_id,logged_in_at\nM1,2026-03-01 10:00:00\n";
    let mapping = |name: &str| format!("[[file]]\nname = \"{name}.txt\"\n[[file.table]]\nname = \"logins\"\n");
    let load = |one: &[(&str, &str)], other: &[(&str, &str)]| {
        let folders = ["one", "other"].map(|name| harness.dir.path().join(name));
        for (folder, files) in folders.iter().zip([one, other]) {
            let _ = std::fs::remove_dir_all(folder);
            std::fs::create_dir(folder).expect("a folder");
            for (name, text) in files {
                std::fs::write(folder.join(name), text).expect("written");
            }
        }
        import(&harness.warehouse, &folders, &options(), &()).map_err(|error| error.to_string())
    };
    let (a, b) = (mapping("a"), mapping("b"));
    let refused = load(&[("logins.csv", login)], &[("logins.csv", login)]).expect_err("the same name");
    assert!(refused.contains("one/logins.csv too; rename one of the two"), "{refused}");
    let refused = load(&[("a.txt", login), ("mapping.toml", &a)], &[("b.txt", login), ("mapping.toml", &b)]);
    assert!(refused.expect_err("two mappings").contains("another folder of this load has another mapping"));
    let other = login.replace("10:00", "11:00");
    let all = "[[file]]\nname = \"*.txt\"\n[[file.table]]\nname = \"logins\"\n";
    let report = load(&[("a.txt", login), ("mapping.toml", all)], &[("b.txt", &other), ("mapping.toml", all)]);
    let report = report.expect("the same mapping twice");
    assert_eq!((report.rows, report.mappings.len()), (2, 1));
}

/// A row for each table that has dates, with the same day in each of them; `{day}` is that day.
const DATED: &[(&str, &str)] = &[
    ("members", "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,{day},Email\n"),
    ("memberships", "member_id,type,id,from,until\nM1,TIER,1,{day},{day}\n"),
    ("offers", "id,name,partner_id,category_id,active_from,active_to\n1,A,1,1,{day},{day}\n"),
    (
        "campaigns",
        "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n1,A,1,S,,https://a.example,{day} 10:00:00\n",
    ),
    ("articles", "id,title,category,published_on\n1,A,B,{day}\n"),
    ("polls", "id,question,opened_on,closed_on\n1,Why?,{day},{day}\n"),
    ("logins", "member_id,logged_in_at\nM1,{day} 10:00:00\n"),
    ("offer_interactions", "member_id,offer_id,occurred_at,kind\nM1,1,{day} 10:00:00,VIEW\n"),
    ("partner_transactions", "member_id,offer_id,transacted_on,redemptions,sales,savings\nM1,1,{day},1,1,1\n"),
    (
        "email_messages",
        "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n\
         1,M1,{day} 10:00:00,DELIVERED,{day} 11:00:00,{day} 11:00:00,{day} 11:00:00,{day} 11:00:00\n",
    ),
    ("email_link_clicks", "campaign_id,member_id,link,clicked_at\n1,M1,https://a.example,{day} 10:00:00\n"),
    ("email_schedule", "date,audience,enrollment_status,notes\n{day},All,Registered,\n"),
    (
        "web_sessions",
        "date,source,device_category,browser,operating_system,screen_resolution,visitor_type,sessions,pageviews,\
         duration_seconds\n{day},Direct,desktop,A,B,1x1,NEW,1,1,1\n",
    ),
    ("site_searches", "date,query,searches\n{day},a,1\n"),
    ("article_views", "member_id,article_id,viewed_at\nM1,1,{day} 10:00:00\n"),
    ("content_actions", "member_id,occurred_at,action,type,page\nM1,{day} 10:00:00,SHARE,Offer,/a\n"),
    ("poll_answers", "poll_id,option_index,member_id,answered_at\n1,1,M1,{day} 10:00:00\n"),
    ("csat_responses", "member_id,responded_at,score\nM1,{day} 10:00:00,5\n"),
    ("fa_activity", "month,level\n{day},50\n"),
];

/// The columns of a table that have a date or a time.
fn dated(table: &str) -> Vec<&'static str> {
    let table = TABLES.iter().find(|known| known.name == table).expect("a table");
    let has_day = |column: &&Column| matches!(column.kind, Type::Date | Type::Month | Type::Time);
    table.columns.iter().filter(has_day).map(|column| column.name).collect()
}

#[test]
fn every_date_of_every_table_is_checked() {
    let names: Vec<&str> = DATED.iter().map(|(table, _)| *table).collect();
    let all: Vec<&str> = TABLES.iter().map(|table| table.name).filter(|table| !dated(table).is_empty()).collect();
    assert_eq!(names, all, "each table with dates has a row here");
    let harness = Harness::new();
    let (first, today) = (date!(2024 - 02 - 01), Some(date!(2024 - 03 - 10)));
    let options = ImportOptions { fact_days: FactDays { first, today, ahead: 0 }, ..ImportOptions::default() };
    let doubted = |table: &str, row: &str, day: &str, wanted: &str| -> Vec<String> {
        let file = format!("{table}.csv");
        match harness.load_with(&[(&file, &row.replace("{day}", day))], &options) {
            Err(ImportError::Faults(faults)) => {
                let of_line = |fault: &&Fault| fault.line == Some(2) && fault.what.contains(wanted);
                faults.listed().iter().filter(of_line).filter_map(|fault| fault.column.clone()).collect()
            }
            other => panic!("{table}: {other:?}"),
        }
    };
    for (table, row) in DATED {
        assert_eq!(doubted(table, row, "2024-01-01", "is before 2024-02-01"), dated(table), "{table}");
        let kind = TABLES.iter().find(|known| known.name == *table).expect("a table").kind;
        if matches!(kind, Kind::Days { .. }) {
            assert_eq!(doubted(table, row, "2024-04-01", "is after today"), dated(table), "{table}");
        }
    }
    // Where the program does not say when it began, an offer may be as old as it likes.
    let default = ImportOptions { fact_days: FactDays { today, ..FactDays::default() }, ..options.clone() };
    let old = DATED.iter().find(|(table, _)| *table == "articles").expect("articles").1.replace("{day}", "1995-01-01");
    harness.load_with(&[("articles.csv", &old)], &default).expect("an old article");
}
