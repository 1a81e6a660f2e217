//! The calls about accounts: signing in, users and their roles, and what users set for themselves. `auth` decides who is who.

pub mod account;
pub mod oidc;
pub mod preferences;
pub mod roles;
pub mod session;
pub mod session_user;
pub mod setup;
pub mod users;
