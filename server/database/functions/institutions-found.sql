-- What any signed-in person may find of institutions: name and place of approved ones, and of their own. `only_these` are codes,
-- or ids as 'id:7'; null for all. An address without a country is in the USA.
create or replace function institutions_found(search text, only_these text[], skip int, most int)
  returns table (id bigint, code text, name text, parent_code text, city text, state text, created_by_user boolean,
                 total bigint, country text, other_country text)
  language sql stable security definer set search_path = public as $$
  select i.id, i.code, i.name, i.parent_code,
         coalesce(i.addresses -> 0 ->> 'city', ''), coalesce(i.addresses -> 0 ->> 'state', ''),
         i.created_by_subject is not distinct from scope_subject(), count(*) over (),
         coalesce(i.addresses -> 0 ->> 'country', 'USA'), coalesce(i.addresses -> 0 ->> 'otherCountry', '')
  from institution i
  where (i.approved_at is not null or i.created_by_subject = scope_subject())
    and (only_these is null or 'id:' || i.id = any (only_these) or i.code = any (only_these))
    and concat_ws(' ', i.name, i.code, i.addresses -> 0 ->> 'city') ilike search
  order by i.name collate "unicode", i.id
  offset skip limit most
$$;
revoke execute on function institutions_found(text, text[], integer, integer) from public;
grant execute on function institutions_found(text, text[], integer, integer) to karyo_portal;
