-- What users looked at in Insights: the latest says it for all.
create table insight (
  key       text primary key check (length(key) between 1 and 200), -- the figure, the group and the period
  user_id   integer not null references user (id) on delete cascade,
  at        integer not null,
  dismissed integer not null check (dismissed in (0, 1)),
  note      text not null check (length(note) <= 400)
) strict, without rowid;
