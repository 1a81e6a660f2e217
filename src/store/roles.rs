//! Roles and their permissions.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::audit::{self, By, Entry};
use super::{Store, StoreError};
use crate::groupings::Grouping;
use crate::modules::Module;
use crate::scope::{GroupLimit, Limits};

/// The setting that has the issuers of the providers by which users sign in, a line for each, as Bond last read its settings.
pub(super) const OIDC_ISSUERS: &str = "oidc_issuer";
/// Whether that of an identity is among them.
pub(super) const HAS_PROVIDER: &str = "exists (select 1 from setting where setting.name = 'oidc_issuer'
    and instr(char(10) || cast(setting.value as text) || char(10), char(10) || oidc_identity.issuer || char(10)) > 0)";

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
    /// The members that it shows.
    #[serde(skip)]
    #[ts(skip)]
    #[schemars(skip)]
    pub limits: Limits,
}

/// A role's permission for one module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// The module.
    pub module: PermissionModule,
    /// Whether the module may be changed, not only read.
    pub editable: bool,
}

/// The module of a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PermissionModule {
    pub code: Module,
}

/// A role with everything that administrators see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRole {
    pub role: Role,
    /// It cannot be changed or removed.
    pub built_in: bool,
    /// How many users have it.
    pub users: i64,
    /// How many keys of single sign-on may give it.
    pub keys: i64,
}

impl StoredRole {
    /// Whether anything refers to it.
    pub fn is_used(&self) -> bool {
        self.users + self.keys > 0
    }
}

impl Store {
    /// All roles, by name.
    pub fn roles(&self) -> Result<Vec<StoredRole>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{STORED} order by role.name"))?;
        let roles: Vec<(i64, StoredRole)> = statement.query_map([], stored)?.collect::<Result<_, _>>()?;
        roles.into_iter().map(|(id, role)| filled(&reader, id, role)).collect()
    }

    /// The role of this name, whatever its case.
    pub fn role(&self, name: &str) -> Result<Option<StoredRole>, StoreError> {
        let reader = self.reader();
        let found = find(&reader, name)?;
        Ok(found.map(|(_, role)| role))
    }

    /// Those of the names that no role has.
    pub fn unknown_roles<'n>(&self, names: &[&'n str]) -> Result<Vec<&'n str>, StoreError> {
        let mut unknown = Vec::new();
        for name in names {
            if self.role(name)?.is_none() && !unknown.contains(name) {
                unknown.push(*name);
            }
        }
        Ok(unknown)
    }

    /// Adds a role. `actor` is the login of who does it; None for the command line.
    ///
    /// # Errors
    /// [`StoreError::RoleTaken`] where a role has that name in any case.
    pub fn add_role<'a>(&self, role: &Role, by: impl Into<By<'a>>) -> Result<(), StoreError> {
        let by = by.into();
        self.write(|transaction| {
            if find(transaction, &role.name)?.is_some() {
                return Err(StoreError::RoleTaken(role.name.clone()));
            }
            transaction.execute("insert into role (name) values (?1)", params![role.name])?;
            fill(transaction, transaction.last_insert_rowid(), role)?;
            note(transaction, "role_added", role, by)
        })
    }

    /// Gives the role of this name other permissions and limits. Its users have them from their next request on.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRole`]; [`StoreError::BuiltInRole`]; [`StoreError::LastAdministrator`].
    pub fn change_role<'a>(&self, role: &Role, by: impl Into<By<'a>>) -> Result<(), StoreError> {
        let by = by.into();
        self.write(|transaction| {
            let (id, stored) = changeable(transaction, &role.name)?;
            let role = Role { name: stored.role.name, ..role.clone() };
            keeping_an_administrator(transaction, || {
                clear(transaction, id)?;
                fill(transaction, id, &role)
            })?;
            note(transaction, "role_changed", &role, by)
        })
    }

    /// Removes the role of this name; where `from_users` is set also from the users and keys that have it.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRole`]; [`StoreError::BuiltInRole`]; [`StoreError::RoleInUse`];
    /// [`StoreError::LastAdministrator`].
    pub fn remove_role<'a>(&self, name: &str, from_users: bool, by: impl Into<By<'a>>) -> Result<(), StoreError> {
        let by = by.into();
        self.write(|transaction| {
            let (id, stored) = changeable(transaction, name)?;
            if stored.is_used() && !from_users {
                let StoredRole { role, users, keys, .. } = stored;
                return Err(StoreError::RoleInUse { name: role.name, users, keys });
            }
            keeping_an_administrator(transaction, || {
                clear(transaction, id)?;
                transaction.execute("delete from user_role where role_id = ?1", params![id])?;
                transaction.execute("delete from sso_key_role where role_id = ?1", params![id])?;
                transaction.execute("delete from role where id = ?1", params![id])?;
                Ok(())
            })?;
            note(transaction, "role_removed", &stored.role, by)
        })
    }
}

