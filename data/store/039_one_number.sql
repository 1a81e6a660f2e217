-- What was answered, by its number: the tables of addresses, and what agents were told (src/features/receipts).
create table answer (
  id     integer primary key,
  number text not null unique, -- such as R-3f9a1c22d07b88e1; agents were told 3F9A-1C07-BE42 before
  at     integer not null,     -- when it was answered first
  answer text not null         -- JSON
) strict;
create index answer_at on answer (at);

insert into answer (number, at, answer)
select number, at, answer from quotable order by at;

-- A receipt becomes the question that it answered, with its figure as the one row of a table. A subquery gives JSON as a
-- text: json() makes it JSON again.
insert into answer (number, at, answer)
select number, kept_at, json_object(
  'asked', json_object(
    'tool', 'figure',
    'title', receipt ->> '$.metric.label',
    'arguments', json_patch(
      json_object(
        'figure', receipt ->> '$.metric.id',
        'from', receipt ->> '$.window.start',
        'to', receipt ->> '$.window.end',
        'groupsAsOf', coalesce(receipt ->> '$.filter.groupsAsOf', 'NOW'),
        'offers', receipt -> '$.filter.offers',
        'offerCategories', receipt -> '$.filter.offersCategories',
        'campaigns', receipt -> '$.filter.campaigns',
        'campaignTypes', receipt -> '$.filter.campaignsTypes'
      ),
      (select json_group_object(lower(grouping.key) || 's',
                                json((select json_group_array(one.value ->> '$.id') from json_each(grouping.value) as one)))
       from json_each(receipt, '$.filter.groups') as grouping)
    )
  ),
  'start', receipt ->> '$.window.start',
  'end', receipt ->> '$.window.end',
  'scope', case when receipt ->> '$.scope.all' then 'All' else json_object('Some', json_object(
    'any_of', json((select json_group_array(json((
                 select json_group_array(json_object(
                   'type', grouping.key,
                   'ids', json((select json_group_array(one.value ->> '$.id') from json_each(grouping.value) as one))))
                 from json_each(role.value) as grouping)))
               from json_each(receipt, '$.scope.anyOf') as role)),
    'without_members', receipt -> '$.scope.withoutMembers'
  )) end,
  'dataVersion', receipt ->> '$.data.version',
  'table', json_object(
    'texts', json_array('figure'),
    'figures', json_array('now'),
    'rows', json_array(json_object(
      'texts', json_array(receipt ->> '$.metric.label'),
      'figures', json_array(coalesce(cast(receipt ->> '$.figure.value.shown' as text),
                                     cast(receipt ->> '$.score.score' as text), '')),
      'first_day', receipt ->> '$.window.start',
      'last_day', receipt ->> '$.window.end',
      'missing', ''
    ))
  )
)
from receipt_number order by id;

drop table quotable;
drop table receipt_number;
