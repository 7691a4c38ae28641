-- Registration and approval, status and roles at each institution, invitations, and what belongs to a person.
--
-- Two more settings of a transaction, beside karyo.institutions: karyo.subject is the caller themself, and
-- karyo.email their address where the identity provider says that it is verified. With them a caller reaches
-- their own record, registered or not, and nobody else's.

create function scope_subject() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('karyo.subject', true), '') $$;
create function scope_email() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('karyo.email', true), '') $$;

-- Institutions: several addresses and phones; who registers may bring a new one.

alter table institution
  add column addresses jsonb not null default '[]',
  add column phones jsonb not null default '[]',
  -- the subject of who registered it; null: the laboratory's own
  add column created_by_subject text,
  -- null until the laboratory has approved its first user
  add column approved_at timestamptz default now();
update institution set
  addresses = case when address_line1 = '' then '[]' else jsonb_build_array(jsonb_build_object(
    'type', 'Primary', 'addressLine1', address_line1, 'addressLine2', '', 'city', city, 'state', state,
    'postalCode', postal_code)) end,
  phones = case when phone = '' then '[]' else jsonb_build_array(jsonb_build_object(
    'type', 'Work', 'phoneNumber', '+1' || regexp_replace(phone, '\D', '', 'g'))) end;
alter table institution
  drop column address_line1, drop column city, drop column state, drop column postal_code, drop column phone;
create unique index on institution (created_by_subject, lower(name)) where created_by_subject is not null;
create index on institution (created_by_subject) where created_by_subject is not null;
-- The codes of institutions that registered themselves.
create sequence institution_code start with 20001;

-- People. Status is a matter of each institution: one may end what another goes on with.

create table membership (
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  status text not null check (status in ('Active', 'Inactive', 'Blocked', 'WaitingForApproval')),
  -- when they came, or asked to
  since timestamptz not null default now(),
  primary key (physician_id, institution_code)
);
create index on membership (institution_code, status);
insert into membership (physician_id, institution_code, status, since)
  select p.id, r.institution_code, p.status, min(r.given_at)
  from customer_role r join physician p on p.id = r.physician_id group by p.id, r.institution_code;

alter table customer_role
  add column given_by text not null default 'Laboratory',
  add foreign key (physician_id, institution_code) references membership on delete cascade;

alter table physician
  drop column status,
  add column provider_type text not null default 'Staff'
    check (provider_type in ('Physician', 'Non-physician provider', 'Genetic counselor', 'Staff')),
  -- who has no NPI: { providerName, providerNpi, agreedAt }
  add column delegate jsonb,
  add column phones jsonb not null default '[]',
  add column addresses jsonb not null default '[]',
  add column terms_version text not null default '',
  add column terms_accepted_at timestamptz,
  add column attested_at timestamptz,
  add column notice_approved_at timestamptz,
  add column favorite_tests text[] not null default '{}',
  add column favorite_codes text[] not null default '{}',
  add column notifications jsonb not null
    default '{"whose": "mine", "reportReady": true, "reportCorrected": true, "sampleReceived": false}';
update physician set provider_type = 'Physician' where npi <> '';
create index on physician (lower(email));

create table registration_refusal (
  id bigint generated always as identity primary key,
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  institution_name text not null,
  reason text not null,
  at timestamptz not null default now()
);
create index on registration_refusal (physician_id, id);

create table invitation (
  id bigint generated always as identity primary key,
  institution_code text not null references institution,
  email text not null check (email = lower(email)),
  roles text[] not null,
  invited_by bigint not null references physician,
  invited_by_name text not null,
  invited_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitation_once on invitation (institution_code, email)
  where accepted_at is null and withdrawn_at is null;
create index on invitation (email) where accepted_at is null and withdrawn_at is null;

-- Who an order is asked of: its creator, until it is handed over.

alter table orders add column responsible_id bigint references physician, add column responsible_name text;
update orders set responsible_id = created_by, responsible_name = created_by_name;
alter table orders alter column responsible_id set not null, alter column responsible_name set not null;
create index on orders (responsible_id, institution_code) where state not in ('reported', 'cancelled');

-- Whoever has a page open hears that their status, roles or profile changed, when it is committed.
create function announce_profile() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('profile_event', coalesce(changed ->> 'subject',
    (select subject from physician where id = (changed ->> 'physician_id')::bigint)));
  return null;
end $$;
create trigger announce after insert or update on physician for each row execute function announce_profile();
create trigger announce after insert or update or delete on membership
  for each row execute function announce_profile();
create trigger announce after insert or update or delete on customer_role
  for each row execute function announce_profile();

-- Who is asking: the one look at people that is made before there is a scope.
drop function actor_of(text);
create function actor_of(asked_subject text) returns jsonb
  language sql stable security definer set search_path = public as $$
  select jsonb_build_object(
    'id', p.id, 'subject', p.subject, 'email', p.email, 'firstName', p.first_name, 'lastName', p.last_name,
    'npi', p.npi, 'prefix', p.prefix, 'suffix', p.suffix, 'termsVersion', p.terms_version,
    'attested', p.attested_at is not null,
    'statuses', coalesce((select jsonb_agg(distinct m.status) from membership m where m.physician_id = p.id), '[]'),
    'memberships', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name, 'parentCode', i.parent_code,
                                          'createdByUser', i.created_by_subject is not distinct from p.subject,
                                          'roles', held.roles)
                       order by i.code)
      from institution i
      cross join lateral (
        -- a role at a parent counts at its children
        select jsonb_agg(distinct r.role) as roles
        from customer_role r join membership m using (physician_id, institution_code)
        where r.physician_id = p.id and m.status = 'Active' and r.institution_code in (i.code, i.parent_code)
      ) held
      where held.roles is not null
        and not exists (select from membership b where b.physician_id = p.id and b.institution_code = i.code
                                                       and b.status = 'Blocked')), '[]'))
  from physician p where p.subject = asked_subject
