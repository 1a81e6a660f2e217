-- The backups that were copied elsewhere, and how copying went.
create table backup_copy (
  place     text not null,     -- its name in the settings file
  name      text not null,     -- of the file
  bytes     integer not null,
  sent_at   integer not null,  -- seconds since 1970-01-01 UTC
  tested_at integer,           -- when it was last fetched and tried; null if it never was
  found     text,              -- what the test found
  primary key (place, name)
) strict;

-- The last attempt of each place.
create table backup_place (
  place    text primary key,
  at       integer not null,
  failures integer not null,   -- one after the other, up to the last attempt
  fault    text                -- null if it went well
) strict;
