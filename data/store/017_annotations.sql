-- What users noted at days of charts.
create table annotation (
  id       integer primary key autoincrement,
  user_id  integer not null references user (id) on delete cascade,
  saved_at integer not null,
  starts   text not null,                     -- the first day, yyyy-mm-dd
  ends     text not null check (ends >= starts),
  text     text not null check (length(text) between 1 and 200),
  metric   text,                              -- the id of a figure; null for all charts
  shared   integer not null check (shared in (0, 1))
) strict;
create index annotation_of_user on annotation (user_id);
