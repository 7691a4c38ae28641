-- As institutions_found, without countries: the version before calls it.
create or replace function search_institutions(search text, only_these text[], skip int, most int)
  returns table (id bigint, code text, name text, parent_code text, city text, state text, created_by_user boolean,
                 total bigint)
  language sql stable security definer set search_path = public as $$
  select i.id, i.code, i.name, i.parent_code,
         coalesce(i.addresses -> 0 ->> 'city', ''), coalesce(i.addresses -> 0 ->> 'state', ''),
         i.created_by_subject is not distinct from scope_subject(), count(*) over ()
  from institution i
  where (i.approved_at is not null or i.created_by_subject = scope_subject())
    and (only_these is null or 'id:' || i.id = any (only_these) or i.code = any (only_these))
    and concat_ws(' ', i.name, i.code, i.addresses -> 0 ->> 'city') ilike search
  order by i.name collate "unicode", i.id
  offset skip limit most
$$;
revoke execute on function search_institutions(text, text[], integer, integer) from public;
grant execute on function search_institutions(text, text[], integer, integer) to karyo_portal;
