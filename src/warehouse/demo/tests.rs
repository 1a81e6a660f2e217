use std::path::Path;
use std::sync::{Mutex, OnceLock};

use time::macros::date;

use super::causes::{LEAVING_PARTNER, LOST_AUDIENCE, PRAISED_OFFER, RENEWING_LINE, SLIDING_TIER, SUDDEN_TERM};
use super::draw::{NAMES, PLAN_SQL};
use super::plan::years_before;
use super::*;
use crate::turns::{of_turn, runs_today, takes_turn};
use crate::warehouse::feed::TABLES;
use crate::warehouse::open::Limits;
use crate::warehouse::progress::Phase;

const END_OF_FIRST: Date = date!(2026 - 02 - 12);

fn open(dir: &Path, threads: usize) -> Warehouse {
    let limits = Limits { memory: "1GB".into(), threads, temp_dir: dir.join("tmp"), temp_bytes: None };
    Warehouse::open(dir, &limits).expect("a fresh warehouse opens")
}

fn small(seed: u64) -> DemoOptions {
    DemoOptions { members: 600, seed, years: 1, causes: true }
}

/// The demo of `small(7)`, made once in this process: to make it takes longer than to copy it.
fn made(dir: &Path) -> Warehouse {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    let file = MADE.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path(), 2);
        make(&warehouse, &small(7), END_OF_FIRST, None, &()).expect("a demo");
        drop(warehouse);
        std::fs::read(dir.path().join(Warehouse::FILE)).expect("read")
    });
    std::fs::write(dir.join(Warehouse::FILE), file).expect("written");
    open(dir, 2)
}

/// Per table its rows and a digest over them, in the order they are stored.
fn digests(warehouse: &Warehouse) -> Vec<(String, i64, Option<String>)> {
    let writer = warehouse.writer().expect("a writer");
    let names = TABLES.iter().map(|table| table.name).chain(["member_keys", "member_history"]);
    let feed = names.map(|table| (format!("feed.{table}"), "t", "rowid"));
    // The ids of segments and the order within a day may differ between two ways to the same data.
    let session = "struct_pack(t.day, t.member_key, t.qualifying, t.gap, t.prev1, t.prev3, t.prev11, t.qprev2)";
    feed.chain([("derived.session".to_owned(), session, "all")])
        .map(|(table, row, order)| {
            let order = if order == "all" { format!("hash({row})") } else { order.to_owned() };
            let sql =
                format!("select count(*), md5(string_agg(hash({row})::varchar, ',' order by {order})) from {table} t");
            let (rows, digest) = writer.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("a digest");
            (table, rows, digest)
        })
        .collect()
}

fn differing(left: &Warehouse, right: &Warehouse) -> Vec<String> {
    digests(left).into_iter().zip(digests(right)).filter(|(l, r)| l != r).map(|(l, _)| l.0).collect()
}

#[test]
fn the_same_seed_makes_the_same_rows_on_any_number_of_threads_and_another_seed_others() {
    let dirs = [0; 3].map(|_| tempfile::tempdir().expect("a directory"));
    let [one, other] = [(0, 1), (2, 2)].map(|(index, threads)| open(dirs[index].path(), threads));
    let two = made(dirs[1].path());
    let report = make(&one, &small(7), END_OF_FIRST, None, &()).expect("a demo");
    make(&other, &small(8), END_OF_FIRST, None, &()).expect("a demo");
    assert_eq!((report.first_day, report.last_day), (date!(2025 - 02 - 13), END_OF_FIRST));
    assert_eq!((report.members, report.version), (600, 1));
    assert_eq!(differing(&one, &two), Vec::<String>::new());
    let differing = differing(&one, &other);
    for table in ["feed.members", "feed.logins", "feed.offers", "feed.web_sessions", "feed.poll_answers"] {
        assert!(differing.contains(&table.to_owned()), "{table} is the same for another seed");
    }
}

