-- When a link to choose a password was mailed because its user had forgotten it; null for those of administrators.
alter table password_link add column mailed_at integer;
