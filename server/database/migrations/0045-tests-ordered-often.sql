-- How many of a test were ordered in the last year, as the laboratory counts (tests.csv, orderedOften): which of several that
-- a search finds alike comes first.
alter table test add column ordered_often integer not null default 0 check (ordered_often >= 0);
