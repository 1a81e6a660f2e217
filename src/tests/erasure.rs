//! Erasing members, with the executable as an administrator uses it: the bytes of their ids stand nowhere, the figures are
//! those of a program without them or stay as they are, and an old feed does not bring them back.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use bond::screens::registry::{BREAKDOWNS, TOTALS};
use serde_json::{Value, json};

use super::command_line::{PASSWORD, Serving, add_user, captured, run};
use super::{Folder, is_whole, takes_turn, todays_number, without_coverage};

/// Ids that nothing else in the files contains.
const FORGOTTEN: [&str; 2] = ["forget-me-4711-abcdef", "forget-me-4712-ghijkl"];
/// Members of the sample with rows in many tables.
const SAMPLED: [&str; 2] = ["M00002", "M00060"];

/// The sample feed, with other ids for two members, or without them.
fn feed(to: &Path, with_them: bool) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sample")).expect("the sample") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("read");
        let is_theirs = |line: &&str| SAMPLED.iter().any(|id| line.split(',').any(|cell| cell == *id));
        let text = if with_them {
            SAMPLED.iter().zip(FORGOTTEN).fold(text, |text, (from, to)| text.replace(from, to))
        } else {
            text.lines().filter(|line| !is_theirs(line)).map(|line| format!("{line}\n")).collect()
        };
        fs::write(to.join(path.file_name().expect("a name")), text).expect("written");
    }
}

/// The answers of all dashboards and of some of the breakdowns, others on each day.
fn figures(data: &Path) -> Vec<(String, Value)> {
    let server = Serving::start(data);
    let answers = figures_of(&server);
    assert_eq!(server.stop().0, 0);
    answers
}

/// The same with small groups protected: Bond counts the members behind each figure.
fn protected_figures(data: &Path) -> Vec<(String, Value)> {
    let server = Serving::with(data, "debug", &[("BOND_MINIMUM_MEMBERS", "5")]);
    let answers = figures_of(&server);
    assert_eq!(server.stop().0, 0);
    answers
}

fn figures_of(server: &Serving) -> Vec<(String, Value)> {
    let token = server.sign_in("ann", PASSWORD);
    let body = json!({"startDate": "2025-02-01", "endDate": "2025-12-31"});
    let paths = TOTALS.iter().map(|totals| totals.path.to_owned());
    let (first, step) = if is_whole() { (0, 1) } else { (todays_number() as usize % PARTS, PARTS) };
    let some = BREAKDOWNS.iter().skip(first).step_by(step);
    let paths = paths.chain(some.map(|breakdown| format!("{}/breakdowns", breakdown.path)));
    let answer = |path: String| {
        let mut answer = server.post_as(&token, &path, &body);
        // Days that lost all rows stay loaded, and those of a program without them are not.
        without_coverage(&mut answer);
        (path, answer)
    };
    paths.map(answer).collect()
}

/// One in so many breakdowns is asked for.
const PARTS: usize = 9;

fn assert_same(found: &[(String, Value)], expected: &[(String, Value)], context: &str) {
    assert_eq!(found.len(), expected.len());
    for ((path, found), (_, expected)) in found.iter().zip(expected) {
        assert_eq!(found, expected, "{context}: {path}");
    }
}

/// The files below a folder that contain one of the ids, as they are or compressed.
fn files_with_ids(folder: &Path, found: &mut Vec<PathBuf>) {
    let has = |bytes: &[u8]| FORGOTTEN.iter().any(|id| memchr::memmem::find(bytes, id.as_bytes()).is_some());
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_with_ids(&path, found);
        } else if path.is_file() {
            let bytes = fs::read(&path).expect("read");
            let mut unpacked = Vec::new();
            if path.extension().is_some_and(|extension| extension == "zst") {
                zstd::Decoder::new(&bytes[..]).expect("zstd").read_to_end(&mut unpacked).expect("unpacked");
            }
            if has(&bytes) || has(&unpacked) {
                found.push(path);
            }
        }
    }
}

fn ids_left(data: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files_with_ids(data, &mut found);
    found
}

fn import(data: &Path, feed: &Path) -> String {
    let (code, text, error) = captured(&run(data, &["import", &feed.to_string_lossy()], ""));
    assert_eq!(code, 0, "{error}");
    text
}

struct Program {
    parent: tempfile::TempDir,
    data: PathBuf,
    feed: PathBuf,
    ids: PathBuf,
}

