-- The program's logo, drawn anew from what was sent.
create table logo (
  id     integer primary key check (id = 1),
  image  blob not null,  -- PNG
  width  integer not null check (width > 0),
  height integer not null check (height > 0),
  digest text not null   -- the first half of the SHA-256 of the image
) strict;
