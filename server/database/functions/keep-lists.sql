-- Keeps the search terms, the counts and the words of an order as it changes. A blank draft has none of them. Only new words are
-- taken apart: a word that is there is there with all its endings.
create or replace function keep_lists() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  words text[];
  one text;
begin
  insert into order_tally_change
    select institution_code, about, value, state, sum(n) from (
      select new.institution_code, t.about, t.value, listed_state(new) as state, 1 as n from tallied(new) t
        where tg_op <> 'DELETE' and not new.is_blank
      union all
      select old.institution_code, t.about, t.value, listed_state(old), -1 from tallied(old) t
        where tg_op <> 'INSERT' and not old.is_blank
    ) changed group by 1, 2, 3, 4 having sum(n) <> 0;
  if tg_op = 'DELETE' then return null; end if;
  if tg_op = 'INSERT' then
    insert into order_search values (new.id, new.institution_code, listed_state(new),
      coalesce(new.submitted_at, new.created_at), case when new.is_blank then '' else terms_of(new) end);
  elsif (old.search_text, old.test_codes, old.accession_number, old.patient_date_of_birth, old.record_numbers,
      old.is_blank)
      is distinct from (new.search_text, new.test_codes, new.accession_number, new.patient_date_of_birth, new.record_numbers,
      new.is_blank) then
    update order_search set state = listed_state(new), ordered_at = coalesce(new.submitted_at, new.created_at),
      terms = case when new.is_blank then '' else terms_of(new) end where order_id = new.id;
  else
    update order_search set state = listed_state(new), ordered_at = coalesce(new.submitted_at, new.created_at)
      where order_id = new.id
        and (state, ordered_at) <> (listed_state(new), coalesce(new.submitted_at, new.created_at));
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
revoke execute on function keep_lists() from public;
