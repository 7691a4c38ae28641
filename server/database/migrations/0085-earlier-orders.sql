-- Orders of before Karyo, which a laboratory moved in from its earlier system: that system's name, the order's number there, and a
-- digest of what was moved in. Null for all others.
alter table orders add column earlier jsonb;
create unique index orders_by_earlier on orders ((earlier ->> 'system'), (earlier ->> 'number')) where earlier is not null;
