-- What the catalogue says about the specimens of a test beyond their types, and what it asks about the person's
-- blood. A test without rows is as before.

create table test_specimen (
  test_code text not null references test on delete cascade,
  position int not null,
  role text not null,
  type text not null,
  additive text not null,
  state text not null,
  least double precision,
  unit text not null,
  life int,
  life_unit text not null check (life_unit in ('hours', 'days')),
  transit_days int not null,
  storage text not null,
  needed boolean not null,
  refused text not null,
  primary key (test_code, position)
);

create table test_blood_history (
  test_code text primary key references test on delete cascade,
  transfusion text not null,
  transfusion_days int not null,
  transfusion_refused boolean not null,
  transplant text not null,
  transplant_admitted boolean not null,
  blood_cancer text not null,
  instead text[] not null
);

grant select on test_specimen, test_blood_history to karyo_portal, karyo_worker;

create trigger renew_version after insert or update or delete or truncate on test_specimen
  for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on test_blood_history
  for each statement execute function renew_catalogue_version();
