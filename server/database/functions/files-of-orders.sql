-- The keys of the files that orders use.
create or replace function files_of_orders(numbers bigint[]) returns setof text language sql stable
  set search_path = public as $$
  select file_key from report where order_id = any (numbers) and file_key is not null
  union select file_key from document where order_id = any (numbers)
  union select one #>> '{}' from report, jsonb_path_query(parts, 'strict $.**.fileKey') one where order_id = any (numbers)
  union select one #>> '{}' from laboratory_fact, jsonb_path_query(fact, 'strict $.**.fileKey') one where order_id = any (numbers)
  union select one #>> '{}' from result_check, jsonb_path_query(news, 'strict $.**.fileKey') one where order_id = any (numbers)
$$;
revoke execute on function files_of_orders(bigint[]) from public;
grant execute on function files_of_orders(bigint[]) to karyo_worker;
