-- The ids that mappings gave to names. `space` is what they identify: a reference table, or a type of user groups.
create table main.id_by_name (space varchar not null, name varchar not null, id integer not null);
