//! API tokens: `Authorization: Bearer bond_…` in the place of a session, for programs.
//!
//! A token does what its abilities say, and never more than the roles of its user allow at that moment: every request
//! reads them anew, and gets of them only what the called ability needs.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;

use super::Auth;
use super::permissions::Permissions;
use super::sessions::Refusal;
use crate::abilities::Ability;
use crate::modules::Module;
use crate::random::random_secret;
use crate::store::StoreError;
use crate::store::api_tokens::ApiToken;
use crate::store::roles::{Permission, PermissionModule, Role};
use crate::store::sessions::Session;
use crate::store::users::User;

/// What a token begins with, so that people and programs that look for leaked secrets recognise it.
pub const PREFIX: &str = "bond_";

/// Longest name of a token, in characters.
pub const LONGEST_NAME: usize = 60;
/// The most networks that a token may be used from.
pub const MOST_ADDRESSES: usize = 20;

/// Seconds between two writes of the last use of a token.
const WRITE_EVERY: i64 = 60;

/// A new token.
pub fn new_token() -> String {
    format!("{PREFIX}{}", random_secret())
}

/// How a token is used.
#[derive(Clone, Copy, Debug)]
pub struct TokenUse<'a> {
    /// The client's.
    pub address: IpAddr,
    /// The abilities that open the call.
    pub opened_by: &'a [Ability],
    /// Seconds since 1970-01-01 UTC.
    pub now: i64,
}

/// Why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRefusal {
    /// It is none, or no longer one.
    NotValid(Refusal),
    /// It may not be used from there.
    Address,
    /// It has none of the abilities that open the call.
    Ability,
}

/// A network that a token may be used from, or a single address.
pub fn network(text: &str) -> Option<IpNet> {
    let text = text.trim();
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from)).map(|net: IpNet| net.trunc())
}

/// The networks that a token may be used from, as they are kept.
///
/// # Errors
/// What is expected, where one is none, and where there are none or too many.
pub fn network_list(texts: &[String]) -> Result<Vec<String>, String> {
    if texts.is_empty() || texts.len() > MOST_ADDRESSES {
        return Err(format!("expected 1 to {MOST_ADDRESSES}, or null for any address"));
    }
    let read = |text: &String| network(text).map(|net| net.to_string());
    texts
        .iter()
        .map(read)
        .collect::<Option<_>>()
        .ok_or("expected networks such as 10.1.0.0/16, or addresses".to_owned())
}

/// The first of some abilities that somebody's roles do not allow.
pub fn lacking(abilities: &[Ability], permissions: &Permissions) -> Option<Ability> {
    abilities.iter().copied().find(|ability| {
        ability.needs().is_some_and(|(module, editable)| {
            !if editable { permissions.may_write(module) } else { permissions.may_read(module) }
        })
    })
}

/// The abilities that somebody's roles allow.
pub fn allowed(permissions: &Permissions) -> Vec<Ability> {
    Ability::ALL.iter().copied().filter(|ability| lacking(&[*ability], permissions).is_none()).collect()
}

