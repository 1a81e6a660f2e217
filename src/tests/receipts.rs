//! Receipts of figures: what is in them, who may have one, that nobody can change one, and what is said when the figure is
//! computed again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bond::figures::{Contributors, Formula};
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::screens::receipts::{Finding, Outcome, Receipt, Untrusted, Whole, sign, verified};
use bond::screens::{FIGURES, TOTALS, TRENDS};
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::brute_force::world::{SEED, World};
use crate::command_line::{PASSWORD, Serving, add_user, captured, run};
use crate::random::Random;
use crate::{Program, TestApp, of_today, setting, skipped, wait};

const LOGINS: &str = "logins.totalLogins";

fn fixture() -> Program {
    Program::of(date!(2025 - 03 - 11), "src/tests/fixture")
}

fn path(id: &str) -> String {
    format!("/api/v1/receipts/{id}")
}

fn receipt(program: &Program, id: &str, body: &Value) -> Value {
    program.post(&path(id), body)
}

/// A receipt as whoever has its text reads it.
fn read(receipt: &Value) -> Receipt {
    verified(receipt.to_string().as_bytes(), None).expect("signed")
}

fn checked(app: &TestApp, receipt: &Value) -> Finding {
    wait(app.app.check_receipt(&read(receipt))).expect("an answer")
}

/// What the calls of the dashboards show of each figure; null where nothing is shown.
fn shown(program: &Program, body: &Value) -> BTreeMap<String, Value> {
    let mut shown = BTreeMap::new();
    for totals in TOTALS.iter() {
        let answer = program.post(&format!("/{}", totals.path), body);
        for card in totals.cards {
            let of_card = if totals.unwrapped { &answer } else { &answer[card.key] };
            for field in card.all_fields() {
                let (figure, why) = match field.name {
                    "" => (json!({"years": of_card["years"], "months": of_card["months"]}), "years"),
                    name => (of_card[name].clone(), name),
                };
                let is_shown = of_card["hidden"][why].is_null();
                shown.insert(card.metric_id(field), if is_shown { figure } else { Value::Null });
            }
        }
    }
    for trend in TRENDS.iter() {
        for row in program.post(&format!("/api/v1/trends/{}", trend.id), body)["yoys"].as_array().expect("rows") {
            let id = row["metric"].as_str().expect("an id").to_owned();
            let is_shown = row["hidden"]["filterPeriodValue"].is_null();
            shown.entry(id).or_insert_with(|| if is_shown { row["filterPeriodValue"].clone() } else { Value::Null });
        }
    }
    let score = program.post("/api/v1/bond/score", body);
    for part in score["explain"]["parts"].as_array().expect("parts") {
        shown.insert(format!("score.{}", part["key"].as_str().expect("a key")), part["value"].clone());
    }
    shown
}

