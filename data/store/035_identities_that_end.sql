-- Whether a user may still sign in: Bond checks that with the provider every few minutes, by what it gave at the sign-in.
alter table oidc_identity add column vouched_at integer not null default 0; -- the last sign-in, or the last time it was asked
alter table oidc_identity add column gone_at integer;        -- it no longer vouches for the user; a sign-in clears it
alter table oidc_identity add column refresh blob;           -- its refresh token, sealed with a key that is not in this file
alter table oidc_identity add column asked_at integer;       -- the last time that it was asked
alter table oidc_identity add column fault text;             -- why it could not be asked then; null if it could
update oidc_identity
set vouched_at = max(linked_at, coalesce((select signed_in_at from user where user.id = oidc_identity.user_id), 0));
