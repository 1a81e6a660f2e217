-- Plans that users saved: a score to reach by a day.
create table plan (
  id       integer primary key autoincrement,
  user_id  integer not null references user (id) on delete cascade,
  name     text not null check (length(name) between 1 and 100),
  saved_at integer not null,
  starts   text not null,                     -- the day whose score it begins with, yyyy-mm-dd
  ends     text not null,                     -- the day by which the target is to be reached
  target   integer not null check (target between 0 and 1000), -- tenths of a point
  parts    text not null,                     -- JSON: values of parts
  members  text not null,                     -- JSON: the groups that the score is of
  shared   integer not null check (shared in (0, 1))
) strict;
create index plan_of_user on plan (user_id);
