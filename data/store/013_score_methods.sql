-- Methods of the score that administrators published, and the one that is drafted. The numbers are JSON
-- (src/figures/score/method.rs). What comes with Bond is not here.

create table score_method (
  id           integer primary key autoincrement,
  name         text not null check (length(name) between 1 and 64),
  numbers      text not null,
  reason       text not null,
  drafted_by   text not null,                     -- logins
  approved_by  text not null,
  published_at integer not null
) strict;
create unique index score_method_by_name on score_method (lower(name));

create trigger score_method_is_not_changed before update on score_method
begin select raise(abort, 'a published method of the score is never changed'); end;
create trigger score_method_is_not_removed before delete on score_method
begin select raise(abort, 'a published method of the score is never removed'); end;

-- One line at most. Its number grows with each save, so that nobody approves what has changed since.
create table score_draft (
  id          integer primary key autoincrement,
  numbers     text not null,
  saved_by    text not null,
  saved_at    integer not null,
  -- Set while it waits for another administrator.
  name        text check (length(name) between 1 and 64),
  reason      text,
  proposed_by text,
  proposer    integer references user (id) on delete set null,
  proposed_at integer
) strict;
