//! The program's logo: who may set it, what is refused, and where it shows.

use bond::backup::{Key, Protection};
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::backup::{back_up, reopened, restore};
use crate::{Answer, Program, TestApp};

const CALL: &str = "/api/v1/admin/logo";
const SHOWN: &str = "/logo.png";
/// 24 x 16 pixels of red.
const JPEG: &[u8] = include_bytes!("logo.jpg");

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.add_text_chunk("Author".to_owned(), "somebody".to_owned()).expect("a text");
    let pixels: Vec<u8> = (0..width * height * 3).map(|at| (at % 251) as u8).collect();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("written");
    file
}

fn send(app: &TestApp, token: &str, files: &[(&str, &str, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (name, content_type, bytes) in files {
        body.extend_from_slice(
            format!(
                "--frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
                 content-type: {content_type}\r\n\r\n"
            )
            .as_bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--frontier--\r\n");
    app.post(CALL).bearer(token).bytes("multipart/form-data; boundary=frontier", &body).send()
}

fn set(app: &TestApp, token: &str, bytes: &[u8]) {
    let answer = send(app, token, &[("logo.png", "image/png", bytes)]);
    assert_eq!(answer.status, 204, "{}", answer.text);
}

fn of_program(app: &TestApp, token: &str) -> Value {
    app.get("/api/v1/program").bearer(token).send().json()["logo"].clone()
}

fn shown(app: &TestApp) -> Answer {
    app.get(SHOWN).send()
}

/// The events about the logo, from the first, with who did it.
fn events(app: &TestApp) -> Vec<(String, Option<String>)> {
    let lines = app.app.store.last_audit_lines(50).expect("read").into_iter().rev();
    lines.filter(|line| line.event.starts_with("logo")).map(|line| (line.event, line.actor)).collect()
}

#[test]
fn an_administrator_sets_and_removes_the_logo_and_anybody_sees_it() {
    let app = TestApp::new();
    let (ann, bob) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    assert_eq!((shown(&app).status, of_program(&app, &bob)), (204, Value::Null));
    assert_eq!(send(&app, &bob, &[("a.png", "image/png", &png(2, 2))]).status, 403);
    assert_eq!(app.call("DELETE", CALL).bearer(&bob).send().status, 403);
    assert_eq!(app.post(CALL).json(&json!({})).send().status, 401);

    set(&app, &ann, &png(30, 20));
    let first = of_program(&app, &bob);
    let answer = shown(&app);
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/png"));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("cache-control"), "no-cache");
    assert_eq!(answer.header("content-encoding"), "");
    assert_eq!(answer.header("etag"), format!("\"{}\"", first.as_str().expect("a digest")));
    let known = app.get(SHOWN).header("if-none-match", answer.header("etag")).send();
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    // Its pixels and nothing else of what was sent.
    let reader = png::Decoder::new(std::io::Cursor::new(&answer.bytes)).read_info().expect("a PNG");
    assert_eq!(reader.info().size(), (30, 20));
    assert!(!answer.text.contains("somebody"));

    // The form of a file is what it is, whatever its name says.
    set(&app, &ann, JPEG);
    assert_ne!(of_program(&app, &bob), first);
    assert_eq!(app.get(SHOWN).header("if-none-match", answer.header("etag")).send().status, 200);
    let mut reader = png::Decoder::new(std::io::Cursor::new(shown(&app).bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
    reader.next_frame(&mut pixels).expect("read");
    assert_eq!((reader.info().size(), pixels.len()), ((24, 16), 24 * 16 * 4));
    for pixel in pixels.chunks(4) {
        assert!(pixel[0] > 190 && pixel[1] < 45 && pixel[2] < 55 && pixel[3] == 255, "{pixel:?}");
    }

    for _ in 0..2 {
        assert_eq!(app.call("DELETE", CALL).bearer(&ann).send().status, 204);
    }
    assert_eq!((shown(&app).status, of_program(&app, &bob)), (204, Value::Null));
    let done = |event: &str| (event.to_owned(), Some("ann".to_owned()));
    assert_eq!(events(&app), [done("logo_set"), done("logo_set"), done("logo_removed")]);
}

#[test]
fn what_is_no_picture_within_the_limits_is_refused_with_what_to_do() {
    let app = TestApp::new();
    let ann = app.signed_in("ann", ADMIN);
    set(&app, &ann, &png(3, 3));
    let before = of_program(&app, &ann);
    let mut bomb = png(1, 1);
    // Its head says 100,000 x 100,000 pixels.
    bomb[16..24].copy_from_slice(&[0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0]);
    let mut crc = flate2::Crc::new();
    crc.update(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    let good = png(40, 40);
    for (bytes, sentence) in [
        (&b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..], "neither a PNG nor a JPEG"),
        (b"", "neither a PNG nor a JPEG"),
        (b"RIFF\x1a\0\0\0WEBPVP8 ", "neither a PNG nor a JPEG"),
        (&vec![0; (512 << 10) + 1], "larger than 512 KB"),
        (&png(2_001, 1), "wider or higher than 2,000 pixels"),
        (&bomb, "wider or higher than 2,000 pixels"),
        (&good[..60], "cannot be read"),
        (&JPEG[..JPEG.len() / 3], "cannot be read"),
    ] {
        let answer = send(&app, &ann, &[("logo.png", "image/png", bytes)]);
        assert_eq!(answer.status, 400, "{sentence}: {}", answer.text);
        assert!(answer.text.contains(sentence) && answer.text.contains("send it again"), "{}", answer.text);
    }
    let two: [(&str, &str, &[u8]); 2] = [("a.png", "image/png", &good), ("b.png", "image/png", &good)];
    assert_eq!(send(&app, &ann, &two).status, 400);
    assert_eq!(send(&app, &ann, &[]).status, 400);
    assert_eq!(send(&app, &ann, &[("a.png", "image/png", &vec![0; 5 << 20])]).status, 413);
    assert_eq!(app.post(CALL).bearer(&ann).bytes("image/png", &good).send().status, 415);
    assert_eq!((of_program(&app, &ann), events(&app).len()), (before, 1), "nothing has changed");
}

#[test]
fn the_logo_is_in_files_and_in_a_backup() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app;
    let days = json!({"screen": "api/v1/dashboard/users/logins", "startDate": "2024-02-01", "endDate": "2025-03-10"});
    let file = |form: &str| {
        let mut body = days.clone();
        if form == "dossier" {
            body["extent"] = json!("dashboard");
        }
        let answer = program.call(&format!("/api/v1/export/{form}"), &body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer
    };
    let pictures = |answer: &Answer| {
        answer.text.matches("/Subtype /Image").count() + answer.text.matches("/Subtype/Image").count()
    };
    assert_eq!(pictures(&file("pdf")), 0);
    assert!(!file("dossier").text.contains("<img"));
    set(app, &app.signed_in("ada", ADMIN), &png(300, 100));
    let logo = shown(app).bytes;
    assert!(pictures(&file("pdf")) >= 1);
    let page = file("dossier").text;
    let source = page.split("<img class=\"logo\" src=\"data:image/png;base64,").nth(1).expect("a logo");
    let source = source.split('"').next().expect("its end");
    assert_eq!(base64::Engine::decode(&base64::engine::general_purpose::STANDARD, source).expect("base64"), logo);
    assert!(page.contains("img-src data:;"));

    let folder = tempfile::tempdir().expect("a directory");
    let made = back_up(app, folder.path(), Protection::None);
    let data_dir = folder.path().join("restored");
    restore(&made.path, &Key::None, &data_dir, false).expect("restored");
    assert_eq!(shown(&reopened(&data_dir).app).bytes, logo);
}
