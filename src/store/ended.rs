//! What ended in an install after a backup was made: a restore does not bring it back.
//!
//! A restored store never lets anybody in who was shut out meanwhile, nor gives anybody more rights than both stores do.
//! What was given since the backup is gone, as everything else of that time.

use std::path::Path;

use rusqlite::{Connection, params};

use super::audit::{self, Entry};
use super::roles::has_administrator;
use super::{Store, StoreError, users};

/// Users that are the same in both stores, as a join of them: ids are never reused in one history of an
/// install, and an older restore may have begun another.
const SAME_USER: &str = "present.user as present_user on present_user.id = user.id
                           and present_user.created_at = user.created_at";

/// What ends or shrinks, with what is said of it for one and for several.
const STEPS: [(&str, &str, &str); 15] = [
    (
        "delete from main.api_token where not exists
           (select 1 from present.api_token as kept where kept.digest = api_token.digest)",
        "API token",
        "API tokens",
    ),
    (
        "delete from main.shared_link where not exists
           (select 1 from present.shared_link as kept where kept.digest = shared_link.digest)",
        "link",
        "links",
    ),
    (
        "delete from main.password_link where not exists
           (select 1 from present.password_link as kept where kept.digest = password_link.digest)",
        "link to choose a password",
        "links to choose a password",
    ),
    (
        "update main.user set disabled_at = (select disabled_at from present.user as kept where kept.id = user.id)
         where disabled_at is null and exists
           (select 1 from present.user as kept where kept.id = user.id and kept.created_at = user.created_at
             and kept.disabled_at is not null)",
        "user who was disabled",
        "users who were disabled",
    ),
    (
        "delete from main.oidc_identity where not exists
           (select 1 from present.oidc_identity as kept where kept.issuer = oidc_identity.issuer
              and kept.subject = oidc_identity.subject and kept.user_id = oidc_identity.user_id)",
        "OpenID Connect identity",
        "OpenID Connect identities",
    ),
    (
        "update main.oidc_identity set gone_at = (select gone_at from present.oidc_identity as kept
           where kept.issuer = oidc_identity.issuer and kept.subject = oidc_identity.subject)
         where gone_at is null and exists
           (select 1 from present.oidc_identity as kept where kept.issuer = oidc_identity.issuer
              and kept.subject = oidc_identity.subject and kept.gone_at is not null)",
        "user for whom the provider no longer vouches",
        "users for whom the provider no longer vouches",
    ),
    (
        "delete from main.sso_key where not exists (select 1 from present.sso_key as kept where kept.id = sso_key.id)",
        "single sign-on key",
        "single sign-on keys",
    ),
    (
        "update main.sso_key set ends_at = (select ends_at from present.sso_key as kept where kept.id = sso_key.id)
         where exists (select 1 from present.sso_key as kept where kept.id = sso_key.id
                         and kept.ends_at < coalesce(sso_key.ends_at, kept.ends_at + 1))",
        "end of a single sign-on key",
        "ends of single sign-on keys",
    ),
    (
        "delete from main.sso_key_role where not exists
           (select 1 from present.sso_key_role as kept
            join present.role as theirs on theirs.id = kept.role_id
            join main.role as ours on ours.id = sso_key_role.role_id and lower(ours.name) = lower(theirs.name)
            where kept.key_id = sso_key_role.key_id)",
        "role of a single sign-on key",
        "roles of single sign-on keys",
    ),
    (
        "delete from main.user_role where not exists
           (select 1 from present.user_role as kept
            join present.role as theirs on theirs.id = kept.role_id
            join main.role as ours on ours.id = user_role.role_id and lower(ours.name) = lower(theirs.name)
            where kept.user_id = user_role.user_id)",
        "role of a user",
        "roles of users",
    ),
    (
        "delete from main.permission where not exists
           (select 1 from present.permission as kept
            join present.role as theirs on theirs.id = kept.role_id
            join main.role as ours on ours.id = permission.role_id and lower(ours.name) = lower(theirs.name)
            where kept.module = permission.module)",
        "permission of a role",
        "permissions of roles",
    ),
    (
        "update main.permission set editable = 0 where editable = 1 and not exists
           (select 1 from present.permission as kept
            join present.role as theirs on theirs.id = kept.role_id
            join main.role as ours on ours.id = permission.role_id and lower(ours.name) = lower(theirs.name)
            where kept.module = permission.module and kept.editable = 1)",
        "permission to change something",
        "permissions to change something",
    ),
    (
        "update main.role set without_members = 0 where without_members = 1 and exists
           (select 1 from present.role as kept where lower(kept.name) = lower(role.name) and kept.without_members = 0)",
        "role that shows what has no members",
        "roles that show what has no members",
    ),
    (
        "delete from main.chosen_setting where name = 'allow_links' and value = 'true' and not exists
           (select 1 from present.chosen_setting as kept where kept.name = 'allow_links' and kept.value = 'true')",
        "setting that allows links",
        "settings that allow links",
    ),
    (
        "delete from main.chosen_setting where name = 'allow_agents' and value = 'true' and not exists
           (select 1 from present.chosen_setting as kept where kept.name = 'allow_agents' and kept.value = 'true')",
        "setting that allows agents",
        "settings that allow agents",
    ),
];

