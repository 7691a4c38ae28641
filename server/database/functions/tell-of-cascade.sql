-- Tells the open pages of a family's institution that its cascade reads otherwise now; the family itself is as it was.
create or replace function tell_of_cascade(family_id bigint) returns void
  language sql security definer set search_path = public as $$
  select pg_notify('family_event',
    json_build_object('familyId', f.id, 'hospitalCode', f.institution_code, 'version', f.version)::text)
  from family f where f.id = tell_of_cascade.family_id
$$;
revoke execute on function tell_of_cascade(bigint) from public;
