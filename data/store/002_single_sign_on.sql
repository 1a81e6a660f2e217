-- Single sign-on: the keys that encrypt links, the roles that a link may request, and the used links.

create table sso_key (
  id         text primary key,               -- random; the aa of a link
  issuer     text not null,                  -- the iss of a link; an issuer may have several keys while it changes them
  key        blob not null check (length(key) = 32),
  created_at integer not null
) strict, without rowid;

-- The roles that a link with this key may request.
create table sso_key_role (
  key_id  text not null references sso_key (id) on delete cascade,
  role_id integer not null references role (id),
  primary key (key_id, role_id)
) strict, without rowid;

-- A link works once. A row can be deleted when its link has expired.
create table sso_used (
  key_id     text not null references sso_key (id) on delete cascade,
  nonce      blob not null check (length(nonce) = 12),
  expires_at integer not null,
  primary key (key_id, nonce)
) strict, without rowid;
create index sso_used_by_end on sso_used (expires_at);

-- A user of single sign-on belongs to an issuer, under the issuer's name for the user, and has an empty password_hash,
-- which no password matches.
alter table user add column sso_issuer text;
alter table user add column sso_subject text check ((sso_issuer is null) = (sso_subject is null));
create unique index user_of_issuer on user (sso_issuer, sso_subject) where sso_issuer is not null;