impl Program {
    /// With the sample, a day that was loaded again, a refused file that names one of the members, and a backup.
    fn new() -> Program {
        static MADE: Folder = Folder::new();
        let parent = tempfile::tempdir().expect("a directory");
        MADE.write(parent.path(), Program::make);
        let [data, feed, ids] = ["data", "feed", "ids.txt"].map(|name| parent.path().join(name));
        assert!(ids_left(&data).len() > 2, "in the warehouse, the store and the spool");
        Program { parent, data, feed, ids }
    }

    fn make(parent: &Path) {
        let (data, all) = (parent.join("data"), parent.join("feed"));
        add_user(&data, "ann");
        feed(&all, true);
        import(&data, &all);
        let day = parent.join("day");
        fs::create_dir(&day).expect("made");
        let logins = fs::read_to_string(all.join("logins.csv")).expect("read");
        fs::write(day.join("logins.csv"), logins).expect("written");
        import(&data, &day);
        let wrong = format!("member_id,logged_in_at\n{}x,2025-03-01 10:00:00\n{0},tomorrow\n", FORGOTTEN[0]);
        fs::write(day.join("logins.csv"), wrong).expect("written");
        assert_eq!(captured(&run(&data, &["import", &day.to_string_lossy()], "")).0, 2);
        assert_eq!(captured(&run(&data, &["backup"], "")).0, 0);
        let ids = format!("member_id\n{}\n{}\nnobody-4713-mnopqr\n", FORGOTTEN[0], FORGOTTEN[1]);
        fs::write(parent.join("ids.txt"), ids).expect("written");
    }

    /// Texts of users that name a member, and a backup with them outside of the directory.
    fn write_texts(&self) -> PathBuf {
        let id = FORGOTTEN[0];
        let store = rusqlite::Connection::open(self.data.join("bond.sqlite")).expect("opened");
        store
            .execute_batch(&format!(
                "insert into annotation (user_id, saved_at, starts, ends, text, shared)
                   values (1, 1, '2025-03-01', '2025-03-01', 'called by {id}, twice', 1);
                 insert into insight_note (key, shared, user_id, at, dismissed, note) values ('k', 1, 1, 1, 0, '{id}');
                 insert into target (metric, grain, starts, repeats, value, note, set_at)
                   values ('score', 'YEAR', '2025', 0, 1, 'as {id} asked', 1);
                 insert into saved_view (user_id, name, saved_at, screen, filters, blocks, shared)
                   values (1, 'of {id}', 1, '/', '{{\"of\":\"{id}\"}}', '{id}=1', 0);
                 insert into plan (user_id, name, saved_at, starts, ends, target, parts, members, shared)
                   values (1, '{id}', 1, '2025-01-01', '2025-02-01', 5, '[]', '[]', 0);
                 insert into report (user_id, name, saved_at, screen, filters, of_view, every, on_day, channel, recipients,
                     folder, format, done_day) values
                   (1, '{id}', 1, '/', '{{}}', 0, 'day', 0, 'mail', '', '', 'pdf', '2025-01-01');
                 insert into alert (user_id, name, saved_at, metric, filters, rule, direction, feed_table, channel,
                     recipients, folder, webhook) values (1, '{id}', 1, '', '{{}}', 'late', 'any', '', 'mail', '', '', '');
                 insert into shared_link (user_id, name, digest, made_at, expires_at, route, screen, filters, blocks, calls)
                   values (1, '{id}', randomblob(32), 1, 2, '/', '/', '{{}}', '', '[]');
                 insert into api_token (user_id, name, digest, created_at, expires_at)
                   values (1, '{id}', randomblob(32), 1, 2);"
            ))
            .expect("written");
        drop(store);
        let folder = self.parent.path().join("kept").to_string_lossy().into_owned();
        let (code, said, error) = captured(&run(&self.data, &["backup", "--to", &folder], ""));
        assert_eq!(code, 0, "{error}");
        PathBuf::from(said.lines().next().expect("its path"))
    }

    fn erase(&self, more: &[&str]) -> String {
        let words = ["member", "erase", "--ids", &self.ids.to_string_lossy()];
        let (code, text, error) = captured(&run(&self.data, &[&words, more].concat(), ""));
        assert_eq!(code, 0, "{error}");
        text
    }

    /// Removes the older backups, as the administrator is told to.
    fn remove_older_backups(&self, said: &str) {
        let older: Vec<&str> = said.lines().filter(|line| line.contains("still has them")).collect();
        assert_eq!(older.len(), 1, "{said}");
        let path = older[0].trim_start_matches("The backup ").split(" still").next().expect("a path");
        fs::remove_file(path).expect("removed");
    }
}

