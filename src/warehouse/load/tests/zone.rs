//! The time zone of the loaded days, and what becomes of a load in another one.

use super::*;
use crate::warehouse::mapping::time::TimeZone;

fn of(zone: &str) -> ImportOptions {
    ImportOptions { zone: TimeZone::get(zone).expect("a zone"), ..ImportOptions::default() }
}

fn zone(harness: &Harness) -> Vec<String> {
    harness.texts("select value from main.setting where name = 'bond.time_zone'")
}

const LOGIN: (&str, &str) = ("logins.csv", "member_id,logged_in_at\nM1,2024-01-03 10:00:00\n");
const BOTH_DAYS: (&str, &str) =
    ("logins.csv", "member_id,logged_in_at\nM1,2024-01-01 10:00:00\nM2,2024-01-02 11:00:00\nM2,2024-01-02 12:00:00\n");

#[test]
fn a_load_in_another_zone_than_the_days_that_stay_is_refused() {
    let harness = Harness::with_base();
    assert_eq!(zone(&harness), ["UTC"]);
    let before = harness.everything();
    let refused = harness.load_with(&[LOGIN], &of("Europe/Paris")).expect_err("another zone");
    assert!(refused.is_input_at_fault());
    let text = refused.to_string();
    assert!(
        text.starts_with("the loaded days are those of UTC, and time_zone is now that of Europe/Paris: ")
            && text.contains("set time_zone to UTC, load all days again in one load, or go on with --new-time-zone"),
        "{text}"
    );
    let checked = ImportOptions { check: true, ..of("Europe/Paris") };
    assert!(matches!(harness.load_with(&[LOGIN], &checked), Err(ImportError::TimeZone { .. })));
    // A day of another table, while all logins stay.
    let offers = "member_id,offer_id,occurred_at,kind\nM1,1,2024-01-01 10:00:00,VIEW\n";
    let other = harness.load_with(&[("offer_interactions.csv", offers)], &of("Europe/Paris"));
    assert!(matches!(other, Err(ImportError::TimeZone { .. })), "{other:?}");
    assert_eq!(harness.everything(), before);
}

#[test]
fn the_same_clocks_members_and_all_days_are_loaded_in_any_zone() {
    let harness = Harness::with_base();
    let report = harness.load_with(&[LOGIN], &of("Etc/UTC")).expect("the same clocks");
    assert_eq!(report.time_zone.as_deref(), Some("Etc/UTC"));
    harness.load_with(&[BOTH_DAYS], &of("Europe/Paris")).expect_err("2024-01-03 stays");
    let partners = harness.load_with(&[("partners.csv", "id,name\n1,Tea\n")], &of("Europe/Paris"));
    assert_eq!(partners.expect("no days").time_zone, None);
    assert_eq!(zone(&harness), ["Etc/UTC"]);
    let days = (date!(2024 - 01 - 01), date!(2024 - 01 - 03));
    let all = ImportOptions { days: Some(days), allow_shrink: true, ..of("Europe/Paris") };
    harness.load_with(&[BOTH_DAYS], &all).expect("no other day stays");
    assert_eq!(zone(&harness), ["Europe/Paris"]);
}

#[test]
fn the_same_files_are_loaded_again_in_another_zone() {
    let harness = Harness::with_base();
    assert!(harness.load_with(BASE, &of("Etc/UTC")).expect("an answer").already_loaded);
    assert!(!harness.load_with(BASE, &of("Europe/Paris")).expect("all days").already_loaded);
    assert_eq!(zone(&harness), ["Europe/Paris"]);
}

#[test]
fn an_accepted_zone_is_that_of_the_data_until_the_load_is_undone() {
    let harness = Harness::with_base();
    let accepted = ImportOptions { new_time_zone: true, ..of("Europe/Paris") };
    harness.load_with(&[LOGIN], &accepted).expect("accepted");
    assert_eq!(zone(&harness), ["Europe/Paris"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(zone(&harness), ["UTC"]);

    let first = Harness::new();
    first.load(BASE).expect("a first load");
    undo(&first.warehouse, None, None, &()).expect("undone");
    assert_eq!(zone(&first), Vec::<String>::new());
    first.load_with(BASE, &of("Europe/Paris")).expect("nothing is loaded");
}

#[test]
fn days_of_an_older_release_are_taken_for_those_of_the_setting() {
    let harness = Harness::with_base();
    let paris = TimeZone::get("Europe/Paris").expect("a zone");
    harness.warehouse.take_time_zone(&paris).expect("asked");
    assert_eq!(zone(&harness), ["UTC"], "the file says it");
    harness.warehouse.writer().expect("a writer").execute_batch("delete from main.setting").expect("forgotten");
    harness.warehouse.take_time_zone(&paris).expect("written");
    assert_eq!(zone(&harness), ["Europe/Paris"]);
    harness.load_with(&[LOGIN], &of("UTC")).expect_err("another zone");

    let empty = Harness::new();
    empty.warehouse.take_time_zone(&paris).expect("asked");
    assert_eq!(zone(&empty), Vec::<String>::new(), "nothing is loaded");
}
