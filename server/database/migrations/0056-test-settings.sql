-- What the laboratory sets for some of its tests, by topic; a test without a row is treated as before the topic existed.
-- The shape of each topic's setting: server/features/catalogue/test-settings.ts.

create table test_setting (
  test_code text not null references test on delete cascade,
  topic text not null,
  setting jsonb not null,
  primary key (test_code, topic)
);
create trigger renew_version after insert or update or delete or truncate on test_setting
  for each statement execute function renew_catalogue_version();
grant select on test_setting to karyo_portal, karyo_worker;
