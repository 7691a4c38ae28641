-- The life of a report: versions with a status and parts, who has opened and who is told of a change; results that wait for
-- a person at the laboratory. Read from the facts (domain/reports/history.ts), as the rest of an order.

alter table report
  -- whose it is, a key of the document's patients
  add column person text not null default 'proband',
  add column status text not null default 'final'
    check (status in ('preliminary', 'partial', 'final', 'addended', 'amended', 'corrected')),
  add column state text not null default 'current' check (state in ('current', 'superseded', 'withdrawn')),
  -- domain/reports/statuses.ts, REPORT_CHANGES
  add column change text,
  -- what the laboratory says of the change
  add column words text not null default '',
  -- documents, lines and values, in their order; of a report from before this its one document is file_key
  add column parts jsonb not null default '[]',
  -- the fact that brought it; null in reports from before this
  add column result_key text,
  add column withdrawn_at timestamptz,
  add column withdrawn_words text not null default '',
  add column withdrawn_change text,
  -- its first PDF; null where it has none
  alter column file_key drop not null;
create unique index report_once on report (order_id, result_key) where result_key is not null;

-- What there is becomes final versions. What kind of change a later one was nobody kept: amended is the word for all kinds.
update report set status = 'amended' where corrected;
update report r set state = 'superseded' where exists (
  select from report later where later.order_id = r.order_id and later.test_code = r.test_code and later.version > r.version);

-- Every document that a report or a result that waits is made of: a backup takes them along.
create table report_file (
  file_key text primary key
);

-- Who has opened which version: they are told when it changes.
create table report_opening (
  report_id bigint not null references report,
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  opened_at timestamptz not null default now(),
  primary key (report_id, physician_id)
);
insert into report_opening (report_id, physician_id, institution_code, opened_at)
select r.id, p.id, r.institution_code, min(a.at)
from report r
join audit_event a on a.entity = 'order' and a.entity_id = r.order_id::text and a.action = 'report.read'
  and a.detail ->> 'version' = r.version::text
join physician p on p.subject = a.actor_subject
where exists (select from customer_role c where c.physician_id = p.id and c.role <> 'Support')
group by r.id, p.id;

-- Whom it was told that a version which they had opened changed or was withdrawn, and whether they have read that.
create table report_notice (
  id bigint generated always as identity primary key,
  report_id bigint not null references report,
  physician_id bigint not null references physician,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  kind text not null check (kind in ('addended', 'amended', 'corrected', 'withdrawn')),
  words text not null default '',
  told_at timestamptz not null default now(),
  read_at timestamptz,
  unique (report_id, physician_id)
);
create index on report_notice (order_id);
create index report_notice_unread on report_notice (physician_id) where read_at is null;
create index report_notice_told on report_notice (told_at desc);

-- A result that waits for a person at the laboratory: of doubtful identity, or of doubtful status. No clinic sees it.
create table result_check (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  message_id bigint references message_in,
  -- the fact that it is, or would be
  result_key text not null,
  -- domain/reports: IDENTITY_DOUBTS or REPORT_DOUBTS
  why text not null,
  -- whether it is a fact of its order already
  is_filed boolean not null,
  status text not null,
  -- the news as it came, its documents by their keys
  news jsonb not null,
  received_at timestamptz not null default now(),
  outcome text check (outcome in ('taken', 'assigned', 'refused', 'settled')),
  decided_at timestamptz,
  decided_by bigint references physician,
  decided_by_name text not null default '',
  reason text not null default '',
  -- how the identities compared when it was decided
  compared jsonb,
  unique (order_id, result_key),
  check ((outcome is null) = (decided_at is null))
);
create index result_check_waiting on result_check (received_at, id) where outcome is null;
create index result_check_decided on result_check (decided_at desc) where outcome is not null;

-- Whether something of an order is being checked: all that a clinic is told of it.
create function is_result_checked(of_order bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from result_check where order_id = of_order and outcome is null)
$$;

revoke execute on function is_result_checked(bigint) from public;
grant execute on function is_result_checked(bigint) to karyo_portal, karyo_worker;
grant select, insert on report_opening to karyo_portal;
grant select on report_notice to karyo_portal;
grant update (read_at) on report_notice to karyo_portal;
grant select, insert on report_file to karyo_worker;
grant select on report_opening to karyo_worker;
grant select, insert, update on report_notice, result_check to karyo_worker;
grant update (person, status, state, change, words, parts, result_key, withdrawn_at, withdrawn_words, withdrawn_change)
  on report to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['report_opening', 'report_notice', 'result_check'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
  alter table report_file enable row level security;
  create policy unscoped on report_file to karyo_worker using (true);
end $$;
