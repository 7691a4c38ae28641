-- alone: it looks for orders by their samples
-- An order whose only report was withdrawn is under way again: what the laboratory asked before the report is open, and so is a
-- specimen that it asked for again.
-- function: awaited-of
-- function: finish-holds
create or replace trigger finish_holds before update on orders for each row
  when (new.state in ('reported', 'cancelled') or old.state in ('reported', 'cancelled'))
  execute function finish_holds();
update orders o set on_hold_since = awaited.since, missing_info = awaited.missing
from (
  select order_id from order_hold where released_at is null
  union select order_id from sample where recollection_of is not null
    and collected_again_at is null and accessioned_at is null and rejected_at is null
) waiting cross join lateral awaited_of(waiting.order_id) awaited
where o.id = waiting.order_id and o.state not in ('draft', 'reported', 'cancelled')
  and (o.on_hold_since, o.missing_info) is distinct from (awaited.since, awaited.missing);