const STORED: &str = "select role.id, role.name, role.built_in,
                             (select count(*) from user_role where role_id = role.id),
                             (select count(*) from sso_key_role where role_id = role.id)
                      from role";

fn stored(row: &Row<'_>) -> rusqlite::Result<(i64, StoredRole)> {
    let role = Role { name: row.get(1)?, permissions: Vec::new(), limits: Limits::default() };
    Ok((row.get(0)?, StoredRole { role, built_in: row.get(2)?, users: row.get(3)?, keys: row.get(4)? }))
}

fn find(connection: &Connection, name: &str) -> Result<Option<(i64, StoredRole)>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{STORED} where lower(role.name) = lower(?1)"))?;
    let found = statement.query_row(params![name], stored).optional()?;
    found.map(|(id, role)| Ok((id, filled(connection, id, role)?))).transpose()
}

fn filled(connection: &Connection, id: i64, role: StoredRole) -> Result<StoredRole, StoreError> {
    Ok(StoredRole { role: read(connection, id, role.role.name)?, ..role })
}

fn changeable(connection: &Connection, name: &str) -> Result<(i64, StoredRole), StoreError> {
    match find(connection, name)? {
        None => Err(StoreError::NoSuchRole(name.to_owned())),
        Some((_, stored)) if stored.built_in => Err(StoreError::BuiltInRole(stored.role.name)),
        Some(found) => Ok(found),
    }
}

/// A role with its permissions and limits.
fn read(connection: &Connection, id: i64, name: String) -> Result<Role, StoreError> {
    let mut role = Role { name, permissions: Vec::new(), limits: Limits::default() };
    let mut statement =
        connection.prepare_cached("select module, editable from permission where role_id = ?1 order by module")?;
    let mut rows = statement.query(params![id])?;
    while let Some(row) = rows.next()? {
        // A module of another release gives no permission here.
        if let Some(code) = Module::of_code(&row.get::<_, String>(0)?) {
            role.permissions.push(Permission { module: PermissionModule { code }, editable: row.get(1)? });
        }
    }
    let mut statement = connection.prepare_cached("select without_members from role where id = ?1")?;
    role.limits.without_members = statement.query_row(params![id], |row| row.get(0))?;
    let mut statement = connection
        .prepare_cached("select grouping, group_id from role_group where role_id = ?1 order by grouping, group_id")?;
    let mut rows = statement.query(params![id])?;
    while let Some(row) = rows.next()? {
        let Some(grouping) = Grouping::named(&row.get::<_, String>(0)?) else {
            // Limited to groups that this release does not know: nobody can be said to be in them.
            role.permissions.clear();
            continue;
        };
        let group = row.get(1)?;
        match role.limits.groups.iter_mut().find(|limit| limit.grouping == grouping) {
            Some(limit) => limit.ids.push(group),
            None => role.limits.groups.push(GroupLimit { grouping, ids: vec![group] }),
        }
    }
    role.limits.groups.sort_by_key(|limit| limit.grouping as usize);
    Ok(role)
}

/// Writes the permissions and limits of a role that has none.
fn fill(connection: &Connection, id: i64, role: &Role) -> Result<(), StoreError> {
    for Permission { module, editable } in &role.permissions {
        connection.execute(
            "insert into permission (role_id, module, editable) values (?1, ?2, ?3)",
            params![id, module.code.code(), editable],
        )?;
    }
    for GroupLimit { grouping, ids } in &role.limits.groups {
        for group in ids {
            connection.execute(
                "insert or ignore into role_group (role_id, grouping, group_id) values (?1, ?2, ?3)",
                params![id, grouping.info().name, group],
            )?;
        }
    }
    let without_members = role.limits.without_members;
    connection.execute("update role set without_members = ?2 where id = ?1", params![id, without_members])?;
    Ok(())
}

