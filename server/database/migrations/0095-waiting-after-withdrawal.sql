-- An order whose only report was withdrawn is under way again: what the laboratory asked before the report is open, and so is a
-- specimen that it asked for again.
-- function: awaited-of
-- function: finish-holds
create or replace trigger finish_holds before update on orders for each row
  when (new.state in ('reported', 'cancelled') or old.state in ('reported', 'cancelled'))
  execute function finish_holds();
-- The orders that are there: 0112.
