//! Backups of a real program: what they restore, what they refuse, and what they find. `TEST_ROUNDS` sets how much is
//! tried: 20 by default, 200 for the full round.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use age::secrecy::ExposeSecret;
use bond::abilities::Ability;
use bond::backup::{self, BackupError, Ended, Key, Made, Protection, Request, RequestedBackup, Restore, Site, upgrade};
use bond::child;
use bond::features::links::stored::{Link, Use};
use bond::groupings::Grouping;
use bond::loads::UntilStop;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits as Shown};
use bond::store::Store;
use bond::store::api_tokens::NewApiToken;
use bond::store::audit::By;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use bond::store::saved::Visible;
use bond::store::sso::SsoKey;
use bond::store::users::NewUser;
use bond::warehouse::copy::Source;
use bond::warehouse::{Attached, Limits, Phase, Progress};
use serde_json::json;
use time::macros::date;

use crate::data_calls::calls;
use crate::random::Random;
use crate::{Program, TestApp, setting, takes_turn, wait_until};

/// How many bytes are flipped, and as many times the file is cut. A tenth of it is the number of backups during loads.
fn rounds() -> u64 {
    setting("TEST_ROUNDS", 20)
}

/// The random number of this position.
fn scattered(n: u64) -> u64 {
    Random(n).next()
}

fn site(app: &TestApp) -> Site {
    Site::new(app.app.data_dir().path())
}

fn request(to: &Path, protection: Protection) -> Request {
    Request { to: to.to_owned(), keep: None, protection, at: 1_800_000_000 }
}

pub(super) fn back_up(app: &TestApp, to: &Path, protection: Protection) -> Made {
    let source = Source::Open(&app.app.warehouse);
    backup::create(&site(app), source, &request(to, protection), &()).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn restore(file: &Path, key: &Key, data_dir: &Path, replace: bool) -> Result<backup::Restored, BackupError> {
    let free_space = backup::free_space;
    backup::restore(&Restore { file, key, data_dir, replace, at: 1_800_000_100, free_space }, &())
}

fn verify(file: &Path, key: &Key) -> Result<backup::Manifest, BackupError> {
    child::use_executable(crate::executable());
    let scratch = tempfile::tempdir().expect("a directory");
    let verified = backup::verify(file, key, scratch.path(), &());
    assert_eq!(fs::read_dir(scratch.path()).expect("listed").count(), 0, "nothing is left");
    verified
}

/// The answers to all data calls.
fn figures(program: &Program) -> Vec<(String, String)> {
    let body = json!({"startDate": "2024-06-01", "endDate": "2025-03-10"});
    // Figures are issued when a process starts, so that the restored one has more of them.
    let is_issued = |path: &String| path.starts_with("/api/v1/issued/");
    let data_calls = calls().into_iter().filter(|path| !path.starts_with("/api/v1/admin/") && !is_issued(path));
    data_calls.map(|path| (path.clone(), program.post(&path, &body).to_string())).collect()
}

pub(super) fn reopened(data_dir: &Path) -> Program {
    let app = TestApp::open(date!(2025 - 03 - 11), |config| config.data_dir = data_dir.to_owned());
    Program { token: app.signed_in("bob", USERS), app }
}

fn bond(words: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(crate::executable()).args(words).env("BOND_WAREHOUSE_MEMORY", "512MB").output().expect("run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn figures_are_the_same_after_a_restore_and_everyone_has_to_sign_in_again() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(program.app.app.data_dir().path().join("bond.toml"), "currency = \"EUR\"\n").expect("written");
    let before = figures(&program);
    let made = back_up(&program.app, &folder.path().join("new/folder"), Protection::None);
    assert_eq!(made.manifest.warehouse.data_version, 1);
    assert_eq!(verify(&made.path, &Key::None).expect("good"), made.manifest);

    let data_dir = folder.path().join("restored");
    let restored = restore(&made.path, &Key::None, &data_dir, false).expect("restored");
    assert_eq!((restored.manifest, restored.aside), (made.manifest, None));
    assert_eq!(fs::read_to_string(data_dir.join("bond.toml")).expect("read"), "currency = \"EUR\"\n");
    let old_token = program.token.clone();
    let again = reopened(&data_dir);
    for ((path, now), (_, then)) in figures(&again).into_iter().zip(&before) {
        assert_eq!(now, *then, "{path}");
    }
    let answer = again.app.get("/api/v1/program").bearer(&old_token).send();
    assert_eq!(answer.status, 401, "an earlier session");
    let lines = again.app.app.store.last_audit_lines(10).expect("read");
    let line = lines.iter().find(|line| line.event == "restore").expect("a line");
    assert!(line.detail.as_deref().is_some_and(|detail| detail.contains("data version 1")), "{line:?}");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("listed").map(|one| one.expect("one").file_name()).collect();
    assert_eq!(left.len(), 2, "nothing else is left: {left:?}");
}

#[test]
fn every_flipped_byte_and_every_cut_is_found() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let folder = tempfile::tempdir().expect("a directory");
    let identity = age_identity(folder.path());
    let recipients = Protection::of_recipients([identity.1.as_str()]).expect("a recipient");
    for (protection, key) in
        [(Protection::None, Key::None), (recipients, Key::of_identity_file(&identity.0).expect("a key"))]
    {
        let made = back_up(&program.app, folder.path(), protection);
        let whole = fs::read(&made.path).expect("read");
        let damaged = folder
            .path()
            .join(made.path.file_name().expect("a name"))
            .with_file_name(made.path.file_name().expect("a name").to_string_lossy().replace("bond-2027", "bond-2028"));
        let must_fail = |what: String, bytes: &[u8]| {
            fs::write(&damaged, bytes).expect("written");
            let error = verify(&damaged, &key).expect_err(&what).to_string();
            assert!(error.contains("is damaged") || error.contains("cannot be opened with this"), "{what}: {error}");
        };
        // Both ends have fields that no check sum of zstd covers.
        let ends = (0..24).chain(whole.len() as u64 - 24..whole.len() as u64);
        let places = ends.chain((0..rounds()).map(|n| scattered(n) % whole.len() as u64));
        for (n, place) in places.enumerate() {
            let mut bytes = whole.clone();
            let bit = 1 << (scattered(n as u64) % 8);
            bytes[place as usize] ^= bit;
            must_fail(format!("bit {bit} of byte {place} of {}", whole.len()), &bytes);
        }
        for n in 0..rounds() {
            let length = (scattered(n + 1_000_000) % whole.len() as u64) as usize;
            must_fail(format!("cut to {length} of {}", whole.len()), &whole[..length]);
        }
        must_fail("one byte more".to_owned(), &[&whole[..], &[0]].concat());
    }
}

