-- What this database is: a demo, whose sign-ins and their password everybody knows, or a production. Written once, at the
-- first start; a production is never started on a demo's data.
create table installation (
  one boolean primary key default true check (one),
  kind text not null check (kind in ('demo', 'production')),
  began_at timestamptz not null default now(),
  began_with text not null
);

-- What was begun before: a demo has the accounts that its documentation publishes, or their records.
insert into installation (kind, began_at, began_with)
  select case when exists (
      select 1 from identity."user" where email like '%@demo.test'
      union all
      select 1 from physician where email like '%@demo.test'
    ) then 'demo' else 'production' end,
    (select min(applied_at) from migration),
    'an earlier version'
  where exists (select 1 from physician) or exists (select 1 from identity."user") or exists (select 1 from institution);
