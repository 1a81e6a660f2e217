-- One slice of the demo: the whole months demo_month_from to demo_month_to, of which the days demo_from to demo_to are
-- written. Logins are always drawn for whole months, so that nothing that depends on a member's first login of a month
-- changes when the demo is extended in the middle of it.

-- ---------------------------------------------------------------- logins
create or replace temp table demo_login as
with block as (
  select m.member_key, m.h, m.tier_id, m.taste, m.join_day, m.leave_day, m.appetite, t.month_no, m.leave_day < o.first_day as lapsed,
         list_contains(m.audience_ids, getvariable('demo_app_audience')) as in_app,
         demo_draw(m.h, 60, t.month_no) as b,
         -- More in the first weeks, and a few after a member has left.
         m.rate * t.weight / 30000.0 * case when m.leave_day < o.first_day then 0.035
                                            when m.join_day >= o.first_day then 1.35 else 1.0 end
           * if(m.lob_id = getvariable('demo_renewals_lob') and o.first_day between getvariable('demo_renewals_from') and getvariable('demo_renewals_to'),
                1 + getvariable('demo_renewals_percent') / 100.0, 1) as expected
  from demo_member m
  join demo_tier_month t using (tier_id)
  join demo_months o using (month_no)
  where t.month_no between getvariable('demo_month_from') and getvariable('demo_month_to') and m.join_day < o.last_day
), drawn as (
  select member_key, h, tier_id, taste, join_day, leave_day, appetite, month_no, lapsed, in_app, demo_draw(b, 1, i) as r
  from (select *, unnest(range(floor(expected * (0.35 + 0.65 * demo_wait(b)) + demo_unit(demo_draw(b, 2, 0)))::integer))::integer as i from block)
)
select l.member_key, l.h, l.tier_id, l.taste, l.appetite, l.month_no, c.day, demo_draw(l.r, 3, 0) as r,
       getvariable('demo_hours')[1 + ((l.r >> 12) & 255)::integer] * 3600 + ((l.r >> 20) % 3600)::integer as second
from drawn l
join demo_day_choice c on c.tier_id = l.tier_id and c.month_no = l.month_no and c.draw = (l.r & 4095)::integer
where c.day > l.join_day and (l.lapsed or c.day <= l.leave_day)
  and not (c.day between getvariable('demo_app_from') and getvariable('demo_app_to') and l.in_app
           and demo_pick(demo_draw(l.r, 19, 0), 1000) < getvariable('demo_app_per_mille'))
union all
select m.member_key, m.h, m.tier_id, m.taste, m.appetite, o.month_no, m.join_day, demo_draw(m.h, 61, 0), m.join_second
from demo_member m join demo_months o on m.join_day between o.first_day and o.last_day
where month_no between getvariable('demo_month_from') and getvariable('demo_month_to');

insert into feed.logins (row_no, member_key, logged_in_at)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.logins), member_key, demo_time(day, second)
from (select member_key, day, second from demo_login where day between getvariable('demo_from') and getvariable('demo_to')
      order by day, second, member_key);

-- ---------------------------------------------------------------- offer views and redeem clicks
create or replace temp table demo_view as
with viewed as (
  select member_key, h, taste, day, second, r, i::integer as i
  from (select *, unnest(range(if(demo_unit(demo_draw(r, 1, 0)) < appetite, [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 5][demo_pick(demo_draw(r, 2, 0), 12) + 1], 0))) as i
        from demo_login where day between getvariable('demo_from') and getvariable('demo_to'))
), chosen as (
  -- Members return to a few favourites.
  select v.*, c.half_no, demo_draw(r, 3, i) as v,
         (if(demo_pick(demo_draw(r, 4, i), 100) < 35, demo_draw(v.h, 62, demo_pick(demo_draw(r, 5, i), 4)), demo_draw(r, 6, i)) >> 20 & 4095)::integer as draw
  from viewed v join demo_calendar c using (day)
)
select v.member_key, v.day, v.second + 30 + v.i * 95 + demo_pick(v.v, 60) as second, o.offer_id,
       demo_pick(demo_draw(v.v, 1, 0), 1000) < o.click_per_mille as clicked,
       demo_pick(demo_draw(v.v, 2, 0), 40) as click_wait, v.v
from chosen v join demo_offer_choice o on o.half_no = v.half_no and o.taste = v.taste and o.draw = v.draw;

