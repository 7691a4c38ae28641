-- What the version before last has left behind: indexes that nothing asks any more, and that every order was written to.
-- First of all, while no other lock is held: whoever reads orders is waited for.

-- no version that may still run uses it: 0014 has made others in its stead
drop index if exists orders_by_date, orders_by_state, orders_missing_info, orders_expected;
-- no version that may still run uses it: 0015 has made orders_by_person in its stead
drop index if exists orders_by_people;

-- As in 0014, but without settings of their own, which cost a third of keeping the lists: only keep_lists and
-- refill_order_lists call them, and have the settings. Strict: PostgreSQL would put tallied into the statement around it,
-- and then finds no plan for it (variable not found in subplan target list).
create or replace function tallied(o orders) returns table (about text, value text)
  language sql stable strict as $$
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
create or replace function terms_of(o orders) returns tsvector language sql stable strict as $$
  select array_to_tsvector(array(
    select o.institution_code || ' ' || term from (
      select 'w' || word from words_of(o.search_text) word
      union all select 't' || code from unnest(o.test_codes) code
      union all select 'n' || lower(o.accession_number) where o.accession_number is not null
      union all select 'b' || o.patient_date_of_birth where o.patient_date_of_birth <> ''
      union all select 'i' || o.id) terms (term)
    where term is not null))
$$;
