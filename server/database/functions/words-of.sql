-- The different words of a searchable text, of each the first 500 characters.
create or replace function words_of(searched text) returns setof text language sql immutable as $$
  select distinct left(word, 500) from string_to_table(searched, ' ') word where word <> ''
$$;
revoke execute on function words_of(text) from public;
