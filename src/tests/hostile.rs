//! Files that are broken, or made to do harm: each is refused with a reason, or stored exactly; what is loaded stays as
//! it is; and the memory of the process keeps its bounds.
//!
//! `TEST_ROUNDS` repeats them with other seeds (default 1), and raises the cases of the random mappings.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::net::Shutdown;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bond::store::roles::ADMIN;
use bond::warehouse::load::{self, ImportError, ImportOptions, MappingFile};
use bond::warehouse::mapping::Mapping;
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};

use super::command_line::{Serving, captured, run};
use super::network::{connected, rest};
use super::{TestApp, setting, takes_turn, wait};

/// The warehouse's limit in tests, and what else a load may take, in bytes.
const MEMORY: u64 = (512 + 256) << 20;

fn rounds() -> u64 {
    setting("TEST_ROUNDS", 1)
}

/// A sequence of numbers that looks random.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

/// What must become of a file.
enum Wanted {
    /// A reason that contains this text.
    Refused(&'static str),
    /// Rows in the table.
    Stored(i64),
}
use Wanted::{Refused, Stored};

const LOGINS: &str = "member_id,logged_in_at\n";

/// 24 hostile CSV files: name, bytes, what must become of them.
fn csv_files(random: &mut Random) -> Vec<(&'static str, Vec<u8>, Wanted)> {
    let good = |rows: usize| {
        let mut text = LOGINS.to_owned();
        for row in 0..rows {
            let _ = writeln!(text, "M1,2025-01-{:02} 10:00:00", 1 + row % 28);
        }
        text
    };
    let at = 2 + random.next(900);
    let within = |line: &[u8]| {
        let mut bytes = Vec::new();
        for (number, plain) in good(1_000).lines().enumerate() {
            bytes.extend_from_slice(if number + 1 == at { line } else { plain.as_bytes() });
            bytes.push(b'\n');
        }
        bytes
    };
    let row = |text: &str| format!("{LOGINS}{text}\n").into_bytes();
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(good(3).encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let mut half = good(50).into_bytes();
    half.truncate(half.len() - 9);
    let crlf = good(20).replace("\n", if random.next(2) == 0 { "\r\n" } else { "\n" });
    let wide: String = (0..20_000).map(|number| format!("c{number},")).collect();
    let name = |text: &str| format!("id,name\n77,{text}\n").into_bytes();
    vec![
        ("logins.csv", within(b"M\xff1,2025-01-01 10:00:00"), Refused("the bytes are not UTF-8")),
        ("logins.csv", within(b"M1\0,2025-01-01 10:00:00"), Refused("contains a NUL byte")),
        ("logins.csv", within(&b"x".repeat(30_000_000)), Refused("the line is longer than 65536 bytes")),
        ("logins.csv", within(b"\"M1,2025-01-01 10:00:00"), Refused("is never closed")),
        ("logins.csv", within(b"M1,2025-01-01 10:00:00,x"), Refused("3 fields, but the header has 2")),
        ("logins.csv", within(b"M1"), Refused("1 field, but the header has 2")),
        ("logins.csv", format!("{wide}\nM1\n").into_bytes(), Refused("longer than 65536 bytes")),
        ("logins.csv", utf16, Refused("save the file as UTF-8")),
        ("logins.csv", b"member_id,logged_in_at,member_id\n".to_vec(), Refused("the column appears twice")),
        ("logins.csv", Vec::new(), Refused("the file is empty")),
        ("logins.csv", gzip_bomb(), Refused("compressed by gzip")),
        ("logins.csv", b"PK\x03\x04\x14\0\0\0../../etc/passwd".to_vec(), Refused("a zip archive")),
        ("partners.csv", name("\"=cmd|'/c calc'!A0\""), Stored(3)),
        ("partners.csv", b"id,name\n99999999999999999999999999,A\n".to_vec(), Refused("is not a positive integer")),
        ("logins.csv", row("M1,2023-02-29 10:00:00"), Refused("is not a time")),
        ("logins.csv", row("M1,0000-01-01 10:00:00"), Refused("is not a day from")),
        ("logins.csv", row("M1,9999-12-31 10:00:00"), Refused("is not a day from")),
        ("logins.csv", row("M1,2031-12-31 10:00:00"), Refused("is after today")),
        ("web_sessions.csv", b"date,source,device_category,browser,operating_system,screen_resolution,visitor_type,sessions,pageviews,duration_seconds\n2025-01-01,a,b,c,d,e,NEW,-1,1,1\n".to_vec(), Refused("is not a whole number")),
        ("campaigns.csv", b"id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n7,A,1,B,,javascript:alert(1),2025-01-01 10:00:00\n".to_vec(), Refused("is not an http or https address")),
        ("partners.csv", name("\u{202e}\u{5d0}\u{1f600}\u{200b}x"), Stored(3)),
        ("logins.csv", crlf.into_bytes(), Stored(20)),
        ("logins.csv", half, Refused("is not a time")),
        ("logins.csv", { let mut bytes = good(5).into_bytes(); bytes.extend(std::iter::repeat_n(b',', 200_000)); bytes }, Refused("longer than 65536 bytes")),
    ]
}

/// A gigabyte of zeros, compressed to a megabyte.
fn gzip_bomb() -> Vec<u8> {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    let make = || {
        let made = Command::new("sh").args(["-c", "head -c 1G /dev/zero | gzip -1"]).output().expect("run");
        assert!(made.status.success() && made.stdout.len() < 8 << 20, "{} bytes", made.stdout.len());
        made.stdout
    };
    MADE.get_or_init(make).clone()
}

/// Writes a Parquet file.
fn parquet(path: &Path, select: &str) {
    let connection = duckdb::Connection::open_in_memory().expect("DuckDB opens");
    let copy = format!("copy ({select}) to '{}' (format parquet)", path.display());
    connection.execute_batch(&copy).expect("a Parquet file");
}

/// 24 hostile Parquet files: a query or bytes, what must become of it.
fn parquet_files(folder: &Path, random: &mut Random) -> Vec<(Vec<u8>, Wanted)> {
    const UNREADABLE: &str = "the file is not readable as Parquet";
    let made = |select: &str| {
        let path = folder.join("made.parquet");
        parquet(&path, select);
        fs::read(&path).expect("a file")
    };
    let one = "select 'M1' as member_id, timestamp '2025-01-01 10:00:00' as logged_in_at";
    let rows = made(
        "select 'M1' as member_id, timestamp '2025-01-01 10:00:00' + to_seconds(i) as logged_in_at from range(2000) t(i)",
    );
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = rows.clone();
        change(&mut bytes);
        bytes
    };
    let length = |value: u32| {
        changed(&|bytes| {
            let end = bytes.len();
            bytes[end - 8..end - 4].copy_from_slice(&value.to_le_bytes());
        })
    };
    let wide: String = (0..12_000).map(|number| format!("{number} as c{number}")).collect::<Vec<_>>().join(", ");
    let mut files = vec![
        (Vec::new(), Refused(UNREADABLE)),
        (b"PAR1".to_vec(), Refused(UNREADABLE)),
        (b"PAR1PAR1".to_vec(), Refused(UNREADABLE)),
        (b"member_id,logged_in_at\nM1,2025-01-01 10:00:00\n".to_vec(), Refused(UNREADABLE)),
        (rows[..rows.len() / 2].to_vec(), Refused(UNREADABLE)),
        (rows[4..].to_vec(), Refused(UNREADABLE)),
        (
            changed(&|bytes| {
                let end = bytes.len();
                bytes[end - 4..].copy_from_slice(b"PARE");
            }),
            Refused(""),
        ),
        (length(u32::MAX), Refused(UNREADABLE)),
        (length(0), Refused(UNREADABLE)),
        (length(3), Refused(UNREADABLE)),
        (
            changed(&|bytes| {
                let (end, from) = (bytes.len(), bytes.len() - 200);
                bytes[from..end - 8].fill(0xff);
            }),
            Refused(UNREADABLE),
        ),
        (
            changed(&|bytes| {
                let end = bytes.len();
                bytes[4..end / 2].fill(0);
            }),
            Refused(""),
        ),
        (made("select 'M1' as member_id, 0 as logged_in_at, 0 as more"), Refused("logins has no such column")),
        (made("select 'M1' as member_id"), Refused("the column is missing")),
        (made("select {'a': 1} as member_id, timestamp '2025-01-01' as logged_in_at"), Refused("the column has type")),
        (
            made("select repeat('M', 70000) as member_id, timestamp '2025-01-01' as logged_in_at"),
            Refused("longer than"),
        ),
        (made("select repeat('M', 100000000) as member_id, timestamp '2025-01-01' as logged_in_at"), Refused("")),
        (made("select 'M1' || chr(0) as member_id, timestamp '2025-01-01' as logged_in_at"), Refused("NUL byte")),
        (made("select 'M1' as member_id, timestamp '9999-01-01' as logged_in_at"), Refused("is not a day from")),
        (made("select 'M1' as member_id, timestamp '2025-01-01 10:00:00.5' as logged_in_at"), Refused("is not a time")),
        // A few thousand bytes that unpack to gigabytes.
        (
            made("select repeat('M', 64) as member_id, timestamp '2025-01-01' as logged_in_at from range(1000000)"),
            Refused("unpacks to more than"),
        ),
        (made(&format!("select {wide}")), Refused("columns; at most")),
        (
            made(&format!("select 1 as \"{}\", timestamp '2025-01-01' as logged_in_at", "x".repeat(5_000))),
            Refused("longer than 1000 bytes"),
        ),
        (made(one), Stored(1)),
    ];
    // Bytes that are different may still be a file; what it says is then checked as any other.
    for (bytes, _) in &mut files[11..12] {
        let at = 4 + random.next(bytes.len() - 8);
        bytes[at] ^= 1 << random.next(8);
    }
    files
}

/// A workbook with so many sheets, which are all the same one: the element of its shared texts, and its rows.
fn workbook(sheets: usize, texts: &str, rows: &str) -> Vec<u8> {
    const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |kind: &str, target: &str| {
        format!("<Relationships><Relationship Id=\"r1\" Type=\"{KIND}/{kind}\" Target=\"{target}\"/></Relationships>")
    };
    let sheet = |number| format!("<sheet name=\"S{number}\" sheetId=\"{number}\" r:id=\"r1\"/>");
    let sheets: String = (1..=sheets).map(sheet).collect();
    let parts = [
        ("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", format!("<workbook><sheets>{sheets}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
        ("xl/sharedStrings.xml", texts.to_owned()),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")),
    ];
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("started");
        archive.write_all(text.as_bytes()).expect("written");
    }
    archive.finish().expect("finished").into_inner()
}

/// A row of partners with the third shared text as name.
fn partner(row: usize) -> String {
    format!("<row r=\"{row}\"><c r=\"A{row}\"><v>{row}00</v></c><c r=\"B{row}\" t=\"s\"><v>2</v></c></row>")
}

/// Small workbooks that want more than they get.
fn workbooks() -> Vec<(Vec<u8>, Wanted)> {
    let texts = |name: &str| format!("<sst><si><t>id</t></si><si><t>name</t></si><si><t>{name}</t></si></sst>");
    let head = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>";
    let with = |name: &str, rows: &str| workbook(1, &texts(name), &format!("{head}{rows}"));
    let many: String = (2..1_400).map(partner).collect();
    let wide = "<row r=\"2\"><c r=\"NTQ2\"><v>7</v></c></row>";
    let greedy = texts("A").replace("<sst>", "<sst uniqueCount=\"200000000\">");
    vec![
        (with("A", &partner(2)), Stored(3)),
        (with("A", &partner(20_000_000)), Refused("the sheet has a value below row 16777216; remove it")),
        (with("A", wide), Refused("the sheet has a value beyond column 10000; remove it")),
        (with(&"x".repeat(65_537), &partner(2)), Refused("is longer than 65536 bytes; shorten it")),
        (with(&"x".repeat(60_000), &many), Refused("the file unpacks to more than 500 times its size")),
        (workbook(10_001, &texts("A"), head), Refused("it has too many sheets, or one with too long a name")),
        (workbook(1, &greedy, head), Refused("decoding it takes too much memory")),
        (with("A", "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>9</v>"), Refused("the file is not readable as a workbook")),
    ]
}

#[test]
fn hostile_workbooks_are_refused_with_a_reason() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = base();
    for (index, (bytes, wanted)) in workbooks().iter().enumerate() {
        assert!(bytes.len() < 256 << 10, "{index}: {} bytes", bytes.len());
        try_file(&app, &dir.path().join("feed"), "partners.xlsx", bytes, wanted, &format!("workbook {index}"));
    }
}

/// The rows of every feed table.
fn counts(app: &TestApp) -> Vec<(String, Vec<i64>)> {
    let version = app.app.warehouse.data_version();
    bond::warehouse::feed::TABLES
        .iter()
        .map(|table| {
            let sql = format!(
                "select count(*)::bigint, coalesce(sum(hash(t) % 1000000007), 0)::bigint from feed.{} t",
                table.name
            );
            let rows = wait(app.app.warehouse.query(version, sql, vec![])).expect("counts");
            (table.name.to_owned(), rows.columns.iter().map(|column| column.ints()[0]).collect())
        })
        .collect()
}

/// What is loaded before the hostile files.
const BASE: &[(&str, &str)] = &[
    ("user_groups.csv", "id,type,name\n1,TIER,A\n1,LOB,A\n1,AUDIENCE,A\n"),
    ("members.csv", "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2024-01-01,Email\n"),
    ("partners.csv", "id,name\n1,A\n2,B\n"),
    ("campaign_types.csv", "id,name\n1,A\n"),
];

pub(super) fn base() -> TestApp {
    let app = TestApp::new();
    app.import(BASE).expect("the base loads");
    app
}

/// Loads one file and checks what became of it.
fn try_file(app: &TestApp, folder: &Path, name: &str, bytes: &[u8], wanted: &Wanted, what: &str) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).expect("a folder");
    fs::File::create(folder.join(name)).and_then(|mut file| file.write_all(bytes)).expect("a file");
    let before = counts(app);
    let options = ImportOptions { allow_shrink: true, ..app.import_options() };
    let loaded = load::import(&app.app.warehouse, &[folder.to_path_buf()], &options, &());
    match (loaded, wanted) {
        (Err(ImportError::Faults(faults)), Refused(reason)) => {
            let text = faults.to_string();
            assert!(text.starts_with(name) && text.contains(reason), "{what}: {:.500} is not {reason}", text);
            assert_eq!(counts(app), before, "{what}: something was loaded");
        }
        (Ok(_), Stored(rows)) => {
            let table = name.split(['.', '-']).next().expect("a table");
            let found = counts(app).into_iter().find(|(known, _)| known == table).expect("the table");
            assert_eq!(found.1[0], *rows, "{what}");
        }
        (other, _) => panic!("{what}: {other:?}"),
    }
}

