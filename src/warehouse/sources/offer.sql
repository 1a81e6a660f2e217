-- One row per offer that is active on at least one day of the window. Offers have no segment (0).
create macro memory.main.offer_window(start, stop) as table
  select stop as day, 0 as segment_id, id as offer_id,
    active_from >= date '2000-01-01' + start::integer as is_new,
    coalesce(active_to <= date '2000-01-01' + stop::integer, false) as is_offboarded
  from bond.feed.offers
  where active_from <= date '2000-01-01' + stop::integer
    and (active_to is null or active_to >= date '2000-01-01' + start::integer);