insert into feed.offer_interactions (row_no, member_key, offer_id, occurred_at, kind)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.offer_interactions), member_key, offer_id, demo_time(day, second), kind
from (select member_key, offer_id, day, second, 'VIEW' as kind from demo_view
      union all select member_key, offer_id, day, second + 12 + click_wait, 'REDEEM_CLICK' from demo_view where clicked
      order by day, second, member_key, kind desc, offer_id);

-- A purchase follows a click within five days. It is drawn from the click, so that clicks of the days before this slice
-- result in purchases too.
insert into feed.partner_transactions (row_no, member_key, offer_id, transacted_on, redemptions, sales, savings)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.partner_transactions), member_key, offer_id, demo_date(day), redemptions,
       (cents * (100 - saving_percent) // 100 / 100.0)::decimal(18,2) * sign, (cents * saving_percent // 100 / 100.0)::decimal(18,2) * sign
from (select *, if(demo_pick(demo_draw(b, 4, 0), 1000) < 12, -1, 1) as sign,
             case when demo_pick(demo_draw(b, 4, 0), 1000) < 12 then 0 when demo_pick(demo_draw(b, 5, 0), 100) < 12 then 2 else 1 end as redemptions,
             (price * (60 + demo_pick(demo_draw(b, 6, 0), 90)) + demo_pick(demo_draw(b, 7, 0), 100))::bigint as cents
      from (select i.member_key, i.offer_id, o.price, o.saving_percent, i.b,
                   (i.occurred_at::date - date '2000-01-01')::integer
                     + if(demo_pick(demo_draw(i.b, 2, 0), 100) < 60, 0, 1 + demo_pick(demo_draw(i.b, 3, 0), 4)) as day
            from (select *, hash(xor(hash(member_key, offer_id, occurred_at), demo_root())) as b from feed.offer_interactions
                  where kind = 'REDEEM_CLICK' and occurred_at >= demo_date(getvariable('demo_from') - 4)) i
            join demo_offer o on o.id = i.offer_id
            where demo_unit(demo_draw(i.b, 1, 0)) < 0.25 + 0.3 * o.ease)
      where day between getvariable('demo_from') and getvariable('demo_to')
      order by day, member_key, offer_id, b);

-- ---------------------------------------------------------------- e-mail
create or replace temp table demo_message as
with sent as (
  select c.id as campaign_id, c.day, m.member_key, m.join_second, c.send_second, c.unsubscribe_per_mille,
         demo_draw(m.h, 63, c.id) as r, coalesce(m.join_day < c.day, false) as registered,
         coalesce(m.join_day = c.day, false) as registers,
         m.bad_address or demo_pick(demo_draw(demo_draw(m.h, 63, c.id), 1, 0), 1000) < c.bounce_per_mille as bounces
  from demo_campaign c, demo_member m
  where c.day between getvariable('demo_from') and getvariable('demo_to')
    and m.eligible_day <= c.day
    and (demo_pick(demo_draw(m.h, 63, c.id), 1000) < case when m.join_day < c.day
              then c.registered_share + if(m.leave_day < c.day, c.lapsed_share, 0)
              when m.join_day = c.day then 0 else c.invited_share end
         or (m.join_day = c.day and m.source = 'Email' and c.type_id = 2))
), opening as (
  select *, registers or (not bounces and demo_unit(demo_draw(r, 2, 0)) < if(registered, 0.36, 0.21)) as opens,
         send_second + demo_pick(demo_draw(r, 3, 0), 2400) as sent_second
  from sent
), timed as (
  select *, if(registers, join_second - 240,
                     -- On the same day.
                     sent_second + 60 + floor(demo_wait(demo_draw(r, 4, 0)) * least(6500, (85800 - sent_second) / 8))::integer) as open_second,
         opens and (registers or demo_unit(demo_draw(r, 5, 0)) < if(registered, 0.19, 0.09)) as clicks,
         opens and not registers and demo_unit(demo_draw(r, 6, 0)) * if(registered, 0.36, 0.21) * 1000 < unsubscribe_per_mille as unsubscribes
  from opening
)
select campaign_id, member_key, day, sent_second, bounces and not registers as bounced, r,
       if(opens, open_second, null) as open_second,
       if(clicks, open_second + 15 + demo_pick(demo_draw(r, 7, 0), 110), null) as click_second,
       if(unsubscribes, open_second + 25 + demo_pick(demo_draw(r, 8, 0), 160), null) as unsubscribe_second,
       if(registers, join_second, null) as register_second
from timed;

insert into demo_unsubscribed
select member_key, min(day) from demo_message
where unsubscribe_second is not null and member_key not in (select member_key from demo_unsubscribed) group by member_key;

delete from demo_message using demo_unsubscribed u where demo_message.member_key = u.member_key and demo_message.day > u.day;

insert into feed.email_messages (row_no, campaign_id, member_key, sent_at, outcome, opened_at, clicked_at, unsubscribed_at, registered_at)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.email_messages), campaign_id, member_key, demo_time(day, sent_second),
       if(bounced, 'BOUNCED', 'DELIVERED'), demo_time(day, open_second), demo_time(day, click_second),
       demo_time(day, unsubscribe_second), demo_time(day, register_second)
