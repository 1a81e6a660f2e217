-- First logins by day, segment and registration channel (source_id).
create macro memory.main.registration_window(start, stop) as table
  select day, segment_id, source_id, members from bond.derived.registration_day where day between start and stop;
