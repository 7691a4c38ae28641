-- Orders are found by the clinic's record numbers, and by parts of those, of our number and of the laboratory's.

-- The record numbers of its people, the patient's first; '' where the patient has none.
alter table orders add column record_numbers text[] not null default '{}';
update orders set record_numbers = array(
    select coalesce(patient ->> 'recordNumber', '') from jsonb_array_elements(document -> 'patients') with ordinality p (patient, n)
    where n = 1 or coalesce(patient ->> 'recordNumber', '') <> '' order by n)
  where document @? '$.patients[*].recordNumber ? (@ <> "")';

-- A part of a number is at least so long.
create function number_endings(number text) returns setof text language sql immutable as $$
  select substr(lower(number), at) from generate_series(1, length(number) - 2) at
$$;

-- As in 0022, with p: what is left of each number from each of its characters on, of which one then begins with the part that
-- is looked for.
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

-- Whether one of an order's numbers has the part.
create function has_part(o orders, part text) returns boolean language sql stable as $$
  select length(part) > 2 and exists (
    select from unnest(array[o.id::text, o.accession_number] || o.record_numbers) number
    where position(lower(part) in lower(left(number, 50))) > 0)
$$;

-- As in 0033, with the record numbers.
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
  elsif (old.search_text, old.test_codes, old.accession_number, old.patient_date_of_birth, old.record_numbers)
      is distinct from
      (new.search_text, new.test_codes, new.accession_number, new.patient_date_of_birth, new.record_numbers) then
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
create or replace trigger keep_lists_changed after update on orders for each row
  when ((old.state, old.search_text, old.test_codes, old.provider_name, old.accession_number, old.patient_date_of_birth,
      old.record_numbers, old.submitted_at, old.created_at, old.report_opened_at)
    is distinct from (new.state, new.search_text, new.test_codes, new.provider_name, new.accession_number,
      new.patient_date_of_birth, new.record_numbers, new.submitted_at, new.created_at, new.report_opened_at))
  execute function keep_lists();

-- As in 0030, with the parts of numbers.
create or replace function orders_found(institutions text[], kinds text[], plain text[], typed text[])
  returns table (order_id bigint, state text, ordered_at timestamptz)
  language plpgsql stable security definer
  set search_path = public set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  -- Of more words that contain it, what is looked for is in most orders: then each order is looked at.
  many constant int := 5000;
  -- A question of many words the index answers by looking at each of them for each order that it finds: of all parts
  -- together it is asked for no more.
  together constant int := 300;
  few constant int := 60;
  visible text[] := array(select unnest(institutions) intersect select unnest(scope_institutions()));
  part text;
  words text[];
  -- The kinds of terms that begin with what is looked for.
  begins text[];
  codes text[];
  terms_asked int;
  -- What the index is asked, with how many terms that is; and the same as a condition on an order, for those it is not.
  parts text[] := '{}';
  sizes int[] := '{}';
  conditions text[] := '{}';
  asked int := 0;
  query text;
  rest text;
  i int;
begin
  if visible = '{}' then return; end if;
  for i in 1 .. cardinality(kinds) loop
    words := case when kinds[i] in ('k', 'w') then array(
      select distinct 'w' || word from order_word
      where ending >= plain[i] and ending < plain[i] || chr(1114111) limit many + 1) else '{}' end;
    codes := case when kinds[i] = 'k' then array(
      select code from test where gene_choice = 'all' and genes @> array[upper(typed[i])]) else '{}' end;
    words := words || case kinds[i]
      when 'k' then array['b' || typed[i], 'i' || typed[i]] || array(select 't' || code from unnest(codes) code)
      when 't' then array['t' || typed[i]]
      else '{}' end;
    begins := case when kinds[i] = 'k' and length(typed[i]) > 2 then '{n,p}'::text[]
      when kinds[i] in ('k', 'n') then '{n}' else '{}' end;
    terms_asked := cardinality(words) * cardinality(visible);
    if cardinality(kinds) = 1 and terms_asked > few and terms_asked <= many then
      -- Each by itself.
      return query select distinct s.order_id, s.state, s.ordered_at
        from (
          select lexeme(code, word) as term from unnest(visible) code, unnest(words) word
          union all select lexeme(code, begin || lower(typed[i])) || ':*' from unnest(visible) code, unnest(begins) begin
        ) terms cross join lateral (select f.* from order_search f where f.terms @@ term::tsquery) s
        where s.institution_code = any (visible);
      return;
    end if;
    part := null;
    if terms_asked <= (case when cardinality(kinds) = 1 then many else together end) then
      part := (select string_agg(lexeme(code, word), '|') from unnest(visible) code, unnest(words) word);
      part := nullif(concat_ws('|', part, (select string_agg(lexeme(code, begin || lower(typed[i])) || ':*', '|')
        from unnest(visible) code, unnest(begins) begin)), '');
      -- No word contains it.
      if part is null then return; end if;
    end if;
    parts := parts || coalesce('(' || part || ')', '');
    sizes := sizes || terms_asked;
    conditions := conditions || case kinds[i]
      when 't' then format('o.test_codes @> array[$2[%s]]', i)
      when 'n' then format('starts_with(lower(o.accession_number), lower($2[%s]))', i)
      when 'w' then format('position($1[%s] in o.search_text) > 0', i)
      else format('(position($1[%1$s] in o.search_text) > 0 or starts_with(lower(o.accession_number), lower($2[%1$s]))
        or o.id::text = $2[%1$s] or has_part(o, $2[%1$s]) or o.patient_date_of_birth = $2[%1$s] or o.test_codes && %2$L::text[])', i, codes) end;
  end loop;
  -- The index is asked for what has fewest terms, as far as it may be; each order that it gives is looked at for the rest.
  foreach i in array array(select n::int from unnest(sizes) with ordinality size (terms, n) order by terms, n) loop
    if parts[i] <> '' and (query is null or asked + sizes[i] <= together) then
      query := concat_ws('&', query, parts[i]);
      asked := asked + sizes[i];
    else
      rest := concat_ws(' and ', rest, conditions[i]);
    end if;
  end loop;
  if query is null then
    return query execute format('select o.id, o.state, coalesce(o.submitted_at, o.created_at) from orders o
      where o.institution_code = any ($3) and %s', rest) using plain, typed, visible;
  elsif rest is null then
    return query select s.order_id, s.state, s.ordered_at from order_search s
      where s.terms @@ query::tsquery and s.institution_code = any (visible);
  else
    return query execute format('select s.order_id, s.state, s.ordered_at from order_search s
      join orders o on o.id = s.order_id where s.terms @@ $4 and s.institution_code = any ($3) and %s', rest)
      using plain, typed, visible, query::tsquery;
  end if;
end $$;

revoke execute on function number_endings(text), has_part(orders, text) from public;

-- All terms anew, with those of numbers.
select refill_order_lists();
