-- What a person at the clinic has to see through: a report that waits for its acknowledgement, a reclassification, a
-- reanalysis (domain/follow-up). Reports that were there before have none: nobody would believe a list that begins with years
-- of them.
create table follow_up (
  id bigint generated always as identity primary key,
  institution_code text not null references institution (code),
  order_id bigint not null references orders (id),
  kind text not null check (kind in ('report', 'reclassification', 'reanalysis')),
  -- A key of the order's people or fetuses, and the test of the report; '' if it is about the whole order.
  person text not null,
  test_code text not null,
  -- Tells several of one kind about the same report apart; '' if there can be only one.
  subject text not null default '',
  -- The report versions that it is about.
  report_ids bigint[] not null default '{}',
  -- Raised when those change: a statement about earlier ones is refused.
  revision integer not null default 1,
  -- FOLLOW_UP_RESULTS
  result text not null,
  opened_at timestamptz not null default now(),
  -- The last day on which it is on time; null: no day.
  due_on date,
  -- Null: nobody.
  owner_id bigint references physician (id),
  owner_name text not null default '',
  -- 0: nobody was told that it is late; 1: the institution; 2: the laboratory's Support too.
  escalation smallint not null default 0 check (escalation between 0 and 2),
  escalated_at timestamptz,
  -- Who was told, in words.
  escalated_to text not null default '',
  closed_at timestamptz,
  closed_by bigint references physician (id),
  closed_by_name text not null default '',
  -- FOLLOW_UP_OUTCOMES
  outcome text,
  -- What the person states who closed it.
  statement text not null default '',
  -- By kind (contract/follow-up.ts).
  detail jsonb not null default '{}',
  check ((closed_at is null) = (outcome is null)),
  check ((owner_id is null) = (owner_name = ''))
);
create unique index follow_up_open on follow_up (order_id, kind, person, test_code, subject) where closed_at is null;
create index follow_up_of_order on follow_up (order_id);
create index follow_up_due on follow_up (institution_code, due_on, id) where closed_at is null;
create index follow_up_of_owner on follow_up (owner_id) where closed_at is null;
create index follow_up_escalated on follow_up (escalation, due_on, id) where closed_at is null;
create index follow_up_closed on follow_up (institution_code, closed_at desc, id desc) where closed_at is not null;

-- Its trail. Nothing is ever changed or removed here.
create table follow_up_event (
  id bigint generated always as identity primary key,
  follow_up_id bigint not null references follow_up (id),
  institution_code text not null references institution (code),
  -- FOLLOW_UP_EVENTS
  kind text not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  -- Null: the laboratory, or the portal itself.
  by_id bigint references physician (id),
  by_name text not null,
  words text not null default '',
  detail jsonb not null default '{}'
);
create index on follow_up_event (follow_up_id, id);

-- An institution's own rules (domain/follow-up/rules.ts); without a row, where every institution starts.
create table follow_up_rules (
  institution_code text primary key references institution (code),
  rules jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by bigint not null references physician (id),
  changed_by_name text not null
);

grant select, insert, update on follow_up to karyo_portal, karyo_worker;
grant select, insert on follow_up_event to karyo_portal, karyo_worker;
grant select, insert, update on follow_up_rules to karyo_portal;
grant select on follow_up_rules to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['follow_up', 'follow_up_event', 'follow_up_rules'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