impl Auth {
    /// The user of a token as if it had a session, with what the token opens of its roles for this call; and the name of
    /// the token for the audit log.
    pub fn check_api_token(
        &self,
        secret: &str,
        TokenUse { address, opened_by, now }: TokenUse<'_>,
    ) -> Result<Result<(Arc<Session>, String), TokenRefusal>, StoreError> {
        let (token, user) = match self.live_token(secret, address, now)? {
            Ok(live) => live,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let used: Vec<Ability> = opened_by.iter().copied().filter(|of| token.abilities.contains(of)).collect();
        if used.is_empty() {
            return Ok(Err(TokenRefusal::Ability));
        }
        let address = address.to_string();
        let is_elsewhere = token.last_address.as_ref() != Some(&address);
        if is_elsewhere || token.last_used_at.is_none_or(|used| now - used >= WRITE_EVERY) {
            let (store, id) = (self.store.clone(), token.id);
            self.sessions.write_later(move || store.touch_api_token(id, &address, now));
        }
        let roles = user.roles.into_iter().map(|role| cut(role, &token, &used)).collect();
        let name = format!("{} (API token {}: {})", user.login, token.id, token.name);
        let session = Session {
            id: String::new(),
            number: 0,
            user_id: user.id,
            login: user.login,
            first_name: user.first_name,
            roles,
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_seen_at: now,
            ended: false,
        };
        Ok(Ok((Arc::new(session), name)))
    }

    /// Reads the address of a table, with its user. Such a token opens one table. It has no abilities, so it opens no other
    /// call.
    ///
    /// # Errors
    /// If the store fails.
    pub fn check_table_address(
        &self,
        secret: &str,
        address: IpAddr,
        now: i64,
    ) -> Result<Result<(ApiToken, User), TokenRefusal>, StoreError> {
        let live = self.live_token(secret, address, now)?;
        Ok(live.and_then(|(token, user)| match token.shows {
            Some(_) => Ok((token, user)),
            None => Err(TokenRefusal::Ability),
        }))
    }

    /// A token that is in force, used from where it may be.
    fn live_token(
        &self,
        secret: &str,
        address: IpAddr,
        now: i64,
    ) -> Result<Result<(ApiToken, User), TokenRefusal>, StoreError> {
        let not_valid = |refusal| Ok(Err(TokenRefusal::NotValid(refusal)));
        let Some((token, user)) = self.store.api_token(secret)? else { return not_valid(Refusal::TokenInvalid) };
        if now >= token.expires_at {
            return not_valid(Refusal::SessionExpired);
        }
        if user.disabled {
            return not_valid(Refusal::SessionRevoked);
        }
        if let Err(refusal) = self.standing(user.id, now)? {
            return not_valid(refusal);
        }
        if !admits(&token, address) {
            tracing::warn!(token = token.id, user = user.id, %address, "an API token may not be used from this address");
            return Ok(Err(TokenRefusal::Address));
        }
        Ok(Ok((token, user)))
    }
}

/// Whether a token may be used from an address. A network that cannot be read admits nobody.
fn admits(token: &ApiToken, address: IpAddr) -> bool {
    let Some(networks) = &token.addresses else { return true };
    networks.iter().filter_map(|text| network(text)).any(|net| net.contains(&address.to_canonical()))
}

/// What some abilities of a token need of a role.
fn cut(role: Role, token: &ApiToken, used: &[Ability]) -> Role {
    let given = |module, editable| Permission { module: PermissionModule { code: module }, editable };
    let opens = |module: Module| match &token.modules {
        Some(codes) => codes.iter().any(|code| code == module.code()),
        None => true,
    };
    let mut permissions: Vec<Permission> = Vec::new();
    for ability in used {
        let Some((module, editable)) = ability.needs() else {
            let modules = role.permissions.iter().map(|permission| permission.module.code);
            let modules = modules.filter(|module| !module.is_administration() && opens(*module));
            permissions.extend(modules.map(|module| given(module, false)));
            continue;
        };
        // As in `Permissions`: one on ADMIN includes DATA.
        let is_of = |code: Module| code == module || (module, code) == (Module::Data, Module::Admin);
        let has = |permission: &Permission| is_of(permission.module.code) && (permission.editable || !editable);
        if role.permissions.iter().any(has) {
            permissions.push(given(module, editable));
        }
    }
    Role { permissions, ..role }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(modules: Option<&[&str]>, addresses: Option<&[&str]>) -> ApiToken {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        ApiToken {
            id: 1,
            login: "ann".to_owned(),
            name: "x".to_owned(),
            abilities: Vec::new(),
            modules: modules.map(texts),
            addresses: addresses.map(texts),
            made_by: None,
            created_at: 0,
            expires_at: 1,
            last_used_at: None,
            last_address: None,
            shows: None,
        }
    }

    #[test]
    fn an_ability_gets_of_a_role_only_what_it_needs() {
        let role = |modules: &[(Module, bool)]| Role {
            name: "r".to_owned(),
            permissions: modules
                .iter()
                .map(|(code, editable)| Permission { module: PermissionModule { code: *code }, editable: *editable })
                .collect(),
            limits: crate::scope::Limits::default(),
        };
        let cut_to = |modules: &[(Module, bool)], used: &[Ability], of: Option<&[&str]>| {
            let cut = cut(role(modules), &token(of, None), used).permissions;
            cut.iter().map(|permission| (permission.module.code, permission.editable)).collect::<Vec<_>>()
        };
        let admin = [(Module::Admin, true), (Module::Members, true), (Module::Offers, false)];
        assert_eq!(cut_to(&admin, &[Ability::Load], None), [(Module::Data, true)]);
        assert_eq!(cut_to(&admin, &[Ability::ReadAudit], None), [(Module::Admin, false)]);
        assert_eq!(cut_to(&admin, &[Ability::Users], None), [(Module::Admin, true)]);
        assert_eq!(cut_to(&admin, &[Ability::Read], None), [(Module::Members, false), (Module::Offers, false)]);
        assert_eq!(cut_to(&admin, &[Ability::Read], Some(&["OFFERS"])), [(Module::Offers, false)]);
        for ability in [Ability::Load, Ability::Users, Ability::Backup] {
            assert!(cut_to(&[(Module::Admin, false), (Module::Data, false)], &[ability], None).is_empty());
        }
        assert_eq!(cut_to(&[(Module::Data, true)], &[Ability::Users, Ability::ReadAudit], None), []);
    }

    #[test]
    fn a_token_is_used_from_its_networks_only() {
        let from = |address: &str| address.parse::<IpAddr>().expect("an address");
        let bound = token(None, Some(&["10.0.0.0/8", "2001:db8::7/128"]));
        for (address, is_open) in [
            ("10.255.0.1", true),
            ("::ffff:10.0.0.1", true),
            ("11.0.0.1", false),
            ("2001:db8::7", true),
            ("2001:db8::8", false),
        ] {
            assert_eq!(admits(&bound, from(address)), is_open, "{address}");
        }
        assert!(admits(&token(None, None), from("192.0.2.1")));
        assert!(!admits(&token(None, Some(&["nonsense"])), from("192.0.2.1")));
        assert_eq!(network(" 10.1.2.3/8 ").map(|net| net.to_string()).as_deref(), Some("10.0.0.0/8"));
        assert_eq!(network("10.1.2.3").map(|net| net.to_string()).as_deref(), Some("10.1.2.3/32"));
        assert_eq!(network("10.1.2.3/33"), None);
    }
}
