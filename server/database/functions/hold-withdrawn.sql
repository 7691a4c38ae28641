-- Holds an order whose consent for testing was withdrawn: as the laboratory's event would, because users may not write those.
create or replace function hold_withdrawn() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Row-level security compares the row's institution only, and what follows is written as the owner of the tables.
  if not exists (select from orders where id = new.order_id and institution_code = new.institution_code
      and submitted_at is not null) then
    raise exception 'order % is no submitted order of %', new.order_id, new.institution_code using errcode = '42501';
  end if;
  if new.hold_key is null then return null; end if;
  insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
    values (new.order_id, new.institution_code, new.hold_key, 'consent', new.hold_words, new.recorded_at);
  -- An order without events gets them all, this one included, from its rows when the laboratory's next event arrives.
  if exists (select from laboratory_fact where order_id = new.order_id) then
    insert into laboratory_fact (order_id, institution_code, fact_key, at, fact)
      values (new.order_id, new.institution_code, 'held:' || new.hold_key, new.recorded_at, jsonb_build_object(
        'kind', 'held', 'hold', new.hold_key, 'holdKind', 'consent', 'words', new.hold_words));
  end if;
  return null;
end $$;
revoke execute on function hold_withdrawn() from public;
