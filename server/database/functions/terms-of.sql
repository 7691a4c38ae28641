-- The search terms of an order, each with its institution and a letter for its kind: w word, t test, n laboratory number, b birthday,
-- i our number, p ending of a number. One expression, which PostgreSQL inlines. Terms are separated by a character that no text
-- has; of a word the first 500 characters count.
create or replace function terms_of(o orders) returns tsvector language sql stable as $$
  select array_to_tsvector(array_remove(string_to_array(
    replace(
      o.institution_code || ' w' || replace(
          case when length(o.search_text) <= 500 then o.search_text
            else regexp_replace(o.search_text, '([^ ]{250}[^ ]{250})[^ ]*', '\1', 'g') end,
          ' ', e'\x01w')
        || coalesce(e'\x01t' || nullif(array_to_string(o.test_codes, e'\x01t'), ''), '')
        || coalesce(e'\x01n' || lower(o.accession_number), '')
        || coalesce(e'\x01b' || nullif(o.patient_date_of_birth, ''), '')
        || e'\x01i' || o.id
        || coalesce((
          select string_agg(e'\x01p' || ending, '')
          from unnest(array[o.id::text, left(o.accession_number, 50)] || o.record_numbers) number,
            number_endings(left(number, 50)) ending), ''),
      e'\x01', e'\x01' || o.institution_code || ' '),
    e'\x01'), o.institution_code || ' w'))
$$;
revoke execute on function terms_of(orders) from public;