fn whole(value: &Value) -> i128 {
    value.as_i64().map(i128::from).or_else(|| value.as_str()?.parse().ok()).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn the_receipt_of_every_figure_says_what_its_card_shows() {
    let program = fixture();
    let mut by_segment = 0;
    for body in [
        json!({"startDate": "2024-03-01", "endDate": "2024-03-31"}),
        json!({"startDate": "2025-02-10", "endDate": "2025-03-10"}),
        json!({"startDate": "2024-01-01", "endDate": "2025-03-10", "userGroupTiers": [1, 3], "userGroupsTiersAll": false}),
        json!({"startDate": "2024-01-01", "endDate": "2025-03-10", "offers": [1, 2], "offersAll": false,
            "campaignsTypes": [1], "campaignsTypesAll": false}),
    ] {
        let shown = shown(&program, &body);
        for figure in of_today(FIGURES.iter()) {
            if shown[&figure.id].is_null() && !figure.id.starts_with("score.") {
                let answer = program.call(&path(&figure.id), &body);
                assert_eq!(answer.status, 409, "{} {body}: {}", figure.id, answer.text);
                assert!(answer.text.contains("none of its days"), "{}", answer.text);
                continue;
            }
            let receipt = receipt(&program, &figure.id, &body);
            let of = &receipt["figure"];
            let value = match shown[&figure.id] {
                Value::Object(_) => of["value"]["tenure"].clone(),
                _ => of["value"]["shown"].clone(),
            };
            let is_same = match (value.as_f64(), shown[&figure.id].as_f64()) {
                (Some(value), Some(shown)) => value == shown,
                _ => value == shown[&figure.id],
            };
            assert!(is_same, "{} {body}: {receipt}, and {} is shown", figure.id, shown[&figure.id]);
            // The value follows from what was counted.
            let [of_, by] = match figure.metric.formula {
                Formula::Sum(_, divisor) => [whole(&of["numerator"]), divisor.into()],
                Formula::Ratio { scale, .. } => {
                    [whole(&of["numerator"]) * i128::from(scale.0), whole(&of["denominator"]) * i128::from(scale.1)]
                }
            };
            if of["value"].is_null() {
                assert!(figure.id.starts_with("score.") && by == 0, "{}: {receipt}", figure.id);
                continue;
            }
            let [numerator, denominator] = ["numerator", "denominator"].map(|name| whole(&of["value"][name]));
            assert!(numerator * by == of_ * denominator || by == 0 && numerator == 0, "{}: {receipt}", figure.id);
            // The segments add up to it.
            if let Some(segments) = of["segments"].as_array() {
                for side in ["numerator", "denominator"].into_iter().filter(|side| !of[side].is_null()) {
                    let sum: i128 = segments.iter().map(|segment| whole(&segment[side])).sum();
                    assert_eq!(sum, whole(&of[side]), "{} {side}: {receipt}", figure.id);
                }
                by_segment += segments.len();
            } else {
                assert_eq!(of["segmentsLeftOut"], "notAdditive", "{}: {receipt}", figure.id);
            }
            let metric = json!({"id": figure.id, "label": figure.label, "unit": receipt["metric"]["unit"]});
            assert_eq!(
                (&receipt["metric"], &receipt["definition"]["text"]),
                (&metric, &json!(figure.metric.definition))
            );
            assert_eq!(checked(&program.app, &receipt).outcome, Outcome::Equal, "{}", figure.id);
        }
        let (receipt, score) = (receipt(&program, "score", &body), program.post("/api/v1/bond/score", &body));
        assert_eq!(receipt["score"]["score"], score["score"]);
        for (part, shown) in receipt["score"]["parts"]
            .as_array()
            .expect("parts")
            .iter()
            .zip(score["explain"]["parts"].as_array().expect("parts"))
        {
            for name in ["key", "label", "state", "floor", "target", "weight", "score"] {
                assert_eq!(part[name], shown[name], "{name}");
            }
            assert_eq!(part["value"]["shown"].as_f64(), shown["value"].as_f64(), "{part} {shown}");
        }
        assert_eq!(checked(&program.app, &receipt).outcome, Outcome::Equal);
    }
    assert!(by_segment > 150, "{by_segment}");
}

#[test]
fn a_receipt_names_what_the_figure_heeds_and_nothing_else() {
    let program = fixture();
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10", "userGroupTiers": [1, 9],
        "userGroupsTiersAll": false, "offersCategories": [1], "offersCategoriesAll": false, "campaigns": [2],
        "campaignsAll": false});
    let gold = json!({"TIER": [{"id": 1, "name": "Gold"}, {"id": 9, "name": null}]});
    let of = |id: &str| receipt(&program, id, &body);
    let tables = |receipt: &Value| -> Vec<String> {
        let tables = receipt["data"]["tables"].as_array().expect("tables");
        tables.iter().map(|table| table["table"].as_str().expect("a name").to_owned()).collect()
    };
    let logins = of(LOGINS);
    assert_eq!(logins["filter"], json!({"startDate": "2025-02-10", "endDate": "2025-03-10", "groups": gold}));
    assert_eq!(logins["window"], json!({"start": "2025-02-10", "end": "2025-03-10"}));
    assert_eq!(tables(&logins), ["members", "logins"]);
    let table = &logins["data"]["tables"][1];
    assert_eq!(
        (&table["firstDay"], &table["lastDay"], &table["loads"]),
        (&json!("2024-01-05"), &json!("2025-03-10"), &json!(1))
    );
    assert_eq!((&logins["scope"]["all"], &logins["data"]["version"]), (&json!(true), &json!(1)));
    // A and H of Gold, B of Gold and Home: 16 logins less those of others, computed by hand in `figures`.
    let segments = logins["figure"]["segments"].as_array().expect("segments");
    assert!(segments.iter().all(|segment| segment["groups"]["TIER"] == json!(["Gold"])), "{segments:?}");
    let registered = of("enrollments.totalEnrolled");
    assert_eq!(
        registered["filter"],
        json!({"endDate": "2025-03-10", "groups": gold}),
        "the first day makes no difference"
    );
    assert_eq!(of("dormantRate.percent")["filter"]["dormantDays"], 90);
    let partners = of("partnerDto.redemptions");
    assert_eq!(partners["filter"]["offersCategories"], json!([1]));
    assert_eq!(
        (partners["filter"].get("campaigns"), tables(&partners)),
        (None, vec!["members".to_owned(), "offers".to_owned(), "partner_transactions".to_owned()])
    );
    assert_eq!(of("deliveryStatus.sent")["filter"]["campaigns"], json!([2]));
    let visits = of("visitors.sessions");
    assert_eq!(visits["filter"], json!({"startDate": "2025-02-10", "endDate": "2025-03-10"}));
    assert_eq!(
        (tables(&visits), &visits["figure"]["segments"][0]["groups"]),
        (vec!["web_sessions".to_owned()], &json!({}))
    );
    assert_eq!(tables(&of("pollDto.polls")), ["polls"]);
    let score = of("score");
    assert_eq!(score["window"], json!({"start": "2024-12-11", "end": "2025-03-10"}));
    assert_eq!((&score["score"]["method"], score.get("figure")), (&json!("bond-1"), None));
    // A part is of the score's days, whatever the filter's first day.
    assert_eq!(of("score.csat")["window"], score["window"]);
    assert_eq!(program.call(&path("logins.nothing"), &body).status, 404);
    let line = &program.app.app.store.last_audit_lines(20).expect("read");
    let line = line.iter().find(|line| line.subject.as_deref() == Some(LOGINS)).expect("recorded");
    assert_eq!((line.event.as_str(), line.actor.as_deref()), ("receipt_issued", Some("ann")));
    assert!(
        line.detail
            .as_deref()
            .is_some_and(|text| text.starts_with("2025-02-10 to 2025-03-10, data version 1, sha256 "))
    );
}

