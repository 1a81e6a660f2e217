-- Whose an answer is, and what it answered: where there are too many, whoever has most gives up the oldest
-- (src/features/receipts/stored.rs). Of an answer that is no longer kept the number stays, and its text is empty.
alter table answer add column user_id integer;               -- who asked; null for what was answered before
alter table answer add column kind text not null default ''; -- shown: a table of an address; asked: a question of an agent
update answer set kind = iif(json_type(answer, '$.shown') is null, 'asked', 'shown');

drop index answer_at;
create index answer_at on answer (at) where answer <> '';
create index answer_share on answer (user_id, kind) where answer <> '';
