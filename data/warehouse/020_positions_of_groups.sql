-- The place of a group among those of its type; null where none is given.

alter table feed.user_groups add column position integer;