#[test]
fn erased_members_leave_no_trace_and_do_not_come_back() {
    if !takes_turn(0) {
        return;
    }
    let program = Program::new();
    let Program { parent, data, feed: all, .. } = &program;
    let without = parent.path().join("without");
    feed(&parent.path().join("feed-without"), false);
    add_user(&without, "ann");
    import(&without, &parent.path().join("feed-without"));
    let expected = figures(&without);
    assert_ne!(figures(data), expected, "the members count");
    let protected = protected_figures(&without);

    // Copies of loads on another disk, and a warehouse that was damaged once.
    let (kept, elsewhere) = (data.join("spool/loads"), parent.path().join("elsewhere"));
    fs::rename(&kept, &elsewhere).expect("moved");
    crate::system::link(&elsewhere, &kept);
    let aside = data.join("quarantine/1700000000");
    fs::create_dir(&aside).expect("made");
    fs::copy(data.join("warehouse.duckdb"), aside.join("warehouse.duckdb")).expect("copied");
    // While a server runs.
    let server = Serving::start(data);
    let said = program.erase(&[]);
    assert!(said.contains("Erased 2 members"), "{said}");
    assert!(said.contains(&format!("{} may still have them: delete it when you can", aside.display())), "{said}");
    fs::remove_dir_all(&aside).expect("removed");
    assert_eq!(fs::read_dir(&elsewhere).expect("listed").count(), 0, "copies of loads are left");
    program.remove_older_backups(&said);
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
    assert_same(&figures_of(&server), &expected, "erased, in the same process");
    assert_eq!(server.stop().0, 0);
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
    assert_same(&figures(data), &expected, "erased");
    assert_same(&protected_figures(data), &protected, "erased, with small groups protected");
    let (code, _, error) = captured(&run(data, &["loads", "undo"], ""));
    assert_eq!((code, error.contains("nothing to undo")), (2, true), "{error}");

    // The old feed.
    let said = import(data, all);
    assert!(said.contains("rows of erased members were left out"), "{said}");
    assert_same(&figures(data), &expected, "the old feed");
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
    // A file of facts alone, in which the members are as good as unknown.
    let said = import(data, &all.join("logins.csv"));
    assert!(said.contains("rows of erased members were left out"), "{said}");
    assert_same(&figures(data), &expected, "facts alone");

    // Recovery: the backup that the erasure made, and the loads after it.
    fs::remove_file(data.join("warehouse.duckdb")).expect("removed");
    assert_same(&figures(data), &expected, "recovered");
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
    // Erasing again is harmless.
    let said = program.erase(&[]);
    assert!(said.contains("None of these members is loaded."), "{said}");
}

#[test]
fn with_kept_counts_no_figure_changes_and_the_ids_are_gone() {
    if !takes_turn(1) {
        return;
    }
    let program = Program::new();
    let Program { data, feed: all, .. } = &program;
    let (expected, protected) = (figures(data), protected_figures(data));
    assert_ne!(protected, expected, "some are of few members");
    let said = program.erase(&["--keep-counts"]);
    assert!(said.contains("Erased the ids of 2 members, whose rows stay."), "{said}");
    program.remove_older_backups(&said);
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
    assert_same(&figures(data), &expected, "with kept counts");
    assert_same(&protected_figures(data), &protected, "with kept counts, small groups protected");
    // The same feed replaces the days, without the members, which empties some.
    let words = ["import", "--allow-shrink", &all.to_string_lossy()];
    assert_eq!(captured(&run(data, &words, "")).0, 0);
    assert_ne!(figures(data), expected);
    assert!(ids_left(data).is_empty(), "{:?}", ids_left(data));
}

#[test]
fn a_restored_older_backup_loses_the_members_again_when_the_accounts_stay() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::new();
    let data = &program.data;
    let older = fs::read_dir(data.join("backups")).expect("a folder").next().expect("one").expect("an entry").path();
    program.erase(&[]);
    let expected = figures(data);
    let words = ["restore", &older.to_string_lossy(), "--keep-accounts"];
    let (code, text, error) = captured(&run(data, &words, ""));
    assert_eq!((code, text.contains("1 later loads")), (0, true), "{text}{error}");
    assert_same(&figures(data), &expected, "erased again");
}

