-- alone: it reads all orders
-- Reported orders, one of whose tests has no report yet: they may wait for a sample, unlike most reported ones.
create index if not exists orders_partly_reported on orders (institution_code) where state = 'reported' and has_pending_test;
