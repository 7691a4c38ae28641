-- Who of an order is who in a family. The order keeps its own copy of everybody: nothing here changes it.
create table order_person (
  order_id bigint not null references orders (id) on delete cascade,
  institution_code text not null references institution (code),
  -- A key of the order's people or fetuses.
  patient_key text not null,
  -- What the order called this person; '' for a fetus. Forms number new people anew: the key of somebody who was removed
  -- may become another relative's, who is not the person that was joined.
  relationship text not null,
  family_id bigint not null references family (id),
  -- A key of the family's people.
  member text not null,
  joined_at timestamptz not null default date_trunc('milliseconds', now()),
  joined_by bigint not null references physician (id),
  joined_by_name text not null,
  primary key (order_id, patient_key),
  unique (order_id, member)
);
create index order_person_of_family on order_person (family_id, member);

grant select, insert, update, delete on order_person to karyo_portal;
grant select on order_person to karyo_worker;
alter table order_person enable row level security;
create policy scoped on order_person to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on order_person to karyo_worker using (true);
