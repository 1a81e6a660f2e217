//! Roles and their permissions.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::StoreError;
use crate::modules::Module;

/// May change everything.
pub const ADMIN: &str = "ROLE_ADMIN";
/// May read the dashboards.
pub const USERS: &str = "USERS";

/// A role, as the page receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct Role {
    /// Unique. `ROLE_ADMIN` and `USERS` are built in.
    pub name: String,
    /// One per module.
    pub permissions: Vec<Permission>,
}

/// A role's permission for one module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct Permission {
    /// The module.
    pub module: PermissionModule,
    /// Whether the module may be changed, not only read.
    pub editable: bool,
}

/// The module of a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct PermissionModule {
    pub code: Module,
}

/// The roles of a user with their permissions, ordered by name and module.
pub(super) fn of_user(connection: &Connection, user_id: i64) -> Result<Vec<Role>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select role.name, permission.module, permission.editable
         from user_role
         join role on role.id = user_role.role_id
         left join permission on permission.role_id = role.id
         where user_role.user_id = ?1
         order by role.name, permission.module",
    )?;
    let mut rows = statement.query(params![user_id])?;
    let mut roles: Vec<Role> = Vec::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if roles.last().is_none_or(|role| role.name != name) {
            roles.push(Role { name, permissions: Vec::new() });
        }
        let code: Option<String> = row.get(1)?;
        // A module of another release gives no permission here.
        let module = code.as_deref().and_then(Module::of_code);
        if let (Some(role), Some(code)) = (roles.last_mut(), module) {
            role.permissions.push(Permission { module: PermissionModule { code }, editable: row.get(2)? });
        }
    }
    Ok(roles)
}

/// Makes a change unless it would take the permission to administer from the last user who has it and can sign in.
pub(super) fn keeping_an_administrator(
    connection: &Connection,
    change: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let has_one = || -> Result<bool, StoreError> {
        Ok(connection.query_row(
            "select exists (select 1 from permission join user_role using (role_id)
                            join user on user.id = user_role.user_id
                            where permission.module = 'ADMIN' and permission.editable and user.disabled_at is null
                              and (user.password_hash <> '' or user.sso_issuer is not null))",
            [],
            |row| row.get(0),
        )?)
    };
    let had_one = has_one()?;
    change()?;
    if had_one && !has_one()? {
        return Err(StoreError::LastAdministrator);
    }
    Ok(())
}

/// Replaces the roles of a user.
pub(super) fn set(connection: &Connection, user_id: i64, roles: &[&str]) -> Result<(), StoreError> {
    connection.execute("delete from user_role where user_id = ?1", params![user_id])?;
    for name in roles {
        let role_id = id_of(connection, name)?;
        connection.execute("insert into user_role (user_id, role_id) values (?1, ?2)", params![user_id, role_id])?;
    }
    Ok(())
}

/// The id of the role with this name.
pub(super) fn id_of(connection: &Connection, name: &str) -> Result<i64, StoreError> {
    connection
        .query_row("select id from role where name = ?1", params![name], |row| row.get(0))
        .optional()?
        .ok_or_else(|| StoreError::NoSuchRole(name.to_owned()))
}
