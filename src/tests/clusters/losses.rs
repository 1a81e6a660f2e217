//! Rows that vanish from a server, or change there, while Bond runs. `TEST_ROUNDS` sets how often each way is tried on each
//! engine; without it each is tried once, on one of them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use time::macros::date;

use super::{MIDDLE, Program, wait_for};
use crate::clickhouse::Servers;
use crate::command_line::{PASSWORD, Serving};
use crate::kills::{MEMBERS, day};
use crate::setting;

/// How a server loses rows of logins.
#[derive(Clone, Copy, Debug)]
enum Loss {
    Partition,
    DetachedPart,
    DetachedAndAttached,
    AllRows,
    Table,
    /// By a mutation.
    SomeRows,
    /// As many others are there.
    Replaced,
    /// The same rows, with other values.
    Changed,
    /// Rows that Bond did not write.
    More,
    /// Parts that the server has acknowledged are not on its disk after a power cut.
    PowerCut,
}

const LOSSES: [Loss; 10] = [
    Loss::Partition,
    Loss::DetachedPart,
    Loss::DetachedAndAttached,
    Loss::AllRows,
    Loss::Table,
    Loss::SomeRows,
    Loss::Replaced,
    Loss::Changed,
    Loss::More,
    Loss::PowerCut,
];

/// The month of the days of the program.
const MONTH: u32 = 202_501;

impl Program {
    /// Does harm by some statements, one after the other. Bond may notice before the last, and make the table again: the
    /// rest would then find none, and is left out.
    fn harm(&self, server: usize, statements: impl IntoIterator<Item = String>) {
        for sql in statements {
            match self.owner(server).run(&sql) {
                Err(error) if error.to_string().contains("a table is gone") => return,
                done => done.unwrap_or_else(|error| panic!("{sql}: {error}")),
            };
        }
    }

