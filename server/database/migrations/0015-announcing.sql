-- A commit that announces something holds a lock over the whole cluster until it is on the disk: one at a time, however
-- many connections. What somebody does at the portal is announced by it once it is committed (server/database/connection/announce.ts),
-- many at a time; what comes from elsewhere, in its own transaction, as before.

create or replace function announce_order_event() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.actor_id is not null then return null; end if;
  perform pg_notify('order_event', json_build_object(
    'orderId', new.order_id,
    'hospitalCode', new.institution_code,
    'state', (select state from orders where id = new.order_id),
    'kind', new.kind)::text);
  return null;
end $$;

-- Tells everybody who has a page open of events that are committed. Not waited for: there is nothing to keep.
create function announce_events(ids bigint[]) returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('order_event', json_build_object(
      'orderId', o.id, 'hospitalCode', o.institution_code, 'state', o.state, 'kind', e.kind)::text)
    from order_event e join orders o on o.id = e.order_id where e.id = any (ids) order by e.id;
end $$;
revoke execute on function announce_events(bigint[]) from public;
grant execute on function announce_events(bigint[]) to karyo_portal;

-- A search for somebody reads all that was not yet sorted into orders_by_people; everybody who orders searches. It goes with
-- the next version: to change it waits for whoever reads orders, and they for us.
create index orders_by_person on orders using gin (people) with (fastupdate = off);

-- As before, but writes an order only where that changes it: each of its many indexes is written with it.
create or replace function count_holds() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update orders o set on_hold_since = now_held.since, missing_info = now_held.missing
  from (select
    (select min(held_at) from order_hold where order_id = new.order_id and released_at is null) as since,
    is_asked(new.order_id, '-infinity')
      or exists (select from sample s where s.order_id = new.order_id and s.recollection_of is not null
                   and s.collected_again_at is null and s.accessioned_at is null
                   and s.rejected_at is null) as missing) now_held
  where o.id = new.order_id and o.state not in ('draft', 'cancelled')
    and (o.on_hold_since, o.missing_info) is distinct from (now_held.since, now_held.missing);
  return null;
end $$;