#[test]
fn every_table_is_filled_and_follows_the_rules_of_the_feed() {
    let dir = tempfile::tempdir().expect("a directory");
    let warehouse = made(dir.path());
    // The demo dates groups as loads of members do.
    for (table, rows, _) in digests(&warehouse).into_iter().filter(|(table, ..)| table != "feed.memberships") {
        assert!(rows > 0, "{table} is empty");
    }
    let since = "select concat_ws(' ', count(distinct member_key), min(since), max(first)) from (
        select member_key, since, min(since) over (partition by member_key) as first from feed.member_history)";
    let since: String = warehouse.writer().expect("a writer").query_row(since, [], |row| row.get(0)).expect("a text");
    assert_eq!(since, "600 2025-02-13 2025-02-13", "the groups of every member are known from the first day on");
    let writer = warehouse.writer().expect("a writer");
    // Each counts the rows that break a rule.
    for (rule, sql) in [
        (
            "a message has one row",
            "select count(*) - count(distinct (campaign_id, member_key)) from feed.email_messages",
        ),
        (
            "a member answers a poll once",
            "select count(*) - count(distinct (poll_id, member_key)) from feed.poll_answers",
        ),
        (
            "web sessions have a key",
            "select count(*) - count(distinct (date, source, device_category, browser, operating_system, screen_resolution, visitor_type)) from feed.web_sessions",
        ),
        (
            "tiers have positions from the lowest to the highest",
            "select count(*) from feed.user_groups where type = 'TIER' and position is distinct from list_position(['Bronze', 'Silver', 'Gold', 'Platinum'], name)",
        ),
        ("searches have a key", "select count(*) - count(distinct (date, query)) from feed.site_searches"),
        (
            "a member registers once by e-mail",
            "select count(registered_at) - count(distinct member_key) filter (registered_at is not null) from feed.email_messages",
        ),
        (
            "who registers by e-mail logs in at that instant",
            "select count(*) from feed.email_messages m where registered_at is not null and registered_at <> (select min(logged_in_at) from feed.logins l where l.member_key = m.member_key)",
        ),
        (
            "what happens to a message happens on its day and in order",
            "select count(*) from feed.email_messages where opened_at <= sent_at or clicked_at <= opened_at or unsubscribed_at <= opened_at or registered_at <= clicked_at or greatest(opened_at, clicked_at, unsubscribed_at, registered_at) >= sent_at::date + 1 or (opened_at is null and (clicked_at is not null or unsubscribed_at is not null or registered_at is not null)) or (outcome = 'BOUNCED' and opened_at is not null)",
        ),
        (
            "nobody is written to after unsubscribing",
            "select count(*) from feed.email_messages m join (select member_key, min(unsubscribed_at) as at_time from feed.email_messages group by 1) u using (member_key) where m.sent_at > u.at_time",
        ),
        (
            "an interaction follows a login",
            "select count(*) from derived.interaction i where not exists (from derived.session s where s.member_key = i.member_key and s.day = i.day)",
        ),
        (
            "every interaction is at most 24 hours after a login",
            "select count(*) from feed.offer_interactions i asof left join feed.logins l on l.member_key = i.member_key and i.occurred_at >= l.logged_in_at where coalesce(i.occurred_at > l.logged_in_at + interval 24 hours, true)",
        ),
        (
            "an offer is seen while it is active",
            "select count(*) from feed.offer_interactions i join feed.offers o on o.id = i.offer_id where occurred_at::date < active_from or occurred_at::date > active_to",
        ),
        (
            "e-mails bring as many visits as were clicked, and some again on the next day",
            "select (abs(visits / clicks - 1.15) > 0.15)::integer from (select (select sum(sessions) from feed.web_sessions where source = 'Email') as visits, (select count(clicked_at) from feed.email_messages) as clicks)",
        ),
        (
            "few visitors of a closed program are new",
            "select (sum(sessions) filter (visitor_type = 'NEW') > 0.12 * sum(sessions))::integer from feed.web_sessions",
        ),
        (
            "a partner has an offer once at a time",
            "select count(*) from feed.offers a join feed.offers b on a.name = b.name and a.id < b.id where b.active_from <= coalesce(a.active_to, date '9999-01-01')",
        ),
        (
            "what is of a season is sent and offered in it",
            "select count(*) from (select name, month(sent_at) as month from feed.campaigns union all select name, month(active_from) from feed.offers) where (name like '%Holiday%' and month not in (11, 12)) or (name ilike '%school%' and month not in (5, 6, 7, 8, 9)) or (name ilike '%spring%' and month not in (3, 4, 5, 6)) or (name ilike '%winter%' and month not in (10, 11, 12))",
        ),
        (
            "campaigns are sent at several hours",
            "select (count(distinct hour(sent_at)) < 6)::integer from feed.campaigns",
        ),
        ("an offer ends after it starts", "select count(*) from feed.offers where active_to < active_from"),
        (
            "a purchase follows a click",
            "select count(*) from feed.partner_transactions t where not exists (from feed.offer_interactions i where i.kind = 'REDEEM_CLICK' and i.member_key = t.member_key and i.offer_id = t.offer_id and i.occurred_at::date between t.transacted_on - 4 and t.transacted_on)",
        ),
        (
            "an answer names an option",
            "select count(*) from feed.poll_answers a anti join feed.poll_options o using (poll_id, option_index)",
        ),
        (
            "an answer comes while the poll is open",
            "select count(*) from feed.poll_answers a join feed.polls p on p.id = a.poll_id where answered_at::date < opened_on or answered_at::date > closed_on",
        ),
        (
            "an article is read after it is published",
            "select count(*) from feed.article_views v join feed.articles a on a.id = v.article_id where viewed_at::date < published_on",
        ),
        (
            "nobody logs in before being eligible",
            "select count(*) from feed.logins join feed.members using (member_key) where logged_in_at::date < eligible_on",
        ),
        (
            "the last groups of the history are those of now",
            "select count(*) from (select member_key, arg_max(tier_id, since) as tier_id, max(since) as since from feed.member_history group by 1) h join feed.members m using (member_key) where h.tier_id <> m.tier_id or h.since > date '2026-02-12'",
        ),
        (
            "a member moves by one tier",
            "select count(*) from (select tier_id - lag(tier_id) over (partition by member_key order by since) as step from feed.member_history) where abs(step) <> 1",
        ),
        (
            "only registered members move",
            "select count(*) from feed.member_history h left join (select member_key, min(logged_in_at)::date as day from feed.logins group by 1) l using (member_key) where since > date '2025-02-13' and coalesce(since <= l.day + 30, true)",
        ),
        ("keys are dense", "select max(member_key) - count(distinct member_key) from feed.members"),
        ("every member has an id", "select count(*) from feed.members anti join feed.member_keys using (member_key)"),
        (
            "nothing lies after the last day",
            "select count(*) from main.loaded where table_name not in ('email_schedule', 'fa_activity') and last_day > (select date '2026-02-12' - date '2000-01-01')",
        ),
        ("category 9 has offers", "select (count(*) = 0)::integer from feed.offers where category_id = 9"),
        ("the schedule looks ahead", "select (max(date) < date '2026-03-20')::integer from feed.email_schedule"),
    ] {
        let broken: i64 = writer.query_row(&format!("select ({sql})::bigint"), [], |row| row.get(0)).expect(rule);
        assert_eq!(broken, 0, "{rule}");
    }
    for table in ["logins", "offer_interactions", "email_messages", "csat_responses", "content_actions"] {
        let time = match table {
            "logins" => "logged_in_at",
            "email_messages" => "sent_at",
            "csat_responses" => "responded_at",
            _ => "occurred_at",
        };
        let late: i64 = writer
            .query_row(
                &format!("select count(*) from (select {time} < lag({time}) over (order by row_no) or row_no <> 1 + rowid as late from feed.{table}) where late"),
                [],
                |row| row.get(0),
            )
            .expect("a count");
        assert_eq!(late, 0, "{table} is out of order");
    }
    let left: i64 = writer
        .query_row("select count(*) from duckdb_tables() where temporary and table_name like 'demo%'", [], |row| {
            row.get(0)
        })
        .expect("a count");
    assert_eq!(left, 0, "temporary tables stay behind");
}

