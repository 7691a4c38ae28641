-- What the list says of all orders' results, in one pass, past the trigger that counts it: refill_order_tally() counts it then.
create or replace function refill_order_results() returns void language plpgsql set search_path = public as $$
begin
  truncate order_result;
  alter table order_result disable trigger user;
  insert into order_result select * from order_results_now() order by institution_code, result, ordered_at desc;
  alter table order_result enable trigger user;
  analyze order_result;
end $$;
revoke execute on function refill_order_results() from public;
