-- Mappings that are kept by name. What a load used is in its own line: a later change of the mapping changes no load.

create table mapping (
  name     text primary key check (length(name) between 1 and 64),
  text     text not null,                     -- TOML
  saved_at integer not null,
  saved_by text                               -- the login of the user; null for the command line
) strict, without rowid;

-- A file of a mapping may fill several tables.
create table load_file_2 (
  load_id integer not null references load (id) on delete cascade,
  name    text not null,
  tables  text not null,                      -- the feed table it fills
  bytes   integer not null,
  sha256  text not null,                      -- in hexadecimal
  rows    integer not null,
  primary key (load_id, name, tables)
) strict, without rowid;
insert into load_file_2 select * from load_file;
drop table load_file;
alter table load_file_2 rename to load_file;
