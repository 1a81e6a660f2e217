//! Explanations: each level of a tree hides what few members are behind, and never one cause alone, whose effect would be
//! what the others leave of the change. What is hidden cannot be worked out from all levels together.

use std::collections::BTreeSet;

use bond::figures::period::Window;
use bond::figures::{Contributors, Formula, Metric, Unit};
use bond::screens::FIGURES;
use serde_json::{Map, Value, json};

use super::knowledge::{Answer, Knowledge, Named};
use super::{MINIMUM, Outcome, Programs, day, random_filter};
use crate::random::Random;
use crate::{setting, takes_turn};

/// Divisions of the members, by which most figures can be opened, each with another within it.
const OPENED: [(&str, &str); 5] =
    [("TIER", "LOB"), ("LOB", "AUDIENCE"), ("AUDIENCE", "TIER"), ("NEWCOMERS", "TIER"), ("TIME", "LOB")];

/// Causes that are opened.
const INSIDE: [&str; 5] = ["1", "2", "3", "new", "established"];

/// What is wrong with an explanation, besides the true one.
fn faults(metric: &Metric, shown: &Value, truth: &Value, tells_of_dates: bool) -> Vec<String> {
    let mut faults = Vec::new();
    wrong_figures(metric, shown, tells_of_dates, &mut faults);
    wrong_tree(metric, &shown["tree"], &truth["tree"], tells_of_dates, &mut faults);
    faults
}

/// Of few members, or of few between two dates.
fn wrong_figures(metric: &Metric, part: &Value, tells_of_dates: bool, faults: &mut Vec<String>) {
    let (Some(now), Some(before)) = (part["now"].as_f64(), part["before"].as_f64()) else { return };
    let few = |number: f64| number > 0.0 && number < f64::from(MINIMUM);
    let counts_members = matches!((metric.contributors, metric.formula), (Contributors::Members, Formula::Sum(..)));
    if counts_members && (few(now) || few(before)) {
        faults.push(format!("{}: {now} and {before} are few", part["key"]));
    }
    if tells_of_dates && few((now - before).abs()) {
        faults.push(format!("{}: {before} and {now} tell who came between", part["key"]));
    }
}

fn wrong_tree(metric: &Metric, shown: &Value, truth: &Value, tells_of_dates: bool, faults: &mut Vec<String>) {
    let causes = causes(shown);
    let hidden = causes.iter().filter(|cause| !cause["hidden"].is_null()).count();
    if hidden == 1 {
        faults.push(format!("one cause alone is hidden: {causes:?}"));
    }
    for cause in causes {
        wrong_figures(metric, cause, tells_of_dates, faults);
        let is_hidden = !cause["hidden"].is_null();
        for field in ["now", "before", "share", "shareBefore", "effect", "rateEffect", "mixEffect", "inside"] {
            if is_hidden && !cause[field].is_null() {
                faults.push(format!("{field} of a hidden cause is {}", cause[field]));
            }
        }
        let Some(of_truth) = same(cause, truth).filter(|_| truth["by"] == shown["by"]) else { continue };
        if !is_hidden && of_truth["now"] != cause["now"] {
            faults.push(format!("{} is not what it is without a minimum", cause["key"]));
        }
        wrong_tree(metric, &cause["inside"], &of_truth["inside"], tells_of_dates, faults);
    }
    let first_hidden = causes.iter().position(|cause| !cause["hidden"].is_null()).unwrap_or(causes.len());
    if causes[first_hidden..].iter().any(|cause| cause["hidden"].is_null()) {
        faults.push("a hidden cause stands before one that is shown".to_owned());
    }
    if causes.iter().any(|cause| !cause["hidden"].is_null() && cause["key"] == shown["leading"]) {
        faults.push("a hidden cause is said to stand out".to_owned());
    }
}

fn causes(tree: &Value) -> &[Value] {
    tree["causes"].as_array().map_or(&[], Vec::as_slice)
}

/// The cause with the key of another in a tree.
fn same<'a>(cause: &Value, tree: &'a Value) -> Option<&'a Value> {
    causes(tree).iter().find(|one| one["key"] == cause["key"])
}

/// What an explanation of a count tells, on all its levels. With `reveals`, also what is hidden only because of others.
fn known(metric: &'static Metric, shown: &Value, truth: &Value, reveals: bool) -> Option<Knowledge> {
    let windows = [("startDate", "endDate"), ("startDateBefore", "endDateBefore")];
    let windows = windows.map(|(start, end)| Window::new(day(&shown[start])?, day(&shown[end])?));
    let [Some(now), Some(before)] = windows else { return None };
    let mut known = Knowledge::new(MINIMUM, false);
    let whole = Part { metric, reveals, names: [String::new(), String::new()], windows: [now, before] };
    whole.tell(&mut known, Answer { shown, truth });
    whole.divided(&mut known, shown, truth);
    Some(known)
}

/// Members of an explanation, named in both windows: who is new in the one is not in the other.
struct Part {
    metric: &'static Metric,
    reveals: bool,
    names: [String; 2],
    windows: [Window; 2],
}

