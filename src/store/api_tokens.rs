//! API tokens: of a person or a service account, kept by their digest.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::users::{self, User};
use super::{Store, StoreError};
use crate::abilities::{self, Ability};

/// The largest number of tokens of a user.
pub const MOST_TOKENS: i64 = 50;

/// The most characters of what a line of the audit log says of a table.
const LONGEST_DETAIL: usize = 300;

/// A token without its secret, which nobody has but who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// What it is revoked by.
    #[ts(type = "number")]
    pub id: i64,
    /// The login of its user.
    pub login: String,
    /// Given by whoever made it.
    pub name: String,
    /// What it may do, as far as the roles of its user allow.
    pub abilities: Vec<Ability>,
    /// The codes of the modules that it reads; null for all that its user may see.
    pub modules: Option<Vec<String>>,
    /// The networks that it may be used from; null for any.
    pub addresses: Option<Vec<String>>,
    /// The login of who made it; null for the command line.
    pub made_by: Option<String>,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub created_at: i64,
    /// From then on it is refused, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub expires_at: i64,
    /// At most a minute behind, in seconds since 1970-01-01 UTC; null before its first use.
    #[ts(type = "number | null")]
    pub last_used_at: Option<i64>,
    /// The address of that use.
    pub last_address: Option<String>,
    /// The one table that it opens; null for every other token.
    pub shows: Option<ShownTable>,
}

/// The table that an address shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
pub struct ShownTable {
    /// What it is called, in the language of whoever made the address.
    pub title: String,
    /// The path of a dashboard's cards or of a breakdown.
    pub screen: String,
    /// The id of one of its blocks; null for the cards.
    pub block: Option<String>,
    /// A filter as JSON text.
    pub filters: String,
    /// The code of the language of its texts and columns.
    pub language: String,
}

/// A token to add.
#[derive(Clone, Copy, Debug)]
pub struct NewApiToken<'a> {
    /// Random and not guessable.
    pub secret: &'a str,
    pub name: &'a str,
    pub abilities: &'a [Ability],
    /// The codes of the modules that it reads; None for all that its user may see.
    pub modules: Option<&'a [&'a str]>,
    /// The networks that it may be used from; None for any.
    pub addresses: Option<&'a [String]>,
    /// Seconds since 1970-01-01 UTC.
    pub expires_at: i64,
    /// The one table that it opens; None for every other token.
    pub shows: Option<&'a ShownTable>,
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

const SELECT: &str = "select api_token.id, user.login, name, modules, api_token.created_at, expires_at, last_used_at,
                             user_id, abilities, addresses, made_by, last_address, shows
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
            let addresses = new.addresses.map(|addresses| addresses.join(","));
            let abilities: Vec<&str> = new.abilities.iter().map(|ability| ability.name()).collect();
            let shows = new.shows.map(serde_json::to_string).transpose()?;
            transaction.execute(
                "insert into api_token (user_id, name, digest, abilities, modules, addresses, made_by, created_at, expires_at, shows)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    user.id,
                    new.name,
                    digest(new.secret),
                    abilities.join(","),
                    modules,
                    addresses,
                    by.actor,
                    by.at,
                    new.expires_at,
                    shows
                ],
            )?;
            let id = transaction.last_insert_rowid();
            let from = addresses.map_or_else(String::new, |addresses| format!("; from {addresses}"));
            let opens = match new.shows {
                Some(ShownTable { title, screen, block, filters, .. }) => {
                    let block = block.as_ref().map_or_else(String::new, |block| format!(", {block}"));
                    let table = format!("the table {title} ({screen}{block}): {filters}");
                    table.chars().take(LONGEST_DETAIL).collect()
                }
                None => {
                    let of = modules.as_deref().unwrap_or("all modules of the user");
                    format!("{}; {of}", abilities::listed(new.abilities))
                }
            };
            let detail = format!("{id}: {}; {opens}{from}", new.name);
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

    /// The token with a number; whether or not it has expired.
    pub fn api_token_with(&self, id: i64) -> Result<Option<ApiToken>, StoreError> {
        find(&self.reader(), id)
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
            let detail = format!("{id}: {}", token.name);
            let entry = Entry { subject: Some(&token.login), detail: Some(&detail), ..by.entry("token_revoked") };
            audit::append(transaction, &entry)
        })
    }

    /// Records that the address of a table was used, and the first use of a day in a line of the audit log.
    pub fn table_opened(&self, id: i64, by: By<'_>) -> Result<(), StoreError> {
        const DAY: i64 = 24 * 60 * 60;
        self.write(|transaction| {
            let Some(token) = find(transaction, id)? else { return Ok(()) };
            if token.last_used_at.is_none_or(|used| used.div_euclid(DAY) < by.at.div_euclid(DAY)) {
                let detail = format!("{id}: {}", token.name);
                let entry = Entry { subject: Some(&token.login), detail: Some(&detail), ..by.entry("table_read") };
                audit::append(transaction, &entry)?;
            }
            let sql = "update api_token set last_used_at = ?2, last_address = ?3
                       where id = ?1 and coalesce(last_used_at, ?2) <= ?2";
            transaction.execute(sql, params![id, by.at, by.address])?;
            Ok(())
        })
    }

    /// Records that a token was used. A time before the recorded one changes nothing.
    pub fn touch_api_token(&self, id: i64, address: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "update api_token set last_used_at = ?2, last_address = ?3
                       where id = ?1 and coalesce(last_used_at, ?2) <= ?2";
            transaction.execute(sql, params![id, at, address])?;
            Ok(())
        })
    }
}

fn find(connection: &Connection, id: i64) -> Result<Option<ApiToken>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} where api_token.id = ?1"))?;
    Ok(statement.query_row(params![id], from_row).optional()?)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    let list = |column: usize| -> rusqlite::Result<Option<Vec<String>>> {
        let text: Option<String> = row.get(column)?;
        Ok(text.map(|text| text.split(',').map(str::to_owned).collect()))
    };
    Ok(ApiToken {
        id: row.get(0)?,
        login: row.get(1)?,
        name: row.get(2)?,
        // One of another release opens nothing here.
        abilities: list(8)?.into_iter().flatten().filter_map(|name| name.parse().ok()).collect(),
        modules: list(3)?,
        addresses: list(9)?,
        made_by: row.get(10)?,
        created_at: row.get(4)?,
        expires_at: row.get(5)?,
        last_used_at: row.get(6)?,
        last_address: row.get(11)?,
        // One of another release opens nothing here.
        shows: row.get::<_, Option<String>>(12)?.and_then(|shows| serde_json::from_str(&shows).ok()),
    })
}
