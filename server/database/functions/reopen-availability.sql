-- Nothing was ordered by a draft that is discarded, so the answer about the specimen counts again; unless the same was asked
-- again meanwhile, where only one question may be open.
create or replace function reopen_availability() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update availability_request asked
  set status = case when answered_at is null then 'requested' else 'available' end, order_id = null
  where asked.order_id = old.id and asked.status = 'ordered' and not exists (
    select from availability_request other
    where other.sample_id = asked.sample_id and other.test_code = asked.test_code
      and other.status in ('requested', 'available'));
  return old;
end $$;
revoke execute on function reopen_availability() from public;
