//! Explanations: each level of a tree hides what few members are behind, and never one cause alone, whose effect would be
//! what the others leave of the change.

use std::collections::BTreeSet;

use bond::metrics::{Behind, Formula, Metric};
use bond::screens::FIGURES;
use serde_json::{Value, json};

use super::{MINIMUM, Programs, random_filter};
use crate::random::Random;
use crate::setting;

/// Divisions of the members, by which most figures can be opened.
const OPENED: [&str; 5] = ["TIER", "LOB", "AUDIENCE", "NEWCOMERS", "TIME"];

/// What is wrong with an explanation, besides the true one.
fn faults(metric: &Metric, shown: &Value, truth: &Value, tells_of_dates: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let few = |number: f64| number > 0.0 && number < f64::from(MINIMUM);
    let counts_members = matches!((metric.behind, metric.formula), (Behind::Members, Formula::Sum(..)));
    let mut check = |name: &str, part: &Value| {
        let (Some(now), Some(before)) = (part["now"].as_f64(), part["before"].as_f64()) else { return };
        if counts_members && (few(now) || few(before)) {
            faults.push(format!("{name}: {now} and {before} are few"));
        }
        if tells_of_dates && few((now - before).abs()) {
            faults.push(format!("{name}: {before} and {now} tell who came between"));
        }
    };
    check("the whole", shown);
    let causes = shown["tree"]["causes"].as_array().map_or(&[][..], Vec::as_slice);
    causes.iter().for_each(|cause| check(&cause["key"].to_string(), cause));
    let hidden = causes.iter().filter(|cause| !cause["hidden"].is_null()).count();
    if hidden == 1 {
        faults.push(format!("one cause alone is hidden: {causes:?}"));
    }
    for cause in causes {
        let is_hidden = !cause["hidden"].is_null();
        for field in ["now", "before", "share", "shareBefore", "effect", "rateEffect", "mixEffect", "inside"] {
            if is_hidden && !cause[field].is_null() {
                faults.push(format!("{field} of a hidden cause is {}", cause[field]));
            }
        }
        let of_truth = truth["tree"]["causes"].as_array().into_iter().flatten().find(|one| one["key"] == cause["key"]);
        if !is_hidden
            && truth["tree"]["by"] == shown["tree"]["by"]
            && of_truth.map(|one| &one["now"]) != Some(&cause["now"])
        {
            faults.push(format!("{} is not what it is without a minimum", cause["key"]));
        }
    }
    let first_hidden = causes.iter().position(|cause| !cause["hidden"].is_null()).unwrap_or(causes.len());
    if causes[first_hidden..].iter().any(|cause| cause["hidden"].is_null()) {
        faults.push("a hidden cause stands before one that is shown".to_owned());
    }
    if causes.iter().any(|cause| !cause["hidden"].is_null() && cause["key"] == shown["tree"]["leading"]) {
        faults.push("a hidden cause is said to stand out".to_owned());
    }
    faults
}

#[test]
fn explanations_tell_nothing_of_few_members() {
    let seed = setting("TEST_SEED", 20_261_126);
    let programs = Programs::new(seed);
    let random = &mut Random(seed);
    let (mut hidden, mut refused, mut found) = (0, 0, BTreeSet::new());
    for _ in 0..setting("TEST_ROUNDS", 3) {
        let mut filter = random_filter(random);
        filter["comparison"] = json!("PREVIOUS_PERIOD");
        for figure in FIGURES.iter() {
            let metric = figure.metric;
            // Of members who are added and never leave, two dates tell who came between.
            let tells_of_dates = ["enrollments.totalEnrolled", "enrollments.eligible"].contains(&figure.id.as_str());
            let receipt = programs.protected.call(&format!("/api/v1/receipts/{}", figure.id), &filter).status;
            for by in OPENED {
                let path = format!("/api/v1/explain/{}", figure.id);
                let mut body = filter.clone();
                body["open"] = json!({ "by": by });
                let answer = programs.open.call(&path, &body);
                if answer.status != 200 {
                    // Not by this.
                    continue;
                }
                let truth = answer.json();
                let shown = programs.protected.post(&path, &body);
                let mut wrong = faults(metric, &shown, &truth, tells_of_dates);
                if receipt == 409 && !figure.id.starts_with("score.") && !shown["now"].is_null() {
                    wrong.push("the figure has no receipt, but an explanation".to_owned());
                }
                refused += u64::from(shown["now"].is_null() && !truth["now"].is_null());
                let causes = shown["tree"]["causes"].as_array().into_iter().flatten();
                hidden += causes.filter(|cause| !cause["hidden"].is_null()).count();
                found.extend(wrong.into_iter().map(|fault| format!("{path} {body}: {fault}")));
            }
        }
    }
    assert_eq!(found, BTreeSet::new());
    assert!(hidden > 50 && refused > 20, "{hidden} hidden, {refused} refused");
}