/// A new key file of age and its recipient.
fn age_identity(folder: &Path) -> (PathBuf, String) {
    let identity = age::x25519::Identity::generate();
    let file = folder.join("key.txt");
    fs::write(&file, identity.to_string().expose_secret()).expect("written");
    (file, identity.to_public().to_string())
}

#[test]
fn backups_during_loads_are_each_of_one_data_version() {
    if !takes_turn(1) {
        return;
    }
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app.app;
    let rows_at = |version: i32| 40 * version;
    // Version n has 40 * n logins more than the fixture.
    let fixture = logins(&back_up(&program.app, &app.data_dir().path().join("backups"), Protection::None));
    let stop = AtomicBool::new(false);
    let folder = tempfile::tempdir().expect("a directory");
    thread::scope(|scope| {
        let loader = scope.spawn(|| {
            let mut version = 1;
            while !stop.load(Ordering::Relaxed) {
                let day = date!(2022 - 01 - 01) + time::Duration::days(i64::from(version));
                let rows: String = (0..40).map(|n| format!("A,{day} 10:00:{n:02}\n")).collect();
                let report = program.app.import(&[("logins.csv", &format!("member_id,logged_in_at\n{rows}"))]);
                version = report.expect("loaded").data_version;
            }
            version
        });
        let count = (rounds() / 10).max(3);
        for n in 0..count {
            let made = back_up(&program.app, &folder.path().join(n.to_string()), Protection::None);
            let version = made.manifest.warehouse.data_version;
            assert_eq!(logins(&made), fixture + rows_at(version - 1) as u64, "version {version}");
            assert_eq!(made.manifest.warehouse.batches, version as u64);
            assert_eq!(verify(&made.path, &Key::None).expect("good"), made.manifest);
            let data_dir = folder.path().join(format!("restored-{n}"));
            restore(&made.path, &Key::None, &data_dir, false).expect("restored");
            let again = reopened(&data_dir);
            assert_eq!(again.app.app.warehouse.data_version(), version);
            let found = backup::create(
                &site(&again.app),
                Source::Open(&again.app.app.warehouse),
                &request(&folder.path().join(format!("again-{n}")), Protection::None),
                &(),
            );
            assert_eq!(found.expect("made").manifest.warehouse, made.manifest.warehouse);
        }
        stop.store(true, Ordering::Relaxed);
        assert!(loader.join().expect("loaded") > 1, "loads ran");
    });
}

