-- What is to be done: a verification of benefits that became an order is not, and a draft in which nobody has typed is none.
-- And who sent an order back, when, and who was asked before.

alter table orders
  -- nothing was typed in it: in no list, no count and no search, until something is
  add column is_blank boolean not null default false,
  -- of a draft that was sent back, and not sent to a submitter since
  add column sent_back_at timestamptz,
  add column sent_back_by text,
  -- who was asked last to submit it
  add column last_submitter_id bigint references physician;

-- --- Open forms

-- Tells every open form of drafts whose content was saved (as announce_events of 0015).
create function announce_drafts(ids bigint[]) returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('draft_event', json_build_object(
      'orderId', id, 'hospitalCode', institution_code, 'version', version)::text)
    from orders where id = any (ids);
end $$;
revoke execute on function announce_drafts(bigint[]) from public;
grant execute on function announce_drafts(bigint[]) to karyo_portal;

-- --- Lists

-- What an order is counted and found under. No version asks for 'ordered': it is among all, and in no status.
create function listed_state(o orders) returns text language sql stable as $$
  select case when o.state = 'draft' and o.vob_status = 'ordered' then 'ordered' else o.state end
$$;

-- As in 0017, but what became an order has a value of its own: the version before knows no such state.
create or replace function tallied(o orders) returns table (about text, value text)
  language sql stable strict as $$
  select 'all', case when o.state = 'draft' and o.vob_status = 'ordered' then 'ordered' else '' end
  union all
  select 'day', to_char(coalesce(o.submitted_at, o.created_at) at time zone 'America/Chicago', 'YYYY-MM-DD')
  union all
  select distinct 'test', code from unnest(o.test_codes) code
  union all
  select 'provider', o.provider_name where o.provider_name <> ''
  union all
  select 'unread', '' where o.state = 'reported' and o.report_opened_at is null
$$;

-- As in 0037, by the listed state, and nothing of a blank draft.
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

drop trigger keep_lists_changed on orders;
create trigger keep_lists_changed after update on orders for each row
  when ((old.state, old.search_text, old.test_codes, old.provider_name, old.accession_number, old.patient_date_of_birth,
      old.record_numbers, old.submitted_at, old.created_at, old.report_opened_at, old.vob_status, old.is_blank)
    is distinct from (new.state, new.search_text, new.test_codes, new.provider_name, new.accession_number,
      new.patient_date_of_birth, new.record_numbers, new.submitted_at, new.created_at, new.report_opened_at, new.vob_status, new.is_blank))
  execute function keep_lists();

-- The version before writes what is typed and does not know of blank drafts.
create function no_longer_blank() returns trigger language plpgsql as $$
begin
  new.is_blank := false;
  return new;
end $$;
create trigger no_longer_blank before insert or update on orders for each row
  when (new.is_blank and btrim(new.search_text) <> '') execute function no_longer_blank();
revoke execute on function listed_state(orders), no_longer_blank() from public;

-- As in 0022, by the listed state, and without blank drafts.
create or replace function refill_order_search(since bigint, until bigint) returns void
  language sql set search_path = public as $$
  insert into order_search
    select o.id, o.institution_code, listed_state(o), coalesce(o.submitted_at, o.created_at),
      case when o.is_blank then '' else terms_of(o) end
    from orders o where o.id between since and until
$$;
create or replace function refill_order_tally() returns void language plpgsql set search_path = public as $$
begin
  truncate order_tally, order_tally_change;
  insert into order_tally
    with counted as (
      select institution_code, listed as state, day, test_codes, provider_name, is_unread, count(*) as n,
        grouping(day, test_codes, provider_name, is_unread) as left_out
      from (
        select *, (coalesce(submitted_at, created_at) at time zone 'America/Chicago')::date as day,
          state = 'reported' and report_opened_at is null as is_unread, listed_state(orders) as listed
        from orders where not is_blank
      ) o
      group by institution_code, listed, grouping sets ((), (day), (test_codes), (provider_name), (is_unread))
    ), named as (
      select institution_code, state, 'all' as about, case when state = 'ordered' then 'ordered' else '' end as value, n
        from counted where left_out = b'1111'::int
      union all
      select institution_code, state, 'day', to_char(day, 'YYYY-MM-DD'), n from counted where left_out = b'0111'::int
      union all
      select institution_code, state, 'test', code, n
        from counted, lateral (select distinct code from unnest(test_codes) code) codes where left_out = b'1011'::int
      union all
      select institution_code, state, 'provider', provider_name, n from counted
        where left_out = b'1101'::int and provider_name <> ''
      union all
      select institution_code, state, 'unread', '', n from counted where left_out = b'1110'::int and is_unread
    )
    select institution_code, about, value, state, sum(n) from named group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  analyze order_tally;
