//! Loads of the exports in data/trials by their finished mappings, which docs/examples.md explains. The sets with packed
//! files are in the tests over HTTP.

use super::mapped::options;
use super::*;

const PURCHASES: &str =
    "select concat_ws(' ', count(*), sum(redemptions), sum(sales), sum(savings)) from feed.partner_transactions";

fn trials() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/trials")
}

/// Loads the files that a mapping of the trials names, and what the queries then answer. The answers below were
/// counted from the files without Bond.
fn answers(mapping: &str, files: &[&str], queries: &[&str]) -> Vec<String> {
    let harness = Harness::new();
    let mapping = trials().join(mapping);
    let folder = mapping.parent().expect("a folder");
    let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
    let given = Some(MappingFile::read(&mapping).expect("a mapping"));
    import(&harness.warehouse, &files, &ImportOptions { mapping: given, ..options() }, &())
        .unwrap_or_else(|error| panic!("{}: {error}", mapping.display()));
    queries.iter().map(|sql| harness.texts(sql).join(" | ")).collect()
}

#[test]
fn purchases_come_in_from_services_tills_shops_and_workbooks() {
    let cases: [(&str, &[&str], &str); 6] = [
        ("loyalty/mapping.toml", &[""], "1500 6869 138188.98 4607.11"),
        (
            "retailer/mapping.toml",
            &["customers_export.csv", "SalesDetail_0112_202603.csv"],
            "520 1243 34022.36 2683.13",
        ),
        ("retailer/orders.toml", &["customers_export.csv", "orders_export_1.csv"], "673 1329 78944.73 2924.77"),
        ("workbook/mapping.toml", &[""], "420 637 61864.68 12281.63"),
        ("kundenclub/mapping.toml", &[""], "1100 1964 1295377.60 106879.18"),
        ("socios/mapping.toml", &["socios.csv", "canjes_marzo.csv"], "900 1799 850442.87 40759.14"),
    ];
    for (mapping, files, expected) in cases {
        assert_eq!(answers(mapping, files, &[PURCHASES]), [expected], "{mapping}");
    }
}

#[test]
fn messages_visits_answers_and_logins_come_in() {
    assert_eq!(
        answers(
            "newsletter/mapping.toml",
            &[""],
            &[
                "select concat_ws(' ', count(*), count_if(outcome = 'BOUNCED'), count(opened_at), count(clicked_at),
                   count(unsubscribed_at)) from feed.email_messages",
                "select count(*)::varchar from feed.email_link_clicks",
            ]
        ),
        ["1050 36 504 148 4", "148"]
    );
    assert_eq!(
        answers(
            "analytics/mapping.toml",
            &["free-form-1.csv", "Search_terms.csv"],
            &[
                "select concat_ws(' ', count(*), sum(sessions), sum(pageviews), sum(duration_seconds)) from feed.web_sessions",
                "select concat_ws(' ', count(*), sum(searches)) from feed.site_searches",
            ]
        ),
        ["930 184250 546647 10236736", "217 6458"]
    );
    assert_eq!(
        answers(
            "survey/mapping.toml",
            &[""],
            &[
                "select concat_ws(' ', count(*), sum(score)) from feed.csat_responses",
                "select concat_ws(' ', count(*), sum(option_index)) from feed.poll_answers",
            ]
        ),
        ["180 660", "340 690"]
    );
    assert_eq!(
        answers(
            "kundenclub/mapping.toml",
            &[""],
            &[
                "select count(*)::varchar from feed.logins",
                "select concat_ws(' ', count(*), sum(score)) from feed.csat_responses"
            ]
        ),
        ["2059", "150 459"]
    );
}

#[test]
fn each_excerpt_of_the_examples_stands_in_a_mapping_that_is_tested() {
    let guide = include_str!("../../../../docs/examples.md");
    let mut mappings = String::new();
    for set in std::fs::read_dir(trials()).expect("listed") {
        let set = set.expect("an entry").path();
        for name in ["mapping.toml", "orders.toml"] {
            mappings += &std::fs::read_to_string(set.join(name)).unwrap_or_default();
        }
    }
    let excerpts: Vec<&str> =
        guide.split("```toml\n").skip(1).map(|rest| rest.split("```").next().expect("an end")).collect();
    assert!(excerpts.len() > 5, "docs/examples.md has {} excerpts", excerpts.len());
    for excerpt in excerpts {
        assert!(
            mappings.contains(excerpt),
            "no mapping of data/trials has this excerpt of docs/examples.md:\n{excerpt}"
        );
    }
}
