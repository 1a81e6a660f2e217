-- Days since a member's login before, by the day of the later one: from the first day on they add up to last login
-- less first login.
create macro memory.main.tenure_window(start, stop) as table
  select day, segment_id, gap_days as days from bond.derived.login_day where day between start and stop;
