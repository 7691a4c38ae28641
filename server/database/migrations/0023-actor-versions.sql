-- Who somebody is, and what they may where, is told in 0.2 ms, and asked with every request. The portals remember it by a
-- version, which each change of it renews, in the same transaction: to ask for that is enough.

create table actor_version (
  subject text primary key,
  version uuid not null default gen_random_uuid()
);
-- Out of everybody's reach but through version_of_actor.
alter table actor_version enable row level security;

-- Of each row that actor_of looks at: of a person, of what they hold, and of where.
create function renew_actor_version() returns trigger language plpgsql security definer set search_path = public as $$
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

create trigger renew_actor_version after insert or update or delete on physician
  for each row execute function renew_actor_version();
create trigger renew_actor_version after insert or update or delete on membership
  for each row execute function renew_actor_version();
create trigger renew_actor_version after insert or update or delete on customer_role
  for each row execute function renew_actor_version();
-- Of an institution its name, its parent and who brought it are told with what somebody holds there, or at its parent: one
-- version for all of them. Whose they are could not be known here: somebody may just be becoming a member, unseen by us.
create table institutions_version (version uuid not null);
insert into institutions_version values (gen_random_uuid());
alter table institutions_version enable row level security;
create function renew_institutions_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update institutions_version set version = gen_random_uuid();
  return null;
end $$;
revoke execute on function renew_institutions_version() from public;
create trigger renew_actor_version after insert or delete or truncate or update of id, code, name, parent_code, created_by_subject
  on institution for each statement execute function renew_institutions_version();

-- Null for somebody of whom nothing is known.
create function version_of_actor(asked text) returns text language sql stable security definer
  begin atomic
    select a.version::text || i.version::text from actor_version a, institutions_version i where a.subject = asked;
  end;
revoke execute on function version_of_actor(text) from public;
grant execute on function version_of_actor(text) to karyo_portal, karyo_worker;

insert into actor_version (subject) select subject from physician;
