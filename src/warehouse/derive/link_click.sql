-- Clicks on links in messages, by the day of the click, from day $1 on.

delete from derived.link_click where day >= $1;

insert into derived.link_click
select (c.clicked_at::date - date '2000-01-01')::smallint as day, m.segment_id, c.member_key, c.campaign_id, c.link
from feed.email_link_clicks c join derived.member m using (member_key)
where c.clicked_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
