//! What Bond reads from the claims of a user: login, first name, roles.

use serde_json::{Map, Value};

use crate::auth::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN, is_text};
use crate::config::OidcSettings;

/// The most values of the roles claim that are read.
const MOST_VALUES: usize = 10_000;

/// The user of the claims, as the store takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub login: String,
    pub first_name: String,
    /// Names of roles, in order; None while roles are left to Bond.
    pub roles: Option<Vec<String>>,
}

/// Whether the claims have what the settings name, so that the provider need not be asked for more.
pub fn is_complete(claims: &Map<String, Value>, settings: &OidcSettings) -> bool {
    let has_roles = settings.oidc_roles.0.is_empty() || find(claims, &settings.oidc_roles_claim).is_some();
    let has_name = ["given_name", "name"].iter().any(|name| find(claims, name).is_some());
    has_roles && has_name && find(claims, &settings.oidc_login_claim).is_some()
}

/// Whether the claims have a login.
pub fn has_login(claims: &Map<String, Value>, settings: &OidcSettings) -> bool {
    find(claims, &settings.oidc_login_claim).is_some_and(Value::is_string)
}

/// Reads the user. The subject stands in for a login that is missing or has another form.
pub fn person(claims: &Map<String, Value>, subject: &str, settings: &OidcSettings) -> Person {
    let text = |name: &str, longest: usize| {
        let text = find(claims, name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| is_text(text, longest)).map(str::to_owned)
    };
    let login = text(&settings.oidc_login_claim, LONGEST_LOGIN).unwrap_or_else(|| subject.to_owned());
    let first_name = text("given_name", LONGEST_FIRST_NAME)
        .or_else(|| text("name", LONGEST_FIRST_NAME))
        .unwrap_or_else(|| login.chars().take(LONGEST_FIRST_NAME).collect());
    Person { login, first_name, roles: roles(claims, settings) }
}

fn roles(claims: &Map<String, Value>, settings: &OidcSettings) -> Option<Vec<String>> {
    let mapping = &settings.oidc_roles.0;
    if mapping.is_empty() {
        return None;
    }
    let values: Vec<&str> = match find(claims, &settings.oidc_roles_claim) {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().take(MOST_VALUES).filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut roles: Vec<String> = values.iter().filter_map(|value| mapping.get(*value)).cloned().collect();
    roles.sort_unstable();
    roles.dedup();
    Some(roles)
}

/// The claim of this name, or inside others: `realm_access.roles`. A claim may have dots in its own name.
fn find<'c>(claims: &'c Map<String, Value>, name: &str) -> Option<&'c Value> {
    claims.get(name).or_else(|| {
        let (outer, inner) = name.split_once('.')?;
        find(claims.get(outer)?.as_object()?, inner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Given, resolve};
    use serde_json::json;

    fn settings(roles: &str, claim: &str) -> OidcSettings {
        let flags = [("oidc_roles", roles), ("oidc_roles_claim", claim), ("data_dir", "/nowhere")];
        let flags = flags.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let config: Config = resolve(&Given { flags, ..Given::default() }).expect("valid").config;
        config.oidc
    }

    fn read(claims: &Value, settings: &OidcSettings) -> Person {
        person(claims.as_object().expect("an object"), "s-1", settings)
    }

    #[test]
    fn roles_are_those_that_are_mapped_wherever_the_claim_is() {
        let of = |roles: &str, claim: &str, claims: Value| read(&claims, &settings(roles, claim)).roles;
        let two = "a=USERS,b=ROLE_ADMIN";
        assert_eq!(of("", "groups", json!({"groups": ["a"]})), None);
        assert_eq!(
            of(two, "groups", json!({"groups": ["c", "b", "a", "a"]})),
            Some(vec!["ROLE_ADMIN".into(), "USERS".into()])
        );
        assert_eq!(of(two, "groups", json!({"groups": "a"})), Some(vec!["USERS".into()]));
        assert_eq!(of(two, "realm.roles", json!({"realm": {"roles": ["a"]}})), Some(vec!["USERS".into()]));
        assert_eq!(
            of(two, "https://x.example/roles", json!({"https://x.example/roles": ["a"]})),
            Some(vec!["USERS".into()])
        );
        for claims in
            [json!({}), json!({"groups": 5}), json!({"groups": [1, null, "A", "a "]}), json!({"groups": {"a": 1}})]
        {
            assert_eq!(of(two, "groups", claims.clone()), Some(Vec::new()), "{claims}");
        }
    }

    #[test]
    fn names_with_another_form_are_replaced() {
        let settings = settings("", "groups");
        let full = json!({"preferred_username": " ann ", "given_name": "Ann", "name": "Ann Lee"});
        let ann = read(&full, &settings);
        assert_eq!((ann.login.as_str(), ann.first_name.as_str()), ("ann", "Ann"));
        let odd = read(&json!({"preferred_username": "a\nb", "given_name": "x".repeat(101), "name": 5}), &settings);
        assert_eq!((odd.login.as_str(), odd.first_name.as_str()), ("s-1", "s-1"));
        assert!(is_complete(full.as_object().expect("an object"), &settings));
        assert!(!is_complete(&Map::new(), &settings));
    }
}
