-- Signing in: sessions by digest, keys that rotate, failures that outlive a restart, API tokens, links to choose a
-- password, preferences.

-- Sessions of earlier releases have their ids in clear. They end: everybody signs in once more.
drop table session;
create table session (
  id           integer primary key autoincrement, -- what its user ends it by
  digest       blob not null unique check (length(digest) = 32), -- SHA-256 of the sid of its token
  user_id      integer not null references user (id),
  browser      text,                         -- digest of the browser's cookie; its next sign-in ends this session
  device       text not null default '',     -- such as Firefox on Linux; shown to its user
  created_at   integer not null,
  expires_at   integer not null,
  last_seen_at integer not null,             -- at most a minute behind
  ended_at     integer,
  end_reason   text                          -- signed out, signed in again, disabled, password changed
) strict;
create index session_of_user on session (user_id) where ended_at is null;
create index session_of_browser on session (browser) where ended_at is null;
create index session_by_end on session (expires_at);

-- The keys of tokens and of cookies against request forgery. They are made when they are first read.
delete from setting where name in ('token_key', 'csrf_key');
create table signing_key (
  id             text primary key,           -- random; the kid of a token
  token          blob not null check (length(token) = 32),
  csrf           blob not null check (length(csrf) = 32),
  created_at     integer not null,
  accepted_until integer                     -- null for the key that signs
) strict, without rowid;

-- Links are refused from then on; null for never.
alter table sso_key add column ends_at integer;

-- Failed attempts to sign in, by what they are counted by.
create table sign_in_failure (
  counter text primary key,
  times   text not null,                     -- separated by commas
  last_at integer not null
) strict, without rowid;
create index sign_in_failure_by_time on sign_in_failure (last_at);

-- Failures of a login up to this time no longer count.
create table unlocked_login (
  login text primary key,                    -- as in the counters
  at    integer not null
) strict, without rowid;

create table api_token (
  id           integer primary key autoincrement,
  user_id      integer not null references user (id),
  name         text not null,
  digest       blob not null unique check (length(digest) = 32), -- SHA-256 of the token
  modules      text,                         -- codes separated by commas; null for all of the user's
  created_at   integer not null,
  expires_at   integer not null,
  last_used_at integer                       -- at most a minute behind
) strict;
create index api_token_of_user on api_token (user_id);

-- A link with which a user chooses a password, once.
create table password_link (
  user_id    integer primary key references user (id),
  digest     blob not null unique check (length(digest) = 32), -- SHA-256 of its secret
  expires_at integer not null
) strict;

-- What a user has set for itself, as JSON.
create table preferences (
  user_id  integer primary key references user (id),
  document text not null
) strict;