#[test]
fn hostile_files_are_refused_with_a_reason_or_stored_exactly() {
    if !takes_turn(4) {
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    for round in 0..rounds() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (round + 1));
        let csv = csv_files(&mut random);
        let parquet = parquet_files(dir.path(), &mut random);
        assert_eq!((csv.len(), parquet.len()), (24, 24));
        let app = base();
        for (index, (name, bytes, wanted)) in csv.iter().enumerate() {
            try_file(&app, &dir.path().join("feed"), name, bytes, wanted, &format!("CSV {index}, round {round}"));
        }
        let app = base();
        for (index, (bytes, wanted)) in parquet.iter().enumerate() {
            let what = format!("Parquet {index}, round {round}");
            try_file(&app, &dir.path().join("feed"), "logins.parquet", bytes, wanted, &what);
        }
    }
}

#[test]
fn hostile_files_leave_the_memory_of_the_server_within_its_bounds() {
    if !takes_turn(0) {
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let (data, feed) = (dir.path().join("data"), dir.path().join("feed"));
    fs::create_dir(&feed).expect("a folder");
    for (name, text) in BASE {
        fs::write(feed.join(name), text).expect("a file");
    }
    let import = || captured(&run(&data, &["import", "--allow-shrink", &feed.to_string_lossy()], ""));
    assert_eq!(import().0, 0);
    let serving = Serving::start(&data);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let csv = csv_files(&mut random).into_iter();
    let parquet = parquet_files(dir.path(), &mut random).into_iter();
    for (index, (name, bytes, wanted)) in
        csv.chain(parquet.map(|(bytes, wanted)| ("logins.parquet", bytes, wanted))).enumerate()
    {
        fs::remove_dir_all(&feed).and_then(|()| fs::create_dir(&feed)).expect("an empty folder");
        fs::write(feed.join(name), bytes).expect("a file");
        let (code, _, error) = import();
        let wanted = if matches!(wanted, Refused(_)) { 2 } else { 0 };
        assert_eq!(code, wanted, "{index}: {error:.500}");
    }
    let peak = serving.process().peak_bytes().expect("a peak");
    assert!(peak < MEMORY, "the server had {peak} bytes of memory");
    assert_eq!(serving.stop().0, 0);
}

/// Uploads that end before what was announced, that have more or less than they say, and that are to be unpacked.
#[test]
fn uploads_that_lie_about_their_length_load_nothing() {
    if !crate::runs_today() {
        return;
    }
    let app = base();
    let token = app.signed_in("root", ADMIN);
    let before = counts(&app);
    let part = |text: &[u8]| {
        let head = b"--frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"logins.csv\"\r\n\r\n";
        [&head[..], text].concat()
    };
    let rows = "M1,2025-01-01 10:00:00\n".repeat(50_000);
    let whole = part(format!("{LOGINS}{rows}\r\n--frontier--\r\n").as_bytes());
    let upload = |headers: &str, body: &[u8], breaks_off: bool| {
        let mut stream = connected(&app);
        let head = format!(
            "POST /api/v1/admin/loads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: multipart/form-data; boundary=frontier\r\nConnection: close\r\n{headers}\r\n\r\n"
        );
        // Of what is refused early the rest may not be read.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        if breaks_off {
            let _ = stream.shutdown(Shutdown::Write);
        }
        rest(&mut stream)
    };
    let length = |length: usize| format!("Content-Length: {length}");
    let all = whole.len();
    let bomb = gzip_bomb();
    for (what, headers, body, breaks_off) in [
        ("an upload that breaks off", length(all), &whole[..all / 2], true),
        ("one that breaks off in its head", length(all), &whole[..20], true),
        ("one byte more announced than sent", length(all + 1), &whole[..all - 1], true),
        ("less announced than sent", length(all / 2), &whole[..], false),
        ("nothing announced", length(0), &whole[..], false),
        ("a length beyond all bounds", "Content-Length: 18446744073709551615".to_owned(), &whole[..], true),
        ("a negative length", "Content-Length: -1".to_owned(), &whole[..], false),
        ("two lengths", format!("{}\r\n{}", length(all), length(10)), &whole[..], false),
        ("a length and chunks", format!("{}\r\nTransfer-Encoding: chunked", length(all)), &whole[..], false),
        ("chunks that break off", "Transfer-Encoding: chunked".to_owned(), &b"ffff\r\n--frontier\r\n"[..], true),
        (
            "a chunk beyond all bounds",
            "Transfer-Encoding: chunked".to_owned(),
            &b"ffffffffffffffffff\r\n--frontier"[..],
            true,
        ),
        ("a gigabyte to be unpacked", format!("{}\r\nContent-Encoding: gzip", length(bomb.len())), &bomb[..], false),
    ] {
        let answer = upload(&headers, body, breaks_off);
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(answer.is_empty() || status.starts_with('4'), "{what}: {answer:.500}");
        let incoming = app.app.data_dir().path().join("spool/incoming");
        let limit = Instant::now() + Duration::from_secs(10);
        while fs::read_dir(&incoming).map_or(0, Iterator::count) > 0 {
            assert!(Instant::now() < limit, "{what}: something is left in the spool");
            std::thread::sleep(Duration::from_millis(10));
        }
        let left = app.app.store.unfinished_loads().expect("read").len() + app.app.store.loads(10).expect("read").len();
        assert_eq!((left, counts(&app)), (0, before.clone()), "{what}: {answer:.500}");
    }
    // The same upload with its true length is a load.
    let answer = upload(&length(all), &whole, false);
    assert_eq!(answer.split(' ').nth(1), Some("202"), "{answer:.500}");
}