#[test]
fn an_extended_demo_equals_a_longer_one() {
    if !runs_today() {
        return;
    }
    // What `make` would draw for a later day with the same plan.
    fn longer(to: Date, dir: &Path) -> Warehouse {
        let warehouse = open(dir, 2);
        let plan = Plan {
            members: 600,
            seed: 7,
            start: date!(2025 - 02 - 13),
            anchor: END_OF_FIRST,
            causes: true,
            through: None,
        };
        draw(&warehouse.writer().expect("a writer"), plan, to, ("demo", None), &()).expect("a demo");
        warehouse
    }
    let dirs = [0; 3].map(|_| tempfile::tempdir().expect("a directory"));
    let extended = made(dirs[0].path());
    // The next day, the middle of a later month, and the last day of one.
    for (to, dir) in [(date!(2026 - 02 - 13), 1), (date!(2026 - 04 - 30), 2)] {
        let between = if dir == 2 { Some(date!(2026 - 04 - 07)) } else { None };
        for to in between.into_iter().chain([to]) {
            let report = extend(&extended, to, &()).expect("an extension").expect("days to write");
            assert_eq!(report.last_day, to);
        }
        assert_eq!(differing(&extended, &longer(to, dirs[dir].path())), Vec::<String>::new(), "to {to}");
    }
    assert_eq!(extend(&extended, date!(2026 - 04 - 30), &()).expect("no error"), None, "up to date already");
    let members: i64 = extended
        .writer()
        .and_then(|writer| Ok(writer.query_row("select count(*) from feed.members", [], |row| row.get(0))?))
        .expect("a count");
    assert!(members > 600, "the program grows");
    let causes = explain_loaded(&extended).expect("no error").expect("a demo");
    assert_eq!(causes, explain(END_OF_FIRST).expect("causes"), "the causes stay where they are");
}