from (select * from demo_message order by day, sent_second, campaign_id, member_key);

insert into feed.email_link_clicks (row_no, campaign_id, member_key, link, clicked_at)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.email_link_clicks), campaign_id, member_key, link, demo_time(day, second)
from (select m.campaign_id, m.member_key, m.day, m.click_second + m.i * 47 as second, c.link
      from (select *, unnest(range(if(demo_pick(demo_draw(r, 9, 0), 100) < 30, 2, 1)))::integer as i from demo_message where click_second is not null) m
      join demo_link_choice c on c.draw = (demo_draw(m.r, 10, m.i) & 255)::integer
      order by day, second, campaign_id, member_key);

-- ---------------------------------------------------------------- visits to the website
-- Each source has a course and a chance of its own. From e-mails come those who clicked, some of them again on the next day.
insert into feed.web_sessions (row_no, date, source, device_category, browser, operating_system, screen_resolution, visitor_type, sessions, pageviews, duration_seconds)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.web_sessions), demo_date(day), source, device, browser,
       operating_system, screen_resolution, visitor_type, sessions,
       sessions + floor(sessions * (1.1 + 2.1 * demo_unit(demo_draw(h, 1, 0))))::bigint,
       floor(sessions * if(device = 'mobile', 95, 150) * (0.7 + 0.9 * demo_unit(demo_draw(h, 2, 0))))::bigint
from (
  with clicked as (
    select (clicked_at::date - date '2000-01-01')::integer as day, count(*) as visits from feed.email_messages
    where clicked_at is not null and sent_at >= demo_date(getvariable('demo_from') - 1) and sent_at < demo_date(getvariable('demo_to') + 1)
    group by 1
  ), visited as (
    select v.day, s.no as source_no, s.source, s.new_percent::integer as new_percent,
           if(s.source = 'Email', coalesce(c.visits, 0) + 0.15 * coalesce(b.visits, 0),
              v.millionths / 1e6 * s.weight::integer / (select sum(weight::integer) from demo_csv_web_sources)
                * (1 + s.yearly_percent::integer / 100.0 * (v.day - getvariable('demo_start')) / 365.0)
                * (0.975 + 0.05 * demo_unit(demo_draw(demo_draw(demo_root(), 53, s.no), 1, v.month_no)))
                * if(s.source = 'Organic Search' and v.day between getvariable('demo_search_from') and getvariable('demo_search_to'),
                     1 - getvariable('demo_search_per_mille') / 1000.0, 1)) as visits
    from demo_visits v cross join demo_csv_web_sources s left join clicked c on c.day = v.day left join clicked b on b.day = v.day - 1
    where v.day between getvariable('demo_from') and getvariable('demo_to')
  )
  select *, floor(expected * (0.75 + 0.5 * demo_unit(demo_draw(h, 3, 0))) + demo_unit(demo_draw(h, 4, 0)))::bigint as sessions
  from (
    select v.day, v.source_no, v.source, x.no as mix_no, x.device, x.browser, x.operating_system, x.screen_resolution,
           t.visitor_type, demo_draw(demo_draw(demo_root(), 50, v.day), v.source_no * 256 + x.no, t.type_no) as h,
           -- The share of phones grows a little every year.
           v.visits * x.weight::integer / (select sum(weight::integer) from demo_csv_web_mix)
             * if(x.device = 'mobile', 0.92, 1.10) * (1 + if(x.device = 'mobile', 0.05, -0.05) * (v.day - getvariable('demo_start')) / 365.0)
             * if(t.visitor_type = 'NEW', v.new_percent, 100 - v.new_percent) / 100.0 as expected
    from visited v, demo_csv_web_mix x, (values (1, 'NEW'), (2, 'RETURNING')) t(type_no, visitor_type))
  order by day, source_no, mix_no, visitor_type)
