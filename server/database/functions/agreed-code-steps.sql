-- What code_steps says, to the institution of a family in the scope.
create or replace function agreed_code_steps(of_family bigint)
  returns table (finding_id bigint, member text, kind text, on_day date, copies integer[])
  language sql stable security definer set search_path = public as $$
  select steps.* from family f cross join lateral code_steps(f.id) steps
  where f.id = of_family and f.institution_code = any (scope_institutions())
$$;
revoke execute on function agreed_code_steps(bigint) from public;
grant execute on function agreed_code_steps(bigint) to karyo_portal;
