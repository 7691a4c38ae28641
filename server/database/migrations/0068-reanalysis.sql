-- Findings that users record about a person after the order was submitted (domain/reanalysis/findings.ts). Nothing is ever
-- changed or removed here: of a person's records of one term the newest is valid.
create table order_finding (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id) on delete cascade,
  institution_code text not null references institution (code),
  -- A key of the document's people or fetuses.
  patient_key text not null,
  -- HP:0001250, with its name in the release it was chosen from.
  term_id text not null,
  label text not null,
  release text not null,
  status text not null check (status in ('present', 'absent', 'uncertain')),
  -- The day on which it was observed, or ruled out.
  observed_on date not null,
  note text not null,
  recorded_by bigint not null references physician (id),
  recorded_by_name text not null,
  -- As precise as the portal's clock.
  recorded_at timestamptz not null default date_trunc('milliseconds', now())
);
create index on order_finding (order_id, id);
grant select, insert on order_finding to karyo_portal;
grant select on order_finding to karyo_worker;
alter table order_finding enable row level security;
create policy scoped on order_finding to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on order_finding to karyo_worker using (true);

-- What an institution sets for reanalysis (domain/reanalysis/policy.ts); null: as the laboratory sets it.
create table reanalysis_rules (
  institution_code text primary key references institution (code),
  is_offered boolean not null,
  after_months integer check (after_months between 1 and 240),
  by_findings boolean,
  of_deceased boolean,
  changed_at timestamptz not null default now(),
  changed_by bigint not null references physician (id),
  changed_by_name text not null
);
grant select, insert, update on reanalysis_rules to karyo_portal;
grant select on reanalysis_rules to karyo_worker;
alter table reanalysis_rules enable row level security;
create policy scoped on reanalysis_rules to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on reanalysis_rules to karyo_worker using (true);

-- Results that may come up for reanalysis, in the order in which the portal looks through them.
create index reported_result_reanalysis on reported_result (report_id)
  where outcome in ('negative', 'uncertain') and not is_preliminary;