$$;

create or replace function all_institutions() returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'name', name, 'parentCode', parent_code,
                                               'createdByUser', false) order by code), '[]')
  from institution
$$;

create function own_id() returns bigint
  language sql stable security definer set search_path = public as $$
  select id from physician where subject = scope_subject()
$$;

-- The roles at its parent that count at an institution of the scope: who manages the one alone can't see the other,
-- and may not end the access of who holds more.
create function inherited_roles(asked_physician bigint, asked_institution text) returns text[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(r.role), '{}')
  from institution i
  join customer_role r on r.institution_code = i.parent_code
  join membership m using (physician_id, institution_code)
  where i.code = asked_institution and i.code = any (scope_institutions())
    and r.physician_id = asked_physician and m.status = 'Active'
$$;

-- What anybody signed in may find of institutions: name and place of those that are approved, or their own.
-- `only_these` are codes, or ids as 'id:7'; null for all.
create function search_institutions(search text, only_these text[], skip int, most int)
  returns table (id bigint, code text, name text, parent_code text, city text, state text, created_by_user boolean,
                 total bigint)
  language sql stable security definer set search_path = public as $$
  select i.id, i.code, i.name, i.parent_code,
         coalesce(i.addresses -> 0 ->> 'city', ''), coalesce(i.addresses -> 0 ->> 'state', ''),
         i.created_by_subject is not distinct from scope_subject(), count(*) over ()
  from institution i
  where (i.approved_at is not null or i.created_by_subject = scope_subject())
    and (only_these is null or 'id:' || i.id = any (only_these) or i.code = any (only_these))
    and concat_ws(' ', i.name, i.code, i.addresses -> 0 ->> 'city') ilike search
  order by i.name collate "unicode", i.id
  offset skip limit most
$$;

-- Takes the caller in where they were invited: the one way in without an approval. False: no such invitation.
create function accept_invitation(asked bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
declare found_one invitation;
begin
  update invitation set accepted_at = now()
    where id = asked and email = scope_email() and accepted_at is null and withdrawn_at is null
      and expires_at > now() and own_id() is not null
      and not exists (select from membership m where m.physician_id = own_id()
                        and m.institution_code = invitation.institution_code and m.status in ('Active', 'Blocked'))
    returning * into found_one;
  if not found then return false; end if;
  insert into membership (physician_id, institution_code, status)
    values (own_id(), found_one.institution_code, 'Active')
    on conflict (physician_id, institution_code) do update set status = 'Active';
  delete from customer_role where physician_id = own_id() and institution_code = found_one.institution_code;
  insert into customer_role (physician_id, institution_code, role, given_by)
    select own_id(), found_one.institution_code, role, found_one.invited_by_name from unnest(found_one.roles) role;
  return true;
end $$;

-- Access.

revoke execute on all functions in schema public from public;
grant execute on function scope_subject(), scope_email(), own_id(), actor_of(text), all_institutions(),
  search_institutions(text, text[], int, int), accept_invitation(bigint), inherited_roles(bigint, text) to karyo_portal;
grant execute on function actor_of(text), scope_subject(), scope_email(), own_id() to karyo_worker;

grant insert, update (first_name, last_name, email, npi, prefix, suffix, provider_type, delegate, phones, addresses,
  terms_version, terms_accepted_at, attested_at, notice_approved_at, favorite_tests, favorite_codes, notifications)
  on physician to karyo_portal;
grant select, insert, update (status), delete on membership to karyo_portal;
grant insert, delete on customer_role to karyo_portal;
grant select, insert on registration_refusal to karyo_portal;
grant select, insert, update (sent_at, expires_at, withdrawn_at) on invitation to karyo_portal;
grant insert, update (addresses, phones, approved_at) on institution to karyo_portal;
grant usage on sequence institution_code to karyo_portal;
grant select on membership, invitation, registration_refusal to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['membership', 'invitation', 'registration_refusal'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;

drop policy scoped on physician;
create policy scoped on physician for select to karyo_portal
  using (exists (select from membership m where m.physician_id = physician.id));
create policy own on physician to karyo_portal
  using (subject = scope_subject()) with check (subject = scope_subject());

create policy own on membership for select to karyo_portal using (physician_id = own_id());
create policy own_asked on membership for insert to karyo_portal
  with check (physician_id = own_id() and status = 'WaitingForApproval');
create policy own on customer_role for select to karyo_portal using (physician_id = own_id());
create policy own on registration_refusal for select to karyo_portal using (physician_id = own_id());
create policy own on invitation for select to karyo_portal
  using (email = scope_email() and accepted_at is null and withdrawn_at is null and expires_at > now());

drop policy scoped on institution;
create policy scoped on institution for select to karyo_portal using (code = any (scope_institutions()));
create policy scoped_change on institution for update to karyo_portal using (code = any (scope_institutions()));
create policy own on institution for select to karyo_portal using (created_by_subject = scope_subject());
create policy own_made on institution for insert to karyo_portal
  with check (created_by_subject = scope_subject() and approved_at is null);

create policy own_written on audit_event for insert to karyo_portal with check (actor_subject = scope_subject());
