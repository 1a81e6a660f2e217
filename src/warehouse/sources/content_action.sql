-- One row per share or print.
create macro memory.main.content_action_window(start, stop) as table
  select day, segment_id, member_key, is_share, type, page from bond.derived.content_action where day between start and stop;
