-- A file of a mapping may fill one table several times. Files are kept in the order in which they were read.

create table load_file_2 (
  load_id integer not null references load (id) on delete cascade,
  number  integer not null,
  name    text not null,
  tables  text not null,                      -- the feed table it fills
  bytes   integer not null,
  sha256  text not null,                      -- in hexadecimal
  rows    integer not null,
  primary key (load_id, number)
) strict, without rowid;
insert into load_file_2
  select load_id, row_number() over (partition by load_id order by name, tables), name, tables, bytes, sha256, rows
  from load_file;
drop table load_file;
alter table load_file_2 rename to load_file;
