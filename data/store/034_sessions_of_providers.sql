-- Who a session began as at an OpenID Connect provider, so that the provider can end it; null for other sessions.
alter table session add column oidc_issuer text;
alter table session add column oidc_subject text;
alter table session add column oidc_sid text;                -- the provider's id of its own session
create index session_of_identity on session (oidc_issuer, oidc_subject) where ended_at is null and oidc_issuer is not null;
