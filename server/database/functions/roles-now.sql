-- What somebody holds at an institution now, roles at its parent included; nothing where they are blocked.
create or replace function roles_now(asked_physician bigint, asked_institution text) returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct r.role), '{}')
  from institution i
  join customer_role r on r.institution_code in (i.code, i.parent_code)
  join membership m using (physician_id, institution_code)
  where i.code = asked_institution and r.physician_id = asked_physician and m.status = 'Active'
    and not exists (select from membership b where b.physician_id = asked_physician
                      and b.institution_code = asked_institution and b.status = 'Blocked')
$$;
revoke execute on function roles_now(bigint, text) from public;
