-- Alerts may be shown in the page alone; a check cannot be changed, so the table is made anew. The days that the last check
-- looked at are kept for the explanation; all alerts are checked again for them, which owes no message anew.
create table new_alert (
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
  channel      text not null check (channel in ('page', 'mail', 'folder', 'webhook')), -- page: sent nowhere
  recipients   text not null,
  folder       text not null,
  webhook      text not null,
  state        text check (state in ('holds', 'ceased', 'unknown')), -- at the last check; null before
  state_text   text not null default '',      -- what was found
  state_start  text,                          -- the days of the explanation, yyyy-mm-dd; null for late data
  state_end    text,
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
insert into new_alert (id, user_id, name, saved_at, revision, metric, filters, rule, direction, amount, feed_table, channel,
                       recipients, folder, webhook, state, state_text, checked_at, is_begun, begun_at, ended_at, is_owed,
                       tries, again_at, last_at, last_state, last_text)
  select id, user_id, name, saved_at, revision, metric, filters, rule, direction, amount, feed_table, channel,
         recipients, folder, webhook, state, state_text, checked_at, is_begun, begun_at, ended_at, is_owed,
         tries, again_at, last_at, last_state, last_text
  from alert;
drop table alert;
alter table new_alert rename to alert;
create index alert_of_user on alert (user_id);
