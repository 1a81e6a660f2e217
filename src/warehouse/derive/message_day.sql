-- Messages by day, segment and campaign from day $1 on.

delete from derived.message_day where day >= $1;

insert into derived.message_day
select day, segment_id, campaign_id, count(*), count_if(delivered), count_if(opened), count_if(clicked),
  count_if(unsubscribed), count_if(registered)
from derived.message where day >= $1
group by day, segment_id, campaign_id
order by day, segment_id, campaign_id;
