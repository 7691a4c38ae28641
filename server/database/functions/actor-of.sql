-- The user with this subject, with their institutions and roles, as JSON; null for nobody. The only look at users
-- that is made before there is a scope: its definer sees every row.
create or replace function actor_of(asked_subject text) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
declare found_one jsonb;
begin
  select jsonb_build_object(
    'id', p.id, 'subject', p.subject, 'email', p.email, 'firstName', p.first_name, 'lastName', p.last_name,
    'npi', p.npi, 'prefix', p.prefix, 'suffix', p.suffix, 'termsVersion', p.terms_version,
    'attested', p.attested_at is not null,
    'statuses', coalesce((select jsonb_agg(distinct m.status) from membership m where m.physician_id = p.id), '[]'),
    'memberships', coalesce((
      select jsonb_agg(held.one order by held.code) from (
        select i.code, jsonb_build_object(
          'id', i.id, 'code', i.code, 'name', i.name, 'parentCode', i.parent_code,
          'createdByUser', i.created_by_subject is not distinct from p.subject,
          'roles', jsonb_agg(distinct r.role)) as one
        from membership m join customer_role r using (physician_id, institution_code)
          -- a role at a parent counts at its children
          join institution i on i.code = r.institution_code or i.parent_code = r.institution_code
        where m.physician_id = p.id and m.status = 'Active'
          and not exists (select from membership b
            where b.physician_id = p.id and b.institution_code = i.code and b.status = 'Blocked')
        group by i.code
      ) held), '[]'))
  into found_one from physician p where p.subject = asked_subject;
  return found_one;
end $$;
revoke execute on function actor_of(text) from public;
grant execute on function actor_of(text) to karyo_portal, karyo_worker;
