-- A report that the laboratory calls final, and that is not here yet, waits at its desk. No result waits with that, and none
-- with the cancellation of a test that nobody ordered: no clinic is told that a result is being checked, and no report is in
-- doubt by it.
create or replace function is_result_checked(of_order bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from result_check
    where order_id = of_order and outcome is null and why not in ('final-without-report', 'cancels-unknown'))
$$;

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

-- What the laboratory calls the test of a report: shown where the order has no such test.
alter table report add column test_name text not null default '';
grant update (test_name) on report to karyo_worker;

-- Whoever has opened a report is told also that it is in doubt, that it stands after all, and that a preliminary one took
-- its place.
alter table report_notice drop constraint report_notice_kind_check,
  add constraint report_notice_kind_check check (kind in (
    'addended', 'amended', 'corrected', 'preliminary', 'withdrawn', 'restored', 'questioned', 'upheld')) not valid;

-- What the laboratory says beside taking a message (MSA-3, ERR; the issues of an OperationOutcome); '' where nothing.
alter table message_out add column answer_words text not null default '';
create index message_out_warned on message_out (id) where answer_words <> '';

-- The report that a recommendation came with was replaced by another one.
alter table treatment add column of_replaced boolean not null default false;
