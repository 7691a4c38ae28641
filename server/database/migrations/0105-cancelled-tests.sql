-- The tests that the laboratory cancelled one by one: neither a record system nor a chart is told that they were done. Of orders
-- that have one already: 0114.
alter table orders add column cancelled_tests text[] not null default '{}';
