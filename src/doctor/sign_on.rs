//! Single sign-on: whether each provider answers, and the roles that its users get.

use super::finding::{Finding, count};
use super::subject::Subject;
use crate::auth::oidc::Providers;
use crate::auth::throttle::Blocked;
use crate::store::{Store, StoreError};

pub(super) fn single_sign_on(subject: &Subject) -> Finding {
    let providers = match Providers::read(subject.config(), &subject.wanted.egress) {
        Ok(providers) if providers.is_empty() => {
            return Finding::ok("none: the settings have no oidc_issuer and no table [oidc.NAME]");
        }
        Ok(providers) => providers,
        Err(error) => return Finding::problem(error.to_string(), "correct the setting"),
    };
    let Ok(store) = &subject.store else {
        return Finding::note("the roles could not be read", "see the check accounts");
    };
    if store.schema().is_ok_and(|schema| schema < Store::SCHEMA) {
        return Finding::ok("an older version of Bond wrote the roles; the next start compares them");
    }
    let faults = providers.iter().map(|one| {
        let (unknown, unanswered) = (store.unknown_roles(&one.given_roles())?, store.unanswered(Some(one.issuer()))?);
        Ok(fault(one.issuer(), &unknown, &unanswered, || one.probe()))
    });
    match faults.collect::<Result<Vec<_>, StoreError>>() {
        Ok(faults) => faults.into_iter().flatten().next().unwrap_or_else(|| {
            let issuers: Vec<&str> = providers.iter().map(|one| one.issuer()).collect();
            Finding::ok(format!("each answers, and each role that it gives exists: {}", issuers.join(", ")))
        }),
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

/// Of the roles that a provider gives, those that do not exist; about how many users it could not be asked, and why; whether
/// it answers now.
fn fault(
    issuer: &str,
    unknown: &[&str],
    unanswered: &(i64, Option<String>),
    probe: impl FnOnce() -> Result<(), String>,
) -> Option<Finding> {
    match (unknown, unanswered) {
        ([], (count, Some(fault))) => Some(Finding::problem(
            format!("{issuer}: the provider could not be asked about {count} users: {fault}"),
            "mend that; until then what they may do stays as it is",
        )),
        ([], _) => probe().err().map(|fault| {
            Finding::problem(
                format!("{issuer}: the provider cannot be used: {fault}"),
                "mend that; until then nobody can sign in with it",
            )
        }),
        (unknown, _) => Some(Finding::problem(
            format!(
                "{issuer}: it gives roles that do not exist: {}; who has no other cannot sign in",
                unknown.join(", ")
            ),
            "correct roles and new_user_role of the provider, or add the role with bond role add",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    const ISSUER: &str = "https://login.example";

    #[test]
    fn a_role_that_does_not_exist_is_a_problem() {
        assert_eq!(fault(ISSUER, &[], &(0, None), || Ok(())), None);
        let found = fault(ISSUER, &["KING", "QUEEN"], &(0, None), || Ok(())).expect("a problem");
        assert_eq!(found.level, Level::Problem);
        assert!(found.text.contains("login.example: it gives roles that do not exist: KING, QUEEN"), "{}", found.text);
    }

    #[test]
    fn a_provider_that_does_not_answer_is_a_problem() {
        let found = fault(ISSUER, &[], &(2, Some("it is away".to_owned())), || Ok(())).expect("a problem");
        assert_eq!(found.level, Level::Problem);
        assert!(found.text.ends_with("could not be asked about 2 users: it is away"), "{}", found.text);
        let found = fault(ISSUER, &[], &(0, None), || Err("it is away".to_owned())).expect("a problem");
        assert_eq!(found.text, "https://login.example: the provider cannot be used: it is away");
    }
}