/// The canonical form, for objects whose names are ASCII and for numbers that people write: not the code that signs.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            let fields: Vec<String> =
                sorted.iter().map(|(name, value)| format!("{}:{}", json!(name), canonical(value))).collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Number(number) => {
            number.as_i64().map_or_else(|| number.as_f64().expect("a number").to_string(), |n| n.to_string())
        }
        other => other.to_string(),
    }
}

#[test]
fn another_implementation_finds_the_signature_right() {
    if Command::new("openssl").arg("version").output().is_err() {
        return skipped("there is no openssl");
    }
    let program = fixture();
    for id in [LOGINS, "score", "returnRate.avgLoginUser"] {
        let mut receipt = receipt(&program, id, &json!({"startDate": "2025-02-10", "endDate": "2025-03-10"}));
        let signature = receipt.as_object_mut().expect("an object").shift_remove("signature").expect("signed");
        let bytes = |text: &Value| STANDARD.decode(text.as_str().expect("text")).expect("base64");
        let dir = tempfile::tempdir().expect("a directory");
        let file = |name: &str, bytes: &[u8]| -> PathBuf {
            let path = dir.path().join(name);
            fs::write(&path, bytes).expect("written");
            path
        };
        // The head of a SubjectPublicKeyInfo of Ed25519 (RFC 8410).
        let head = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
        let key = file("key", &[&head[..], &bytes(&receipt["key"])].concat());
        let signature = file("signature", &bytes(&signature));
        let verify = |text: &str| {
            let output = Command::new("openssl")
                .args(["pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin", "-inkey"])
                .arg(&key)
                .arg("-sigfile")
                .arg(&signature)
                .arg("-in")
                .arg(file("text", text.as_bytes()))
                .output()
                .expect("run");
            output.status.success()
        };
        let text = canonical(&receipt);
        assert!(verify(&text), "{text}");
        assert!(!verify(&text.replacen("2025-03-10", "2025-03-11", 1)), "another day");
    }
}

