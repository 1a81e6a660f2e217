//! Disks that are full in the middle of loads, backups and sign-ins. `TEST_ROUNDS` sets how many (1 unless given),
//! `TEST_SEED` of which size and when.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;
use rustix::fs::FallocateFlags;
use serde_json::json;

use super::command_line::{PASSWORD, Serving, add_user, bond, captured, run};
use super::kills::{MEMBERS, day, logins, wait_until_idle, write_base, write_day};
use super::random::Random;
use super::setting;

/// The folder for the disks, in the process that may mount them.
pub(super) const DISK: &str = "TEST_DISK";

#[test]
fn nothing_is_lost_on_a_full_disk_and_people_can_sign_in() {
    if !crate::runs_today() {
        return;
    }
    in_a_namespace("small_disks::rounds_in_a_namespace");
}

/// Runs a test in a mount namespace of its own, so that nothing of it is left however it ends.
pub(super) fn in_a_namespace(test: &str) {
    let may_mount = |options: &str| {
        let mut tried = Command::new("unshare");
        tried.args([options, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).stderr(Stdio::null());
        tried.status().is_ok_and(|status| status.success())
    };
    let Some(options) = ["-rm", "-m"].into_iter().find(|options| may_mount(options)) else {
        return super::skipped("small disks: nothing can be mounted here");
    };
    let folder = tempfile::tempdir().expect("a directory");
    let mut rounds = Command::new("unshare");
    rounds.arg(options).arg(std::env::current_exe().expect("this executable"));
    rounds.args(["--exact", test, "--ignored", "--nocapture"]);
    let status = rounds.env(DISK, folder.path()).env("BOND_RESERVE_BYTES", "6MB").status().expect("run");
    assert!(status.success(), "see above");
}

#[test]
#[ignore = "run by the test above, in a mount namespace"]
fn rounds_in_a_namespace() {
    let disk = PathBuf::from(std::env::var_os(DISK).expect("run by the test above"));
    let mut random = Random(setting("TEST_SEED", 4));
    let rounds = setting("TEST_ROUNDS", 1);
    let mut seen = Seen::default();
    for round in 0..rounds {
        let megabytes = 90 + random.below(60);
        mount(&disk, megabytes);
        full_once(&disk, &mut random, &format!("round {round}, {megabytes} MB"), &mut seen);
        assert!(Command::new("umount").arg(&disk).status().expect("run").success(), "something still uses the disk");
    }
    println!(
        "PASS full disks: {rounds} disks, {} loads published, {} failed, {} refused, {} not acknowledged, reserve used on \
         {}, {} failed checkpoints, {} restarts while full, slowest answer after room returned {:?}",
        seen.published,
        seen.failed,
        seen.refused,
        seen.unacknowledged,
        seen.reserves,
        seen.attached_again,
        seen.restarts,
        seen.slowest
    );
}

#[test]
fn an_upload_without_room_says_how_much_is_needed() {
    in_a_namespace("small_disks::an_upload_in_a_namespace");
}

#[test]
#[ignore = "run by the test above, in a mount namespace"]
fn an_upload_in_a_namespace() {
    let disk = PathBuf::from(std::env::var_os(DISK).expect("run by the test above"));
    mount(&disk, 90);
    let data = disk.join("data");
    let add = ["user", "add", "--first-name", "Ann", "--role", "ROLE_ADMIN", "--password-stdin", "ann"];
    assert_eq!(captured(&run(&data, &add, PASSWORD)).0, 0);
    let server = Serving::start(&data);
    let token = server.sign_in("ann", PASSWORD);
    fill(&disk, 40_000_000);
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let form = "--frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"logins.csv\"\r\n\r\nmember_id\r\n\
                --frontier--\r\n";
    let sent = agent
        .post(format!("{}api/v1/admin/loads", server.base()))
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=frontier")
        .send(form);
    let mut answer = sent.expect("an answer");
    let text = answer.body_mut().read_to_string().expect("text");
    assert_eq!(answer.status().as_u16(), 507, "{text}");
    assert!(text.contains("The load needs about 68 MB of free space, and the server has"), "{text}");
    assert!(text.contains("no_room"), "{text}");
    assert_eq!(server.stop().0, 0);
    assert!(Command::new("umount").arg(&disk).status().expect("run").success());
}

#[derive(Default)]
struct Seen {
    published: u32,
    failed: u32,
    refused: u32,
    unacknowledged: u32,
    reserves: u32,
    restarts: u32,
    attached_again: u32,
    slowest: Duration,
}

pub(super) fn mount(disk: &Path, megabytes: u64) {
    let size = format!("size={megabytes}m");
    let status = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(disk).status();
    assert!(status.expect("run").success());
}

/// Takes all room but `leave` bytes.
pub(super) fn fill(disk: &Path, leave: u64) {
    let mut file = OpenOptions::new().append(true).create(true).open(disk.join("ballast")).expect("made");
    let free = || {
        let found = rustix::fs::statvfs(disk).expect("there");
        found.f_bavail * found.f_frsize
    };
    let there = file.metadata().expect("there").len();
    let more = free().saturating_sub(leave);
    // At once, if nothing else takes the room first.
    let _ = rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, there + more.max(1));
    while free() > leave && file.write_all(&[0; 4096]).is_ok() {}
}

