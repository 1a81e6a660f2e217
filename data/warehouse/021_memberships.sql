-- The groups that members were in, as the program's systems know them: they give or correct the past of feed.member_history.

create table feed.memberships (member_key integer not null, "type" varchar not null, id integer not null,
  "from" date not null, "until" date);
