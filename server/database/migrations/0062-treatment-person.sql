-- Whom a treatment recommendation is for: a key of the order's people or fetuses. Twins may have the same one.
alter table treatment add column person text not null default 'proband';
