-- Changes whenever actor_of would answer something else; null for somebody unknown.
create or replace function version_of_actor(asked text) returns text language sql stable security definer
  begin atomic
    select a.version::text || i.version::text from actor_version a, institutions_version i where a.subject = asked;
  end;
revoke execute on function version_of_actor(text) from public;
grant execute on function version_of_actor(text) to karyo_portal, karyo_worker;
