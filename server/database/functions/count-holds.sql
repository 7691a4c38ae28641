-- Keeps on_hold_since and missing_info of an order when a hold or a sample changes. Writes the order only where that changes
-- it, because each of its many indexes is written with it; finish_holds says what a reported one waits for, and one that is to be
-- cancelled. A new sample changes nothing unless it is a recollection.
create or replace function count_holds() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  if tg_table_name = 'sample' and tg_op = 'INSERT' then
    if new.recollection_of is null then return null; end if;
  end if;
  update orders o set on_hold_since = now_held.since, missing_info = now_held.missing
  from awaited_of(new.order_id) now_held
  where o.id = new.order_id and case
    when o.state in ('draft', 'cancelled') then false
    when o.state = 'reported' then (o.on_hold_since, o.missing_info) is distinct from (
      case when o.has_pending_test then now_held.since end,
      is_asked(o.id, case when o.has_pending_test then '-infinity' else o.reported_at end) or o.has_pending_test and is_needed_again(o.id, o.reported_at))
    when o.state = 'pending-cancellation' then (o.on_hold_since, o.missing_info) is distinct from (now_held.since, is_asked(o.id, '-infinity'))
    else (o.on_hold_since, o.missing_info) is distinct from (now_held.since, now_held.missing) end;
  return null;
end $$;
revoke execute on function count_holds() from public;
