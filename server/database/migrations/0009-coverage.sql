-- What payers, contracts and prices say, what payers answered, and the estimates and letters that were made of it
-- (specification §1, COVER-01, COVER-02).

-- --- What the laboratory's own files say (data/coverage): an import makes it what the files say. Days are inclusive;
-- --- what ends nowhere has no last day. Money is whole cents, shares are ten-thousandths.

create table payer (
  id text primary key,
  name text not null,
  -- other names and spellings by which clinics know it
  aliases text[] not null default '{}',
  kind text not null check (kind in ('Commercial', 'Medicare', 'Medicaid', 'TRICARE', 'Other')),
  -- by which the clearinghouse knows it; null: it answers no electronic inquiry
  clearinghouse_id text,
  -- regular expressions, one of which a member ID fits; empty: anything does
  member_id_patterns text[] not null default '{}',
  -- what a member ID looks like, in words
  member_id_hint text not null default '',
  phone text not null default '',
  -- one that the newest import no longer names: what was asked of it stays
  removed_at timestamptz
);
create table payer_contract (
  payer_id text not null references payer,
  effective_from date not null,
  effective_until date,
  in_network boolean not null,
  copay_before_deductible boolean not null,
  balance_billing boolean not null,
  -- of the list price, for what contract_price does not name; null: not known
  allowed_share int check (allowed_share between 0 and 10000),
  primary key (payer_id, effective_from),
  check (effective_until is null or effective_until >= effective_from)
);
-- What a payer allows for one test, or for each unit of one procedure code.
create table contract_price (
  id bigint generated always as identity primary key,
  payer_id text not null references payer,
  effective_from date not null,
  effective_until date,
  test_code text,
  cpt_code text,
  allowed_cents int check (allowed_cents >= 0),
  allowed_share int check (allowed_share between 0 and 10000),
  check ((test_code is null) <> (cpt_code is null)),
  check ((allowed_cents is null) <> (allowed_share is null))
);
create index on contract_price (payer_id);
-- Whether a payer covers a test or a category, wants it authorized before, and what it wants to see for that. The rule
-- for a test goes before the one for its category, that before the one for all.
create table coverage_rule (
  id bigint generated always as identity primary key,
  payer_id text not null references payer,
  effective_from date not null,
  effective_until date,
  test_code text,
  category text,
  covered text not null check (covered in ('yes', 'no', 'unknown')),
  authorization_required text not null check (authorization_required in ('yes', 'no', 'unknown')),
  documents text[] not null default '{}',
  note text not null default '',
  check (test_code is null or category is null)
);
create index on coverage_rule (payer_id);
-- List and self-pay prices with a beginning; a test that has none costs what the catalogue says.
create table test_price (
  test_code text not null,
  effective_from date not null,
  effective_until date,
  list_cents int not null check (list_cents >= 0),
  -- null: it is not sold without insurance
  self_pay_cents int check (self_pay_cents >= 0),
  primary key (test_code, effective_from)
);
-- What a household with a small income pays at most: its income is up to base + per_person × the other people in it.
create table assistance_tier (
  name text not null,
  effective_from date not null,
  effective_until date,
  income_base_cents bigint not null check (income_base_cents >= 0),
  income_per_person_cents bigint not null check (income_per_person_cents >= 0),
  -- of what the patient would owe
  discount int not null check (discount between 0 and 10000),
  most_cents int check (most_cents >= 0),
  primary key (name, effective_from)
);

-- --- Eligibility