#[test]
fn flipped_bytes_of_parquet_end_no_process_but_the_decoder() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("logins.parquet");
    parquet(
        &path,
        "select 'M1' as member_id, timestamp '2025-01-01 10:00:00' + to_seconds(i) as logged_in_at from range(500) t(i)",
    );
    let good = fs::read(&path).expect("a file");
    let app = base();
    let before = counts(&app);
    let mut random = Random(7);
    let mut refused = 0;
    for _ in 0..20 * rounds() {
        let mut bytes = good.clone();
        for _ in 0..1 + random.next(4) {
            let at = random.next(bytes.len());
            bytes[at] ^= 1 << random.next(8);
        }
        fs::write(&path, &bytes).expect("a file");
        // A check loads nothing, whether the bytes are still a file or not.
        let options = ImportOptions { check: true, ..app.import_options() };
        match load::import(&app.app.warehouse, std::slice::from_ref(&path), &options, &()) {
            Ok(_) => {}
            Err(ImportError::Faults(faults)) => refused += u64::from(faults.to_string().starts_with("logins.parquet")),
            Err(other) => panic!("{other}"),
        }
        assert_eq!(counts(&app), before);
    }
    assert!(refused > 0, "no change was found");
}

#[test]
fn a_decoder_that_fails_or_is_missing_is_an_error_and_not_a_load() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("logins.parquet");
    parquet(&path, "select 'M1' as member_id, timestamp '2025-01-01 10:00:00' as logged_in_at");
    let app = base();
    let with = |decoder: &str| {
        let options =
            ImportOptions { decoder: load::Decoder::Executable(PathBuf::from(decoder)), ..app.import_options() };
        load::import(&app.app.warehouse, std::slice::from_ref(&path), &options, &())
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let failed = with("/bin/false").expect_err("no rows");
    assert!(
        failed.contains("logins.parquet: the file is not readable as Parquet; write it again: decoding it failed"),
        "{failed}"
    );
    let nonsense = with("/bin/echo").expect_err("no rows");
    assert!(nonsense.contains("logins.parquet: the decoder wrote nonsense"), "{nonsense}");
    assert!(with("/nowhere/bond").is_err());
    assert_eq!(app.app.warehouse.data_version(), 1);
}

