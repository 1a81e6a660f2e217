-- What users looked at in Insights: for everybody, or for themselves alone. All that was said before is for everybody.
create table insight_note (
  id        integer primary key,
  key       text not null check (length(key) between 1 and 200), -- the figure, the group and the period
  shared    integer not null check (shared in (0, 1)),           -- whether everybody sees it
  user_id   integer not null references user (id) on delete cascade,
  at        integer not null,
  dismissed integer not null check (dismissed in (0, 1)),
  note      text not null check (length(note) <= 400)
) strict;
insert into insight_note (key, shared, user_id, at, dismissed, note)
select key, 1, user_id, at, dismissed, note from insight order by at, key;
drop table insight;
create unique index insight_note_of_all on insight_note (key) where shared = 1;
create unique index insight_note_of_user on insight_note (user_id, key) where shared = 0;