fn clear(connection: &Connection, id: i64) -> Result<(), StoreError> {
    connection.execute("delete from permission where role_id = ?1", params![id])?;
    connection.execute("delete from role_group where role_id = ?1", params![id])?;
    Ok(())
}

/// Makes a change unless it would take the permission to administer from the last user who has it.
pub(super) fn keeping_an_administrator(
    connection: &Connection,
    change: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let had_one = has_administrator(connection, None)?;
    change()?;
    if had_one && !has_administrator(connection, None)? {
        return Err(StoreError::LastAdministrator);
    }
    Ok(())
}

/// Whether there is an administrator who can sign in, other than one user.
pub(super) fn has_administrator(connection: &Connection, other_than: Option<i64>) -> Result<bool, StoreError> {
    let sql = format!(
        "select exists (select 1 from permission join user_role using (role_id)
                        join user on user.id = user_role.user_id
                        where permission.module = 'ADMIN' and permission.editable and user.disabled_at is null
                          and (user.password_hash <> '' or user.sso_issuer is not null
                               or exists (select 1 from oidc_identity
                                          where oidc_identity.user_id = user.id and {HAS_PROVIDER}))
                          and user.id is not ?1)"
    );
    Ok(connection.query_row(&sql, params![other_than], |row| row.get(0))?)
}

fn note(connection: &Connection, event: &str, role: &Role, by: By<'_>) -> Result<(), StoreError> {
    let detail = role.description();
    audit::append(connection, &Entry { subject: Some(&role.name), detail: Some(&detail), ..by.entry(event) })
}

impl Role {
    /// What it allows, in one line: `MEMBERS, DATA (editable); TIER 1, 2`.
    pub fn description(&self) -> String {
        let permission = |permission: &Permission| {
            let code = permission.module.code.code();
            if permission.editable { format!("{code} (editable)") } else { code.to_owned() }
        };
        let modules: Vec<String> = self.permissions.iter().map(permission).collect();
        let mut parts = vec![if modules.is_empty() { "no module".to_owned() } else { modules.join(", ") }];
        parts.extend(self.limits.groups.iter().map(ToString::to_string));
        if self.limits.without_members && !self.limits.groups.is_empty() {
            parts.push("and what has no members".to_owned());
        }
        parts.join("; ")
    }
}

