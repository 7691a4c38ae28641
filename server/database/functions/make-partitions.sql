-- Makes the quarterly partitions of the next six months and returns how many. Runs at each start and every hour. A quarter that
-- already has lines in the default partition stays there.
create or replace function make_partitions() returns int language plpgsql security definer
  set search_path = public set timezone = 'UTC' set lock_timeout = '800ms' as $$
declare
  parent text;
  since timestamptz;
  until timestamptz;
  is_there boolean;
  made int := 0;
  needed constant timestamptz := now() + interval '6 months';
begin
  if least(partitions_until('order_event'), partitions_until('audit_event')) > needed then return 0; end if;
  -- First, as whoever writes an order does; and one at a time.
  lock table orders in share row exclusive mode;
  foreach parent in array array['order_event', 'audit_event'] loop
    since := partitions_until(parent::regclass);
    while since <= needed loop
      until := since + interval '3 months';
      execute format('select exists (select from %I where at >= $1 and at < $2)', parent || '_default')
        into is_there using since, until;
      if not is_there then
        perform make_partition(parent::regclass, parent || to_char(since, '_YYYY"q"Q'),
          format('for values from (%L) to (%L)', since, until));
        made := made + 1;
      end if;
      since := until;
    end loop;
  end loop;
  return made;
end $$;
revoke execute on function make_partitions() from public;
grant execute on function make_partitions() to karyo_worker;
