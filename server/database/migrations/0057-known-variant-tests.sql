-- Tests that look at known variants, and what the laboratory sets about them (data/catalogue/known-variants.csv).
create table known_variant_test (
  test_code text primary key references test (code),
  kinds text[] not null,
  -- How many variants one test looks at; null: any number.
  most int,
  excluded_genes text[] not null,
  for_relatives boolean not null,
  -- Days after the report in which relatives may be tested; null: any time.
  family_days int
);
create trigger renew_version after insert or update or delete or truncate on known_variant_test
  for each statement execute function renew_catalogue_version();
grant select on known_variant_test to karyo_portal, karyo_worker;