fn logins(made: &Made) -> u64 {
    made.manifest.warehouse.tables.iter().find(|table| table.name == "feed.logins").expect("the table").rows
}

#[test]
fn there_must_be_room() {
    let app = TestApp::new();
    let full = Site { free_space: |_| Ok(1000), ..site(&app) };
    let to = app.app.data_dir().path().join("backups");
    let source = Source::Open(&app.app.warehouse);
    let error = backup::create(&full, source, &request(&to, Protection::None), &()).expect_err("refused").to_string();
    assert!(error.starts_with("there is not enough room for a backup: "), "{error}");
    assert!(error.contains("1.0 kB is; free some space"), "{error}");
    assert_eq!(fs::read_dir(&to).expect("listed").count(), 0, "nothing was written");

    let made = back_up(&app, &to, Protection::None);
    let data_dir = tempfile::tempdir().expect("a directory");
    let wanted = Restore {
        file: &made.path,
        key: &Key::None,
        data_dir: data_dir.path(),
        replace: false,
        at: 1,
        free_space: |_| Ok(1000),
    };
    let error = backup::restore(&wanted, &()).expect_err("refused").to_string();
    assert!(error.contains("not enough room for unpacking"), "{error}");
    assert_eq!(fs::read_dir(data_dir.path()).expect("listed").count(), 0, "nothing was written");
}

#[test]
fn the_commands_make_verify_and_restore_encrypted_backups() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let path = |name: &str| parent.path().join(name).display().to_string();
    let (data, passphrase, wrong) = (path("data"), path("passphrase"), path("wrong"));
    fs::write(&passphrase, "correct horse battery\n").expect("written");
    fs::write(&wrong, "correct horse batterz\n").expect("written");
    let (code, _, error) = bond(&["backup", "--data-dir", &data]);
    assert_eq!((code, error.contains("there is no data directory")), (2, true), "{error}");
    assert!(!Path::new(&data).exists());

    let (code, _, error) = bond(&["demo", "--data-dir", &data, "--members", "200", "--years", "1", "--no-serve"]);
    assert_eq!(code, 0, "{error}");
    let (code, said, error) = bond(&["backup", "--data-dir", &data, "--passphrase-file", &passphrase]);
    assert_eq!((code, said.contains("not encrypted")), (0, false), "{said}{error}");
    let file = said.lines().next().expect("the file").to_owned();
    assert!(file.ends_with("-v1.tar.zst.age") && !said.contains("correct horse"), "{said}");

    for (key, wanted) in
        [(&["--passphrase-file", wrong.as_str()][..], "cannot be opened with this passphrase"), (&[], "is encrypted")]
    {
        let (code, _, error) = bond(&[&["verify", &file], key].concat());
        assert_eq!((code, error.contains(wanted)), (2, true), "{error}");
    }
    let (code, said, error) = bond(&["verify", &file, "--passphrase-file", &passphrase]);
    assert_eq!((code, said.contains(": good. data version 1, ")), (0, true), "{said}{error}");

    let restore = ["restore", &file, "--data-dir", &data, "--passphrase-file", &passphrase];
    let (code, _, error) = bond(&restore);
    assert_eq!((code, error.contains("is not empty; --replace")), (2, true), "{error}");
    let (code, said, error) = bond(&[&restore[..], &["--replace"]].concat());
    assert_eq!(code, 0, "{error}");
    let aside = said
        .split_whitespace()
        .find_map(|word| word.contains(".before-restore-").then(|| word.trim_end_matches(',')))
        .expect("where it is");
    // Under Wine a path of this machine is one of drive Z:.
    let aside = aside.trim_start_matches("Z:").replace('\\', "/");
    assert!(Path::new(&aside).join("backups").join(Path::new(&file).file_name().expect("a name")).is_file(), "{said}");
    let (code, said, error) = bond(&["user", "list", "--data-dir", &data]);
    assert_eq!((code, said.contains("demo")), (0, true), "{error}");

    let (code, _, error) = bond(&["verify", &passphrase]);
    assert_eq!((code, error.contains("is not a backup of Bond")), (2, true), "{error}");
    let (code, _, error) = bond(&["verify", &path("none")]);
    assert_eq!((code, error.contains("there is no file")), (2, true), "{error}");
    let (code, _, error) = bond(&["verify", &data]);
    assert_eq!((code, error.contains("there are no backups")), (2, true), "{error}");
}

