//! Single sign-on: the roles that the provider's users get.

use super::finding::{Finding, count};
use super::subject::Subject;
use crate::auth::throttle::Blocked;
use crate::store::Store;

pub(super) fn single_sign_on(subject: &Subject) -> Finding {
    let settings = &subject.config().oidc;
    if settings.oidc_issuer.is_none() {
        return Finding::ok("none: oidc_issuer is not set");
    }
    let Ok(store) = &subject.store else {
        return Finding::note("the roles could not be read", "see the check accounts");
    };
    if store.schema().is_ok_and(|schema| schema < Store::SCHEMA) {
        return Finding::ok("an older version of Bond wrote the roles; the next start compares them");
    }
    match store.unknown_roles(&settings.given_roles()) {
        Ok(unknown) => judge(&unknown, &store.unanswered().unwrap_or_default()),
        Err(error) => Finding::problem(format!("the roles cannot be read: {error}"), "see the check accounts"),
    }
}

/// Whether somebody tries many passwords.
pub(super) fn sign_ins(subject: &Subject) -> Finding {
    let Ok(store) = &subject.store else { return Finding::note("not looked at", "see the check accounts") };
    if store.schema().is_ok_and(|schema| schema < Store::SCHEMA) {
        return Finding::ok("an older version of Bond counted them");
    }
    match Blocked::now(store, subject.now()) {
        Ok(blocked) => judge_blocked(&blocked),
        Err(error) => Finding::problem(error.to_string(), "see the check accounts"),
    }
}

fn judge_blocked(Blocked { logins, addresses }: &Blocked) -> Finding {
    let of_logins = count(*logins, "login");
    let names = || addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let text = match (logins, addresses.as_slice()) {
        (0, []) => return Finding::ok("nobody is blocked after many wrong passwords"),
        (_, []) => format!("{of_logins} blocked after 20 wrong passwords"),
        (0, _) => format!("blocked after 50 wrong passwords: {}", names()),
        _ => format!("{of_logins} blocked after 20 wrong passwords, and after 50: {}", names()),
    };
    Finding::problem(text, "see who tries, with bond audit list --what sign_in_failed; a block ends by itself")
}

/// Of the roles that a sign-in gives, those that do not exist; about how many users the provider could not be asked, and why.
fn judge(unknown: &[&str], unanswered: &(i64, Option<String>)) -> Finding {
    match (unknown, unanswered) {
        ([], (count, Some(fault))) => Finding::problem(
            format!("every role that it gives exists; the provider could not be asked about {count} users: {fault}"),
            "mend that; until then what they may do stays as it is",
        ),
        ([], _) => Finding::ok("every role that it gives exists"),
        (unknown, _) => Finding::problem(
            format!("it gives roles that do not exist: {}; who has no other cannot sign in", unknown.join(", ")),
            "correct oidc_roles or oidc_new_user_role, or add the role with bond role add",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn a_role_that_does_not_exist_is_a_problem() {
        assert_eq!(judge(&[], &(0, None)).level, Level::Ok);
        let found = judge(&["KING", "QUEEN"], &(0, None));
        assert_eq!(found.level, Level::Problem);
        assert!(found.text.contains("KING, QUEEN") && found.todo.contains("oidc_roles"), "{}", found.text);
    }

    #[test]
    fn a_provider_that_does_not_answer_is_a_problem() {
        let found = judge(&[], &(2, Some("it is away".to_owned())));
        assert_eq!(found.level, Level::Problem);
        assert!(found.text.ends_with("could not be asked about 2 users: it is away"), "{}", found.text);
    }
}
