//! Exchanges a code for the user's claims and checks them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, AuthType, AuthorizationCode, ClaimsVerificationError, Client,
    ClientId, ClientSecret, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, IdToken,
    IdTokenClaims, IdTokenFields, Nonce, OAuth2TokenResponse, PkceCodeVerifier, RedirectUrl, RefreshToken,
    RequestTokenError, SignatureVerificationError, StandardErrorResponse, StandardTokenResponse, SubjectIdentifier,
    TokenResponse, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fault::OidcFault;
use super::http::Http;
use super::pending::{LONGEST, Pending};
use super::provider::{Document, Provider, off_thread, reason};

/// Seconds by which the provider's clock may differ from this one.
pub const SKEW: i64 = 60;

/// The signatures that are accepted: those that only the provider can make. An unsigned token, or one signed with a
/// text that others know, is refused.
pub const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The claims that are not of the standard.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Further {
    #[serde(flatten)]
    all: Map<String, Value>,
}

impl AdditionalClaims for Further {}

type Claims = IdTokenClaims<Further, CoreGenderClaim>;
type Token = IdToken<Further, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Fields = IdTokenFields<
    Further,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type Answer = StandardTokenResponse<Fields, CoreTokenType>;

/// Bond as a client of the provider.
pub type BondClient = Client<
    Further,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Answer,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// What the provider knows Bond by.
#[derive(Clone)]
pub struct Registration {
    pub client_id: ClientId,
    pub client_secret: Option<ClientSecret>,
    pub redirect_url: RedirectUrl,
}

/// The checked claims of a user.
pub struct Checked {
    pub subject: String,
    pub claims: Map<String, Value>,
    /// For further claims.
    access_token: AccessToken,
    /// For asking again.
    pub refresh_token: Option<RefreshToken>,
}

/// The client for a document.
pub fn client(document: &Document, registration: &Registration) -> BondClient {
    let client = Client::from_provider_metadata(
        document.clone(),
        registration.client_id.clone(),
        registration.client_secret.clone(),
    )
    .set_redirect_uri(registration.redirect_url.clone());
    // Basic is what a provider accepts that does not say.
    let accepted = document.token_endpoint_auth_methods_supported();
    let is_post_only = accepted.is_some_and(|methods| {
        !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
            && methods.contains(&CoreClientAuthMethod::ClientSecretPost)
    });
    if is_post_only { client.set_auth_type(AuthType::RequestBody) } else { client }
}

/// Redeems the code and checks the ID token.
pub async fn redeem(
    provider: &Provider,
    registration: &Registration,
    code: String,
    pending: &Pending,
    now: i64,
) -> Result<Checked, OidcFault> {
    let document = provider.document(now).await.map_err(OidcFault::Unavailable)?;
    let (http, verifier) = (Arc::clone(provider.http()), PkceCodeVerifier::new(pending.verifier.clone()));
    let bond = client(&document, registration);
    let answer = tokio::task::spawn_blocking(move || exchange(&bond, code, verifier, &http)).await;
    let answer = answer.map_err(|lost| OidcFault::Unavailable(lost.to_string()))??;
    let token = answer.id_token().ok_or_else(|| OidcFault::Token("there is none".to_owned()))?;
    let is_right = |bond: &BondClient| check(token, bond, pending, now);
    let (subject, claims) = claims_of(provider, registration, &document, &answer, token, &is_right, now).await?;
    Ok(Checked {
        subject,
        claims,
        access_token: answer.access_token().clone(),
        refresh_token: answer.refresh_token().cloned(),
    })
}

/// Why the provider did not vouch for a user again.
pub enum NotVouched {
    /// It no longer does.
    Refused,
    /// It cannot be asked, or answers something else.
    Unanswered(String),
}

