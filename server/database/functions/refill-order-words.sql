-- The words of all orders with their endings.
create or replace function refill_order_words() returns void language plpgsql set search_path = public as $$
begin
  truncate order_word;
  insert into order_word
    select substr(word, at) as ending, word
    from (select distinct left(word, 500) as word from orders, string_to_table(search_text, ' ') word where word <> '') words,
      generate_series(1, length(word)) at
    order by 1, 2;
  analyze order_word;
end $$;
revoke execute on function refill_order_words() from public;
