-- Whether the clinic has an open question about the order that was asked after `after`: `-infinity` while a test of the order waits.
-- The last report answers the questions before it, not those after it, and leaves nothing to stop for a withdrawn consent.
create or replace function is_asked(of_order bigint, after timestamptz) returns boolean language sql stable as $$
  select exists (select from order_hold where order_id = of_order and released_at is null and answered_at is null
                   and held_at > after and (after = '-infinity' or hold_key !~ '^WITHDRAWN-[0-9]+$'))
$$;
revoke execute on function is_asked(bigint, timestamptz) from public;
grant execute on function is_asked(bigint, timestamptz) to karyo_portal, karyo_worker;
