-- A user has a new version when their record, a role or a membership of theirs changes: what actor_of reads.
create or replace function renew_actor_version() returns trigger language plpgsql security definer set search_path = public as $$
declare
  theirs text[];
begin
  case tg_table_name
    when 'physician' then theirs := array[old.subject, new.subject];
    else theirs := array(select subject from physician where id in (old.physician_id, new.physician_id));
  end case;
  -- Sorted, so that two who renew the same do not wait for each other.
  insert into actor_version (subject) select distinct one from unnest(theirs) one where one is not null order by one
    on conflict (subject) do update set version = excluded.version;
  return null;
end $$;
revoke execute on function renew_actor_version() from public;
