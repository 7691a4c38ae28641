-- Fills in whom a line of the audit trail is about: the people of the entity’s order and of the orders that its detail names.
-- Runs with the rights of whoever writes the line, so that nobody learns of an order that is not theirs.
create or replace function audited_people() returns trigger language plpgsql
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  number bigint := case when new.entity_id ~ '^\d{1,18}$' then new.entity_id::bigint end;
  about bigint[] := case when jsonb_typeof(new.detail -> 'orderIds') = 'array'
    then array(select jsonb_array_elements_text(new.detail -> 'orderIds')::bigint) else '{}' end;
  named text[] := coalesce(new.people, '{}');
begin
  -- Each a statement of its own: what is not asked for costs nothing.
  case new.entity
    when 'order' then about := about || number;
    when 'sample' then about := about || array(select order_id from sample where id = number);
    when 'treatment' then about := about || array(select order_id from treatment where id = number);
    when 'kit' then about := about || array(select order_id from kit_order where id = number);
    when 'message_out' then about := about || array(select order_id from message_out where id = number);
    when 'estimate' then about := about || array(select order_id from cost_estimate where id = number);
    when 'eligibility-check' then about := about || array(select order_id from eligibility_check where id = number);
    when 'availability-request' then about := about || array(
      select s.order_id from availability_request a join sample s on s.id = a.sample_id where a.id = number);
    else null;
  end case;
  if new.entity in ('estimate', 'eligibility-check') then
    -- one that was made before there was an order, or whose draft is gone
    named := named || array(select unnest(people) from audit_event
      where entity = new.entity and entity_id = new.entity_id and action in ('estimate.keep', 'eligibility.ask'));
  end if;
  if about <> '{}' then
    named := named || array(select unnest(people) from orders where id = any (about));
  end if;
  new.people := case when cardinality(named) < 2 then named
    else array(select distinct one from unnest(named) one order by one) end;
  return new;
end $$;
revoke execute on function audited_people() from public;