-- One question about one person to one payer: asked for each of its service types, once answered it counts for a while.
create table eligibility_check (
  id bigint generated always as identity (start with 800001) primary key,
  institution_code text not null references institution,
  -- the draft, verification or order it was asked for first; null for one that was not saved yet
  order_id bigint references orders on delete set null,
  payer_id text not null references payer,
  -- who is asked about, as domain/coverage/eligibility-subject.ts makes it; and what makes two questions the same
  subject jsonb not null,
  subject_key text not null,
  state text not null default 'queued' check (state in ('queued', 'answered', 'given-up')),
  asked_at timestamptz not null default now(),
  asked_by bigint references physician,
  asked_by_name text not null,
  tries int not null default 0,
  next_try_at timestamptz,
  -- of the last try that had no answer
  trouble text check (trouble in ('down', 'slow', 'garbage', 'refused')),
  checked_at timestamptz,
  -- the last day on which it counts
  counts_until date,
  -- the payer's answers together, as domain/coverage/benefits.ts has them
  answer jsonb,
  problems text[] not null default '{}',
  check ((state = 'answered') = (checked_at is not null)),
  check ((state = 'answered') = (answer is not null)),
  check ((state = 'answered') = (counts_until is not null))
);
create index on eligibility_check (institution_code, subject_key, asked_at desc, id desc);
create index on eligibility_check (order_id);
create index on eligibility_check (asked_at) where state = 'queued';
-- Asked twice at once (two tabs, a retry), it is asked once.
create unique index eligibility_check_waiting on eligibility_check (institution_code, subject_key) where state = 'queued';
-- Each message that went and came, as it was: a try, answered or not.
create table eligibility_exchange (
  id bigint generated always as identity primary key,
  check_id bigint not null references eligibility_check,
  institution_code text not null references institution,
  service_type text not null,
  at timestamptz not null default now(),
  outcome text not null check (outcome in ('answered', 'down', 'slow', 'garbage', 'refused')),
  reason text not null default '',
  raw_270 text not null,
  raw_271 text
);
create index on eligibility_exchange (check_id);
-- Control numbers of interchanges: 1 to 999999999, and round again.
create sequence interchange_number minvalue 1 maxvalue 999999999 cycle;

-- Verifications that wait for an answer, or whose answer runs out: few of all orders.
create index orders_verifications on orders (vob_status) where vob_status in ('submitted', 'answered');

-- --- Estimates: what was said to a patient on a day stays as it was said.

create table cost_estimate (
  id bigint generated always as identity (start with 900001) primary key,
  institution_code text not null references institution,
  order_id bigint references orders on delete set null,
  check_id bigint references eligibility_check,
  made_at timestamptz not null default now(),
  made_by bigint references physician,
  made_by_name text not null,
  -- the last day on which it counts
  counts_until date not null,
  -- contract/coverage.ts, `keptEstimate`: who, which payer and tests, the question and its result
  content jsonb not null
);
create index on cost_estimate (institution_code, order_id, made_at desc, id desc);

-- --- Authorization: the letter of medical necessity. Once signed it stays; a change begins a new one.

create table necessity_letter (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  version int not null default 1,
  body text not null,
  edited_at timestamptz not null default now(),
  edited_by_name text not null,
  signed_at timestamptz,
  signed_by bigint references physician,
  -- as it stands under the letter
  signature text not null default '',
  signer_npi text not null default '',
  check ((signed_at is null) = (signature = ''))
);
create index on necessity_letter (order_id, id desc);
create unique index necessity_letter_open on necessity_letter (order_id) where signed_at is null;

-- --- What a page that shows coverage hears.

create function announce_check() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_notify('coverage_event', json_build_object('checkId', new.id, 'hospitalCode', new.institution_code,
    'orderId', new.order_id)::text);
  return null;
end $$;
create trigger announce_check after insert or update on eligibility_check for each row execute function announce_check();
revoke execute on function announce_check() from public;

-- --- Access

grant select on payer, payer_contract, contract_price, coverage_rule, test_price, assistance_tier
  to karyo_portal, karyo_worker;
grant select, insert on eligibility_check, cost_estimate to karyo_portal;
grant select, insert, update on eligibility_check, cost_estimate to karyo_worker;
grant select on eligibility_exchange to karyo_portal;
grant select, insert on eligibility_exchange to karyo_worker;
grant select, insert, update on necessity_letter to karyo_portal;
grant select on necessity_letter to karyo_worker;
grant usage on sequence interchange_number to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['eligibility_check', 'eligibility_exchange', 'cost_estimate', 'necessity_letter'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
