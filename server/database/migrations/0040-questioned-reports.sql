-- Reports of which the laboratory has said something that may end them, while a person there still looks at it: a withdrawal
-- or a correction whose identity or status is in doubt. Which of several people of the order it is about is not known, so
-- that the reports of its test are in doubt for all of them; without a test, all of the order.
create function questioned_reports(of_order bigint) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select r.id from report r
  where r.order_id = of_order and r.state <> 'withdrawn' and exists (
    select from result_check c
    where c.order_id = of_order and c.outcome is null
      and c.status in ('withdrawn', 'cancelled', 'corrected', 'amended')
      and (r.test_code = '' or coalesce(c.news #>> '{report,identity,testCode}', '') in ('', r.test_code)))
$$;
revoke execute on function questioned_reports(bigint) from public;
grant execute on function questioned_reports(bigint) to karyo_portal, karyo_worker;

-- An EHR that asks what changed since it looked is told so, at the beginning and at the end.
create function note_question() returns trigger language plpgsql as $$
begin
  if new.status in ('withdrawn', 'cancelled', 'corrected', 'amended') then
    update report set changed_at = now() where order_id = new.order_id and state <> 'withdrawn';
  end if;
  return null;
end $$;
create trigger note_question after insert or update of outcome on result_check
  for each row execute function note_question();
grant update (changed_at) on report to karyo_worker;
