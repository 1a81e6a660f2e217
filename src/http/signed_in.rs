//! The user of a request: the guard of the route admits it (guard.rs), a handler takes it as an argument.

use std::future::{Ready, ready};
use std::rc::Rc;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};

use crate::abilities::{self, Ability};
use crate::app::App;
use crate::auth::api_tokens::{self, TokenRefusal, TokenUse};
use crate::auth::csrf::{self, Evidence, Forged};
use crate::auth::permissions::Permissions;
use crate::auth::sessions::Refusal;
use crate::error::ApiError;
use crate::http::client::{Client, address, bearer_token};
use crate::http::request_language::language;
use crate::i18n::language::Language;
use crate::scope::Scope;
use crate::screens::Answers;
use crate::store::StoreError;
use crate::store::sessions::Session;
use crate::warehouse::Principals;

/// The header of a request that an open page makes by itself, to look for news. It does not prolong the session.
const NEWS: &str = "bond-news";
/// The header of an administrator's request for the plan of an answer.
const PLAN: &str = "bond-plan";

/// The user of a request with a live session, which the user's own page or script made (auth/csrf.rs).
#[derive(Clone, Debug)]
pub struct SignedIn {
    session: Arc<Session>,
    permissions: Permissions,
    /// The user and its API token for the audit log, if one stands in the place of a session.
    by_token: Option<String>,
    scope: Scope,
    language: Language,
    wants_plan: bool,
}

/// As [`SignedIn`], for calls of administration.
#[derive(Clone, Debug)]
pub struct Admin(pub SignedIn);

/// Attached to a request for the log line of its answer.
#[derive(Clone, Copy, Debug)]
pub struct UserId(pub i64);

impl SignedIn {
    /// The session, as it was when the request came in.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The user's id.
    pub fn id(&self) -> i64 {
        self.session.user_id
    }

    /// Whether an API token stands in the place of a session.
    pub fn is_by_token(&self) -> bool {
        self.by_token.is_some()
    }

    /// The user for the audit log and the ledger: its login, and the API token that acts for it.
    pub fn actor(&self) -> &str {
        self.by_token.as_deref().unwrap_or(&self.session.login)
    }

    /// What the user may do.
    pub fn permissions(&self) -> &Permissions {
        &self.permissions
    }

    /// The members that the call may show the user.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The language of what the request is answered.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether the plan of the answer is asked for in place of the answer.
    ///
    /// # Errors
    /// 403 unless the user is an administrator: what is cached tells what others asked.
    pub fn wants_plan(&self) -> Result<bool, ApiError> {
        match self.wants_plan && !self.permissions.is_admin() {
            true => Err(ApiError::forbidden("Only administrators see the plan of an answer.")),
            false => Ok(self.wants_plan),
        }
    }

    /// What answers the user's calls: about the members that these may show, in the language of the request.
    pub fn answers<'a>(&'a self, app: &'a App) -> Answers<'a> {
        app.answers(&self.scope, self.language)
    }

    /// With the members that the call may show the user.
    pub fn within(self, scope: Scope) -> SignedIn {
        SignedIn { scope, ..self }
    }
}

impl FromRequest for SignedIn {
    type Error = ApiError;
    type Future = Ready<Result<SignedIn, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(admitted(request))
    }
}

impl FromRequest for Admin {
    type Error = ApiError;
    type Future = Ready<Result<Admin, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(admitted(request).map(Admin))
    }
}

/// Calls `then` with the headers that show where a request comes from.
pub fn with_evidence<T>(request: &HttpRequest, then: impl FnOnce(&Evidence<'_>) -> T) -> T {
    let text = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let cookie = request.cookie(csrf::COOKIE);
    then(&Evidence {
        fetch_site: text("sec-fetch-site"),
        origin: text("origin"),
        host: text("host"),
        scheme: Client::of(request).scheme(),
        cookie: cookie.as_ref().map(actix_web::cookie::Cookie::value),
        header: text(csrf::HEADER),
    })
}

/// The user that the guard admitted.
fn admitted(request: &HttpRequest) -> Result<SignedIn, ApiError> {
    let admitted = request.extensions().get::<Rc<SignedIn>>().map(|user| SignedIn::clone(user));
    admitted.ok_or_else(|| ApiError::internal(&"a public call asked for the user"))
}

/// The user of a request with a live session, which the user's own page or script made, or with an API token that has one
/// of these abilities. Sees no member until the guard says which.
///
/// # Errors
/// 401 without a live session or valid token, 403 for a request that another site made, and for a token that does not open
/// the call or is used from elsewhere.
pub fn signed_in(request: &HttpRequest, opened_by: &[Ability]) -> Result<SignedIn, ApiError> {
    let app = request
        .app_data::<web::Data<App>>()
        .ok_or_else(|| ApiError::internal(&"a handler ran without the app's state"))?;
    let token = bearer_token(request.headers());
    let api_token = token.filter(|token| token.starts_with(api_tokens::PREFIX));
    let now = app.clock.now();
    let session = match api_token {
        Some(token) => {
            let used = TokenUse { address: address(request), opened_by, now };
            let (session, name) =
                app.auth.check_api_token(token, used)?.map_err(|refusal| not_opened(refusal, opened_by))?;
            Ok((session, Some(name)))
        }
        None if request.headers().contains_key(NEWS) => app.auth.sessions.look(token, now)?.map(|of| (of, None)),
        None => app.auth.sessions.check(token, now)?.map(|of| (of, None)),
    };
    let (session, by_token) = session.map_err(unauthorized)?;
    // Nothing but a script has a token of this kind: a browser sends none by itself.
    if by_token.is_none() && !request.method().is_safe() {
        let ring = app.auth.keyring.ring()?;
        with_evidence(request, |evidence| csrf::check_session(ring.accepted_csrf(now), evidence, &session.id))?;
    }
    request.extensions_mut().insert(UserId(session.user_id));
    Principals::note_user(session.user_id);
    let permissions = Permissions::of(&session.roles, &app.settings().modules);
    Ok(SignedIn {
        session,
        permissions,
        by_token,
        scope: Scope::NONE,
        language: language(request),
        wants_plan: request.headers().contains_key(PLAN),
    })
}

fn not_opened(refusal: TokenRefusal, opened_by: &[Ability]) -> ApiError {
    match refusal {
        TokenRefusal::NotValid(refusal) => unauthorized(refusal),
        TokenRefusal::Address => ApiError::forbidden("This API token may not be used from this address."),
        TokenRefusal::Ability if opened_by.is_empty() => {
            ApiError::forbidden("No API token opens this call. Sign in for it.")
        }
        TokenRefusal::Ability => {
            let names = abilities::listed(opened_by);
            ApiError::forbidden(format!("This API token may not do this: it needs the ability {names}."))
        }
    }
}

fn unauthorized(refusal: Refusal) -> ApiError {
    let message = match refusal {
        Refusal::NoToken => "Authentication is required to access this resource.",
        Refusal::TokenInvalid => "The token is not valid.",
        Refusal::SessionExpired => "Your session has expired.",
        Refusal::SessionRevoked => "The session was ended.",
    };
    ApiError::unauthorized(refusal.code(), message)
}

impl From<Forged> for ApiError {
    fn from(forged: Forged) -> ApiError {
        ApiError::forged(forged.to_string())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::internal(&error)
    }
}
