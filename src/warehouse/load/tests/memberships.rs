//! The groups of members in the past, as the table `memberships` gives or corrects them.

use time::macros::date;
use time::{Date, Duration};

use super::*;
use crate::turns::of_today;
use crate::warehouse::erased::{ErasedMembers, digest};

use crate::warehouse::mapping::MemberKey;
use past_groups::{Groups, Past, random_rows};
use random::Random;

#[path = "../../../tests/past_groups.rs"]
mod past_groups;
#[path = "../../../tests/random.rs"]
mod random;

const HEAD: &str = "member_id,type,id,from,until\n";

/// M1 is in tier 1 and audience 1, M2 in tier 2 and both audiences, dated on 2 January 2024. The last loaded day is 30 June.
fn base() -> Harness {
    let harness = Harness::with_base();
    log_in(&harness, date!(2024 - 06 - 30));
    harness
}

fn log_in(harness: &Harness, day: Date) {
    let text = format!("member_id,logged_in_at\nM1,{day} 10:00:00\n");
    harness.load(&[("logins.csv", &text)]).expect("a login");
}

fn give(harness: &Harness, rows: &str) -> ImportReport {
    let text = format!("{HEAD}{rows}");
    harness.load(&[("memberships.csv", &text)]).unwrap_or_else(|error| panic!("{error}"))
}

fn load_members(harness: &Harness, rows: &str, effective: Option<Date>) {
    let text = format!("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n{rows}");
    let options = ImportOptions { effective, ..ImportOptions::default() };
    harness.load_with(&[("members.csv", &text)], &options).unwrap_or_else(|error| panic!("{error}"));
}

/// Member, first day and groups of each span of those who moved.
fn spans(harness: &Harness) -> Vec<String> {
    harness.texts(
        "select concat_ws(' ', member_id, if(from_day = 0, 'first', (date '2000-01-01' + from_day::integer)::varchar),
                tier_id, lob_id, array_to_string(audience_ids, '|'))
         from derived.membership join derived.segment using (segment_id) join feed.member_keys using (member_key)
         order by member_id, from_day",
    )
}

fn rows(harness: &Harness) -> Vec<String> {
    harness.texts(
        "select concat_ws(' ', member_id, \"type\", id, \"from\", \"until\") from feed.memberships
         join feed.member_keys using (member_key) order by 1",
    )
}

#[test]
fn a_tier_holds_until_the_next_one() {
    let harness = base();
    let report = give(&harness, "M1,TIER,2,2023-03-01,2023-05-31\nM1,TIER,1,2023-07-01,\nM2,TIER,2,2020-01-01,\n");
    assert_eq!(spans(&harness), ["M1 first 2 1 1", "M1 2023-07-01 1 1 1"], "also where nothing is known between them");
    assert_eq!((report.other_pasts, report.moves.len()), (Some(1), 0));
    // The same again; another day; what was always so.
    assert_eq!(give(&harness, "M1,TIER,1,2023-07-01,\nM1,TIER,2,2022-01-01,2024-01-01\n").other_pasts, Some(0));
    assert_eq!(spans(&harness), ["M1 first 2 1 1", "M1 2023-07-01 1 1 1"]);
    assert_eq!(give(&harness, "M1,TIER,1,2023-08-01,\nM1,TIER,2,2022-01-01,\n").other_pasts, Some(1));
    assert_eq!(give(&harness, "M1,LOB,1,2023-08-01,\n").other_pasts, Some(1));
    assert_eq!(spans(&harness), Vec::<String>::new());
}

