-- alone: it reads seven tables of orders and messages
-- How long each kind of data is kept, as the laboratory set it: null is for ever. With the last daily round, which may take several runs.
create table retention_policy (
  kind text primary key,
  days integer check (days > 0),
  -- Days after which a person's request erases it; null: not on request.
  days_on_request integer check (days_on_request >= 0),
  ran_at timestamptz,
  -- The last number that the round has looked at; null: no round is under way.
  reached bigint,
  erased integer not null default 0,
  -- How many were kept although their time is over, by reason.
  kept jsonb not null default '{}'
);
grant select, update on retention_policy to karyo_worker;

-- Files of erased orders: they go a day later, when no backup that began before still reads them, unless another order has the same.
create table erased_file (
  key text primary key,
  erased_at timestamptz not null default now()
);
grant select, delete on erased_file to karyo_worker;
grant delete on report_file, mail_out, message_in, ehr_message_in, kit_order to karyo_worker;

-- To lock a family while it is decided about.
grant update (changed_at) on family to karyo_worker;

-- A row is not deleted before it is known that nothing refers to it.
create index if not exists laboratory_fact_message on laboratory_fact (message_id) where message_id is not null;
create index if not exists report_message on report (message_id) where message_id is not null;
create index if not exists result_check_message on result_check (message_id) where message_id is not null;
create index if not exists cost_estimate_order on cost_estimate (order_id) where order_id is not null;
create index if not exists cost_estimate_check on cost_estimate (check_id) where check_id is not null;
create index if not exists kit_order_order on kit_order (order_id) where order_id is not null;
create index if not exists availability_request_order on availability_request (order_id) where order_id is not null;