#[test]
fn a_restore_waits_for_no_server_and_keeps_what_was_there() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let dir = program.app.app.data_dir().path().to_owned();
    let elsewhere = tempfile::tempdir().expect("a directory");
    let made = back_up(&program.app, elsewhere.path(), Protection::None);
    let error = restore(&made.path, &Key::None, &dir, true).expect_err("in use").to_string();
    assert!(error.contains("is in use by another Bond process (PID "), "{error}");
    let other = elsewhere.path().join("other");
    fs::create_dir(&other).expect("made");
    fs::write(other.join("letter.txt"), "x").expect("written");
    for replace in [false, true] {
        restore(&made.path, &Key::None, &other, replace).expect_err("not a data directory of Bond");
    }
    assert_eq!(fs::read_dir(&other).expect("listed").count(), 1);

    let empty = elsewhere.path().join("empty");
    fs::create_dir(&empty).expect("made");
    let first = restore(&made.path, &Key::None, &empty, false).expect("into an empty directory");
    assert_eq!(first.aside, None);
    fs::write(empty.join("mark"), "x").expect("written");
    let aside = restore(&made.path, &Key::None, &empty, true).expect("over it").aside.expect("moved");
    assert!(aside.join("mark").is_file() && !empty.join("mark").exists());

    // A damaged one changes nothing.
    let mut bytes = fs::read(&made.path).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&made.path, bytes).expect("written");
    fs::write(empty.join("mark"), "x").expect("written");
    restore(&made.path, &Key::None, &empty, true).expect_err("damaged");
    assert!(empty.join("mark").is_file());
    let left = fs::read_dir(elsewhere.path()).expect("listed").count();
    assert_eq!(left, 4, "the backup, two directories, and the one moved aside");
}