#[test]
fn audiences_hold_from_day_to_day_and_the_last_ones_where_there_would_be_none() {
    let harness = base();
    give(
        &harness,
        "M2,AUDIENCE,1,2023-01-01,2023-03-31\nM2,AUDIENCE,2,2023-02-01,2023-02-28\nM2,AUDIENCE,2,2023-06-01,\n\
         M2,AUDIENCE,1,2023-09-01,2023-10-31\nM2,AUDIENCE,1,2023-10-15,9999-12-31\n",
    );
    let days = ["first 2 1 1", "2023-02-01 2 1 1|2", "2023-03-01 2 1 1", "2023-06-01 2 1 2", "2023-09-01 2 1 1|2"];
    assert_eq!(spans(&harness), days.map(|day| format!("M2 {day}")));
}

#[test]
fn what_loads_have_dated_holds_after_the_last_day_of_memberships_and_is_corrected_before_it() {
    let harness = base();
    load_members(&harness, "M1,2,1,1,2023-12-01,Email\n", Some(date!(2024 - 02 - 01)));
    load_members(&harness, "M1,1,1,1|2,2023-12-01,Email\n", Some(date!(2024 - 04 - 01)));
    let dated = ["M1 first 1 1 1", "M1 2024-02-01 2 1 1", "M1 2024-04-01 1 1 1|2"];
    assert_eq!(spans(&harness), dated);
    give(&harness, "M1,TIER,2,2023-05-01,\nM1,TIER,1,2024-03-01,\n");
    let corrected = ["M1 first 2 1 1", "M1 2024-03-01 1 1 1", "M1 2024-04-01 1 1 1|2"];
    assert_eq!(spans(&harness), corrected, "memberships has no audiences of M1: those of the loads hold");
    give(&harness, "M1,TIER,1,2023-05-01,\nM1,TIER,2,2024-01-15,\n");
    assert_eq!(spans(&harness), ["M1 first 1 1 1", "M1 2024-01-15 2 1 1", "M1 2024-04-01 1 1 1|2"]);
    give(&harness, "M1,TIER,1,2024-02-01,\n");
    assert_eq!(spans(&harness), ["M1 first 1 1 1", "M1 2024-04-01 1 1 1|2"], "on the same day memberships holds");
    // Of an audience, the day after its last one is one of which memberships says something.
    give(&harness, "M1,AUDIENCE,2,2023-01-01,2024-03-31\n");
    assert_eq!(spans(&harness)[..2], ["M1 first 1 1 2", "M1 2024-02-01 2 1 2"]);
    assert_eq!(spans(&harness)[2..], ["M1 2024-04-01 1 1 2", "M1 2024-06-30 1 1 1|2"]);
    give(&harness, "M1,AUDIENCE,2,2023-01-01,2024-03-30\n");
    assert_eq!(spans(&harness), ["M1 first 1 1 2", "M1 2024-02-01 2 1 2", "M1 2024-04-01 1 1 1|2"]);
}

#[test]
fn the_groups_of_the_last_day_are_those_of_members_and_later_rows_wait_for_their_day() {
    let harness = base();
    give(&harness, "M1,TIER,2,2024-05-01,\nM2,TIER,2,2023-01-01,\nM2,TIER,1,2024-07-02,2024-07-04\n");
    assert_eq!(spans(&harness), ["M1 first 2 1 1", "M1 2024-06-30 1 1 1"], "members says otherwise of M1");
    log_in(&harness, date!(2024 - 07 - 02));
    assert_eq!(spans(&harness), ["M1 first 2 1 1", "M1 2024-07-02 1 1 1"], "and on its first day of M2");
    log_in(&harness, date!(2024 - 07 - 03));
    let both =
        ["M1 first 2 1 1", "M1 2024-07-03 1 1 1", "M2 first 2 1 1|2", "M2 2024-07-02 1 1 1|2", "M2 2024-07-03 2 1 1|2"];
    assert_eq!(spans(&harness), both);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(spans(&harness), both[..1].iter().chain(&["M1 2024-07-02 1 1 1"]).copied().collect::<Vec<_>>());
    log_in(&harness, date!(2024 - 07 - 03));
    load_members(&harness, "M2,1,1,1|2,2024-02-01,Website\n", None);
    assert_eq!(spans(&harness)[2..], ["M2 first 2 1 1|2", "M2 2024-07-02 1 1 1|2"], "now members says so, too");
    // What would hold from the last loaded day on and does not, counts for nothing.
    give(&harness, "M2,TIER,2,2024-07-03,\n");
    assert_eq!(spans(&harness)[2..], Vec::<String>::new());
}

