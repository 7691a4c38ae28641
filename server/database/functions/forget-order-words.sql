-- Looks at up to `most` words that an order no longer has, forgets those that no other order has, and returns how many it
-- looked at. An order that is being written and relies on such a word cannot be seen yet. Either its transaction began before
-- the word was left: then its number is below `due`, the number of the transaction that saw the word first, and the word is kept
-- until all transactions below that have ended. (`pg_snapshot_xmax` is not such a number: transactions above it may be at work.)
-- Or it began after: then it has the word locked, and the word is skipped.
create or replace function forget_order_words(most int) returns integer language plpgsql security definer set search_path = public as $$
declare
  places tid[];
  taken text[];
begin
  -- One that lies ahead is of another cluster, from which this database was restored.
  update order_word_left set due = pg_current_xact_id()
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
revoke execute on function forget_order_words(integer) from public;
grant execute on function forget_order_words(integer) to karyo_worker;
