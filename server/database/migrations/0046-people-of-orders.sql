-- People of orders are found by their birthday too, relatives as well: the keys of `people` end with it
-- (domain/orders/identity.ts).

create function birthdays_of(people text[]) returns text[] language sql immutable strict as $$
  select array(select distinct right(person, 10) from unnest(people) person)
$$;
create index orders_by_birthdays on orders using gin (birthdays_of(people));

-- The newest orders of an institution of the scope, so many at most, that name somebody of this birthday. Under the policies
-- no index looks into arrays: so this looks with the owner's rights, and applies the scope itself.
create function orders_of_birthday(institution text, day text, most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from orders where birthdays_of(people) @> array[day] and institution_code = institution
    and institution = any (scope_institutions())
  order by id desc limit most
$$;
revoke execute on function birthdays_of(text[]), orders_of_birthday(text, text, int) from public;
grant execute on function birthdays_of(text[]) to karyo_portal, karyo_worker;
grant execute on function orders_of_birthday(text, text, int) to karyo_portal;
