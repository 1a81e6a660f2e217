//! Why a sign-in by the provider failed.

use crate::store::oidc::OidcRejection;

/// Why nobody was signed in. The text is for the log and the audit log.
#[derive(Debug, thiserror::Error)]
pub enum OidcFault {
    /// No provider is configured.
    #[error("no OpenID Connect provider is configured")]
    NotConfigured,
    /// The provider does not answer, or answers with something else.
    #[error("the provider cannot be used: {0}")]
    Unavailable(String),
    /// Too many sign-ins at once.
    #[error("too many sign-ins at once")]
    Busy,
    /// This browser did not begin this sign-in here, or too long ago.
    #[error("this browser has no sign-in with this state under way")]
    NotUnderWay,
    /// The provider said no.
    #[error("the provider refused: {0}")]
    Denied(String),
    /// What came back is not of the provider that was asked.
    #[error("its answer is not accepted: {0}")]
    Mixed(&'static str),
    /// The provider did not accept the code.
    #[error("the provider did not accept the code: {0}")]
    Code(String),
    /// The ID token is not accepted.
    #[error("its ID token is not accepted: {0}")]
    Token(String),
    /// The logout token is not accepted.
    #[error("its logout token is not accepted: {0}")]
    LogoutToken(String),
    /// None of the user's groups has a role.
    #[error("none of the groups of {subject} has a role here")]
    NoRole {
        /// The provider's id of the user.
        subject: String,
        login: String,
    },
    /// The store rejected the user.
    #[error("{rejection}")]
    Rejected { rejection: OidcRejection, login: String },
    /// The store failed, or a thread was lost.
    #[error("{0}")]
    Failed(String),
}
