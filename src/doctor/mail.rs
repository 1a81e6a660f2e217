//! The mail server that takes reports.

use super::finding::Finding;
use super::subject::Subject;
use crate::mail::{MailError, Mailer};

pub(super) fn mail(subject: &Subject) -> Finding {
    match Mailer::of(subject.config(), &subject.wanted.egress) {
        Ok(None) => Finding::ok("none: smtp_host is not set"),
        Ok(Some(mailer)) => judge(&mailer.peer(), mailer.check()),
        Err(error) => Finding::problem(error.to_string(), "correct the setting"),
    }
}

/// Whether the server at an address let Bond in.
fn judge(peer: &str, checked: Result<(), MailError>) -> Finding {
    match checked {
        Ok(()) => Finding::ok(format!("{peer} lets Bond in")),
        Err(error) => Finding::problem(
            error.to_string(),
            "correct the server or the settings smtp_* and mail_*; until then no report is mailed",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn a_server_that_does_not_let_bond_in_is_a_problem() {
        assert_eq!(judge("mail:587", Ok(())), Finding::ok("mail:587 lets Bond in"));
        let found = judge("mail:587", Err(MailError("it is away".to_owned())));
        assert_eq!((found.level, found.text.as_str()), (Level::Problem, "it is away"));
        assert!(found.todo.contains("smtp_*"), "{}", found.todo);
    }
}
