-- One row per answer to the satisfaction question.
create macro memory.main.csat_window(start, stop) as table
  select day, segment_id, member_key, score from bond.derived.csat where day between start and stop;
