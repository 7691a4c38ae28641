-- The time of an order's tests as the catalogue had it when it was submitted (domain/turnaround/turnaround.ts), and what is
-- known of it by now: what it waits for, the instant, the relatives' day, a promise (domain/turnaround/stored-clock.ts).
-- Null: working days from the first usable specimen, as before.
alter table orders add column turnaround jsonb, add column clock jsonb;
