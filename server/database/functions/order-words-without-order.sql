-- Those of the words that no order has.
create or replace function order_words_without_order(asked text[]) returns text[]
  language sql stable security definer set search_path = public set enable_seqscan = off as $$
  select coalesce(array_agg(word), '{}') from unnest(asked) word
  where not exists (select from order_search s
    where s.terms @@ (select string_agg(lexeme(code, 'w' || word), '|') from institution)::tsquery)
$$;
revoke execute on function order_words_without_order(text[]) from public;
