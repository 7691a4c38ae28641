-- Which consent decides whether findings of a section are in a report: secondary, incidental … (domain/results/choices.ts).
-- Empty: none decides, and every finding is filed as before.
create table consent_finding (
  section text primary key,
  consent_id text not null
);
grant select on consent_finding to karyo_portal, karyo_worker;
create trigger renew_version after insert or update or delete or truncate on consent_finding
  for each statement execute function renew_catalogue_version();
