-- Members, from the temporary tables of membership.sql.

-- An undo removes members that the load added. Their facts were of the load too.
delete from derived.member where member_key not in (select member_key from member_now);

update derived.member as m set segment_id = n.segment_id, source_id = n.source_id,
  eligible_day = case when m.first_day = 0 then n.eligible else least(n.eligible, m.first_day) end
from member_now n semi join member_changed using (member_key)
where n.member_key = m.member_key;

insert into derived.member
select n.member_key, n.segment_id, n.source_id, 0, n.eligible
from member_now n anti join derived.member using (member_key)
order by n.member_key;
