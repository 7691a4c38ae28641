-- Following whole: what the laboratory said, holds, shipments, recollections, kits, treatments, saved views.

-- --- What the laboratory said of an order. Its messages come late, twice and in any order; each is taken apart into
-- facts, a fact stands once, and what an order, its samples, reports and holds show is read from all of them
-- (domain/orders/lab-projection.ts). So the same messages end in the same state, however they come.

create table laboratory_fact (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  -- what makes it one fact however often it is said
  fact_key text not null,
  -- by the laboratory's own clock
  at timestamptz not null,
  fact jsonb not null,
  message_id bigint references message_in,
  unique (order_id, fact_key)
);

-- --- Holds: what the laboratory waits for, and from whom.

create table order_hold (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  institution_code text not null references institution,
  -- the laboratory's own name of the hold
  hold_key text not null,
  kind text not null check (kind in ('missing-information', 'missing-sample', 'authorization', 'consent', 'other')),
  -- the laboratory's words: what it asks
  words text not null,
  held_at timestamptz not null,
  released_at timestamptz,
  answer text not null default '',
  answer_documents bigint[] not null default '{}',
  answered_at timestamptz,
  answered_by_name text
);
-- the same hold may come again after its release, and another question under its name beside it
create unique index on order_hold (order_id, hold_key, held_at, md5(words));
create index on order_hold (institution_code) where released_at is null;

-- --- Shipments: one parcel for one sample or many.

create table shipment (
  id bigint generated always as identity primary key,
  institution_code text not null references institution,
  carrier text not null check (carrier in ('Fedex', 'USPS')),
  tracking_number text not null,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  -- when the first of its samples had arrived
  arrived_at timestamptz
);
create unique index shipment_once on shipment (tracking_number);

alter table sample
  add column shipment_id bigint references shipment,
  add column rejected_at timestamptz,
  -- HL7 table 0490
  add column reject_code text not null default '',
  add column reject_words text not null default '',
  -- the rejected sample that this one is taken again for
  add column recollection_of bigint unique references sample,
  -- when the clinic said that it has taken it again
  add column collected_again_at timestamptz;

-- A number that two institutions had entered is told apart by the later one's code: nothing that was typed is lost.
with parcel as (
  select s.institution_code, s.ship_tracking_number as number, min(s.id) as first_sample,
         min(s.accessioned_at) as arrived_at,
         row_number() over (partition by s.ship_tracking_number order by min(s.id)) as nth
  from sample s where s.ship_tracking_number is not null and s.ship_carrier is not null
  group by s.institution_code, s.ship_tracking_number
), made as (
  insert into shipment (institution_code, carrier, tracking_number, created_at, created_by_name, arrived_at)
  select p.institution_code, s.ship_carrier, p.number || case when p.nth > 1 then ' (' || p.institution_code || ')' else '' end,
         s.created_at, coalesce(o.submitted_by_name, o.created_by_name), p.arrived_at
  from parcel p join sample s on s.id = p.first_sample join orders o on o.id = s.order_id
  returning id, institution_code, tracking_number
)
update sample s set shipment_id = m.id from made m
  where m.institution_code = s.institution_code
    and m.tracking_number in (s.ship_tracking_number, s.ship_tracking_number || ' (' || s.institution_code || ')');
alter table sample drop column ship_carrier, drop column ship_tracking_number;
create index on sample (shipment_id) where shipment_id is not null;

-- --- Orders

alter table orders
  -- under which alert they are counted (specification §3, Header alert counts)
  add column alert_group text not null default 'other' check (alert_group in ('wgs', 'other')),
  -- since when the laboratory waits for somebody; null while it does not
  add column on_hold_since timestamptz,
  -- a hold that the clinic has not answered, or a rejected sample that was not taken again
  add column missing_info boolean not null default false;
update orders set alert_group = 'wgs'
  where exists (select from test t where t.code = any (orders.test_codes) and t.category = 'wgs');
-- An order is found by the genes that were chosen for it; what was chosen before becomes part of what is searched.
update orders o set search_text = o.search_text || ' ' || chosen.genes
  from (select d.id, string_agg(lower(gene), ' ') as genes
        from orders d, jsonb_array_elements(d.document -> 'tests') t, jsonb_array_elements_text(t -> 'genes') gene
        group by d.id) chosen
  where chosen.id = o.id;
create index orders_missing_info on orders (institution_code) where missing_info;
create index orders_expected on orders (institution_code, expected_on)
  where state in ('accessioned', 'in-process', 'pending-cancellation');

-- Whether the clinic is asked something. A report answers what was asked before it, not what is asked after it: another
-- test of the order may still wait.
create function is_asked(of_order bigint, after timestamptz) returns boolean language sql stable as $$
  select exists (select from order_hold where order_id = of_order and released_at is null and answered_at is null
                   and held_at > after)
