-- One row per member with a login in the window: the latest of these logins, with the days of the logins before it.
-- Measures compare them with the first day of the window, `since` (query.rs).
create macro memory.main.session_window(start, stop) as table
  select day, segment_id, member_key, prev1, prev2, prev3, prev7, prev10, qualifying2, qualifying3
  from bond.derived.session
  -- 32767 is both the last possible day and "no next login".
  where day between start and stop and next > least(stop, 32766::smallint);
