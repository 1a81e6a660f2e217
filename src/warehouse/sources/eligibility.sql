-- Newly eligible members by day and segment.
create macro memory.main.eligibility_window(start, stop) as table
  select day, segment_id, members from bond.derived.eligible_day where day between start and stop;
create macro memory.main.eligibility_moved_window(start, stop, at_day) as table
  select r.eligible_day as day, r.member_key, 1 as members,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.member r join bond.derived.membership m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id and m.from_day <= at_day and m.until_day >= at_day
  where r.eligible_day between start and stop;
create macro memory.main.eligibility_paired_window(start, stop, one_day, other_day) as table
  select r.eligible_day as day, r.member_key, 1 as members,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.member r join memory.main.members_between(one_day, other_day) m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id
  where r.eligible_day between start and stop;
