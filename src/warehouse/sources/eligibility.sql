-- Newly eligible members by day and segment.
create macro memory.main.eligibility_window(start, stop) as table
  select day, segment_id, members from bond.derived.eligible_day where day between start and stop;