/// Whoever was shut out after a backup was made stays outside when it is restored.
#[test]
fn a_restore_brings_back_nothing_that_was_revoked_since() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    let app = TestApp::open(date!(2025 - 03 - 11), |config| config.data_dir = dir.clone());
    let store = app.app.store.clone();
    let [_, ann, bob, cid] = [("root", ADMIN), ("ann", USERS), ("bob", USERS), ("cid", USERS)].map(|(login, role)| {
        app.add_user(login, role);
        store.user_by_login(login).expect("read").expect("added").id
    });
    app.add_user("dan", ADMIN);
    let may = |modules: &[(Module, bool)], tiers: &[i32]| Role {
        name: "gold".to_owned(),
        permissions: modules
            .iter()
            .map(|(code, editable)| Permission { module: PermissionModule { code: *code }, editable: *editable })
            .collect(),
        limits: Shown {
            groups: vec![GroupLimit { grouping: Grouping::Tier, ids: tiers.to_vec() }],
            without_members: true,
        },
    };
    let wide = may(&[(Module::Members, true), (Module::Offers, true), (Module::Emails, false)], &[1, 2]);
    store.add_role(&wide, 1).expect("added");
    store.add_role(&Role { name: "silver".to_owned(), ..wide.clone() }, 1).expect("added");
    store.set_roles("ann", &["gold", USERS], 1).expect("given");
    let token = |secret: &str| {
        let new = NewApiToken {
            secret,
            name: "script",
            abilities: &[Ability::Read],
            modules: None,
            addresses: None,
            expires_at: i64::MAX,
            shows: None,
        };
        store.add_api_token("ann", &new, By::from(1)).expect("added").id
    };
    let [revoked, _kept] = ["revoked", "kept"].map(token);
    let link = |secret: &str| {
        let link = Link {
            name: secret.to_owned(),
            expires_at: i64::MAX,
            password_hash: None,
            route: "user-dashboard".to_owned(),
            screen: "api/v1/dashboard/users/userDashboardInfo".to_owned(),
            filters: "{}".to_owned(),
            blocks: String::new(),
            calls: "[]".to_owned(),
        };
        store.add_saved(ann, &link, &Use::of_secret(secret), By::from(1)).expect("saved")
    };
    let [removed, _kept] = ["removed", "kept"].map(link);
    let key = |id: &str| {
        let key = SsoKey {
            id: id.to_owned(),
            issuer: "portal".to_owned(),
            key: [7; 32],
            created_at: 1,
            ends_at: None,
            roles: vec![USERS.to_owned()],
        };
        store.add_sso_key(&key).expect("added");
    };
    ["lost", "kept"].into_iter().for_each(key);
    store.link_user("bob", "https://login.example.com/", "0815", 1).expect("linked");
    let secret = store.webhook_secret().expect("made");
    store
        .invite_user(
            &NewUser { login: "eve", first_name: "Eve", password_hash: "", roles: &[USERS] },
            "invited",
            i64::MAX,
            By::from(1),
        )
        .expect("invited");
    let made = back_up(&app, &parent.path().join("backups"), Protection::None);

    store.revoke_api_token(revoked, None, By::from(2)).expect("revoked");
    store.remove_saved::<Link>(removed, |_| true, By::from(2)).expect("removed");
    store.disable_user(bob, 2).expect("disabled");
    store.delete_user(cid, By::from(2)).expect("deleted");
    store.set_roles("dan", &[USERS], 2).expect("taken");
    store
        .change_role(&may(&[(Module::Members, false), (Module::Offers, true), (Module::Data, true)], &[2, 3]), 2)
        .expect("narrowed");
    store.remove_role("silver", true, 2).expect("removed");
    store.remove_sso_key("lost", 2).expect("removed");
    store.unlink_user("bob", 2).expect("unlinked");
    assert!(store.use_password_link("invited", "hash", "10.0.0.1", 2).expect("used"));
    let renewed = store.renew_webhook_secret(By::from(2)).expect("renewed");
    drop(store);
    app.end();

    let restored = restore(&made.path, &Key::None, &dir, true).expect("restored");
    let Ended::Since(ended) = &restored.ended else { panic!("{:?}", restored.ended) };
    for what in ["1 user", "1 role", "1 API token", "1 link", "1 user who was disabled", "1 single sign-on key"] {
        assert!(ended.split(", ").any(|one| one == what), "{what}: {ended}");
    }
    let again = TestApp::open(date!(2025 - 03 - 11), |config| config.data_dir = dir.clone());
    let store = &again.app.store;
    assert!(store.api_token("revoked").expect("read").is_none());
    assert!(store.api_token("kept").expect("read").is_some());
    assert!(store.link_of("removed").expect("read").is_none());
    assert!(store.link_of("kept").expect("read").is_some());
    let user = |login: &str| store.user_by_login(login).expect("read");
    assert!(user("bob").expect("there").disabled && !user("ann").expect("there").disabled);
    assert!(user("cid").is_none());
    assert_eq!(store.oidc_issuers(bob).expect("read"), Vec::<String>::new());
    let roles = |login: &str| user(login).expect("there").roles.into_iter().map(|role| role.name).collect::<Vec<_>>();
    assert_eq!((roles("ann"), roles("dan")), (vec![USERS.to_owned(), "gold".to_owned()], Vec::new()));
    let gold = store.role("gold").expect("read").expect("there").role;
    assert_eq!(gold, may(&[(Module::Members, false), (Module::Offers, true)], &[2]), "what both give");
    assert!(store.role("silver").expect("read").is_none());
    let keys = store.sso_keys().expect("read");
    assert_eq!(keys.iter().map(|key| key.id.as_str()).collect::<Vec<_>>(), ["kept"]);
    assert!(store.user_of_password_link("invited", 3).expect("read").is_none(), "it was used");
    assert!(secret != renewed && store.webhook_secret().expect("read") == renewed);
    let lines = store.last_audit_lines(20).expect("read");
    assert!(lines.iter().any(|line| line.event == "restore_ended"), "{lines:?}");
    again.end();

    // Where nobody can say what was revoked, nothing is let in.
    let elsewhere = parent.path().join("elsewhere");
    let restored = restore(&made.path, &Key::None, &elsewhere, false).expect("restored");
    let Ended::All(ended) = &restored.ended else { panic!("{:?}", restored.ended) };
    assert_eq!(ended, "2 API tokens, 2 links, 1 links to choose a password");
    let store = Store::open(&elsewhere).expect("opened");
    assert!(
        store.api_tokens(None, 0).expect("read").is_empty()
            && store.saved::<Link>(Visible::All).expect("read").is_empty()
    );
    assert_eq!(store.users().expect("read").len(), 6);
}

