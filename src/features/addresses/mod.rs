//! Addresses of tables: a spreadsheet or a program asks one for its rows again and again (docs/spreadsheets.md).
//!
//! An address is an API token that opens one table and nothing else: it has no ability. Its secret is in its path, because not
//! every spreadsheet sends a header. Who sends one names the address by its number, with a session or with a token that reads.
//! The table, its filter and its language are those of the address, never of who asks; the members and the permissions are
//! those that its owner has at that moment.

pub mod routes;

use std::net::IpAddr;

use actix_web::{HttpMessage, HttpRequest};

use crate::abilities::Ability;
use crate::app::App;
use crate::auth::api_tokens::TokenRefusal;
use crate::auth::permissions::Permissions;
use crate::auth::sessions::Refusal;
use crate::error::ApiError;
use crate::features::receipts::tables::{Quotable, table};
use crate::features::saved_screen;
use crate::figures::filter::FilterParams;
use crate::http::client::{address, app_of};
use crate::http::signed_in::{UserId, signed_in};
use crate::render::Screen;
use crate::scope::Scope;
use crate::store::api_tokens::ShownTable;
use crate::warehouse::Principals;

/// What a request opened.
pub struct Opened {
    /// The number of the address.
    id: i64,
    /// Its owner.
    user_id: i64,
    /// For the audit log.
    actor: String,
    address: IpAddr,
    shown: ShownTable,
    screen: Screen,
    filter: FilterParams,
    /// The members that its owner may take along of this screen.
    scope: Scope,
}

impl Opened {
    /// The address that a request names by its secret or, with the bearer of its owner, by its number.
    ///
    /// # Errors
    /// 401, 403 or 404 with a sentence.
    pub fn of(key: &str, request: &HttpRequest) -> Result<Opened, ApiError> {
        let app = app_of(request)?;
        let (address, now) = (address(request), app.clock.now());
        let (token, user_id, actor, permissions) = match key.parse::<i64>() {
            Ok(number) => {
                let user = signed_in(request, &[Ability::Read])?;
                let token = app.store.api_token_with(number)?.filter(|token| token.login == user.session().login);
                let token = token.filter(|token| now < token.expires_at).ok_or_else(gone)?;
                (token, user.id(), user.actor().to_owned(), user.permissions().clone())
            }
            Err(_) => {
                let (token, user) = app.auth.check_table_address(key, address, now)?.map_err(refused)?;
                request.extensions_mut().insert(UserId(user.id));
                Principals::note_user(user.id);
                let actor = format!("{} (address {}: {})", user.login, token.id, token.name);
                let permissions = Permissions::of(&user.roles, &app.settings().modules);
                (token, user.id, actor, permissions)
            }
        };
        let shown = token.shows.ok_or_else(gone)?;
        // A release may have removed a screen.
        let read = (Screen::of_path(&shown.screen), saved_screen::saved(&shown.filters));
        let (Some(screen), Ok(filter)) = read else { return Err(gone()) };
        let scope = saved_screen::shown_scope(&permissions, &screen)?;
        Ok(Opened { id: token.id, user_id, actor, address, shown, screen, filter, scope })
    }

    /// Its table as it is now, with the number under which it can be checked later.
    ///
    /// # Errors
    /// As the calls that answer figures.
    async fn table(&self, app: &App) -> Result<Quotable, ApiError> {
        table(app, (Some(self.user_id), &self.scope), &self.shown, &self.screen, &self.filter).await
    }
}

fn refused(refusal: TokenRefusal) -> ApiError {
    match refusal {
        TokenRefusal::NotValid(Refusal::SessionExpired) => {
            ApiError::unauthorized("session_expired", "This address has expired. Make a new one in Bond, under Export.")
        }
        TokenRefusal::NotValid(Refusal::SessionRevoked) => {
            ApiError::unauthorized("session_revoked", "The owner of this address may no longer use Bond.")
        }
        TokenRefusal::Address => ApiError::forbidden("This address may not be asked from here."),
        TokenRefusal::NotValid(Refusal::TokenInvalid | Refusal::NoToken) | TokenRefusal::Ability => gone(),
    }
}

/// It is all that is said of what is no address, whatever the reason.
fn gone() -> ApiError {
    ApiError::not_found("There is no table at this address: it was revoked, or it was never there.")
}
