-- The demo's plan: everything that is small or that depends on no other day. Runs once, before demo_slice.sql.
--
-- Every number is drawn from hash(): the same seed, size and start give the same program, on any number of threads.
-- Weights are integers, so that no sum depends on the order of its rows. No day depends on a later one, so that a demo
-- can be extended day by day.
--
-- Variables that are set before: demo_seed, demo_members, demo_start and demo_anchor (the first and last day of the
-- demo when it was made; days since 2000-01-01, as everywhere), demo_from and demo_to (the days to write), and
-- demo_<cause>_... of the planted causes. The tables demo_csv_... contain data/demo/*.csv.

-- ---------------------------------------------------------------- chance and time
-- One draw: h identifies what it is drawn for, tag which of its draws it is, n counts within the tag.
create or replace temp macro demo_draw(h, tag, n) as hash(xor(h, (tag * 1048576 + n)::ubigint));
-- A draw as a number in [0, 1).
create or replace temp macro demo_unit(h) as (h >> 11) * 1.1102230246251565e-16::double;
-- A draw as one of the first n integers from 0.
create or replace temp macro demo_pick(h, n) as ((h >> 16) % n::ubigint)::integer;
-- A draw from the exponential distribution with mean 1, at most 8.
create or replace temp macro demo_wait(h) as least(8, -ln(1 - demo_unit(h)));
create or replace temp macro demo_root() as hash(getvariable('demo_seed')::ubigint);
create or replace temp macro demo_date(day) as (date '2000-01-01' + day::integer);
create or replace temp macro demo_time(day, second) as make_timestamp(((day + 10957)::bigint * 86400 + second) * 1000000);
create or replace temp macro demo_month_no(date) as (year(date) * 12 + month(date) - 1)::integer;

-- ---------------------------------------------------------------- calendar
create or replace temp table demo_calendar as
select day, date, demo_month_no(date) as month_no,
       demo_month_no(date) * 2 + (dayofmonth(date) > 15)::integer as half_no,
       isodow(date)::integer as weekday, (day - 3) // 7 as week_no,   -- a week begins on Monday
       demo_draw(demo_root(), 1, day) as h
from (select d::integer as day, demo_date(d) as date
      from range((date_trunc('month', demo_date(getvariable('demo_start')))::date - date '2000-01-01')::bigint,
                 (last_day(demo_date(getvariable('demo_to'))) - date '2000-01-01' + 1)::bigint) t(d));

create or replace temp table demo_months as
select month_no, min(day) as first_day, max(day) as last_day, min(date) as month,
       demo_draw(demo_root(), 2, month_no) as h
from demo_calendar group by month_no;

create or replace temp table demo_halves as
select half_no, min(day) as first_day, max(day) as last_day, demo_draw(demo_root(), 3, half_no) as h
from demo_calendar group by half_no;

-- ---------------------------------------------------------------- campaigns
-- Every week a campaign, in turn a newsletter, an invitation, a spotlight, and an invitation or a re-engagement; every
-- fourth week also a survey or a campaign of the season; and the campaigns of the planted causes. A title has its weekday
-- and its time, and may belong to some months. Shares are per thousand: of registered members, of lapsed ones, of eligible
-- members who are not registered yet. A week is known from its Monday on, and the plan reaches to the end of the calendar,
-- because the activity of a day depends on its whole month.
create or replace temp table demo_campaign as
with planned as (
  -- The titles of a type in turn: of eight weeks, three have an invitation and one a re-engagement.
  select day, date, 1 as sort, [1, 2, 3, if(month_turn % 2 = 0, 4, 2)][week_no % 4 + 1] as type_id,
         case when week_no % 2 = 0 then month_turn when week_no % 4 = 3 and month_turn % 2 = 0 then month_turn // 2
              else month_turn // 2 * 3 + month_turn % 2 + (week_no % 4 = 3)::integer end as turn, null::varchar as named
  from (select *, week_no // 4 as month_turn from demo_calendar where weekday = 1)
  union all select day, date, 2, if((week_no // 4) % 3 = 0, 5, 6), week_no // 12, null from demo_calendar where weekday = 1 and week_no % 4 = 2
  union all select day, date, 3, 3, 0, 'Double Rewards Week' from demo_calendar where day = getvariable('demo_spike_from')
  union all select day, date, 4, 5, 0, 'Partner Data Survey' from demo_calendar where day = getvariable('demo_unsubscribes_from')
  union all select day, date, 5, 1, 0, 'Archive Mailing' from demo_calendar where day = getvariable('demo_bounces_from')
), titled as (
  select p.day + if(named is null, t.weekday::integer - 1, 0) as day, p.sort, p.type_id, t.name, t.subject, t.ssl,
         split_part(t.time, ':', 1)::integer * 3600 + split_part(t.time, ':', 2)::integer * 60 as send_second
  from planned p
  join demo_csv_campaign_titles t
    on t.type_id::integer = p.type_id
   and if(p.named is null, t.months = '' or list_contains(string_split(t.months, ' '), month(p.date)::varchar), t.name = p.named)
  qualify row_number() over (partition by p.day, p.sort order by t.no) - 1 = p.turn % count(*) over (partition by p.day, p.sort)
)
select row_number() over (order by day, sort)::integer as id, day, type_id, send_second,
       name || ', ' || strftime(demo_date(day), '%b %-d %Y') as name, subject, ssl,
       case when sort = 3 then 550 when sort > 3 then 400 else [140, 0, 120, 0, 90, 110][type_id] end as registered_share,
       if(type_id = 4, 200, 0) as lapsed_share,
       case when sort > 2 then 0 when type_id = 2 then 90 else 0 end as invited_share,
       if(sort = 4, getvariable('demo_unsubscribes_per_mille'), [4, 7, 5, 8, 5, 4][type_id]) as unsubscribe_per_mille,
       if(sort = 5, getvariable('demo_bounces_per_mille'), 7) as bounce_per_mille
from titled where day >= getvariable('demo_start');

-- ---------------------------------------------------------------- groups, and their activity by day
create or replace temp table demo_tier as
select * from (values
  -- share of members, share of them who register some day, usual logins in 30 days, interest in offers
  (1, 'Platinum',  80, 840, 4.9, 1.14),
  (2, 'Gold',     220, 740, 4.0, 1.05),
  (3, 'Silver',   350, 650, 3.3, 1.00),
  (4, 'Bronze',   350, 570, 2.4, 0.93)) t(tier_id, name, share, registering, rate, pull);

-- Who they are, what they do and what they like. In percent: logins and interest in offers; and points of registering,
-- of being there from the beginning and of leaving early. The taste is a column of offer_categories.csv.
create or replace temp table demo_lob as
select * from (values
  (1, 'Auto',        96, 100,   0, 4),
  (2, 'Home',       110, 104,  40, 1),
  (3, 'Life',        78,  96, -70, 2),
  (4, 'Retirement', 118,  98,  30, 3)) t(lob_id, name, rate, pull, registering, taste);
create or replace temp table demo_audience as
select * from (values
  (1, 'Families',            108, 106,   0, 42, 1),
  (2, 'Young professionals',  80, 112, -20, 50, 2),
  (3, 'Retirees',            122,  84,  16, 34, 3),
  (4, 'Small business',       92,  96,   6, 45, 4)) t(audience_id, name, rate, pull, early, leaving, taste);

-- The activity of a day that all tiers share, per thousand: weekday, season, a slow rise, chance, campaigns.
create or replace temp table demo_pulse as
with lift as (
  select day, sum(percent)::bigint as percent from (
    select day, 9 as percent from demo_campaign where type_id <> 2
    union all select day + 1, 4 from demo_campaign where type_id <> 2
    union all select getvariable('demo_spike_from') + i, percent
      from (select unnest(range(5)) as i, unnest([1.0, 0.9, 0.7, 0.5, 0.25]) * getvariable('demo_spike_percent') as percent))
  group by day)
select c.day, c.month_no,
       (1000::bigint
        * [112, 115, 108, 105, 96, 79, 74][c.weekday]
        * [104, 98, 100, 100, 101, 95, 91, 92, 103, 105, 112, 108][c.month_no % 12 + 1]
        * (1000 + (c.day - getvariable('demo_start')) * 40 // 365)
        * (955 + demo_pick(c.h, 91))
        * (100 + coalesce(l.percent, 0)) // 1000000000000
        * if(c.day = getvariable('demo_outage_from'), 1000 - getvariable('demo_outage_per_mille'), 1000) // 1000)::bigint as weight
from demo_calendar c left join lift l using (day);

create or replace temp table demo_tier_day as
select t.tier_id, p.day, p.month_no,
       p.weight * if(t.tier_id = getvariable('demo_slide_tier'),
                     1000 - getvariable('demo_slide_per_mille')
                            * least(greatest(p.day - getvariable('demo_slide_from'), 0), getvariable('demo_slide_to') - getvariable('demo_slide_from'))
                            // (getvariable('demo_slide_to') - getvariable('demo_slide_from')), 1000) // 1000 as weight
from demo_tier t, demo_pulse p;

create or replace temp table demo_tier_month as
select tier_id, month_no, sum(weight)::bigint as weight from demo_tier_day group by all;

-- The day for each of 4,096 draws, by tier and month.
create or replace temp table demo_day_choice as
select tier_id, month_no, day, unnest(range((upto - weight) * 4096 // total, upto * 4096 // total))::integer as draw
from (select *, sum(weight) over (partition by tier_id, month_no order by day)::bigint as upto,
             sum(weight) over (partition by tier_id, month_no)::bigint as total from demo_tier_day);

-- ---------------------------------------------------------------- members
-- Keys up to demo_members belong to the demo as it was made. Later ones follow one by one, a sixth of that number per
-- year.
create or replace temp table demo_member as
with keys as (
  select k::integer as member_key, hash(xor(demo_root(), k::ubigint)) as h
  from range(1, 1 + getvariable('demo_members')
    + (greatest(getvariable('demo_to') - getvariable('demo_anchor'), 0)::bigint * getvariable('demo_members') * 16 + 36499) // 36500) t(k)
), drawn as (
  select *, demo_pick(demo_draw(h, 1, 0), 1000) as tier_draw, demo_pick(demo_draw(h, 2, 0), 100) as lob_draw,
         demo_pick(demo_draw(h, 3, 0), 100) as audience_draw, demo_pick(demo_draw(h, 4, 0), 100) as audience_draw_2,
         member_key <= getvariable('demo_members')
           and demo_pick(demo_draw(h, 5, 0), 1000) < getvariable('demo_drive_per_mille') as by_drive,
         demo_pick(demo_draw(h, 6, 0), 100) as source_draw
  from keys
), grouped as (
  select *, case when tier_draw < 80 then 1 when tier_draw < 300 then 2 when tier_draw < 650 then 3 else 4 end as tier_id,
         case when lob_draw < 38 then 1 when lob_draw < 68 then 2 when lob_draw < 85 then 3 else 4 end as lob_id,
         case when audience_draw < 36 then 1 when audience_draw < 64 then 2 when audience_draw < 85 then 3 else 4 end as audience_id
  from drawn
), placed as (
  select g.*, a.rate as audience_rate, a.pull as audience_pull, a.leaving, a.taste as audience_taste,
         getvariable('demo_drive_from')
           + demo_pick(demo_draw(h, 7, 0), getvariable('demo_drive_to') - getvariable('demo_drive_from') + 1) as drive_day,
         -- About half of the first members were eligible when the program began; the others follow evenly.
         case when member_key > getvariable('demo_members')
                then getvariable('demo_anchor') + 1
                     + ((member_key - getvariable('demo_members') - 1)::bigint * 36500 // (getvariable('demo_members') * 16))::integer
              when demo_pick(demo_draw(h, 8, 0), 100)
                     < greatest(30, 100 - 16 * (getvariable('demo_anchor') - getvariable('demo_start') + 1) // 365) + a.early
                then getvariable('demo_start') - 1 - demo_pick(demo_draw(h, 9, 0), 900)
              else getvariable('demo_start') + demo_pick(demo_draw(h, 9, 0), getvariable('demo_anchor') - getvariable('demo_start') + 1)
         end as usual_eligible
  from grouped g join demo_audience a using (audience_id)
), dated as (
  select p.*, t.rate * l.rate * audience_rate / 10000 as group_rate, t.pull * l.pull * audience_pull / 10000 as pull,
         -- A part of what members like follows from their line of business.
         if(demo_pick(demo_draw(h, 22, 0), 100) < 45, l.taste, audience_taste) as taste,
         -- The app takes over from the website.
         least(14, greatest(0, usual_eligible - getvariable('demo_start')) * 5 // 365) as to_app,
         case when source_draw < 26 then 'Email' when source_draw < 54 - to_app then 'Website' when source_draw < 74 then 'Mobile App'
              when source_draw < 86 then 'Partner' when source_draw < 95 then 'Referral' else 'Agent' end as usual_source,
         if(by_drive, drive_day - demo_pick(demo_draw(h, 10, 0), 4), usual_eligible) as eligible_day,
         if(by_drive and demo_pick(demo_draw(h, 11, 0), 10) < 7, 'Partner', usual_source) as source,
         case when by_drive then drive_day
              when demo_pick(demo_draw(h, 12, 0), 1000) < t.registering + l.registering
              then greatest(usual_eligible, getvariable('demo_start'))
                   + if(demo_pick(demo_draw(h, 13, 0), 100) < if(usual_eligible < getvariable('demo_start'), 9, 27),
                        demo_pick(demo_draw(h, 14, 0), 21),
                        floor(demo_wait(demo_draw(h, 14, 0)) * if(usual_eligible < getvariable('demo_start'), 460, 300))::integer)
         end as ready_day
  from placed p join demo_tier t using (tier_id) join demo_lob l using (lob_id)
), invited as (
  -- Members who register by e-mail do so on the day of an invitation.
  select d.*, i.day as invitation_day
  from dated d
  asof left join (select day from demo_campaign where type_id = 2) i on d.ready_day <= i.day
)
select member_key, h, tier_id, lob_id, taste,
       case when audience_draw_2 < 28 and second_audience <> audience_id
            then [least(audience_id, second_audience), greatest(audience_id, second_audience)] else [audience_id] end as audience_ids,
       eligible_day, source, join_day,
       -- The time of that day: after the invitation in the morning, or at any hour.
       if(source = 'Email', 36300 + demo_pick(demo_draw(h, 16, 0), 39600), 25200 + demo_pick(demo_draw(h, 16, 0), 54000)) as join_second,
       -- Four in ten of those who register leave after some days; the others stay for years.
       join_day + 1 + floor(demo_wait(demo_draw(h, 17, 0))
         * if(demo_pick(demo_draw(h, 18, 0), 100) < if(by_drive, 70, leaving), 3, 1500))::integer as leave_day,
       -- Usual logins in 30 days.
       group_rate * (0.30 + 0.70 * demo_wait(demo_draw(h, 19, 0))) * if(by_drive, 0.25, 1.0) as rate,
       -- The share of logins that view offers.
       least(0.92, pull * (0.29 + 0.44 * demo_unit(demo_draw(h, 20, 0)))) as appetite,
       demo_pick(demo_draw(h, 21, 0), 1000) < 16 as bad_address
from (select *, if(source = 'Email', invitation_day, ready_day) as join_day,
             1 + demo_pick(demo_draw(h, 15, 0), 4) as second_audience from invited);

-- ---------------------------------------------------------------- moves between tiers
-- The tiers that members were in, by first day, from the first day of the demo to the one on which it was made. The tiers
-- of now do not depend on them. Of registered members about two in a hundred move each month: up on any day, the more
-- active ones more often, and down mostly in the review of each January 1. Some had moved before. On one day a planted
-- cause makes Gold of Silver members who had left.
create or replace temp table demo_tiers as
with moved as (
  select m.member_key, m.h, m.tier_id, m.join_day,
         case m.tier_id when 1 then true when 4 then false
           else demo_unit(demo_draw(m.h, 70, 0)) < if(m.rate > t.rate, 0.85, 0.45) end as rises,
         m.tier_id = 2 and m.leave_day < getvariable('demo_promotion_from') - 30
           and getvariable('demo_promotion_from') <= getvariable('demo_anchor')
           and demo_pick(demo_draw(m.h, 71, 0), 1000) < getvariable('demo_promotion_per_mille') as is_promoted,
         demo_pick(demo_draw(m.h, 72, 0), 100) < 65 as moves, demo_pick(demo_draw(m.h, 73, 0), 100) < 35 as moved_before,
         getvariable('demo_anchor') - demo_pick(demo_draw(m.h, 74, 0), 730) as drawn_day
  from demo_member m join demo_tier t using (tier_id) where m.member_key <= getvariable('demo_members') and m.join_day is not null
), last as (
  select *, if(is_promoted or rises, tier_id + 1, tier_id - 1) as tier_before,
         case when is_promoted then getvariable('demo_promotion_from')
              when rises or demo_pick(demo_draw(h, 75, 0), 100) < 30 then drawn_day
              else date_trunc('year', demo_date(drawn_day))::date - date '2000-01-01' end as day
  from moved where is_promoted or moves
), earlier as (
  select member_key, h, join_day, day - 60 - demo_pick(demo_draw(h, 76, 0), 400) as day, tier_before as tier_id,
         case tier_before when 1 then 2 when 4 then 3
           else tier_before + if(demo_pick(demo_draw(h, 77, 0), 100) < 60, 1, -1) end as tier_before
  from last where moved_before
), kept as (
  select member_key, day, tier_id, tier_before
  from (select * exclude (h) from earlier union all by name select member_key, join_day, day, tier_id, tier_before from last)
  where day > join_day + 30
)
select member_key, demo_date(day) as since, tier_id from kept
union all
select m.member_key, demo_date(getvariable('demo_start')), coalesce(k.tier_before, m.tier_id)
from demo_member m left join (select member_key, arg_min(tier_before, day) as tier_before from kept group by member_key) k
  using (member_key);

-- ---------------------------------------------------------------- offers
-- An offer runs for whole half months. The titles of a partner's offers alternate; one ends where another with its title
-- begins. Those of a season come every year. The offer of a planted cause is there all the time.
create or replace temp table demo_offer as
with launched as (
  select 0 as half_order, i::integer as position,
         (select min(half_no) from demo_halves) - demo_pick(demo_draw(demo_root(), 30, i::integer), 16) as half_from, null::integer as title_no
  from range(1, 131) t(i)
  union all
  select half_no, i::integer, half_no, null from (select half_no, unnest(range(1, 3 + (demo_pick(h, 100) < 45)::integer)) as i from demo_halves
                                            where half_no > (select min(half_no) from demo_halves))
  union all
  select half_no, 100 + t.no, half_no, t.no from demo_halves join demo_csv_offer_titles t on try_cast(t.season_half as integer) = half_no % 24 + 1
  where half_no > (select min(half_no) from demo_halves)
), numbered as (
  select row_number() over (order by half_order, position)::integer as id, half_from, title_no from launched
), lasting as (
  select id, half_from, title_no, demo_draw(demo_root(), 31, id) as h,
         case when title_no is not null then s.partner_no when id <= 120 then (id - 1) % 40 + 1
              else demo_pick(demo_draw(demo_root(), 32, id), 40) + 1 end as drawn_partner,
         case when title_no is not null then s.halves
              when id <> getvariable('demo_press_offer') then [5, 8, 12, 16, 24, 36, 48, null][demo_pick(demo_draw(demo_root(), 33, id), 8) + 1]
                + if(id <= 130, 12, 0) end as halves
  from numbered left join (select t.no as title_no, p.no as partner_no, try_cast(t.season_halves as integer) as halves
                           from demo_csv_offer_titles t join demo_csv_partners p on p.name = t.partner) s using (title_no)
), dated as (
  select id, h, title_no,
         -- The first or last day of a half, computed from its number because plans reach beyond the calendar.
         make_date(half_from // 24, half_from // 2 % 12 + 1, if(half_from % 2 = 0, 1, 16)) as active_from,
         if((half_from + halves) % 2 = 0, make_date((half_from + halves) // 24, (half_from + halves) // 2 % 12 + 1, 1) - 1,
            make_date((half_from + halves) // 24, (half_from + halves) // 2 % 12 + 1, 15)) as drawn_to,
         drawn_partner
  from lasting
), assigned as (
  select *, if(drawn_partner = getvariable('demo_exit_partner') and active_from > demo_date(getvariable('demo_exit_from') - 1),
               drawn_partner + 3, drawn_partner) as partner_id
  from dated
), placed as (
  select a.*, p.category_id::integer as category_id, p.name as partner,
         row_number() over (partition by partner_id, title_no is null order by id) + partner_id as turn
  from assigned a join demo_csv_partners p on p.no = a.partner_id
), titled as (
  select p.* exclude (turn, place), t.title || ', ' || p.partner as name, t.price::integer as price, t.saving_percent::integer as saving_percent,
         lead(p.active_from) over (partition by t.no order by p.id) as next_from
  from (select *, -- The first forty offers have the numbers of their partners. The praised one is the only one of its title.
               if(partner_id = getvariable('demo_press_offer') and partner_id <> id and turn % 6 = (partner_id + 1) % 6, turn + 1, turn) % 6 as place
        from placed) p
  join (select *, row_number() over (partition by partner, season_half order by no) - 1 as position from demo_csv_offer_titles) t
    on t.partner = p.partner
   and if(p.title_no is null, t.season_half = '' and t.position = p.place, t.no = p.title_no)
)
select p.id, p.partner_id, p.category_id, p.name, p.price, p.saving_percent, p.active_from,
       -- least() leaves out what is null.
       least(p.drawn_to, if(p.id = getvariable('demo_press_offer') or p.next_from is null, null, greatest(p.next_from - 1, p.active_from + 13)),
             if(p.partner_id = getvariable('demo_exit_partner'), demo_date(getvariable('demo_exit_from') - 1), null)) as active_to,
       -- A few offers get most of the views, among them those of the partner who leaves.
       if(p.id = getvariable('demo_press_offer'), 120, 20 + floor(400 * pow(demo_unit(demo_draw(p.h, 1, 0)), 4))::integer)
         + if(p.partner_id = getvariable('demo_exit_partner'), 200, 0) as appeal,
       150 + demo_pick(demo_draw(p.h, 2, 0), 200) as click_per_mille,
       demo_unit(demo_draw(p.h, 3, 0)) as ease
from titled p
where p.active_from <= demo_date(getvariable('demo_to'));

-- The offer for each of 4,096 draws, by half month and taste.
create or replace temp table demo_offer_choice as
select half_no, taste, id as offer_id, click_per_mille,
       unnest(range((upto - appeal) * 4096 // total, upto * 4096 // total))::integer as draw
from (select *, sum(appeal) over (partition by half_no, taste order by id)::bigint as upto, sum(appeal) over (partition by half_no, taste)::bigint as total
      from (select h.half_no, o.id, o.click_per_mille, c.taste,
                   o.appeal::bigint * c.liked * if(o.id = getvariable('demo_press_offer')
                     and h.first_day >= getvariable('demo_press_from') and h.last_day <= getvariable('demo_press_to'), getvariable('demo_press_factor'), 1) as appeal
            from demo_halves h
            join demo_offer o on o.active_from <= demo_date(h.first_day) and coalesce(o.active_to >= demo_date(h.last_day), true)
            join (select id::integer as category_id, taste::integer as taste, liked::integer as liked
                  from (select id, unnest([family, outings, calm, work]) as liked, unnest([1, 2, 3, 4]) as taste from demo_csv_offer_categories)) c
              using (category_id)));

-- ---------------------------------------------------------------- articles and polls
-- Twenty articles from before the program began, then one every eighteen days. A repeated title is a new edition.
create or replace temp table demo_article as
with published as (
  select i::integer as id, case when i <= 20 then getvariable('demo_start') - 10 - (20 - i) * 12
                                else getvariable('demo_start') + (i - 21) * 18 end::integer as day
  from range(1, 21 + 1 + (getvariable('demo_to') - getvariable('demo_start')) // 18) t(i))
select p.id, a.title || if(p.id > c.titles, ', ' || year(demo_date(p.day)) || ' edition', '') as title, a.category, p.day,
       60 + demo_pick(demo_draw(demo_root(), 40, p.id), 140) as appeal
from published p, (select count(*) as titles from demo_csv_articles) c, demo_csv_articles a
where a.no = (p.id - 1) % c.titles + 1;

create or replace temp table demo_article_choice as
select month_no, id as article_id, unnest(range((upto - weight) * 1024 // total, upto * 1024 // total))::integer as draw
from (select *, sum(weight) over (partition by month_no order by id)::bigint as upto, sum(weight) over (partition by month_no)::bigint as total
      from (select m.month_no, a.id, a.appeal * 10 // (2 + (m.first_day - a.day) // 30) as weight
            from demo_months m join demo_article a on a.day < m.first_day));

-- Every month a poll, and every second month another from the 10th to the 20th of the next month.
create or replace temp table demo_poll as
with opened as (
  select month, 1 as sort, month as opened_on, last_day(month) as closed_on from demo_months
  union all select month, 2, month + 9, (month + interval 1 month)::date + 19 from demo_months where month_no % 2 = 0
), numbered as (
  select row_number() over (order by month, sort)::integer as id, * from opened)
select n.id, q.question, q.options, n.opened_on, n.closed_on
from numbered n, demo_csv_polls q
where q.no = (n.id * 7 - 7) % (select count(*) from demo_csv_polls) + 1 and n.opened_on <= demo_date(getvariable('demo_to'));

create or replace temp table demo_poll_option as
-- An option may have its weight behind an asterisk.
select id as poll_id, i::integer as option_index, split_part(options[i], '*', 1) as text,
       coalesce(try_cast(split_part(options[i], '*', 2) as integer), 30 + demo_pick(demo_draw(demo_root(), 41, id * 16 + i::integer), 100)) as weight
from (select id, string_split(options, '|') as options, unnest(range(1, len(string_split(options, '|')) + 1)) as i from demo_poll);

create or replace temp table demo_poll_choice as
select poll_id, option_index, unnest(range((upto - weight) * 256 // total, upto * 256 // total))::integer as draw
from (select *, sum(weight) over (partition by poll_id order by option_index)::bigint as upto, sum(weight) over (partition by poll_id)::bigint as total
      from demo_poll_option);

-- The months in which a poll takes answers, and their number: a member answers in one of them.
create or replace temp table demo_poll_month as
select p.id as poll_id, m.month_no, p.opened_on - date '2000-01-01' as first_day, p.closed_on - date '2000-01-01' as last_day,
       (m.month_no - demo_month_no(p.opened_on)) as turn, demo_month_no(p.closed_on) - demo_month_no(p.opened_on) + 1 as turns
from demo_poll p join demo_months m on m.month_no between demo_month_no(p.opened_on) and demo_month_no(p.closed_on);

-- ---------------------------------------------------------------- small choices
create or replace temp table demo_hour_choice as
select hour::integer as hour, unnest(range((upto - weight) * 256 // total, upto * 256 // total))::integer as draw
from (select hour, weight::bigint as weight, sum(weight::bigint) over (order by no)::bigint as upto, sum(weight::bigint) over ()::bigint as total from demo_csv_hours);
create or replace temp table demo_link_choice as
select link, unnest(range((upto - weight) * 256 // total, upto * 256 // total))::integer as draw
from (select link, weight::bigint as weight, sum(weight::bigint) over (order by no)::bigint as upto, sum(weight::bigint) over ()::bigint as total from demo_csv_links);
-- The hours as a list, so that a login needs no join.
set variable demo_hours = (select list(hour order by draw) from demo_hour_choice);

-- Visits to the website by day: from the registered and the invited members, times the activity of the day.
create or replace temp table demo_visits as
select p.day, p.month_no, (greatest(sum(j.joined) over w * 55 + (sum(j.eligible) over w - sum(j.joined) over w) * 6, 40) * p.weight)::bigint as millionths
from demo_pulse p
left join (select greatest(day, (select min(day) from demo_pulse)) as day, sum(joined)::bigint as joined, sum(eligible)::bigint as eligible
           from (select join_day as day, count(*) as joined, 0 as eligible from demo_member where join_day is not null group by 1
                 union all select eligible_day, 0, count(*) from demo_member group by 1) group by 1) j using (day)
window w as (order by p.day);

create or replace temp table demo_unsubscribed as
select member_key, min(sent_at::date - date '2000-01-01')::integer as day
from feed.email_messages where unsubscribed_at is not null group by member_key;

-- ---------------------------------------------------------------- reference tables
-- Small tables are rewritten each time; members are only added.
delete from feed.user_groups;
insert into feed.user_groups
-- Tiers from the lowest to the highest.
select 'TIER', tier_id, name, row_number() over (order by tier_id desc) from demo_tier
union all select 'LOB', lob_id, name, null from demo_lob
union all select 'AUDIENCE', audience_id, name, null from demo_audience;
insert into feed.member_keys
select member_key, 'M' || lpad(member_key::varchar, 7, '0') from demo_member
where member_key > (select coalesce(max(member_key), 0) from feed.member_keys) order by member_key;
insert into feed.members by name
select member_key, tier_id, lob_id, audience_ids, demo_date(eligible_day) as eligible_on, source from demo_member
where member_key > (select coalesce(max(member_key), 0) from feed.members) order by member_key;
insert into feed.member_history by name
select t.member_key, t.since, t.tier_id, m.lob_id, m.audience_ids from demo_tiers t join feed.members m using (member_key)
where member_key > (select coalesce(max(member_key), 0) from feed.member_history) order by member_key, since;
delete from feed.partners;
insert into feed.partners select no, name from demo_csv_partners order by no;
delete from feed.offer_categories;
insert into feed.offer_categories select id::integer, name from demo_csv_offer_categories order by no;
delete from feed.offers;
insert into feed.offers select id, name, partner_id, category_id, active_from, active_to from demo_offer order by id;
delete from feed.campaign_types;
insert into feed.campaign_types select type_id::integer, min(type) from demo_csv_campaign_titles group by 1 order by 1;
delete from feed.campaigns;
insert into feed.campaigns
select id, name, type_id, subject, ssl, 'https://example.com/mail/' || id, demo_time(day, send_second) from demo_campaign
where day <= getvariable('demo_to') order by id;
delete from feed.articles;
insert into feed.articles select id, title, category, demo_date(day) from demo_article order by id;
delete from feed.polls;
insert into feed.polls select id, question, opened_on, closed_on from demo_poll order by id;
delete from feed.poll_options;
insert into feed.poll_options select poll_id, option_index, text from demo_poll_option order by poll_id, option_index;

-- ---------------------------------------------------------------- facts without members
insert into feed.site_searches (row_no, date, query, searches)
select row_number() over () + (select coalesce(max(row_no), 0) from feed.site_searches), demo_date(day), term, searches
from (
  select day, no, term,
         floor(millionths / 1e6 * 0.16 * weight / (select sum(weight::integer) from demo_csv_search_terms)
               * if(term = getvariable('demo_term_text') and day between getvariable('demo_term_from') and getvariable('demo_term_to'),
                    getvariable('demo_term_factor'), 1)
               * (0.6 + 0.8 * demo_unit(demo_draw(h, 1, 0))) + demo_unit(demo_draw(h, 2, 0)))::bigint as searches
  from (select v.day, v.millionths, s.no, s.term, s.weight::integer as weight, demo_draw(demo_draw(demo_root(), 51, v.day), 1, s.no) as h
        from demo_visits v, demo_csv_search_terms s where v.day between getvariable('demo_from') and getvariable('demo_to'))
  order by day, no)
where searches > 0;

delete from feed.fa_activity where month >= date_trunc('month', demo_date(getvariable('demo_from')));
insert into feed.fa_activity (month, level)
select month, round(62 + [2, 1, 1, 2, 2, 0, -3, -3, 1, 3, 4, 2][month_no % 12 + 1]
                    + least(10, (first_day - getvariable('demo_start')) / 140.0) + demo_pick(h, 41) / 10.0 - 2, 1)
from demo_months where last_day >= getvariable('demo_from') order by month;

delete from feed.email_schedule;
insert into feed.email_schedule (row_no, date, audience, enrollment_status, notes)
select row_number() over (order by day), demo_date(day), audience, enrollment_status, notes
from (select d::integer as day, audience, enrollment_status, notes
      from range(getvariable('demo_to') - 13, getvariable('demo_to') + 57) t(d)
      join demo_csv_schedule s on s.months = '' or list_contains(string_split(s.months, ' '), month(demo_date(d))::varchar)
      where isodow(demo_date(d)) in (2, 4)
      qualify row_number() over (partition by d order by s.no) - 1
                = ((d - 3) // 7 * 2 + isodow(demo_date(d)) // 4) * 5 % count(*) over (partition by d));
