//! The certificate that the server shows.

use super::finding::{Finding, span};
use super::subject::Subject;
use crate::clock::minute;

/// So many days before its end a certificate has to be renewed.
const SOON: i64 = 21;
const DAY: i64 = 24 * 60 * 60;

pub(super) fn certificate(subject: &Subject) -> Finding {
    if !subject.config().has_tls() {
        return Finding::ok("none: Bond itself has no TLS");
    }
    match subject.health() {
        None => Finding::ok("not looked at: no server shows it"),
        Some(health) => judge(health.certificate_ends, subject.wanted.clock.machine()),
    }
}

fn judge(ends: Option<i64>, now: i64) -> Finding {
    let Some(ends) = ends else {
        return Finding::note("when it ends cannot be read", "look at it: openssl x509 -enddate -in FILE");
    };
    let todo = "put a new one in its place (tls_cert and tls_key): the server reads it by itself";
    match ends - now {
        ..=0 => Finding::problem(format!("it ended {} ago ({} UTC)", span(now - ends), minute(ends)), todo),
        left if left <= SOON * DAY => {
            Finding::problem(format!("it ends in {} ({} UTC)", span(left), minute(ends)), todo)
        }
        _ => Finding::ok(format!("it ends at {} UTC", minute(ends))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn a_certificate_is_renewed_three_weeks_before_its_end() {
        let at = 1_800_000_000;
        assert_eq!((judge(Some(at + 22 * DAY), at).level, judge(None, at).level), (Level::Ok, Level::Note));
        let soon = judge(Some(at + 21 * DAY), at);
        assert!(soon.level == Level::Problem && soon.text.starts_with("it ends in 21 days"), "{soon:?}");
        let over = judge(Some(at - 60), at);
        assert!(over.level == Level::Problem && over.text.starts_with("it ended 60 seconds ago"), "{over:?}");
    }
}