#[test]
fn a_restored_older_backup_loses_the_members_again_when_it_replaces_everything() {
    if !takes_turn(2) {
        return;
    }
    let program = Program::new();
    let data = &program.data;
    let older = fs::read_dir(data.join("backups")).expect("a folder").next().expect("one").expect("an entry").path();
    let kept = program.parent.path().join("kept.bondbackup");
    fs::copy(older, &kept).expect("copied");
    program.erase(&[]);
    let expected = figures(data);
    let (code, text, error) = captured(&run(data, &["restore", &kept.to_string_lossy(), "--replace"], ""));
    assert_eq!((code, text.contains("erased again when Bond starts")), (0, true), "{text}{error}");
    assert_same(&figures(data), &expected, "erased again");
    let (code, text, error) = captured(&run(data, &["import", &program.feed.to_string_lossy()], ""));
    assert_eq!(code, 0, "{text}{error}");
    assert_same(&figures(data), &expected, "not brought back");
}

/// The audit log's lines of an event, the newest first.
fn audited(data: &Path, event: &str) -> Vec<String> {
    let lines = bond::store::Store::open(data).expect("opened").last_audit_lines(60).expect("read");
    lines.into_iter().filter(|line| line.event == event).filter_map(|line| line.detail).collect()
}

#[test]
fn texts_of_users_lose_the_ids_and_the_backup_after_it_has_none() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::new();
    let data = &program.data;
    program.write_texts();
    assert!(ids_left(data).contains(&data.join("bond.sqlite")));
    let said = program.erase(&[]);
    program.remove_older_backups(&said);
    assert_eq!(ids_left(data), Vec::<PathBuf>::new());
    assert_eq!(audited(data, "texts_redacted"), ["11 texts"]);
    let store = rusqlite::Connection::open(data.join("bond.sqlite")).expect("opened");
    let text: String = store.query_row("select text from annotation", [], |row| row.get(0)).expect("read");
    let filters: String = store.query_row("select filters from saved_view", [], |row| row.get(0)).expect("read");
    assert_eq!((text.as_str(), filters.as_str()), ("called by [erased], twice", "{\"of\":\"[erased]\"}"));
}

/// What `bond member show` says of a member.
fn shown(data: &Path, id: &str) -> Value {
    let (code, said, error) = captured(&run(data, &["member", "show", "--json", id], ""));
    assert_eq!(code, 0, "{error}");
    serde_json::from_str(&said).expect("JSON")
}

#[test]
fn what_is_shown_of_a_member_is_what_an_erasure_removes() {
    let program = Program::new();
    let data = &program.data;
    program.write_texts();
    let server = Serving::start(data);
    let before = FORGOTTEN.map(|id| shown(data, id));
    // The same beside a server and without one, but for the looks themselves.
    assert_eq!(server.stop().0, 0);
    let again = FORGOTTEN.map(|id| shown(data, id));
    let rows = |held: &Value, what: &str| -> i64 {
        let tables = held["members"][0]["tables"].as_array().expect("tables").iter();
        let of = tables.filter(|table| table["name"].as_str().is_some_and(|name| name.starts_with(what)));
        of.map(|table| table["rows"].as_i64().expect("a number")).sum()
    };
    for (held, later) in before.iter().zip(&again) {
        assert_eq!(held["members"], later["members"]);
        assert!(rows(held, "derived.") > 10 && rows(held, "undo.") > 0, "{held}");
        assert!(held["notSearched"].to_string().contains("backups"), "{held}");
    }
    let mentions = |held: &Value| -> i64 {
        let places = held["mentions"].as_array().expect("mentions").iter();
        places.filter(|place| place["place"] != "audit").map(|place| place["rows"].as_i64().expect("a number")).sum()
    };
    let texts: i64 = again.iter().map(mentions).sum();
    let loaded = |held: &Value| rows(held, "feed.") - rows(held, "feed.member_history");
    let facts: i64 = again.iter().map(loaded).sum();
    let said = program.erase(&[]);
    program.remove_older_backups(&said);
    assert_eq!(audited(data, "texts_redacted"), [format!("{texts} texts")]);
    let store = bond::store::Store::open(data).expect("opened");
    let erasure = store.older_loads(0, 1).expect("read").remove(0);
    assert_eq!(erasure.rows, Some(facts));
    drop(store);
    assert_eq!(ids_left(data), Vec::<PathBuf>::new(), "the looks are gone, too");
    let after = shown(data, FORGOTTEN[0]);
    assert_eq!((&after["erased"], &after["members"], &after["mentions"]), (&json!(true), &json!([]), &json!([])));
    let (code, _, error) = captured(&run(data, &["member", "show", "nobody-4714"], ""));
    assert_eq!((code, error.contains("nothing is held")), (2, true), "{error}");
}

