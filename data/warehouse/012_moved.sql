-- Members whose rows on a cluster have another segment there than the member has now. Empty while nothing is on a cluster.
create table main.moved (member_key integer not null, segment_id integer not null);
