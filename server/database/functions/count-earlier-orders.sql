-- Counts at most `most` of the orders that are older than the figures, newest first; how many are done, 0 when none is left.
create or replace function count_earlier_orders(most int) returns bigint language plpgsql security definer
  set search_path = public as $$
declare
  next_ids bigint[];
begin
  perform from figure_backlog where below > 0 for update skip locked;
  if not found then return 0; end if;
  next_ids := array(select id from orders where id < (select below from figure_backlog) and submitted_at is not null
    order by id desc limit most);
  perform keep_figures(id) from unnest(next_ids) id;
  update figure_backlog set below = coalesce(next_ids[cardinality(next_ids)], 0);
  return cardinality(next_ids);
end $$;
revoke execute on function count_earlier_orders(integer) from public;
grant execute on function count_earlier_orders(integer) to karyo_worker;