#[test]
fn no_byte_can_be_changed() {
    let program = fixture();
    let text =
        receipt(&program, "programActiveRate.percent", &json!({"startDate": "2025-02-10", "endDate": "2025-03-10"}))
            .to_string();
    let key: [u8; 32] = program.app.app.store.receipt_keys().expect("read")[0].public;
    let whole = verified(text.as_bytes(), Some(key)).expect("signed");
    // Other white space is no other receipt.
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&text).expect("JSON")).expect("written");
    assert_eq!(verified(pretty.as_bytes(), Some(key)), Ok(whole.clone()));
    for at in 0..text.len() {
        for bit in [1, 0x20] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= bit;
            let changed = verified(&bytes, None);
            assert!(changed.is_err(), "{}", String::from_utf8_lossy(&bytes[at.saturating_sub(40)..]));
        }
    }
    // A name that is there twice, of which some readers would show the first.
    let twice = text.replacen("{", "{\"program\":\"Another\",", 1);
    assert!(matches!(verified(twice.as_bytes(), None), Err(Untrusted::NoReceipt(_))));
    // Another field, which no reader of this version shows.
    let more = text.replacen("{", "{\"note\":\"checked\",", 1);
    assert_eq!(verified(more.as_bytes(), None), Err(Untrusted::Changed));
    let mut other = whole.clone();
    sign(&mut other, &[7; 32]).expect("signed");
    let other = serde_json::to_string(&other).expect("written");
    assert!(verified(other.as_bytes(), None).is_ok(), "signed by somebody");
    assert!(matches!(verified(other.as_bytes(), Some(key)), Err(Untrusted::OtherKey { .. })));
}

#[test]
fn a_figure_is_restated_by_loads_of_its_tables_only() {
    let program = fixture();
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    let [logins, active, visits, score] =
        [LOGINS, "programActiveRate.percent", "visitors.sessions", "score"].map(|id| receipt(&program, id, &body));
    // 10 March again, now with C and D as well as A.
    let day = "member_id,logged_in_at\nA,2025-03-10 08:00:00\nC,2025-03-10 09:00:00\nD,2025-03-10 10:00:00\n";
    program.app.import(&[("logins.csv", day)]).expect("loaded");
    let restated = checked(&program.app, &logins);
    assert_eq!(restated.outcome, Outcome::Restated);
    assert_eq!(restated.lines[0], "Restated: issued 16 (16), now 18 (18): +2.");
    assert_eq!(restated.lines[1], "Loads of its tables since data version 1:");
    assert!(
        restated.lines[2].starts_with("  data version 2, 20") && restated.lines[2].ends_with(" UTC, import: logins"),
        "{restated:?}"
    );
    assert_eq!(checked(&program.app, &visits).outcome, Outcome::Equal);
    assert_eq!(checked(&program.app, &active).outcome, Outcome::Equal, "nobody became active");
    let restated = checked(&program.app, &score);
    assert!(restated.outcome == Outcome::Restated && restated.lines[0].contains("Parts that differ: "), "{restated:?}");
    // A new receipt is right again; taking the load back is a change like another.
    let new = receipt(&program, LOGINS, &body);
    assert_eq!(checked(&program.app, &new).outcome, Outcome::Equal);
    bond::warehouse::load::undo(&program.app.app.warehouse, None, None, &()).expect("undone");
    assert_eq!(checked(&program.app, &logins).outcome, Outcome::Equal, "as it was");
    let restated = checked(&program.app, &new);
    assert_eq!(restated.lines[0], "Restated: issued 18 (18), now 16 (16): -2.");
    assert!(
        restated.lines[2].contains("data version 3, ") && restated.lines[2].ends_with(" undo: logins"),
        "{restated:?}"
    );
    // A member in another group: the total is the same.
    let members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,3,2,1,2023-12-01,Email\n";
    program.app.import(&[("members.csv", members)]).expect("loaded");
    let equal = checked(&program.app, &logins);
    assert_eq!((equal.outcome, equal.lines.len()), (Outcome::Equal, 2), "{equal:?}");
}