impl Part {
    fn tell(&self, known: &mut Knowledge, answer: Answer) {
        for (at, field) in ["now", "before"].into_iter().enumerate() {
            let Answer { shown, truth } = answer.at(field);
            let hidden = truth.as_f64().filter(|_| shown.is_null());
            let is_few = |number: f64| number > 0.0 && number < f64::from(MINIMUM);
            match hidden {
                // Whether it is few itself is not told.
                Some(number) if !self.reveals || is_few(number) => known.untold(self.named(at), number),
                _ => {
                    let told = Answer { shown: truth, truth };
                    known.figure(&self.names[at], self.windows[at], self.metric, told, None);
                }
            }
        }
    }

    fn named(&self, at: usize) -> Named<'_> {
        (&self.names[at], self.windows[at], self.metric)
    }

    /// The causes of its tree, which add up to it.
    fn divided(&self, known: &mut Knowledge, shown: &Value, truth: &Value) {
        let (tree, of_truth) = (&shown["tree"], &truth["tree"]);
        let tree = if tree.is_null() { &shown["inside"] } else { tree };
        let of_truth = if of_truth.is_null() { &truth["inside"] } else { of_truth };
        if causes(tree).is_empty() || tree["by"] != of_truth["by"] {
            return;
        }
        let of_newcomers = tree["by"] == "NEWCOMERS";
        let parts: Vec<(Part, &Value, &Value)> = causes(tree)
            .iter()
            .map(|cause| {
                let names = ["now", "before"].into_iter().zip(&self.names).map(|(when, name)| {
                    let when = if of_newcomers { when } else { "" };
                    format!("{name} {}{when}", cause["key"])
                });
                let names: Vec<String> = names.collect();
                let part = Part { names: names.try_into().expect("two"), ..*self };
                (part, cause, same(cause, of_truth).expect("the same causes"))
            })
            .collect();
        for (part, shown, truth) in &parts {
            part.tell(known, Answer { shown, truth });
            part.divided(known, shown, truth);
        }
        for at in 0..2 {
            let named: Vec<Named> = parts.iter().map(|(part, ..)| part.named(at)).collect();
            known.add_up(&named, self.named(at));
        }
    }
}

/// Whether an explanation of a figure tells an attacker counts that add up.
fn is_count(metric: &Metric) -> bool {
    matches!(metric.formula, Formula::Sum(_, 1)) && metric.unit == Unit::Count
}

#[test]
fn explanations_tell_nothing_of_few_members() {
    if !takes_turn(3) {
        return;
    }
    let seed = setting("TEST_SEED", 20_261_126);
    let programs = Programs::shared();
    let random = &mut Random(seed);
    let (mut hidden, mut refused, mut found) = (0, 0, BTreeSet::new());
    let [mut outcome, mut revealed] = [Outcome::default(), Outcome::default()];
    for _ in 0..setting("TEST_ROUNDS", 2) {
        let mut filter = random_filter(random);
        filter["comparison"] = json!("PREVIOUS_PERIOD");
        for figure in FIGURES.iter() {
            let metric = figure.metric;
            // Of members who are added and never leave, two dates tell who came between.
            let tells_of_dates = ["enrollments.totalEnrolled", "enrollments.eligible"].contains(&figure.id.as_str());
            let receipt = programs.protected.call(&format!("/api/v1/receipts/{}", figure.id), &filter).status;
            let first = random.below(OPENED.len() as u64) as usize;
            for (by, within) in [first, first + 1].map(|at| OPENED[at % OPENED.len()]) {
                let path = format!("/api/v1/explain/{}", figure.id);
                let mut body = filter.clone();
                let inside: Map<String, Value> =
                    INSIDE.iter().map(|key| ((*key).to_owned(), json!({ "by": within }))).collect();
                body["open"] = json!({ "by": by, "inside": inside });
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
                hidden += causes(&shown["tree"]).iter().filter(|cause| !cause["hidden"].is_null()).count();
                found.extend(wrong.into_iter().map(|fault| format!("{path} {body}: {fault}")));
                if !is_count(metric) || by == "TIME" || shown["now"].is_null() {
                    continue;
                }
                for (outcome, reveals) in [(&mut outcome, false), (&mut revealed, true)] {
                    let known = known(metric, &shown, &truth, reveals).into_iter();
                    outcome.attack(known.map(|known| (path.clone(), known)).collect(), &body, random, 3);
                }
            }
        }
    }
    assert_eq!(found, BTreeSet::new());
    assert!(hidden > 50 && refused > 20, "{hidden} hidden, {refused} refused");
    assert!(outcome.attacked > 50, "{outcome:?}");
    assert_eq!(outcome.worked_out, Vec::<String>::new(), "of {} attacked", outcome.attacked);
    // The attack is able to: what is hidden only because of others tells the rest.
    assert!(10 * revealed.worked_out.len() as u64 > revealed.attacked, "{revealed:?}");
}
