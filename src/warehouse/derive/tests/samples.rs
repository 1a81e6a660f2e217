use super::*;
use crate::warehouse::member_sample::MemberSample;

/// Members with keys up to a number, and logins and interactions of some of them on a day.
fn load(conn: &Connection, members: i64, day: i16, seed: i64) {
    conn.execute_batch(&format!(
        "delete from feed.members where member_key > {members};
         insert into feed.members
           select k, 1 + k % 3, 1, [1], date '1999-12-28', 'Email' from range(1, {members} + 1) t(k)
           where k not in (select member_key from feed.members);
         delete from feed.logins where logged_in_at::date = date '2000-01-01' + {day};
         insert into feed.logins (row_no, member_key, logged_in_at)
           select n, 1 + (hash(n, {seed}) % {members})::integer, date '2000-01-01' + {day} + time '12:00:00' from range(600) t(n);
         delete from feed.offer_interactions where occurred_at::date = date '2000-01-01' + {day};
         insert into feed.offer_interactions (row_no, member_key, offer_id, occurred_at, kind)
           select n, 1 + (hash(n, {seed}, 1) % {members})::integer, 1 + n % 3, date '2000-01-01' + {day} + time '12:30:00', 'VIEW'
           from range(600) t(n);"
    ))
    .expect("loaded");
    refresh_membership(conn, ALL_MEMBERS).expect("membership");
    derive_changed(conn, &[("members", 0), ("logins", day), ("offer_interactions", day)]).expect("derived");
}

fn count(conn: &Connection, rows: &str) -> i64 {
    conn.query_row(&format!("select count(*) from ({rows})"), [], |row| row.get(0)).expect("a number")
}

/// Asserts that the samples are the rows of the members who are sampled of so many, and returns how many rows there are.
fn assert_copied(conn: &Connection, members: usize) -> i64 {
    let condition = MemberSample::of(members).map_or_else(|| "false".to_owned(), MemberSample::condition);
    let mut all = 0;
    for (_, Derived { name, .. }) in derived() {
        let (wanted, found) = (format!("from derived.{name} where {condition}"), format!("from derived.{name}_sample"));
        let differing = format!("(({wanted}) except all ({found})) union all (({found}) except all ({wanted}))");
        assert_eq!(count(conn, &differing), 0, "{name} of {members} members");
        all += count(conn, &found);
    }
    all
}

#[test]
fn samples_are_the_rows_of_their_members_while_days_members_and_groups_change() {
    let conn = warehouse();
    load(&conn, 40_000, 10, 1);
    load(&conn, 40_000, 11, 2);
    let two_days = assert_copied(&conn, 40_000);
    assert!((1_000..1_400).contains(&two_days), "half of 2,400: {two_days}");
    load(&conn, 40_100, 10, 3);
    assert_copied(&conn, 40_100);
    // Another tier, and with it another segment.
    conn.execute_batch("update feed.members set tier_id = 2 where tier_id = 1").expect("moved");
    refresh_membership(&conn, ALL_MEMBERS).expect("membership");
    assert!(assert_copied(&conn, 40_100) > 0);
    // One in four, all, and again one in two.
    load(&conn, 70_000, 12, 4);
    let one_in_four = assert_copied(&conn, 70_000);
    assert!((700..1_100).contains(&one_in_four), "a quarter of 3,600: {one_in_four}");
    load(&conn, 20_000, 13, 5);
    assert_eq!(assert_copied(&conn, 20_000), 0, "so few members are all looked at");
    load(&conn, 40_000, 14, 6);
    assert!(assert_copied(&conn, 40_000) > 0);
    derive_from(&conn, None).expect("from nothing");
    assert_copied(&conn, 40_000);
}
