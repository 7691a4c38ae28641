-- The orders of the scope’s `institutions` that match every search term, are in one of `states` and ordered from `since` on and
-- before `until` (null: any); of more than `most` only so many, whichever are found first (null: all). `kinds` has a letter for each
-- term: k any of name, number, birthday, our number, test and gene; w a word of the text; n the beginning of a laboratory number;
-- t a test. `plain` are the terms in lower case without accents, `typed` as typed. The index answers for the rarest terms, up to a
-- bound; the orders that it gives are then read for the others. Bounds as measured: eight rare letters took 27 s of 50,000 orders
-- without them.
create or replace function orders_matching(institutions text[], kinds text[], plain text[], typed text[], states text[],
    since timestamptz, until timestamptz, most bigint)
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
  reading bigint;
  read bigint;
  ids bigint[];
  at_states text[];
  dates timestamptz[];
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
      -- Each by itself. An order that several of them find counts once: so more are read than are wanted, and still more if that
      -- was too few.
      reading := most + most / 4 + 1;
      loop
        select count(*), array_agg(s.order_id), array_agg(s.state), array_agg(s.ordered_at) into read, ids, at_states, dates
          from (
            select f.order_id, f.state, f.ordered_at
            from (
              select lexeme(code, word) as term from unnest(visible) code, unnest(words) word
              union all select lexeme(code, begin || lower(typed[i])) || ':*' from unnest(visible) code, unnest(begins) begin
            ) terms cross join lateral (select o.* from order_search o where o.terms @@ term::tsquery
              and o.institution_code = any (visible) and (states is null or o.state = any (states))
              and (since is null or o.ordered_at >= since) and (until is null or o.ordered_at < until)) f
            limit reading) s;
        exit when read < reading or reading is null
          or (select count(distinct id) from unnest(ids) id) >= most;
        reading := reading * 2;
      end loop;
      return query select distinct matched.* from unnest(ids, at_states, dates) matched limit most;
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
    return query execute format('select o.id, listed_state(o), coalesce(o.submitted_at, o.created_at) from orders o
      where o.institution_code = any ($3) and not o.is_blank and ($4 is null or listed_state(o) = any ($4))
        and ($5 is null or coalesce(o.submitted_at, o.created_at) >= $5)
        and ($6 is null or coalesce(o.submitted_at, o.created_at) < $6) and %s limit $7', rest)
      using plain, typed, visible, states, since, until, most;
  elsif rest is null then
    return query select s.order_id, s.state, s.ordered_at from order_search s
      where s.terms @@ query::tsquery and s.institution_code = any (visible) and (states is null or s.state = any (states))
        and (since is null or s.ordered_at >= since) and (until is null or s.ordered_at < until)
      limit most;
  else
    return query execute format('select s.order_id, s.state, s.ordered_at from order_search s
      join orders o on o.id = s.order_id where s.terms @@ $8 and s.institution_code = any ($3)
        and ($4 is null or s.state = any ($4)) and ($5 is null or s.ordered_at >= $5) and ($6 is null or s.ordered_at < $6)
        and %s limit $7', rest)
      using plain, typed, visible, states, since, until, most, query::tsquery;
  end if;
end $$;
revoke execute on function orders_matching(text[], text[], text[], text[], text[], timestamptz, timestamptz, bigint) from public;
grant execute on function orders_matching(text[], text[], text[], text[], text[], timestamptz, timestamptz, bigint) to karyo_portal;
