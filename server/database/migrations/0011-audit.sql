-- The audit trail says of which patients a line is, and shows when it was altered. Quick on a filled database: columns
-- without a value, and one index of them; nothing that is there is written again.

alter table audit_event
  -- keys of domain/orders/identity.ts: everybody of the orders that the line is about; null in lines from before
  add column people text[],
  -- the portal's mark, with a key that the database does not know (server/database/audit-line.ts); null from before
  add column mark text;
create index on audit_event using gin (people) where people <> '{}';

-- The orders that a line is about: its entity's, and those that its detail names. With the rights of who writes the
-- line, so that nobody learns of an order which is not theirs.
create function audited_people() returns trigger language plpgsql set search_path = public as $$
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
create trigger people before insert on audit_event for each row execute function audited_people();

-- What is sealed: the lines by their numbers, and what each was like; see server/features/audit/seal.ts.
create table audit_seal (
  number bigint primary key,
  sealed_at timestamptz not null,
  line_ids bigint[] not null,
  -- 32 bytes for each line, in their order
  line_hashes bytea not null,
  -- the head of the seal before; empty for the first
  previous text not null,
  head text not null,
  last_id bigint generated always as (line_ids[array_upper(line_ids, 1)]) stored
);
create index on audit_seal (sealed_at);

-- Nobody changes these by mistake. Who owns the database can take the triggers away, or lines: that shows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes lines and gives none back', tg_table_name using errcode = '42501';
end $$;
create trigger append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();

revoke execute on all functions in schema public from public;
grant select, insert on audit_seal to karyo_worker;
alter table audit_seal enable row level security;
create policy unscoped on audit_seal to karyo_worker using (true);
