-- What was found in a person of a family, and how far its relatives are (domain/family/cascade). What is computed from it
-- (chances, who is concerned, which steps are open) is never stored.
create table family_finding (
  id bigint generated always as identity (start with 700001) primary key,
  family_id bigint not null references family (id),
  institution_code text not null references institution (code),
  -- Made by the client: a retried request finds the finding that it has made.
  finding_key uuid not null,
  -- In whom it was found: a key of the family's people.
  member text not null,
  -- The report that it was taken from; null: typed.
  order_id bigint references orders (id),
  report_id bigint,
  test_code text not null default '',
  -- domain/family/cascade/finding.ts, FindingVariant: one, or the two of a recessive finding.
  variants jsonb not null,
  copies integer[] not null default '{}',
  inheritance text not null check (inheritance in ('autosomal dominant', 'autosomal recessive', 'x-linked', 'mitochondrial')),
  is_adult_onset boolean not null,
  condition text not null default '',
  variant_class text not null,
  laboratory text not null default '',
  -- The laboratory's numbers of the report and of the family; '' if not known.
  laboratory_number text not null default '',
  family_number text not null default '',
  reported_on date not null,
  added_at timestamptz not null default date_trunc('milliseconds', now()),
  added_by bigint not null references physician (id),
  added_by_name text not null,
  unique (institution_code, finding_key)
);
create index family_finding_of_family on family_finding (family_id, id);
create index family_finding_of_order on family_finding (order_id) where order_id is not null;

-- A code that a relative takes to any clinic. Only its hash is kept.
create table cascade_code (
  id bigint generated always as identity primary key,
  finding_id bigint not null references family_finding (id),
  family_id bigint not null references family (id),
  institution_code text not null references institution (code),
  -- For whom: a key of the family's people.
  member text not null,
  hash text not null unique,
  -- The last day.
  expires_on date not null,
  made_at timestamptz not null default date_trunc('milliseconds', now()),
  made_by bigint not null references physician (id),
  made_by_name text not null,
  -- Another code took its place.
  replaced_at timestamptz
);
create index cascade_code_of_member on cascade_code (finding_id, member);

-- Where a code was redeemed: a row of the other clinic. That there is one is news of a person, which the clinic that made the
-- code learns only as far as the person agreed.
create table cascade_code_use (
  code_id bigint primary key references cascade_code (id),
  institution_code text not null references institution (code),
  used_at timestamptz not null default date_trunc('milliseconds', now()),
  by_id bigint not null references physician (id),
  by_name text not null,
  -- What the family's clinic may learn.
  tells text not null check (tells in ('nothing', 'redeemed', 'tested', 'result')),
  order_id bigint references orders (id)
);
create index cascade_code_use_order on cascade_code_use (order_id) where order_id is not null;

-- Codes that were tried, right and wrong: guesses are limited by account and by address.
create table cascade_guess (
  id bigint generated always as identity primary key,
  by_id bigint not null references physician (id),
  -- A hash.
  address text not null,
  at timestamptz not null default now()
);
create index cascade_guess_account on cascade_guess (by_id, at);
create index cascade_guess_address on cascade_guess (address, at);

-- What a person agreed that their family's clinic sees of their test. The newest row is valid; nothing is changed or removed.
create table family_consent (
  id bigint generated always as identity primary key,
  family_id bigint not null references family (id),
  institution_code text not null references institution (code),
  member text not null,
  shows text not null check (shows in ('nothing', 'redeemed', 'tested', 'result')),
  -- The day on which they said so, and to whom or how.
  agreed_on date not null,
  words text not null default '',
  at timestamptz not null default date_trunc('milliseconds', now()),
  by_id bigint not null references physician (id),
  by_name text not null
);
create index family_consent_of_member on family_consent (family_id, member, id);

-- What was done about a relative, or became of them. Nothing is ever changed or removed here.
create table family_step (
  id bigint generated always as identity primary key,
  family_id bigint not null references family (id),
  finding_id bigint not null references family_finding (id),
  institution_code text not null references institution (code),
  -- A key of the family's people; '' for a new class of the finding.
  member text not null,
  kind text not null check (kind in ('told', 'code given', 'code redeemed', 'sample', 'tested', 'positive', 'negative',
    'result withdrawn', 'declined', 'not reachable', 'class')),
  on_day date not null,
  -- How somebody was told; the class.
  way text not null default '',
  words text not null default '',
  -- Of a positive result: copies of each variant.
  copies integer[] not null default '{}',
  -- The code by which another clinic told it.
  code_id bigint references cascade_code (id),
  -- What the person must have agreed to; '': nothing of theirs.
  needs text not null default '' check (needs in ('', 'redeemed', 'tested', 'result')),
  at timestamptz not null default date_trunc('milliseconds', now()),
  -- Null: another clinic, by a code.
  by_id bigint references physician (id),
  by_name text not null
);
create index family_step_of_finding on family_step (finding_id, id);

grant select, insert, update on family_finding to karyo_portal;
grant select, insert on family_step, family_consent to karyo_portal;
grant select, insert on cascade_code to karyo_portal;
grant update (replaced_at) on cascade_code to karyo_portal;
grant select on cascade_code_use to karyo_portal;
grant update (order_id, tells) on cascade_code_use to karyo_portal;
grant select, update on family_finding to karyo_worker;
grant select, insert on family_step to karyo_worker;
grant select on family_consent, cascade_code, cascade_code_use to karyo_worker;

-- function: step-is-agreed
-- function: redeem-cascade-code
-- function: redeemed-codes
do $$
declare name text;
begin
  foreach name in array array['family_finding', 'family_consent', 'cascade_code', 'cascade_code_use'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
  alter table family_step enable row level security;
  -- A result without the person's consent does not exist, not even for the clinic that recorded it.
  create policy scoped on family_step to karyo_portal
    using (institution_code = any (scope_institutions()) and (needs = '' or step_is_agreed(family_id, member, code_id, needs)))
    with check (institution_code = any (scope_institutions()));
  create policy unscoped on family_step to karyo_worker using (true);
  alter table cascade_guess enable row level security;
end $$;
