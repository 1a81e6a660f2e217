-- When Bond asked other systems for data, and the files that it took from them.
create table pull_run (
  id       integer primary key,
  pull     text not null,     -- its name in the settings file
  actor    text,              -- the login of who asked; null for the schedule and the command line
  since    text,              -- the days that were asked for, yyyy-mm-dd
  until    text,
  began_at integer not null,  -- seconds since 1970-01-01 UTC
  ended_at integer,
  load_id  integer,           -- null if nothing was queued
  files    integer,
  bytes    integer,
  fault    text
) strict;

create index pull_run_of on pull_run (pull, id);

create table pulled_file (
  pull    text not null,
  name    text not null,
  version text not null,      -- what differs when the file has changed, such as its size and time
  load_id integer not null,
  primary key (pull, name)
) strict;
