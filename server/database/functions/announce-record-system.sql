-- Tells open pages of an order that a hospital's record system has, refused or is to get a report of it, or wants it otherwise
-- than it is (channel record_system_event).
create or replace function announce_record_system() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_notify('record_system_event', json_build_object('orderId', new.order_id, 'hospitalCode', new.institution_code)::text);
  return null;
end $$;
revoke execute on function announce_record_system() from public;
