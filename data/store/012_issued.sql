-- Figures of the whole program as they were when their day was closed by its load (src/store/issued.rs). A day is issued
-- once: no line changes afterwards, and none is removed.
create table issued (
  metric       text not null,
  day          text not null,              -- the last day that the figure is of, yyyy-mm-dd
  issued_at    integer not null,
  data_version integer not null,
  value        text not null,              -- exactly: a fraction such as 1204/37, or points of the score
  definition   text not null,              -- the SHA-256 of its definition
  method       text,                       -- the name of the score's method; null for other figures
  receipt      text not null check (length(receipt) <= 32768), -- JSON, signed
  primary key (metric, day)
) strict;
create trigger issued_is_not_changed before update on issued
begin select raise(abort, 'an issued figure does not change'); end;
create trigger issued_is_not_removed before delete on issued
begin select raise(abort, 'an issued figure is not removed'); end;
