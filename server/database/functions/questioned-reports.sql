-- Reports in question: the laboratory sent a withdrawal or correction that may mean them, and a person there has not decided yet.
-- All reports of the test are in question, or of the order where the message names no test.
create or replace function questioned_reports(of_order bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select r.id from report r
  where r.order_id = of_order and r.state <> 'withdrawn' and exists (
    select from result_check c
    where c.order_id = of_order and c.outcome is null and c.why not in ('final-without-report', 'cancels-unknown')
      and c.status in ('withdrawn', 'cancelled', 'corrected', 'amended')
      and (c.why in ('withdraws-which', 'corrects-which')
        or r.test_code = '' or coalesce(c.news #>> '{report,identity,testCode}', '') in ('', r.test_code)))
$$;
revoke execute on function questioned_reports(bigint) from public;
grant execute on function questioned_reports(bigint) to karyo_portal, karyo_worker;
