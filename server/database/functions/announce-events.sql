-- Tells every open page of committed order events. Nothing is stored, so the commit need not wait for the disk. Looks only
-- at the last day, where a new event can be, with one plan for all calls.
create or replace function announce_events(ids bigint[]) returns void language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('order_event', json_build_object(
      'orderId', o.id, 'hospitalCode', o.institution_code, 'state', o.state, 'kind', e.kind)::text)
    from order_event e join orders o on o.id = e.order_id
    where e.id = any (ids) and e.at > now() - interval '1 day' order by e.id;
end $$;
revoke execute on function announce_events(bigint[]) from public;
grant execute on function announce_events(bigint[]) to karyo_portal;
