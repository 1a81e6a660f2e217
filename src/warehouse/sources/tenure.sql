-- Days between a login and the member's login before it, by the day of the later one. Summed from the first day on,
-- they are the days from first to last login.
create macro memory.main.tenure_window(start, stop) as table
  select day, segment_id, gap_days as days from bond.derived.login_day where day between start and stop;
create macro memory.main.tenure_moved_window(start, stop, at_day) as table
  select r.day, r.member_key, r.gap as days,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.session r join bond.derived.membership m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id and m.from_day <= at_day and m.until_day >= at_day
  where r.day between start and stop;
create macro memory.main.tenure_paired_window(start, stop, one_day, other_day) as table
  select r.day, r.member_key, r.gap as days,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.session r join memory.main.members_between(one_day, other_day) m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id
  where r.day between start and stop;
