-- Orders of before Karyo, which a laboratory moved in from its earlier system: that system's name, the order's number there, and a
-- digest of what was moved in. Null for all others.
alter table orders add column earlier jsonb;
-- Its index: 0110.
