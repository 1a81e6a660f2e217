-- The backups that Bond made and read back, or verified: others do not count. Their order is that of their ids, whatever
-- the clock showed.
create table backup (
  id       integer primary key autoincrement,
  name     text not null,
  bytes    integer not null,
  sha256   blob not null check (length(sha256) = 32), -- of the whole file
  made_at  integer not null,                          -- as its name says
  noted_at integer not null,
  unique (name, sha256)
) strict;

-- What is older than it is kept and is not deleted until somebody says so.
create table retention_held (
  what       text primary key,                -- facts, audit, load-files or undo
  since      integer not null,
  why        text not null,
  before     integer not null,                -- what is older goes; seconds since 1970-01-01 UTC
  allowed_to integer                          -- what somebody allowed to go; null until then
) strict, without rowid;
