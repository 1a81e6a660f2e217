-- One row per article view.
create macro memory.main.article_window(start, stop) as table
  select day, segment_id, member_key, article_id from bond.derived.article_view where day between start and stop;
