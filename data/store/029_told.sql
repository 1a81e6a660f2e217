-- What administrators are told: the checks of bond doctor that found something, for as long as they do.
create table told (
  condition text primary key,      -- the name of the check
  since     integer not null
) strict;

-- Messages that have still to be sent.
create table told_message (
  condition text not null,
  way       text not null,         -- webhook, or mail and a language
  is_over   integer not null check (is_over in (0, 1)),
  since     integer not null,      -- of the condition
  tries     integer not null default 0,
  again_at  integer not null default 0,
  primary key (condition, way)
) strict;

-- Who does not want to see one any more in the page.
create table told_dismissed (
  condition text not null references told (condition) on delete cascade,
  user_id   integer not null references user (id) on delete cascade,
  primary key (condition, user_id)
) strict;
