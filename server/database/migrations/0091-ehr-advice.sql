-- Advice in hospitals' charts (CDS Hooks): which record systems may ask, what they asked and what they were told. Imported
-- by `npm run import -- ehr`; switched on and off by Support.
create table ehr_advice (
  interface_code text primary key references ehr_interface (code),
  institution_code text not null references institution (code),
  -- domain/ehr/advice-settings.ts
  settings jsonb not null,
  -- Off until Support switches it on, or the import says so.
  is_on boolean not null default false,
  changed_at timestamptz not null default now(),
  changed_by_name text not null
);

-- The tokens that were used, while they live: each is good for one request, at whichever portal.
create table ehr_advice_token (
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  jti text not null,
  expires_at timestamptz not null,
  primary key (interface_code, jti)
);
create index ehr_advice_token_over on ehr_advice_token (expires_at);

-- Each request, and what became of it.
create table ehr_advice_call (
  id uuid primary key,
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  service text not null,
  at timestamptz not null default now(),
  outcome text not null check (outcome in ('answered', 'late', 'refused')),
  -- Why it was refused, or has no card; '' for one with cards.
  reason text not null default '',
  -- Milliseconds until the answer was ready.
  took_ms integer not null
);
create index ehr_advice_call_list on ehr_advice_call (at desc);
create index ehr_advice_call_of on ehr_advice_call (interface_code, at desc);

-- The cards as they were sent: what a hospital read is advice, and must be found again.
create table ehr_advice_card (
  id uuid primary key,
  call_id uuid not null references ehr_advice_call (id) on delete cascade,
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  -- The rule of domain/ehr/advice.ts that wrote it, and the rule's version then.
  rule text not null,
  rule_version integer not null,
  -- The order that it is about, whose end is its own; null for none.
  order_id bigint references orders (id) on delete cascade,
  content jsonb not null,
  outcome text check (outcome in ('accepted', 'overridden')),
  -- The reason's code, and the user's own words.
  override_reason text not null default '',
  comment text not null default '',
  outcome_at timestamptz
);
create index ehr_advice_card_of_call on ehr_advice_card (call_id);
create index ehr_advice_card_of_order on ehr_advice_card (order_id) where order_id is not null;

-- The order that a link of a card has opened the portal for; its number comes back by way of the hospital.
alter table ehr_launch add column named_order bigint;

grant select on ehr_advice to karyo_portal;
grant select, insert on ehr_advice_call, ehr_advice_card to karyo_portal;
grant update (outcome, override_reason, comment, outcome_at) on ehr_advice_card to karyo_portal;
grant select, update on ehr_advice to karyo_worker;
grant select, insert, delete on ehr_advice_token to karyo_worker;
grant select, insert, update, delete on ehr_advice_call to karyo_worker;
grant select, delete on ehr_advice_card to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['ehr_advice', 'ehr_advice_token', 'ehr_advice_call', 'ehr_advice_card'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
