-- The institutions have a new version: part of every actor’s.
create or replace function renew_institutions_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update institutions_version set version = gen_random_uuid();
  return null;
end $$;
revoke execute on function renew_institutions_version() from public;
