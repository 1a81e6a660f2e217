//! Two systems that report the same days.

use super::*;

const SHOP: &str = "member_id,offer_id,transacted_on,redemptions,sales,savings\nM1,1,2024-03-01,1,10.00,0\nM2,1,2024-03-01,1,10.00,0\nM1,1,2024-03-01,1,10.00,0\n";
const TILL: &str =
    "member_id,offer_id,transacted_on,redemptions,sales,savings\nM1,1,2024-03-01,1,1.00,0\nM2,1,2024-03-02,1,2.00,0\n";

fn of(source: &str) -> ImportOptions {
    ImportOptions { source: Some(source.to_owned()), ..ImportOptions::default() }
}

impl Harness {
    fn load_of(&self, source: &str, text: &str) -> Result<ImportReport, ImportError> {
        self.load_with(&[("partner_transactions.csv", text)], &of(source))
    }

    /// Rows and sales of each day and source, and what figures are read from.
    fn sales(&self) -> (Vec<String>, Vec<String>) {
        let sums = "concat_ws(' ', count(*), sum(sales))";
        (
            self.texts(&format!(
                "select concat_ws(' ', transacted_on, source_name, {sums}) from feed.partner_transactions
                 group by transacted_on, source_name order by transacted_on, source_name"
            )),
            self.texts(&format!(
                "select concat_ws(' ', day, {sums}) from derived.transaction group by day order by day"
            )),
        )
    }
}

/// 2024-03-01 has the number 8826.
fn both() -> (Vec<String>, Vec<String>) {
    let texts = |of: &[&str]| of.iter().map(|text| (*text).to_owned()).collect();
    (
        texts(&["2024-03-01 shop 3 30.00", "2024-03-01 till 1 1.00", "2024-03-02 till 1 2.00"]),
        texts(&["8826 4 31.00", "8827 1 2.00"]),
    )
}

