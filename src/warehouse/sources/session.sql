-- A row a member with a login in the window: the latest of them. The days of the logins before it tell how many
-- more there are since the window's start. `since` in the measures is that start (query.rs).
create macro memory.main.session_window(start, stop) as table
  select day, segment_id, member_key, prev1, prev2, prev3, prev7, prev10, qualifying2, qualifying3
  from bond.derived.session
  -- 32767 is both the last day there can be and "no next login".
  where day between start and stop and next > least(stop, 32766::smallint);