#[test]
fn only_a_demo_is_extended_and_only_an_empty_warehouse_takes_one() {
    let dir = tempfile::tempdir().expect("a directory");
    let warehouse = open(dir.path(), 2);
    assert_eq!(extend(&warehouse, END_OF_FIRST, &()).expect("no error"), None);
    assert_eq!(explain_loaded(&warehouse).expect("no error"), None);
    for wrong in [DemoOptions { members: 99, ..small(7) }, DemoOptions { years: 11, ..small(7) }] {
        let refused = make(&warehouse, &wrong, END_OF_FIRST, None, &());
        assert!(matches!(&refused, Err(WarehouseError::Invalid(text)) if text.contains(" to ")), "{refused:?}");
    }
    let early = make(&warehouse, &DemoOptions { years: 3, ..small(7) }, date!(2002 - 01 - 31), None, &());
    assert!(matches!(early, Err(WarehouseError::Invalid(_))), "{early:?}");

    let other = DemoLoad { load: 1, generator: "0-00" };
    let other = make(&warehouse, &small(7), END_OF_FIRST, Some(other), &());
    assert!(matches!(&other, Err(WarehouseError::Invalid(text)) if text.contains("another release")), "{other:?}");

    make(&warehouse, &small(u64::MAX), END_OF_FIRST, None, &()).expect("a demo");
    let again = make(&warehouse, &small(7), END_OF_FIRST, None, &());
    assert!(matches!(again, Err(WarehouseError::Invalid(_))), "{again:?}");
    let writer = warehouse.writer().expect("a writer");
    writer.execute_batch("begin").expect("begin");
    writer.commit_batch("import", &["logins"], "digest", 0, None).expect("a commit");
    drop(writer);
    assert_eq!(extend(&warehouse, date!(2026 - 03 - 01), &()).expect("no error"), None, "it contains other data too");
}