end $$;

-- --- What there is

-- Verifications that became an order.
insert into order_tally_change
  select o.institution_code, t.about, case when t.about = 'all' then '' else t.value end, 'draft', -count(*)
  from orders o, tallied(o) t where o.state = 'draft' and o.vob_status = 'ordered' group by 1, 2, 3
  union all
  select o.institution_code, t.about, t.value, 'ordered', count(*)
  from orders o, tallied(o) t where o.state = 'draft' and o.vob_status = 'ordered' group by 1, 2, 3;
update order_search set state = 'ordered'
  where order_id = any (array(select id from orders where state = 'draft' and vob_status = 'ordered'));

-- Drafts that a link to the form has left: a test at most, its consents as they come, who orders, and nothing that was typed.
update orders o set is_blank = true, search_text = '', test_codes = '{}', record_numbers = '{}'
where state = 'draft' and vob_status is distinct from 'ordered' and made_from is null and manifest_key is null
  and asked_submitter_id is null and sent_back_note = '' and responsible_id = created_by
  and document -> 'patients' = '[{"key": "proband", "relationship": "Proband", "affected": "", "firstName": "", "lastName": "",
    "dateOfBirth": "", "sex": "", "ethnicities": [], "recordNumber": "", "addresses": [{"type": "Primary",
    "addressLine1": "", "addressLine2": "", "city": "", "state": "", "postalCode": "", "country": "USA"}],
    "contacts": [{"type": "Phone", "reference": "Home", "value": ""}, {"type": "Email", "reference": "Home", "value": ""}],
    "preferredContact": "", "payment": null}]'
  and document -> 'samples' = '[{"key": "s1", "patient": "proband", "specimenType": "", "tissue": "", "approach": "",
    "dateOfCollection": "", "counselor": "", "additionalCulture": "", "labFrom": "", "priorTestPerformed": "",
    "bgFamilyNumber": ""}]'
  and document -> 'payment' -> 'billingType' = '""'
  and (document ->> 'clinicalNotes') = '' and document -> 'indicationsForTesting' = '[]' and document -> 'imaging' = '[]'
  and document -> 'recipients' = '[]' and document -> 'kits' = '[]' and document -> 'overrides' = '[]'
  and document -> 'addOn' = 'null' and document #>> '{priorTesting,performed}' = ''
  and document #>> '{familyHistory,familyHistoryOfDiseaseBeingTested}' = ''
  and document #> '{familyHistory,diagnoses}' = '[]'
  and document #> '{familyTestingRequest,targetSequencing}' = 'false'
  and not jsonb_path_exists(document, '$.tests[*].genes[*]') and not jsonb_path_exists(document, '$.addOnTests[*].genes[*]')
  and (select count(distinct answer ->> 'consentId') < 2 from jsonb_array_elements(document -> 'consents') answer
    where answer -> 'answer' = 'true')
  and not exists (select from document d where d.order_id = o.id);

-- Drafts that were sent back, by their history.
update orders o set sent_back_at = e.at, sent_back_by = e.actor, last_submitter_id = e.actor_id
from (select distinct on (order_id) order_id, kind, at, actor, actor_id from order_event
  where kind in ('submission-asked', 'sent-back') order by order_id, at desc, id desc) e
where e.order_id = o.id and e.kind = 'sent-back' and o.state = 'draft' and o.asked_submitter_id is null;
