-- What a draft was found by goes with it, and with what was typed in it before: its row of the index at once, its words,
-- which other orders may have too, once no order has them (forget_order_words, docs/decisions/0036).

-- Words that an order no longer has. The same word may stand here twice. `due` is the transaction before which all must have
-- ended; null: nobody has looked at the word yet.
create table order_word_left (word text collate "C" not null, due xid8);
create index on order_word_left (word);
create index on order_word_left (due);
alter table order_word_left enable row level security;

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

-- As in 0019, but whoever writes an order with a word that was left holds it, with others who do, until the order can be seen.
create or replace function keep_lists() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  words text[];
  one text;
begin
  insert into order_tally_change
    select institution_code, about, value, state, sum(n) from (
      select new.institution_code, t.about, t.value, new.state, 1 as n from tallied(new) t where tg_op <> 'DELETE'
      union all
      select old.institution_code, t.about, t.value, old.state, -1 from tallied(old) t where tg_op <> 'INSERT'
    ) changed group by 1, 2, 3, 4 having sum(n) <> 0;
  if tg_op = 'DELETE' then return null; end if;
  if tg_op = 'INSERT' then
    insert into order_search
      values (new.id, new.institution_code, new.state, coalesce(new.submitted_at, new.created_at), terms_of(new));
  elsif (old.search_text, old.test_codes, old.accession_number, old.patient_date_of_birth)
      is distinct from (new.search_text, new.test_codes, new.accession_number, new.patient_date_of_birth) then
    update order_search set state = new.state, ordered_at = coalesce(new.submitted_at, new.created_at),
      terms = terms_of(new) where order_id = new.id;
  else
    update order_search set state = new.state, ordered_at = coalesce(new.submitted_at, new.created_at)
      where order_id = new.id and (state, ordered_at) <> (new.state, coalesce(new.submitted_at, new.created_at));
  end if;
  if tg_op = 'INSERT' or new.search_text <> old.search_text then
    words := array(select words_of(new.search_text));
    -- Before the words are looked for, each in a statement of its own: what was forgotten while we waited here is not there.
    perform from order_word_left where word = any (words) for key share;
    foreach one in array words loop
      -- The same word twice, by two at a time, does no harm; to wait for each other would.
      continue when exists (select from order_word where ending = one and word = one);
      insert into order_word select substr(one, at), one from generate_series(1, length(one)) at;
    end loop;
  end if;
  return null;
end $$;

-- Of these words those that no order has.
create function order_words_without_order(asked text[]) returns text[]
  language sql stable security definer set search_path = public set enable_seqscan = off as $$
  select coalesce(array_agg(word), '{}') from unnest(asked) word
  where not exists (select from order_search s
    where s.terms @@ (select string_agg(lexeme(code, 'w' || word), '|') from institution)::tsquery)
$$;

-- Looks at so many of the words that were left and forgets those that no order has; how many were looked at. An order that is
-- being written and relies on a word that is there cannot be seen yet. Either it began to be written before the word was left,
-- then it has ended once no transaction is at work that was when we first saw the word; or after, then it holds the word, and
-- we pass over that.
create function forget_order_words(most int) returns integer language plpgsql security definer set search_path = public as $$
declare
  places tid[];
  taken text[];
begin
  -- One that lies ahead is of another cluster, from which this database was restored.
  update order_word_left set due = pg_snapshot_xmax(pg_current_snapshot())
    where ctid = any (array(select ctid from order_word_left
      where due is null or due > pg_snapshot_xmax(pg_current_snapshot()) limit most for update skip locked));
  select array_agg(ctid), array_agg(distinct word) into places, taken from (
    select ctid, word from order_word_left where due <= pg_snapshot_xmin(pg_current_snapshot())
    limit most for update skip locked) seen;
  if places is null then return 0; end if;
  -- One statement: an order that ends between two would be seen without its words, or they without it.
  with unused as materialized (select unnest(order_words_without_order(taken)) as word)
  delete from order_word where (ending, word) in (
    select substr(word, at), word from unused, generate_series(1, length(word)) at);
  delete from order_word_left where ctid = any (places);
  return cardinality(places);
end $$;

revoke execute on function leave_order_words(), order_words_without_order(text[]), forget_order_words(int) from public;
grant execute on function forget_order_words(int) to karyo_worker;

-- Of drafts that were discarded before: every word is looked at once.
delete from order_search s where not exists (select from orders where id = s.order_id);
insert into order_word_left select distinct word from order_word where ending = word;