/// The roles of a user, by name.
pub(super) fn of_user(connection: &Connection, user_id: i64) -> Result<Vec<Role>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select role.id, role.name from user_role join role on role.id = user_role.role_id
         where user_role.user_id = ?1 order by role.name",
    )?;
    let roles: Vec<(i64, String)> =
        statement.query_map(params![user_id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    roles.into_iter().map(|(id, name)| read(connection, id, name)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::users::NewUser;

    fn open() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        (dir, store)
    }

    fn role(name: &str, modules: &[(Module, bool)], groups: &[(Grouping, &[i32])]) -> Role {
        let permissions = modules
            .iter()
            .map(|(code, editable)| Permission { module: PermissionModule { code: *code }, editable: *editable });
        let groups = groups.iter().map(|(grouping, ids)| GroupLimit { grouping: *grouping, ids: ids.to_vec() });
        Role {
            name: name.to_owned(),
            permissions: permissions.collect(),
            limits: Limits { groups: groups.collect(), without_members: false },
        }
    }

    const ANN: By<'_> = By { actor: Some("ann"), address: Some("10.0.0.7"), at: 5 };

    fn add_user(store: &Store, login: &str, roles: &[&str]) {
        let user = NewUser { login, first_name: "A", password_hash: "h", roles };
        store.add_user(&user, 1).expect("added");
    }

    #[test]
    fn a_role_is_added_changed_and_removed_with_a_line_in_the_audit_log_each() {
        let (_dir, store) = open();
        let gold = role("gold", &[(Module::Members, false)], &[(Grouping::Tier, &[1, 2]), (Grouping::Audience, &[7])]);
        store.add_role(&gold, ANN).expect("added");
        assert_eq!(store.role("GOLD").expect("read").map(|stored| stored.role), Some(gold.clone()));
        assert!(matches!(store.add_role(&Role { name: "Gold".into(), ..gold }, 5), Err(StoreError::RoleTaken(_))));
        let wide = role("GOLD", &[(Module::Data, true), (Module::Members, false)], &[]);
        store.change_role(&wide, 6).expect("changed");
        let stored = store.role("gold").expect("read").expect("found");
        assert_eq!((stored.role.name.as_str(), stored.role.limits), ("gold", Limits::default()));
        store.remove_role("Gold", false, By { at: 7, ..ANN }).expect("removed");
        assert_eq!(store.role("gold").expect("read"), None);
        assert!(matches!(store.remove_role("gold", false, 8), Err(StoreError::NoSuchRole(_))));
        let lines = store.last_audit_lines(9).expect("read").into_iter();
        let lines: Vec<_> = lines.map(|line| (line.event, line.detail.unwrap_or_default())).collect();
        let wanted = [
            ("role_removed", "DATA (editable), MEMBERS"),
            ("role_changed", "DATA (editable), MEMBERS"),
            ("role_added", "MEMBERS; TIER 1, 2; AUDIENCE 7"),
        ];
        assert_eq!(lines, wanted.map(|(event, detail)| (event.to_owned(), detail.to_owned())));
    }

    #[test]
    fn built_in_roles_stay_as_they_are() {
        let (_dir, store) = open();
        for name in [ADMIN, "users"] {
            let other = role(name, &[(Module::Members, true)], &[]);
            assert!(matches!(store.change_role(&other, 1), Err(StoreError::BuiltInRole(_))), "{name}");
            assert!(matches!(store.remove_role(name, true, 1), Err(StoreError::BuiltInRole(_))), "{name}");
        }
        assert_eq!(store.roles().expect("read").iter().filter(|stored| stored.built_in).count(), 2);
    }

    #[test]
    fn a_role_in_use_is_removed_only_where_that_is_said() {
        let (_dir, store) = open();
        store.add_role(&role("gold", &[(Module::Members, false)], &[]), 1).expect("added");
        add_user(&store, "ann", &["gold", USERS]);
        let refused = store.remove_role("gold", false, 2).expect_err("in use");
        assert!(matches!(refused, StoreError::RoleInUse { users: 1, keys: 0, .. }), "{refused}");
        store.remove_role("gold", true, 3).expect("removed");
        let ann = store.user_by_login("ann").expect("read").expect("found");
        assert_eq!(ann.roles.iter().map(|role| role.name.as_str()).collect::<Vec<_>>(), [USERS]);
    }

    #[test]
    fn the_last_administrator_keeps_the_permission() {
        let (_dir, store) = open();
        store.add_role(&role("boss", &[(Module::Admin, true)], &[]), 1).expect("added");
        add_user(&store, "ann", &["boss"]);
        let reader = role("boss", &[(Module::Admin, false)], &[]);
        assert!(matches!(store.change_role(&reader, 2), Err(StoreError::LastAdministrator)));
        assert!(matches!(store.remove_role("boss", true, 2), Err(StoreError::LastAdministrator)));
        assert!(store.role("boss").expect("read").expect("there").role.permissions[0].editable, "nothing was changed");
        add_user(&store, "bob", &[ADMIN]);
        store.change_role(&reader, 3).expect("bob administers");
    }

    #[test]
    fn a_role_with_groups_or_modules_of_another_release_allows_nothing_more() {
        let (_dir, store) = open();
        store.add_role(&role("gold", &[(Module::Members, false)], &[]), 1).expect("added");
        store
            .write(|transaction| {
                transaction.execute_batch(
                    "insert into permission select id, 'ORACLES', 1 from role where name = 'gold';
                 insert into role_group select id, 'REGION', 1 from role where name = 'gold'",
                )?;
                Ok(())
            })
            .expect("written");
        assert!(store.role("gold").expect("read").expect("there").role.permissions.is_empty());
    }
}
