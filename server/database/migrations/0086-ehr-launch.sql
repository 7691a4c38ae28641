-- Launches from hospitals' record systems (SMART App Launch): at which of them the portal is registered. Imported by
-- `npm run import -- launch`.
create table ehr_launch_client (
  -- In the addresses of its launches: each has its own.
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  institution_code text not null references institution (code),
  name text not null,
  -- The address of its FHIR server: exactly what launches name. No other is believed.
  iss text not null unique,
  client_id text not null,
  scopes text not null,
  -- Its addresses when Support set it up: what it announces later changes nothing by itself.
  metadata jsonb not null,
  -- The private key that signs, encrypted with a key derived from the configured secret.
  sealed_key text not null,
  -- What is published: the public half, and that of the key before while it is replaced.
  public_keys jsonb not null,
  -- Origins whose pages may show the button that opens the portal; none: a window only.
  frame_origins text[] not null,
  -- The interface of the same hospital's orders, whose map is used and whose drafts a launch finds.
  interface_code text references ehr_interface (code),
  record_number_system text not null,
  -- False once it is removed: it launches nothing any more.
  is_open boolean not null default true,
  updated_at timestamptz not null default now()
);

-- Which user is whose at a hospital. Nothing but issuer and subject finds them.
create table ehr_launch_link (
  issuer text not null,
  subject text not null,
  institution_code text not null references institution (code),
  physician_id bigint not null references physician (id),
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, physician_id)
);

-- Each launch, with what it read of the chart until it is opened.
create table ehr_launch (
  id uuid primary key,
  client_id text not null references ehr_launch_client (id),
  institution_code text not null references institution (code),
  issuer text not null,
  subject text not null,
  -- The hospital's number of the patient.
  patient_id text not null,
  -- SHA-256 of what the launched browser keeps: another browser cannot open it.
  proof_hash text not null,
  launched_at timestamptz not null default now(),
  -- domain/ehr/chart.ts; null once it is in a draft. One that was not opened in time is deleted.
  chart jsonb,
  opened_at timestamptz,
  opened_by bigint references physician (id),
  -- Its draft: what was read of the chart goes with it.
  order_id bigint references orders (id) on delete cascade,
  -- Which values of the draft it wrote, and the diagnoses to choose from.
  filled jsonb
);
create index ehr_launch_of on ehr_launch (order_id) where order_id is not null;
create index ehr_launch_waiting on ehr_launch (launched_at) where chart is not null;

grant select on ehr_launch_client to karyo_portal;
grant select, update on ehr_launch to karyo_portal;
grant select, insert, update on ehr_launch_link to karyo_portal;
grant select, insert, update on ehr_launch_client to karyo_worker;
grant select, insert, delete on ehr_launch to karyo_worker;
grant select, delete on ehr_launch_link to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['ehr_launch_client', 'ehr_launch_link', 'ehr_launch'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
