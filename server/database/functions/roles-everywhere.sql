-- The roles that somebody of the scope's institutions has anywhere: who ends all of their sessions ends those of other
-- institutions as well.
create or replace function roles_everywhere(person bigint) returns setof text
  language sql stable security definer set search_path = public as $$
  select distinct r.role from customer_role r join membership m using (physician_id, institution_code)
  where r.physician_id = person and m.status = 'Active' and exists (
    select from membership own where own.physician_id = person and own.institution_code = any (scope_institutions()))
$$;
revoke execute on function roles_everywhere(bigint) from public;
grant execute on function roles_everywhere(bigint) to karyo_portal;
