-- Messages by the day they were sent, from day $1 on. On a bounced message no flag is set.

delete from derived.message where day >= $1;

insert into derived.message
select (e.sent_at::date - date '2000-01-01')::smallint as day, m.segment_id, e.member_key, e.campaign_id,
       e.outcome = 'DELIVERED' as delivered,
       e.outcome = 'DELIVERED' and e.opened_at is not null, e.outcome = 'DELIVERED' and e.clicked_at is not null,
       e.outcome = 'DELIVERED' and e.unsubscribed_at is not null, e.outcome = 'DELIVERED' and e.registered_at is not null
from feed.email_messages e join derived.member m using (member_key)
where e.sent_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
