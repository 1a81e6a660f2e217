-- What the program wants to reach. Targets belong to the program, not to whoever set them.
create table target (
  id        integer primary key autoincrement,
  metric    text not null,                    -- the id of a figure of a card, or "score"
  grain     text not null check (grain in ('MONTH', 'YEAR')),
  starts    text not null,                    -- yyyy-mm; of a year of the program the calendar year that it begins in: yyyy
  repeats   integer not null check (repeats in (0, 1)), -- also for each month or year after it
  value     real not null check (value > 0),
  grouping  text,                             -- null for all members
  group_id  integer check ((group_id is null) = (grouping is null)),
  note      text not null check (length(note) <= 200),
  set_at    integer not null,
  set_by    text                              -- a login; null for the command line
) strict;
create unique index target_once on target (metric, grain, starts, repeats, ifnull(grouping, ''), ifnull(group_id, 0));
