-- What an order costs the database when it is written and submitted.

-- --- Plans that are made once for each connection, and not each time: what they are for is found by an index whatever the
-- values, and planning took longer than that.

-- As in 0011.
create or replace function audited_people() returns trigger language plpgsql
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  number bigint := case when new.entity_id ~ '^\d{1,18}$' then new.entity_id::bigint end;
  about bigint[] := case when jsonb_typeof(new.detail -> 'orderIds') = 'array'
    then array(select jsonb_array_elements_text(new.detail -> 'orderIds')::bigint) else '{}' end;
  named text[] := coalesce(new.people, '{}');
begin
  -- Each a statement of its own: what is not asked for costs nothing.
  case new.entity
    when 'order' then about := about || number;
    when 'sample' then about := about || array(select order_id from sample where id = number);
    when 'treatment' then about := about || array(select order_id from treatment where id = number);
    when 'kit' then about := about || array(select order_id from kit_order where id = number);
    when 'message_out' then about := about || array(select order_id from message_out where id = number);
    when 'estimate' then about := about || array(select order_id from cost_estimate where id = number);
    when 'eligibility-check' then about := about || array(select order_id from eligibility_check where id = number);
    when 'availability-request' then about := about || array(
      select s.order_id from availability_request a join sample s on s.id = a.sample_id where a.id = number);
    else null;
  end case;
  if new.entity in ('estimate', 'eligibility-check') then
    -- one that was made before there was an order, or whose draft is gone
    named := named || array(select unnest(people) from audit_event
      where entity = new.entity and entity_id = new.entity_id and action in ('estimate.keep', 'eligibility.ask'));
  end if;
  if about <> '{}' then
    named := named || array(select unnest(people) from orders where id = any (about));
  end if;
  new.people := case when cardinality(named) < 2 then named
    else array(select distinct one from unnest(named) one order by one) end;
  return new;
end $$;

-- As in 0014; the people come first whatever the planner thinks: there is no other way that is quick everywhere.
create or replace function orders_of_people(institution text, keys text[]) returns setof bigint
  language sql stable security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
  with theirs as materialized (select id, institution_code from orders where people && keys)
  select id from theirs where institution_code = institution and institution = any (scope_institutions())
$$;

-- --- Less to do

-- As in 0014, but a word that is there is there with all its endings: only new words are taken apart.
create or replace function keep_lists() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
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
    for one in select words_of(new.search_text) loop
      -- The same word twice, by two at a time, does no harm; to wait for each other would.
      continue when exists (select from order_word where ending = one and word = one);
      insert into order_word select substr(one, at), one from generate_series(1, length(one)) at;
    end loop;
  end if;
  return null;
end $$;

-- As in 0015, but a new sample waits for nothing, unless it is taken again.
create or replace function count_holds() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  if tg_table_name = 'sample' and tg_op = 'INSERT' then
    if new.recollection_of is null then return null; end if;
  end if;
  update orders o set on_hold_since = now_held.since, missing_info = now_held.missing
  from (select
    (select min(held_at) from order_hold where order_id = new.order_id and released_at is null) as since,
    is_asked(new.order_id, '-infinity')
      or exists (select from sample s where s.order_id = new.order_id and s.recollection_of is not null
                   and s.collected_again_at is null and s.accessioned_at is null
                   and s.rejected_at is null) as missing) now_held
  where o.id = new.order_id and o.state not in ('draft', 'cancelled')
    and (o.on_hold_since, o.missing_info) is distinct from (now_held.since, now_held.missing);
  return null;
end $$;

-- --- What the catalogue says of tests is kept in the portals' memory, by this: another one with each change of it.

create table catalogue_version (version uuid not null);
insert into catalogue_version values (gen_random_uuid());
create function renew_catalogue_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update catalogue_version set version = gen_random_uuid();
  return null;
end $$;
revoke execute on function renew_catalogue_version() from public;
create trigger renew_version after insert or update or delete or truncate on test
  for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on consent
  for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on test_consent
  for each statement execute function renew_catalogue_version();
create trigger renew_version after insert or update or delete or truncate on test_section
  for each statement execute function renew_catalogue_version();
grant select on catalogue_version to karyo_portal, karyo_worker;

-- Whether a provider is one of ours is asked with each submission.
create index physician_npi on physician (npi);
