-- Institutions, people, the catalogue, orders and what happens to them.
--
-- Three roles exist before this runs (server/database/roles.ts). Requests are served as karyo_portal, which
-- owns nothing and sees of an institution's data only what the transaction's scope names; karyo_worker
-- delivers and receives messages and sees all; karyo_identity has only its own schema.

create function scope_institutions() returns text[]
  language sql stable parallel safe
  as $$ select string_to_array(current_setting('karyo.institutions', true), ',') $$;

create table institution (
  id bigint generated always as identity unique,
  code text primary key check (code <> '' and code !~ ','),
  name text not null,
  parent_code text references institution,
  address_line1 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  phone text not null default ''
);

create table physician (
  id bigint generated always as identity primary key,
  -- the "sub" of the identity provider
  subject text not null unique,
  email text not null,
  first_name text not null,
  last_name text not null,
  npi text not null default '',
  prefix text not null default '',
  suffix text not null default '',
  status text not null default 'WaitingForApproval'
    check (status in ('Active', 'Inactive', 'Blocked', 'WaitingForApproval')),
  created_at timestamptz not null default now()
);

create table customer_role (
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  role text not null check (role in ('UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser')),
  given_at timestamptz not null default now(),
  primary key (physician_id, institution_code, role)
);
create index on customer_role (institution_code);

-- The catalogue belongs to the laboratory and is public.

create table test_category (
  category text primary key,
  position int not null,
  name text not null,
  description text not null
);

create table test (
  id bigint generated always as identity unique,
  code text primary key,
  display_test_code text not null,
  name text not null,
  category text not null references test_category,
  test_type text not null,
  genes text[] not null,
  gene_count int not null,
  turnaround_days int not null check (turnaround_days > 0),
  specimens text[] not null,
  specimen_note text not null,
  list_price_cents int not null check (list_price_cents >= 0),
  cpt_codes text[] not null,
  sex text not null,
  relatives int not null,
  method text not null,
  description text not null,
  display_in_catalog boolean not null,
  -- false once an import no longer brings the test: old orders still name it, new ones can't
  orderable boolean not null default true
);
create index on test using gin (genes);

create table consent (
  id text primary key,
  position int not null,
  title text not null,
  text text not null,
  kind text not null check (kind in ('yes-no', 'checkbox')),
  required boolean not null
);

create table test_consent (
  test_code text not null references test on delete cascade,
  consent_id text not null references consent,
  primary key (test_code, consent_id)
);

create table add_on_test (
  test_code text not null references test on delete cascade,
  -- '' is every hospital
  hospital_code text not null,
  add_on_test_code text not null references test on delete cascade,
  primary key (test_code, hospital_code, add_on_test_code)
);

create table icd10 (
  code text primary key,
  description text not null
);

-- An order's form is one document with a version; what lists and searches need stands beside it.

create table orders (
  id bigint generated always as identity (start with 100001) primary key,
  institution_code text not null references institution,
  draft_key uuid not null,
  version int not null default 1,
  state text not null default 'draft' check (state in
    ('draft', 'en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled')),
  document jsonb not null,
  patient_first_name text not null,
  patient_last_name text not null,
  patient_date_of_birth text not null,
  patient_sex text not null,
  test_code text not null,
  test_name text not null,
  provider_name text not null,
  is_vob boolean not null,
  open_points int not null,
  search_text text not null,
  accession_number text,
  turnaround_days int,
  expected_on date,
  created_at timestamptz not null default now(),
  created_by bigint not null references physician,
  created_by_name text not null,
  updated_at timestamptz not null default now(),
  updated_by_name text not null,
  submitted_at timestamptz,
  submitted_by bigint references physician,
  submitted_by_name text,
  reported_at timestamptz,
  report_opened_at timestamptz,
  unique (institution_code, created_by, draft_key),
  check ((state = 'draft') = (submitted_at is null))
);
create index orders_by_date on orders (institution_code, (coalesce(submitted_at, created_at)) desc, id desc);
create index orders_by_state on orders (institution_code, state, (coalesce(submitted_at, created_at)) desc, id desc);
create index orders_by_accession on orders (accession_number) where accession_number is not null;

create table order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  actor_id bigint references physician,
  detail text not null default ''
);
create index on order_event (order_id, id);

