-- The codes redeemed at an institution of the scope of whose finding the laboratory is checking the report.
create or replace function questioned_codes(at_institution text) returns table (code_id bigint)
  language sql stable security definer set search_path = public as $$
  select u.code_id
  from cascade_code_use u join cascade_code c on c.id = u.code_id join family_finding f on f.id = c.finding_id
  where u.institution_code = at_institution and at_institution = any (scope_institutions())
    and f.report_id in (select questioned_reports(f.order_id))
$$;
revoke execute on function questioned_codes(text) from public;
grant execute on function questioned_codes(text) to karyo_portal;
