mod mutants;
mod profiles;
mod samples;

use super::*;
use crate::turns::of_today;
use crate::warehouse::feed::{Derived, ProfileTable, Table, member_sets, moved_sums, profiles, row_sums};
use crate::warehouse::migrate::MIGRATIONS;
use crate::warehouse::sources;

/// A small random generator with a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn warehouse() -> Connection {
    let conn = Connection::open_in_memory().expect("DuckDB opens");
    conn.execute_batch("set threads = 1").expect("one thread");
    for migration in MIGRATIONS {
        conn.execute_batch(migration).expect("the schema");
    }
    conn
}

fn member(random: &mut Random, key: u64) -> String {
    let audiences = ["[1]", "[2]", "[1, 2]", "[1, 2, 3]"][random.below(4) as usize];
    let source = ["Email", "Website", "Partner"][random.below(3) as usize];
    format!(
        "insert into feed.members values ({key}, {}, {}, {audiences}, date '1999-12-28' + {}, '{source}');",
        1 + random.below(3),
        1 + random.below(2),
        random.below(40)
    )
}

/// Other groups of a member on some days, and those of now from another day on.
fn history(random: &mut Random, key: u64, days: u64) -> String {
    let mut sql = format!("delete from feed.member_history where member_key = {key};");
    let mut since: Vec<u64> = (0..1 + random.below(4)).map(|_| 1 + random.below(days)).collect();
    since.sort_unstable();
    since.dedup();
    let (last, earlier) = since.split_last().expect("a day");
    for day in earlier {
        let (tier, lob) = (1 + random.below(3), 1 + random.below(2));
        sql +=
            &format!("insert into feed.member_history values ({key}, date '2000-01-01' + {day}, {tier}, {lob}, [1]);");
    }
    sql + &format!(
        "insert into feed.member_history
         select {key}, date '2000-01-01' + {last}, tier_id, lob_id, audience_ids from feed.members where member_key = {key};"
    )
}

/// Few distinct instants, so that equal times and gaps of exactly 24 hours happen.
fn instant(random: &mut Random, day: u64) -> String {
    let time = ["00:00:00", "00:00:59", "12:00:00", "23:59:00", "23:59:59"][random.below(5) as usize];
    format!("date '2000-01-01' + {day} + time '{time}'")
}

/// Replaces days of the fact tables with recency columns and of two others. In few statements: what a row costs is that it is
/// parsed.
fn fill(conn: &Connection, random: &mut Random, members: u64, days: std::ops::RangeInclusive<u64>) {
    let tables = [
        ("logins", "logged_in_at", "row_no, member_key, logged_in_at"),
        ("offer_interactions", "occurred_at", "row_no, member_key, offer_id, occurred_at, kind"),
        (
            "partner_transactions",
            "transacted_on",
            "row_no, member_key, offer_id, transacted_on, redemptions, sales, savings",
        ),
        (
            "email_messages",
            "sent_at",
            "row_no, campaign_id, member_key, sent_at, outcome, opened_at, clicked_at, unsubscribed_at, registered_at",
        ),
        ("csat_responses", "responded_at", "row_no, member_key, responded_at, score"),
    ];
    let mut rows = tables.map(|_| Vec::new());
    for day in days.clone() {
        for ((table, ..), rows) in tables.iter().zip(&mut rows) {
            for row in 0..random.below(7) {
                let (key, at) = (1 + random.below(members), instant(random, day));
                rows.push(match *table {
                    "logins" => format!("({row}, {key}, {at})"),
                    "offer_interactions" => format!(
                        "({row}, {key}, {}, {at}, '{}')",
                        1 + random.below(2),
                        if random.below(4) == 0 { "REDEEM_CLICK" } else { "VIEW" }
                    ),
                    "partner_transactions" => format!(
                        "({row}, {key}, {}, ({at})::date, 1, {}.50, -3)",
                        1 + random.below(3),
                        random.below(2) * 20
                    ),
                    "email_messages" => format!(
                        "({row}, {}, {key}, {at}, '{}', {at}, {at}, null, null)",
                        1 + random.below(9),
                        if random.below(3) == 0 { "BOUNCED" } else { "DELIVERED" }
                    ),
                    _ => format!("({row}, {key}, {at}, {})", 1 + random.below(5)),
                });
            }
        }
    }
    let (first, last) = days.into_inner();
    let mut sql = String::new();
    for ((table, column, columns), rows) in tables.iter().zip(rows) {
        sql += &format!(
            "delete from feed.{table} where {column}::date between date '2000-01-01' + {first} and date '2000-01-01' + {last};"
        );
        if !rows.is_empty() {
            sql += &format!("insert into feed.{table} ({columns}) values {};", rows.join(", "));
        }
    }
    conn.execute_batch(&sql).expect("days of facts");
}

