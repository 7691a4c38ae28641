-- Until the transaction ends, anybody can see in pg_locks that it is writing, and since which second: what it notes with a time is seen
-- only then (seen_until). Nobody waits for the lock. Before the statement, so that no time in it is earlier than the lock.
create or replace function hold_mark() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared((20140107::bigint << 32) + floor(extract(epoch from now()))::bigint);
  return null;
end $$;
revoke execute on function hold_mark() from public;
