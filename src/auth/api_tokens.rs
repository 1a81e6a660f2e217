//! API tokens: `Authorization: Bearer bond_…` in the place of a session, for programs that read figures.

use std::sync::Arc;

use super::Auth;
use super::sessions::Refusal;
use crate::modules::Module;
use crate::random::random_secret;
use crate::store::StoreError;
use crate::store::roles::{Permission, Role};
use crate::store::sessions::Session;

/// What a token begins with, so that people and programs that look for leaked secrets recognise it.
pub const PREFIX: &str = "bond_";

/// Seconds between two writes of the last use of a token.
const WRITE_EVERY: i64 = 60;

/// A new token.
pub fn new_token() -> String {
    format!("{PREFIX}{}", random_secret())
}

impl Auth {
    /// The user of a token as if it had a session, with what the token opens: its modules as far as the user may read
    /// them, and nothing to change. `now` is in seconds since 1970-01-01 UTC.
    pub fn check_api_token(&self, token: &str, now: i64) -> Result<Result<Arc<Session>, Refusal>, StoreError> {
        let Some((found, user)) = self.store.api_token(token)? else { return Ok(Err(Refusal::TokenInvalid)) };
        if now >= found.expires_at {
            return Ok(Err(Refusal::SessionExpired));
        }
        if user.disabled {
            return Ok(Err(Refusal::SessionRevoked));
        }
        if let Err(refusal) = self.standing(user.id, now)? {
            return Ok(Err(refusal));
        }
        if found.last_used_at.is_none_or(|used| now - used >= WRITE_EVERY) {
            let (store, id) = (self.store.clone(), found.id);
            self.sessions.write_later(move || store.touch_api_token(id, now));
        }
        let opens = |module: Module| match &found.modules {
            Some(codes) => codes.iter().any(|code| code == module.code()),
            None => true,
        };
        Ok(Ok(Arc::new(Session {
            id: String::new(),
            number: 0,
            user_id: user.id,
            login: user.login,
            first_name: user.first_name,
            roles: user.roles.into_iter().map(|role| reduced(role, &opens)).collect(),
            created_at: found.created_at,
            expires_at: found.expires_at,
            last_seen_at: now,
            ended: false,
        })))
    }
}

fn reduced(role: Role, opens: &dyn Fn(Module) -> bool) -> Role {
    let is_open = |permission: &Permission| {
        let module = permission.module.code;
        !module.is_administration() && opens(module)
    };
    let permissions = role.permissions.into_iter().filter(is_open);
    let permissions = permissions.map(|permission| Permission { editable: false, ..permission }).collect();
    Role { permissions, ..role }
}
