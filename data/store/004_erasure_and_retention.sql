-- The members that were erased, and what retention may delete. Kinds, origins and states of loads are checked where they
-- are declared (src/store/loads.rs); here every new one would mean making the tables again, as now.

create table load_2 (
  id           integer primary key autoincrement,
  kind         text not null,
  origin       text not null,
  actor        text,                          -- the login of the user; null for the command line, the inbox and the schedule
  folder       text,                          -- below spool/incoming, with the files; null if they were read in place
  options      text not null,                 -- JSON
  state        text not null,
  queued_at    integer not null,
  started_at   integer,
  ended_at     integer,
  data_version integer,                       -- of a published load
  rows         integer,
  message      text,                          -- why it was refused or failed
  report       text,                          -- JSON: replaced days, reference tables, warnings, headline figures
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
  primary key (load_id, name)
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

drop table load_fault;
drop table load_file;
drop table load;
alter table load_2 rename to load;
alter table load_file_2 rename to load_file;
alter table load_fault_2 rename to load_fault;
create index load_unfinished on load (state) where ended_at is null;

-- Erased members, by a keyed hash of their id: a feed that still has them does not bring them back.
create table erased_member (
  digest      blob primary key check (length(digest) = 32),
  load_id     integer not null,               -- the erasure, in the ledger
  keep_counts integer not null check (keep_counts in (0, 1))
) strict, without rowid;

-- Audit lines before the latest of these times may be deleted.
create table audit_kept_from (at integer primary key) strict;
drop trigger audit_is_not_erased;
create trigger audit_is_not_erased before delete on audit
when old.at >= (select coalesce(max(at), -9223372036854775808) from audit_kept_from)
begin select raise(abort, 'the audit log is append only'); end;
