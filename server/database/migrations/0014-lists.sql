-- Lists that are as quick at ten million orders as at ten: counts that are kept, a search by an index, an index for each
-- order of the list. On a filled database the indexes are most of the time, and orders cannot be written meanwhile: an
-- operator may make them before, CONCURRENTLY and under the same names (docs/operating.md).

-- --- An index for each column that a list is sorted by, and for the filters that few orders pass

-- The order date is a case and no coalesce: of a case PostgreSQL knows that it tells nothing of what it sees, and lets an
-- index answer from when until when under the policies too.
create index if not exists orders_by_order_date on orders
  (institution_code, (case when submitted_at is null then created_at else submitted_at end) desc, id desc);
create index if not exists orders_by_state_date on orders
  (institution_code, state, (case when submitted_at is null then created_at else submitted_at end) desc, id desc);
create index if not exists orders_by_patient on orders
  (institution_code, (patient_last_name collate "unicode"), (patient_first_name collate "unicode"), id);
create index if not exists orders_by_birth on orders (institution_code, (nullif(patient_date_of_birth, '')), id);
create index if not exists orders_by_test on orders (institution_code, (test_name collate "unicode"), id);
create index if not exists orders_by_number on orders (institution_code, accession_number, id);
create index if not exists orders_by_provider on orders
  (institution_code, (nullif(provider_name, '') collate "unicode"), id);
create index if not exists orders_by_expected on orders (institution_code, expected_on, id);
create index if not exists orders_by_progress on orders (institution_code, (array_position(array['draft', 'en-route',
  'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'], state)), id);
create index if not exists orders_by_id on orders (institution_code, id);
create index if not exists orders_made_from on orders (made_from) where made_from is not null;
create index if not exists orders_late on orders (institution_code, alert_group, expected_on)
  where state in ('accessioned', 'in-process', 'pending-cancellation') and on_hold_since is null;
create index if not exists orders_missing on orders (institution_code, alert_group) where missing_info;
create index if not exists orders_held on orders (institution_code) where on_hold_since is not null;
create index if not exists orders_unread on orders (institution_code)
  where state = 'reported' and report_opened_at is null;

-- --- Counts that are kept. A change is a row of its own, so that no two orders wait for each other; fold_order_tally
-- adds them up now and then. What stands in both together is exact at any moment.

create table order_tally (
  institution_code text not null,
  -- all, day (the order date by the laboratory's clock), test, provider, unread
  about text not null,
  value text not null,
  state text not null,
  n bigint not null,
  primary key (institution_code, about, value, state)
) with (fillfactor = 80);
create table order_tally_change (like order_tally including defaults)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index on order_tally_change (institution_code, about, value);

create function tallied(o orders) returns table (about text, value text)
  language sql stable set search_path = public as $$
  select 'all', ''
  union all
  select 'day', to_char(coalesce(o.submitted_at, o.created_at) at time zone 'America/Chicago', 'YYYY-MM-DD')
  union all
  select distinct 'test', code from unnest(o.test_codes) code
  union all
  select 'provider', o.provider_name where o.provider_name <> ''
  union all
  select 'unread', '' where o.state = 'reported' and o.report_opened_at is null
$$;

-- --- What an order is found by: each term begins with its institution, then w (a word of its text), t (a test), n (the
-- laboratory number), b (the day of birth) or i (our number). Words are found by what they contain: order_word has each
-- word's endings, of which one then begins with what is looked for.

create table order_search (
  order_id bigint primary key,
  institution_code text not null,
  state text not null,
  ordered_at timestamptz not null,
  terms tsvector not null
) with (fillfactor = 85);
create table order_word (ending text collate "C" not null, word text collate "C" not null);
create index on order_word (ending, word);

create function words_of(searched text) returns setof text language sql immutable as $$
  select distinct left(word, 500) from string_to_table(searched, ' ') word where word <> ''
$$;
create function terms_of(o orders) returns tsvector language sql stable set search_path = public as $$
  select array_to_tsvector(array(
    select o.institution_code || ' ' || term from (
      select 'w' || word from words_of(o.search_text) word
      union all select 't' || code from unnest(o.test_codes) code
      union all select 'n' || lower(o.accession_number) where o.accession_number is not null
      union all select 'b' || o.patient_date_of_birth where o.patient_date_of_birth <> ''
      union all select 'i' || o.id) terms (term)
    where term is not null))
$$;

-- --- Both are kept by the database itself, in the transaction of what changes

create function keep_lists() returns trigger language plpgsql security definer set search_path = public as $$
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
    -- The same word twice, by two at a time, does no harm; to wait for each other would.
    insert into order_word
      select substr(one, at), one from words_of(new.search_text) one, generate_series(1, length(one)) at
      where not exists (select from order_word where ending = one and word = one);
  end if;
  return null;
end $$;

-- All anew: for a database that had orders before, and for one that is filled past the triggers.
create function refill_order_lists() returns void language plpgsql set search_path = public as $$
begin
  truncate order_tally, order_tally_change, order_search, order_word;
  drop index if exists order_search_terms;
  insert into order_search
    select o.id, o.institution_code, o.state, coalesce(o.submitted_at, o.created_at), terms_of(o) from orders o;
  create index order_search_terms on order_search using gin (terms) with (fastupdate = off);
  insert into order_tally
    select o.institution_code, t.about, t.value, o.state, count(*) from orders o, tallied(o) t group by 1, 2, 3, 4;
  insert into order_word
    select substr(word, at), word from (select distinct words_of(search_text) as word from orders) words,
      generate_series(1, length(word)) at;
  analyze order_tally, order_search, order_word;
end $$;
create trigger keep_lists after insert or delete on orders for each row execute function keep_lists();
create trigger keep_lists_changed after update on orders for each row
  when ((old.state, old.search_text, old.test_codes, old.provider_name, old.accession_number, old.patient_date_of_birth,
      old.submitted_at, old.created_at, old.report_opened_at)
    is distinct from (new.state, new.search_text, new.test_codes, new.provider_name, new.accession_number,
      new.patient_date_of_birth, new.submitted_at, new.created_at, new.report_opened_at))
  execute function keep_lists();

-- Nothing is written meanwhile: to make the triggers holds who writes.
select refill_order_lists();
-- Added now and not looked at: to look at what was just filled in would lock each order, and wait for those who are about
-- to write it and wait for us.
alter table order_search add constraint order_search_order_id_fkey
  foreign key (order_id) references orders on delete cascade not valid;

-- --- Reading. Under the policies an index serves only comparisons that can tell nothing of what they see, and to look into
-- arrays and texts is none: so these look with the owner's rights, and apply the scope themselves.

-- Adds up what has changed, at most so much at once; how many changes that were.
create function fold_order_tally(most int) returns bigint language sql volatile security definer set search_path = public as $$
  with taken as (
    delete from order_tally_change where ctid = any (array(
      select ctid from order_tally_change limit most for update skip locked))
    returning *
  ), summed as (
    insert into order_tally as kept
      select institution_code, about, value, state, sum(n) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_code, about, value, state) do update set n = kept.n + excluded.n
  )
  select count(*) from taken
