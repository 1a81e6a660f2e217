//! The handlers of the calls of accounts.

use actix_web::Route;

use super::table::Accounts;
use super::{account, first, users};

pub fn handler(endpoint: Accounts, verb: Route) -> Route {
    match endpoint {
        Accounts::Setup => verb.to(first::state),
        Accounts::SetUp => verb.to(first::set_up),
        Accounts::CheckLink => verb.to(first::check_link),
        Accounts::ChoosePassword => verb.to(first::choose_password),
        Accounts::Own => verb.to(account::account),
        Accounts::ChangeOwn => verb.to(account::change),
        Accounts::OwnPassword => verb.to(account::password),
        Accounts::OwnSessions => verb.to(account::sessions),
        Accounts::EndOwnSession => verb.to(account::end_session),
        Accounts::EndOtherSessions => verb.to(account::end_others),
        Accounts::OwnTokens => verb.to(account::tokens),
        Accounts::MakeToken => verb.to(account::make_token),
        Accounts::RevokeOwnToken => verb.to(account::revoke_token),
        Accounts::SetPreferences => verb.to(account::set_preferences),
        Accounts::Users => verb.to(users::list),
        Accounts::AddUser => verb.to(users::add),
        Accounts::User => verb.to(users::one),
        Accounts::ChangeUser => verb.to(users::change),
        Accounts::RemoveUser => verb.to(users::remove),
        Accounts::SetRoles => verb.to(users::set_roles),
        Accounts::DisableUser => verb.to(users::disable),
        Accounts::EnableUser => verb.to(users::enable),
        Accounts::UnlockUser => verb.to(users::unlock),
        Accounts::EndUserSessions => verb.to(users::end_sessions),
        Accounts::NewPasswordLink => verb.to(users::password_link),
        Accounts::Tokens => verb.to(users::tokens),
        Accounts::RevokeToken => verb.to(users::revoke_token),
    }
}
