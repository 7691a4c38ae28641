-- What the NPI registry says, for a portal that keeps the public register itself (adapters/npi-registry/table.ts).

create table npi_record (
  npi text primary key check (npi ~ '^[12][0-9]{9}$'),
  kind text not null check (kind in ('person', 'organization')),
  first_name text not null,
  middle_name text not null,
  last_name text not null,
  -- [{firstName, middleName, lastName}]
  other_names jsonb not null,
  credential text not null,
  active boolean not null,
  -- [{code, description, primary}]
  taxonomies jsonb not null,
  city text not null,
  state text not null
);

grant select on npi_record to karyo_portal;
