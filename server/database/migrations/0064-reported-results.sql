-- The result of each current report as far as it is data, with its variants, and what they are found by. Derived from
-- report.parts by server/features/results, in the transaction that files the report; a trigger removes it as soon as the
-- report changes, so that no superseded or withdrawn result is ever found. Reports changed by a portal of the previous
-- version, and those filed before this migration, wait in result_to_file until the portal fills them.

create table reported_result (
  report_id bigint primary key references report (id) on delete cascade,
  order_id bigint not null references orders (id) on delete cascade,
  institution_code text not null references institution (code),
  -- Whose: a key of the order's people or fetuses.
  person text not null,
  test_code text not null,
  is_preliminary boolean not null,
  reported_at timestamptz not null,
  -- domain/results/summary.ts, RESULT_OUTCOMES: the laboratory's overall result; none given; its document alone has it.
  outcome text not null check (outcome in ('positive', 'negative', 'uncertain', 'failed', 'other', 'none', 'document')),
  -- The laboratory's own word; '' if it gives none.
  overall text not null default '',
  -- The strongest class of its variants; '' if none has one.
  highest_class text not null default ''
);
create index reported_result_order on reported_result (order_id);
create index reported_result_outcome on reported_result (institution_code, outcome, reported_at desc, report_id desc);

create table reported_variant (
  report_id bigint not null references reported_result (report_id) on delete cascade,
  -- Counts the report's variants from 1.
  position integer not null,
  institution_code text not null references institution (code),
  -- The variant's key within the report's findings.
  variant_key text not null,
  -- HGNC:1101; '' if not given.
  hgnc_id text not null,
  gene text not null,
  description text not null,
  classes text[] not null,
  zygosity text not null,
  section text not null check (section in ('main', 'secondary', 'carrier', 'other')),
  primary key (report_id, position)
);

-- Each term that finds a result (position 0) or one of its variants, with what a search narrows it by.
create table result_term (
  institution_code text not null references institution (code),
  term text not null,
  reported_at timestamptz not null,
  report_id bigint not null references reported_result (report_id) on delete cascade,
  position integer not null,
  outcome text not null,
  classes text[] not null
);
create unique index result_term_found on result_term (institution_code, term, reported_at desc, report_id desc, position)
  include (outcome, classes);
create index result_term_report on result_term (report_id);

-- Reports whose result has to be filled.
create table result_to_file (
  report_id bigint primary key references report (id) on delete cascade
);

grant select on reported_result, reported_variant, result_term to karyo_portal;
grant select, insert, update, delete on reported_result, reported_variant, result_term, result_to_file to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['reported_result', 'reported_variant', 'result_term'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
  alter table result_to_file enable row level security;
  create policy unscoped on result_to_file to karyo_worker using (true);
end $$;

-- function: note-result
create trigger note_result
  after insert or update of version, person, test_code, status, state, parts, made_at on report
  for each row execute function note_result();

-- Reports filed before: those without data at once, the others by the portal.
insert into reported_result (report_id, order_id, institution_code, person, test_code, is_preliminary, reported_at, outcome)
select id, order_id, institution_code, person, test_code, status in ('preliminary', 'partial'), coalesce(made_at, received_at),
  'document'
from report where state = 'current' and not parts @> '[{"kind": "genetics"}]';
insert into result_to_file (report_id) select id from report where state = 'current' and parts @> '[{"kind": "genetics"}]';