    fn lose(&mut self, server: usize, loss: Loss) {
        let rows = 6 * MEMBERS / self.servers.running.len() as u64;
        // The month of each edition that there may be.
        let partitions = |what: &'static str| {
            (1..60).map(move |edition| format!("alter table session {what} partition ({MONTH}, {edition})"))
        };
        let harm = |sql: &str| self.harm(server, [sql.to_owned()]);
        match loss {
            Loss::Partition => self.harm(server, partitions("drop")),
            Loss::DetachedPart => self.harm(server, partitions("detach")),
            Loss::DetachedAndAttached => self.harm(server, partitions("detach").chain(partitions("attach"))),
            Loss::AllRows => harm("truncate table session"),
            Loss::Table => harm("drop table session"),
            Loss::SomeRows => harm("alter table session delete where member_key % 5 = 1"),
            Loss::Changed => harm("alter table session update segment_id = segment_id + 1 where member_key > 0"),
            Loss::More => harm("insert into session select * from session limit 5"),
            Loss::Replaced => {
                let copied = ["create table others as session", "insert into others select * from session"];
                // Half of the rows twice: as many as before.
                assert_eq!(rows % 2, 0);
                let half = rows / 2;
                let half = format!(
                    "insert into session select * from (select * from others order by day, member_key limit {half})"
                );
                let replaced = [half.clone(), half];
                self.harm(server, copied.map(str::to_owned).into_iter().chain(partitions("drop")).chain(replaced));
                harm("drop table if exists others");
            }
            Loss::PowerCut => {
                self.servers.running[server].kill();
                self.servers.running[server].lose_parts("session", MONTH);
                self.servers.running[server].start();
            }
        }
        let limit = Instant::now() + Duration::from_secs(20);
        let mutated =
            "select throwIf(count() > 0) from system.mutations where database = currentDatabase() and not is_done";
        while let Err(error) = self.owner(server).run(mutated) {
            assert!(Instant::now() < limit, "{loss:?}: {error}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Figures up to the second day since some day before, which nobody has asked for yet; and the receipt of one.
struct Asked<'a> {
    server: &'a Serving,
    token: String,
    windows: i64,
}

impl Asked<'_> {
    fn another(&mut self) -> Value {
        self.windows += 1;
        let first = date!(2015 - 01 - 01) + time::Duration::days(self.windows);
        json!({"period": "SELECTED_DATE", "startDate": first.to_string(), "endDate": day(MIDDLE)})
    }

    /// Status, and where it is 200 the total and the unique logins.
    fn figure(&self, body: &Value) -> (u16, Option<(u64, u64)>) {
        let (status, answer) = self.server.answer(Some(&self.token), "api/v1/dashboard/users/userDashboardInfo", body);
        let figure = |name: &str| answer["logins"][name].as_u64().unwrap_or_else(|| panic!("{name} in {answer}"));
        (status, (status == 200).then(|| (figure("totalLogins"), figure("uniqueLogins"))))
    }

    fn receipt(&self, body: &Value) -> (u16, Value) {
        self.server.answer(Some(&self.token), "api/v1/receipts/logins.totalLogins", body)
    }
}

/// The figure once the rows are written again; for a minute it may be refused.
fn until_answered(asked: &Asked<'_>, body: &Value) -> (u16, Option<(u64, u64)>) {
    let begun = Instant::now();
    loop {
        match asked.figure(body) {
            (503, None) if begun.elapsed() < Duration::from_secs(60) => std::thread::sleep(Duration::from_millis(50)),
            found => return found,
        }
    }
}

#[test]
fn rows_that_vanish_while_bond_runs_are_noticed_before_an_answer_leaves() {
    let rounds = setting("TEST_ROUNDS", 0);
    let (mut tried, mut met) = (0, 0);
    // Not on the day of `engines`.
    if !crate::takes_turn(6) {
        return;
    }
    for servers in [Servers::start(2), Servers::present()].into_iter().flatten() {
        let is_present = servers.running.len() == 1;
        let folder = tempfile::tempdir().expect("a directory");
        let variables = servers.settings(folder.path());
        let mut program = Program::of(servers, folder, variables);
        let server = program.serve();
        let token = server.sign_in("ann", PASSWORD);
        let mut asked = Asked { server: &server, token, windows: 0 };
        let right = (4 * MEMBERS, MEMBERS);
        for round in 0..rounds.max(1) {
            for (number, loss) in LOSSES.into_iter().enumerate() {
                // The other engine runs within a program that cannot be killed and started.
                let can_be_tried = !(is_present && matches!(loss, Loss::PowerCut));
                let is_its_turn = rounds > 0 || (number % 2 == 0) == is_present;
                if !(can_be_tried && is_its_turn) {
                    continue;
                }
                let index = round as usize % program.servers.running.len();
                let context = format!("round {round}, {loss:?} of server {index}, present engine: {is_present}");
                let body = asked.another();
                // What follows the loss before may meet it too, and have the rows written once more.
                let before = until_answered(&asked, &body);
                assert_eq!(before, (200, Some(right)), "{context}: before\n{}", server.errors());
                program.lose(index, loss);
                let body = asked.another();
                // The one that is asked first meets it, unless Bond met it itself while the harm was done, and has written
                // the rows again.
                let (status, first) = if round % 2 == 0 {
                    let (status, figures) = asked.figure(&body);
                    assert!(
                        figures.is_none_or(|figures| figures == right),
                        "{context}: {figures:?}\n{}",
                        server.errors()
                    );
                    (status, Value::Null)
                } else {
                    asked.receipt(&body)
                };
                assert!(status == 503 || status == 200, "{context}: {first}\n{}", server.errors());
                let is_right = first.is_null() || first.to_string().contains(&right.0.to_string());
                assert!(status == 503 || is_right, "{context}: {first}\n{}", server.errors());
                met += u32::from(status == 503);
                let found = until_answered(&asked, &body);
                assert_eq!(found, (200, Some(right)), "{context}: after\n{}", server.errors());
                let (status, receipt) = asked.receipt(&body);
                assert_eq!(status, 200, "{context}: {receipt}");
                assert!(receipt.to_string().contains(&right.0.to_string()), "{context}: {receipt}");
                tried += 1;
            }
        }
        wait_for(&server, "all rows of members are written to the cluster");
        assert_eq!(server.stop().0, 0);
        let (_, lines, error) = program.run(&["audit", "list", "--what", "cluster_filled"], &[]);
        assert!(lines.matches("of session of 202501").count() >= 4, "{lines}{error}");
    }
    assert!(met * 4 >= tried, "{met} of {tried} losses were met");
    println!("PASS rows lost on a cluster: {tried} losses, {met} met by the first question, all written again");
}