$$;

create function lexeme(institution text, term text) returns text language sql immutable as $$
  select '''' || replace(replace(institution || ' ' || term, '\', '\\'), '''', '''''') || ''''
$$;

-- The orders of institutions of the scope that have all of what is asked. Each of `kinds` says what the words beside it
-- are: k any of name, number, birthday, our number, test and gene; w a word of the text; n the beginning of a laboratory
-- number; t a test. `plain` are the words in lower case without accents, `typed` as they were typed.
create function orders_found(institutions text[], kinds text[], plain text[], typed text[])
  returns table (order_id bigint, state text, ordered_at timestamptz)
  language plpgsql stable security definer
  set search_path = public set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  -- Of so many words that contain it, what is looked for is in most orders: then they are looked through.
  many constant int := 1000;
  visible text[] := array(select unnest(institutions) intersect select unnest(scope_institutions()));
  part text;
  parts text[] := '{}';
  words text[];
  query tsquery;
begin
  if visible = '{}' then return; end if;
  for i in 1 .. cardinality(kinds) loop
    words := case when kinds[i] in ('k', 'w') then array(
      select distinct 'w' || word from order_word
      where ending >= plain[i] and ending < plain[i] || chr(1114111) limit many + 1) else '{}' end;
    words := words || case kinds[i]
      when 'k' then array['b' || typed[i], 'i' || typed[i]] || array(
        select 't' || code from test where gene_choice = 'all' and genes @> array[upper(typed[i])])
      when 't' then array['t' || typed[i]]
      else '{}' end;
    if cardinality(words) * cardinality(visible) > many then
      parts := null;
      exit;
    end if;
    part := (select string_agg(lexeme(code, word), '|') from unnest(visible) code, unnest(words) word);
    if kinds[i] in ('k', 'n') then
      part := concat_ws('|', part,
        (select string_agg(lexeme(code, 'n' || lower(typed[i])) || ':*', '|') from unnest(visible) code));
    end if;
    -- No word contains it.
    if part is null then return; end if;
    parts := parts || ('(' || part || ')');
  end loop;
  if parts is not null then
    query := array_to_string(parts, '&');
    return query select s.order_id, s.state, s.ordered_at from order_search s
      where s.terms @@ query and s.institution_code = any (visible);
  else
    return query select o.id, o.state, coalesce(o.submitted_at, o.created_at) from orders o
      where o.institution_code = any (visible) and (
        select bool_and(case kind
          when 't' then o.test_codes @> array[as_typed]
          when 'n' then starts_with(lower(o.accession_number), lower(as_typed))
          else position(word in o.search_text) > 0 or kind = 'k' and (
            starts_with(lower(o.accession_number), lower(as_typed))
            or o.id::text = as_typed or o.patient_date_of_birth = as_typed
            or o.test_codes && array(select code from test where gene_choice = 'all' and genes @> array[upper(as_typed)]))
          end)
        from unnest(kinds, plain, typed) asked (kind, word, as_typed));
  end if;
end $$;

-- Orders of an institution that name one of these people (domain/orders/identity.ts).
create function orders_of_people(institution text, keys text[]) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from orders where people && keys and institution_code = institution
    and institution = any (scope_institutions())
$$;

-- --- Access

revoke execute on function tallied(orders), words_of(text), terms_of(orders), keep_lists(), refill_order_lists(),
  fold_order_tally(int), lexeme(text, text), orders_found(text[], text[], text[], text[]),
  orders_of_people(text, text[]) from public;
grant execute on function orders_found(text[], text[], text[], text[]), orders_of_people(text, text[]) to karyo_portal;
grant execute on function fold_order_tally(int) to karyo_worker;
grant select on order_tally, order_tally_change to karyo_portal, karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['order_tally', 'order_tally_change'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
-- Out of everybody's reach but through orders_found.
alter table order_search enable row level security;
alter table order_word enable row level security;

-- orders_by_date, orders_by_state, orders_missing_info and orders_expected serve the version before, and are dropped by the
-- next one: to drop them waits for whoever reads orders, and they for us.
