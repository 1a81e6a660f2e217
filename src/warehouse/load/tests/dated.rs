//! The groups of members over time, as loads date them.

use time::Date;
use time::macros::date;

use super::*;
use crate::warehouse::erased::{ErasedMembers, digest};
use crate::warehouse::mapping::MemberKey;

const HEAD: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";

/// M1 is in tier 1 and M2 in tier 2, known on 2 January 2024, the last day with logins.
fn base() -> Harness {
    Harness::with_base()
}

fn load(harness: &Harness, rows: &str, effective: Option<Date>) -> ImportReport {
    let text = format!("{HEAD}{rows}");
    let options = ImportOptions { effective, ..ImportOptions::default() };
    harness.load_with(&[("members.csv", &text)], &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Member, day, tier and audiences of each state.
fn history(harness: &Harness) -> Vec<String> {
    harness.texts(
        "select concat_ws(' ', member_id, since, tier_id, array_to_string(audience_ids, '|'))
         from feed.member_history join feed.member_keys using (member_key) order by member_id, since",
    )
}

/// Member, first day, last day and tier of each span; days as in the warehouse.
fn spans(harness: &Harness) -> Vec<String> {
    harness.texts(
        "select concat_ws(' ', member_id, from_day, until_day, tier_id) from derived.membership
         join derived.segment using (segment_id) join feed.member_keys using (member_key) order by member_id, from_day",
    )
}

#[test]
fn a_load_dates_the_groups_that_it_changes() {
    let harness = base();
    assert_eq!(history(&harness), ["M1 2024-01-02 1 1", "M2 2024-01-02 2 1|2"], "the last day with logins");
    assert_eq!(spans(&harness), Vec::<String>::new(), "nobody has moved");
    let report =
        load(&harness, "M1,2,1,1|2,2023-12-01,Email\nM2,2,1,1|2,2024-02-01,Website\n", Some(date!(2024 - 03 - 01)));
    let moved: Vec<String> = report.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moved, ["1 member moved from Gold to Silver", "1 member joined Some"]);
    assert_eq!(history(&harness), ["M1 2024-01-02 1 1", "M1 2024-03-01 2 1|2", "M2 2024-01-02 2 1|2"]);
    assert_eq!(spans(&harness), ["M1 0 8825 1", "M1 8826 32767 2"]);
    // The same again, and an attribute that is no group.
    let report = load(&harness, "M1,2,1,1|2,2023-12-01,Website\n", Some(date!(2024 - 05 - 01)));
    assert_eq!((report.moves.len(), history(&harness).len()), (0, 3));
    // Back to what it was, and on the same day to something else.
    load(&harness, "M1,1,1,1,2023-12-01,Email\n", Some(date!(2024 - 06 - 01)));
    load(&harness, "M1,1,1,2,2023-12-01,Email\n", Some(date!(2024 - 06 - 01)));
    assert_eq!(
        history(&harness)[..3],
        ["M1 2024-01-02 1 1", "M1 2024-03-01 2 1|2", "M1 2024-06-01 1 2"],
        "a day has one state"
    );
    // A load of an earlier day says what is so from that day on.
    load(&harness, "M1,1,1,1,2023-12-01,Email\n", Some(date!(2024 - 02 - 01)));
    assert_eq!(history(&harness), ["M1 2024-01-02 1 1", "M2 2024-01-02 2 1|2"]);
    assert_eq!(spans(&harness), Vec::<String>::new());
}

#[test]
fn an_undo_and_a_check_leave_the_history_as_it_was() {
    let harness = base();
    load(&harness, "M1,2,1,1,2023-12-01,Email\n", Some(date!(2024 - 03 - 01)));
    let before = (history(&harness), spans(&harness));
    let rows = "M1,1,1,1,2023-12-01,Email\nM3,1,1,1,2023-12-01,Email\n";
    let text = format!("{HEAD}{rows}");
    let options = ImportOptions { effective: Some(date!(2024 - 02 - 01)), check: true, ..ImportOptions::default() };
    let report = harness.load_with(&[("members.csv", &text)], &options).expect("checked");
    assert_eq!(report.moves.len(), 0, "in February it was in no other group");
    assert_eq!((history(&harness), spans(&harness)), before);
    load(&harness, rows, Some(date!(2024 - 02 - 01)));
    assert_eq!(history(&harness), ["M1 2024-01-02 1 1", "M2 2024-01-02 2 1|2", "M3 2024-02-01 1 1"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!((history(&harness), spans(&harness)), before);
}

#[test]
fn erased_members_have_no_history_and_old_states_expire() {
    let harness = base();
    load(&harness, "M1,2,1,1,2023-12-01,Email\nM2,1,1,1,2024-01-01,Email\n", Some(date!(2024 - 03 - 01)));
    load(&harness, "M1,1,1,1,2023-12-01,Email\n", Some(date!(2024 - 04 - 01)));
    let before = history(&harness);
    expire(&harness.warehouse, date!(2024 - 03 - 15), None, None, &()).expect("dropped");
    assert_eq!(history(&harness), ["M1 2024-03-01 2 1", "M1 2024-04-01 1 1", "M2 2024-03-01 1 1"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(history(&harness), before);
    let key = MemberKey([7; 32]);
    let digests = ["M1", "M2"].map(|id| (digest(&key, id), id == "M2"));
    let erased = ErasedMembers::new(key, digests);
    erase(&harness.warehouse, &erased, None, None, &()).expect("erased");
    let of_whom = "select count(distinct member_key) || ' ' || count(*) from ";
    for table in ["feed.member_history", "derived.membership"] {
        assert_eq!(harness.texts(&format!("{of_whom}{table}")), ["1 2"], "M2 stays under another id, in {table}");
    }
    assert_eq!(
        harness.texts("select count(*)::varchar from feed.member_history anti join feed.members using (member_key)"),
        ["0"]
    );
}
