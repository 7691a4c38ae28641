-- Where a withdrawal or a correction waits because nobody knows which report it is about, its test says nothing: each
-- report of the order may be the one.
create or replace function questioned_reports(of_order bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select r.id from report r
  where r.order_id = of_order and r.state <> 'withdrawn' and exists (
    select from result_check c
    where c.order_id = of_order and c.outcome is null
      and c.status in ('withdrawn', 'cancelled', 'corrected', 'amended')
      and (c.why in ('withdraws-which', 'corrects-which')
        or r.test_code = '' or coalesce(c.news #>> '{report,identity,testCode}', '') in ('', r.test_code)))
$$;
