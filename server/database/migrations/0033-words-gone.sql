-- What a draft was found by goes with it, and with what was typed in it before: its row of the index at once, its words,
-- which other orders may have too, once it was looked whether they do (forget_order_words).

create table order_word_left (word text collate "C" not null);

create function leave_order_words() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    delete from order_search where order_id = old.id;
    insert into order_word_left select words_of(old.search_text);
  else
    insert into order_word_left select words_of(old.search_text) except select words_of(new.search_text);
  end if;
  return null;
end $$;
create trigger leave_order_words_of_deleted after delete on orders for each row execute function leave_order_words();
create trigger leave_order_words_of_changed after update of search_text on orders for each row
  when (old.search_text <> new.search_text) execute function leave_order_words();

-- Of these words those that no order has.
create function order_words_without_order(asked text[]) returns text[]
  language sql stable security definer set search_path = public set enable_seqscan = off as $$
  select coalesce(array_agg(word), '{}') from unnest(asked) word
  where not exists (select from order_search s
    where s.terms @@ (select string_agg(lexeme(code, 'w' || word), '|') from institution)::tsquery)
$$;

-- Takes so many words that were left, and forgets those that no order has; how many were taken. Whoever is writing an order
-- with one of them is waited for, and is kept waiting for as long as it takes to look once more: a word that was there is
-- not written again by who has it too.
create function forget_order_words(most int) returns integer language plpgsql security definer set search_path = public as $$
declare
  taken text[];
  unused text[];
begin
  with gone as (
    delete from order_word_left where ctid = any (array(select ctid from order_word_left limit most)) returning word
  ) select coalesce(array_agg(distinct word), '{}') into taken from gone;
  unused := order_words_without_order(taken);
  if unused <> '{}' then
    lock table order_word in share row exclusive mode;
    unused := order_words_without_order(unused);
    delete from order_word where (ending, word) in (
      select substr(word, at), word from unnest(unused) word, generate_series(1, length(word)) at);
  end if;
  return cardinality(taken);
end $$;

revoke execute on function leave_order_words(), order_words_without_order(text[]), forget_order_words(int) from public;
grant execute on function forget_order_words(int) to karyo_worker;
alter table order_word_left enable row level security;

-- Of drafts that were discarded before.
delete from order_search s where not exists (select from orders where id = s.order_id);
