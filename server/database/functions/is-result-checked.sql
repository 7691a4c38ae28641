-- Whether a result of the order waits at the laboratory’s desk. Not counted: a report that is called final and has not come yet,
-- and the cancellation of a test that nobody ordered. No result waits with either.
create or replace function is_result_checked(of_order bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from result_check
    where order_id = of_order and outcome is null and why not in ('final-without-report', 'cancels-unknown'))
$$;
revoke execute on function is_result_checked(bigint) from public;
grant execute on function is_result_checked(bigint) to karyo_portal, karyo_worker;
