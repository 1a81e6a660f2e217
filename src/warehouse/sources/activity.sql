-- One row per loaded month of FA activity that overlaps the window. Months have no segment (0).
create macro memory.main.activity_window(start, stop) as table
  select stop as day, 0 as segment_id, level from bond.feed.fa_activity
  where month <= date '2000-01-01' + stop::integer
    and last_day(month) >= date '2000-01-01' + start::integer;
