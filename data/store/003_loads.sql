-- The ledger of loads: who asked for what, and how it ended. The batches of the warehouse say what is loaded; at start
-- the two are compared.

create table load (
  id           integer primary key autoincrement,
  kind         text not null check (kind in ('import', 'check', 'undo')),
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
  report       text,                          -- JSON: replaced days, reference tables, warnings, headline figures
  fault_count  integer not null default 0
) strict;
create index load_unfinished on load (state) where ended_at is null;

create table load_file (
  load_id integer not null references load (id) on delete cascade,
  name    text not null,
  tables  text not null,                      -- the feed table it fills
  bytes   integer not null,
  sha256  text not null,                      -- in hexadecimal
  rows    integer not null,
  primary key (load_id, name)
) strict, without rowid;

-- The first 1,000 faults of a refused load.
create table load_fault (
  load_id integer not null references load (id) on delete cascade,
  number  integer not null,
  file    text not null,
  line    integer,
  field   text,
  what    text not null,
  primary key (load_id, number)
) strict, without rowid;
