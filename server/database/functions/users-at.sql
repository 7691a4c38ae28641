-- The users who are active at an institution of the scope or at its parent and not blocked there, with their roles that
-- count there. Who works there by a role at the parent is told of its orders too, by whoever can't see the parent.
create or replace function users_at(asked_institution text)
  returns table (id bigint, npi text, email text, notifications jsonb, roles text[])
  language sql stable security definer set search_path = public as $$
  select p.id, p.npi, p.email, p.notifications, coalesce(array_agg(r.role) filter (where r.role is not null), '{}')
  from institution i
  join membership m on m.institution_code in (i.code, i.parent_code)
  join physician p on p.id = m.physician_id
  left join customer_role r using (physician_id, institution_code)
  where i.code = asked_institution and i.code = any (scope_institutions()) and m.status = 'Active'
    and not exists (select from membership b
      where b.physician_id = p.id and b.institution_code = i.code and b.status = 'Blocked')
  group by p.id
$$;
revoke execute on function users_at(text) from public;
grant execute on function users_at(text) to karyo_portal;