/// Restores an older backup that has the ids, with or in place of the accounts of now, and starts Bond twice.
fn leaves_no_byte(with_accounts: bool) {
    let program = Program::new();
    let data = &program.data;
    let kept = program.write_texts();
    let said = program.erase(&[]);
    program.remove_older_backups(&said);
    let expected = figures(data);
    let way = if with_accounts { "--replace" } else { "--keep-accounts" };
    let (code, _, error) = captured(&run(data, &["restore", &kept.to_string_lossy(), way], ""));
    assert_eq!(code, 0, "{error}");
    assert!(!ids_left(data).is_empty(), "the backup has them");
    assert_same(&figures(data), &expected, way);
    assert_eq!(ids_left(data), Vec::<PathBuf>::new());
    let again = audited(data, "members_erased_again");
    assert_eq!(again.len(), 1, "{again:?}");
    if with_accounts {
        assert!(again[0].starts_with("11 texts; ") && again[0].contains("data.before-restore-"), "{again:?}");
    }
    assert_same(&figures(data), &expected, way);
    assert_eq!(audited(data, "members_erased_again").len(), 1, "once");
}

#[test]
fn a_restored_older_backup_leaves_no_byte_of_an_id_after_the_next_start_if_the_accounts_stay() {
    if takes_turn(3) {
        leaves_no_byte(false);
    }
}

#[test]
fn a_restored_older_backup_leaves_no_byte_of_an_id_after_the_next_start_if_it_replaces_everything() {
    if takes_turn(6) {
        leaves_no_byte(true);
    }
}

#[test]
fn an_erasure_waits_for_a_backup_that_is_being_made_and_a_backup_for_another() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::new();
    let data = &program.data;
    let server = Serving::start(data);
    // As while another backup is being made.
    let other = data.join("tmp/backup");
    fs::create_dir(&other).expect("made");
    thread::scope(|scope| {
        let erasure = scope.spawn(|| program.erase(&[]));
        let backup = scope.spawn(|| captured(&run(data, &["backup"], "")));
        thread::sleep(Duration::from_secs(3));
        assert!(!erasure.is_finished() && !backup.is_finished(), "they wait");
        fs::remove_dir(&other).expect("removed");
        assert!(erasure.join().expect("no panic").contains("Erased 2 members"));
        let (code, _, error) = backup.join().expect("no panic");
        assert_eq!(code, 0, "{error}");
    });
    assert_eq!(server.stop().0, 0);
}

#[test]
fn kept_files_of_another_form_do_not_name_erased_members_in_columns_that_no_mapping_uses() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::new();
    let data = &program.data;
    let said = program.erase(&[]);
    program.remove_older_backups(&said);
    let folder = program.parent.path().join("export");
    fs::create_dir(&folder).expect("made");
    let mapping = "[[file]]\nname = \"export.csv\"\n\n[[file.table]]\nname = \"logins\"\n[file.table.columns]\n\
                   member_id = \"Who\"\nlogged_in_at = \"When\"\n";
    let rows = format!("Who,When,Brought by\nM00003,2025-03-04 10:00:00,{}\n", FORGOTTEN[0]);
    fs::write(folder.join("mapping.toml"), mapping)
        .and_then(|()| fs::write(folder.join("export.csv"), rows))
        .expect("written");
    let words = ["import", "--allow-shrink", &folder.to_string_lossy()];
    let (code, _, error) = captured(&run(data, &words, ""));
    assert_eq!(code, 0, "{error}");
    assert_eq!(ids_left(data), Vec::<PathBuf>::new());
}

#[test]
fn wrong_ids_are_refused_with_their_line_and_without_their_text() {
    let program = Program::new();
    fs::write(&program.ids, format!("{}\n{}\n", FORGOTTEN[0], "x".repeat(70))).expect("written");
    let words = ["member", "erase", "--ids", &program.ids.to_string_lossy()];
    let (code, _, error) = captured(&run(&program.data, &words, ""));
    assert_eq!(
        (code, error.contains("ids.txt:2: an id has at most 64 characters"), error.contains("xxx")),
        (2, true, false),
        "{error}"
    );
    let missing = program.parent.path().join("nothing.txt");
    let words = ["member", "erase", "--ids", &missing.to_string_lossy()];
    assert_ne!(captured(&run(&program.data, &words, "")).0, 0);
}
