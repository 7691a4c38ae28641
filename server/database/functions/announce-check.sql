-- Tells open pages that an eligibility check began or changed (channel coverage_event).
create or replace function announce_check() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_notify('coverage_event', json_build_object('checkId', new.id, 'hospitalCode', new.institution_code,
    'orderId', new.order_id)::text);
  return null;
end $$;
revoke execute on function announce_check() from public;