#[test]
fn progress_is_reported_step_by_step() {
    #[derive(Default)]
    struct Recorded(Mutex<Vec<String>>);
    impl Progress for Recorded {
        fn start(&self, what: Phase<'_>, total: Option<u64>) {
            self.0.lock().expect("a record").push(format!("{what} {total:?}"));
        }
        fn advance(&self, done: u64) {
            self.0.lock().expect("a record").push(done.to_string());
        }
        fn finish(&self) {}
    }
    let dir = tempfile::tempdir().expect("a directory");
    let recorded = Recorded::default();
    make(&open(dir.path(), 2), &small(7), END_OF_FIRST, None, &recorded).expect("a demo");
    assert_eq!(
        recorded.0.into_inner().expect("a record"),
        ["Members, offers and campaigns None", "Months of activity Some(13)", "13", "Derived tables None"]
    );
}

/// For a cause, a query over its first and last day ($1, $2) for the metric and for its expected value without the cause,
/// and the ratio between them that is required.
fn evidence(key: &str) -> (&'static str, f64) {
    match key {
        "spike" => (
            "select sum((d between $1 and $2)::int), sum((d between $1 - 7 and $2 - 7 or d between $1 + 14 and $2 + 14)::int) / 2
             from (select logged_in_at::date as d from feed.logins)",
            1.4,
        ),
        "slide" => (
            // Gold after and before, against the other tiers after and before.
            "select sum((tier_id = 2 and d between $2 + 1 and $2 + 45)::int) / sum((tier_id = 2 and d between $1 - 45 and $1 - 1)::int),
                    sum((tier_id <> 2 and d between $2 + 1 and $2 + 45)::int) / sum((tier_id <> 2 and d between $1 - 45 and $1 - 1)::int)
             from (select logged_in_at::date as d, tier_id from feed.logins join feed.members using (member_key))",
            0.7,
        ),
        "renewals" => (
            // Auto in its month and the month before, against the other lines.
            "select sum((lob_id = 1 and d between $1 and $2)::int) / sum((lob_id = 1 and d between $1 - 30 and $1 - 1)::int),
                    sum((lob_id <> 1 and d between $1 and $2)::int) / sum((lob_id <> 1 and d between $1 - 30 and $1 - 1)::int)
             from (select logged_in_at::date as d, lob_id from feed.logins join feed.members using (member_key))",
            1.3,
        ),
        "app" => (
            "select sum((young and d between $1 and $2)::int) / sum((young and d between $1 - 28 and $1 - 1)::int),
                    sum((not young and d between $1 and $2)::int) / sum((not young and d between $1 - 28 and $1 - 1)::int)
             from (select logged_in_at::date as d, list_contains(audience_ids, 2) as young from feed.logins join feed.members using (member_key))",
            0.8,
        ),
        "outage" => (
            "select sum((d = $1)::int), sum((d in ($1 - 14, $1 - 7))::int) / 2 from (select logged_in_at::date as d from feed.logins)",
            0.3,
        ),
        "press" => (
            // Against all offers: a month has its season.
            "select sum((offer_id = 25 and d between $1 and $2)::int) / sum((offer_id = 25 and d between $1 - 30 and $1 - 1)::int),
                    sum((d between $1 and $2)::int) / sum((d between $1 - 30 and $1 - 1)::int)
             from (select occurred_at::date as d, offer_id from feed.offer_interactions where kind = 'VIEW')",
            2.0,
        ),
        "csat" => (
            "select avg((score >= 4)::int) filter (d between $1 and $2), avg((score >= 4)::int) filter (d not between $1 and $2)
             from (select responded_at::date as d, score from feed.csat_responses) where d between $1 - 90 and $2 + 90",
            0.88,
        ),
        "drive" => (
            "select sum((d between $1 and $2)::int), sum((d between $1 - 60 and $1 - 1)::int) / 2
             from (select min(logged_in_at)::date as d from feed.logins group by member_key)",
            2.5,
        ),
        "dilution" => (
            // Active in the month after the drive: the members of the drive against those of the 60 days before it.
            "with active as (select member_key from derived.session
                where qualifying and date '2000-01-01' + day between date_trunc('month', $2) and $2 group by all having count(*) >= 2),
                  joined as (select member_key, date '2000-01-01' + first_day as d from derived.member where first_day > 0)
             select avg((a.member_key is not null)::int) filter (d between $1 and last_day($1)),
                    avg((a.member_key is not null)::int) filter (d between $1 - 60 and $1 - 1)
             from joined left join active a using (member_key)",
            0.5,
        ),
        "exit" => (
            "select sum((d >= $1)::int), sum((d between $1 - ($2 - $1)::int - 1 and $1 - 1)::int)
             from (select occurred_at::date as d from feed.offer_interactions i join feed.offers o on o.id = i.offer_id where partner_id = 1)",
            0.0,
        ),
        "unsubscribes" => (
            "select avg((unsubscribed_at is not null)::int) filter (name like 'Partner Data Survey%'),
                    avg((unsubscribed_at is not null)::int) filter (name not like 'Partner Data Survey%')
             from feed.email_messages m join feed.campaigns c on c.id = m.campaign_id
             where outcome = 'DELIVERED' and m.sent_at::date between $1 - 60 and $2 + 60",
            3.0,
        ),
        "bounces" => (
            "select avg((outcome = 'BOUNCED')::int) filter (name like 'Archive Mailing%'),
                    avg((outcome = 'BOUNCED')::int) filter (name not like 'Archive Mailing%')
             from feed.email_messages m join feed.campaigns c on c.id = m.campaign_id
             where m.sent_at::date between $1 - 60 and $2 + 60",
            3.0,
        ),
        "search" => (
            "select sum(sessions) filter (date between $1 and $2) / ($2 - $1 + 1), sum(sessions) filter (date between $1 - 30 and $1 - 1) / 30
             from feed.web_sessions where source = 'Organic Search'",
            0.7,
        ),
        "promotion" => (
            // Of Gold as it was, who was active in the 30 days before.
            "with was as (select member_key, arg_max(tier_id, since) filter (since <= $1) = 2 as after,
                arg_max(tier_id, since) filter (since < $1) = 2 as before from feed.member_history group by 1),
                  joined as (select member_key, min(logged_in_at)::date as d from feed.logins group by 1),
                  active as (select distinct member_key from feed.logins where logged_in_at::date between $1 - 30 and $1 - 1)
             select avg((a.member_key is not null)::int) filter (after), avg((a.member_key is not null)::int) filter (before)
             from was join joined using (member_key) left join active a using (member_key) where d < $1",
            0.9,
        ),
        "term" => (
            "select sum(searches) filter (date between $1 and $2) / ($2 - $1 + 1), sum(searches) filter (date between $1 - 42 and $1 - 1) / 42
             from feed.site_searches where query = 'electric car'",
            5.0,
        ),
        other => panic!("there is no evidence for {other}"),
    }
}

