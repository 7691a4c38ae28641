-- How hospitals want results (ResultSettings in domain/ehr/results.ts), and how sending them stands. Imported by
-- `npm run import -- ehr`.
create table ehr_results (
  interface_code text primary key references ehr_interface (code),
  institution_code text not null references institution (code),
  settings jsonb not null,
  -- Off: nothing is written for it any more; what waits stays.
  is_on boolean not null default true,
  -- Tries in a row without an answer, and when it is tried again.
  tries integer not null default 0,
  retry_at timestamptz not null default now(),
  -- The portal that sends renews this; past: another may.
  sending_until timestamptz,
  last_error text not null default ''
);

-- What hospitals are sent of orders, in the order in which it was written.
create table ehr_message_out (
  id bigint generated always as identity primary key,
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  order_id bigint not null references orders (id),
  -- The hospital's order that it answers; null if the order did not come from it.
  ehr_order_id bigint references ehr_order (id),
  -- The report: whose and of which test; '' for the order's progress.
  stream text not null,
  -- Our number of the report: ORC-3 and OBR-3.
  filler text not null,
  status text not null,
  -- The versions that it holds.
  keys text not null,
  -- OutgoingResult in domain/ehr/results.ts.
  result jsonb not null,
  created_at timestamptz not null default now(),
  -- Not sent before this, while the clinic has not released it.
  held_until timestamptz,
  released_by_name text not null default '',
  tries integer not null default 0,
  last_error text not null default '',
  -- Null while it waits.
  outcome text check (outcome in ('taken', 'refused', 'skipped', 'not-sent')),
  settled_at timestamptz,
  reason text not null default '',
  settled_by_name text not null default '',
  sent_again integer not null default 0,
  -- As it was last sent, its files by their keys; and the answer.
  body text not null default '',
  answer text not null default ''
);
create index ehr_message_out_waiting on ehr_message_out (interface_code, id) where outcome is null;
create index ehr_message_out_open on ehr_message_out (order_id, interface_code)
  where outcome is null or outcome = 'refused';
create index ehr_message_out_of on ehr_message_out (order_id, id);

-- The segments of the hospital's order that go back with its results: PID, PV1, ORC and OBR as they came.
alter table ehr_order add column echo text not null default '';

grant select on ehr_results, ehr_message_out to karyo_portal;
grant update (held_until, released_by_name) on ehr_message_out to karyo_portal;
grant select, update on ehr_results to karyo_worker;
grant select, insert, update on ehr_message_out to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['ehr_results', 'ehr_message_out'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
