-- The catalogue has a new version.
create or replace function renew_catalogue_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update catalogue_version set version = gen_random_uuid();
  return null;
end $$;
revoke execute on function renew_catalogue_version() from public;
