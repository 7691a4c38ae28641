-- Tells open pages of an event that the laboratory or the system caused. A user’s own events are announced by
-- announce_events, after the commit.
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
revoke execute on function announce_order_event() from public;
grant execute on function announce_order_event() to karyo_portal, karyo_worker;