$$;
create function count_holds() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update orders o set
    on_hold_since = (select min(held_at) from order_hold where order_id = o.id and released_at is null),
    missing_info =
      is_asked(o.id, '-infinity')
      or exists (select from sample s where s.order_id = o.id and s.recollection_of is not null
                   and s.collected_again_at is null and s.accessioned_at is null
                   and s.rejected_at is null)
  where o.id = new.order_id and o.state not in ('draft', 'cancelled');
  return null;
end $$;
create trigger count_holds after insert or update on order_hold for each row execute function count_holds();
create trigger count_holds after insert or update on sample for each row execute function count_holds();
-- What is finished waits for nobody.
create function finish_holds() returns trigger language plpgsql as $$
begin
  new.on_hold_since := null;
  new.missing_info := new.state = 'reported' and new.reported_at is not null and is_asked(new.id, new.reported_at);
  return new;
end $$;
create trigger finish_holds before update on orders for each row
  when (new.state in ('reported', 'cancelled')) execute function finish_holds();

-- --- Reports: an order of several tests has one of each, and each is to be opened.

alter table report add column opened_at timestamptz;
update report r set opened_at = o.report_opened_at from orders o
  where o.id = r.order_id and o.report_opened_at is not null;

-- --- Kits

create table kit_order (
  id bigint generated always as identity (start with 700001) primary key,
  institution_code text not null references institution,
  -- made by the caller: a retried request finds what it has made already
  request_key text not null,
  kit_type text not null,
  quantity int not null check (quantity between 1 and 100),
  -- specification §3, Kit request
  recipient jsonb not null,
  -- of the recipient, for the search: lower case, without accents
  search_text text not null default '',
  -- the order whose document asked for it; null for one that was ordered by itself
  order_id bigint references orders,
  status text not null default 'ordered' check (status in ('ordered', 'sent', 'received', 'cancelled')),
  note text not null default '',
  ordered_at timestamptz not null default now(),
  ordered_by bigint not null references physician,
  ordered_by_name text not null,
  sent_at timestamptz,
  carrier text check (carrier in ('Fedex', 'USPS')),
  tracking_number text,
  received_at timestamptz,
  received_by_name text,
  cancelled_at timestamptz,
  cancelled_by_name text,
  unique (institution_code, request_key)
);
create index on kit_order (institution_code, ordered_at desc, id desc);
create index on kit_order (ordered_at) where status = 'ordered';

-- --- Treatment recommendations: what the laboratory says besides a report.

create table treatment (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  institution_code text not null references institution,
  -- what makes it one, however often it is said
  treatment_key text not null,
  test_code text not null,
  title text not null,
  recommendation text not null,
  made_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (order_id, treatment_key)
);
create table treatment_view (
  treatment_id bigint not null references treatment,
  physician_id bigint not null references physician,
  institution_code text not null references institution,
  viewed_by_name text not null default '',
  viewed_at timestamptz not null default now(),
  primary key (treatment_id, physician_id)
);

-- --- People: lists that somebody has kept, as [{ name, search }]; and what an e-mail comes for.

alter table physician add column saved_views jsonb not null default '[]';
update physician set notifications = notifications || '{"actionNeeded": true}';
alter table physician alter column notifications set default
  '{"whose": "mine", "reportReady": true, "reportCorrected": true, "sampleReceived": false, "actionNeeded": true}';

-- --- Messages: what they are for, and by which way they go; the same sent again after a refusal.

alter table message_out
  add column kind text not null default 'order' check (kind in ('order', 'cancellation', 'change')),
  add column sent_again int not null default 0;
update message_out set kind = 'cancellation' where control_id like 'CA%';
create index on message_out (created_at) where answered_at is null;
create index on message_in (received_at desc);
create index message_out_refused on message_out (id) where answer_code not in ('AA', 'CA');
create index message_in_refused on message_in (sender, control_id, id) where outcome = 'refused';

-- --- Access

revoke execute on function count_holds(), finish_holds(), is_asked(bigint, timestamptz) from public;
grant execute on function is_asked(bigint, timestamptz) to karyo_portal, karyo_worker;
grant select on order_hold, treatment to karyo_portal;
grant update (answer, answer_documents, answered_at, answered_by_name) on order_hold to karyo_portal;
grant select, insert, update, delete on shipment to karyo_portal;
grant select, insert, update on kit_order, treatment_view to karyo_portal;
grant update (saved_views) on physician to karyo_portal;
grant update (opened_at) on report to karyo_portal;
grant select, insert on laboratory_fact to karyo_worker;
grant select, insert, update on order_hold, shipment, treatment to karyo_worker;
grant select, insert, update on sample to karyo_worker;
grant update (version, corrected, made_at) on report to karyo_worker;
grant select on kit_order, treatment_view to karyo_worker;

do $$
declare name text;
begin
  foreach name in array array['laboratory_fact', 'order_hold', 'shipment', 'kit_order', 'treatment', 'treatment_view'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
  end loop;
end $$;
