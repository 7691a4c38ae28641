-- Notes the words that an order no longer has, for forget_order_words.
create or replace function leave_order_words() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    delete from order_search where order_id = old.id;
    insert into order_word_left select words_of(old.search_text);
  else
    insert into order_word_left select words_of(old.search_text) except select words_of(new.search_text);
  end if;
  return null;
end $$;
revoke execute on function leave_order_words() from public;
