-- The roles at its parent that count at an institution of the scope: who manages the one alone can't see the other,
-- and may not end the access of who holds more.
create or replace function inherited_roles(asked_physician bigint, asked_institution text) returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(r.role), '{}')
  from institution i
  join customer_role r on r.institution_code = i.parent_code
  join membership m using (physician_id, institution_code)
  where i.code = asked_institution and i.code = any (scope_institutions())
    and r.physician_id = asked_physician and m.status = 'Active'
$$;
revoke execute on function inherited_roles(bigint, text) from public;
grant execute on function inherited_roles(bigint, text) to karyo_portal;
