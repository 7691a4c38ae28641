-- Who issued a version of a report: the laboratory and the person, as the message names them. Empty for versions
-- that arrived before.
alter table report add column laboratory text not null default '';
alter table report add column signed_by text not null default '';
grant update (laboratory, signed_by) on report to karyo_worker;