/// Every derived table with its ids resolved: ids may differ between two ways to the same data.
fn resolved() -> Vec<(String, String)> {
    let segment = "join derived.segment s using (segment_id)";
    let sums = ["eligible_day", "login_day"].map(str::to_owned).into_iter();
    let of_profiles = profiles()
        .flat_map(|(derived, profile)| profile.tables().map(|table| table.name(derived.name)).collect::<Vec<_>>());
    let has_segments = |table: &&'static Table| table.derived.is_some();
    let of_rows = row_sums().filter(|(table, _)| has_segments(table)).map(|(_, sums)| sums.table.to_owned());
    let tables = derived().map(|(_, derived)| derived.name.to_owned()).chain(sums).chain(of_profiles).chain(of_rows);
    let by_segment = tables.map(|table| {
        let rows =
            format!("select x.* exclude (segment_id), s.* exclude (segment_id) from derived.{table} x {segment}");
        (table, rows)
    });
    let moved = moved_sums()
        .flat_map(|(_, sums)| sums.each().map(|each| (sums.table(each), sums.added_up(each))).collect::<Vec<_>>());
    let moved = moved.map(|(table, rows)| {
        (table, format!("select x.* exclude (segment_id), s.* exclude (segment_id) from ({rows}) x {segment}"))
    });
    let by_source = ["member", "registration_day"].map(|table| {
        let columns = "x.* exclude (segment_id, source_id), s.* exclude (segment_id), r.name";
        let rows = format!("select {columns} from derived.{table} x {segment} join derived.source r using (source_id)");
        (table.to_owned(), rows)
    });
    let of_members = member_sets().map(|(derived, _)| {
        let table = format!("{}_members", derived.name);
        (table.clone(), format!("from derived.{table}"))
    });
    by_segment.chain(by_source).chain(of_members).chain(moved).collect()
}

fn assert_same_as_from_nothing(conn: &Connection, when: &str) {
    for (table, sql) in resolved() {
        conn.execute_batch(&format!("create or replace temp table copy_{table} as {sql}")).expect("a copy");
    }
    conn.execute_batch("begin").expect("begin");
    derive_from(conn, None).expect("from nothing");
    for (table, sql) in resolved() {
        let differing: i64 = conn
            .query_row(
                &format!(
                    "select (select count(*) from (from copy_{table} except all {sql}))
                          + (select count(*) from ({sql} except all from copy_{table}))"
                ),
                [],
                |row| row.get(0),
            )
            .expect("a comparison");
        assert_eq!(differing, 0, "{table} after {when}");
    }
    conn.execute_batch("rollback").expect("rollback");
}

fn assert_in_order(conn: &Connection) {
    let tables = derived().map(|(_, derived)| derived.name).chain(["registration_day", "eligible_day"]);
    for table in tables {
        let late: i64 = conn
            .query_row(
                &format!("select count(*) from (select day < lag(day) over (order by rowid) as late from derived.{table}) where late"),
                [],
                |row| row.get(0),
            )
            .expect("a count");
        assert_eq!(late, 0, "{table} is out of day order");
    }
    for (table, id) in [("segment", "segment_id"), ("source", "source_id")] {
        let dense: bool = conn
            .query_row(
                &format!(
                    "select count(*) = coalesce(max({id}), 0) and count(*) = count(distinct {id}) from derived.{table}"
                ),
                [],
                |row| row.get(0),
            )
            .expect("a count");
        assert!(dense, "{table} ids have holes");
    }
}

