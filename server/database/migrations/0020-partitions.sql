-- What happened to orders and the audit trail are kept by quarters: what grows without end stays in parts that are
-- looked after, moved or taken away one by one. What is there becomes the first part, as it is: nothing is read,
-- copied or indexed again. Under the names, columns, policies and grants of before.

-- In the order in which requests ask for them. What follows takes some milliseconds, and whoever waits finds the new table
-- under the old name. Orders too: of them the foreign key is told.
do $$ begin
  lock table orders, order_event, audit_event in access exclusive mode;
end $$;

-- No primary key, which would have to contain the time: each part has one, and all numbers are from one sequence. An order
-- has its institution and people who exist; only the first part goes on asking whether they do.
create table order_event_parted (
  like order_event including defaults,
  constraint order_event_order_id_fkey foreign key (order_id) references orders on delete cascade
) partition by range (at);
create table audit_event_parted (like audit_event including defaults) partition by range (at);

do $$
declare
  name text;
  definition text;
  definitions text[];
  bound timestamptz;
  drawn record;
begin
  foreach name in array array['order_event', 'audit_event'] loop
    -- Added and looked at before, while nobody had to wait (server/database/migrate/before-partitions.ts). Where it is not there, the
    -- table is new and empty.
    bound := (select substring(pg_get_constraintdef(oid) from '''(.+)''')::timestamptz from pg_constraint
      where conrelid = name::regclass and conname = 'before_partitions');
    if bound is null then
      bound := (date_trunc('quarter', now() at time zone 'UTC') + interval '6 months') at time zone 'UTC';
      execute format('alter table %I add constraint before_partitions check (at < %L)', name, bound);
    end if;

    definitions := array(select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = name::regclass and not indisunique order by 1);
    for definition in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = name::regclass loop
      execute format('alter index %I rename to %I', definition, replace(definition, name, name || '_first'));
    end loop;
    execute format('select last_value, is_called from %I', name || '_id_seq') into drawn;
    execute format('alter table %I alter id drop identity', name);
    execute format('alter table %I rename to %I', name, name || '_first');
    execute format('alter table %I rename to %I', name || '_parted', name);

    -- As before, but that identities are for whole tables only until PostgreSQL 17.
    execute format('create sequence %I owned by %I.id', name || '_id_seq', name);
    perform setval((name || '_id_seq')::regclass, drawn.last_value, drawn.is_called);
    execute format('alter table %I alter id set default nextval(%L)', name, name || '_id_seq');
    execute format('grant usage on sequence %I to karyo_portal, karyo_worker', name || '_id_seq');
    execute format('grant select, insert on %I to karyo_portal, karyo_worker', name);
    execute format('alter table %I enable row level security', name);
    foreach definition in array definitions loop
      execute definition;
    end loop;

    -- Whoever names a part finds no policy there, and no permission.
    for definition in select policyname from pg_policies
        where schemaname = 'public' and tablename = name || '_first' loop
      execute format('drop policy %I on %I', definition, name || '_first');
    end loop;
    execute format('revoke all on %I from karyo_portal, karyo_worker', name || '_first');
    execute format('drop trigger %I on %I',
      case name when 'order_event' then 'announce' else 'people' end, name || '_first');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      name, name || '_first', bound);
    execute format('alter table %I drop constraint before_partitions', name || '_first');
  end loop;
end $$;

create constraint trigger announce after insert on order_event
  deferrable initially deferred for each row execute function announce_order_event();
create policy scoped on order_event to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on order_event to karyo_worker using (true);

create trigger people before insert on audit_event for each row execute function audited_people();
create trigger append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
create policy written on audit_event for insert to karyo_portal
  with check (institution_code = any (scope_institutions()));
create policy own_written on audit_event for insert to karyo_portal with check (actor_subject = scope_subject());
create policy unscoped_written on audit_event for insert to karyo_worker with check (true);
create policy scoped on audit_event for select to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on audit_event for select to karyo_worker using (true);

-- --- Parts to come

-- A table as its parent needs it for a part: out of reach but through the parent, and for audit_event append-only by itself.
create function make_partition(parent regclass, part text, bounds text) returns void
  language plpgsql set search_path = public as $$
begin
  execute format('create table %I (like %s, primary key (id))', part, parent);
  execute format('alter table %I enable row level security', part);
  if parent = 'audit_event'::regclass then
    execute format('create trigger append_only before update or delete or truncate on %I
      for each statement execute function refuse_change()', part);
  end if;
  execute format('alter table %s attach partition %I %s', parent, part, bounds);
end $$;

-- What has no other place: no line is ever refused because its part is missing.
select make_partition('order_event', 'order_event_default', 'default'),
  make_partition('audit_event', 'audit_event_default', 'default');

-- Until when there are parts.
create function partitions_until(parent regclass) returns timestamptz language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.+)''\)')::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- Makes the quarters that begin within the next six months, of which the first was by then. Done at each start and every
-- hour; how many there were to make. A quarter of which lines came into the default stays there.
create function make_partitions() returns int language plpgsql security definer
  set search_path = public set timezone = 'UTC' set lock_timeout = '800ms' as $$
declare
  parent text;
  since timestamptz;
  until timestamptz;
  is_there boolean;
  made int := 0;
  needed constant timestamptz := now() + interval '6 months';
begin
  if least(partitions_until('order_event'), partitions_until('audit_event')) > needed then return 0; end if;
  -- First, as whoever writes an order does; and one at a time.
  lock table orders in share row exclusive mode;
  foreach parent in array array['order_event', 'audit_event'] loop
    since := partitions_until(parent::regclass);
    while since <= needed loop
      until := since + interval '3 months';
      execute format('select exists (select from %I where at >= $1 and at < $2)', parent || '_default')
        into is_there using since, until;
      if not is_there then
        perform make_partition(parent::regclass, parent || to_char(since, '_YYYY"q"Q'),
          format('for values from (%L) to (%L)', since, until));
        made := made + 1;
      end if;
      since := until;
    end loop;
  end loop;
  return made;
end $$;

-- Lines that came into the default, of each table up to a thousand: there should be none.
create function lines_without_partition() returns bigint
  language sql stable security definer set search_path = public as $$
  select (select count(*) from (select from order_event_default limit 1000) events)
    + (select count(*) from (select from audit_event_default limit 1000) lines)
$$;

-- --- Reading

-- As in 0015, but with a plan that is kept, and looks only where what was just committed can be.
create or replace function announce_events(ids bigint[]) returns void language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('order_event', json_build_object(
      'orderId', o.id, 'hospitalCode', o.institution_code, 'state', o.state, 'kind', e.kind)::text)
    from order_event e join orders o on o.id = e.order_id
    where e.id = any (ids) and e.at > now() - interval '1 day' order by e.id;
end $$;

-- Lines of an institution that name one of these people, as orders_of_people.
create function lines_of_people(institution text, keys text[], since timestamptz, before timestamptz)
  returns setof audit_event language sql stable security definer set search_path = public as $$
  select * from audit_event where people <> '{}' and people && keys and at >= since and at < before
    and institution_code = institution and institution = any (scope_institutions())
$$;

revoke execute on function make_partition(regclass, text, text), partitions_until(regclass), make_partitions(),
  lines_without_partition(), lines_of_people(text, text[], timestamptz, timestamptz) from public;
grant execute on function make_partitions(), lines_without_partition() to karyo_worker;
grant execute on function lines_of_people(text, text[], timestamptz, timestamptz) to karyo_portal;

select make_partitions();
