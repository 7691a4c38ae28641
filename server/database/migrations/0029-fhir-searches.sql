-- Searches of the FHIR endpoints that no index answered: every order of the caller's institutions was read for a patient's
-- record number, and for a list of those who ordered. The policies let no index on a document answer, so that each is asked
-- by a function, which looks at the institutions of the scope itself.

create function record_numbers(document jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(trim(person ->> 'recordNumber')) filter (where trim(person ->> 'recordNumber') <> ''), '{}')
  from jsonb_array_elements(document -> 'patients') person
$$;

-- Of submitted orders: drafts are not served, and are written all the time.
create index if not exists orders_by_record_number on orders using gin (record_numbers(document))
  with (fastupdate = off) where state <> 'draft';
-- Who has no NPI is told by the order alone.
create index if not exists orders_by_npi on orders
  (institution_code, (coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text)), id) where state <> 'draft';

create function orders_with_record_number(asked text, since bigint, most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from orders
  where state <> 'draft' and record_numbers(document) @> array[asked] and id >= since
    and institution_code = any (scope_institutions())
  order by id limit most
$$;

-- The first order of each provider, or of the one with that NPI, that the scope's institutions have.
create function first_orders_of_providers(asked text, since bigint, most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  with recursive place as (
    select code, (
      select coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) from orders
      where institution_code = code and state <> 'draft'
      order by coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) limit 1) as provider
    from unnest(scope_institutions()) code where asked is null
    union all
    select code, (
      select coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) from orders
      where institution_code = code and state <> 'draft'
        and coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) > provider
      order by coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) limit 1)
    from place where provider is not null
  ), providers as (
    select code, provider from place where provider is not null
    union all
    select code, asked from unnest(scope_institutions()) code where asked is not null
  ), firsts as (
    select provider, min((select min(id) from orders where institution_code = code and state <> 'draft'
      and coalesce(nullif(document -> 'orderingProvider' ->> 'npi', ''), id::text) = provider)) as first_id
    from providers group by provider
  )
  select first_id from firsts where first_id >= since order by first_id limit most
$$;

revoke execute on function orders_with_record_number(text, bigint, int), first_orders_of_providers(text, bigint, int)
  from public;
grant execute on function orders_with_record_number(text, bigint, int), first_orders_of_providers(text, bigint, int)
  to karyo_portal;
