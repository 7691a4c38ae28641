-- While the laboratory decides on a cancellation, the clinic is asked for no specimen again.
-- function: finish-holds
-- function: count-holds
create or replace trigger finish_holds before update on orders for each row
  when (new.state in ('reported', 'cancelled', 'pending-cancellation') or old.state in ('reported', 'cancelled', 'pending-cancellation'))
  execute function finish_holds();