-- Raw, before it is understood; answered only once it stands here; applied once however often it comes.
create table message_in (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  raw text not null,
  -- null as long as it has not been read; MSH-3/4 and MSH-10
  sender text,
  control_id text,
  type text,
  outcome text check (outcome in ('applied', 'refused', 'repeated')),
  reason text not null default '',
  acknowledgement text
);
create unique index message_in_once on message_in (sender, control_id) where outcome = 'applied';

create table report (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  version int not null,
  corrected boolean not null,
  -- SHA-256 of the PDF: its key in the file store
  file_key text not null,
  bytes int not null,
  -- OBR-22 or MSH-7: by the laboratory's own clock
  made_at timestamptz,
  -- OBR-4: an order of several tests may have a report of each
  test_code text not null,
  received_at timestamptz not null default now(),
  message_id bigint references message_in,
  unique (order_id, version)
);

-- What waits for the laboratory, or went there: written in the transaction that caused it, never changed but for
-- what became of it.
create table message_out (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  -- MSH-10: the same on every try
  control_id text not null unique,
  body text not null,
  created_at timestamptz not null default now(),
  tries int not null default 0,
  last_error text not null default '',
  answered_at timestamptz,
  -- MSA-1 and the words that came with it
  answer_code text,
  answer text
);
create index on message_out (order_id);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_subject text not null,
  actor_name text not null,
  action text not null,
  institution_code text,
  entity text not null,
  entity_id text not null,
  request_id text not null,
  detail jsonb not null default '{}'
);
create index on audit_event (entity, entity_id);

-- Everybody who has a page open hears of an event when it is committed (server/features/portal/live.ts).
create function announce_order_event() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_notify('order_event', json_build_object(
    'orderId', new.order_id,
    'hospitalCode', new.institution_code,
    'state', (select state from orders where id = new.order_id),
    'kind', new.kind)::text);
  return null;
end $$;
create constraint trigger announce after insert on order_event
  deferrable initially deferred for each row execute function announce_order_event();

-- Who is asking: the one look at people that is made before there is a scope.
create function actor_of(asked_subject text) returns jsonb
  language sql stable security definer set search_path = public as $$
  select to_jsonb(p) || jsonb_build_object('memberships', coalesce((
    select jsonb_agg(jsonb_build_object('code', i.code, 'name', i.name, 'parentCode', i.parent_code, 'roles', held.roles)
                     order by i.code)
    from institution i
    cross join lateral (
      -- a role at a parent counts at its children
      select jsonb_agg(distinct r.role) as roles from customer_role r
      where r.physician_id = p.id and r.institution_code in (i.code, i.parent_code)
    ) held
    where held.roles is not null), '[]'::jsonb))
  from physician p where p.subject = asked_subject
$$;

create function all_institutions() returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', code, 'name', name, 'parentCode', parent_code) order by code), '[]'::jsonb)
  from institution
$$;

-- Access. Nothing is granted that is not said here.

revoke all on schema public from public;
revoke execute on all functions in schema public from public;
grant usage on schema public to karyo_portal, karyo_worker;
grant execute on function scope_institutions(), actor_of(text), all_institutions(), announce_order_event()
  to karyo_portal, karyo_worker;

grant select on test_category, test, consent, test_consent, add_on_test, icd10 to karyo_portal, karyo_worker;
grant select on institution, physician, customer_role to karyo_portal, karyo_worker;
grant select, insert, update, delete on orders to karyo_portal;
grant select, insert on order_event, audit_event to karyo_portal, karyo_worker;
grant select on report to karyo_portal;
grant select, insert on message_out to karyo_portal;
grant select, update on orders, message_out to karyo_worker;
grant select, insert, update on message_in to karyo_worker;
grant select, insert on report to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['orders', 'order_event', 'report', 'message_out', 'customer_role'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;

alter table institution enable row level security;
create policy scoped on institution to karyo_portal using (code = any (scope_institutions()));
create policy unscoped on institution to karyo_worker using (true);

alter table physician enable row level security;
create policy scoped on physician to karyo_portal
  using (exists (select from customer_role r where r.physician_id = physician.id));
create policy unscoped on physician to karyo_worker using (true);

-- The audit trail takes lines of the scope and gives them back; nobody changes one.
alter table audit_event enable row level security;
create policy written on audit_event for insert to karyo_portal
  with check (institution_code = any (scope_institutions()));
create policy unscoped_written on audit_event for insert to karyo_worker with check (true);
create policy scoped on audit_event for select to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on audit_event for select to karyo_worker using (true);