#[test]
fn an_older_store_is_backed_up_before_it_is_migrated() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    fs::create_dir(&dir).expect("made");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/old/store-1.sqlite");
    fs::copy(&old, dir.join("bond.sqlite")).expect("copied");
    let data = dir.display().to_string();

    let (code, said, error) = bond(&["upgrade", "--check", "--data-dir", &data]);
    assert_eq!(code, 0, "{error}");
    let known = format!(" to {}", Store::SCHEMA);
    assert!(said.contains("schema 1; ") && said.contains(&known) && said.contains("new, would get schema"), "{said}");
    assert!(said.contains("makes a backup"), "{said}");
    assert_eq!(fs::read(dir.join("bond.sqlite")).expect("read"), fs::read(&old).expect("read"), "nothing changed");
    assert!(!dir.join("backups").exists());

    let (code, said, error) = bond(&["user", "list", "--data-dir", &data]);
    assert_eq!((code, said.contains("ann")), (0, true), "{error}");
    let found = backup::list(&dir.join("backups")).expect("listed");
    assert_eq!(found.len(), 1);
    let manifest = verify(&found[0].path, &Key::None).expect("good");
    assert_eq!((manifest.store_schema, manifest.warehouse.schema), (1, 0));

    // Migrated once; and the backup brings the old one back, which is migrated again.
    let (code, said, error) = bond(&["upgrade", "--check", "--data-dir", &data]);
    assert_eq!((code, said.contains("nothing would be migrated")), (0, true), "{said}{error}");
    let file = found[0].path.display().to_string();
    let (code, _, error) = bond(&["restore", &file, "--data-dir", &data, "--replace"]);
    assert_eq!(code, 0, "{error}");
    let (code, said, error) = bond(&["user", "list", "--data-dir", &data]);
    assert_eq!((code, said.contains("ann")), (0, true), "{error}");
}

#[test]
fn nothing_is_migrated_where_there_is_no_room_for_the_backup() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.sqlite");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/old/store-1.sqlite"), &file).expect("copied");
    let before = fs::read(&file).expect("read");
    child::use_executable(crate::executable());
    let limits = Limits { memory: "512MB".to_owned(), threads: 1, temp_dir: dir.path().join("tmp"), temp_bytes: None };
    fs::create_dir(&limits.temp_dir).expect("made");
    let attached = Attached::open(dir.path(), &limits).expect("opened");
    let with = |free_space| Site { free_space, ..Site::new(dir.path()) };
    let back_up = |site: &Site| upgrade::before_migration(site, &attached, &Protection::None, 1, &());
    let error = back_up(&with(|_| Ok(1000))).expect_err("refused").to_string();
    assert!(error.contains("makes a backup first") && error.contains("not enough room"), "{error}");
    let outlook = upgrade::outlook(&with(|_| Ok(1000))).expect("an outlook");
    assert!(matches!(outlook.refusal, Some(BackupError::BeforeMigration(_))), "{outlook:?}");
    assert!(
        fs::read(&file).expect("read") == before
            && backup::list(&dir.path().join("backups")).expect("listed").is_empty()
    );
    assert!(back_up(&with(|_| Ok(1 << 40))).expect("made").is_some());
}

/// A running `bond serve`, ended with the test.
struct Serving(Child);