/// Asks the provider again about a user, by its refresh token. The claims are empty where it says nothing of the user.
/// Beside them is what is wrong with them, if something is: the next refresh token counts all the same.
pub async fn ask_again(
    provider: &Provider,
    registration: &Registration,
    refresh_token: String,
    subject: &str,
    now: i64,
) -> Result<(Checked, Result<(), String>), NotVouched> {
    let document = provider.document(now).await.map_err(NotVouched::Unanswered)?;
    let (http, bond) = (Arc::clone(provider.http()), client(&document, registration));
    let answer = tokio::task::spawn_blocking(move || refresh(&bond, refresh_token, &http)).await;
    let answer = answer.map_err(|lost| NotVouched::Unanswered(lost.to_string()))??;
    let mut checked = Checked {
        subject: subject.to_owned(),
        claims: Map::new(),
        access_token: answer.access_token().clone(),
        refresh_token: answer.refresh_token().cloned(),
    };
    let Some(token) = answer.id_token() else { return Ok((checked, Ok(()))) };
    let is_right = |bond: &BondClient| check_again(token, bond, now);
    let fault = match claims_of(provider, registration, &document, &answer, token, &is_right, now).await {
        Ok((found, claims)) if found == subject => {
            checked.claims = claims;
            Ok(())
        }
        Ok(_) => Err("its ID token is of another user".to_owned()),
        Err(fault) => Err(fault.to_string()),
    };
    Ok((checked, fault))
}

fn refresh(bond: &BondClient, refresh_token: String, http: &Http) -> Result<Answer, NotVouched> {
    let refresh_token = RefreshToken::new(refresh_token);
    let request = bond.exchange_refresh_token(&refresh_token);
    let request = request.map_err(|error| NotVouched::Unanswered(error.to_string()))?;
    request.request(http).map_err(|error| match error {
        RequestTokenError::ServerResponse(answer) if *answer.error() == CoreErrorResponseType::InvalidGrant => {
            NotVouched::Refused
        }
        // The answer itself may have secrets.
        RequestTokenError::Parse(error, _) => NotVouched::Unanswered(reason(&error)),
        error => NotVouched::Unanswered(reason(&error)),
    })
}

/// The subject and the claims of an ID token that `is_right` accepts, perhaps with keys that are fetched again.
async fn claims_of(
    provider: &Provider,
    registration: &Registration,
    document: &Arc<Document>,
    answer: &Answer,
    token: &Token,
    is_right: &(dyn Fn(&BondClient) -> Result<Claims, ClaimsVerificationError> + Sync),
    now: i64,
) -> Result<(String, Map<String, Value>), OidcFault> {
    let is_unknown_key = |fault: &ClaimsVerificationError| {
        matches!(fault, ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey))
    };
    let mut bond = client(document, registration);
    let mut checked = is_right(&bond);
    if checked.as_ref().is_err_and(is_unknown_key) {
        let newest = provider.with_present_keys(document, now).await;
        if !Arc::ptr_eq(&newest, document) {
            bond = client(&newest, registration);
            checked = is_right(&bond);
        }
    }
    let claims = checked.map_err(|fault| OidcFault::Token(reason(&fault)))?;
    check_hash(token, &claims, answer.access_token(), &bond)?;
    let all = object(&claims)?;
    let begins = all.get("nbf").and_then(Value::as_i64);
    if begins.is_some_and(|begins| begins > now + SKEW) {
        return Err(OidcFault::Token("it is not valid yet".to_owned()));
    }
    Ok((claims.subject().to_string(), all))
}

/// Adds what the provider tells of the user at its userinfo endpoint, if it has one. The claims of the ID token win.
pub async fn complete(
    provider: &Provider,
    registration: &Registration,
    checked: &mut Checked,
    now: i64,
) -> Result<(), OidcFault> {
    let document = provider.document(now).await.map_err(OidcFault::Unavailable)?;
    if document.userinfo_endpoint().is_none() {
        return Ok(());
    }
    let (http, bond) = (Arc::clone(provider.http()), client(&document, registration));
    let (access_token, subject) = (checked.access_token.clone(), SubjectIdentifier::new(checked.subject.clone()));
    let further = off_thread(move || {
        let request = bond.user_info(access_token, Some(subject)).map_err(|error| reason(&error))?;
        let claims: UserInfoClaims<Further, CoreGenderClaim> =
            request.request(&*http).map_err(|error| reason(&error))?;
        serde_json::to_value(&claims).map_err(|error| error.to_string())
    });
    let further = further.await.map_err(|reason| OidcFault::Token(format!("its user cannot be read: {reason}")))?;
    if let Value::Object(further) = further {
        for (name, value) in further {
            checked.claims.entry(name).or_insert(value);
        }
    }
    Ok(())
}

