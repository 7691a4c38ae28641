-- Requests for genetic counseling, made by patients on the public form (specification §1, GC-16). They belong to no
-- institution: nobody but the laboratory's Support reads them, through the gateway's role.

create table appointment_request (
  id bigint generated always as identity (start with 500001) primary key,
  -- by which the partner names it: not to be guessed
  reference uuid not null unique default gen_random_uuid(),
  -- made by the form, one for each request that is meant: sent twice, it is one
  request_key uuid unique,
  -- of what was sent, with the installation's secret: the same again within a while is one, too;
  -- '' once deleted
  content_key text not null,
  received_at timestamptz not null default now(),
  -- of the sender's address, with the installation's secret, to count by; taken away after a day
  address_key text,
  -- the language of the form
  language text not null,
  -- domain/counseling/appointment.ts; null once deleted
  content jsonb,
  state text not null default 'stored'
    check (state in ('stored', 'handed-over', 'received', 'scheduled', 'closed', 'refused', 'deleted')),
  -- handing over
  tries int not null default 0,
  last_error text not null default '',
  handed_over_at timestamptz,
  -- the partner's own number of it, where it gave one
  partner_reference text not null default '',
  deleted_at timestamptz,
  deleted_because text not null default '',
  check ((content is null) = (deleted_at is not null))
);
create index on appointment_request (received_at desc, id desc);
create index on appointment_request (content_key, received_at);
create index on appointment_request (address_key, received_at) where address_key is not null;
create index on appointment_request (received_at) where state = 'stored';
-- What happened to it: append only.
create table appointment_event (
  id bigint generated always as identity primary key,
  request_id bigint not null references appointment_request,
  kind text not null
    check (kind in ('stored', 'handed-over', 'received', 'scheduled', 'closed', 'refused', 'sent-again', 'deleted')),
  at timestamptz not null default now(),
  actor text not null default '',
  detail text not null default '',
  -- of a message of the partner: said again, it is one
  message_key text unique
);
create index on appointment_event (request_id, id);

-- Not the portal's role: what patients wrote is out of the reach of every page but the operator's.
grant select, insert, update on appointment_request to karyo_worker;
grant select, insert on appointment_event to karyo_worker;
-- What was said of a request goes with its content.
grant update (detail, message_key) on appointment_event to karyo_worker;
