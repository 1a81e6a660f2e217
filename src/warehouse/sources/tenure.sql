-- Days between a login and the member's login before it, by the day of the later one. Summed from the first day on,
-- they are the days from first to last login.
create macro memory.main.tenure_window(start, stop) as table
  select day, segment_id, gap_days as gap from bond.derived.login_day where day between start and stop;
