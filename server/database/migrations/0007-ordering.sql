-- Ordering whole: families, display codes, custom panels, benefits verification, who is asked to submit, samples,
-- documents, and what is asked of the laboratory afterwards.

-- --- The catalogue

alter table test
  add column gene_choice text not null default 'all' check (gene_choice in ('all', 'one', 'some'));

-- Which parts of the order form a test shows and needs. The setting is a JSON string, as the API hands it on.
create table test_section (
  test_code text not null references test on delete cascade,
  position int not null,
  section text not null,
  setting text not null,
  primary key (test_code, section)
);

alter table consent
  add column category text not null default '',
  -- empty: asked everywhere
  add column institution_codes text[] not null default '{}';

-- What a test leads to: the same for a pair, the test of its parents.
create table related_test (
  test_code text not null references test on delete cascade,
  kind text not null check (kind in ('pair', 'parental')),
  related_test_code text not null references test on delete cascade,
  primary key (test_code, kind, related_test_code)
);

-- A clinic's own code for a test. One code means one test, whoever uses it.
create table client_test_code (
  client_code text primary key,
  test_code text not null references test on delete cascade,
  -- '' is every hospital
  hospital_code text not null
);

-- The tests that VA hospitals order, by the panels they are listed under.
create table va_test (
  panel text not null,
  position int not null,
  test_code text not null references test on delete cascade,
  primary key (panel, test_code)
);

create table va_station (
  number text primary key,
  name text not null,
  city text not null,
  state text not null
);

create table custom_panel (
  id bigint generated always as identity primary key,
  institution_code text not null references institution,
  test_code text not null references test,
  name text not null,
  genes text[] not null,
  version int not null default 1,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_by_name text not null,
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index custom_panel_name on custom_panel (institution_code, test_code, lower(name)) where removed_at is null;

-- --- Orders

alter table orders
  add column vob_status text check (vob_status in ('draft', 'submitted', 'answered', 'expired', 'ordered')),
  add column made_from bigint references orders on delete set null,
  add column made_as text check (made_as in ('again', 'relative', 'order')),
  add column asked_submitter_id bigint references physician,
  add column asked_submitter_name text,
  add column asked_by_id bigint references physician,
  add column asked_by_name text,
  add column asked_at timestamptz,
  add column asked_note text not null default '',
  add column sent_back_note text not null default '',
  add column assign_new_lab_number boolean not null default false,
  -- where the order stood when its cancellation was asked for: it goes on from there when the laboratory says no
  add column state_before_cancel text,
  -- of a row of a manifest: the same row uploaded again finds its order
  add column manifest_key text,
  -- each person's letters and birthday, so that what was ordered for them before is found: 'nguyen linh 2019-03-14'
  add column people text[] not null default '{}',
  add column test_codes text[] not null default '{}';
update orders set vob_status = 'draft' where is_vob;
alter table orders add check ((vob_status is not null) = is_vob);
create unique index orders_by_manifest on orders (institution_code, manifest_key) where manifest_key is not null;
create index orders_by_asked on orders (asked_submitter_id) where asked_submitter_id is not null;
create index orders_by_people on orders using gin (people);

-- Documents of before get the members that they lack, and people and specimens get keys.
create function pg_temp.patient_key(n bigint) returns text language sql immutable
  as $$ select case when n <= 1 then 'proband' else 'relative-' || (n - 1) end $$;
update orders set document =
  '{"priorTesting": {"performed": "", "performingLab": "", "laboratoryName": "", "aneuploidyFish": "",
      "chromosomalMicroarrayAnalysis": "", "chromosomsAndKaryotype": "", "maternalSerumScreening": "",
      "nonInvasivePrenatalScreening": "", "other": "", "detailForAbnormalResult": ""},
    "imaging": [],
    "familyHistory": {"familyHistoryOfDiseaseBeingTested": "", "diagnoses": []},
    "familyTestingRequest": {"targetSequencing": false, "fullGeneSequencing": false,
      "deletionDuplicationAnalysis": false,
      "targetSequencingData": {"testCode": "", "gene": "", "variant": "", "probandLastName": "",
        "probandFirstName": "", "relationshipToProband": "", "dateOfBirth": "", "testingLocation": {"name": ""},
        "labNumber": "", "familyNumber": ""}},
    "addOn": null, "overrides": []}'::jsonb
  || document
  || jsonb_build_object(
    -- No form had them yet: those of a caller's that are of a kind there is stay.
    'kits', (select coalesce(jsonb_agg(one order by n), '[]')
             from jsonb_array_elements(document -> 'kits') with ordinality as x (one, n)
             where one ->> 'kitType' in ('Blood', 'Buccal swab', 'Saliva', 'Prenatal', 'Tumor tissue')),
    'tests', (select coalesce(jsonb_agg('{"displayCode": "", "genes": [], "customPanelId": null}'::jsonb || one order by n), '[]')
              from jsonb_array_elements(document -> 'tests') with ordinality as x (one, n)),
    'addOnTests', (select coalesce(jsonb_agg('{"displayCode": "", "genes": [], "customPanelId": null}'::jsonb || one order by n), '[]')
                   from jsonb_array_elements(document -> 'addOnTests') with ordinality as x (one, n)),
    'patients', (
      select coalesce(jsonb_agg(
        '{"affected": "", "preferredContact": "", "payment": null}'::jsonb
        || (one - 'email' - 'phone' - 'address')
        || jsonb_build_object(
          'key', pg_temp.patient_key(n),
          'addresses', jsonb_build_array('{"type": "Primary", "country": "USA"}'::jsonb || (one -> 'address')),
          'contacts', jsonb_build_array(
            jsonb_build_object('type', 'Phone', 'reference', 'Home', 'value', one -> 'phone'),
            jsonb_build_object('type', 'Email', 'reference', 'Home', 'value', one -> 'email')))
        order by n), '[]')
      from jsonb_array_elements(document -> 'patients') with ordinality as x (one, n)),
    'samples', (
      select coalesce(jsonb_agg(
        '{"tissue": "", "approach": "", "counselor": "", "additionalCulture": "", "labFrom": "",
          "priorTestPerformed": "", "bgFamilyNumber": ""}'::jsonb
        || one
        || jsonb_build_object('key', 's' || n, 'patient', pg_temp.patient_key((one ->> 'patient')::bigint + 1))
        order by n), '[]')
      from jsonb_array_elements(document -> 'samples') with ordinality as x (one, n)),
    'consents', (
      select coalesce(jsonb_agg('{"patient": "proband"}'::jsonb || one order by n), '[]')
      from jsonb_array_elements(document -> 'consents') with ordinality as x (one, n)),
    'payment', (document -> 'payment') || jsonb_build_object(
      'insurance', '{"kind": ""}'::jsonb || (document -> 'payment' -> 'insurance')));

