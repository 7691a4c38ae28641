-- The codes redeemed at an institution of the scope whose finding is not valid any more: no report of it is, or its person was
-- removed from the family.
create or replace function withdrawn_codes(at_institution text) returns table (code_id bigint)
  language sql stable security definer set search_path = public as $$
  select u.code_id
  from cascade_code_use u join cascade_code c on c.id = u.code_id join family_finding f on f.id = c.finding_id
  where u.institution_code = at_institution and at_institution = any (scope_institutions())
    and (f.withdrawn_on is not null or not exists (select from family y where y.id = f.family_id
      and y.document -> 'people' @> jsonb_build_array(jsonb_build_object('key', f.member))))
$$;
revoke execute on function withdrawn_codes(text) from public;
grant execute on function withdrawn_codes(text) to karyo_portal;
