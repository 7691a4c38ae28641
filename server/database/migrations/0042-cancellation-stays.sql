-- An order whose cancellation is asked for stays where the laboratory is with it: lists, counts and searches go by that stage,
-- not by the state (`stageOf` of domain/orders/status.ts). The version before reads the same columns, and counts such an
-- order where it is.

-- As in 0039, and by the stage.
create or replace function listed_state(o orders) returns text language sql stable as $$
  select case when o.state = 'draft' and o.vob_status = 'ordered' then 'ordered'
    when o.state <> 'pending-cancellation' then o.state
    when o.state_before_cancel is null then 'en-route' else o.state_before_cancel end
$$;

-- Where a search looks through the orders themselves, it told their state.
do $$
begin
  execute replace(pg_get_functiondef('orders_found(text[], text[], text[], text[])'::regprocedure),
    'select o.id, o.state,', 'select o.id, listed_state(o),');
end $$;

-- In place of orders_by_state_date and orders_by_progress, which serve the version before and are dropped by the next one.
-- An operator may make them before, CONCURRENTLY and under the same names (docs/operating.md).
create index if not exists orders_by_stage_date on orders (institution_code,
  (case when state <> 'pending-cancellation' then state when state_before_cancel is null then 'en-route'
    else state_before_cancel end),
  (case when submitted_at is null then created_at else submitted_at end) desc, id desc);
create index if not exists orders_by_stage on orders (institution_code, (array_position(array['draft', 'en-route',
  'accessioned', 'in-process', 'reported', 'cancelled'], case when state <> 'pending-cancellation' then state
    when state_before_cancel is null then 'en-route' else state_before_cancel end)), id);
create index if not exists orders_cancelling on orders (institution_code) where state = 'pending-cancellation';

drop trigger keep_lists_changed on orders;
create trigger keep_lists_changed after update on orders for each row
  when ((old.state, old.state_before_cancel, old.search_text, old.test_codes, old.provider_name, old.accession_number,
      old.patient_date_of_birth, old.record_numbers, old.submitted_at, old.created_at, old.report_opened_at, old.vob_status,
      old.is_blank)
    is distinct from (new.state, new.state_before_cancel, new.search_text, new.test_codes, new.provider_name,
      new.accession_number, new.patient_date_of_birth, new.record_numbers, new.submitted_at, new.created_at,
      new.report_opened_at, new.vob_status, new.is_blank))
  execute function keep_lists();

-- Orders cannot be written since the trigger was made: what is counted under the state moves to the stage.
insert into order_tally_change
  select institution_code, about, value, counted, sum(n) from (
    select o.institution_code, t.about, t.value, s.counted, s.n
    from orders o, tallied(o) t, lateral (values (o.state, -1), (listed_state(o), 1)) s (counted, n)
    where o.state = 'pending-cancellation') moved
  group by 1, 2, 3, 4 having sum(n) <> 0;
update order_search s set state = listed_state(o) from orders o
  where o.id = s.order_id and o.state = 'pending-cancellation';
