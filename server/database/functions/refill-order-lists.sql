-- Fills order_search, order_result, the counts and the words anew: for a database that was filled past the triggers. More memory for the index
-- was slower: with a gigabyte it took twice as long.
create or replace function refill_order_lists() returns void language plpgsql
  set search_path = public set maintenance_work_mem = '64MB' as $$
begin
  truncate order_search;
  drop index if exists order_search_terms;
  perform refill_order_search(min(id), max(id)) from orders;
  create index order_search_terms on order_search using gin (terms) with (fastupdate = off);
  analyze order_search;
  perform refill_order_results();
  perform refill_order_tally();
  perform refill_order_words();
end $$;
revoke execute on function refill_order_lists() from public;
