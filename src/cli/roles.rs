//! `bond role`: manages the roles. Works while the server runs; every change takes effect at the next request.

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use super::users;
use crate::auth::roles::checked;
use crate::error::joined;
use crate::groupings::{GROUPINGS, Grouping};
use crate::modules::Module;
use crate::scope::{GroupLimit, Limits};
use crate::store::StoreError;
use crate::store::roles::{Permission, PermissionModule, StoredRole};

/// `bond role`
#[derive(Subcommand)]
pub enum RoleCommand {
    /// List the roles.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Show what a role allows.
    Show(ByName),
    /// Add a role, or give one other rights in place of those that it has.
    #[command(after_help = SET_EXAMPLES)]
    Set(Set),
    /// Delete a role.
    Delete(Delete),
}

const SET_EXAMPLES: &str = "\
Modules: ADMIN, DATA, MONITOR, MEMBERS, EMAILS, WEBSITE, OFFERS, CONTENT, INSIGHTS, RECOMMENDATIONS, EXPORT, PEOPLE.

Examples:
  bond role set --data-dir D loader --edit DATA
  bond role set --data-dir D gold --read MONITOR,MEMBERS,OFFERS --group TIER=1,2 --group LOB=3";

/// Names a role.
#[derive(Args)]
pub struct ByName {
    #[command(flatten)]
    settings: StoreFlags,
    /// The role's name, without regard to case.
    name: String,
}

/// `bond role set`
#[derive(Args)]
pub struct Set {
    #[command(flatten)]
    settings: StoreFlags,
    /// Modules that it may read, separated by commas.
    #[arg(long, value_name = "MODULES", value_delimiter = ',', value_parser = module)]
    read: Vec<Module>,
    /// Modules that it may read and change.
    #[arg(long, value_name = "MODULES", value_delimiter = ',', value_parser = module)]
    edit: Vec<Module>,
    /// Show only members in one of these groups, given by grouping and ids; repeat it for another grouping.
    #[arg(long = "group", value_name = "GROUPING=ID,...", value_parser = limit)]
    groups: Vec<GroupLimit>,
    /// Limited to groups, show what has no members too, such as the website's figures.
    #[arg(long)]
    without_members: bool,
    /// The role's name.
    name: String,
}

/// `bond role delete`
#[derive(Args)]
pub struct Delete {
    #[command(flatten)]
    settings: StoreFlags,
    /// Take it from the users and single sign-on keys that have it.
    #[arg(long)]
    from_users: bool,
    /// The role's name, without regard to case.
    name: String,
}

fn module(text: &str) -> Result<Module, String> {
    Module::of_code(text).ok_or_else(|| {
        let codes: Vec<&str> = Module::ALL.iter().map(|module| module.code()).collect();
        format!("there is no such module; the modules are {}", codes.join(", "))
    })
}

fn limit(text: &str) -> Result<GroupLimit, String> {
    let (name, ids) = text.split_once('=').ok_or("expected a grouping, = and ids, such as TIER=1,2")?;
    let grouping = Grouping::named(&name.to_uppercase()).ok_or_else(|| {
        let names: Vec<&str> = GROUPINGS.iter().map(|info| info.name).collect();
        format!("there is no grouping {name:?}; the groupings are {}", names.join(", "))
    })?;
    let id = |id: &str| id.trim().parse().map_err(|_| format!("{id:?} is not the id of a group"));
    Ok(GroupLimit { grouping, ids: ids.split(',').map(id).collect::<Result<_, _>>()? })
}

/// Runs `bond role`.
pub fn run(command: RoleCommand) -> Result<(), Failure> {
    match command {
        RoleCommand::List { settings } => {
            let (store, _) = users::open(&settings)?;
            let mut rows = vec![["NAME", "USERS", "WHAT IT ALLOWS"].map(str::to_owned).to_vec()];
            rows.extend(store.roles()?.into_iter().map(|stored| {
                let allows = stored.role.description();
                vec![stored.role.name, stored.users.to_string(), allows]
            }));
            say(table(&rows));
        }
        RoleCommand::Show(ByName { settings, name }) => {
            let (store, _) = users::open(&settings)?;
            show(&store.role(&name)?.ok_or(StoreError::NoSuchRole(name))?);
        }
        RoleCommand::Set(set) => {
            let (store, at) = users::open(&set.settings)?;
            let permission = |code: Module, editable| Permission { module: PermissionModule { code }, editable };
            let read = set.read.iter().filter(|module| !set.edit.contains(module)).map(|code| permission(*code, false));
            let permissions = set.edit.iter().map(|code| permission(*code, true)).chain(read).collect();
            let known = store.role(&set.name)?;
            let name = known.as_ref().map_or(set.name, |stored| stored.role.name.clone());
            let limits = Limits { groups: set.groups, without_members: set.without_members };
            let role = checked(&name, permissions, limits).map_err(|faults| Failure::usage(joined(&faults)))?;
            let done = match known {
                Some(_) => store.change_role(&role, at).map(|()| "Changed"),
                None => store.add_role(&role, at).map(|()| "Added"),
            };
            say(format!("{} the role {name}: {}.", done?, role.description()));
        }
        RoleCommand::Delete(delete) => {
            let (store, at) = users::open(&delete.settings)?;
            store.remove_role(&delete.name, delete.from_users, at).map_err(|error| match error {
                StoreError::RoleInUse { .. } => Failure::usage(format!("{error} with --from-users")),
                error => error.into(),
            })?;
            say(format!("Deleted the role {}.", delete.name));
        }
    }
    Ok(())
}

fn show(stored: &StoredRole) {
    let StoredRole { role, built_in, users, keys } = stored;
    say(format!("{}{}", role.name, if *built_in { ", built in" } else { "" }));
    for Permission { module, editable } in &role.permissions {
        say(format!("  {} ({})", module.code.code(), if *editable { "read and change" } else { "read" }));
    }
    for limit in &role.limits.groups {
        say(format!("  only members in {limit}"));
    }
    if role.limits.without_members {
        say("  and what has no members");
    }
    say(format!("  {users} users, {keys} single sign-on keys"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_given_by_grouping_and_ids() {
        let tiers = GroupLimit { grouping: Grouping::Tier, ids: vec![1, 2] };
        assert_eq!(limit("tier=1, 2"), Ok(tiers));
        for wrong in ["TIER", "TIER=", "TIER=x", "REGION=1"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
        assert_eq!(module("offers"), Ok(Module::Offers));
        assert!(module("USERS").expect_err("unknown").contains("ADMIN, DATA"));
    }
}