#[test]
fn random_corrections_equal_a_derivation_from_nothing() {
    for seed in of_today(0..6) {
        let mut random = Random(seed);
        let (mut members, days) = (1 + random.below(6), 12 + 25 * random.below(2));
        let conn = warehouse();
        for key in 1..=members {
            conn.execute_batch(&member(&mut random, key)).expect("a member");
            conn.execute_batch(&history(&mut random, key, days)).expect("a history");
        }
        fill(&conn, &mut random, members, 1..=days - 1);
        derive_from(&conn, None).expect("from nothing");
        for round in 0..3 {
            let mut earliest = days;
            for _ in 0..1 + random.below(3) {
                let day = 1 + random.below(days - 1);
                fill(&conn, &mut random, members, day..=day);
                earliest = earliest.min(day);
            }
            let mut rewritten: Vec<u64> = Vec::new();
            if random.below(2) == 0 {
                for key in 1..=members {
                    if random.below(3) == 0 {
                        rewritten.push(key);
                        conn.execute_batch(&format!("delete from feed.members where member_key = {key}"))
                            .expect("gone");
                        conn.execute_batch(&member(&mut random, key)).expect("back");
                    }
                    if random.below(2) == 0 {
                        rewritten.push(key);
                        conn.execute_batch(&history(&mut random, key, days)).expect("another past");
                    }
                }
                members += 1;
                rewritten.push(members);
                conn.execute_batch(&member(&mut random, members)).expect("a new member");
            }
            if random.below(2) == 0 {
                derive_from(&conn, Some(earliest as i16 - 1)).expect("a correction");
            } else {
                if !rewritten.is_empty() {
                    refresh_membership(&conn, &format!("(select unnest({rewritten:?}) as member_key)"))
                        .expect("membership");
                }
                let changed: Vec<(&str, i16)> = derived().map(|(table, _)| (table.name, earliest as i16)).collect();
                derive_changed(&conn, &changed).expect("a correction");
            }
            assert_in_order(&conn);
            assert_same_as_from_nothing(&conn, &format!("seed {seed}, round {round}"));
        }
    }
}

/// (member, second since the epoch, row, views, clicks)
type Login = (i32, i64, i32, i32, i32);

#[test]
fn sessions_and_recency_columns_equal_a_simple_computation_per_member() {
    for seed in of_today(100..106) {
        let mut random = Random(seed);
        let conn = warehouse();
        for key in 1..=4 {
            conn.execute_batch(&member(&mut random, key)).expect("a member");
        }
        fill(&conn, &mut random, 4, 1..=59);
        derive_from(&conn, None).expect("from nothing");

        let epoch = "epoch(timestamp '2000-01-01')";
        let mut statement = conn
            .prepare(&format!(
                "select member_key, (epoch(logged_in_at) - {epoch})::bigint, row_no from feed.logins order by all"
            ))
            .expect("logins");
        let mut logins: Vec<Login> = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, 0, 0)))
            .expect("logins")
            .collect::<Result<_, _>>()
            .expect("logins");
        let mut statement = conn
            .prepare(&format!(
                "select member_key, (epoch(occurred_at) - {epoch})::bigint, kind from feed.offer_interactions"
            ))
            .expect("interactions");
        let interactions: Vec<(i32, i64, String)> = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .expect("interactions")
            .collect::<Result<_, _>>()
            .expect("interactions");
        for (member, at, kind) in interactions {
            let latest = logins.iter_mut().rfind(|login| login.0 == member && login.1 <= at);
            match latest {
                Some(login) if at - login.1 <= 86_400 && kind == "VIEW" => login.3 += 1,
                Some(login) if at - login.1 <= 86_400 => login.4 += 1,
                _ => {}
            }
        }
        let mut expected = Vec::new();
        for member in 1..=4 {
            let (mut seen, mut qualified): (Vec<i32>, Vec<i32>) = (Vec::new(), Vec::new());
            let own: Vec<&Login> = logins.iter().filter(|login| login.0 == member).collect();
            for login in own {
                let day = (login.1 / 86_400) as i32;
                let qualifying = login.4 >= 1 || login.3 >= 2;
                let back = |days: &[i32], k: usize| days.len().checked_sub(k).map_or(0, |index| days[index]);
                let mut row = vec![day, member, i32::from(qualifying)];
                row.push(seen.last().map_or(0, |last| day - last));
                row.push(i32::from(seen.is_empty()));
                row.extend([1, 2, 3, 4, 7, 8, 10, 11].map(|k| back(&seen, k)));
                row.extend([1, 2, 3].map(|k| back(&qualified, k)));
                seen.push(day);
                if qualifying {
                    qualified.push(day);
                }
                expected.push(row);
            }
        }
        expected.sort();
        let mut statement = conn
            .prepare("select columns(* exclude (segment_id))::integer from derived.session order by all")
            .expect("sessions");
        let found: Vec<Vec<i32>> = statement
            .query_map([], |row| (0..16).map(|index| row.get(index)).collect())
            .expect("sessions")
            .collect::<Result<_, _>>()
            .expect("sessions");
        assert_eq!(found, expected, "seed {seed}");
    }
}

