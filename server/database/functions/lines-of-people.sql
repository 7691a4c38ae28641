-- Audit lines of an institution of the scope that name one of these people.
create or replace function lines_of_people(institution text, keys text[], since timestamptz, before timestamptz)
  returns setof audit_event language sql stable security definer set search_path = public as $$
  select * from audit_event where people <> '{}' and people && keys and at >= since and at < before
    and institution_code = institution and institution = any (scope_institutions())
$$;
revoke execute on function lines_of_people(text, text[], timestamptz, timestamptz) from public;
grant execute on function lines_of_people(text, text[], timestamptz, timestamptz) to karyo_portal;