#[test]
fn a_receipt_that_cannot_be_computed_again_says_why() {
    let program = fixture();
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    let issued = receipt(&program, LOGINS, &body);
    let store = &program.app.app.store;
    let secret = store.receipt_key(1).expect("read").secret;
    let finding = |change: &dyn Fn(&mut Receipt), secret: &[u8; 32]| {
        let mut receipt = read(&issued);
        change(&mut receipt);
        sign(&mut receipt, secret).expect("signed");
        wait(program.app.app.check_receipt(&receipt)).expect("an answer")
    };
    for (change, expected) in [
        (
            &(|receipt: &mut Receipt| receipt.metric.id = "logins.nothing".to_owned()) as &dyn Fn(&mut Receipt),
            "has no such figure",
        ),
        (&|receipt| receipt.definition.sha256 = "0".repeat(64), "the definition has changed since Bond"),
        (&|receipt| receipt.install = "another".to_owned(), "issued by the install another"),
        (
            &|receipt| receipt.data.version = 7,
            "the data are older than the receipt: data version 1, and the receipt is of 7",
        ),
        (
            &|receipt| receipt.data.tables[1].sha256 = "0".repeat(64),
            "the loads of logins up to data version 1 are not those",
        ),
        (
            &|receipt| receipt.figure.as_mut().expect("a figure").numerator = Whole(17),
            "no load has changed its tables since",
        ),
        (&|receipt| receipt.window.start = "2026".to_owned(), "does not know"),
    ] {
        let found = finding(change, &secret);
        assert_eq!(found.outcome, Outcome::NotReproducible, "{expected}: {found:?}");
        assert!(found.lines[0].contains(expected), "{expected}: {found:?}");
    }
    // Somebody who knows the install's id, but not its key.
    assert_eq!(finding(&|_| {}, &[7; 32]).outcome, Outcome::Untrusted);
    // A replaced key: what it signed stays, and it signs nothing more.
    let at = program.app.app.clock.now() + 60;
    store.rotate_receipt_key(at).expect("rotated");
    assert_eq!(checked(&program.app, &issued).outcome, Outcome::Equal);
    assert_eq!(
        finding(&|receipt| receipt.issued_at = "2999-01-01T00:00:00Z".to_owned(), &secret).outcome,
        Outcome::Untrusted
    );
    let new = receipt(&program, LOGINS, &body);
    assert_ne!(new["key"], issued["key"]);
    assert_eq!(checked(&program.app, &new).outcome, Outcome::Equal);
}

#[test]
fn a_scope_restricts_what_is_counted_and_is_named() {
    let program = fixture();
    let app = &program.app;
    let permission = |code: Module| Permission { module: PermissionModule { code }, editable: false };
    let limits = Limits { groups: vec![GroupLimit { grouping: Grouping::Tier, ids: vec![1] }], without_members: false };
    let permissions = vec![permission(Module::Members), permission(Module::Monitor)];
    app.app.store.add_role(&Role { name: "gold".to_owned(), permissions, limits }, 1).expect("added");
    let token = app.signed_in("bob", "gold");
    let body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    let ask = |id: &str| app.post(&path(id)).bearer(&token).json(&body).send();
    for id in [LOGINS, "averageTenure", "score"] {
        let answer = ask(id);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let own = answer.json();
        let scope = json!({"all": false, "anyOf": [{"TIER": [{"id": 1, "name": "Gold"}]}], "withoutMembers": false});
        assert_eq!(own["scope"], scope);
        let gold = json!({"startDate": "2025-02-10", "endDate": "2025-03-10", "userGroupTiers": [1], "userGroupsTiersAll": false});
        assert_eq!(own["figure"], receipt(&program, id, &gold)["figure"], "{id}");
        assert_ne!(own["figure"].to_string() + &own["score"].to_string(), {
            let all = receipt(&program, id, &body);
            all["figure"].to_string() + &all["score"].to_string()
        });
        let finding = checked(app, &own);
        assert_eq!(finding.outcome, Outcome::Equal, "{id}: {finding:?}");
    }
    assert_eq!(ask("partnerDto.redemptions").status, 403);
    assert_eq!(ask("visitors.sessions").status, 403);
}

