-- Counts what the list says of orders' results, under 'result' among the lists' counts.
create or replace function tally_order_result() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    insert into order_tally_change values (old.institution_code, 'result', old.result, old.state, -1);
  else
    insert into order_tally_change values (new.institution_code, 'result', new.result, new.state, 1);
  end if;
  return null;
end $$;
revoke execute on function tally_order_result() from public;
