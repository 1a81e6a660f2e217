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
    IdTokenClaims, IdTokenFields, Nonce, OAuth2TokenResponse, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    SignatureVerificationError, StandardErrorResponse, StandardTokenResponse, SubjectIdentifier, TokenResponse,
    UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fault::OidcFault;
use super::http::Http;
use super::pending::{LONGEST, Pending};
use super::provider::{Document, Provider, off_thread, reason};

/// Seconds by which the provider's clock may differ from this one.
const SKEW: i64 = 60;

/// The signatures that are accepted: those that only the provider can make. An unsigned token, or one signed with a
/// text that others know, is refused.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
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

    let is_unknown_key = |fault: &ClaimsVerificationError| {
        matches!(fault, ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey))
    };
    let mut checked = check(token, &client(&document, registration), pending, now);
    if checked.as_ref().is_err_and(is_unknown_key) {
        let newest = provider.with_present_keys(&document, now).await;
        if !Arc::ptr_eq(&newest, &document) {
            checked = check(token, &client(&newest, registration), pending, now);
        }
    }
    let claims = checked.map_err(|fault| OidcFault::Token(reason(&fault)))?;
    let access_token = answer.access_token().clone();
    check_hash(token, &claims, &access_token, &client(&document, registration))?;
    let all = object(&claims)?;
    let begins = all.get("nbf").and_then(Value::as_i64);
    if begins.is_some_and(|begins| begins > now + SKEW) {
        return Err(OidcFault::Token("it is not valid yet".to_owned()));
    }
    Ok(Checked { subject: claims.subject().to_string(), claims: all, access_token })
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
