-- One row per poll that is open on at least one day of the window. Polls have no segment (0).
create macro memory.main.poll_window(start, stop) as table
  select stop as day, 0 as segment_id, id as poll_id from bond.feed.polls
  where opened_on <= date '2000-01-01' + stop::integer
    and (closed_on is null or closed_on >= date '2000-01-01' + start::integer);