/// What else is as it is in the store that was there, so that nothing works twice or is signed by a key that was replaced.
const AS_PRESENT: &str = "
    insert or ignore into main.sso_used select * from present.sso_used where key_id in (select id from main.sso_key);
    insert or ignore into main.oidc_used select * from present.oidc_used;
    delete from main.oidc_role where not exists
      (select 1 from present.oidc_role as kept
       join present.role as theirs on theirs.id = kept.role_id
       join main.role as ours on ours.id = oidc_role.role_id and lower(ours.name) = lower(theirs.name)
       where kept.issuer = oidc_role.issuer and kept.subject = oidc_role.subject);
    insert or replace into main.setting
      select * from present.setting where name in ('webhook_secret', 'second_factor_key');
    delete from main.recovery_code;
    delete from main.second_factor;
    insert into main.second_factor select * from present.second_factor where user_id in (select id from main.user);
    insert into main.recovery_code select * from present.recovery_code where user_id in (select id from main.user);
    update main.receipt_key set secret = null,
      replaced_at = (select replaced_at from present.receipt_key as kept where kept.public = receipt_key.public)
    where secret is not null and exists
      (select 1 from present.receipt_key as kept where kept.public = receipt_key.public and kept.secret is null);
    insert or ignore into main.receipt_key select * from present.receipt_key;";

impl Store {
    /// Ends in this restored store what has ended in a copy of the store that it replaces, which is of the same install
    /// and schema. Returns what that was, in words; nothing where nothing has ended.
    ///
    /// # Errors
    /// [`StoreError`]; nothing has changed then.
    pub fn end_what_ended(&self, present: &Path, at: i64) -> Result<String, StoreError> {
        {
            let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            writer.execute("attach database ?1 as present", params![present.to_string_lossy()])?;
        }
        let ended = self.write(|transaction| {
            let had_administrator = has_administrator(transaction, None)?;
            let mut ended = Vec::new();
            let mut said = |count: usize, one: &str, several: &str| match count {
                0 => {}
                1 => ended.push(format!("1 {one}")),
                count => ended.push(format!("{count} {several}")),
            };
            said(delete_users(transaction)?, "user", "users");
            said(remove_roles(transaction)?, "role", "roles");
            for (statement, one, several) in STEPS {
                said(transaction.execute(statement, [])?, one, several);
            }
            said(narrow_roles(transaction)?, "group limit of a role", "group limits of roles");
            transaction.execute_batch(AS_PRESENT)?;
            let mut ended = ended.join(", ");
            if had_administrator && !has_administrator(transaction, None)? {
                ended += "; no administrator is left who can sign in: `bond user add --role ROLE_ADMIN` adds one";
            }
            if !ended.is_empty() {
                let detail = format!("ended since the backup was made: {ended}");
                let entry = Entry { at, event: "restore_ended", detail: Some(&detail), ..Entry::default() };
                audit::append(transaction, &entry)?;
            }
            Ok(ended)
        });
        let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        writer.execute("detach database present", [])?;
        ended
    }

    /// Ends everything by which somebody comes in without signing in, in a restored store of which nobody knows what was
    /// revoked since. Returns what that was, in words.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn end_tokens_and_links(&self, at: i64) -> Result<String, StoreError> {
        self.write(|transaction| {
            let mut ended = Vec::new();
            for (table, what) in
                [("api_token", "API tokens"), ("shared_link", "links"), ("password_link", "links to choose a password")]
            {
                match transaction.execute(&format!("delete from {table}"), [])? {
                    0 => {}
                    count => ended.push(format!("{count} {what}")),
                }
            }
            let ended = ended.join(", ");
            if !ended.is_empty() {
                let detail = format!("all ended, as it is not known which were revoked: {ended}");
                let entry = Entry { at, event: "restore_ended", detail: Some(&detail), ..Entry::default() };
                audit::append(transaction, &entry)?;
            }
            Ok(ended)
        })
    }
}

/// Deletes the users that are no longer in the store that was there.
fn delete_users(transaction: &Connection) -> Result<usize, StoreError> {
    let gone: Vec<i64> = transaction
        .prepare(&format!("select user.id from main.user left join {SAME_USER} where present_user.id is null"))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for user in &gone {
        users::delete(transaction, *user)?;
    }
    Ok(gone.len())
}

/// Removes the roles that were removed.
fn remove_roles(transaction: &Connection) -> Result<usize, StoreError> {
    let gone = "(select id from main.role as ours where not exists
                   (select 1 from present.role as kept where lower(kept.name) = lower(ours.name)))";
    for table in ["permission", "role_group", "user_role", "sso_key_role"] {
        transaction.execute(&format!("delete from main.{table} where role_id in {gone}"), [])?;
    }
    Ok(transaction.execute(&format!("delete from main.role where id in {gone}"), [])?)
}

/// Limits roles to the groups that both stores limit them to. A role that is left with no group of a grouping shows
/// nothing any more.
fn narrow_roles(transaction: &Connection) -> Result<usize, StoreError> {
    let theirs = "from present.role_group as kept
                  join present.role as theirs on theirs.id = kept.role_id
                  join main.role as ours on lower(ours.name) = lower(theirs.name)";
    transaction
        .execute_batch("create temp table limited as select distinct role_id, grouping from main.role_group;")?;
    let removed = transaction.execute(
        &format!(
            "delete from main.role_group
             where exists (select 1 {theirs} where ours.id = role_group.role_id and kept.grouping = role_group.grouping)
               and not exists (select 1 {theirs} where ours.id = role_group.role_id
                                 and kept.grouping = role_group.grouping and kept.group_id = role_group.group_id)"
        ),
        [],
    )?;
    let added = transaction.execute(
        &format!(
            "insert into main.role_group (role_id, grouping, group_id) select ours.id, kept.grouping, kept.group_id {theirs}
             where not exists (select 1 from temp.limited where limited.role_id = ours.id
                                 and limited.grouping = kept.grouping)"
        ),
        [],
    )?;
    transaction.execute_batch(
        "delete from main.permission where role_id in
           (select role_id from temp.limited where not exists
              (select 1 from main.role_group as left_over where left_over.role_id = limited.role_id
                 and left_over.grouping = limited.grouping));
         drop table temp.limited;",
    )?;
    Ok(removed + added)
}
