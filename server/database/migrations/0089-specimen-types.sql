-- The laboratory's own types of specimen, each with the type of ours whose rules hold for it, and its codes for ours and its own.

create table specimen_type (
  name text primary key,
  position int not null,
  like_type text not null,
  code text not null
);

grant select on specimen_type to karyo_portal, karyo_worker;

create trigger renew_version after insert or update or delete or truncate on specimen_type
  for each statement execute function renew_catalogue_version();
