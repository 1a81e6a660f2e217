//! Files whose tables and lists have the figures of the compared period: they are those of the calls for its days.

use bond::figures::Unit;
use bond::screens::{BREAKDOWNS, Field, Shape};
use bond::store::audit::AuditFilter;
use bond::store::roles::ADMIN;
use serde_json::{Value, json};

use super::exports::{cover, sheets, text_of_pdf, with};
use super::{Answer, Program, TestApp};

const XLSX: &str = "/api/v1/export/xlsx";
const CSV: &str = "/api/v1/export/csv";
const PDF: &str = "/api/v1/export/pdf";
const LOGINS: &str = "api/v1/dashboard/users/logins";

/// The cells of a table of commas, without its header.
fn cells(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::ReaderBuilder::new().from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let header = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let row = |row: Result<csv::StringRecord, csv::Error>| row.expect("a row").iter().map(str::to_owned).collect();
    (header, reader.records().map(row).collect())
}

/// The rows of an answer at both levels, by their texts.
fn flat(data: &Value, texts: &[&str]) -> Vec<(Vec<String>, Value)> {
    let mut all = Vec::new();
    for row in data.as_array().expect("rows") {
        if let Some(pair) = row.as_array() {
            let text = pair[0].as_str().expect("a text").to_owned();
            all.push((vec![text], json!({ "count": pair[1] })));
            continue;
        }
        let text = |row: &Value| -> Vec<String> {
            texts.iter().map(|name| row[*name].as_str().expect("a text").to_owned()).collect()
        };
        all.push((text(row), row.clone()));
        for part in row["records"].as_array().into_iter().flatten() {
            all.push(([text(row), text(part)].concat(), part.clone()));
        }
    }
    all
}

#[test]
fn the_compared_figures_are_those_of_the_calls_for_the_days_before() {
    let program = Program::shared();
    let filter = json!({
        "startDate": "2025-02-01", "endDate": "2025-03-10", "comparison": "SELECTED_DATES",
        "comparisonStartDate": "2024-03-01", "comparisonEndDate": "2024-04-30", "viewByH1": "TIER", "viewByH2": "LOB",
    });
    let before = json!({ "startDate": "2024-03-01", "endDate": "2024-04-30", "viewByH1": "TIER", "viewByH2": "LOB" });
    let (mut changes, mut absent) = (0, 0);
    for (path, id) in [
        (LOGINS, "LOGINS_TABLE"),
        ("api/v1/offer/dashboard/partners", "PARTNERS"),
        ("api/v1/offer/dashboard/uniqueInteraction", "OFFERS"),
        ("api/v1/content/dashboard/articles", "ARTICLES_VISITED"),
        ("api/v1/website/dashboard/onSiteSearches", "searchTerms"),
    ] {
        let breakdown = BREAKDOWNS.iter().find(|of| of.path == path).expect("declared");
        let block = breakdown.blocks.iter().find(|block| block.id == id).expect("declared");
        let answer = |filter: &Value| match breakdown.unwrapped {
            true => program.post(&format!("/{path}/breakdowns"), filter),
            false => program.post(&format!("/{path}/breakdown/{id}"), filter),
        };
        let data = |answer: &Value| answer[if breakdown.unwrapped { id } else { "data" }].clone();
        let (texts, fields, is_list): (&[&str], &[Field], bool) = match &block.shape {
            Shape::Table(fields) => (&["name"], fields, false),
            Shape::List(list) => (&["name"], list.fields, true),
            Shape::Pairs(list) => (&["query"], list.fields, true),
            shape => panic!("{shape:?}"),
        };
        let (answer, earlier) = (answer(&filter), answer(&before));
        let (now, then) = (flat(&data(&answer), texts), flat(&data(&earlier), texts));
        let is_partial =
            |field: &Field| earlier["partial"].as_array().into_iter().flatten().any(|partial| partial == field.name);
        let body = with(&filter, json!({ "screen": path, "block": id, "compared": [id] }));
        let (header, rows) = cells(&program.call(CSV, &body).text);
        let levels = if is_list { 1 } else { 2 };
        assert_eq!(header.len(), levels + 3 * fields.len(), "{header:?}");
        assert!(header[levels + 1].contains(", before") && header[levels + 2].ends_with(", change (%)"), "{header:?}");
        assert_eq!(rows.len(), now.len(), "{path}");
        let now_keys: Vec<&Vec<String>> = now.iter().map(|(key, _)| key).collect();
        for ((key, now), row) in now.iter().zip(&rows) {
            let found: Vec<&Value> = then.iter().filter(|(other, _)| other == key).map(|(_, row)| row).collect();
            // Of two with the same name nothing is known.
            let is_one = found.len() < 2 && now_keys.iter().filter(|other| **other == key).count() == 1;
            for (at, field) in fields.iter().enumerate() {
                let number = |offset: usize| row[levels + 3 * at + offset].parse::<f64>().ok();
                let (shown, was, change) = (number(0), number(1), number(2));
                let (value, unit) = (now[field.name].as_f64().expect("a figure"), field.metric.unit);
                assert_eq!(shown, Some(value), "{path} {key:?}");
                let is_rate = unit == Unit::Percent || field.name == "savingsPerUser";
                let expected = match found.first() {
                    _ if !is_one => None,
                    Some(row) => row[field.name].as_f64(),
                    None => (is_list && !is_rate && !is_partial(field)).then_some(0.0),
                };
                absent += usize::from(found.is_empty());
                assert_eq!(was, expected, "{path} {key:?}");
                let Some(was) = expected.filter(|was| *was > 0.0 && !is_partial(field)) else {
                    assert!(change.is_none_or(|change| change == 0.0 && value == expected.unwrap_or(-1.0)), "{key:?}");
                    continue;
                };
                changes += 1;
                // Figures are rounded, their change is that of the exact ones.
                let rounding = if unit == Unit::Count { 0.0 } else { 0.5 / was * (1.0 + value.abs() / was) };
                let most = 0.01 + rounding;
                let change = change.unwrap_or_else(|| panic!("{path} {key:?}"));
                assert!((change - 100.0 * (value / was - 1.0)).abs() <= most, "{path} {key:?}: {change}");
            }
        }
    }
    assert!(changes > 10 && absent > 0, "{changes} changes, {absent} rows that were not there");
}

