-- Up to when everything is seen by the statements after this one: the start of the oldest transaction that is noting a report or an event
-- (hold_mark), which may commit late, or now. The clock is read before the locks: who locks later notes a later time.
create or replace function seen_until() returns timestamptz language plpgsql volatile as $$
declare
  at timestamptz := clock_timestamp();
begin
  return (select least(at, to_timestamp(min(objid::bigint))) from pg_locks
    where locktype = 'advisory' and classid = 20140107 and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()));
end $$;
revoke execute on function seen_until() from public;
grant execute on function seen_until() to karyo_portal;
