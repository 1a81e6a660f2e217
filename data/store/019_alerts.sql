-- Reports may go to webhooks, too; a check cannot be changed, so the table is made anew.
create table new_report (
  id         integer primary key autoincrement,
  user_id    integer not null references user (id) on delete cascade,
  name       text not null check (length(name) between 1 and 100),
  saved_at   integer not null,
  screen     text not null,                   -- the path of the screen's call
  filters    text not null,                   -- JSON, as its call takes them
  view_id    integer references saved_view (id) on delete set null,
  of_view    integer not null check (of_view in (0, 1)), -- whether it has the filters of a saved view
  every      text not null check (every in ('day', 'week', 'month')),
  on_day     integer not null check (on_day between 0 and 31), -- 1 is Monday or the first of the month; 0 for every day
  channel    text not null check (channel in ('mail', 'folder', 'webhook')),
  recipients text not null,                   -- the addresses of mail, one per line
  folder     text not null,                   -- the subfolder; empty without one
  webhook    text not null default '',        -- the address; empty without one
  format     text not null,
  done_day   text not null,                   -- the last day that it was due on and is over, yyyy-mm-dd
  tries      integer not null default 0,      -- of the day that it is due on
  again_at   integer not null default 0,      -- not before, after a failure
  last_at    integer,
  last_state text check (last_state in ('sent', 'failed', 'stopped')),
  last_text  text
) strict;
insert into new_report (id, user_id, name, saved_at, screen, filters, view_id, of_view, every, on_day, channel, recipients,
                        folder, format, done_day, tries, again_at, last_at, last_state, last_text)
  select id, user_id, name, saved_at, screen, filters, view_id, of_view, every, on_day, channel, recipients, folder, format,
         done_day, tries, again_at, last_at, last_state, last_text
  from report;
drop table report;
alter table new_report rename to report;
create index report_of_user on report (user_id);

-- Rules over figures, with how they stand.
create table alert (
  id           integer primary key autoincrement,
  user_id      integer not null references user (id) on delete cascade,
  name         text not null check (length(name) between 1 and 100),
  saved_at     integer not null,
  revision     integer not null default 1,    -- of the rule: what was found by an older one is not written down
  metric       text not null,                 -- the id of a figure, or score; empty for late data
  filters      text not null,                 -- JSON
  rule         text not null check (rule in ('above', 'below', 'percent', 'points', 'weekday', 'chance', 'late')),
  direction    text not null check (direction in ('any', 'up', 'down')),
  amount       real,
  feed_table   text not null,                 -- of late data; empty for all that are expected
  channel      text not null check (channel in ('mail', 'folder', 'webhook')),
  recipients   text not null,
  folder       text not null,
  webhook      text not null,
  state        text check (state in ('holds', 'ceased', 'unknown')), -- at the last check; null before
  state_text   text not null default '',      -- what was found
  checked_at   integer,
  checked_data integer,                       -- the data version of the last check
  is_begun     integer not null default 0 check (is_begun in (0, 1)), -- whether it began to hold and has not ceased
  begun_at     integer,
  ended_at     integer,
  is_owed      integer not null default 0 check (is_owed in (0, 1)),  -- whether its message has still to be sent
  tries        integer not null default 0,
  again_at     integer not null default 0,
  last_at      integer,
  last_state   text check (last_state in ('sent', 'failed', 'stopped')),
  last_text    text
) strict;
create index alert_of_user on alert (user_id);
