-- Whether a user with the NPI is a genetic counselor by their own record, at an institution of the scope or its parent.
-- A role at the parent counts at the institution, whose scope can't see that user.
create or replace function is_counselor_at(asked_npi text, asked_institution text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from institution i
    join membership m on m.institution_code in (i.code, i.parent_code)
    join physician p on p.id = m.physician_id
    where i.code = asked_institution and i.code = any (scope_institutions())
      and p.npi = asked_npi and p.provider_type = 'Genetic counselor')
$$;
revoke execute on function is_counselor_at(text, text) from public;
grant execute on function is_counselor_at(text, text) to karyo_portal;
