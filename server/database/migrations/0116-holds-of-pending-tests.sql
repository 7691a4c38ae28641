-- alone: it looks for orders by their holds
-- Reported orders with an open hold: one from before the first report counts while another test waits, and that of a withdrawn
-- consent no longer than that. The trigger computes it.
-- function: is-asked
-- function: is-needed-again
-- function: finish-holds
update orders o set missing_info = o.missing_info
from (select distinct order_id from order_hold where released_at is null) held
where o.id = held.order_id and o.state = 'reported' and (o.has_pending_test or o.missing_info);
