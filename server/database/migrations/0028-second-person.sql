-- Who may let whom in: invitations end with the right of who sent them, nobody takes up their own, and a role that sees orders
-- takes effect for somebody new once a second person has approved it.

alter table invitation add column by_support boolean not null default false;
-- The laboratory's Support belongs to no institution.
update invitation set by_support = true
  where accepted_at is null and withdrawn_at is null
    and not exists (select from membership m where m.physician_id = invitation.invited_by);
grant update (invited_by, invited_by_name, by_support) on invitation to karyo_portal;

-- The name of the account with which somebody registered, for who approves them.
alter table physician
  add column account_first_name text not null default '',
  add column account_last_name text not null default '';
grant insert (account_first_name, account_last_name), update (account_first_name, account_last_name)
  on physician to karyo_portal;

-- Roles that a user administrator has given and nobody has approved yet: they count for nothing.
create table proposed_role (
  physician_id bigint not null,
  institution_code text not null,
  role text not null,
  proposed_by bigint not null references physician,
  proposed_by_name text not null,
  proposed_at timestamptz not null default now(),
  primary key (physician_id, institution_code, role),
  foreign key (physician_id, institution_code) references membership on delete cascade
);
create index on proposed_role (institution_code);
alter table proposed_role enable row level security;
create policy scoped on proposed_role to karyo_portal using (institution_code = any (scope_institutions()));
create policy own on proposed_role for select to karyo_portal using (physician_id = own_id());
create policy unscoped on proposed_role to karyo_worker using (true);
grant select, insert, delete on proposed_role to karyo_portal;
grant select on proposed_role to karyo_worker;
create trigger announce after insert or delete on proposed_role
  for each row execute function announce_profile();

-- What somebody holds at an institution now, roles at its parent included; nothing where they are blocked.
create function roles_now(asked_physician bigint, asked_institution text) returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct r.role), '{}')
  from institution i
  join customer_role r on r.institution_code in (i.code, i.parent_code)
  join membership m using (physician_id, institution_code)
  where i.code = asked_institution and r.physician_id = asked_physician and m.status = 'Active'
    and not exists (select from membership b where b.physician_id = asked_physician
                      and b.institution_code = asked_institution and b.status = 'Blocked')
$$;

-- Whether somebody works for the laboratory's Support now. Their role comes with the token: of another identity provider's
-- accounts nothing is known here, and what was true at the invitation counts.
create function is_support_now(asked_physician bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select not exists (select from identity."user")
    or exists (select from identity."user" u join physician p on p.subject = u.id
               where p.id = asked_physician and u.roles::jsonb ? 'Support')
$$;

-- Whether who sent an invitation may still give its roles there: as GIVES in domain/users/roles.ts; a test ties the two.
create function inviter_may(inviter bigint, by_support boolean, asked_institution text, roles text[]) returns boolean
  language sql stable security definer set search_path = public as $$
  select case
    when by_support then is_support_now(inviter)
    when 'SuperUser' = any (held) then true
    when 'UserAdmin' = any (held) then not 'SuperUser' = any (roles)
    else false
  end
  from (select roles_now(inviter, asked_institution) as held) now_held
$$;

-- Of `roles`, those that wait for a second person when `giver` gives them: roles that see orders, given by who is neither a
-- super user nor Support to somebody who holds none there yet. As domain/users/role-approval.ts; a test ties the two.
create function roles_that_wait(giver bigint, by_support boolean, asked_physician bigint, asked_institution text,
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

-- E-mail addresses of those who can be the second person at an institution. For who belongs to it, or waits there.
create function approvers_of(asked_institution text) returns text[]
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

-- Takes the caller in where they were invited by somebody else who may still do so. Their status there by then:
-- WaitingForApproval where all roles wait for a second person. Null: no such invitation.
create function accept_invitation(asked bigint, second_person boolean) returns text
  language plpgsql security definer set search_path = public as $$
declare
  found_one invitation;
  waiting text[] := '{}';
  status_now text;
begin
  update invitation set accepted_at = now()
    where id = asked and email = scope_email() and accepted_at is null and withdrawn_at is null
      and expires_at > now() and own_id() is not null and invited_by <> own_id()
      and inviter_may(invited_by, by_support, institution_code, roles)
      and not exists (select from membership m where m.physician_id = own_id()
                        and m.institution_code = invitation.institution_code and m.status in ('Active', 'Blocked'))
    returning * into found_one;
  if not found then return null; end if;
  if second_person then
    waiting := roles_that_wait(found_one.invited_by, found_one.by_support, own_id(), found_one.institution_code,
                               found_one.roles);
  end if;
  status_now := case when found_one.roles <@ waiting then 'WaitingForApproval' else 'Active' end;
  insert into membership (physician_id, institution_code, status)
    values (own_id(), found_one.institution_code, status_now)
    on conflict (physician_id, institution_code) do update set status = excluded.status;
  delete from customer_role where physician_id = own_id() and institution_code = found_one.institution_code;
  insert into customer_role (physician_id, institution_code, role, given_by)
    select own_id(), found_one.institution_code, role, found_one.invited_by_name from unnest(found_one.roles) role
    where role <> all (waiting);
  delete from proposed_role where physician_id = own_id() and institution_code = found_one.institution_code;
  insert into proposed_role (physician_id, institution_code, role, proposed_by, proposed_by_name)
    select own_id(), found_one.institution_code, role, found_one.invited_by, found_one.invited_by_name
    from unnest(waiting) role;
  return status_now;
end $$;

-- As the version before calls it, and is answered: whether the caller was taken in. By the rules of now.
create or replace function accept_invitation(asked bigint) returns boolean
  language sql security definer set search_path = public as $$
  select accept_invitation(asked, true) is not null
$$;

drop policy own on invitation;
create policy own on invitation for select to karyo_portal
  using (email = scope_email() and accepted_at is null and withdrawn_at is null and expires_at > now()
         and invited_by is distinct from own_id() and inviter_may(invited_by, by_support, institution_code, roles));

revoke execute on function roles_now(bigint, text), is_support_now(bigint), inviter_may(bigint, boolean, text, text[]),
  roles_that_wait(bigint, boolean, bigint, text, text[]), approvers_of(text), accept_invitation(bigint, boolean) from public;
grant execute on function inviter_may(bigint, boolean, text, text[]), approvers_of(text),
  accept_invitation(bigint, boolean) to karyo_portal;
