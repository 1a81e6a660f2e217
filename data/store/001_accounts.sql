-- Users, sessions and the audit log. Times are seconds since 1970-01-01 UTC.

create table setting (
  name  text primary key,
  value blob not null
) strict;

create table role (
  id   integer primary key,
  name text not null unique
) strict;

-- What a role may do: a module of the product, and whether it may be changed or only read.
create table permission (
  role_id  integer not null references role (id),
  module   text not null check (module = upper(module)),
  editable integer not null check (editable in (0, 1)),
  primary key (role_id, module)
) strict, without rowid;

insert into role (id, name) values (1, 'ROLE_ADMIN'), (2, 'USERS');
insert into permission (role_id, module, editable) values (1, 'ADMIN', 1), (1, 'USERS', 1), (2, 'USERS', 0);

-- Ids are never reused, so that those in the audit log stay unambiguous.
create table user (
  id            integer primary key autoincrement,
  login         text not null,
  login_key     text not null unique,        -- the login in lower case
  first_name    text not null,
  password_hash text not null,               -- Argon2id, as a PHC string
  created_at    integer not null,
  disabled_at   integer,
  signed_in_at  integer                      -- the last sign-in
) strict;

create table user_role (
  user_id integer not null references user (id),
  role_id integer not null references role (id),
  primary key (user_id, role_id)
) strict, without rowid;

create table session (
  id           text primary key,             -- random; the sid of the token
  user_id      integer not null references user (id),
  browser      text,                         -- digest of the browser's cookie; its next sign-in ends this session
  created_at   integer not null,
  expires_at   integer not null,
  last_seen_at integer not null,             -- at most a minute behind
  ended_at     integer,
  end_reason   text                          -- signed out, signed in again, disabled, password changed
) strict, without rowid;
create index session_of_user on session (user_id) where ended_at is null;
create index session_of_browser on session (browser) where ended_at is null;
create index session_by_end on session (expires_at);

create table audit (
  id      integer primary key autoincrement,
  at      integer not null,
  event   text not null,                     -- sign_in, sign_in_failed, sign_out, user_added, ...
  actor   text,                              -- the login of the user; null for the command line and unknown users
  subject text,                              -- what it was done to
  address text,                              -- the client's IP address
  detail  text
) strict;
create trigger audit_is_not_changed before update on audit begin select raise(abort, 'the audit log is append only'); end;
create trigger audit_is_not_erased before delete on audit begin select raise(abort, 'the audit log is append only'); end;
