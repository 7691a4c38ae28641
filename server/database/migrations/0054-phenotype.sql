-- function: renew-catalogue-version
-- The terms of the Human Phenotype Ontology, in one release: what orders name as findings.
create table hpo_release (
  version text not null,
  imported_at timestamptz not null default now(),
  -- New with each import: what was read for an earlier one is read again.
  stamp uuid not null default gen_random_uuid()
);
create table hpo_term (
  id text primary key check (id ~ '^HP:\d{7}$'),
  label text not null,
  definition text not null,
  parents text[] not null,
  -- Each as [text, scope, kind], as the HPO publishes it.
  synonyms jsonb not null,
  alternative_ids text[] not null,
  obsolete boolean not null,
  -- Of an obsolete term: the one that replaces it ('' for none), and those to consider instead.
  replaced_by text not null,
  consider text[] not null
);
grant select on hpo_release, hpo_term to karyo_portal, karyo_worker;

-- Which tests ask for phenotype terms: an order without any is warned about, one with fewer than `few` is told so.
create table test_phenotype (
  test_code text primary key references test (code),
  few integer not null check (few >= 1)
);
grant select on test_phenotype to karyo_portal, karyo_worker;
create trigger renew_version after insert or update or delete or truncate on test_phenotype
  for each statement execute function renew_catalogue_version();
