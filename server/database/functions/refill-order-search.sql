-- The search terms of orders from `since` to `until`.
create or replace function refill_order_search(since bigint, until bigint) returns void
  language sql set search_path = public as $$
  insert into order_search
    select o.id, o.institution_code, listed_state(o), coalesce(o.submitted_at, o.created_at),
      case when o.is_blank then '' else terms_of(o) end
    from orders o where o.id between since and until
$$;
revoke execute on function refill_order_search(bigint, bigint) from public;
