-- The end of the last partition.
create or replace function partitions_until(parent regclass) returns timestamptz language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.+)''\)')::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;
revoke execute on function partitions_until(regclass) from public;
