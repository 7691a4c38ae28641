-- Of `roles`, those that wait for a second person when `giver` gives them: roles that see orders, given by somebody who is neither
-- a super user nor Support to somebody who holds none there yet. As domain/users/role-approval.ts; a test compares them.
create or replace function roles_that_wait(giver bigint, by_support boolean, asked_physician bigint, asked_institution text,
                                roles text[]) returns text[]
  language sql stable security definer set search_path = public as $$
  select case
    when by_support or 'SuperUser' = any (roles_now(giver, asked_institution)) then '{}'
    when exists (select from institution i join customer_role r on r.institution_code in (i.code, i.parent_code)
                 where i.code = asked_institution and r.physician_id = asked_physician
                   and r.role in ('OrderViewer', 'OrderCreator', 'OrderSubmitter', 'SuperUser')) then '{}'
    else array(select role from unnest(roles) role
               where role in ('OrderViewer', 'OrderCreator', 'OrderSubmitter', 'SuperUser'))
  end
$$;
revoke execute on function roles_that_wait(bigint, boolean, bigint, text, text[]) from public;
