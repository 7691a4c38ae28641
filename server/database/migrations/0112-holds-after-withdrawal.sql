-- alone: it looks for orders by their samples
-- Orders whose only report was withdrawn before 0095: what was asked before the report is open again. Until it was divided, 0095 did
-- this while it kept requests from writing orders.
update orders o set on_hold_since = awaited.since, missing_info = awaited.missing
from (
  select order_id from order_hold where released_at is null
  union select order_id from sample where recollection_of is not null
    and collected_again_at is null and accessioned_at is null and rejected_at is null
) waiting cross join lateral awaited_of(waiting.order_id) awaited
where o.id = waiting.order_id and o.state not in ('draft', 'reported', 'cancelled')
  and (o.on_hold_since, o.missing_info) is distinct from (awaited.since, awaited.missing);
