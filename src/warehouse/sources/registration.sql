-- First logins by day, segment and registration channel (source_id).
create macro memory.main.registration_window(start, stop) as table
  select day, segment_id, source_id, members from bond.derived.registration_day where day between start and stop;
create macro memory.main.registration_moved_window(start, stop, at_day) as table
  select r.first_day as day, r.member_key, r.source_id, 1 as members,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.member r join bond.derived.membership m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id and m.from_day <= at_day and m.until_day >= at_day
  where r.first_day between start and stop;
create macro memory.main.registration_paired_window(start, stop, one_day, other_day) as table
  select r.first_day as day, r.member_key, r.source_id, 1 as members,
    unnest([m.segment_id, r.segment_id]) as segment_id, r.segment_id as segment_now, unnest([1, -1]) as sign
  from bond.derived.member r join memory.main.members_between(one_day, other_day) m
    on m.member_key = r.member_key and m.segment_id <> r.segment_id
  where r.first_day between start and stop;