#[test]
fn few_members_have_no_receipt_and_no_segment_tells_of_them() {
    let mut random = Random(setting("TEST_SEED", 20_261_125));
    let (app, _) = World::prepared(setting("TEST_SEED", SEED), |config| config.minimum_members = 5);
    let program = Program { token: app.signed_in("ann", USERS), app };
    let (mut refused, mut issued) = (0, 0);
    for (days, tiers) in [(2, json!([1, 2, 3])), (7, json!([1])), (30, json!([2])), (90, json!([1, 2, 3]))] {
        let start = date!(2025 - 06 - 02) + time::Duration::days(random.below(90) as i64);
        let end = start + time::Duration::days(days);
        let body = json!({"startDate": start.to_string(), "endDate": end.to_string(), "userGroupTiers": tiers, "userGroupsTiersAll": false});
        let shown = shown(&program, &body);
        for figure in FIGURES.iter() {
            let answer = program.call(&path(&figure.id), &body);
            let is_hidden = shown[&figure.id].is_null();
            if answer.status == 409 {
                refused += 1;
                assert!(
                    answer.json()["message"].as_str().is_some_and(|text| text.starts_with("There is no receipt")),
                    "{}",
                    answer.text
                );
                continue;
            }
            assert_eq!((answer.status, is_hidden), (200, false), "{} {body}: {}", figure.id, answer.text);
            issued += 1;
            let of = &answer.json()["figure"];
            assert_eq!((of.get("segments"), &of["segmentsLeftOut"]), (None, &json!("smallGroups")));
            if let (Contributors::Members, Formula::Ratio { .. }) = (figure.metric.contributors, figure.metric.formula)
            {
                let [numerator, denominator] = ["numerator", "denominator"].map(|side| whole(&of[side]));
                for members in [numerator, denominator, denominator - numerator] {
                    assert!(!(1..5).contains(&members), "{} {body}: {of}", figure.id);
                }
            }
        }
        let score = receipt(&program, "score", &body);
        for part in score["score"]["parts"].as_array().expect("parts") {
            assert_eq!(
                part["state"] == "hidden",
                part["numerator"].is_null() && part["state"] != "notApplicable",
                "{part}"
            );
        }
    }
    assert!(refused > 20 && issued > 40, "{refused} {issued}");
}

