-- The laboratory's own questions of its tests. Every version that was ever imported is kept, because old orders are
-- read in its words.
create table questionnaire (
  id text not null,
  version text not null,
  -- domain/questions/questionnaire.ts
  content jsonb not null,
  imported_at timestamptz not null default now(),
  primary key (id, version)
);

-- Which tests ask a questionnaire, in which version.
create table test_questionnaire (
  test_code text not null references test (code),
  position int not null,
  questionnaire_id text not null,
  version text not null,
  primary key (test_code, questionnaire_id),
  foreign key (questionnaire_id, version) references questionnaire (id, version)
);

create trigger renew_version after insert or update or delete or truncate on test_questionnaire
  for each statement execute function renew_catalogue_version();
grant select on questionnaire, test_questionnaire to karyo_portal, karyo_worker;
