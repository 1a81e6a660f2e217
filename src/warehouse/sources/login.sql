-- Logins by day and segment.
create macro memory.main.login_window(start, stop) as table
  select day, segment_id, logins from bond.derived.login_day where day between start and stop;