fn full_once(disk: &Path, random: &mut Random, context: &str, seen: &mut Seen) {
    let elsewhere = tempfile::Builder::new().prefix("feed").tempdir_in("/tmp").expect("a directory");
    let (data, feed) = (disk.join("data"), elsewhere.path().join("feed"));
    add_user(&data, "ann");
    write_base(&feed);
    write_day(&feed, 0);
    let quiet = |mut command: Command| {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let import = || quiet(bond(&data, &["import", &feed.to_string_lossy()]));
    assert!(import().status().expect("run").success(), "{context}");
    std::fs::remove_dir_all(&feed).expect("removed");
    let mut server = Serving::start(&data);
    let mut token = server.sign_in("ann", PASSWORD);
    let whole = (2 * MEMBERS, MEMBERS);
    assert_eq!(logins(&server, &token, 0), whole);
    assert!(data.join("reserve.bin").exists(), "{context}");

    // A load and sometimes a backup; the disk is full at a random moment of them.
    write_day(&feed, 1);
    let before = Store::open(&data).expect("opened").loads(1).expect("read").remove(0).id;
    let mut client = import().spawn().expect("started");
    let backup = random.percent(30).then(|| quiet(bond(&data, &["backup"])).spawn().expect("started"));
    if random.percent(80) {
        // Past the test for room, which a load that begins now would fail.
        let begun = data.join(format!("spool/loads/{}.partial", before + 1));
        while !begun.exists() && client.try_wait().expect("a child").is_none() {}
    }
    std::thread::sleep(Duration::from_millis(random.below(600)));
    if random.percent(60) {
        // Room for the commit, but hardly for the checkpoint after it.
        fill(disk, 450_000 + random.below(600_000));
        let limit = Instant::now() + Duration::from_secs(2);
        while Instant::now() < limit && client.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    fill(disk, 0);

    for _ in 0..3 {
        assert!(server.is_alive(), "{context}: {}", server.errors());
        let (status, signed_in) = server.sign_in_status("ann", PASSWORD);
        assert_eq!(status, 200, "{context}: sign-in while full\n{}", server.errors());
        token = signed_in.expect("a token");
        let body = json!({"period": "SELECTED_DATE", "startDate": day(0), "endDate": day(0)});
        let (status, answer) = server.answer(Some(&token), "api/v1/dashboard/users/userDashboardInfo", &body);
        assert_eq!((status, &answer["logins"]["totalLogins"]), (200, &json!(2 * MEMBERS)), "{context}");
    }
    let mut says_published = None;
    if random.percent(30) {
        seen.attached_again += u32::from(server.errors().contains("the warehouse is attached again"));
        server.kill();
        server = Serving::start(&data);
        assert_eq!(server.get("readyz").0, 200, "{context}: started while full\n{}", server.errors());
        assert_eq!(server.sign_in_status("ann", PASSWORD).0, 200, "{context}");
        seen.restarts += 1;
    } else {
        says_published = Some(client.wait().expect("ended").success());
    }

    std::fs::remove_file(disk.join("ballast")).expect("removed");
    let returned = Instant::now();
    let token = loop {
        assert!(server.is_alive() && returned.elapsed() < Duration::from_secs(60), "{context}: {}", server.errors());
        if let (200, Some(token)) = server.sign_in_status("ann", PASSWORD) {
            let since = day(random.below(300));
            let body = json!({"startDate": "2010-01-01", "endDate": since});
            let (status, _) = server.answer(Some(&token), "api/v1/dashboard/users/logins/breakdowns", &body);
            if status == 200 && server.get("readyz").0 == 200 {
                break token;
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    seen.slowest = seen.slowest.max(returned.elapsed());
    let says_published = says_published.unwrap_or_else(|| client.wait().expect("ended").success());
    if let Some(mut backup) = backup {
        backup.wait().expect("ended");
    }
    wait_until_idle(&data);
    seen.attached_again += u32::from(server.errors().contains("the warehouse is attached again"));
    let store = Store::open(&data).expect("opened");
    let newest = store.loads(1).expect("read").remove(0);
    let found = logins(&server, &token, 1);
    let context = format!("{context}, {newest:?}, published: {says_published}\n{}", server.errors());
    assert_eq!(logins(&server, &token, 0), whole, "{context}");
    if newest.id == before {
        seen.unacknowledged += 1;
        assert_eq!((found, says_published), ((0, 0), false), "{context}");
    } else if newest.state == State::Published {
        seen.published += 1;
        assert_eq!(found, whole, "{context}");
    } else {
        // With a reason in the ledger.
        assert!(newest.message.is_some() && !says_published, "{context}");
        assert_eq!(found, (0, 0), "{context}");
        if newest.state == State::Refused { seen.refused += 1 } else { seen.failed += 1 }
    }
    let events = store.last_audit_lines(100).expect("read");
    seen.reserves += u32::from(events.iter().any(|line| line.event == "reserve_given_up"));
    drop(store);

    assert!(import().status().expect("run").success(), "{context}");
    assert_eq!(logins(&server, &token, 1), whole, "{context}");
    let limit = Instant::now() + Duration::from_secs(20);
    while std::fs::metadata(data.join("reserve.bin")).map_or(0, |file| file.len()) < 6_000_000 {
        assert!(Instant::now() < limit, "the reserve is not made again: {context}");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (code, said, error) = captured(&run(&data, &["backup", "--to", &elsewhere.path().to_string_lossy()], ""));
    assert_eq!(code, 0, "{said}{error}{context}");
    assert_eq!(server.stop().0, 0);
    let server = Serving::start(&data);
    let token = server.sign_in("ann", PASSWORD);
    for number in 0..2 {
        assert_eq!(logins(&server, &token, number), whole, "{context}");
    }
    assert_eq!(server.stop().0, 0);
}
