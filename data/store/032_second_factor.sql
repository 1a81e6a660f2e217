-- The second factor of accounts with a password: time-based codes, and recovery codes in their place.
create table second_factor (
  user_id   integer primary key references user (id) on delete cascade,
  secret    blob not null,     -- sealed with the install's key second_factor_key
  since     integer not null,  -- seconds since 1970-01-01 UTC
  last_step integer not null   -- the step of time of the last code that was taken; neither it nor an earlier one is again
) strict;

create table recovery_code (
  user_id integer not null references user (id) on delete cascade,
  digest  blob not null check (length(digest) = 32), -- SHA-256
  primary key (user_id, digest)
) strict, without rowid;
