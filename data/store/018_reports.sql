-- The connections that Bond opened to other programs, by what for and to whom.
create table opened_connection (
  purpose      text not null,
  peer         text not null,                 -- host and port
  first_at     integer not null,
  last_at      integer not null,
  tries        integer not null check (tries >= 0),
  failures     integer not null check (failures >= 0),
  last_failure text,
  primary key (purpose, peer)
) strict, without rowid;

-- Reports that are sent on a schedule.
create table report (
  id         integer primary key autoincrement,
  user_id    integer not null references user (id) on delete cascade,
  name       text not null check (length(name) between 1 and 100),
  saved_at   integer not null,
  screen     text not null,                   -- the path of the screen's call
  filters    text not null,                   -- JSON, as its call takes them
  view_id    integer references saved_view (id) on delete set null,
  of_view    integer not null check (of_view in (0, 1)), -- whether it has the filters of a saved view
  every      text not null check (every in ('day', 'week', 'month')),
  on_day     integer not null check (on_day between 0 and 31), -- 1 is Monday or the first of the month; 0 for every day
  channel    text not null check (channel in ('mail', 'folder')),
  recipients text not null,                   -- JSON: the addresses of mail
  folder     text not null,                   -- the subfolder; empty for mail
  format     text not null,
  done_day   text not null,                   -- the last day that it was due on and is over, yyyy-mm-dd
  tries      integer not null default 0,      -- of the day that it is due on
  again_at   integer not null default 0,      -- not before, after a failure
  last_at    integer,
  last_state text check (last_state in ('sent', 'failed', 'stopped')),
  last_text  text
) strict;
create index report_of_user on report (user_id);