/// Whether what a cause does is seen, with its numbers. What it names may not be there at all.
fn is_seen(warehouse: &Warehouse, cause: &PlantedCause) -> (bool, String) {
    let (sql, least) = evidence(cause.key);
    let sql = sql.replace("$1", &format!("date '{}'", cause.from)).replace("$2", &format!("date '{}'", cause.to));
    let sql = format!("select a::double, b::double from ({sql}) t(a, b)");
    let writer = warehouse.writer().expect("a writer");
    let (seen, expected): (Option<f64>, Option<f64>) =
        writer.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).expect(cause.key);
    let ratio = seen.zip(expected).map(|(seen, expected)| seen / expected);
    let is_seen = ratio.is_some_and(|ratio| match cause.direction {
        Direction::Up => ratio >= least && least > 1.0,
        Direction::Down => ratio <= least && least < 1.0,
    });
    (is_seen, format!("{}: {seen:?} against {expected:?}, {ratio:?}: {cause}", cause.key))
}

/// A cause is seen in a demo with causes, and not in one of the same seed without.
#[test]
fn every_planted_cause_is_visible_and_only_where_it_is_planted() {
    if !runs_today() {
        return;
    }
    let demos = [(1, 3, date!(2026 - 11 - 20)), (2, 1, date!(2027 - 01 - 31)), (3, 2, date!(2028 - 02 - 29))];
    for (seed, years, yesterday) in of_turn(demos) {
        let causes = explain(yesterday).expect("causes");
        assert_eq!(causes.len(), 15);
        for is_planted in [true, false] {
            let dir = tempfile::tempdir().expect("a directory");
            let warehouse = open(dir.path(), 2);
            let options = DemoOptions { members: 15_000, seed, years, causes: is_planted };
            make(&warehouse, &options, yesterday, None, &()).expect("a demo");
            for cause in &causes {
                assert!(cause.from <= cause.to && cause.to <= yesterday, "{cause}");
                let (is_seen, numbers) = is_seen(&warehouse, cause);
                assert_eq!(is_seen, is_planted, "seed {seed}, planted: {is_planted}, {numbers}");
            }
            let listed = explain_loaded(&warehouse).expect("no error").expect("a demo");
            assert_eq!(listed, if is_planted { causes.clone() } else { Vec::new() });
        }
    }
}

