-- The users of `users_at` with their names: whoever records findings at an institution of the scope can't see the users of its
-- parent, and one of them may have to see a result through.
create or replace function readers_at(asked_institution text)
  returns table (id bigint, email text, npi text, first_name text, last_name text, suffix text, roles text[])
  language sql stable security definer set search_path = public as $$
  select u.id, u.email, u.npi, p.first_name, p.last_name, p.suffix, u.roles
  from users_at(asked_institution) u join physician p using (id)
$$;
revoke execute on function readers_at(text) from public;
grant execute on function readers_at(text) to karyo_portal;
