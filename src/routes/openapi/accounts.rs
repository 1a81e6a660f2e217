//! The calls of accounts: a user's own, their administration, and those of people who have no password yet.

use serde_json::{Value, json};

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::routes::account::{Account, AccountChange, ApiTokenList, MadeToken, NewToken, OwnSessions, PasswordChange};
use crate::routes::first::{ChosenPassword, FirstAdministrator, LinkOwner, LinkSecret, SetupState};
use crate::routes::preferences::Preferences;
use crate::routes::table::Accounts;
use crate::routes::users::{
    AddedUser, Confirmation, PasswordLink, RolesChange, UserChange, UserDetails, UserList, UserToAdd,
};

pub fn call(endpoint: Accounts, schemas: &mut Schemas) -> Call {
    let number = || json!({ "type": "integer", "minimum": 1 });
    let done = |summary: &str| Call::get(summary, Answer::Nothing);
    let sends = |summary: &str, body: Value| Call { body: Some(Body::Json(body)), ..done(summary) };
    match endpoint {
        Accounts::Setup => {
            let summary = "Whether the first administrator has to be made.";
            Call::get(summary, Answer::Json(schemas.answer::<SetupState>()))
        }
        Accounts::SetUp => sends(
            "Makes the first administrator, with the token that the server printed when it started.",
            schemas.body::<FirstAdministrator>(),
        ),
        Accounts::CheckLink => {
            let (body, answer) = (schemas.body::<LinkSecret>(), schemas.answer::<LinkOwner>());
            Call::post("Whom a link to choose a password is for.", body, answer)
        }
        Accounts::ChoosePassword => sends(
            "Sets the password of the user of a link. The link works once; the user's sessions end.",
            schemas.body::<ChosenPassword>(),
        ),
        Accounts::Own => Call::get("The user's own account.", Answer::Json(schemas.answer::<Account>())),
        Accounts::ChangeOwn => sends("Changes the user's first name.", schemas.body::<AccountChange>()),
        Accounts::OwnPassword => {
            sends("Changes the user's password. The user's other sessions end.", schemas.body::<PasswordChange>())
        }
        Accounts::OwnSessions => Call::get("The user's live sessions.", Answer::Json(schemas.answer::<OwnSessions>())),
        Accounts::EndOwnSession => done("Ends one of the user's sessions.").with("id", number()),
        Accounts::EndOtherSessions => done("Ends all of the user's sessions but the one that asks."),
        Accounts::OwnTokens => Call::get("The user's API tokens.", Answer::Json(schemas.answer::<ApiTokenList>())),
        Accounts::MakeToken => {
            let (body, answer) = (schemas.body::<NewToken>(), schemas.answer::<MadeToken>());
            Call::post("Makes an API token, which reads and changes nothing. It is shown only now.", body, answer)
        }
        Accounts::RevokeOwnToken => done("Revokes one of the user's API tokens.").with("id", number()),
        Accounts::SetPreferences => {
            let (body, answer) = (schemas.body::<Preferences>(), schemas.answer::<Preferences>());
            Call::post("Sets the user's preferences, in the place of the earlier ones.", body, answer)
        }
        Accounts::Users => {
            let call = Call::get("Users, by login.", Answer::Json(schemas.answer::<UserList>()));
            call.asking("search", json!({ "type": "string", "description": "a part of the login or first name" }))
                .paged()
        }
        Accounts::AddUser => {
            let (body, answer) = (schemas.body::<UserToAdd>(), schemas.answer::<AddedUser>());
            Call::post("Adds a user, with a link to choose a password within 72 hours.", body, answer)
        }
        Accounts::User => {
            let answer = Answer::Json(schemas.answer::<UserDetails>());
            Call::get("A user with its sessions and API tokens.", answer).with("id", number())
        }
        Accounts::ChangeUser => {
            sends("Changes a user's login and first name.", schemas.body::<UserChange>()).with("id", number())
        }
        Accounts::RemoveUser => {
            let summary = "Deletes a user with its sessions and API tokens. Its lines in the audit log stay.";
            sends(summary, schemas.body::<Confirmation>()).with("id", number())
        }
        Accounts::SetRoles => sends("Replaces a user's roles.", schemas.body::<RolesChange>()).with("id", number()),
        Accounts::DisableUser => done("Disables a user; its sessions end.").with("id", number()),
        Accounts::EnableUser => done("Enables a disabled user.").with("id", number()),
        Accounts::UnlockUser => {
            done("Lets a user try again to sign in, after too many wrong passwords.").with("id", number())
        }
        Accounts::EndUserSessions => done("Ends all sessions of a user.").with("id", number()),
        Accounts::NewPasswordLink => {
            let (body, answer) = (schemas.body::<Confirmation>(), schemas.answer::<PasswordLink>());
            let summary = "Makes a link with which a user chooses a password within 72 hours.";
            Call::post(summary, body, answer).with("id", number())
        }
        Accounts::Tokens => Call::get("The API tokens of all users.", Answer::Json(schemas.answer::<ApiTokenList>())),
        Accounts::RevokeToken => done("Revokes an API token of any user.").with("id", number()),
    }
}

/// Why a call may be refused with 409.
pub fn conflict(endpoint: Accounts) -> Option<&'static str> {
    match endpoint {
        Accounts::SetUp => Some("There are users already."),
        Accounts::OwnPassword => Some("The user signs in by another system and has no password here."),
        Accounts::ChangeUser | Accounts::NewPasswordLink => Some("The user signs in by another system."),
        Accounts::SetRoles | Accounts::DisableUser | Accounts::RemoveUser => {
            Some("Nobody could administer Bond afterwards.")
        }
        _ => None,
    }
}
