//! The systems that Bond asks for data.

use super::finding::Finding;
use super::subject::Subject;
use crate::config::PullSettings;
use crate::store::pulls::PullRun;

/// The first time, and those after one, five and fifteen minutes.
const FAILURES: u32 = 4;

pub(super) fn pulls(subject: &Subject) -> Finding {
    let pulls = &subject.config().pulls;
    let Ok(store) = &subject.store else { return Finding::ok("not looked at: the accounts cannot be read") };
    let runs = pulls.iter().map(|pull| Ok((pull, store.ended_pull_runs(&pull.name, 1)?)));
    match runs.collect::<Result<Vec<_>, crate::store::StoreError>>() {
        Ok(runs) => judge(&runs),
        Err(error) => Finding::problem(error.to_string(), "see the check accounts"),
    }
}

/// Whether a system failed as often as it is asked again soon: not for a moment only.
pub(super) fn is_for_good(subject: &Subject) -> bool {
    let Ok(store) = &subject.store else { return false };
    subject.config().pulls.iter().any(|pull| {
        let runs = store.ended_pull_runs(&pull.name, FAILURES).unwrap_or_default();
        runs.len() == FAILURES as usize && runs.iter().all(|run| run.fault.is_some())
    })
}

/// By the latest runs of each.
fn judge(all: &[(&PullSettings, Vec<PullRun>)]) -> Finding {
    if all.is_empty() {
        return Finding::ok("none: the settings file has no [pull.NAME]");
    }
    let failed = all.iter().find_map(|(pull, runs)| Some((pull, runs.first()?.fault.as_ref()?)));
    match failed {
        Some((pull, fault)) => Finding::problem(
            format!("{} could not be asked: {fault}", pull.name),
            format!("mend that, and try it: bond pull --try {}", pull.name),
        ),
        None => {
            let names: Vec<&str> = all.iter().map(|(pull, _)| pull.name.as_str()).collect();
            Finding::ok(format!("{} systems: {}", names.len(), names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{FilePlace, Files, PullOrigin, When};
    use crate::doctor::Level;

    #[test]
    fn a_system_whose_last_run_failed_is_a_problem() {
        let files = Files { pattern: "*".to_owned(), all: false };
        let origin = PullOrigin::Files(FilePlace::Folder("/srv".into()), files);
        let pull =
            PullSettings { name: "shop".to_owned(), mapping: None, when: When::Asked, from: None, again: 0, origin };
        let ran = |fault: Option<&str>| PullRun {
            actor: None,
            since: None,
            until: None,
            began_at: 1,
            ended_at: Some(2),
            load: None,
            state: None,
            files: None,
            bytes: None,
            fault: fault.map(str::to_owned),
            is_check: false,
        };
        assert_eq!(judge(&[]).level, Level::Ok);
        assert_eq!(judge(&[(&pull, vec![])]).level, Level::Ok);
        assert_eq!(judge(&[(&pull, vec![ran(None), ran(Some("away"))])]).level, Level::Ok);
        let found = judge(&[(&pull, vec![ran(Some("away")), ran(None)])]);
        assert_eq!((found.level, found.text.as_str()), (Level::Problem, "shop could not be asked: away"));
        assert!(found.todo.contains("bond pull --try shop"));
    }
}
