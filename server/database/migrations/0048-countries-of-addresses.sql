-- Addresses say their country: `country` is USA, Canada or Other, and `otherCountry` which other one, by the two letters of
-- ISO 3166-1. All that were kept before are in the USA, which was the only country that could be entered.
create function pg_temp.with_country(addresses jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg('{"country": "USA", "otherCountry": ""}'::jsonb || one order by n), '[]')
  from jsonb_array_elements(addresses) with ordinality as x (one, n)
$$;
update institution set addresses = pg_temp.with_country(addresses) where addresses <> '[]';
update physician set addresses = pg_temp.with_country(addresses) where addresses <> '[]';
update kit_order set recipient = '{"country": "USA", "otherCountry": ""}'::jsonb || recipient;

-- Who looks for an institution sees in which country it is. An address that the version before wrote says none: the USA.
-- search_institutions stays for the version before.
create function institutions_found(search text, only_these text[], skip int, most int)
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
revoke execute on function institutions_found(text, text[], int, int) from public;
grant execute on function institutions_found(text, text[], int, int) to karyo_portal;
