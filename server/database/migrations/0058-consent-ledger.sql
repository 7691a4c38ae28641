-- function: hold-withdrawn
-- The laboratory's data about consents (data/catalogue/consent-*.csv, test-approvals.csv, adult-onset-tests.csv): any of these
-- files may be missing.

-- The versions of each consent statement. A version's words never change: an import with others is refused, so that an
-- order's "version 2" means one text for ever. Versions that a later import leaves out are kept.
create table consent_text (
  consent_id text not null,
  version text not null,
  -- ISO 639-1.
  language text not null,
  -- The state whose law it is for; '' for any.
  jurisdiction text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  -- The list of genes that it refers to, with its version; '' for none.
  list text not null,
  title text not null,
  body text not null,
  primary key (consent_id, version, language, jurisdiction)
);
create table consent_policy (
  -- '*' for every test without a row of its own.
  test_code text not null,
  consent_id text not null,
  asks_relatives boolean not null,
  offered_for_fetus boolean not null,
  policy text not null,
  primary key (test_code, consent_id)
);
create table consent_conflict (
  position integer primary key,
  consent_id text not null,
  answer boolean not null,
  other_consent_id text not null,
  other_answer boolean not null,
  message text not null
);
create table state_rule (
  position integer primary key,
  state text not null,
  rule text not null,
  value text not null,
  consent_id text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from)
);
create table test_approval (
  test_code text not null,
  state text not null,
  status text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  primary key (test_code, state, valid_from)
);
create table adult_onset_test (test_code text primary key);
grant select on consent_text, consent_policy, consent_conflict, state_rule, test_approval, adult_onset_test
  to karyo_portal, karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['consent_text', 'consent_policy', 'consent_conflict', 'state_rule', 'test_approval',
    'adult_onset_test'] loop
    execute format('create trigger renew_version after insert or update or delete or truncate on %I '
      'for each statement execute function renew_catalogue_version()', name);
  end loop;
end $$;

-- Who confirmed each person's consents, and when: {"people": [{"patient", "by", "byId", "at", "of"}]}
-- (domain/consent/confirmation.ts). Null: saved by a version that did not record it.
alter table orders add column consents_confirmed jsonb;

-- A consent withdrawn after submission, in parts. Nothing is ever changed or removed here.
create table consent_withdrawal (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id) on delete cascade,
  institution_code text not null references institution (code),
  -- A key of the document's patients.
  patient_key text not null,
  -- Ids of consents.
  items text[] not null check (cardinality(items) > 0),
  -- The day on which the person withdrew.
  withdrawn_on date not null,
  reason text not null,
  recorded_by bigint not null references physician (id),
  recorded_by_name text not null,
  -- As precise as the portal's clock.
  recorded_at timestamptz not null default date_trunc('milliseconds', now()),
  -- The hold that stops testing, and its question; null if testing goes on.
  hold_key text,
  hold_words text,
  check ((hold_key is null) = (hold_words is null))
);
create index on consent_withdrawal (order_id);
grant select, insert on consent_withdrawal to karyo_portal;
grant select on consent_withdrawal to karyo_worker;
alter table consent_withdrawal enable row level security;
create policy scoped on consent_withdrawal to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on consent_withdrawal to karyo_worker using (true);

create trigger hold_withdrawn after insert on consent_withdrawal for each row execute function hold_withdrawn();