impl Serving {
    fn start(data_dir: &Path, more: &[&str]) -> Serving {
        let mut command = Command::new(crate::executable());
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(more).env("BOND_DATA_DIR", data_dir);
        command.env("BOND_WAREHOUSE_MEMORY", "512MB").stderr(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("started");
        let lines = BufReader::new(child.stdout.as_mut().expect("piped")).lines();
        let ready = lines.map(|line| line.expect("text")).find(|line| line.starts_with("Bond is ready"));
        assert!(ready.is_some(), "it is ready");
        Serving(child)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_running_server_makes_the_backup_that_a_command_asks_for() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let path = |name: &str| parent.path().join(name).display().to_string();
    let (data, to, passphrase) = (path("data"), path("to"), path("passphrase"));
    fs::write(&passphrase, "correct horse battery\n").expect("written");
    let server = Serving::start(Path::new(&data), &["--backup-dir", &to]);
    let (code, said, error) = bond(&["backup", "--data-dir", &data, "--passphrase-file", &passphrase, "--keep", "1"]);
    assert_eq!((code, said.contains("made and verified")), (0, true), "{said}{error}");
    assert!(error.contains("checking the copy in "), "the steps are shown: {error}");
    let found = backup::list(Path::new(&to)).expect("listed");
    verify(&found[0].path, &Key::of_passphrase_file(Path::new(&passphrase)).expect("a key")).expect("good");

    let (code, said, error) = bond(&["backup", "--data-dir", &data, "--to", "/proc/nowhere"]);
    assert_eq!((code, error.contains("cannot create") && error.contains("nowhere")), (1, true), "{said}{error}");
    let (code, _, error) = bond(&["backup", "--data-dir", &data, "--recipient", "age1x"]);
    assert_eq!((code, error.contains("is not a recipient of age")), (2, true), "{error}");
    // What the directory is like is known while the server runs too.
    let (code, said, error) = bond(&["upgrade", "--check", "--data-dir", &data]);
    assert_eq!((code, said.contains("nothing would be migrated")), (0, true), "{said}{error}");
    let file = found[0].path.display().to_string();
    let restore = ["restore", &file, "--data-dir", &data, "--replace", "--passphrase-file", &passphrase];
    let (code, _, error) = bond(&restore);
    assert_eq!((code, error.contains("is in use by another Bond process")), (3, true), "{error}");
    drop(server);
    assert_eq!(bond(&restore).0, 0);
    let (_, loads, _) = bond(&["loads", "list", "--data-dir", &data]);
    assert!(loads.contains("There are no loads yet"), "{loads}");
}

#[test]
fn a_server_makes_up_for_a_missed_backup_when_it_starts() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    let server = Serving::start(&dir, &["--backup-at", "02:30", "--backup-keep", "3"]);
    let made = (0..600).find_map(|_| {
        thread::sleep(Duration::from_millis(100));
        backup::list(&dir.join("backups")).expect("listed").into_iter().next()
    });
    drop(server);
    verify(&made.expect("a backup").path, &Key::None).expect("good");
}

#[test]
fn a_newer_directory_is_refused_with_the_backup_to_go_back_to() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data").display().to_string();
    let (code, _, error) = bond(&[
        "user",
        "add",
        "--data-dir",
        &data,
        "--first-name",
        "A",
        "--role",
        "USERS",
        "--generate-password",
        "ann",
    ]);
    assert_eq!(code, 0, "{error}");
    let (code, said, error) = bond(&["backup", "--data-dir", &data]);
    assert_eq!(code, 0, "{error}");
    let good = said.lines().next().expect("the file").to_owned();
    // The user_version in the head of an SQLite file.
    let file = Path::new(&data).join("bond.sqlite");
    let mut bytes = fs::read(&file).expect("read");
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&file, bytes).expect("written");
    for command in [&["backup"][..], &["upgrade", "--check"], &["serve", "--listen", "127.0.0.1:0"]] {
        let (code, _, error) = bond(&[command, &["--data-dir", &data]].concat());
        assert_eq!(code, 1, "{error}");
        for wanted in
            ["newer version of Bond", "schema 99", &format!("bond restore {good} --data-dir {data} --replace")]
        {
            assert!(error.contains(wanted), "{command:?}: {error}");
        }
    }
    let (code, _, error) = bond(&["restore", &good, "--data-dir", &data, "--replace"]);
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = bond(&["user", "list", "--data-dir", &data]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn only_the_newest_backups_are_left_in_the_folder_and_those_of_others_stay() {
    if !crate::runs_today() {
        return;
    }
    let (app, other) = (TestApp::new(), TestApp::new());
    let to = tempfile::tempdir().expect("a directory");
    let make = |app: &TestApp, at: i64| {
        let request = Request { keep: Some(2), at, ..request(to.path(), Protection::None) };
        let source = Source::Open(&app.app.warehouse);
        backup::make(&site(app), source, &request, &app.app.store, &()).expect("made")
    };
    let foreign = make(&other, 1_700_000_000);
    let empty = to.path().join("bond-20990101T000000Z-v999999.tar.zst");
    fs::write(&empty, "").expect("written");
    // The clock was years ahead when the second was made.
    for (n, at) in [1_800_000_000, 4_000_000_000, 1_800_000_002, 1_800_000_003].into_iter().enumerate() {
        assert_eq!(make(&app, at).removed.len(), usize::from(n >= 2));
    }
    assert!(foreign.path.exists() && empty.exists());
    let own = backup::own(to.path(), &app.app.store).expect("read");
    assert_eq!(own.iter().map(|one| one.name.at).collect::<Vec<_>>(), [1_800_000_003, 1_800_000_002]);
    assert_eq!(backup::list(to.path()).expect("listed").len(), 4);
}

#[test]
fn a_file_that_looks_like_a_backup_of_the_future_skips_none_and_is_named_by_doctor() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    super::command_line::add_user(&data, "ann");
    // Half a day from now, so that only a missed one is made.
    let soon = time::OffsetDateTime::now_utc() + time::Duration::hours(12);
    let settings = format!("time_zone = \"UTC\"\nbackup_at = \"{:02}:{:02}\"\n", soon.hour(), soon.minute());
    fs::write(data.join("bond.toml"), settings).expect("written");
    let empty = data.join("backups/bond-20990101T000000Z-v999999.tar.zst");
    fs::create_dir_all(data.join("backups")).expect("made");
    fs::write(&empty, "").expect("written");
    let number = || backup::list(&data.join("backups")).expect("listed").len();
    let server = super::command_line::Serving::start(&data);
    wait_until("the missed backup is made", || number() == 2);
    assert_eq!(server.stop().0, 0);
    let server = super::command_line::Serving::start(&data);
    thread::sleep(Duration::from_secs(1));
    assert_eq!((server.stop().0, number()), (0, 2), "one of today is there");
    let (_, text, _) = bond(&["doctor", "--data-dir", &data.to_string_lossy()]);
    let line = text.lines().find(|line| line.contains(" backups ")).expect("a line");
    assert!(line.contains("1 backup, the newest") && line.contains("1 other file does not count"), "{line}");
    assert!(line.contains("bond-20990101T000000Z-v999999.tar.zst"), "{line}");
}

