-- Erases orders with all that belongs to them: people, samples, results, follow-up, messages, payers' answers. What stays is the
-- audit trail. Who may be erased is decided before (domain/retention/kept.ts), with the orders locked.
create or replace function erase_orders(numbers bigint[]) returns void language plpgsql security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  messages bigint[];
  checks bigint[];
  reports bigint[];
  parcels bigint[];
begin
  insert into erased_file (key)
    -- In the sequence in which they are announced.
    select key from files_of_orders(numbers) key order by key
    on conflict (key) do update set erased_at = now();
  messages := array(
    select message_id from laboratory_fact where order_id = any (numbers) and message_id is not null
    union select message_id from report where order_id = any (numbers) and message_id is not null
    union select message_id from result_check where order_id = any (numbers) and message_id is not null
    union select message_id from message_order where order_id = any (numbers)
    -- Before 0107 no row named the order of a refused message or answer: only the refusal says it.
    union select id from message_in where outcome = 'refused' and substring(reason from
      '^(?:it names another patient than order |The answer to (?:NW|CA|XO))(\d{1,18})')::bigint = any (numbers));
  -- Nor that of one that came again, word for word, under the same name.
  messages := messages || array(
    select again.id from message_in m join message_in again on again.outcome = 'repeated'
      and again.sender = m.sender and again.control_id = m.control_id and again.raw = m.raw
    where m.id = any (messages));
  checks := array(select id from eligibility_check where order_id = any (numbers));
  reports := array(select id from report where order_id = any (numbers));
  parcels := array(select shipment_id from sample where order_id = any (numbers) and shipment_id is not null);

  delete from follow_up_event where follow_up_id in (select id from follow_up where order_id = any (numbers));
  delete from follow_up where order_id = any (numbers);
  delete from result_check where order_id = any (numbers);
  delete from laboratory_fact where order_id = any (numbers);
  delete from report_notice where report_id = any (reports);
  delete from report_opening where report_id = any (reports);
  delete from reported_result where report_id = any (reports);
  delete from report where id = any (reports);
  delete from treatment_view where treatment_id in (select id from treatment where order_id = any (numbers));
  delete from treatment where order_id = any (numbers);
  delete from kit_order where order_id = any (numbers);
  delete from ehr_message_out where order_id = any (numbers);
  delete from message_out where order_id = any (numbers);
  -- An estimate belongs to its own order, also if it was made from the answer to another one's check. It goes as well if its order
  -- is about another patient by now: a draft can be changed.
  delete from cost_estimate e where order_id = any (numbers) or check_id = any (checks) and not exists (
    select from orders o where o.id = e.order_id
      and o.document #>> '{patients,0,dateOfBirth}' = e.content ->> 'patientDateOfBirth'
      and btrim(concat(o.document #>> '{patients,0,firstName}', ' ', o.document #>> '{patients,0,lastName}'))
        = e.content ->> 'patientName');
  update cost_estimate set check_id = null where check_id = any (checks);
  delete from eligibility_exchange where check_id = any (checks);
  delete from eligibility_check where id = any (checks);
  -- Its number stays, so that a repeated message of the hospital does not begin the order again.
  update ehr_order set content = null, echo = '', is_cancelled = true, unmapped = '[]', differs = false where order_id = any (numbers);
  delete from orders where id = any (numbers);
  delete from shipment s where id = any (parcels) and not exists (select from sample where shipment_id = s.id);
  -- A message may be about several orders.
  delete from message_order where order_id = any (numbers);
  delete from message_in m where id = any (messages)
    and not exists (select from laboratory_fact where message_id = m.id)
    and not exists (select from report where message_id = m.id)
    and not exists (select from result_check where message_id = m.id)
    and not exists (select from message_order where message_id = m.id);
end $$;
revoke execute on function erase_orders(bigint[]) from public;
grant execute on function erase_orders(bigint[]) to karyo_worker;
