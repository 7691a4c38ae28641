-- Record systems of hospitals (EHR) that send orders. Each interface belongs to one institution, and is known by the
-- certificate that its connections present. Imported by `npm run import -- ehr`.
create table ehr_interface (
  code text primary key,
  institution_code text not null references institution (code),
  name text not null,
  -- SHA-256 fingerprints of client certificates: upper case, with colons. Several while one replaces another.
  certificates text[] not null,
  -- MSH-3|MSH-4 that its messages must have; '' for any.
  sender text not null,
  -- MSH-11 that its messages must have.
  processing_id text not null check (processing_id in ('P', 'T', 'D')),
  -- Whether orders are answered with ORL or ORR instead of an acknowledgement alone.
  answers_orders boolean not null,
  -- Writes its drafts; has no account and no membership, and so cannot sign in.
  physician_id bigint not null references physician (id),
  imported_at timestamptz not null default now()
);

-- What a hospital's codes mean here (domain/ehr/maps.ts).
create table ehr_map (
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  kind text not null,
  -- In lower case: case does not tell codes apart.
  code text not null check (code = lower(code)),
  meaning text not null,
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  primary key (interface_code, kind, code)
);

-- Every message as it came, before anything is read of it.
create table ehr_message_in (
  id bigint generated always as identity primary key,
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  received_at timestamptz not null default now(),
  raw text not null,
  sender text not null default '',
  control_id text not null default '',
  type text not null default '',
  -- Null until it is processed.
  outcome text check (outcome in ('applied', 'repeated', 'refused')),
  reason text not null default '',
  acknowledgement text
);
create index ehr_message_name on ehr_message_in (interface_code, sender, control_id) where outcome = 'applied';
create index ehr_message_list on ehr_message_in (id desc) where outcome is distinct from 'applied';

-- The last that a hospital said of each of its orders.
create table ehr_order (
  id bigint generated always as identity primary key,
  interface_code text not null references ehr_interface (code),
  institution_code text not null references institution (code),
  -- The hospital's number with its namespace: NUMBER^NAMESPACE^ID^TYPE.
  placer text not null,
  -- domain/ehr/ehr-order.ts; null while only its cancellation has come.
  content jsonb,
  -- The hospital has cancelled it.
  is_cancelled boolean not null,
  -- When the hospital sent that: an older message does not undo a newer one.
  sent_at timestamptz not null,
  -- Its draft or order here, which orders that were placed together share; null if there is none any more.
  order_id bigint references orders (id) on delete set null,
  -- The version of the draft that was last written from this: a person has changed another one.
  written_version integer,
  -- The hospital said something that was not written because a person works on the order, or has submitted it.
  differs boolean not null default false,
  unmapped jsonb not null default '[]',
  changed_at timestamptz not null default now(),
  unique (interface_code, placer)
);
create index ehr_order_of on ehr_order (order_id) where order_id is not null;
create index ehr_order_open on ehr_order (interface_code) where unmapped <> '[]' or differs;

grant select on ehr_interface, ehr_map to karyo_portal;
grant select, insert, update on ehr_message_in, ehr_order to karyo_portal;
grant select on ehr_interface, ehr_message_in, ehr_order to karyo_worker;
grant select, insert, update on ehr_map to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['ehr_interface', 'ehr_map', 'ehr_message_in', 'ehr_order'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
