-- The state under which an order is listed and counted: an order whose cancellation is requested stays where it was, and a
-- verification that became an order is `ordered`, which no list shows.
create or replace function listed_state(o orders) returns text language sql stable as $$
  select case when o.state = 'draft' and o.vob_status = 'ordered' then 'ordered'
    when o.state <> 'pending-cancellation' then o.state
    when o.state_before_cancel is null then 'en-route' else o.state_before_cancel end
$$;
revoke execute on function listed_state(orders) from public;