#[test]
fn without_causes_what_they_change_is_another_and_the_rest_the_same() {
    let dirs = [0; 2].map(|_| tempfile::tempdir().expect("a directory"));
    let (with, without) = (made(dirs[0].path()), open(dirs[1].path(), 2));
    make(&without, &DemoOptions { causes: false, ..small(7) }, END_OF_FIRST, None, &()).expect("a demo");
    let differing = differing(&with, &without);
    let is_changed = |table: &str| differing.iter().any(|name| name == &format!("feed.{table}"));
    for table in ["members", "logins", "campaigns", "email_messages", "csat_responses", "web_sessions", "site_searches"]
    {
        assert!(is_changed(table), "{table} is the same without causes");
    }
    for table in [
        "user_groups",
        "member_keys",
        "partners",
        "offers",
        "articles",
        "polls",
        "poll_options",
        "email_schedule",
        "fa_activity",
    ] {
        assert!(!is_changed(table), "{table} is another without causes");
    }
    let names = |warehouse: &Warehouse| -> Vec<String> {
        let writer = warehouse.writer().expect("a writer");
        let mut statement = writer.prepare("select name from feed.campaigns order by name").expect("prepared");
        let names = statement.query_map([], |row| row.get(0)).expect("asked");
        names.collect::<Result<_, _>>().expect("names")
    };
    let (planted, usual) = (names(&with), names(&without));
    let added: Vec<&str> =
        planted.iter().filter(|name| !usual.contains(name)).filter_map(|name| name.split(',').next()).collect();
    assert_eq!(added, ["Archive Mailing", "Double Rewards Week", "Partner Data Survey"]);
    assert_eq!(planted.len(), usual.len() + added.len());
    // What is added on later days is without causes, too.
    extend(&without, date!(2026 - 02 - 20), &()).expect("an extension").expect("days to write");
    assert_eq!(explain_loaded(&without).expect("no error"), Some(Vec::new()));
    assert_eq!(names(&without).iter().filter(|name| planted.contains(name)).count(), usual.len());
}