/// A mapping that may be right or wrong.
fn some_mapping() -> impl Strategy<Value = String> {
    let rule = prop_oneof![
        Just("\"a\"".to_owned()),
        "[a-c]".prop_map(|column| format!("{{ column = \"{column}\", format = \"%d.%m.%Y\" }}")),
        "[a-c]".prop_map(|column| format!("{{ column = \"{column}\", hash = true }}")),
        "[a-c]".prop_map(|column| format!("{{ column = \"{column}\", split = \"-\", part = 2, default = \"x\" }}")),
        "[a-c]".prop_map(|column| format!(
            "{{ column = \"{column}\", values = {{ \"1\" = \"VIEW\" }}, otherwise = \"drop\" }}"
        )),
        "[a-c]".prop_map(|column| format!("{{ column = \"{column}\", format = \"unix\" }}")),
        "[a-c]".prop_map(|column| format!("{{ column = \"{column}\", ids = true }}")),
        Just("{ template = \"{a}-{b}\", case = \"upper\" }".to_owned()),
        "\\PC{0,12}".prop_map(|text| format!("{text:?}")),
    ];
    let file = prop_oneof![
        Just(String::new()),
        Just("encoding = \"utf-16\"".to_owned()),
        Just("encoding = \"windows-1252\"\nseparator = \";\"".to_owned()),
        Just("skip_lines = 2\ndecimal = \",\"".to_owned()),
        Just("columns = [\"a\", \"b\", \"c\"]\nquote = \"'\"".to_owned()),
        Just("empty = [\"-\"]\nquote = \"\"".to_owned()),
    ];
    let table =
        prop_oneof![Just(("logins", "logged_in_at")), Just(("partners", "id")), Just(("offer_interactions", "kind"))];
    (file, table, proptest::collection::vec(rule, 3)).prop_map(|(file, (table, column), rules)| {
        let key = if table == "partners" { "name" } else { "member_id" };
        let offer = if table == "offer_interactions" {
            format!("offer_id = {}\noccurred_at = \"c\"\n", rules[2])
        } else {
            String::new()
        };
        format!(
            "[[file]]\nname = \"*.txt\"\n{file}\n[[file.table]]\nname = \"{table}\"\nwhere_not = {{ a = \"z\" }}\n\
             [file.table.columns]\n{key} = {}\n{column} = {}\n{offer}",
            rules[0], rules[1]
        )
    })
}

