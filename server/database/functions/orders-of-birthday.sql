-- The newest `most` orders of an institution of the scope that name somebody with this birthday. With the owner’s rights, because
-- no index into arrays is used under row-level security; the scope is checked here.
create or replace function orders_of_birthday(institution text, day text, most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from orders where birthdays_of(people) @> array[day] and institution_code = institution
    and institution = any (scope_institutions())
  order by id desc limit most
$$;
revoke execute on function orders_of_birthday(text, text, integer) from public;
grant execute on function orders_of_birthday(text, text, integer) to karyo_portal;
