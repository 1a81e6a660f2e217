-- Sign-in by an OpenID Connect provider: who a user is there, and the sign-ins that are finished.

-- A user is known by the provider's issuer and its subject, which never change; logins and mail addresses do.
create table oidc_identity (
  issuer    text not null,
  subject   text not null,
  user_id   integer not null references user (id) on delete cascade,
  -- Whether OpenID Connect added the user, whose login and first name then follow the provider's.
  added     integer not null check (added in (0, 1)),
  linked_at integer not null,
  primary key (issuer, subject)
) strict, without rowid;
create unique index oidc_identity_of_user on oidc_identity (user_id, issuer);

-- A sign-in is finished once. A row can be deleted when its sign-in has expired.
create table oidc_used (
  nonce      text primary key,
  expires_at integer not null
) strict, without rowid;
create index oidc_used_by_end on oidc_used (expires_at);
