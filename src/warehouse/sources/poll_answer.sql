-- One row per poll answer.
create macro memory.main.poll_answer_window(start, stop) as table
  select day, segment_id, member_key, poll_id, option_index
  from bond.derived.poll_answer where day between start and stop;
