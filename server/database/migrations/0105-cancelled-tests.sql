-- The tests that the laboratory cancelled one by one: neither a record system nor a chart is told that they were done. Orders that
-- have one already get it with the next message about them, and so does what the previous version stores.
alter table orders add column cancelled_tests text[] not null default '{}';