/// Stops the loads, as a server that ends does, when a step begins.
struct StopAt<'a> {
    app: &'a TestApp,
    step: Phase<'static>,
}

impl Progress for StopAt<'_> {
    fn start(&self, phase: Phase<'_>, _: Option<u64>) {
        if phase == self.step {
            self.app.app.loads.stop();
        }
    }

    fn advance(&self, _: u64) {}

    fn finish(&self) {}
}

/// A server that ends, or opens its data anew, does not wait for a backup.
#[test]
fn a_backup_ends_in_any_step_when_its_server_does_and_leaves_no_file() {
    for step in [Phase::Copying, Phase::CheckingCopy, Phase::Compressing] {
        let app = TestApp::new();
        app.import(&[("site_searches.csv", "date,query,searches\n2026-02-01,tea,1\n")]).expect("loaded");
        let made = app.app.back_up(RequestedBackup::default(), None, &StopAt { app: &app, step });
        assert!(matches!(made, Err(BackupError::Stopped)), "{step:?}: {made:?}");
        let left: Vec<_> =
            fs::read_dir(&app.app.backups).expect("a folder").flatten().map(|file| file.path()).collect();
        assert!(left.is_empty(), "{step:?}: {left:?}");
    }
    let app = TestApp::new();
    app.import(&[("site_searches.csv", "date,query,searches\n2026-02-01,tea,1\n")]).expect("loaded");
    let made = app.app.back_up(RequestedBackup::default(), None, &()).expect("made");
    app.app.loads.stop();
    let until_stop = UntilStop { loads: &app.app.loads, progress: &() };
    let verified = backup::verify(&made.path, &Key::None, &app.app.backups, &until_stop);
    assert!(matches!(verified, Err(BackupError::Stopped)), "{verified:?}");
}
