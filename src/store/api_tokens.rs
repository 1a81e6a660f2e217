//! API tokens: made by a user for itself, kept by their digest, read only.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::users::{self, User};
use super::{Store, StoreError};

/// The largest number of tokens of a user.
pub const MOST_TOKENS: i64 = 50;

/// A token without its secret, which nobody has but who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// What it is revoked by.
    #[ts(type = "number")]
    pub id: i64,
    /// The login of its user.
    pub login: String,
    /// Given by its user.
    pub name: String,
    /// The codes of the modules that it opens; null for all that its user may see.
    pub modules: Option<Vec<String>>,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub created_at: i64,
    /// From then on it is refused, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
    /// At most a minute behind, in seconds since 1970-01-01 UTC; null before its first use.
    #[ts(type = "number | null")]
    pub last_used_at: Option<i64>,
}

/// A token to add.
#[derive(Clone, Copy, Debug)]
pub struct NewApiToken<'a> {
    /// Random and not guessable.
    pub secret: &'a str,
    pub name: &'a str,
    /// The codes of the modules that it opens; None for all that its user may see.
    pub modules: Option<&'a [&'a str]>,
    /// Seconds since 1970-01-01 UTC.
    pub expires_at: i64,
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

const SELECT: &str = "select api_token.id, user.login, name, modules, api_token.created_at, expires_at, last_used_at,
                             user_id
                      from api_token join user on user.id = user_id";

impl Store {
    /// Adds a token for a user and returns it.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_api_token<'u>(
        &self,
        user: impl Into<users::Who<'u>>,
        new: &NewApiToken<'_>,
        by: By<'_>,
    ) -> Result<ApiToken, StoreError> {
        let user = user.into();
        self.write(|transaction| {
            let user = users::required(transaction, user)?;
            transaction.execute("delete from api_token where expires_at <= ?1", params![by.at])?;
            let count = "select count(*) from api_token where user_id = ?1";
            if transaction.query_row(count, params![user.id], |row| row.get::<_, i64>(0))? >= MOST_TOKENS {
                return Err(StoreError::TooMany {
                    whose: "a user",
                    most: MOST_TOKENS,
                    things: "API tokens",
                    advice: "revoke one that is no longer used",
                });
            }
            let modules = new.modules.map(|modules| modules.join(","));
            transaction.execute(
                "insert into api_token (user_id, name, digest, modules, created_at, expires_at)
                 values (?1, ?2, ?3, ?4, ?5, ?6)",
                params![user.id, new.name, digest(new.secret), modules, by.at, new.expires_at],
            )?;
            let id = transaction.last_insert_rowid();
            let detail = format!("{}: {}", new.name, modules.as_deref().unwrap_or("all modules of the user"));
            audit::append(
                transaction,
                &Entry { subject: Some(&user.login), detail: Some(&detail), ..by.entry("token_added") },
            )?;
            find(transaction, id)?.ok_or(StoreError::NoSuchToken(id))
        })
    }

    /// The token with this secret, and its user; whether or not the token has expired.
    pub fn api_token(&self, secret: &str) -> Result<Option<(ApiToken, User)>, StoreError> {
        let reader = self.reader();
        let found = reader
            .prepare_cached(&format!("{SELECT} where digest = ?1"))?
            .query_row(params![digest(secret)], |row| Ok((from_row(row)?, row.get::<_, i64>(7)?)))
            .optional()?;
        let Some((token, user_id)) = found else { return Ok(None) };
        Ok(users::by_id(&reader, user_id)?.map(|user| (token, user)))
    }

    /// The tokens of a user that have not expired, or of all users, the latest first. `now` is in seconds since 1970-01-01
    /// UTC.
    pub fn api_tokens(&self, user_id: Option<i64>, now: i64) -> Result<Vec<ApiToken>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "{SELECT} where (?1 is null or user_id = ?1) and expires_at > ?2 order by api_token.id desc"
        ))?;
        let tokens = statement.query_map(params![user_id, now], from_row)?;
        Ok(tokens.collect::<Result<_, _>>()?)
    }

    /// Revokes a token: of this user, or of whomever for None.
    ///
    /// # Errors
    /// [`StoreError::NoSuchToken`].
    pub fn revoke_api_token(&self, id: i64, user_id: Option<i64>, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let token = find(transaction, id)?.ok_or(StoreError::NoSuchToken(id))?;
            let sql = "delete from api_token where id = ?1 and (?2 is null or user_id = ?2)";
            if transaction.execute(sql, params![id, user_id])? == 0 {
                return Err(StoreError::NoSuchToken(id));
            }
            let entry = Entry { subject: Some(&token.login), detail: Some(&token.name), ..by.entry("token_revoked") };
            audit::append(transaction, &entry)
        })
    }

    /// Records that a token was used. A time before the recorded one changes nothing.
    pub fn touch_api_token(&self, id: i64, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "update api_token set last_used_at = max(coalesce(last_used_at, ?2), ?2) where id = ?1";
            transaction.execute(sql, params![id, at])?;
            Ok(())
        })
    }
}

fn find(connection: &Connection, id: i64) -> Result<Option<ApiToken>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} where api_token.id = ?1"))?;
    Ok(statement.query_row(params![id], from_row).optional()?)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    let modules: Option<String> = row.get(3)?;
    Ok(ApiToken {
        id: row.get(0)?,
        login: row.get(1)?,
        name: row.get(2)?,
        modules: modules.map(|codes| codes.split(',').map(str::to_owned).collect()),
        created_at: row.get(4)?,
        expires_at: row.get(5)?,
        last_used_at: row.get(6)?,
    })
}