/// The executable, as whoever was sent a receipt uses it, and whoever runs the program.
#[test]
fn a_receipt_is_checked_anywhere_and_against_a_data_directory() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, elsewhere) = (parent.path().join("data"), parent.path().join("nowhere"));
    add_user(&data, "ann");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sample");
    let import = |what: &Path| {
        let (code, _, error) = captured(&run(&data, &["import", "--allow-shrink", &what.to_string_lossy()], ""));
        assert_eq!(code, 0, "{error}");
    };
    import(&sample);
    let server = Serving::start(&data);
    let token = server.sign_in("ann", PASSWORD);
    let body = json!({"startDate": "2025-06-01", "endDate": "2025-06-30"});
    let receipt = server.post_as(&token, &path(LOGINS)[1..], &body);
    let file = parent.path().join("receipt.json");
    fs::write(&file, serde_json::to_string_pretty(&receipt).expect("JSON")).expect("written");
    let file = file.to_string_lossy().into_owned();
    let data_dir = data.to_string_lossy().into_owned();
    let verify = |more: &[&str]| captured(&run(&elsewhere, &[&["verify-receipt", &file], more].concat(), ""));

    let (code, said, error) = verify(&[]);
    assert_eq!(code, 0, "{error}");
    assert!(
        said.starts_with("The signature is right. Total Logins (logins.totalLogins), 2025-06-01 to 2025-06-30: "),
        "{said}"
    );
    assert!(
        said.contains(receipt["key"].as_str().expect("a key"))
            && said.contains(receipt["install"].as_str().expect("an id")),
        "{said}"
    );
    assert!(!elsewhere.exists(), "nothing but the file is needed");
    let (code, key, error) = captured(&run(&data, &["receipt-key"], ""));
    assert_eq!((code, key.trim()), (0, receipt["key"].as_str().expect("a key")), "{error}");
    assert!(verify(&["--key", key.trim()]).1.contains("with the key that you gave"));
    let other = STANDARD.encode([9; 32]);
    let (code, _, error) = verify(&["--key", &other]);
    assert_eq!((code, error.contains("signed with another key")), (1, true), "{error}");
    let changed = parent.path().join("changed.json");
    let lie = fs::read_to_string(&file).expect("read").replacen("2025-06-30", "2025-06-29", 1);
    fs::write(&changed, lie).expect("written");
    let (code, _, error) = captured(&run(&elsewhere, &["verify-receipt", &changed.to_string_lossy()], ""));
    assert_eq!((code, error.contains("The signature is wrong")), (1, true), "{error}");
    let (code, _, error) = captured(&run(&elsewhere, &["verify-receipt", "no-such-file"], ""));
    assert_eq!((code, error.contains("no-such-file")), (2, true), "{error}");

    // While the server runs, and without it.
    let with_data = || verify(&["--data-dir", &data_dir]);
    let (code, said, error) = with_data();
    assert_eq!((code, said.contains("\nEqual: ")), (0, true), "{said} {error}");
    assert_eq!(server.stop().0, 0);
    let (code, said, error) = with_data();
    assert_eq!((code, said.contains("\nEqual: ")), (0, true), "{said} {error}");

    // A correction of June without the first of its logins.
    let day = parent.path().join("day");
    fs::create_dir(&day).expect("made");
    let logins = fs::read_to_string(sample.join("logins.csv")).expect("read");
    let of_june: Vec<&str> = logins.lines().filter(|line| line.contains(",2025-06-1")).collect();
    let first = of_june[0].split(',').nth(1).expect("a time")[..10].to_owned();
    let of_day: Vec<&str> = of_june.into_iter().filter(|line| line.contains(&first)).collect();
    let more = format!("{}\n{}\n{}\n", logins.lines().next().expect("a header"), of_day.join("\n"), of_day[0]);
    fs::write(day.join("logins.csv"), more).expect("written");
    import(&day);
    let (code, said, error) = with_data();
    assert_eq!((code, error.contains("was restated since")), (4, true), "{said} {error}");
    assert!(said.contains("\nRestated: issued ") && said.contains(": +1.\n"), "{said}");
    assert!(said.contains("\n  load 2, data version 2, ") && said.contains(" UTC, import: logins\n"), "{said}");

    // Erased members.
    let ids = parent.path().join("ids.txt");
    fs::write(&ids, "member_id\nM00002\nM00060\n").expect("written");
    let (code, _, error) = captured(&run(&data, &["member", "erase", "--ids", &ids.to_string_lossy()], ""));
    assert_eq!(code, 0, "{error}");
    let (code, said, error) = with_data();
    assert_eq!((code, error.contains("cannot be computed again")), (4, true), "{said} {error}");
    assert!(said.contains("\nNot reproducible: members were erased or old data removed since."), "{said}");

    // A new key: what the old one signed is still known.
    let (code, said, error) = captured(&run(&data, &["keys", "rotate", "--receipt-key"], ""));
    assert_eq!((code, said.contains("Receipts are signed with a new key: ")), (0, true), "{error}");
    let keys = captured(&run(&data, &["receipt-key"], "")).1;
    assert_eq!(keys.lines().count(), 2, "{keys}");
    assert!(!keys.starts_with(key.trim()) && keys.contains(&format!("{} (until ", key.trim())), "{keys}");
    assert_eq!(with_data().0, 4, "not reproducible, as before");
    // Another program.
    let foreign = parent.path().join("foreign");
    add_user(&foreign, "ann");
    let (code, said, _) = verify(&["--data-dir", &foreign.to_string_lossy()]);
    assert_eq!((code, said.contains("Not reproducible: it was issued by the install ")), (4, true), "{said}");
}