#[test]
fn the_program_looks_healthy() {
    if !takes_turn(5) {
        return;
    }
    let yesterday = date!(2026 - 11 - 20);
    let dir = tempfile::tempdir().expect("a directory");
    let warehouse = open(dir.path(), 2);
    make(&warehouse, &DemoOptions { members: 15_000, seed: 1, years: 3, causes: true }, yesterday, None, &())
        .expect("a demo");
    let writer = warehouse.writer().expect("a writer");
    // The definitions of docs/metrics.md, over the 90 days the score looks at.
    let figures = "with w as (select (date '2026-11-20' - date '2000-01-01')::smallint as last, last - 89 as first),
        m as (select count(*) as eligible, count_if(first_day > 0) as registered, count_if(first_day >= w.first) as new from derived.member, w),
        s as (select count(*) as logins, count_if(qualifying) as q, count_if(not is_first) as r from derived.session, w where day >= w.first group by member_key),
        l as (select count(*) as members, count_if(q >= 2) as active, count_if(q >= 3) as engaged, count_if(r > 0) as returned from s),
        o as (select count(distinct (member_key, offer_id)) filter (is_click) / count(distinct (member_key, offer_id)) filter (not is_click) as intent
              from derived.interaction, w where day >= w.first),
        c as (select avg((score >= 4)::int) as csat from derived.csat, w where day >= w.first),
        e as (select count_if(unsubscribed) / count_if(delivered) as unsubscribed, count_if(opened) / count_if(delivered) as opened from derived.message)
        select 100.0 * registered / eligible, 100.0 * active / registered, 100.0 * engaged / registered, 100.0 * returned / members,
               100.0 * (members - new) / (registered - new), 100.0 * intent, 100.0 * csat, 100.0 * unsubscribed, 100.0 * opened
        from m, l, o, c, e";
    let names = ["initiation", "active", "engaged", "return", "retention", "intent", "csat", "unsubscribed", "opened"];
    let ranges =
        [55.0..65.0, 25.0..40.0, 18.0..30.0, 90.0..97.5, 50.0..70.0, 20.0..40.0, 75.0..85.0, 0.2..1.0, 20.0..45.0];
    let found: Vec<f64> =
        writer.query_row(figures, [], |row| (0..names.len()).map(|index| row.get(index)).collect()).expect("figures");
    for ((name, range), found) in names.iter().zip(ranges).zip(found) {
        assert!(range.contains(&found), "{name} is {found}, expected within {range:?}");
    }
    let logins: f64 = writer
        .query_row("select (select count(*) from feed.logins) / (select count(*) from feed.members)", [], |row| {
            row.get(0)
        })
        .expect("a ratio");
    assert!((17.0..23.0).contains(&logins), "{logins} logins per member");
    let segments: i64 =
        writer.query_row("select count(*) from derived.segment", [], |row| row.get(0)).expect("a count");
    assert!((100..=200).contains(&segments), "{segments} segments");
}

#[test]
fn the_first_year_of_a_demo_may_begin_on_a_leap_day() {
    assert_eq!(years_before(date!(2024 - 02 - 28), 3).expect("a date"), date!(2021 - 02 - 28));
    assert_eq!(years_before(date!(2026 - 11 - 20), 3).expect("a date"), date!(2023 - 11 - 21));
    let spike = explain(date!(2026 - 11 - 20)).expect("causes").into_iter().find(|cause| cause.key == "spike");
    assert_eq!(
        spike.map(|cause| (cause.from, cause.from.weekday())),
        Some((date!(2026 - 10 - 06), time::Weekday::Tuesday))
    );
}

#[test]
fn the_names_in_the_causes_are_those_of_the_files() {
    let line = |name: &str, number: usize| {
        NAMES.iter().find(|(file, _)| *file == name).and_then(|(_, csv)| csv.lines().nth(number)).unwrap_or_default()
    };
    assert!(line("partners", LEAVING_PARTNER.0 as usize).ends_with(LEAVING_PARTNER.1));
    assert!(NAMES.iter().any(|(_, csv)| csv.contains(&format!("{SUDDEN_TERM},"))));
    for (id, name) in [SLIDING_TIER, RENEWING_LINE, LOST_AUDIENCE] {
        assert!(PLAN_SQL.contains(&format!("({id}, '{name}'")), "{name}");
    }
    let dir = tempfile::tempdir().expect("a directory");
    let name = "select name from feed.offers where id = ?";
    let warehouse = made(dir.path());
    let writer = warehouse.writer().expect("a writer");
    let name: String = writer.query_row(name, [PRAISED_OFFER.0], |row| row.get(0)).expect("an offer");
    assert_eq!(name, PRAISED_OFFER.1);
}
