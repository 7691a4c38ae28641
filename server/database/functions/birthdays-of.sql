-- The birthdays in keys of people (domain/orders/identity.ts): the last ten characters. In an index of orders.
create or replace function birthdays_of(people text[]) returns text[] language sql immutable strict as $$
  select array(select distinct right(person, 10) from unnest(people) person)
$$;
revoke execute on function birthdays_of(text[]) from public;
grant execute on function birthdays_of(text[]) to karyo_portal, karyo_worker;
