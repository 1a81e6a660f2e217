//! Twenty people click while a million rows are loaded: no error, and no answer of two data versions.
//! `TEST_ROUNDS` sets how many thousand login rows (50 unless given).

use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bond::auth::password;
use bond::store::Store;
use bond::store::roles::USERS;
use bond::store::users::NewUser;

use super::clickers::{Clicker, DAYS, Stop, p95, write_logins, write_members};
use super::command_line::{PASSWORD, Serving, add_user, bond};
use super::setting;

const PEOPLE: u64 = 20;

#[test]
fn people_who_click_during_a_load_see_the_data_before_it_or_after_it() {
    if !crate::runs_today() {
        return;
    }
    let rows = setting("TEST_ROUNDS", 50) * 1_000;
    let members = rows / DAYS;
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = (parent.path().join("data"), parent.path().join("feed"));
    add_user(&data, "ann");
    std::fs::create_dir(&feed).expect("made");
    write_members(&feed, members);
    write_logins(&feed.join("logins.csv"), members / 2);
    let import = |folder: &Path| {
        let mut command = bond(&data, &["import", &folder.to_string_lossy()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(import(&feed).status().expect("run").success());
    std::fs::remove_file(feed.join("members.csv")).expect("removed");
    std::fs::remove_file(feed.join("user_groups.csv")).expect("removed");
    write_logins(&feed.join("logins.csv"), members);

    // No question may be refused because other tests keep the machine busy.
    let server = Serving::with(&data, "warn", &[("BOND_QUERY_SECONDS", "120")]);
    let tokens = people(&data, &server);
    let clicker = Clicker { base: server.base(), tokens: &tokens, pause: 400 };
    let during = |seed: u64, work: &dyn Fn()| {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let clicks = scope.spawn(|| clicker.many(PEOPLE, seed, &done));
            let stop = Stop(&done);
            work();
            drop(stop);
            clicks.join().expect("every answer was a success of one version")
        })
    };
    let seed = setting("TEST_SEED", 5);
    let idle_time = Duration::from_secs(if rows > 100_000 { 20 } else { 2 });
    during(seed + 3, &|| std::thread::sleep(Duration::from_secs(1)));
    let mut idle = during(seed, &|| std::thread::sleep(idle_time));
    let mut loading = during(seed + 1, &|| assert!(import(&feed).status().expect("run").success()));
    let mut after = during(seed + 2, &|| std::thread::sleep(idle_time / 2));
    assert_eq!(idle.members, [members / 2].into());
    assert!(loading.members.iter().all(|found| [members / 2, members].contains(found)), "{:?}", loading.members);
    assert_eq!(after.members, [members].into());
    println!(
        "PASS readers during a load: {rows} rows, {PEOPLE} people, {} clicks without an error; p95 in ms idle, loading, \
         after: warm {:.1}, {:.1}, {:.1}; cold {:.1}, {:.1}, {:.1}",
        idle.all + loading.all + after.all,
        p95(&mut idle.warm),
        p95(&mut loading.warm),
        p95(&mut after.warm),
        p95(&mut idle.cold),
        p95(&mut loading.cold),
        p95(&mut after.cold),
    );
    assert_eq!(server.stop().0, 0);
}

/// The tokens of as many users as people click: the queries of one user take turns.
fn people(data: &Path, server: &Serving) -> Vec<String> {
    let store = Store::open(data).expect("opened");
    let password_hash = &password::hash(PASSWORD).expect("a valid password");
    let token = |number: u64| {
        let login = format!("person {number}");
        let user = NewUser { login: &login, first_name: "Pat", password_hash, roles: &[USERS] };
        store.add_user(&user, 1).expect("added");
        server.sign_in(&login, PASSWORD)
    };
    (0..PEOPLE).map(token).collect()
}
