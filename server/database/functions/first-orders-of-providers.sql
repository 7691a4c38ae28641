-- The first order of each provider, or of the one with the NPI `asked`, at the scope’s institutions. Walks the index from
-- provider to provider instead of reading every order.
create or replace function first_orders_of_providers(asked text, since bigint, most int) returns setof bigint
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
revoke execute on function first_orders_of_providers(text, bigint, integer) from public;
grant execute on function first_orders_of_providers(text, bigint, integer) to karyo_portal;
