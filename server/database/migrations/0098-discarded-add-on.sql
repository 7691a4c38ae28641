-- A test whose draft is discarded was not ordered after all: what was asked about its specimen stands as before.
-- function: reopen-availability
create or replace trigger reopen_availability before delete on orders for each row
  when (old.state = 'draft') execute function reopen_availability();