#[test]
fn a_load_replaces_all_rows_of_its_members_and_an_undo_puts_them_back() {
    let harness = base();
    give(&harness, "M1,TIER,2,2023-01-01,\nM1,TIER,1,2024-01-01,\nM1,AUDIENCE,2,2023-01-01,\nM2,TIER,1,2023-01-01,\n");
    let before = (rows(&harness), spans(&harness));
    let report = give(&harness, "M1,LOB,1,2023-01-01,\n");
    assert_eq!(
        report.replaced.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["memberships: 3 rows before, 1 after"]
    );
    assert_eq!(rows(&harness), ["M1 LOB 1 2023-01-01", "M2 TIER 1 2023-01-01"]);
    assert_eq!(spans(&harness), before.1[before.1.len() - 2..], "those of M2");
    let report = undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(
        report.replaced.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["memberships: 1 row before, 3 after"]
    );
    assert_eq!((rows(&harness), spans(&harness)), before);
    // Members who had no rows, or were not there.
    let files = [
        ("members.csv", "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM3,1,1,1,2023-01-01,Email\n"),
        ("memberships.csv", &format!("{HEAD}M3,TIER,2,2023-01-01,\nM3,TIER,1,2024-01-01,\n")),
    ];
    let everything = harness.everything();
    assert_eq!(harness.load(&files).expect("loaded").other_pasts, Some(0), "M3 had none before");
    assert_eq!(spans(&harness)[spans(&harness).len() - 2..], ["M3 first 2 1 1", "M3 2024-01-01 1 1 1"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    let again = harness.everything();
    for (table, rows) in everything.iter().filter(|(table, _)| !table.starts_with("undo.")) {
        assert_eq!(&again[table], rows, "{table}");
    }
    // A check changes nothing, and says as much.
    let options = ImportOptions { check: true, ..ImportOptions::default() };
    let text = format!("{HEAD}M2,TIER,2,2023-01-01,\n");
    let report = harness.load_with(&[("memberships.csv", &text)], &options).expect("checked");
    assert_eq!((report.other_pasts, (rows(&harness), spans(&harness))), (Some(1), before));
}

#[test]
fn faulty_rows_are_refused_by_file_and_line() {
    let harness = base();
    let faults = |rows: &str| harness.faults(&[("memberships.csv", &format!("{HEAD}{rows}"))]);
    assert_eq!(
        faults(
            "M1,TIER,9,2023-01-01,\nM9,TIER,1,2023-01-01,\nM1,AUDIENCE,1,2023-02-01,2023-01-31\nM1,LOB,2,2023-01-01,\n"
        ),
        [
            "memberships.csv:2:id: 9 is not in user_groups with type TIER; load it before or together with this file",
            "memberships.csv:3:member_id: \"M9\" is not in members; load it before or together with this file",
            "memberships.csv:4:until: 2023-01-31 is before from, 2023-02-01; correct one of the two dates",
            "memberships.csv:5:id: 2 is not in user_groups with type LOB; load it before or together with this file",
        ]
    );
    assert_eq!(
        faults(
            "M1,TIER,1,2023-01-01,\nM1,TIER,2,2023-01-01,\nM1,AUDIENCE,1,2023-01-01,\nM1,AUDIENCE,2,2023-01-01,\nM1,AUDIENCE,1,2023-01-01,2023-05-05\n"
        ),
        [
            "memberships.csv:3:id: member \"M1\" has another TIER from 2023-01-01 already, on line 2, and can have one at a time; keep one of the two rows",
            "memberships.csv:6:member_id, type, id, from: \"M1, AUDIENCE, 1, 2023-01-01\" is already in memberships.csv on line 4; keep one of the two rows",
        ]
    );
    assert_eq!(
        faults("M1,REGION,1,2023-01-01,\nM1,TIER,1,,\n"),
        [
            "memberships.csv:2:type: \"REGION\" is not TIER or LOB or AUDIENCE",
            "memberships.csv:3:from: the value is missing; this column may not be empty",
        ]
    );
}

#[test]
fn rows_of_erased_members_go_and_those_of_anonymous_ones_stay() {
    let harness = base();
    give(&harness, "M1,TIER,2,2023-01-01,\nM2,TIER,1,2023-01-01,\nM2,TIER,2,2024-01-01,\n");
    let key = MemberKey([7; 32]);
    let erased = ErasedMembers::new(key.clone(), ["M1", "M2"].map(|id| (digest(&key, id), id == "M2")));
    erase(&harness.warehouse, &erased, None, None, &()).expect("erased");
    for (table, rows) in [("feed.memberships", "1 2"), ("derived.membership", "1 2"), ("undo.memberships", "0 0")] {
        let count = format!("select count(distinct member_key) || ' ' || count(*) from {table}");
        assert_eq!(harness.texts(&count), [rows], "{table}");
    }
    assert_eq!(
        harness.texts("select count(*)::varchar from feed.memberships anti join feed.members using (member_key)"),
        ["0"]
    );
    // Later rows of them are left out.
    let options = ImportOptions { erased, ..ImportOptions::default() };
    let text = format!("{HEAD}M1,TIER,2,2023-01-01,\n");
    let report = harness.load_with(&[("memberships.csv", &text)], &options).expect("loaded");
    assert_eq!(report.warnings, ["1 row of erased members was left out"]);
}

#[test]
fn rows_that_ended_expire_and_what_holds_later_stays_the_same() {
    let harness = base();
    give(
        &harness,
        "M1,TIER,2,2023-01-01,2023-03-31\nM1,TIER,1,2023-06-01,2023-08-31\nM1,TIER,2,2023-09-01,\nM1,TIER,1,2024-03-01,\n\
         M1,AUDIENCE,1,2022-01-01,2022-05-31\nM1,AUDIENCE,2,2022-05-01,2022-12-31\n\
         M2,AUDIENCE,1,2023-01-01,2023-02-28\nM2,AUDIENCE,2,2023-03-01,\nM2,AUDIENCE,1,2024-02-01,\n",
    );
    let later =
        |spans: Vec<String>| -> Vec<String> { spans.into_iter().filter(|span| span.contains(" 2024-")).collect() };
    let before = (rows(&harness), spans(&harness));
    let report = expire(&harness.warehouse, date!(2023 - 12 - 01), None, None, &()).expect("dropped");
    let kept = [
        "M1 AUDIENCE 2 2022-05-01 2022-12-31",
        "M1 TIER 1 2024-03-01",
        "M1 TIER 2 2023-09-01",
        "M2 AUDIENCE 1 2024-02-01",
        "M2 AUDIENCE 2 2023-03-01",
    ];
    assert_eq!(rows(&harness), kept, "the last audience of M1 holds");
    assert_eq!(
        report.replaced.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["memberships: 9 rows before, 5 after"]
    );
    assert_eq!(later(spans(&harness)), later(before.1.clone()));
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!((rows(&harness), spans(&harness)), before);
}

#[test]
fn a_file_of_another_form_is_mapped_with_the_names_of_its_groups() {
    let harness = base();
    let mapping = "[program]\nunknown_members = \"drop\"\n[[file]]\nname = \"history.csv\"\n[[file.table]]\nname = \"memberships\"\n\
                   where = { What = [\"Level\", \"Club\"] }\n[file.table.columns]\nmember_id = \"Who\"\n\
                   type = { column = \"What\", values = { Level = \"TIER\", Club = \"AUDIENCE\" } }\n\
                   id = { column = \"Which\", ids = true }\nfrom = { column = \"Since\", format = \"%d.%m.%Y\" }\n";
    let text = "Who,What,Which,Since\nM1,Level,Silver,01.03.2023\nM1,Level,Gold,01.07.2023\nM1,Club,Runners,01.09.2023\n\
                M1,Note,Silver,02.03.2023\nX9,Level,Gold,01.03.2023\n";
    let report =
        harness.load(&[("mapping.toml", mapping), ("history.csv", text)]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.warnings, ["memberships: 1 row of unknown members was left out, as the mapping says"]);
    let names = "select concat_ws(' ', type, name, \"from\") from feed.memberships join feed.user_groups using (type, id) order by 1";
    assert_eq!(harness.texts(names), ["AUDIENCE Runners 2023-09-01", "TIER Gold 2023-07-01", "TIER Silver 2023-03-01"]);
    let first =
        |text: &str| -> Vec<String> { spans(&harness).into_iter().filter(|span| span.starts_with(text)).collect() };
    assert_eq!(
        first("M1 2023"),
        ["M1 2023-07-01 1 1 1000001"].map(|span| {
            // The id of a new name is the first that Bond gives.
            let id = harness.texts("select id::varchar from feed.user_groups where name = 'Runners'");
            span.replace("1000001", &id[0])
        })
    );
    let adds = mapping
        .replace("\"drop\"", "{ add = true, tier = \"Gold\" }")
        .replace("[program]\n", "[program]\nlob = \"Retail\"\naudience = \"All\"\n");
    harness.load(&[("mapping.toml", &adds), ("history.csv", text)]).unwrap_or_else(|error| panic!("{error}"));
    let added =
        "select concat_ws(' ', member_id, eligible_on) from feed.members join feed.member_keys using (member_key)
                 where member_id = 'X9'";
    assert_eq!(harness.texts(added), ["X9 2023-03-01"], "eligible since the first day in a group");
}

/// What loads have said of a program of some members.
#[derive(Clone)]
struct Program {
    pasts: Vec<Past>,
    now: Vec<Groups>,
    last: Date,
}

const MEMBERS: usize = 12;
const FIRST: Date = date!(2024 - 01 - 01);

fn random_groups(random: &mut Random) -> Groups {
    let audiences = match random.some_of(&[1, 2, 3]) {
        none if none.is_empty() => vec![2],
        some => some,
    };
    [vec![random.one_of(&[1, 2, 3])], vec![random.one_of(&[1, 2])], audiences]
}

fn member_row(at: usize, [tier, lob, audiences]: &Groups) -> String {
    let audiences: Vec<String> = audiences.iter().map(i32::to_string).collect();
    format!("M{at},{},{},{},2023-12-01,Email\n", tier[0], lob[0], audiences.join("|"))
}

impl Program {
    fn new(random: &mut Random, harness: &Harness) -> Program {
        let now: Vec<Groups> = (0..MEMBERS).map(|_| random_groups(random)).collect();
        let last = FIRST + Duration::days(20);
        let rows = now.iter().enumerate().map(|(at, groups)| member_row(at, groups)).collect::<String>();
        let groups = (1..4).flat_map(|id| ["TIER", "LOB", "AUDIENCE"].map(|kind| format!("{id},{kind},{kind} {id}\n")));
        harness
            .load(&[
                ("user_groups.csv", &format!("id,type,name\n{}", groups.collect::<String>())),
                ("members.csv", &format!("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n{rows}")),
                ("logins.csv", &format!("member_id,logged_in_at\nM1,{last} 10:00:00\n")),
            ])
            .expect("a program");
        let pasts = now.iter().map(|groups| Past { dated: vec![(last, groups.clone())], rows: Vec::new() }).collect();
        Program { pasts, now, last }
    }

    fn change(&mut self, random: &mut Random, harness: &Harness) {
        let one = random.below(MEMBERS as u64) as usize;
        let some: Vec<usize> = (0..MEMBERS).filter(|at| *at == one || random.percent(25)).collect();
        match random.below(10) {
            0..4 => {
                let effective = random.percent(80).then(|| FIRST + Duration::days(random.below(40) as i64));
                let effective = effective.filter(|day| random.percent(5) || *day <= self.last);
                let mut rows = String::new();
                for at in some {
                    let mut groups = random_groups(random);
                    if random.percent(50) {
                        groups[2].clone_from(&self.now[at][2]);
                    }
                    if let Some((_, before)) = self.pasts[at].dated.first().filter(|_| random.percent(25)) {
                        groups.clone_from(before);
                    }
                    rows += &member_row(at, &groups);
                    self.pasts[at].date(effective.unwrap_or(self.last), &groups);
                    self.now[at] = groups;
                }
                load_members(harness, &rows, effective);
            }
            4..8 => {
                let mut rows = String::new();
                for at in some {
                    self.pasts[at].rows = random_rows(&mut |end| random.below(end), FIRST, 45);
                    rows.extend(self.pasts[at].rows.iter().map(|row| row.line(&format!("M{at}"))));
                }
                give(harness, &rows);
            }
            _ => {
                self.last += Duration::days(1 + random.below(4) as i64);
                log_in(harness, self.last);
            }
        }
    }

    /// Compares every day of every member.
    fn compare(&self, harness: &Harness, step: &str) {
        let mut found: BTreeMap<String, Vec<(i64, i64, String)>> = BTreeMap::new();
        for span in harness.texts(
            "select concat_ws(' ', member_id, coalesce(p.from_day, 0), coalesce(p.until_day, 32767), tier_id, lob_id,
                    array_to_string(audience_ids, '|'))
             from derived.member m join feed.member_keys using (member_key)
             left join derived.membership p using (member_key)
             join derived.segment s on s.segment_id = coalesce(p.segment_id, m.segment_id) order by member_id, p.from_day",
        ) {
            let parts: Vec<&str> = span.splitn(4, ' ').collect();
            let day = |at: usize| parts[at].parse::<i64>().expect("a day");
            found.entry(parts[0].to_owned()).or_default().push((day(1), day(2), parts[3].to_owned()));
        }
        let number = |day: Date| (day - date!(2000 - 01 - 01)).whole_days();
        for (at, past) in self.pasts.iter().enumerate() {
            let spans = &found[&format!("M{at}")];
            assert_eq!((spans[0].0, spans.last().expect("a span").1), (0, 32_767), "{step}: M{at}");
            assert!(spans.windows(2).all(|two| two[0].1 + 1 == two[1].0 && two[0].2 != two[1].2), "{step}: {spans:?}");
            for day in (-3..70).map(|days| FIRST + Duration::days(days)) {
                let [tier, lob, audiences] = past.on(day, self.last, &self.now[at]);
                let audiences: Vec<String> = audiences.iter().map(i32::to_string).collect();
                let plain = format!("{} {} {}", tier[0], lob[0], audiences.join("|"));
                let held = spans.iter().find(|(from, until, _)| (*from..=*until).contains(&number(day)));
                let last = self.last;
                assert_eq!(held.expect("a span").2, plain, "{step}: M{at} on {day} of {past:?}, last {last}");
            }
        }
    }
}

#[test]
fn the_groups_of_every_day_are_those_of_a_plain_count() {
    for seed in of_today(1..4) {
        let (mut random, harness) = (Random(20_261_130 + seed), Harness::new());
        let mut program = Program::new(&mut random, &harness);
        for step in 0..25 {
            let before = program.clone();
            program.change(&mut random, &harness);
            let named = format!("seed {seed}, step {step}");
            program.compare(&harness, &named);
            if random.percent(15) {
                undo(&harness.warehouse, None, None, &()).expect("undone");
                program = before;
                program.compare(&harness, &format!("{named}, undone"));
            }
        }
    }
}
