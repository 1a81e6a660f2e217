//! The calls about accounts: signing in, users and their roles, and what users set for themselves. `auth` decides who is who.

pub mod account;
pub mod forgotten;
pub mod letters;
pub mod machines;
pub mod oidc;
pub mod opened;
pub mod preferences;
pub mod roles;
pub mod second_factor;
pub mod session;
pub mod session_user;
pub mod setup;
pub mod users;

use crate::http::route::Route;

/// The calls about accounts.
pub fn routes() -> Vec<Route> {
    let parts: &[fn() -> Vec<Route>] = &[
        session::sign_in,
        second_factor::sign_in,
        oidc::routes,
        session::routes,
        setup::routes,
        forgotten::routes,
        opened::routes,
        account::routes,
        machines::routes,
        second_factor::routes,
        users::routes,
        roles::routes,
    ];
    parts.iter().flat_map(|part| part()).collect()
}
