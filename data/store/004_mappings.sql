-- Mappings that are kept by name. What a load used is in its own line: a later change of the mapping changes no load.

create table mapping (
  name     text primary key check (length(name) between 1 and 64),
  text     text not null,                     -- TOML
  saved_at integer not null,
  saved_by text                               -- the login of the user; null for the command line
) strict, without rowid;

-- A load may make a demo, and a file of a mapping may fill several tables. SQLite cannot change a constraint, so the
-- ledger is written anew.

create table load_2 (
  id           integer primary key autoincrement,
  kind         text not null check (kind in ('import', 'check', 'undo', 'demo')),
  origin       text not null check (origin in ('command line', 'page', 'inbox')),
  actor        text,                          -- the login of the user; null for the command line and the inbox
  folder       text,                          -- below spool/incoming, with the files; null if they were read in place
  options      text not null,                 -- JSON
  state        text not null check (state in
                 ('queued', 'checking', 'loading', 'deriving', 'published', 'checked', 'refused', 'failed', 'cancelled')),
  queued_at    integer not null,
  started_at   integer,
  ended_at     integer,
  data_version integer,                       -- of a published load
  rows         integer,
  message      text,                          -- why it was refused or failed
  report       text,                          -- JSON: replaced days, reference tables, mappings, warnings, headline figures
  fault_count  integer not null default 0
) strict;
insert into load_2 select * from load;

create table load_file_2 (
  load_id integer not null references load_2 (id) on delete cascade,
  name    text not null,
  tables  text not null,                      -- the feed table it fills
  bytes   integer not null,
  sha256  text not null,                      -- in hexadecimal
  rows    integer not null,
  primary key (load_id, name, tables)
) strict, without rowid;
insert into load_file_2 select * from load_file;

create table load_fault_2 (
  load_id integer not null references load_2 (id) on delete cascade,
  number  integer not null,
  file    text not null,
  line    integer,
  field   text,
  what    text not null,
  primary key (load_id, number)
) strict, without rowid;
insert into load_fault_2 select * from load_fault;

drop table load_file;
drop table load_fault;
drop table load;
alter table load_2 rename to load;
alter table load_file_2 rename to load_file;
alter table load_fault_2 rename to load_fault;
create index load_unfinished on load (state) where ended_at is null;
