-- Links that show a screen to whoever has them, without an account.
create table shared_link (
  id             integer primary key autoincrement,
  user_id        integer not null references user (id) on delete cascade,
  name           text not null check (length(name) between 1 and 100),
  digest         blob not null unique check (length(digest) = 32), -- SHA-256 of the secret, which is kept nowhere
  made_at        integer not null,
  expires_at     integer not null,
  password_hash  text,                          -- Argon2id; null where none is asked for
  route          text not null,                 -- the route of the page
  screen         text not null,                 -- the path of the screen's call
  filters        text not null,                 -- JSON, as the calls take them
  blocks         text not null,                 -- the choices in the blocks, as the page has them in its address
  calls          text not null,                 -- JSON: the calls that the screen makes, which are all that the link answers
  openings       integer not null default 0,
  last_opened_at integer
) strict;
create index shared_link_of_user on shared_link (user_id);
