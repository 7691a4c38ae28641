-- Newborns and infants give less blood: the least amount of a specimen of people under an age, youngest first, as '28d=0.5'
-- in the unit of the row. Empty: the same at every age.
alter table test_specimen add column least_by_age text[] not null default '{}';