#[test]
fn what_is_compared_is_in_the_file_its_parameters_and_the_audit_log() {
    let program = Program::shared();
    let dates = json!({ "startDate": "2025-02-01", "endDate": "2025-02-28" });
    let asked = with(&dates, json!({ "screen": LOGINS, "compared": ["LOGINS_TABLE"] }));
    let workbook = program.call(XLSX, &asked);
    assert_eq!(cover(&workbook).get("Tables compared").map(String::as_str), Some("Total / Unique Logins"));
    let with_columns = |answer: &Answer| {
        let sheets = sheets(answer);
        sheets.iter().filter(|(_, rows)| rows[0].iter().any(|cell| cell == "Total Logins, before")).count()
    };
    assert_eq!(with_columns(&workbook), 1);
    // Of a whole dashboard it is the tables of the screen alone.
    assert_eq!(with_columns(&program.call(XLSX, &with(&asked, json!({ "whole": true })))), 1);
    let text = text_of_pdf(&program.call(PDF, &asked));
    for line in ["Tables compared", "Total / Unique Logins", "Compared with Jan 1 to 31, 2025", "Total Logins, before"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    let filter = AuditFilter { what: Some("exported".to_owned()), ..AuditFilter::default() };
    let lines = program.app.app.store.audit_lines(&filter, 0, 100).expect("read");
    let said = |detail: &String| detail.contains("Tables compared Total / Unique Logins");
    assert!(lines.iter().any(|line| line.detail.as_ref().is_some_and(said)), "{lines:?}");
    // Without a comparison there is nothing to add.
    let none = program.call(XLSX, &with(&asked, json!({ "comparison": "NONE" })));
    assert_eq!((with_columns(&none), cover(&none).get("Tables compared")), (0, None));
}

#[test]
fn a_row_that_was_not_there_is_no_0_where_days_lack_and_small_groups_stay_hidden() {
    let app = TestApp::with(|config| config.minimum_members = 3);
    let token = app.signed_in("ann", ADMIN);
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
    let members: String = (1..=8).map(|member| format!("M{member},1,1,1,2025-12-01,Email\n")).collect();
    let members = format!("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n{members}");
    let titles = ["Points", "Terms", "Few", "Same", "Same"];
    let articles = titles.iter().zip(1..).map(|(title, id)| format!("{id},{title},Help,2025-12-01\n"));
    let articles = format!("id,title,category,published_on\n{}", articles.collect::<String>());
    let mut views = "member_id,article_id,viewed_at\n".to_owned();
    for (article, day, readers) in [
        (1, "2026-03-02", 8),
        (1, "2026-02-22", 4),
        (2, "2026-03-02", 5),
        (3, "2026-03-02", 5),
        (3, "2026-02-22", 1),
        (4, "2026-03-02", 5),
        (5, "2026-03-02", 4),
        (5, "2026-02-22", 5),
        (1, "2026-02-19", 5),
    ] {
        views.extend((1..=readers).map(|member| format!("M{member},{article},{day} 10:00:00\n")));
    }
    let files = [
        ("user_groups.csv", groups),
        ("members.csv", &members),
        ("articles.csv", &articles),
        ("article_views.csv", &views),
    ];
    app.import(&files).expect("loaded");
    let rows = |start: &str, end: &str| {
        let body = json!({
            "screen": "api/v1/content/dashboard/articles", "block": "ARTICLES_VISITED", "compared": ["ARTICLES_VISITED"],
            "period": "SELECTED_DATE", "startDate": start, "endDate": end,
        });
        let (_, mut rows) = cells(&app.post(CSV).bearer(&token).json(&body).send().text);
        rows.sort();
        rows.iter().map(|row| row.join(",")).collect::<Vec<String>>()
    };
    // Ten days, and the ten before. The one reader of “Few” is hidden, with another who would tell of them, and so are the
    // changes; which of the two “Same” was read then, the names do not say.
    let expected = ["Few,5,,", "Points,8,,", "Same,4,,", "Same,5,,", "Terms,5,0,"];
    assert_eq!(rows("2026-03-01", "2026-03-10"), expected);
    // The first is of 19 February.
    let since = rows("2026-02-22", "2026-03-02");
    assert!(since.contains(&"Terms,5,,".to_owned()) && since.contains(&"Points,12,5,".to_owned()), "{since:?}");
}