fn numbers_of<const WIDTH: usize>(conn: &Connection, sql: &str) -> Vec<[i32; WIDTH]> {
    let mut statement = conn.prepare(sql).expect("a statement");
    let rows = statement
        .query_map([], |row| {
            let mut numbers = [0; WIDTH];
            for (index, number) in numbers.iter_mut().enumerate() {
                *number = row.get(index)?;
            }
            Ok(numbers)
        })
        .expect("rows");
    rows.collect::<Result<_, _>>().expect("rows")
}

/// Each row with the day of the row before it with the same key, in order of days; 0 for the first.
fn with_previous_day<const WIDTH: usize>(mut rows: Vec<[i32; WIDTH]>) -> Vec<([i32; WIDTH], i32)> {
    rows.sort();
    let (day, mut before) = (WIDTH - 1, None::<[i32; WIDTH]>);
    rows.into_iter()
        .map(|row| {
            let previous = before.filter(|before| before[..day] == row[..day]).map_or(0, |before| before[day]);
            before = Some(row);
            (row, previous)
        })
        .collect()
}

fn assert_previous_days<const WIDTH: usize>(conn: &Connection, feed: &str, derived: &str, what: &str) {
    let expected = with_previous_day::<WIDTH>(numbers_of(conn, feed));
    let mut found: Vec<([i32; WIDTH], i32)> = Vec::new();
    let mut statement = conn.prepare(derived).expect("a statement");
    let mut rows = statement.query([]).expect("rows");
    while let Some(row) = rows.next().expect("a row") {
        let mut key = [0; WIDTH];
        for (index, number) in key.iter_mut().enumerate() {
            *number = row.get(index).expect("a number");
        }
        found.push((key, row.get(WIDTH).expect("a number")));
    }
    // Of the rows with one key and day, the first has the earlier day and the others the day itself.
    found.sort();
    assert_eq!(found, expected, "{what}");
}

#[test]
fn previous_days_equal_a_simple_computation_per_member_also_after_corrections() {
    let since_2000 = |column: &str| format!("({column}::date - date '2000-01-01')::integer");
    let (occurred, transacted) = (since_2000("occurred_at"), since_2000("transacted_on"));
    let click = "(kind = 'REDEEM_CLICK')::integer";
    let assert_all = |conn: &Connection, when: &str| {
        assert_previous_days::<4>(
            conn,
            &format!("select member_key, {click}, offer_id, {occurred} from feed.offer_interactions"),
            "select member_key, is_click::integer, offer_id, day::integer, prev::integer from derived.interaction",
            &format!("of member, kind and offer {when}"),
        );
        assert_previous_days::<3>(
            conn,
            &format!("select member_key, {click}, {occurred} from feed.offer_interactions"),
            "select member_key, is_click::integer, day::integer, prev_member::integer from derived.interaction",
            &format!("of member and kind {when}"),
        );
        assert_previous_days::<2>(
            conn,
            &format!("select member_key, {transacted} from feed.partner_transactions"),
            "select member_key, day::integer, prev_member::integer from derived.transaction",
            &format!("of a member's transactions {when}"),
        );
    };
    for seed in of_today(200..206) {
        let mut random = Random(seed);
        let conn = warehouse();
        for key in 1..=4 {
            conn.execute_batch(&member(&mut random, key)).expect("a member");
        }
        fill(&conn, &mut random, 4, 1..=49);
        derive_from(&conn, None).expect("from nothing");
        assert_all(&conn, &format!("from nothing, seed {seed}"));
        for round in 0..5 {
            // The last day again, a day in the middle, or days after those there are.
            let day = [49, 1 + random.below(48), 50 + 2 * round][random.below(3) as usize];
            let last = day + random.below(3);
            fill(&conn, &mut random, 4, day..=last);
            if random.below(3) == 0 {
                // A day that loses every row.
                let at = format!("date '2000-01-01' + {last}");
                conn.execute_batch(&format!(
                    "delete from feed.offer_interactions where occurred_at::date = {at};
                     delete from feed.partner_transactions where transacted_on = {at}"
                ))
                .expect("an emptied day");
            }
            let changed = ["logins", "offer_interactions", "partner_transactions", "email_messages", "csat_responses"];
            derive_changed(&conn, &changed.map(|table| (table, day as i16))).expect("a correction");
            assert_all(&conn, &format!("after days {day} to {last}, seed {seed}, round {round}"));
            assert_in_order(&conn);
        }
    }
}