update orders set test_codes = (
  select coalesce(array_agg(distinct t ->> 'testCode'), '{}')
  from jsonb_array_elements((document -> 'tests') || (document -> 'addOnTests')) t
  where t ->> 'testCode' <> '');

-- Those of before are found again too: by letters and birthday (domain/orders/identity.ts), and by their tests.
create function pg_temp.letters(name text) returns text language sql immutable as $$
  select lower(regexp_replace(translate(normalize(name, nfd), 'đĐ', 'dD') collate "unicode", '[^[:alpha:]]|[\u0300-\u036f]', '', 'g'))
$$;
update orders set
  people = array(
    select distinct concat(pg_temp.letters(p ->> 'lastName'), ' ', pg_temp.letters(p ->> 'firstName'), ' ', p ->> 'dateOfBirth')
    from jsonb_array_elements(document -> 'patients') p
    where pg_temp.letters(p ->> 'lastName') <> '' and pg_temp.letters(p ->> 'firstName') <> ''
      and p ->> 'dateOfBirth' ~ '^\d{4}-\d\d-\d\d$'),
  test_codes = array(
    select distinct t ->> 'testCode'
    from jsonb_array_elements((document -> 'tests') || (document -> 'addOnTests')) t
    where t ->> 'testCode' <> '');

-- --- Samples: the specimens of a submitted order. Those of orders submitted before are made here.

create table sample (
  id bigint generated always as identity (start with 500001) primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  -- the document's key of the specimen
  sample_key text not null,
  patient_name text not null,
  relationship text not null,
  specimen_type text not null,
  date_of_collection text not null,
  ship_carrier text check (ship_carrier in ('Fedex', 'USPS')),
  ship_tracking_number text,
  accessioned_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, sample_key)
);

insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
                    date_of_collection, accessioned_at, created_at)
select o.id, o.institution_code, s ->> 'key', trim(p ->> 'firstName' || ' ' || (p ->> 'lastName')),
       p ->> 'relationship', s ->> 'specimenType', s ->> 'dateOfCollection',
       case when o.accession_number is null then null else coalesce(o.reported_at, o.submitted_at) end, o.submitted_at
from orders o
cross join lateral jsonb_array_elements(o.document -> 'samples') s
join lateral jsonb_array_elements(o.document -> 'patients') p on p ->> 'key' = s ->> 'patient'
where o.submitted_at is not null;

create table availability_request (
  id bigint generated always as identity primary key,
  sample_id bigint not null references sample on delete cascade,
  institution_code text not null references institution,
  test_code text not null references test,
  status text not null default 'requested' check (status in ('requested', 'available', 'unavailable', 'ordered')),
  note text not null default '',
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  order_id bigint references orders on delete set null
);
create unique index availability_request_once on availability_request (sample_id, test_code)
  where status in ('requested', 'available');

-- --- Documents

create table document (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  -- made by the uploader: a retried upload makes none twice
  upload_key uuid not null,
  type text not null,
  description text not null,
  filename text not null,
  -- by the content, not by what the sender says
  media_type text not null,
  bytes int not null,
  -- SHA-256: the key in the file store
  file_key text not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (order_id, upload_key)
);

create table requisition_addition (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  -- cleaned before it was stored
  html text not null,
  added_by_name text not null,
  added_at timestamptz not null default now()
);
create index on requisition_addition (order_id);

create table order_feedback (
  order_id bigint not null references orders on delete cascade,
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  rating int not null check (rating between 1 and 5),
  text text not null,
  given_by_name text not null,
  given_at timestamptz not null default now(),
  primary key (order_id, physician_id)
);

-- --- Access

grant select on test_section, related_test, client_test_code, va_test, va_station to karyo_portal, karyo_worker;
grant select, insert, update on custom_panel, sample, document, availability_request, order_feedback to karyo_portal;
grant select, insert on requisition_addition to karyo_portal;
grant delete on sample, document, availability_request, requisition_addition, order_feedback to karyo_portal;
grant select, update on sample to karyo_worker;
grant select on custom_panel, document, availability_request, requisition_addition, order_feedback to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['custom_panel', 'sample', 'availability_request', 'document', 'requisition_addition',
                              'order_feedback'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