where sessions > 0;

-- ---------------------------------------------------------------- content, polls, satisfaction
create or replace temp table demo_reading as
select l.member_key, l.day, l.second + 40 + demo_pick(demo_draw(l.r, 11, 0), 900) as second, c.article_id, demo_draw(l.r, 12, 0) as r
from demo_login l join demo_article_choice c on c.month_no = l.month_no and c.draw = (demo_draw(l.r, 13, 0) & 1023)::integer
where l.day between getvariable('demo_from') and getvariable('demo_to') and demo_pick(demo_draw(l.r, 10, 0), 1000) < 170;

insert into feed.article_views (row_no, member_key, article_id, viewed_at)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.article_views), member_key, article_id, demo_time(day, second)
from (select * from demo_reading order by day, second, member_key, article_id);

insert into feed.content_actions (row_no, member_key, occurred_at, action, type, page)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.content_actions), member_key, demo_time(day, second), action, type, page
from (select r.member_key, r.day, r.second + 45 + demo_pick(r.r, 120) as second, if(demo_pick(demo_draw(r.r, 1, 0), 100) < 64, 'SHARE', 'PRINT') as action,
             'Article' as type, a.title as page
      from demo_reading r join demo_article a on a.id = r.article_id where demo_pick(demo_draw(r.r, 2, 0), 1000) < 120
      union all
      select v.member_key, v.day, v.second + 20 + demo_pick(v.v, 30), if(demo_pick(demo_draw(v.v, 3, 0), 100) < 45, 'SHARE', 'PRINT'), 'Offer', p.name
      from demo_view v join demo_offer o on o.id = v.offer_id join demo_csv_partners p on p.no = o.partner_id
      where demo_pick(demo_draw(v.v, 4, 0), 1000) < 9
      order by day, second, member_key, action, page);

insert into feed.poll_answers (row_no, poll_id, option_index, member_key, answered_at)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.poll_answers), poll_id, option_index, member_key, demo_time(at_second // 86400, at_second % 86400)
from (select a.poll_id, a.member_key, a.at_second, c.option_index
      from (select p.poll_id, l.member_key, any_value(l.h) as h, min(l.day::bigint * 86400 + l.second + 25 + demo_pick(demo_draw(l.r, 14, 0), 240)) as at_second
            from demo_login l join demo_poll_month p on p.month_no = l.month_no
            where l.day between p.first_day and p.last_day and demo_pick(demo_draw(l.h, 64, p.poll_id), 1000) < 90
              and demo_pick(demo_draw(l.h, 65, p.poll_id), p.turns) = p.turn
            group by p.poll_id, l.member_key) a
      join demo_poll_choice c on c.poll_id = a.poll_id and c.draw = (demo_draw(a.h, 66, a.poll_id) & 255)::integer
      where a.at_second // 86400 between getvariable('demo_from') and getvariable('demo_to')
      order by at_second, poll_id, member_key);

insert into feed.csat_responses (row_no, member_key, responded_at, score)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.csat_responses), member_key, demo_time(day, second), score
from (select member_key, day, second + 300 + demo_pick(demo_draw(r, 16, 0), 900) as second,
             case when demo_unit(demo_draw(r, 17, 0)) < pleased then if(demo_pick(demo_draw(r, 18, 0), 100) < 54, 5, 4)
                  else [3, 3, 3, 3, 2, 2, 2, 1, 1, 1][demo_pick(demo_draw(r, 18, 0), 10) + 1] end::utinyint as score
      from (select *, 0.805 + [0.02, 0.01, 0, -0.01][tier_id] + demo_pick(demo_draw(demo_root(), 67, month_no), 21) / 1000.0 - 0.01
                        - if(day between getvariable('demo_csat_from') and getvariable('demo_csat_to'), getvariable('demo_csat_per_mille') / 1000.0, 0) as pleased
            from demo_login where day between getvariable('demo_from') and getvariable('demo_to') and demo_pick(demo_draw(r, 15, 0), 1000) < 22)
      order by day, second, member_key, score);
