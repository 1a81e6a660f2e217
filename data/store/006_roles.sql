-- Permissions by module of the product, and roles that are made by administrators.

alter table role add column built_in integer not null default 0 check (built_in in (0, 1));
-- What has no members: whether a role that is limited to groups sees it.
alter table role add column without_members integer not null default 0 check (without_members in (0, 1));
update role set built_in = 1 where name in ('ROLE_ADMIN', 'USERS');

-- The groups that a role is limited to. A grouping without a line is not limited.
create table role_group (
  role_id  integer not null references role (id),
  grouping text not null check (grouping = upper(grouping)),
  group_id integer not null,
  primary key (role_id, grouping, group_id)
) strict, without rowid;

-- There were two modules so far: ADMIN, and USERS for everything else.
delete from permission;
insert into permission (role_id, module, editable)
select role.id, module.column1, role.name = 'ROLE_ADMIN'
from role, (values ('ADMIN'), ('DATA'), ('MONITOR'), ('MEMBERS'), ('EMAILS'), ('WEBSITE'), ('OFFERS'), ('CONTENT'),
                   ('INSIGHTS'), ('RECOMMENDATIONS'), ('EXPORT'), ('PEOPLE')) as module
where role.name = 'ROLE_ADMIN' or (role.name = 'USERS' and module.column1 not in ('ADMIN', 'DATA', 'PEOPLE'));
