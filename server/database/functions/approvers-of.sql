-- E-mail addresses of those who can be the second person at an institution. For who belongs to it, or waits there.
create or replace function approvers_of(asked_institution text) returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct p.email), '{}')
  from institution i
  join customer_role r on r.institution_code in (i.code, i.parent_code) and r.role = 'SuperUser'
  join membership m using (physician_id, institution_code)
  join physician p on p.id = m.physician_id
  where i.code = asked_institution and m.status = 'Active' and p.email <> ''
    and (asked_institution = any (scope_institutions())
      or exists (select from membership own where own.physician_id = own_id()
                   and own.institution_code = asked_institution))
$$;
revoke execute on function approvers_of(text) from public;
grant execute on function approvers_of(text) to karyo_portal;