/// Bytes that look like a file of three columns, more or less.
fn some_file() -> impl Strategy<Value = Vec<u8>> {
    let field = prop_oneof![
        4 => "[0-9]{1,11}".prop_map(String::into_bytes),
        2 => "[a-z@.-]{0,8}".prop_map(String::into_bytes),
        1 => Just(b"31.12.2025".to_vec()),
        1 => Just(b"\"a,\"\"b\"".to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..6),
    ];
    let row = proptest::collection::vec(field, 2..5);
    let separator = prop_oneof![4 => Just(b','), 2 => Just(b';')];
    (separator, proptest::collection::vec(row, 0..12)).prop_map(|(separator, rows)| {
        let mut bytes = vec![b'a', separator, b'b', separator, b'c', b'\n'];
        for row in rows {
            bytes.extend(row.join(&separator));
            bytes.push(b'\n');
        }
        bytes
    })
}

#[test]
fn any_mapping_of_any_bytes_is_loaded_or_refused() {
    let app = base();
    let dir = tempfile::tempdir().expect("a directory");
    let mut runner =
        TestRunner::new(Cases { cases: 40 * rounds() as u32, failure_persistence: None, ..Cases::default() });
    let tested = runner.run(&(some_mapping(), some_file()), |(text, bytes)| {
        let path = dir.path().join("x.txt");
        fs::write(&path, &bytes).expect("a file");
        let mapping = MappingFile { name: "mapping.toml".to_owned(), text: text.clone() };
        let is_sound = Mapping::parse("mapping.toml", &text).is_ok();
        let options = ImportOptions { mapping: Some(mapping), check: true, ..app.import_options() };
        let before = app.app.warehouse.data_version();
        match load::import(&app.app.warehouse, std::slice::from_ref(&path), &options, &()) {
            Ok(_) => prop_assert!(is_sound),
            Err(ImportError::Faults(faults)) => {
                let listed = faults.listed();
                let in_mapping = listed.iter().filter(|fault| fault.file == "mapping.toml");
                prop_assert!(in_mapping.clone().all(|fault| fault.line.is_some()), "{faults}");
                prop_assert!(is_sound || in_mapping.count() > 0, "{faults}");
                // Rows are named by their line, and no address is shown.
                let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
                for fault in faults.listed().iter().filter(|fault| fault.file == "x.txt") {
                    prop_assert!(fault.line.is_none_or(|line| (1..=lines + 1).contains(&line)), "{fault}");
                    prop_assert!(!fault.what.contains('@') || fault.what.contains("email address"), "{fault}");
                }
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
        prop_assert_eq!(app.app.warehouse.data_version(), before);
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
}
