-- A row a login. `since` in the measures is the first day of the period a row is counted in (query.rs).
create macro memory.main.session_window(start, stop) as table
  select day, segment_id, member_key, qualifying, prev1, prev2, prev3, prev4, prev7, prev8, prev10, prev11, qprev1, qprev2, qprev3
  from bond.derived.session where day between start and stop;
