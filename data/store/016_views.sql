-- Views that users saved: a screen with its filters and the choices in its blocks.
create table saved_view (
  id       integer primary key autoincrement,
  user_id  integer not null references user (id) on delete cascade,
  name     text not null check (length(name) between 1 and 100),
  saved_at integer not null,
  screen   text not null,                     -- the route of the page
  filters  text not null,                     -- JSON, as the page has them in its address
  blocks   text not null,                     -- as the page has them in its address
  shared   integer not null check (shared in (0, 1))
) strict;
create index saved_view_of_user on saved_view (user_id);

-- The view that opens after signing in.
create table first_view (
  user_id integer primary key references user (id) on delete cascade,
  view_id integer not null references saved_view (id) on delete cascade
) strict;
create index first_view_of_view on first_view (view_id);