#[test]
fn segments_retain_their_ids_while_others_change() {
    let conn = warehouse();
    conn.execute_batch(
        "insert into feed.members values (1, 1, 1, [1], '2020-01-01', 'a'), (2, 2, 1, [1], '2020-01-01', 'b'),
                                         (3, 3, 1, [1], '2020-01-01', 'c')",
    )
    .expect("members");
    refresh_membership(&conn, ALL_MEMBERS).expect("membership");
    let tiers = |conn: &Connection| -> Vec<(i32, i32)> {
        let mut statement =
            conn.prepare("select segment_id, tier_id from derived.segment order by 1").expect("segments");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("segments");
        rows.collect::<Result<_, _>>().expect("segments")
    };
    assert_eq!(tiers(&conn), [(1, 1), (2, 2), (3, 3)]);
    // Tier 4 gets the id of tier 2; the others stay.
    conn.execute_batch("update feed.members set tier_id = 4 where member_key = 2").expect("a move");
    assert_eq!(refresh_membership(&conn, ALL_MEMBERS).expect("membership").segments, 3);
    assert_eq!(tiers(&conn), [(1, 1), (2, 4), (3, 3)]);
    // With the first gone the last moves down, so that ids have no holes.
    conn.execute_batch("update feed.members set tier_id = 4 where member_key = 1").expect("a move");
    refresh_membership(&conn, ALL_MEMBERS).expect("membership");
    assert_eq!(tiers(&conn), [(1, 3), (2, 4)]);
    assert_eq!(refresh_membership(&conn, ALL_MEMBERS).expect("membership").changed, 0);
}

#[test]
fn bounced_messages_have_no_flag_and_main_loaded_lists_the_days() {
    let conn = warehouse();
    conn.execute_batch(
        "insert into feed.members values (1, 1, 1, [1], '2020-01-01', 'a');
         insert into feed.email_messages (row_no, campaign_id, member_key, sent_at, outcome, opened_at, clicked_at, unsubscribed_at, registered_at) values
           (1, 1, 1, '2024-01-02 10:00:00', 'BOUNCED', '2024-01-03 10:00:00', '2024-01-03 10:00:00', null, '2024-01-03 10:00:00'),
           (2, 2, 1, '2024-01-04 10:00:00', 'DELIVERED', '2024-01-05 10:00:00', null, null, null)",
    )
    .expect("facts");
    derive_from(&conn, None).expect("from nothing");
    let flags: Vec<String> = conn
        .prepare(
            "select concat_ws(' ', day, delivered, opened, clicked, unsubscribed, registered) from derived.message",
        )
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect())
        .expect("messages");
    assert_eq!(flags, ["8767 false false false false false", "8769 true true false false false"]);
    refresh_loaded(&conn, None).expect("loaded");
    let loaded: Vec<String> = conn
        .prepare("select concat_ws(' ', table_name, first_day, last_day, rows) from main.loaded")
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect())
        .expect("loaded");
    assert_eq!(loaded, ["email_messages 8767 8769 2"]);
}
