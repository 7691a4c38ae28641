-- Erases payers' answers that belong to no order, asked before `earliest`, with their messages and estimates, and
-- estimates without an order or an answer, such as a discarded draft's, made before then; at most `most`.
-- Returns how many.
create or replace function erase_checks(earliest timestamptz, most integer) returns integer language plpgsql security definer
  set search_path = public as $$
declare
  checks bigint[] := array(
    select id from eligibility_check c where order_id is null and state <> 'queued' and asked_at < earliest
      and not exists (select from cost_estimate where check_id = c.id and order_id is not null)
    order by id limit most for update skip locked);
  alone integer;
begin
  delete from cost_estimate where check_id = any (checks);
  delete from eligibility_exchange where check_id = any (checks);
  delete from eligibility_check where id = any (checks);
  delete from cost_estimate where id in (
    select id from cost_estimate where order_id is null and check_id is null and made_at < earliest
    order by id limit most - cardinality(checks) for update skip locked);
  get diagnostics alone = row_count;
  return cardinality(checks) + alone;
end $$;
revoke execute on function erase_checks(timestamptz, integer) from public;
grant execute on function erase_checks(timestamptz, integer) to karyo_worker;