#[test]
fn two_sources_of_a_day_both_count_in_either_order() {
    for order in [[("shop", SHOP), ("till", TILL)], [("till", TILL), ("shop", SHOP)]] {
        let harness = Harness::with_base();
        for (source, text) in order {
            harness.load_of(source, text).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(harness.sales(), both());
    }
}

#[test]
fn a_source_loaded_again_replaces_its_own_days_and_undo_brings_them_back() {
    let harness = Harness::with_base();
    harness.load_of("shop", SHOP).expect("loaded");
    harness.load_of("till", TILL).expect("loaded");
    let corrected = TILL.replace("1.00", "5.00");
    let report = harness.load_of("till", &corrected).expect("loaded");
    let days: Vec<String> = report.replaced.iter().map(ToString::to_string).collect();
    assert_eq!(
        days,
        [
            "partner_transactions 2024-03-01, source till: 1 row before, 1 after",
            "partner_transactions 2024-03-02, source till: 1 row before, 1 after",
        ]
    );
    assert_eq!(harness.sales().1, ["8826 4 35.00", "8827 1 2.00"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(harness.sales(), both());
}

#[test]
fn undo_of_a_first_load_of_a_source_leaves_the_other() {
    let harness = Harness::with_base();
    harness.load_of("shop", SHOP).expect("loaded");
    let before = harness.sales();
    harness.load_of("till", TILL).expect("loaded");
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(harness.sales(), before);
}

#[test]
fn days_are_emptied_and_guarded_for_their_own_source() {
    let harness = Harness::with_base();
    harness.load_of("shop", SHOP).expect("loaded");
    harness.load_of("till", TILL).expect("loaded");
    let fewer: String = SHOP.lines().take(2).map(|line| format!("{line}\n")).collect();
    let refused = harness.load_of("shop", &fewer).expect_err("two of three rows are gone").to_string();
    assert!(refused.contains("2024-03-01, source shop: 3 rows before, 1 after"), "{refused}");
    let header = TILL.lines().next().expect("a header");
    let days = Some((date!(2024 - 03 - 01), date!(2024 - 03 - 02)));
    let options = ImportOptions { days, allow_shrink: true, ..of("till") };
    harness.load_with(&[("partner_transactions.csv", &format!("{header}\n"))], &options).expect("emptied");
    assert_eq!(harness.sales().0, ["2024-03-01 shop 3 30.00"]);
}

#[test]
fn expired_days_of_all_sources_go_and_come_back() {
    let harness = Harness::with_base();
    harness.load_of("shop", SHOP).expect("loaded");
    harness.load_of("till", TILL).expect("loaded");
    expire(&harness.warehouse, date!(2024 - 03 - 02), None, None, &()).expect("expired");
    assert_eq!(harness.sales().0, ["2024-03-02 till 1 2.00"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(harness.sales(), both());
}

#[test]
fn a_key_of_another_source_is_a_fault_that_names_it_and_counts_add_up() {
    let harness = Harness::with_base();
    let messages = "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n1,M1,2024-03-01 10:00:00,DELIVERED,,,,\n";
    let activity = "month,level\n2024-03-01,50\n";
    let first = [("email_messages.csv", messages), ("fa_activity.csv", activity)];
    harness.load_with(&first, &of("mailer")).unwrap_or_else(|error| panic!("{error}"));
    let refused = harness.load_with(&first, &of("crm")).expect_err("the keys are taken").to_string();
    for wanted in [
        "\"1, M1\" is already loaded with sent_at 2024-03-01 10:00:00 (source mailer)",
        "or load 2024-03-01 of source mailer again without its row, together with this file",
        "\"2024-03-01\" is already loaded with month 2024-03-01 (source mailer)",
    ] {
        assert!(refused.contains(wanted), "{refused}");
    }
    let searches = "date,query,searches\n2024-03-01,shoes,3\n";
    for site in ["de", "es"] {
        harness.load_with(&[("site_searches.csv", searches)], &of(site)).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(harness.texts("select sum(searches)::varchar from feed.site_searches"), ["6"]);
}

#[test]
fn a_mapping_names_the_source_of_all_its_files_and_of_one() {
    let harness = Harness::with_base();
    harness.load_of("shop", SHOP).expect("loaded");
    // Without a [[file]] it says nothing else.
    let files = [("mapping.toml", "source = \"till\"\n"), ("partner_transactions.csv", TILL)];
    harness.load(&files).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(harness.sales(), both());
    let mapping =
        "source = \"a\"\n[[file]]\nname = \"b.csv\"\nsource = \"b\"\n[[file.table]]\nname = \"partner_transactions\"\n";
    let files = [("mapping.toml", mapping), ("partner_transactions.csv", TILL), ("b.csv", SHOP)];
    harness.load(&files).unwrap_or_else(|error| panic!("{error}"));
    let of_both = harness.texts(
        "select concat_ws(' ', source_name, count(*)) from feed.partner_transactions where source_name in ('a', 'b')
         group by source_name order by 1",
    );
    assert_eq!(of_both, ["a 2", "b 3"]);
    let faults = harness.faults(&[("mapping.toml", "source = \"a'b\"\n"), ("partner_transactions.csv", TILL)]);
    assert!(faults[0].starts_with("mapping.toml:1:10: the name of a source has 1 to 60"), "{faults:?}");
}

#[test]
fn a_schedule_replaces_that_of_its_own_source() {
    let harness = Harness::with_base();
    let plan = "date,audience,enrollment_status,notes\n2024-04-01,All,Any,One\n";
    for (source, notes) in [("a", "One"), ("b", "Two"), ("a", "Three")] {
        let text = plan.replace("One", notes);
        harness.load_with(&[("email_schedule.csv", &text)], &of(source)).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(harness.texts("select notes from feed.email_schedule order by 1"), ["Three", "Two"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(harness.texts("select notes from feed.email_schedule order by 1"), ["One", "Two"]);
}
