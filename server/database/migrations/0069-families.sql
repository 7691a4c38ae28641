-- Families (pedigrees) of an institution. The document is domain/family/document.ts; what is computed from it (places,
-- relations, chances) is never stored.
create table family (
  id bigint generated always as identity (start with 900001) primary key,
  institution_code text not null references institution (code),
  -- Made by the client: a retried request finds the family that it has made.
  family_key uuid not null,
  name text not null,
  version integer not null default 1,
  document jsonb not null,
  people_count integer not null,
  -- Names of the probands, for lists.
  probands text not null,
  -- The family's name and everybody's, for the search.
  search_text text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by bigint not null references physician (id),
  changed_by_name text not null,
  unique (institution_code, family_key)
);
create index family_list on family (institution_code, changed_at desc, id desc);

-- Who changed what: undone by its inverse. Nothing is ever changed or removed here.
create table family_change (
  id bigint generated always as identity primary key,
  family_id bigint not null references family (id),
  institution_code text not null references institution (code),
  -- The version that it made.
  version integer not null,
  change jsonb not null,
  at timestamptz not null default now(),
  by_id bigint not null references physician (id),
  by_name text not null,
  unique (family_id, version)
);

grant select, insert, update on family to karyo_portal;
grant select, insert on family_change to karyo_portal;
grant select on family, family_change to karyo_worker;
do $$
declare name text;
begin
  foreach name in array array['family', 'family_change'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
