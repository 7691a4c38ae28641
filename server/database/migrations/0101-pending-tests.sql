-- Whether one of the tests of a reported order has no final report yet: what the laboratory rejects after the report then still has
-- to be taken again. Orders that are reported already get it with the next message about them, and so does what the previous version
-- stores.
alter table orders add column has_pending_test boolean not null default false;