fn exchange(bond: &BondClient, code: String, verifier: PkceCodeVerifier, http: &Http) -> Result<Answer, OidcFault> {
    let request = bond.exchange_code(AuthorizationCode::new(code));
    let request = request.map_err(|error| OidcFault::Unavailable(error.to_string()))?.set_pkce_verifier(verifier);
    request.request(http).map_err(|error| match error {
        RequestTokenError::ServerResponse(answer) => {
            OidcFault::Code(reason(&RequestTokenError::<std::convert::Infallible, _>::ServerResponse(answer)))
        }
        RequestTokenError::Parse(error, _) => OidcFault::Token(reason(&error)),
        error => {
            let reason = reason(&error);
            tracing::warn!(reason, "the OpenID Connect provider cannot be asked for a token");
            OidcFault::Unavailable(reason)
        }
    })
}

fn check(token: &Token, bond: &BondClient, pending: &Pending, now: i64) -> Result<Claims, ClaimsVerificationError> {
    let at = |seconds: i64| DateTime::<Utc>::from_timestamp(seconds, 0).unwrap_or(DateTime::<Utc>::MIN_UTC);
    let (first, last) = (at(pending.ends_at - LONGEST - SKEW), at(now + SKEW));
    let verifier = bond
        .id_token_verifier()
        .set_allowed_algs(SIGNATURES)
        .set_time_fn(move || at(now - SKEW))
        .set_issue_time_verifier_fn(move |issued| {
            if (first..=last).contains(&issued) { Ok(()) } else { Err("it was not issued for this sign-in".to_owned()) }
        });
    token.claims(&verifier, &Nonce::new(pending.nonce.clone())).cloned()
}

/// Of a token that no browser brought: there is no nonce to compare.
fn check_again(token: &Token, bond: &BondClient, now: i64) -> Result<Claims, ClaimsVerificationError> {
    let at = |seconds: i64| DateTime::<Utc>::from_timestamp(seconds, 0).unwrap_or(DateTime::<Utc>::MIN_UTC);
    let last = at(now + SKEW);
    let verifier = bond
        .id_token_verifier()
        .set_allowed_algs(SIGNATURES)
        .set_time_fn(move || at(now - SKEW))
        .set_issue_time_verifier_fn(move |issued| {
            if issued <= last { Ok(()) } else { Err("it was issued later than now".to_owned()) }
        });
    token.claims(&verifier, |_: Option<&Nonce>| Ok(())).cloned()
}

/// Whether the access token belongs to the ID token, where that says so.
fn check_hash(token: &Token, claims: &Claims, access_token: &AccessToken, bond: &BondClient) -> Result<(), OidcFault> {
    let Some(expected) = claims.access_token_hash() else { return Ok(()) };
    let verifier = bond.id_token_verifier();
    let fault = |text: String| OidcFault::Token(text);
    let algorithm = token.signing_alg().map_err(|error| fault(error.to_string()))?;
    let key = token.signing_key(&verifier).map_err(|error| fault(error.to_string()))?;
    let found = AccessTokenHash::from_token(access_token, algorithm, key).map_err(|error| fault(error.to_string()))?;
    if found == *expected { Ok(()) } else { Err(fault("its access token is another".to_owned())) }
}

fn object(claims: &Claims) -> Result<Map<String, Value>, OidcFault> {
    match serde_json::to_value(claims) {
        Ok(Value::Object(claims)) => Ok(claims),
        Ok(_) => Err(OidcFault::Token("its claims are not an object".to_owned())),
        Err(error) => Err(OidcFault::Token(error.to_string())),
    }
}
