//! The server that gets the audit log.

use super::finding::{Finding, count, span};
use super::subject::Subject;
use crate::store::audit::AuditFilter;
use crate::store::notes::Note;
use crate::store::{Store, StoreError};

/// Lines that wait for longer are not just about to be sent.
const LONG: i64 = 10 * 60;

pub(super) fn syslog(subject: &Subject) -> Finding {
    let Some(server) = &subject.config().syslog.syslog else { return Finding::ok("none: syslog is not set") };
    let Ok(store) = &subject.store else { return Finding::note("not looked at", "see the check accounts") };
    match waiting(store).and_then(|waiting| Ok((waiting, cut(store)?))) {
        Ok((waiting, cut)) => judge(&server.to_string(), waiting, cut, subject.now()),
        Err(error) => Finding::problem(error.to_string(), "see the check accounts"),
    }
}

/// How many lines the server does not have, and when the first of them was written.
fn waiting(store: &Store) -> Result<Option<(i64, i64)>, StoreError> {
    let since = Some(store.noted(Note::Syslog)?.unwrap_or(0));
    let filter = AuditFilter { since, ..AuditFilter::default() };
    let first = store.audit_lines(&filter, 0, 1)?.pop();
    first.map(|first| Ok((store.count_audit_lines(&filter)?, first.at))).transpose()
}

/// The last line that may be missing at the server because its connection was cut, while the log has that line.
fn cut(store: &Store) -> Result<Option<i64>, StoreError> {
    let Some(line) = store.noted(Note::SyslogCut)? else { return Ok(None) };
    let from = AuditFilter { since: Some(line - 1), ..AuditFilter::default() };
    Ok(store.audit_lines(&from, 0, 1)?.pop().map(|found| found.line).filter(|found| *found == line))
}

fn judge(server: &str, waiting: Option<(i64, i64)>, cut: Option<i64>, now: i64) -> Finding {
    match (waiting, cut) {
        (None, Some(line)) => Finding::note(
            format!(
                "{server} was sent every line of the audit log, but ended connections without the last word of TLS: some \
                 up to line {line} may be missing there"
            ),
            "rsyslog always ends so; compare the numbers there (sequenceId) with bond audit list --json",
        ),
        (None, None) => Finding::ok(format!("{server} has every line of the audit log")),
        (Some((lines, first)), _) => {
            let lines = count(usize::try_from(lines).unwrap_or_default(), "line");
            let text = format!("{lines} of the audit log wait for {server}, the first for {}", span(now - first));
            match now - first {
                ..=LONG => Finding::ok(text),
                _ => Finding::problem(text, "see the server's log for why; nothing is lost meanwhile"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn lines_that_wait_for_long_are_a_problem() {
        let level = |waiting| judge("tls://logs:6514", waiting, None, 10_000).level;
        assert_eq!(
            (level(None), level(Some((7, 9_400))), level(Some((7, 9_399)))),
            (Level::Ok, Level::Ok, Level::Problem)
        );
        let cut = judge("tls://logs:6514", None, Some(7), 10_000);
        assert!(cut.level == Level::Note && cut.text.contains("up to line 7 may be missing"), "{cut:?}");
        assert_eq!(judge("tls://logs:6514", Some((7, 9_399)), Some(7), 10_000).level, Level::Problem);
    }
}
